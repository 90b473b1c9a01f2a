//! The loop that plays battles.
//!
//! Every lane remembers what it does next. The loop serves the action that most lanes wait for, wherever they are: lanes
//! of several batches are put together for it ([`crate::lanes::roster`]). Lanes need not be in the same turn or phase, nor have
//! the same side to act: whoever waits is served when his queue is the fullest, so that few lanes idle. A lane whose
//! battle is over is given the next battle of the range at once. None of this touches results: a battle depends on its
//! own key only.

use std::ops::Range;

use lanchester_core::Side;
use lanchester_dice::CellKey;
use lanchester_lanes::ops::{all, flags, store_where};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Kernel, LANES, LaneMask, Row, Simd};

use crate::lanes::chooser::{Choice, choose};
use crate::lanes::combat::fire_ship;
use crate::lanes::movement::{arrivals, arrive, conclude};
use crate::lanes::roster::{Roster, Source, Task, fullest};
use crate::lanes::setup::deploy;
use crate::lanes::state::{Batch, Desk, Hall, Step, action};
use crate::lanes::tables::Tables;
use crate::lanes::turn;

/// Plays battles `battles` of a cell; outcomes go to `hall.desk.outcomes`, counted from the first battle.
pub struct Play<'a> {
    /// The matchup.
    pub tables: &'a Tables,
    /// Working memory.
    pub hall: &'a mut Hall,
    /// Study seed.
    pub seed: u64,
    /// Cell number.
    pub cell: u64,
    /// Battles to play, no more than `desk.outcomes` holds.
    pub battles: Range<u64>,
    /// Batches to use, 1 to [`crate::lanes::roster::BATCHES`]: all of them but in tests.
    pub batches: usize,
    /// Lanes of each to use: all of them but in tests.
    pub lanes: LaneMask,
    /// Give a finished lane its next battle at once (else the whole batch waits for the last one; for tests).
    pub refill: bool,
}

impl Kernel for Play<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Play { tables, hall, seed, cell, battles, batches, lanes, refill } = self;
        let mut fresh = Fresh { key: CellKey::new(seed, cell), first: battles.start, battles, refill };
        // No more batches than the battles fill.
        let needed = fresh.battles.clone().count().div_ceil(lanes.count_ones().max(1) as usize);
        let batches = batches.clamp(1, hall.batches.len()).min(needed.max(1));
        hall.batches.iter_mut().for_each(|batch| batch.next.0 = [action::IDLE; LANES]);
        loop {
            // Each step is compiled on its own, with the level's instructions.
            let turning = simd.vectorize(
                #[inline(always)]
                || turn::fullest(simd, &hall.batches[..batches]),
            );
            let task = simd.vectorize(
                #[inline(always)]
                || fullest(simd, tables, &hall.batches[..batches]),
            );
            match (task, turning) {
                (Some((task, count)), turning) if count >= LANES as u32 || turning.is_none() => {
                    act(simd, tables, hall, batches, task);
                }
                (_, Some(number)) => simd.vectorize(
                    #[inline(always)]
                    || turn_over(simd, tables, hall, number, &mut fresh),
                ),
                (_, None) => {
                    if fresh.battles.is_empty() {
                        return;
                    }
                    for batch in &mut hall.batches[..batches] {
                        simd.vectorize(
                            #[inline(always)]
                            || start(simd, tables, batch, &mut hall.desk, lanes, &mut fresh),
                        );
                    }
                }
            }
        }
    }
}

/// Serves a task for all who wait for it, as far as they fill a batch.
#[inline(always)]
fn act<S: Simd>(simd: S, tables: &Tables, hall: &mut Hall, batches: usize, task: Task) {
    let Hall { batches: homes, full, roster, desk, served } = hall;
    let homes = &mut homes[..batches];
    simd.vectorize(
        #[inline(always)]
        || roster.call(simd, tables, homes, task),
    );
    let (me, live) = if roster.at_home() {
        let Source { ship, lanes, .. } = roster.sources()[0];
        desk.slots = Row([tables.slot_of(ship); LANES]);
        (ship, lanes)
    } else {
        let me = tables.classes[task.class][0];
        let keys = task.fire || tables.policies[tables.side_of(me)].moves.noise != 0;
        let live = simd.vectorize(
            #[inline(always)]
            || roster.gather(simd, tables, homes, full, &mut desk.slots, me, keys),
        );
        (me, live)
    };
    tally(served, if task.fire { Step::Fire } else { Step::Move }, live);
    if task.fire {
        fire(simd, tables, (homes, full), roster, desk, me, live);
    } else {
        steer(simd, tables, (homes, full), roster, desk, me, live);
    }
    for source in roster.sources() {
        go_on(simd, tables, &mut homes[source.batch], source.ship, source.lanes, task.fire);
    }
}

/// Fires with a ship, and brings home what that does.
///
/// PERF: one piece of code for lanes that are served at home and for those that were put together: two would not be kept in
/// the processor's instruction caches.
#[inline(always)]
fn fire<S: Simd>(
    simd: S,
    tables: &Tables,
    (homes, full): (&mut [Batch], &mut Batch),
    roster: &Roster,
    desk: &mut Desk,
    me: usize,
    live: LaneMask,
) {
    let batch = if roster.at_home() {
        &mut homes[roster.sources()[0].batch]
    } else {
        full.contact = 0;
        full.vp = [[0; LANES]; 2];
        &mut *full
    };
    let shooting = simd.vectorize(
        #[inline(always)]
        || fire_ship(simd, tables, batch, desk, me, live),
    );
    if roster.at_home() || shooting == 0 {
        return;
    }
    let side = tables.side_of(me);
    simd.vectorize(
        #[inline(always)]
        || {
            for (number, home) in homes.iter_mut().enumerate() {
                home.contact |= roster.home_lanes(simd, full.contact, number);
            }
            for (slot, foe) in tables.side(side.foe()).enumerate() {
                if desk.damage[slot] != Row::ZERO {
                    roster.bring_home(simd, tables, full, homes, foe, side);
                }
            }
        },
    );
}

/// Moves a ship.
#[inline(always)]
fn steer<S: Simd>(
    simd: S,
    tables: &Tables,
    (homes, full): (&mut [Batch], &mut Batch),
    roster: &Roster,
    desk: &mut Desk,
    me: usize,
    live: LaneMask,
) {
    let batch = if roster.at_home() { &homes[roster.sources()[0].batch] } else { &*full };
    let choice = simd.vectorize(
        #[inline(always)]
        || choose(simd, tables, batch, desk, me, live),
    );
    let to = simd.vectorize(
        #[inline(always)]
        || arrivals(simd, tables, batch, desk, &choice, me),
    );
    simd.vectorize(
        #[inline(always)]
        || {
            for source in roster.sources() {
                let to = if roster.at_home() { to } else { roster.home_rows(simd, to, source.batch) };
                arrive(simd, &mut homes[source.batch], source.ship, source.lanes, to);
            }
        },
    );
    for source in roster.sources() {
        for place in lanes_of(to_conclude(desk, &choice, source.places)) {
            let lane = roster.lane(place);
            conclude(tables, &mut homes[source.batch], desk, &choice, place, source.ship, lane);
        }
    }
}

/// Lanes of a move in which something is left to do or to note.
#[inline(always)]
fn to_conclude(desk: &Desk, choice: &Choice, live: LaneMask) -> LaneMask {
    if desk.record.is_some() { live } else { live & !choice.found }
}

/// Finds out what the lanes do next in which a ship has acted.
#[inline(always)]
fn go_on<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, live: LaneMask, fire: bool) {
    simd.vectorize(
        #[inline(always)]
        || {
            turn::end_activation(simd, tables, batch, ship, live, fire);
            if !fire {
                turn::enter_combat(simd, tables, batch);
            }
        },
    );
}

/// Ends the turn in every lane of a batch that waits for it, begins battles where others are over, and then the next turn.
#[inline(always)]
fn turn_over<S: Simd>(simd: S, tables: &Tables, hall: &mut Hall, number: usize, fresh: &mut Fresh) {
    let (batch, desk) = (&mut hall.batches[number], &mut hall.desk);
    let ending = turn::waiting_for(simd, &batch.next, action::END);
    let over = turn::may_be_over(simd, tables, batch, desk, ending);
    turn::next_turn(simd, batch, ending & !over);
    let mut ended = 0;
    for lane in lanes_of(over) {
        if let Some(outcome) = turn::end(tables, batch, desk, lane) {
            desk.outcomes[(batch.battle[lane] - fresh.first) as usize] = outcome;
            ended |= 1 << lane;
        }
    }
    turn::next_turn(simd, batch, over & !ended);
    if ended != 0 {
        store_where(simd, flags(simd, ended), all(simd, action::IDLE), &mut batch.next);
        if fresh.refill {
            start(simd, tables, batch, desk, ended, fresh);
        }
    }
    let beginning = turn::waiting_for(simd, &batch.next, action::TURN);
    tally(&mut hall.served, Step::Turn, beginning);
    if beginning != 0 {
        turn::begin(simd, tables, batch, desk, beginning);
    }
}

fn tally(served: &mut [[u64; 2]; 3], step: Step, lanes: LaneMask) {
    let [servings, all] = &mut served[step as usize];
    *servings += 1;
    *all += u64::from(lanes.count_ones());
}

/// Battles that have yet to begin.
struct Fresh {
    key: CellKey,
    /// The first of all.
    first: u64,
    battles: Range<u64>,
    refill: bool,
}

/// Gives the lanes of `which` the next battles, as far as there are any.
#[inline(always)]
fn start<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, desk: &mut Desk, which: LaneMask, fresh: &mut Fresh) {
    let mut started = 0;
    for (lane, battle) in lanes_of(which).zip(&mut fresh.battles) {
        let bit = 1 << lane;
        started |= bit;
        batch.battle[lane] = battle;
        batch.keys[lane] = fresh.key.pair(battle / 2).0;
        batch.swapped = batch.swapped & !bit | (battle % 2) << lane;
        for side in Side::BOTH {
            batch.vp[side][lane] = 0;
        }
        deploy(tables, batch, desk, lane, battle);
    }
    let (set, none) = (flags(simd, started), all(simd, 0));
    batch.contact &= !started;
    store_where(simd, set, all(simd, 1), &mut batch.turn);
    store_where(simd, set, all(simd, action::TURN), &mut batch.next);
    for ship in &mut batch.ships[..tables.ships.len()] {
        ship.alive |= started;
        ship.ready &= !started;
        for row in ship.damage_rows_mut() {
            store_where(simd, set, none, row);
        }
    }
}
