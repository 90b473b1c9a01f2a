//! Where enemies that have yet to move may be when fire is exchanged.
//!
//! Phase: movement, before a ship chooses. Reads where enemies are, their `speed`, `lost`, `alive` and `ready`; writes
//! `scratch.prospects`.

use lanchester_battle::anticipation::{along, turned};
use lanchester_lanes::hex::lanes::{on_board, room};
use lanchester_lanes::ops::{all, flags, le, load, lookup16, mask, min, minus, only, pick, plus};
use lanchester_lanes::{Bytes, LaneMask, Simd};

use crate::design::THRUST;
use crate::lanes::state::{Batch, REPLIES, Reply, Scratch};
use crate::lanes::tables::Tables;
use crate::policy::Anticipate;

/// East coordinate of ships that are gone: farther from every hex of a board, and of its surroundings, than any two of
/// its hexes are from each other.
pub const GONE: u8 = 100;

/// Fills `scratch.prospects` for the enemies of `me`, as its policy anticipates them. Returns how many places to look at in the
/// lanes of `live`.
#[inline(always)]
pub fn anticipate<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &mut Scratch,
    me: usize,
    how: Anticipate,
    live: LaneMask,
) -> usize {
    let side = tables.ships.side_of(me);
    let mut replies_to_come = 0;
    for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
        let rows = &batch.ships[enemy];
        let q = pick(flags(simd, rows.alive), load(simd, &rows.q), all(simd, GONE));
        let h = load(simd, &rows.h);
        let facing = load(simd, &rows.facing);
        let waiting = rows.ready & rows.alive;
        let places = &mut scratch.prospects[slot];
        if how == Anticipate::Still {
            write(simd, &mut places[0], q, h, facing, !0);
            continue;
        }
        let ahead = room(simd, tables.board, q, h, facing);
        let speed = load(simd, &rows.speed);
        let run = only(simd, flags(simd, waiting), min(speed, ahead));
        let (dq, dh) = along(simd, facing, run);
        write(simd, &mut places[0], q + dq, h + dh, facing, !0);
        if how == Anticipate::Reply {
            let thrust = lookup16(simd, &tables.ships[enemy].thrust, load(simd, &rows.lost[THRUST]));
            replies(simd, tables, places, (q, h), facing, speed, thrust, ahead, waiting);
            replies_to_come |= waiting & live;
        }
    }
    // PERF: the last to move have the others where they are.
    if replies_to_come != 0 { REPLIES } else { 1 }
}

#[inline(always)]
fn write<S: Simd>(simd: S, reply: &mut Reply, q: Bytes<S>, h: Bytes<S>, facing: Bytes<S>, possible: LaneMask) {
    reply.at.set(simd, q, h, facing);
    reply.possible = possible;
}

/// Writes the typical moves of a ship that has yet to move.
#[inline(always)]
pub(in crate::lanes) fn typical_moves<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    ship: usize,
    places: &mut [Reply; REPLIES],
) {
    let rows = &batch.ships[ship];
    let (q, h, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
    let ahead = room(simd, tables.board, q, h, facing);
    let speed = load(simd, &rows.speed);
    let (dq, dh) = along(simd, facing, min(speed, ahead));
    write(simd, &mut places[0], q + dq, h + dh, facing, !0);
    let thrust = lookup16(simd, &tables.ships[ship].thrust, load(simd, &rows.lost[THRUST]));
    replies(simd, tables, places, (q, h), facing, speed, thrust, ahead, !0);
}

/// A dozen typical moves of an enemy that has yet to move: straight at three speeds, one turn early, late and in
/// place to either side, about in place.
#[inline(always)]
fn replies<S: Simd>(
    simd: S,
    tables: &Tables,
    places: &mut [Reply; REPLIES],
    (q, h): (Bytes<S>, Bytes<S>),
    facing: Bytes<S>,
    speed: Bytes<S>,
    thrust: Bytes<S>,
    ahead: Bytes<S>,
    waiting: LaneMask,
) {
    for (place, run) in [(1, min(plus(speed, thrust), ahead)), (2, min(minus(speed, thrust), ahead))] {
        let (dq, dh) = along(simd, facing, run);
        write(simd, &mut places[place], q + dq, h + dh, facing, waiting);
    }
    let agile = mask(le(speed, thrust)) & waiting;
    let mut next = 3;
    for by in [1, 5] {
        let new = turned(simd, facing, by);
        // Turn at once and run.
        let (dq, dh) = along(simd, new, thrust);
        let possible = mask(on_board(simd, tables.board, q + dq, h + dh)) & agile;
        write(simd, &mut places[next], q + dq, h + dh, new, possible);
        // Run and turn.
        let (dq, dh) = along(simd, facing, min(thrust, ahead));
        write(simd, &mut places[next + 1], q + dq, h + dh, new, agile);
        // Turn in place.
        write(simd, &mut places[next + 2], q, h, new, agile);
        next += 3;
    }
    for by in [2, 3, 4] {
        write(simd, &mut places[next], q, h, turned(simd, facing, by), agile);
        next += 1;
    }
}
