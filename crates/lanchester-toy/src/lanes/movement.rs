//! Movement: all ships choose, then all go.
//!
//! Phase: movement. Reads `hull` and `north`; writes `north`.

use lanchester_lanes::hex::lanes16::{room, step};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, flags, half_of_scores, load, load_scores, max_scores, min, min_scores, mul_scores,
    narrow, only, pick, pick_scores, scores_gt, store, store_scores, sub_scores, widen,
};
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use super::state::{Batch, MAX_UNITS};
use super::tables::Tables;
use crate::event::Event;
use crate::options::{MAX_SPEED, facing};

/// Plays the movement of a turn. Writes `north`.
#[inline(always)]
pub fn movement<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch) {
    let mut ahead = [Row::ZERO; MAX_UNITS];
    for ship in 0..tables.ships.len() {
        if batch.afloat(simd, ship) != 0 {
            let chosen = choose(simd, tables, batch, ship, &ahead);
            store(chosen, &mut ahead[ship]);
        }
    }
    for ship in 0..tables.ships.len() {
        let acting = batch.afloat(simd, ship);
        if acting == 0 {
            continue;
        }
        let steps = widen(only(simd, flags(simd, acting), load(simd, &ahead[ship])));
        let (_, step_h) = step(simd, facings(simd, batch.in_seat_1(tables.ships.side_of(ship))));
        let north = load_scores(simd, &batch.north[ship]);
        batch.north[ship] = store_scores(add_scores(north, mul_scores(steps, step_h)));
        let north = batch.north[ship];
        batch.note(tables, acting, ship, |lane, id| Event::Move {
            ship: id,
            ahead: ahead[ship].0[lane],
            north: north[lane],
        });
    }
}

/// Facings of a fleet, by the lanes in which it has seat 1.
#[inline(always)]
fn facings<S: Simd>(simd: S, in_seat_1: LaneMask) -> Bytes<S> {
    pick(flags(simd, in_seat_1), all(simd, facing(1).index()), all(simd, facing(0).index()))
}

/// Hexes that a ship goes, when `ahead` has those of the ships before it: see [`crate::policy::Policy::ahead`].
#[inline(always)]
fn choose<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize, ahead: &[Row; MAX_UNITS]) -> Bytes<S> {
    let side = tables.ships.side_of(ship);
    let policy = &tables.policies[side];
    let mut nearest = all_scores(simd, i16::MAX);
    for enemy in tables.ships.side(side.opponent()) {
        let range = batch.distance(simd, tables, ship, enemy);
        let nearer = flags(simd, batch.afloat(simd, enemy)) & scores_gt(simd, nearest, range);
        nearest = pick_scores(simd, nearer, range, nearest);
    }
    let too_far = max_scores(sub_scores(nearest, all_scores(simd, policy.keep)), all_scores(simd, 0));
    let column = all_scores(simd, tables.ships[ship].start[0].0);
    let north = load_scores(simd, &batch.north[ship]);
    let most = room(simd, tables.board, column, north, facings(simd, batch.in_seat_1(side)));
    let want = min_scores(half_of_scores(too_far), all_scores(simd, policy.speed.into()));
    let mut chosen = narrow(min_scores(want, most));
    // The first ship of the formation afloat leads, so the last to have its say here.
    let most = narrow(min_scores(most, all_scores(simd, MAX_SPEED.into())));
    for leader in (tables.ships.side(side).start..ship).rev() {
        if tables.together(leader, ship) {
            let follows = flags(simd, batch.afloat(simd, leader));
            chosen = pick(follows, min(load(simd, &ahead[leader]), most), chosen);
        }
    }
    chosen
}
