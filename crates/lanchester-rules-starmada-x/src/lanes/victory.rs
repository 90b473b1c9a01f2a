//! Victory points and the end of a battle, lane by lane.
//!
//! Phase: end. Reads the batch; writes records only.

use lanchester_battle::lineup::side_in;
use lanchester_core::{Outcome, Side, Verdict};
use lanchester_lanes::ops::{all, ge, is_zero, load, mask};
use lanchester_lanes::{LaneMask, Simd};

use crate::event::Event;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::options::MutualDestruction;

/// Lanes of `live` in which [`end`] has something to say: battles that may be over, and all of them where turns are recorded.
///
/// PERF: most turns end nothing, and [`end`] looks at every ship of a lane.
#[inline(always)]
pub fn due<S: Simd>(simd: S, tables: &Tables, batch: &Batch, live: LaneMask) -> LaneMask {
    if batch.records() {
        return live;
    }
    let (mut ships, mut fly) = ([0; 2], [0; 2]);
    for side in Side::BOTH {
        // Ships without points count for nothing.
        for ship in tables.ships.side(side).filter(|ship| tables.ships[*ship].design.rating > 0) {
            ships[side] |= batch.ships[ship].alive;
        }
        for flight in tables.flights.side(side) {
            fly[side] |= !mask(is_zero(simd, load(simd, &batch.flights[flight].fighters)));
        }
    }
    let [a, b] = ships;
    let both_go_on = (a | b) & (a | fly[0]) & (b | fly[1]);
    let cap = u8::try_from(tables.options.turn_cap).unwrap_or(u8::MAX);
    live & (!both_go_on | mask(ge(load(simd, &batch.turn), all(simd, cap))))
}

/// Counts victory points at the end of one lane's turn. Returns the outcome if the battle is over.
pub fn end(tables: &Tables, batch: &mut Batch, lane: usize) -> Option<Outcome> {
    let turn = u16::from(batch.turn.0[lane]);
    let mut left = [0u32; 2];
    for side in Side::BOTH {
        for ship in tables.ships.side(side) {
            if batch.is_alive(ship, lane) {
                left[side] += tables.ships[ship].design.rating;
            }
        }
    }
    let vp = [tables.rating[1] - left[1], tables.rating[0] - left[0]];
    batch.note(lane, Event::TurnEnd { turn, vp });
    let flies = |side| tables.flights.side(side).any(|flight| batch.flights[flight].fighters.0[lane] > 0);
    let gone = |side: Side| left[side] == 0 && !flies(side);
    let mutual = left == [0, 0];
    let capped = !mutual && !gone(Side::A) && !gone(Side::B);
    if capped && turn < tables.options.turn_cap {
        return None;
    }
    let verdict = match vp[0].cmp(&vp[1]) {
        _ if mutual && tables.options.mutual_destruction == MutualDestruction::Draw => Verdict::Draw,
        std::cmp::Ordering::Greater => Verdict::Win(Side::A),
        std::cmp::Ordering::Less => Verdict::Win(Side::B),
        std::cmp::Ordering::Equal => Verdict::Draw,
    };
    let outcome = Outcome {
        verdict,
        major: verdict != Verdict::Draw && vp[0].max(vp[1]) >= 2 * vp[0].min(vp[1]),
        capped,
        contact: batch.contact >> lane & 1 == 1,
        turns: turn,
        left: Side::BOTH.map(|side| per_mille(left[side], tables.rating[side])),
        initiative: Some(side_in(batch.first_a, lane)),
    };
    batch.note(lane, Event::Over { outcome, mutual });
    Some(outcome)
}

/// Points left per mille; 0 only where no ship is.
pub fn per_mille(left: u32, of: u32) -> u16 {
    ((1000 * u64::from(left) / u64::from(of.max(1))) as u16).max(u16::from(left > 0))
}
