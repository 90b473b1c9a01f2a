//! Missiles in flight.
//!
//! Phase: movement, and whatever hits missiles. Writes `missiles`, and what damage writes where one hits.

use lanchester_core::Side;
use lanchester_lanes::hex::lanes16::{distance, step};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eq, flags, load, lookup16, mask, min_scores, pick_scores, scores_eq, scores_gt, store,
    store_scores, sub_scores,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Scores, Simd};

use super::chooser::missiles::turn;
use super::lane::Lane;
use super::state::{Batch, apart, missile_id, put};
use super::tables::Tables;
use crate::effects::{reach, spend};
use crate::event::{Event, ShipId, Spent};

/// Facings by facing + 5, which is a turn to the left, + 6 or + 7.
const TURNED: [u8; 16] = [0, 0, 0, 0, 0, 5, 0, 1, 2, 3, 4, 5, 0, 0, 0, 0];

/// A facing after a turn by 0 (left), 1 or 2 (right) less one.
#[inline(always)]
pub fn turned<S: Simd>(simd: S, facing: Bytes<S>, turn: Bytes<S>) -> Bytes<S> {
    lookup16(simd, &TURNED, facing + turn + all(simd, 5))
}

/// All missiles of a side fly, in the order of their numbers.
#[inline(always)]
pub fn fly<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, lanes: LaneMask) {
    for missile in tables.missiles.side(side) {
        let flying = lanes & batch.missiles[missile].flying;
        if flying != 0 {
            fly_one(simd, tables, batch, side, missile, flying);
        }
    }
}

/// One missile's move.
#[inline(always)]
fn fly_one<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, missile: usize, flying: LaneMask) {
    apart(
        simd,
        #[inline(always)]
        || {
            let mut turns = Row::ZERO;
            let (aimed, to) = course(simd, tables, batch, side, missile, flying, &mut turns);
            let from = batch.missiles[missile].place.hexes(simd);
            let facing = turned(simd, load(simd, &batch.missiles[missile].place.facing), load(simd, &turns));
            let (q, h) = ahead(simd, from, facing);
            let old = batch.missiles[missile].place.clone();
            let place = &mut batch.missiles[missile].place;
            let set = flags(simd, flying);
            place.q = store_scores(pick_scores(simd, set, q, from.0));
            place.h = store_scores(pick_scores(simd, set, h, from.1));
            put(simd, flying, facing, &mut place.facing);
            let id = missile_id(tables, missile);
            batch.note_each(flying, |batch, lane| {
                let to = batch.missiles[missile].place.at(lane);
                Event::Fly { missile: id, turn: turns.0[lane] as i8 - 1, to }
            });
            let hits = aimed & mask(scores_eq(simd, q, to.0) & scores_eq(simd, h, to.1));
            lose_far(simd, tables, batch, side, missile, flying & !hits, (q, h));
            for lane in lanes_of(hits) {
                let slot = batch.missiles[missile].target.0[lane];
                let ship = ShipId { side: side.opponent(), slot };
                reach(&mut Lane { tables, batch, lane }, id, ship, old.hex(lane));
            }
        },
    )
}

/// How a missile turns: by 0 (left), 1 or 2 (right) less one. Lanes in which it has a target, and where that is.
#[inline(always)]
pub fn course<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    side: Side,
    missile: usize,
    flying: LaneMask,
    turns: &mut Row,
) -> (LaneMask, (Scores<S>, Scores<S>)) {
    let target = load(simd, &batch.missiles[missile].target);
    let mut to = (all_scores(simd, 0), all_scores(simd, 0));
    let mut aimed = 0;
    for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
        let here = mask(eq(target, all(simd, slot as u8))) & batch.ships[enemy].alive;
        let (q, h) = batch.ships[enemy].place.hexes(simd);
        let set = flags(simd, here);
        to = (pick_scores(simd, set, q, to.0), pick_scores(simd, set, h, to.1));
        aimed |= here & flying;
    }
    let from = batch.missiles[missile].place.hexes(simd);
    let facing = load(simd, &batch.missiles[missile].place.facing);
    let now = distance(simd, sub_scores(to.0, from.0), sub_scores(to.1, from.1));
    let mut distances = [now; 3];
    let mut closer = [0; 3];
    for (by, (then, closer)) in (0..).zip(distances.iter_mut().zip(&mut closer)) {
        let (q, h) = ahead(simd, from, turned(simd, facing, all(simd, by)));
        *then = distance(simd, sub_scores(to.0, q), sub_scores(to.1, h));
        *closer = mask(scores_gt(simd, now, *then)) & aimed;
    }
    let none = aimed & !(closer[0] | closer[1] | closer[2]);
    closer.iter_mut().for_each(|lanes| *lanes |= none);
    closer[1] |= flying & !aimed;
    store(turn(simd, &closer, &distances), turns);
    (aimed, to)
}

/// A hex ahead.
#[inline(always)]
pub fn ahead<S: Simd>(simd: S, from: (Scores<S>, Scores<S>), facing: Bytes<S>) -> (Scores<S>, Scores<S>) {
    let (q, h) = step(simd, facing);
    (add_scores(from.0, q), add_scores(from.1, h))
}

/// A missile is lost that is too far from every enemy ship.
#[inline(always)]
fn lose_far<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    side: Side,
    missile: usize,
    flying: LaneMask,
    (q, h): (Scores<S>, Scores<S>),
) {
    let mut nearest = all_scores(simd, i16::MAX);
    for enemy in tables.ships.side(side.opponent()) {
        let to = batch.ships[enemy].place.hexes(simd);
        let hexes = distance(simd, sub_scores(to.0, q), sub_scores(to.1, h));
        let nearer = min_scores(nearest, hexes);
        nearest = pick_scores(simd, flags(simd, batch.ships[enemy].alive), nearer, nearest);
    }
    let limit = i16::from(tables.options.missile_lost_at);
    for lane in lanes_of(flying & mask(scores_gt(simd, nearest, all_scores(simd, limit - 1)))) {
        spend(&mut Lane { tables, batch, lane }, missile_id(tables, missile), Spent::Lost);
    }
}

/// Lanes in which a missile that flies at a ship is in its hex.
#[inline(always)]
pub fn met<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize, lanes: LaneMask) -> LaneMask {
    let mut meets = 0;
    let slot = all(simd, tables.ships.slot_of(ship));
    for missile in tables.missiles.side(tables.ships.side_of(ship).opponent()) {
        let rows = &batch.missiles[missile];
        if rows.flying & lanes != 0 {
            let same = shares(simd, rows.place.hexes(simd), batch.ships[ship].place.hexes(simd));
            meets |= rows.flying & lanes & same & mask(eq(load(simd, &rows.target), slot));
        }
    }
    meets
}

/// Lanes in which two hexes are one.
#[inline(always)]
pub fn shares<S: Simd>(simd: S, one: (Scores<S>, Scores<S>), other: (Scores<S>, Scores<S>)) -> LaneMask {
    mask(scores_eq(simd, one.0, other.0) & scores_eq(simd, one.1, other.1))
}
