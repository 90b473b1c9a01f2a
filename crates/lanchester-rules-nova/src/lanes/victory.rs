//! Victory points and the end of a battle, lane by lane.
//!
//! Phase: movement and fire, where a ship is lost ([`eliminate`] and [`score_eliminated`] write its `alive` and
//! `ready`, and `vp`), and end ([`end`] reads a batch and writes records only).

use std::cmp::Ordering;

use lanchester_battle::lineup::side_in;
use lanchester_core::{Outcome, Side, Verdict};

use crate::event::{Condition, Event};
use crate::lanes::damage::condition;
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::Tables;

/// Quarter points of a ship's rating that it scores for the opponent when it is eliminated (NOVA 7.1).
const ELIMINATED: u32 = 4;

/// Removes a ship from one lane and scores it.
pub fn eliminate(tables: &Tables, batch: &mut Batch, ship: usize, lane: usize) {
    let gone = !(1 << lane);
    batch.ships[ship].alive &= gone;
    batch.ships[ship].ready &= gone;
    score_eliminated(tables, batch, ship, lane);
}

/// Scores a ship that was removed from one lane.
pub fn score_eliminated(tables: &Tables, batch: &mut Batch, ship: usize, lane: usize) {
    let winner = tables.ships.side_of(ship).opponent();
    batch.vp[winner][lane] += ELIMINATED * tables.ships[ship].design.rating;
}

/// The victory points of both sides in one lane, in quarter points.
fn points(tables: &Tables, batch: &Batch, lane: usize) -> [u32; 2] {
    let mut vp = Side::BOTH.map(|side| batch.vp[side][lane]);
    if tables.options.partial_victory {
        for (ship, constants) in tables.ships.iter().enumerate().filter(|(s, _)| batch.is_alive(*s, lane)) {
            let quarters = match condition(tables, batch, ship, lane) {
                Condition::Damaged => 1,
                Condition::Crippled => 2,
                Condition::Sound | Condition::Destroyed => 0,
            };
            vp[tables.ships.side_of(ship).opponent()] += quarters * constants.design.rating;
        }
    }
    vp
}

/// Who has more victory points in one lane.
fn by_points(tables: &Tables, batch: &Batch, lane: usize) -> Verdict {
    let [a, b] = points(tables, batch, lane);
    match a.cmp(&b) {
        Ordering::Greater => Verdict::Win(Side::A),
        Ordering::Less => Verdict::Win(Side::B),
        Ordering::Equal => Verdict::Draw,
    }
}

/// The end phase of one lane's turn. Returns the outcome if the battle is over.
pub fn end(tables: &Tables, batch: &mut Batch, scratch: &mut Scratch, lane: usize) -> Option<Outcome> {
    let turn = u16::from(batch.turn.0[lane]);
    if scratch.recorder.keeps_events() {
        let vp = points(tables, batch, lane);
        scratch.recorder.note(batch.battles[lane], Event::TurnEnd { turn, vp });
    }
    let afloat = Side::BOTH.map(|side| tables.ships.side(side).any(|ship| batch.is_alive(ship, lane)));
    let reached = tables.target.map_or([false; 2], |target| points(tables, batch, lane).map(|points| points >= target));
    let capped = turn >= tables.options.turn_cap;
    let (verdict, capped) = match (reached, afloat) {
        ([true, true], _) => (Verdict::Draw, false),
        ([true, false], _) => (Verdict::Win(Side::A), false),
        ([false, true], _) => (Verdict::Win(Side::B), false),
        (_, [false, false]) => (by_points(tables, batch, lane), false),
        (_, [true, false]) => (Verdict::Win(Side::A), false),
        (_, [false, true]) => (Verdict::Win(Side::B), false),
        _ if capped => (by_points(tables, batch, lane), true),
        _ => return None,
    };
    let left = Side::BOTH.map(|side| {
        let points: u32 =
            tables.ships.side(side).filter(|s| batch.is_alive(*s, lane)).map(|s| tables.ships[s].design.rating).sum();
        (1000 * points / tables.rating[side]) as u16
    });
    let outcome = Outcome {
        verdict,
        major: false,
        capped,
        contact: batch.contact >> lane & 1 == 1,
        turns: turn,
        left,
        initiative: Some(side_in(batch.first_a, lane)),
    };
    scratch.recorder.note(batch.battles[lane], Event::Over { outcome });
    Some(outcome)
}
