//! The loop: every lane plays a turn at a time, and a lane whose battle is over gets the next one.
//!
//! Phase: all. Writes `live`, `turn` and, of a lane that begins a battle, `battles`, `keys`, `swapped`, `contact`,
//! `hull` and `north`.

use lanchester_battle::Play;
use lanchester_battle::queue::Fresh;
use lanchester_core::Side;
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Simd};

use super::combat::fire;
use super::movement::movement;
use super::state::Batch;
use super::tables::Tables;
use crate::Toy;
use crate::event::Event;
use crate::formulas::{outcome, per_mille};

/// Plays a range of battles.
#[inline(always)]
pub fn run<S: Simd>(simd: S, play: Play<'_, Toy>) {
    let mut fresh = play.fresh();
    let Play { tables, workspace: batch, layout, part, .. } = play;
    if part.begins() {
        batch.live = 0;
    }
    for _ in 0..part.steps() {
        if batch.live == 0 {
            if fresh.is_empty() {
                return;
            }
            deal(tables, batch, &mut fresh, layout.lanes);
            continue;
        }
        if fresh.refills() {
            deal(tables, batch, &mut fresh, layout.lanes);
        }
        for lane in lanes_of(batch.live) {
            batch.turn.0[lane] += 1;
            let turn = batch.turn.0[lane].into();
            batch.recorder.note(batch.battles[lane], Event::Turn { turn });
        }
        movement(simd, tables, batch);
        fire(simd, tables, batch);
        end(simd, tables, batch);
    }
}

/// Gives the lanes that have no battle the next ones.
fn deal(tables: &Tables, batch: &mut Batch, fresh: &mut Fresh, lanes: LaneMask) {
    for lane in lanes_of(lanes & !batch.live) {
        if fresh.deal(lane, &mut batch.battles, &mut batch.keys, &mut batch.swapped).is_none() {
            return;
        }
        batch.live |= 1 << lane;
        batch.contact &= !(1 << lane);
        batch.turn.0[lane] = 0;
        for (number, ship) in tables.ships.iter().enumerate() {
            let seat = (batch.in_seat_1(tables.ships.side_of(number)) >> lane & 1) as usize;
            batch.hull[number].0[lane] = ship.design.hull;
            batch.north[number][lane] = ship.start[seat].1;
        }
    }
}

/// Ends the battles that are over.
#[inline(always)]
fn end<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch) {
    let afloat = Side::BOTH.map(
        #[inline(always)]
        |side| {
            let mut lanes = 0;
            for ship in tables.ships.side(side) {
                lanes |= batch.afloat(simd, ship);
            }
            lanes
        },
    );
    let cap = tables.options.turn_cap;
    for lane in lanes_of(batch.live) {
        let turns = u16::from(batch.turn.0[lane]);
        if (afloat[0] & afloat[1]) >> lane & 1 == 1 && turns < cap {
            continue;
        }
        let left = Side::BOTH.map(|side| {
            let ships = tables.ships.side(side).filter(|ship| batch.hull[*ship].0[lane] > 0);
            per_mille(ships.map(|ship| tables.ships[ship].design.points).sum(), tables.points[side])
        });
        let contact = batch.contact >> lane & 1 == 1;
        if let Some(outcome) = outcome(turns, cap, left, contact) {
            batch.recorder.note(batch.battles[lane], Event::Over { outcome });
            batch.recorder.end(batch.battles[lane], outcome);
            batch.live &= !(1 << lane);
        }
    }
}
