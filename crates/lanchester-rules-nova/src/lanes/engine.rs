//! The loop that plays battles.
//!
//! Every lane remembers what it does next. The loop serves the action that most lanes wait for, wherever they are: lanes
//! of several batches are gathered for it ([`crate::lanes::compaction`]). Lanes need not be in the same turn or phase, nor have
//! the same side to act: whoever waits is served when its queue is the fullest, so that few lanes idle. A lane whose
//! battle is over is given the next battle of the range at once. None of this touches results: a battle depends on its
//! own key only.
//!
//! Phase: all. Writes `next`, `contact`, `served`, `scratch.fleet_slots` where lanes are served in place, and
//! everything of a lane that begins a battle.

use lanchester_battle::compaction::{Source, Task, fullest};
use lanchester_battle::queue::{Fresh, IDLE, fullest_batch, waiting_for};
use lanchester_battle::{Layout, Play};
use lanchester_core::Side;
use lanchester_lanes::ops::{all, flags, store_where};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LANES, LaneMask, Row, Simd};

use crate::game::Nova;
use crate::lanes::chooser::{Choice, choose};
use crate::lanes::combat::fire_ship;
use crate::lanes::compaction::{Compaction, gather, scatter_damage};
use crate::lanes::movement::{arrivals, arrive, conclude};
use crate::lanes::setup::{deploy, deploy_in_lines};
use crate::lanes::state::{Batch, Scratch, ShipRows, Workspace, action};
use crate::lanes::tables::Tables;
use crate::lanes::{turn, victory};

/// Plays a range of battles.
#[inline(always)]
pub fn run<S: Simd>(simd: S, play: Play<'_, Nova>) {
    let mut fresh = play.fresh();
    let Play { tables, workspace, layout: Layout { batches, lanes, .. }, part, .. } = play;
    let workspace: &mut Workspace = workspace;
    let mut batches = batches.clamp(1, workspace.batches.len());
    if part.begins() {
        batches = fresh.batches(lanes, batches);
        workspace.batches.iter_mut().for_each(|batch| batch.next.0 = [IDLE; LANES]);
    } else {
        for batch in &mut workspace.batches[..batches] {
            simd.vectorize(
                #[inline(always)]
                || turn::select_again(simd, tables, batch),
            );
        }
    }
    for _ in 0..part.steps() {
        // Each step is compiled on its own, with the level's instructions.
        let turning = simd.vectorize(
            #[inline(always)]
            || fullest_batch(simd, &workspace.batches[..batches], [action::TURN, action::END]),
        );
        let task = simd.vectorize(
            #[inline(always)]
            || fullest(simd, &workspace.batches[..batches], &tables.classes, [action::MOVE, action::FIRE]),
        );
        match (task, turning) {
            (Some((task, count)), turning) if count >= LANES as u32 || turning.is_none() => {
                act(simd, tables, workspace, batches, task);
            }
            (_, Some(number)) => simd.vectorize(
                #[inline(always)]
                || turn_over(simd, tables, workspace, number, &mut fresh),
            ),
            (_, None) => {
                if fresh.is_empty() {
                    return;
                }
                for batch in &mut workspace.batches[..batches] {
                    simd.vectorize(
                        #[inline(always)]
                        || start(simd, tables, batch, &mut workspace.scratch, lanes, &mut fresh),
                    );
                }
            }
        }
    }
}

/// Serves a task for all who wait for it, as far as they fill a batch.
#[inline(always)]
fn act<S: Simd>(simd: S, tables: &Tables, workspace: &mut Workspace, batches: usize, task: Task) {
    let Workspace { batches: sources, full, compaction, scratch, served } = workspace;
    let batches = &mut sources[..batches];
    let ships = &tables.classes[task.class];
    let fires = task.action == action::FIRE;
    simd.vectorize(
        #[inline(always)]
        || compaction.select(simd, batches, ships, task.action),
    );
    let (me, live) = if compaction.in_place() {
        let Source { ship, lanes, .. } = compaction.sources()[0];
        scratch.fleet_slots = Row([tables.ships.slot_of(ship); LANES]);
        (ship, lanes)
    } else {
        let me = ships[0];
        let keys = fires || tables.policies[tables.ships.side_of(me)].moves.noise != 0;
        let live = simd.vectorize(
            #[inline(always)]
            || gather(simd, tables, compaction, batches, full, scratch, me, keys),
        );
        (me, live)
    };
    let occupancy = if fires { &mut served.fire } else { &mut served.moves };
    occupancy.count(live);
    if fires {
        fire(simd, tables, (batches, full), compaction, scratch, me, live);
    } else {
        steer(simd, tables, (batches, full), compaction, scratch, me, live);
    }
    for source in compaction.sources() {
        end_activation(simd, tables, &mut batches[source.batch], source.ship, source.lanes, fires);
    }
}

/// Fires with a ship, and scatters what that does.
///
/// PERF: one piece of code for lanes that are served in place and for those that were gathered: two would not be kept in the
/// processor's instruction caches.
#[inline(always)]
fn fire<S: Simd>(
    simd: S,
    tables: &Tables,
    (batches, full): (&mut [Batch], &mut Batch),
    compaction: &Compaction,
    scratch: &mut Scratch,
    me: usize,
    live: LaneMask,
) {
    let batch = if compaction.in_place() {
        &mut batches[compaction.sources()[0].batch]
    } else {
        full.vp = [[0; LANES]; 2];
        &mut *full
    };
    let shooting = simd.vectorize(
        #[inline(always)]
        || fire_ship(simd, tables, batch, scratch, me, live),
    );
    if compaction.in_place() || shooting == 0 {
        return;
    }
    simd.vectorize(
        #[inline(always)]
        || {
            for (number, batch) in batches.iter_mut().enumerate() {
                batch.contact |= compaction.scatter_mask(simd, full.contact, number);
            }
            for (slot, enemy) in tables.ships.side(tables.ships.side_of(me).opponent()).enumerate() {
                if scratch.damage[slot] != Row::ZERO {
                    scatter_damage(simd, tables, compaction, full, batches, enemy);
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
    (batches, full): (&mut [Batch], &mut Batch),
    compaction: &Compaction,
    scratch: &mut Scratch,
    me: usize,
    live: LaneMask,
) {
    let batch = if compaction.in_place() { &batches[compaction.sources()[0].batch] } else { &*full };
    let choice = simd.vectorize(
        #[inline(always)]
        || choose(simd, tables, batch, scratch, me, live),
    );
    let to = simd.vectorize(
        #[inline(always)]
        || arrivals(simd, tables, batch, scratch, &choice, me),
    );
    simd.vectorize(
        #[inline(always)]
        || {
            for source in compaction.sources() {
                let to = if compaction.in_place() { to } else { compaction.scatter_rows(simd, to, source.batch) };
                arrive(simd, &mut batches[source.batch], source.ship, source.lanes, to);
            }
        },
    );
    for source in compaction.sources() {
        for slot in lanes_of(to_conclude(scratch, &choice, source.slots)) {
            let lane = compaction.lane(slot);
            conclude(tables, &mut batches[source.batch], scratch, &choice, slot, source.ship, lane);
        }
    }
}

/// Lanes of a move in which something is left to do or to note.
#[inline(always)]
fn to_conclude(scratch: &Scratch, choice: &Choice, live: LaneMask) -> LaneMask {
    if scratch.recorder.keeps_events() { live } else { live & !choice.found }
}

/// Finds out what the lanes do next in which a ship has acted.
#[inline(always)]
fn end_activation<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, live: LaneMask, fire: bool) {
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
fn turn_over<S: Simd>(simd: S, tables: &Tables, workspace: &mut Workspace, number: usize, fresh: &mut Fresh) {
    let (batch, scratch) = (&mut workspace.batches[number], &mut workspace.scratch);
    let ending = waiting_for(simd, &batch.next, action::END);
    let over = turn::may_be_over(simd, tables, batch, scratch, ending);
    turn::next_turn(simd, batch, ending & !over);
    let mut ended = 0;
    for lane in lanes_of(over) {
        if let Some(outcome) = victory::end(tables, batch, scratch, lane) {
            scratch.recorder.end(batch.battles[lane], outcome);
            ended |= 1 << lane;
        }
    }
    turn::next_turn(simd, batch, over & !ended);
    if ended != 0 {
        store_where(simd, flags(simd, ended), all(simd, IDLE), &mut batch.next);
        if fresh.refills() {
            start(simd, tables, batch, scratch, ended, fresh);
        }
    }
    let beginning = waiting_for(simd, &batch.next, action::TURN);
    workspace.served.turns.count(beginning);
    if beginning != 0 {
        turn::begin(simd, tables, batch, scratch, beginning);
    }
}

/// Gives the lanes of `which` the next battles, as far as there are any.
#[inline(always)]
fn start<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    scratch: &mut Scratch,
    which: LaneMask,
    fresh: &mut Fresh,
) {
    let free = tables.stations.iter().all(Option::is_none);
    let mut started = 0;
    for lane in lanes_of(which) {
        let Some(battle) = fresh.deal(lane, &mut batch.battles, &mut batch.keys, &mut batch.swapped) else { break };
        started |= 1 << lane;
        for side in Side::BOTH {
            batch.vp[side][lane] = 0;
        }
        if !free {
            deploy(tables, batch, scratch, lane, battle);
        }
    }
    if free && started != 0 {
        deploy_in_lines(simd, tables, batch, scratch, started);
    }
    let (set, none) = (flags(simd, started), all(simd, 0));
    batch.contact &= !started;
    store_where(simd, set, all(simd, 1), &mut batch.turn);
    store_where(simd, set, all(simd, action::TURN), &mut batch.next);
    for ship in &mut batch.ships[..tables.ships.len()] {
        ship.alive |= started;
        ship.ready &= !started;
        for row in &mut ship.rows_mut()[ShipRows::DAMAGE..] {
            store_where(simd, set, none, row);
        }
    }
}
