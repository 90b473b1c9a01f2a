//! When groups fire, and at what.
//!
//! Phase: fire. Reads `sight` and `prospects`.

use lanchester_core::Side;
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eq, flags, gt, half_of_scores, load, lookup16, mask, max_scores, minus, only, pick,
    pick_scores, plus, scores_gt, store, sub_scores, widen,
};
use lanchester_lanes::{Bytes, LaneMask, Row, Scores, Simd};

use super::ahead::{TIMES, catch_up, coming, enemy_spot, spots, turns};
use super::exchange::{Spot, damage, damage_of_one, guard, pair, value, value_behind};
use super::movement::{TURNING, after, eighths, forces, weigh};
use crate::design::{MAX_HULL, MAX_SHIPS};
use crate::lanes::combat::Firer;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::policy::tables::SIXTHS;
use crate::weapons::MISSILE_DAMAGE;

/// Lanes of `can` in which a group fires: when no coming shot is better as `patience` counts it, or the ship may not live to fire
/// it.
#[inline(always)]
pub fn fires<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, firer: Firer, can: LaneMask) -> LaneMask {
    catch_up(simd, tables, batch);
    let none = all_scores(simd, 0);
    let mut now = none;
    for target in targets(tables, firer) {
        let bears = batch.sight.bears[target];
        if bears != 0 {
            let value = target_value(simd, tables, batch, firer, target);
            now = pick_scores(simd, flags(simd, bears), max_scores(now, value), now);
        }
    }
    let shooting = can & mask(scores_gt(simd, now, none));
    if shooting == 0 {
        return 0;
    }
    let policy = &tables.policies[firer.side];
    let peak = tables.ships[firer.ship].groups[firer.group].peak;
    let least = (i16::from(peak) * i16::from(policy.least)) >> 3;
    let mut waits = shooting & mask(scores_gt(simd, all_scores(simd, least), now));
    if policy.patience > 0 && waits != shooting {
        let later = later(simd, tables, batch, firer, shooting & !waits);
        waits |= shooting & mask(scores_gt(simd, later, now));
    }
    waits &= !forces(simd, tables, batch, firer.side);
    if waits == 0 { shooting } else { shooting & !waits | in_danger(simd, tables, batch, firer, waits) }
}

/// All places in the sight of a group that may hold a target: ships by slot, then missiles by number.
fn targets(tables: &Tables, firer: Firer) -> impl Iterator<Item = usize> {
    let opponent = firer.side.opponent();
    let ships_alone = tables.ships[firer.ship].groups[firer.group].ships_alone;
    let missiles = if ships_alone { 0 } else { tables.missiles.side(opponent).len() };
    (0..tables.ships.side(opponent).len()).chain(MAX_SHIPS..MAX_SHIPS + missiles)
}

/// The value of a group's fire at a target that it bears on; of a ship that is too far for a launch, 0.
#[inline(always)]
fn target_value<S: Simd>(simd: S, tables: &Tables, batch: &Batch, firer: Firer, target: usize) -> Scores<S> {
    let policy = &tables.policies[firer.side];
    let of = &tables.ships[firer.ship].groups[firer.group];
    let bears = batch.sight.bears[target];
    let range = load(simd, &batch.sight.range[target]);
    let opponent = firer.side.opponent();
    if let Some(number) = target.checked_sub(MAX_SHIPS) {
        if policy.targets.intercept <= 0 {
            return all_scores(simd, 0);
        }
        let missile = &batch.missiles[tables.missiles.side(opponent).start + number];
        let [whole, damaged] = [lookup16(simd, &of.kills[0], range), lookup16(simd, &of.kills[1], range)];
        return widen(pick(flags(simd, missile.damaged), damaged, whole));
    }
    let enemy = tables.ships.side(opponent).start + target;
    let from = Spot::of(simd, &batch.ships[firer.ship].place);
    let to = Spot::of(simd, &batch.ships[enemy].place);
    let mut lanes = bears;
    if of.launches {
        lanes &= !mask(gt(range, all(simd, policy.launch_range)));
    }
    let pair = pair(simd, tables, lanes, from, to);
    let sixths = damage_of_one(simd, &of.reach, pair);
    let prospect = &batch.prospects[enemy];
    if !of.launches {
        return value(simd, sixths, prospect, pair.hit, policy.hull);
    }
    let shield = guard(simd, prospect, pair.hit);
    let coming = incoming(simd, tables, batch, firer.side, target);
    let hull = minus(load(simd, &prospect.hull), minus(coming, shield));
    value_behind(simd, sixths, minus(shield, coming), hull, policy.hull)
}

/// Damage that missiles in flight at an enemy will do to it, in sixths; more than 255 would not be more than it has boxes.
#[inline(always)]
fn incoming<S: Simd>(simd: S, tables: &Tables, batch: &Batch, side: Side, slot: usize) -> Bytes<S> {
    let mut coming = all(simd, 0);
    for missile in tables.missiles.side(side) {
        let rows = &batch.missiles[missile];
        if rows.flying != 0 {
            let at = eq(load(simd, &rows.target), all(simd, slot as u8)) & flags(simd, rows.flying);
            coming = plus(coming, only(simd, at, all(simd, SIXTHS as u8 * MISSILE_DAMAGE)));
        }
    }
    coming
}

/// The value of the best shot of a group in the next two turns, as `patience` and `own_turns` count it.
#[inline(always)]
fn later<S: Simd>(simd: S, tables: &Tables, batch: &Batch, firer: Firer, lanes: LaneMask) -> Scores<S> {
    let policy = &tables.policies[firer.side];
    let here = Spot::of(simd, &batch.ships[firer.ship].place);
    let own = spots(simd, tables, batch, firer.ship, here);
    let turns = turns(simd, tables, batch, firer.ship, load(simd, &batch.ships[firer.ship].pending));
    let mut most = all_scores(simd, 0);
    for time in 1..TIMES {
        let straight = shot(simd, tables, batch, firer, lanes, own[time], time);
        let mut best = eighths(simd, straight, policy.patience);
        let may = lanes & turns[time - 1];
        if may != 0 {
            for step in TURNING {
                let bent = shot(simd, tables, batch, firer, may, after(simd, own[time - 1], step), time);
                best = max_scores(best, eighths(simd, bent, policy.own_turns));
            }
        }
        let crossed = coming(batch.step, time as u8).crossed;
        most = max_scores(most, if crossed { sub_scores(best, half_of_scores(half_of_scores(best))) } else { best });
    }
    most
}

/// The value of the best shot of a group from a spot at a time.
#[inline(always)]
fn shot<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    firer: Firer,
    lanes: LaneMask,
    spot: Spot<S>,
    time: usize,
) -> Scores<S> {
    let reach = &tables.ships[firer.ship].groups[firer.group].reach;
    let mut best = all_scores(simd, 0);
    for enemy in tables.ships.side(firer.side.opponent()) {
        let alive = lanes & batch.ships[enemy].alive;
        let pair = pair(simd, tables, alive, spot, enemy_spot(simd, batch, enemy, time));
        if pair.within != 0 {
            let sixths = damage_of_one(simd, reach, pair);
            let hull = tables.policies[firer.side].hull;
            best = max_scores(best, value(simd, sixths, &batch.prospects[enemy], pair.hit, hull));
        }
    }
    best
}

/// Lanes in which the enemies' next fire may mark half of the ship's hull boxes that are left.
#[inline(always)]
fn in_danger<S: Simd>(simd: S, tables: &Tables, batch: &Batch, firer: Firer, lanes: LaneMask) -> LaneMask {
    let here = Spot::of(simd, &batch.ships[firer.ship].place);
    let own = &batch.prospects[firer.ship];
    let mut through = all_scores(simd, 0);
    for enemy in tables.ships.side(firer.side.opponent()) {
        let alive = lanes & batch.ships[enemy].alive;
        let pair = pair(simd, tables, alive, enemy_spot(simd, batch, enemy, 1), here);
        if pair.within != 0 {
            let charged = load(simd, &batch.prospects[enemy].charged[1]);
            let sixths = damage(simd, &tables.ships[enemy], charged, pair);
            through = add_scores(through, widen(minus(sixths, guard(simd, own, pair.hit))));
        }
    }
    // Half a box is three sixths.
    let half = half_of_scores(widen(load(simd, &own.hull)));
    lanes & !mask(scores_gt(simd, half, through))
}

/// The target of a weapon in each lane, by its place in the ship's sight: the one with the highest score.
#[inline(always)]
pub fn aim<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, firer: Firer, targets_of: &mut Row) {
    let weights = &tables.policies[firer.side].targets;
    let enemies = tables.ships.side(firer.side.opponent());
    let mut chosen = all(simd, 0);
    // Where one place alone has targets nothing is weighed.
    let held = batch.sight.bears.iter().filter(|lanes| **lanes != 0).count();
    if held > 1 {
        catch_up(simd, tables, batch);
    }
    let mut best = all_scores(simd, 0);
    let mut open = 0;
    for target in targets(tables, firer) {
        let bears = batch.sight.bears[target];
        if bears == 0 {
            continue;
        }
        if held == 1 {
            chosen = all(simd, target as u8);
            break;
        }
        let value = target_value(simd, tables, batch, firer, target);
        let score = if target >= MAX_SHIPS {
            weigh(simd, weights.intercept, value)
        } else {
            let enemy = enemies.start + target;
            let left = all(simd, tables.ships[enemy].design.hull.len() as u8) - load(simd, &batch.ships[enemy].hull);
            let points = i16::from(weights.points) * i16::from(tables.ships[enemy].points);
            let marked = sub_scores(all_scores(simd, MAX_HULL as i16), widen(left));
            let score = add_scores(weigh(simd, weights.damage, value), weigh(simd, weights.finish, marked));
            add_scores(score, all_scores(simd, points))
        };
        let better = flags(simd, bears) & (!flags(simd, open) | scores_gt(simd, score, best));
        chosen = pick(better, all(simd, target as u8), chosen);
        best = pick_scores(simd, better, score, best);
        open |= bears;
    }
    store(chosen, targets_of);
}
