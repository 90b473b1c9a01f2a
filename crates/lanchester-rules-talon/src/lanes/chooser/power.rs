//! Speeds, and who retreats.
//!
//! Phase: the Power Phase.

use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Row};

use super::noise::{Decision, Noise};
use crate::design::MAX_LINES;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;

/// The line of its curve that a ship goes to in each lane of `powered`.
pub fn speed(
    tables: &Tables,
    batch: &Batch,
    ship: usize,
    powered: LaneMask,
    legal: &[LaneMask; MAX_LINES],
    lines: &mut Row,
) {
    for lane in lanes_of(powered) {
        let mut noise = Noise::new(tables, batch, ship, lane, Decision::Speed);
        let open = (0..MAX_LINES as u8).filter(|line| legal[usize::from(*line)] >> lane & 1 == 1);
        lines.0[lane] = noise.best(open).unwrap_or(0);
    }
}

/// Lanes of `may` in which a ship retreats.
pub fn retreats(tables: &Tables, batch: &Batch, ship: usize, may: LaneMask) -> LaneMask {
    let mut gone = 0;
    for lane in lanes_of(may) {
        let mut noise = Noise::new(tables, batch, ship, lane, Decision::Retreat);
        if noise.best([false, true].into_iter()) == Some(true) {
            gone |= 1 << lane;
        }
    }
    gone
}
