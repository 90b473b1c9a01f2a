//! Who wins.
//!
//! Phase: the end of a turn, of an impulse, of the Power Phase. Reads `alive` and `retreated`; writes `live`.

use lanchester_battle::lineup::side_in;
use lanchester_core::Side;
use lanchester_lanes::LaneMask;
use lanchester_lanes::row::lanes_of;

use super::state::Batch;
use super::tables::Tables;
use crate::event::Event;
use crate::formulas::outcome;

/// Ends the battles among `lanes` in which a side has no ship left, or which are `stopped`.
pub fn end(tables: &Tables, batch: &mut Batch, lanes: LaneMask, stopped: LaneMask) {
    let stands = Side::BOTH.map(|side| tables.ships.side(side).fold(0, |all, ship| all | batch.ships[ship].alive));
    for lane in lanes_of(lanes & (stopped | !(stands[0] & stands[1]))) {
        let points = |counts: &dyn Fn(usize) -> bool| {
            Side::BOTH.map(|side| -> u32 {
                let ships = tables.ships.side(side).filter(|ship| counts(*ship));
                ships.map(|ship| tables.ships[ship].design.points).sum()
            })
        };
        let stand = points(&|ship| batch.ships[ship].alive >> lane & 1 == 1);
        let destroyed = points(&|ship| (batch.ships[ship].alive | batch.ships[ship].retreated) >> lane & 1 == 0);
        let (contact, began) = (batch.fired.0[lane] > 0, side_in(batch.began_a, lane));
        let (outcome, grade) = outcome([stand, tables.points, destroyed], contact, batch.round.0[lane].into(), began);
        batch.note(lane, Event::Over { outcome, grade });
        batch.recorder.end(batch.battles[lane], outcome);
        batch.live &= !(1 << lane);
    }
}
