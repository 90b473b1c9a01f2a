//! The speed of the next round.
//!
//! Phase: the Power Phase. Reads `ships`.

use lanchester_lanes::hex::lanes16;
use lanchester_lanes::ops::{
    add_scores, all, all_scores, count_if, flags, half_of_scores, load, mask, max_scores, min_scores, minus, pick,
    pick_scores, scores_gt, store, sub_scores, widen,
};
use lanchester_lanes::{Bytes, Flags, LaneMask, Row, Scores, Simd};

use super::exchange::Spot;
use super::movement::weigh;
use super::noise::{SPEEDS, noise_from, seed};
use crate::design::MAX_LINES;
use crate::lanes::combat::charged;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;

/// Hexes to the nearest enemy within which a tight turn matters.
const NEAR: i16 = 8;
/// Farthest that an enemy counts.
const FARTHEST: i16 = 99;

/// The line of its curve that a ship goes to in each lane of `powered`: the speed with the highest score, of those from the fastest
/// down. `off` comes off the power of each.
#[inline(always)]
pub fn speed<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    powered: LaneMask,
    legal: &[LaneMask; MAX_LINES],
    off: Bytes<S>,
    lines: &mut Row,
) {
    let side = tables.ships.side_of(ship);
    let (weights, noise) = (&tables.policies[side].speed, tables.policies[side].moves.noise);
    if noise != 0 {
        seed(tables, batch, ship, powered);
    }
    let (gap, near) = gap(simd, tables, batch, ship);
    let (ready, open) = readiness(simd, tables, batch, ship);
    let most = add_scores(open, all_scores(simd, 1));
    let none = all_scores(simd, 0);
    let (mut best, mut chosen, mut held) = (none, all(simd, 0), 0);
    let mut number = all(simd, 0);
    for (index, line) in tables.ships[ship].design.curve.iter().enumerate() {
        let lanes = legal[index];
        if lanes == 0 {
            continue;
        }
        let points = min_scores(widen(minus(all(simd, line.power), off)), most);
        let hexes = pick_scores(simd, ready, min_scores(all_scores(simd, line.speed.into()), gap), none);
        let turn = pick_scores(simd, flags(simd, near), all_scores(simd, line.radius.into()), none);
        let mut score = add_scores(weigh(simd, weights.power, points), weigh(simd, weights.close, hexes));
        score = sub_scores(score, weigh(simd, weights.agile, turn));
        if noise != 0 {
            score = add_scores(score, noise_from(simd, batch, SPEEDS, number, noise));
        }
        let better = flags(simd, lanes) & (!flags(simd, held) | scores_gt(simd, score, best));
        best = pick_scores(simd, better, score, best);
        chosen = pick(better, all(simd, index as u8), chosen);
        held |= lanes;
        number = count_if(simd, flags(simd, lanes), number);
    }
    store(chosen, lines);
}

/// Half the hexes to the range wanted from the nearest enemy, rounded up, and lanes in which it is near.
#[inline(always)]
fn gap<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize) -> (Scores<S>, LaneMask) {
    let here = Spot::of(simd, &batch.ships[ship].place);
    let mut nearest = all_scores(simd, i16::MAX);
    let mut wanted = all_scores(simd, i16::MAX);
    for (slot, enemy) in tables.ships.side(tables.ships.side_of(ship).opponent()).enumerate() {
        let (q, h) = batch.ships[enemy].place.hexes(simd);
        let hexes = lanes16::distance(simd, sub_scores(q, here.q), sub_scores(h, here.h));
        let nearer = flags(simd, batch.ships[enemy].alive) & scores_gt(simd, nearest, hexes);
        nearest = pick_scores(simd, nearer, hexes, nearest);
        wanted = pick_scores(simd, nearer, all_scores(simd, tables.ships[ship].wanted[slot].into()), wanted);
    }
    let beyond = max_scores(sub_scores(min_scores(nearest, all_scores(simd, FARTHEST)), wanted), all_scores(simd, 0));
    let near = mask(scores_gt(simd, all_scores(simd, NEAR + 1), nearest));
    (half_of_scores(add_scores(beyond, all_scores(simd, 1))), near)
}

/// Whether half of a ship's fire is charged, and how many boxes are open.
#[inline(always)]
fn readiness<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize) -> (Flags<S>, Scores<S>) {
    let (table, rows) = (&tables.ships[ship], &batch.ships[ship]);
    let none = all_scores(simd, 0);
    let (mut ready, mut whole) = (none, none);
    let mut open = all(simd, table.design.batteries) - load(simd, &rows.charged);
    for (group, of) in table.groups.iter().enumerate() {
        let intact = flags(simd, !rows.destroyed[group]);
        let peak = all_scores(simd, of.peak.into());
        whole = pick_scores(simd, intact, add_scores(whole, peak), whole);
        let full = flags(simd, charged(simd, tables, batch, ship, group));
        ready = pick_scores(simd, full, add_scores(ready, peak), ready);
        let boxes = all(simd, of.printed.yellow) - load(simd, &rows.yellow[group]);
        open = pick(intact, open + boxes, open);
    }
    (!scores_gt(simd, whole, add_scores(ready, ready)), widen(open))
}
