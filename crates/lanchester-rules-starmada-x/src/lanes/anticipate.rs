//! Where enemies may be when fire is exchanged: all ships move at once, blind.
//!
//! Phase: movement, before any ship is given its orders. Reads where enemies are, their `run` and `engines`; writes
//! `prospects`.

use lanchester_battle::anticipation::{Prospect, along, turned};
use lanchester_core::Side;
use lanchester_hex::lanes::{on_board, room};
use lanchester_hex::{Board, Hex};
use lanchester_lanes::ops::{all, half, is_zero, load, min, minus, only, pick};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use crate::lanes::field::Field;
use crate::lanes::state::{Batch, MIXTURE};
use crate::lanes::tables::Tables;
use crate::policy::Anticipate;

/// Fills `batch.prospects` for the enemies of `side`, as its policy anticipates them. Returns how many places to look at.
///
/// Nobody is expected in an object, or beyond one that lies ahead. `live` are the lanes anybody asks about.
#[inline(always)]
pub fn anticipate<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, live: LaneMask) -> usize {
    let how = tables.policies[side].anticipate;
    let board = tables.options.board;
    for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
        let rows = &batch.ships[enemy];
        let (q, h, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
        let places = &mut batch.prospects[slot];
        if how == Anticipate::Still {
            places[0].set(simd, q, h, facing);
            continue;
        }
        let points = minus(all(simd, tables.ships[enemy].design.engines), load(simd, &rows.engines));
        let ahead = match &tables.field {
            None => room(simd, board, q, h, facing),
            Some(field) => load(simd, &field.room([&rows.q, &rows.h, &rows.facing], live)),
        };
        let run = min(min(load(simd, &rows.run), points), ahead);
        let (dq, dh) = along(simd, facing, run);
        places[0].set(simd, q + dq, h + dh, facing);
        if how == Anticipate::Mixture {
            mixture(simd, board, places, (q, h), facing, points, ahead);
            if let Some(field) = &tables.field {
                stay_out(field, places, [&rows.q, &rows.h], live);
            }
        }
    }
    if how == Anticipate::Mixture { MIXTURE } else { 1 }
}

/// Typical orders of an enemy with so many movement points, besides going on as it did: all ahead, nothing, a turn to
/// either side at once and the rest ahead, half ahead and then a turn, one hex back. Where a way leaves the board it stays.
#[inline(always)]
fn mixture<S: Simd>(
    simd: S,
    board: Board,
    places: &mut [Prospect; MIXTURE],
    (q, h): (Bytes<S>, Bytes<S>),
    facing: Bytes<S>,
    points: Bytes<S>,
    ahead: Bytes<S>,
) {
    let (dq, dh) = along(simd, facing, min(points, ahead));
    places[1].set(simd, q + dq, h + dh, facing);
    places[2].set(simd, q, h, facing);
    let one = all(simd, 1);
    let able = !is_zero(simd, points);
    let rest = minus(points, one);
    for (place, by) in [(3, 5), (4, 1)] {
        let new = pick(able, turned(simd, facing, by), facing);
        let (dq, dh) = along(simd, new, rest);
        let stays = on_board(simd, board, q + dq, h + dh);
        places[place].set(simd, q + only(simd, stays, dq), h + only(simd, stays, dh), new);
    }
    let (dq, dh) = along(simd, facing, min(half(rest), ahead));
    for (place, by) in [(5, 5), (6, 1)] {
        places[place].set(simd, q + dq, h + dh, pick(able, turned(simd, facing, by), facing));
    }
    let behind = turned(simd, facing, 3);
    let (dq, dh) = along(simd, behind, only(simd, !is_zero(simd, half(points)), one));
    let stays = on_board(simd, board, q + dq, h + dh);
    places[7].set(simd, q + only(simd, stays, dq), h + only(simd, stays, dh), facing);
}

/// Places in objects become the hex where the ship is.
fn stay_out(field: &Field, places: &mut [Prospect; MIXTURE], [q, h]: [&Row; 2], live: LaneMask) {
    for place in places {
        for lane in lanes_of(live) {
            if field.is_solid(Hex { q: place.q.0[lane] as i8, h: place.h.0[lane] as i8 }) {
                (place.q.0[lane], place.h.0[lane]) = (q.0[lane], h.0[lane]);
            }
        }
    }
}
