//! How ships move.
//!
//! Phase: movement.

use lanchester_lanes::Row;
use lanchester_lanes::row::lanes_of;

use super::noise::{Decision, Noise};
use crate::lanes::movement::Moves;
use crate::lanes::state::{Batch, NONE};
use crate::lanes::tables::Tables;

/// The step of a ship in each lane in which it may move, by its number; [`NONE`] where it need not and does not.
pub fn step(tables: &Tables, batch: &Batch, ship: usize, moves: &Moves, steps: &mut Row) {
    for lane in lanes_of(moves.legal[0]) {
        let legal = (0..5).filter(|step| moves.legal[usize::from(*step)] >> lane & 1 == 1);
        let stays = (moves.must >> lane & 1 == 0).then_some(NONE);
        let mut noise = Noise::new(tables, batch, ship, lane, Decision::Step);
        steps.0[lane] = noise.best(legal.chain(stays)).unwrap_or(0);
    }
}
