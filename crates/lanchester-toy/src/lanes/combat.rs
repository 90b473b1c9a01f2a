//! Fire and damage: all ships fire, then all lose boxes.
//!
//! Phase: fire. Reads `north`; writes `boxes`, `dice` and `contact`, then `hull`.

use lanchester_battle::throws::seat_codes;
use lanchester_core::Side;
use lanchester_lanes::ops::{
    add_scores, all, all_scores, count_if, eighth_of_scores, eq, flags, ge, half_of_scores, load, lt, mask, minus,
    narrow, only, pick, pick_scores, plus, scores_gt, store, store_scores,
};
use lanchester_lanes::{Bytes, LaneMask, Row, Scores, Simd};

use super::state::{Batch, MAX_UNITS};
use super::tables::Tables;
use crate::design::MAX_GUNS;
use crate::event::{Event, code};
use crate::formulas::CLOSE;
use crate::policy::Target;

/// Plays the fire of a turn. Reads `north`; writes `boxes`, then `hull`, and `contact`.
#[inline(always)]
pub fn fire<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch) {
    batch.boxes = [Row::ZERO; MAX_UNITS];
    for ship in 0..tables.ships.len() {
        let acting = batch.afloat(simd, ship);
        if acting != 0 {
            volley(simd, tables, batch, ship, acting);
        }
    }
    for ship in 0..tables.ships.len() {
        let before = batch.afloat(simd, ship);
        let left = minus(load(simd, &batch.hull[ship]), load(simd, &batch.boxes[ship]));
        store(left, &mut batch.hull[ship]);
        let lost = before & !batch.afloat(simd, ship);
        batch.note(tables, lost, ship, |_, id| Event::Lost { ship: id });
    }
}

/// One ship's fire.
#[inline(always)]
fn volley<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, acting: LaneMask) {
    let table = &tables.ships[ship];
    let side = tables.ships.side_of(ship);
    let (target, range) = choose(simd, tables, batch, ship, side);
    // As the reference's `need`.
    let sixteenths = half_of_scores(eighth_of_scores(range));
    let mut need = narrow(add_scores(sixteenths, all_scores(simd, 3)));
    if tables.options.close_in {
        let close = scores_gt(simd, all_scores(simd, CLOSE as i16 + 1), range);
        need = minus(need, only(simd, close, all(simd, 1)));
    }
    let die = load(simd, &table.die);
    let rolling = acting & mask(ge(die, need));
    let (hits, criticals) = roll(simd, tables, batch, ship, rolling, need);
    let boxes = plus(hits, criticals);
    for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
        let hit = eq(target, all(simd, slot as u8)) & flags(simd, rolling);
        let sum = plus(load(simd, &batch.boxes[enemy]), only(simd, hit, boxes));
        store(sum, &mut batch.boxes[enemy]);
    }
    if batch.recorder.keeps_events() {
        let mut rows = [Row::ZERO; 4];
        for (row, bytes) in rows.iter_mut().zip([target, need, hits, criticals]) {
            store(bytes, row);
        }
        let ranges = store_scores(range);
        batch.note(tables, acting, ship, |lane, id| {
            let [target, need, hits, criticals] = [0, 1, 2, 3].map(|i: usize| rows[i].0[lane]);
            Event::Fire { ship: id, target, range: ranges[lane] as u16, need, hits, criticals }
        });
    }
}

/// Hits and critical hits: the same dice, read twice; none where no die is rolled.
#[inline(always)]
fn roll<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    rolling: LaneMask,
    need: Bytes<S>,
) -> (Bytes<S>, Bytes<S>) {
    let (mut hits, mut criticals) = (all(simd, 0), all(simd, 0));
    if rolling == 0 {
        return (hits, criticals);
    }
    batch.contact |= rolling;
    let table = &tables.ships[ship];
    let slot = usize::from(tables.ships.slot_of(ship));
    let seats = match tables.ships.side_of(ship) {
        Side::A => [code::fire(0, slot), code::fire(1, slot)],
        Side::B => [code::fire(1, slot), code::fire(0, slot)],
    };
    let mut codes = Row::ZERO;
    store(seat_codes(simd, batch.swapped, seats), &mut codes);
    batch.dice.open(simd, rolling, &batch.keys, &batch.turn, &codes);
    // A stream is opened for every volley, so dice beyond the guns change nothing.
    let mut faces = [Row::ZERO; MAX_GUNS];
    batch.dice.faces(simd, rolling, &table.die, &mut faces);
    let rolled = flags(simd, rolling);
    for face in &faces[..table.design.guns.into()] {
        let face = load(simd, face);
        hits = count_if(simd, rolled & ge(face, need), hits);
        criticals = count_if(simd, rolled & eq(face, load(simd, &table.die)), criticals);
    }
    (hits, criticals)
}

/// The slot of a ship's target and the distance to it.
#[inline(always)]
fn choose<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize, side: Side) -> (Bytes<S>, Scores<S>) {
    let mut target = all(simd, 0);
    let mut nearest = all_scores(simd, i16::MAX);
    let mut weakest = all(simd, u8::MAX);
    for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
        let range = batch.distance(simd, tables, ship, enemy);
        let hull = load(simd, &batch.hull[enemy]);
        let better = match tables.policies[side].target {
            Target::Nearest => scores_gt(simd, nearest, range),
            Target::Weakest => lt(hull, weakest),
        };
        let chosen = flags(simd, batch.afloat(simd, enemy)) & better;
        target = pick(chosen, all(simd, slot as u8), target);
        weakest = pick(chosen, hull, weakest);
        nearest = pick_scores(simd, chosen, range, nearest);
    }
    (target, nearest)
}
