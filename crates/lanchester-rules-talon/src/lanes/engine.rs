//! The loop: all lanes play the same impulse, each of its own round, and lanes whose battle is over get the next ones when the
//! next round begins.
//!
//! Phase: all. Writes `live`, `step`, `round`, `turn`, `received` and, of a lane that begins a battle, `battles`, `keys`, `swapped`.

use lanchester_battle::Play;
use lanchester_battle::queue::Fresh;
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Simd};

use super::power::power_phase;
use super::setup::set_up;
use super::state::Batch;
use super::tables::Tables;
use super::turn::impulse;
use crate::Talon;
use crate::event::code::POWER_PHASE;

/// Plays a range of battles.
#[inline(always)]
pub fn run<S: Simd>(simd: S, play: Play<'_, Talon>) {
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
            batch.step = 0;
            deal(tables, batch, &mut fresh, layout.lanes);
            continue;
        }
        if batch.step == 0 && fresh.refills() {
            deal(tables, batch, &mut fresh, layout.lanes);
        }
        begin(batch);
        if batch.step == POWER_PHASE {
            power_phase(simd, tables, batch);
        } else {
            impulse(simd, tables, batch);
        }
        for rows in &mut batch.ships[..tables.ships.len()] {
            rows.received = [0; 3];
        }
        batch.step = if batch.step == POWER_PHASE { 0 } else { batch.step + 1 };
    }
}

/// Gives the lanes that have no battle the next ones.
fn deal(tables: &Tables, batch: &mut Batch, fresh: &mut Fresh, lanes: LaneMask) {
    for lane in lanes_of(lanes & !batch.live) {
        let Some(battle) = fresh.deal(lane, &mut batch.battles, &mut batch.keys, &mut batch.swapped) else { return };
        batch.live |= 1 << lane;
        set_up(tables, batch, lane, battle);
    }
}

/// Counts the round at impulse A, and works out the turn of this moment's streams.
fn begin(batch: &mut Batch) {
    if batch.step == 0 {
        lanes_of(batch.live).for_each(|lane| batch.round.0[lane] += 1);
    }
    batch.begin_moment();
}
