//! The loop that plays a batch.
//!
//! Orders, movement, combat and the end of a turn are one step each for all ships of all lanes that wait for it: nothing in
//! them depends on who comes first. Flights act one after another; there the loop takes the flight that most lanes wait
//! for. Lanes need not be in the same turn, but they wait for each other at the end of each phase. A lane whose battle is over
//! is given the next battle of the range at once. None of this touches results: a battle depends on its own key only.
//!
//! Phase: all. Writes `next`, `turn`, `blasted`, `served`, and everything of a lane that begins a battle.

use lanchester_battle::queue::{Fresh, IDLE, waiting_for};
use lanchester_battle::rows::Begin;
use lanchester_battle::{Layout, Play};
use lanchester_lanes::ops::{all, flags, ge, load, mask, store_where};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LANES, LaneMask, Row, Simd};

use crate::game::StarmadaX;
use crate::lanes::combat::combat_phase;
use crate::lanes::explosions::end_phase;
use crate::lanes::fighters;
use crate::lanes::movement::move_ships;
use crate::lanes::setup::deploy;
use crate::lanes::state::{Batch, action};
use crate::lanes::tables::Tables;
use crate::lanes::victory;

/// Plays a range of battles.
#[inline(always)]
pub fn run<S: Simd>(simd: S, play: Play<'_, StarmadaX>) {
    let mut fresh = play.fresh();
    let Play { tables, workspace, layout: Layout { lanes, .. }, part, .. } = play;
    let batch: &mut Batch = workspace;
    let flies = !tables.flights.is_empty();
    if part.begins() {
        batch.next.0 = [IDLE; LANES];
        batch.blasted = 0;
    }
    for _ in 0..part.steps() {
        let Some(action) = next_action(simd, &batch.next) else {
            if fresh.is_empty() {
                return;
            }
            for lane in lanes_of(lanes) {
                start(tables, batch, lane, &mut fresh);
            }
            continue;
        };
        let live = waiting_for(simd, &batch.next, action);
        // Each step is compiled on its own, with the level's instructions.
        match action {
            action::TURN => {
                simd.vectorize(
                    #[inline(always)]
                    || move_ships(simd, tables, batch, live),
                );
                if flies {
                    simd.vectorize(
                        #[inline(always)]
                        || fighters::begin(simd, tables, batch, live),
                    );
                } else {
                    store_where(simd, flags(simd, live), all(simd, action::COMBAT), &mut batch.next);
                }
            }
            action::COMBAT => {
                simd.vectorize(
                    #[inline(always)]
                    || combat_phase(simd, tables, batch, live),
                );
                end_phase(simd, tables, batch, live);
                let due = simd.vectorize(
                    #[inline(always)]
                    || next_turn(simd, tables, batch, live),
                );
                for lane in lanes_of(due) {
                    match victory::end(tables, batch, lane) {
                        None => {
                            batch.turn.0[lane] += 1;
                            batch.next.0[lane] = action::TURN;
                        }
                        Some(outcome) => {
                            batch.recorder.end(batch.battles[lane], outcome);
                            batch.next.0[lane] = IDLE;
                            batch.blasted &= !(1 << lane);
                            if fresh.refills() {
                                start(tables, batch, lane, &mut fresh);
                            }
                        }
                    }
                }
            }
            _ => {
                let flight = (action - action::FLIGHT) as usize;
                batch.served.flights.count(live);
                simd.vectorize(
                    #[inline(always)]
                    || fighters::act(simd, tables, batch, flight, live),
                );
            }
        }
    }
}

/// Begins the next turn in the lanes of `live` whose battles go on. Returns the others.
#[inline(always)]
fn next_turn<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) -> LaneMask {
    let due = victory::due(simd, tables, batch, live);
    let go_on = flags(simd, live & !due);
    store_where(simd, go_on, load(simd, &batch.turn) + all(simd, 1), &mut batch.turn);
    store_where(simd, go_on, all(simd, action::TURN), &mut batch.next);
    due
}

/// What is served next: the flight that most lanes wait for, if any lane waits for one; then combat, then a new turn. `None`
/// when all are idle.
///
/// PERF: a turn's orders cost more than all flights, so they are written for all lanes at once: where the fullest of all
/// queues was served, carrier fleets wrote them for a third of the lanes, and took 2.4 times as long.
#[inline(always)]
fn next_action<S: Simd>(simd: S, next: &Row) -> Option<u8> {
    let mut flying = mask(ge(load(simd, next), all(simd, action::FLIGHT)));
    let mut fullest = (0, None);
    while flying != 0 {
        let flight = next.0[flying.trailing_zeros() as usize];
        let waiting = waiting_for(simd, next, flight);
        flying &= !waiting;
        if waiting.count_ones() > fullest.0 {
            fullest = (waiting.count_ones(), Some(flight));
        }
    }
    if fullest.0 > 0 {
        return fullest.1;
    }
    if waiting_for(simd, next, action::COMBAT) != 0 {
        return Some(action::COMBAT);
    }
    (waiting_for(simd, next, action::TURN) != 0).then_some(action::TURN)
}

/// Gives a lane the next battle, if one is left.
fn start(tables: &Tables, batch: &mut Batch, lane: usize, fresh: &mut Fresh) {
    let Some(battle) = fresh.deal(lane, &mut batch.battles, &mut batch.keys, &mut batch.swapped) else { return };
    batch.contact.begin(lane, false);
    batch.blasted.begin(lane, false);
    batch.turn.begin(lane, 1);
    batch.next.begin(lane, action::TURN);
    for (rows, ship) in batch.ships.iter_mut().zip(&*tables.ships) {
        rows.begin(lane, &ship.design);
    }
    for flight in &mut batch.flights[..tables.flights.len()] {
        flight.begin(lane);
    }
    deploy(tables, batch, lane, battle);
}
