//! How missiles fly.
//!
//! Phase: movement.

use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Row};

use super::noise::{Decision, Noise};
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;

/// How a missile turns in each lane in which it flies: 0 to the left, 1 not at all, 2 to the right.
pub fn turn(tables: &Tables, batch: &Batch, missile: usize, flying: LaneMask, legal: &[LaneMask; 3], turns: &mut Row) {
    let (ship, number) = (tables.missiles[missile].ship, tables.missiles.slot_of(missile));
    for lane in lanes_of(flying) {
        let mut noise = Noise::new(tables, batch, ship, lane, Decision::Fly(number));
        let open = (0..3).filter(|turn| legal[usize::from(*turn)] >> lane & 1 == 1);
        turns.0[lane] = noise.best(open).unwrap_or(1);
    }
}
