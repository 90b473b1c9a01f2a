//! What action points are spent on.
//!
//! Phase: the beginning of a side's turn. Writes `spending`.

use lanchester_lanes::row::lanes_of;

use super::noise::{Decision, Noise};
use crate::lanes::action::{Open, may_redirect, uses};
use crate::lanes::state::{Batch, NONE};
use crate::lanes::tables::Tables;

/// What a ship spends its point on, in each lane in which it has one.
pub fn spend(tables: &Tables, batch: &mut Batch, ship: usize, open: &Open) {
    let side = tables.ships.side_of(ship);
    let enemies = tables.ships.side(side.opponent()).len() as u8;
    for lane in lanes_of(open.points) {
        let mut noise = Noise::new(tables, batch, ship, lane, Decision::Spend);
        let legal = |on: &u8| open.legal[usize::from(*on)] >> lane & 1 == 1;
        let plain = (0..uses::REDIRECT).filter(legal).map(|on| (on, 0, 0));
        let missiles = tables.missiles.side(side).enumerate().filter(|_| open.redirects >> lane & 1 == 1);
        let ways =
            missiles.flat_map(|(number, missile)| (0..enemies).map(move |target| (number as u8, missile, target)));
        let redirections = ways
            .filter(|(_, missile, target)| may_redirect(tables, batch, *missile, *target, lane))
            .map(|(number, _, target)| (uses::REDIRECT, number, target));
        let chosen = noise.best(plain.chain(redirections).chain([(NONE, 0, 0)])).unwrap_or((NONE, 0, 0));
        let spending = &mut batch.spending;
        (spending.on.0[lane], spending.missile.0[lane], spending.target.0[lane]) = chosen;
    }
}
