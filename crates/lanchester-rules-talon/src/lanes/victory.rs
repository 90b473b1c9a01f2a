//! Who wins.
//!
//! Phase: the end of a turn, of an impulse, of the Power Phase. Reads `alive` and `retreated`; writes `live`.

use lanchester_battle::lineup::side_in;
use lanchester_core::{Outcome, Side};
use lanchester_lanes::LaneMask;
use lanchester_lanes::row::lanes_of;

use super::state::Batch;
use super::tables::Tables;
use crate::event::{Event, Grade};
use crate::reference::{decide, per_mille};

/// Ends the battles among `lanes` in which a side has no ship left, or which are `stopped`.
pub fn end(tables: &Tables, batch: &mut Batch, lanes: LaneMask, stopped: LaneMask) {
    let stands = Side::BOTH.map(|side| tables.ships.side(side).fold(0, |all, ship| all | batch.ships[ship].alive));
    for lane in lanes_of(lanes & (stopped | !(stands[0] & stands[1]))) {
        let (outcome, grade) = outcome(tables, batch, lane);
        batch.note(lane, Event::Over { outcome, grade });
        batch.recorder.end(batch.battles[lane], outcome);
        batch.live &= !(1 << lane);
    }
}

/// The result of a battle that is over.
fn outcome(tables: &Tables, batch: &Batch, lane: usize) -> (Outcome, Option<Grade>) {
    let points = |side: Side, counts: &dyn Fn(usize) -> bool| -> u32 {
        let ships = tables.ships.side(side).filter(|ship| counts(*ship));
        ships.map(|ship| tables.ships[ship].design.points).sum()
    };
    let stands = |ship: usize| batch.ships[ship].alive >> lane & 1 == 1;
    let destroyed = |ship: usize| (batch.ships[ship].alive | batch.ships[ship].retreated) >> lane & 1 == 0;
    let stand = Side::BOTH.map(|side| points(side, &stands));
    let whole = tables.points;
    let left = [0, 1].map(|side| per_mille(stand[side], whole[side]));
    let score = |side: Side| points(side.opponent(), &destroyed);
    let (verdict, grade) = decide(stand, whole, score);
    let outcome = Outcome {
        verdict,
        major: grade.is_some_and(|grade| grade != Grade::Minor),
        capped: !left.contains(&0),
        contact: batch.contact >> lane & 1 == 1,
        turns: batch.round.0[lane].into(),
        left,
        initiative: Some(side_in(batch.began_a, lane)),
    };
    (outcome, grade)
}
