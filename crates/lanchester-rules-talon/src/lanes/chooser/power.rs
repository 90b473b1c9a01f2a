//! The speed of the next round.
//!
//! Phase: the Power Phase. Reads `ships`.

use lanchester_lanes::hex::lanes16;
use lanchester_lanes::ops::{
    add_scores, all, all_scores, count_if, flags, half_of_scores, load, mask, max_scores, min_scores, minus,
    mul_scores, pick, pick_scores, scores_gt, store, sub_scores, widen,
};
use lanchester_lanes::{Bytes, Flags, LaneMask, Row, Scores, Simd};

use super::exchange::Spot;
use super::movement::weigh;
use super::noise::{SPEEDS, noise_from, seed};
use crate::design::MAX_LINES;
use crate::lanes::combat::charged;
use crate::lanes::missiles::turned;
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
    let Quarry { gap, leads, runs, near } = quarry(simd, tables, batch, ship);
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
        if weights.meet != 0 || weights.trail != 0 {
            let short = sub_scores(leads, all_scores(simd, line.speed.into()));
            let over = pick_scores(simd, flags(simd, runs), sub_scores(none, short), none);
            let off = add_scores(
                weigh(simd, weights.meet, max_scores(short, none)),
                weigh(simd, weights.trail, max_scores(over, none)),
            );
            score = pick_scores(simd, ready, sub_scores(score, off), score);
        }
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

/// The nearest enemy, as the speed of the next round sees it.
struct Quarry<S: Simd> {
    /// Half the hexes to the range wanted from it, rounded up.
    gap: Scores<S>,
    /// Hexes to fly to be there at the end of the round, if it keeps its course and speed; below 0 where it comes too near.
    leads: Scores<S>,
    /// Lanes in which it is farther then.
    runs: LaneMask,
    /// Lanes in which it is near.
    near: LaneMask,
}

#[inline(always)]
fn quarry<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize) -> Quarry<S> {
    let here = Spot::of(simd, &batch.ships[ship].place);
    let mut nearest = all_scores(simd, i16::MAX);
    let (mut wanted, mut then) = (nearest, nearest);
    for (slot, enemy) in tables.ships.side(tables.ships.side_of(ship).opponent()).enumerate() {
        let there = Spot::of(simd, &batch.ships[enemy].place);
        let now = hexes(simd, here, there.q, there.h);
        let nearer = flags(simd, batch.ships[enemy].alive) & scores_gt(simd, nearest, now);
        nearest = pick_scores(simd, nearer, now, nearest);
        wanted = pick_scores(simd, nearer, all_scores(simd, tables.ships[ship].wanted[slot].into()), wanted);
        let speed = widen(load(simd, &batch.ships[enemy].speed));
        let ahead = after(simd, here, there, speed, 1);
        // Slips keep a course too.
        let aside = max_scores(after(simd, here, there, speed, 0), after(simd, here, there, speed, 2));
        let away = !scores_gt(simd, now, ahead);
        let runs = pick_scores(simd, away, max_scores(ahead, aside), ahead);
        then = pick_scores(simd, nearer, runs, then);
    }
    let farthest = all_scores(simd, FARTHEST);
    let beyond = max_scores(sub_scores(min_scores(nearest, farthest), wanted), all_scores(simd, 0));
    let near = mask(scores_gt(simd, all_scores(simd, NEAR + 1), nearest));
    Quarry {
        gap: half_of_scores(add_scores(beyond, all_scores(simd, 1))),
        leads: sub_scores(min_scores(then, farthest), wanted),
        runs: mask(scores_gt(simd, then, nearest)),
        near,
    }
}

/// Hexes from a spot to a ship that went so many hexes on one of its courses, ahead or to either side, as [`turned`] counts them.
#[inline(always)]
fn after<S: Simd>(simd: S, from: Spot<S>, ship: Spot<S>, speed: Scores<S>, course: u8) -> Scores<S> {
    let (q, h) = lanes16::step(simd, turned(simd, ship.facing, all(simd, course)));
    hexes(simd, from, add_scores(ship.q, mul_scores(q, speed)), add_scores(ship.h, mul_scores(h, speed)))
}

/// Hexes from a spot.
#[inline(always)]
fn hexes<S: Simd>(simd: S, from: Spot<S>, q: Scores<S>, h: Scores<S>) -> Scores<S> {
    lanes16::distance(simd, sub_scores(q, from.q), sub_scores(h, from.h))
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
