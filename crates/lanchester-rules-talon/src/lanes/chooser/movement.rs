//! How ships move.
//!
//! Phase: movement, and the points that prepare it. Reads `prospects`, `moved`.

use lanchester_battle::appraisal::{arc_shift, forces_from, noise, reverse_arc_shift};
use lanchester_core::Side;
use lanchester_lanes::hex::lanes16;
use lanchester_lanes::ops::{
    abs_scores, add_scores, all, all_scores, count_if, eighth_of_scores, flags, gt, half, is_zero, le, load, lookup64,
    mask, max_scores, min, min_scores, minus, mul_scores, narrow, only, pick, pick_scores, plus, scores_gt, store,
    sub_scores, widen,
};
use lanchester_lanes::{Bytes, Flags, LaneMask, Row, Scores, Simd};

use super::ahead::{Bends, TIMES, catch_up, enemy_spot, share, shared, spots, turns};
use super::exchange::{MOST_VALUE, Spot, damage, distance, guard, pair, value};
use super::noise::{STEPS, seed};
use super::{MOST_NOISE, MOST_WEIGHT};
use crate::lanes::missiles::turned;
use crate::lanes::movement::{Moves, TURNS, must_move};
use crate::lanes::state::{Batch, NONE, apart};
use crate::lanes::tables::Tables;
use crate::position::Step;

/// Against a hex with a friend in it.
const STACKED: i16 = 1500;
/// Farthest off the range wanted, and from the nearest friend, that counts.
const FARTHEST: i16 = 31;
/// Hexes from the nearest friend that cost nothing.
const CLOSE: u8 = 3;
/// Hull boxes of a ship that may explode soon.
const CRIPPLED: u8 = 2;
/// Scores of moves are kept within this, so that differences of two fit 16 bits.
const LIMIT: i16 = 16_383;
// A score fits 16 bits: to deal and to take, four features of hexes and boxes, hours off both bows, noise, and a friend in the hex.
const _: () = {
    let features = 2 * MOST_VALUE as i32 + 4 * FARTHEST as i32 + 2 * HOURS_ASTERN as i32 + MOST_NOISE as i32;
    assert!(MOST_WEIGHT as i32 * features + STACKED as i32 <= i16::MAX as i32);
};
/// Steps, and to stay.
const WAYS: usize = Step::ALL.len() + 1;
/// Hours off the bow of what is astern, and of what is in the own hex.
const HOURS_ASTERN: u8 = 6;
/// Hours off the bow of an enemy in the own hex.
const HOURS_ABEAM: u8 = 3;
/// The steps that turn.
pub const TURNING: [usize; 2] = [Step::TurnLeft as usize, Step::TurnRight as usize];
/// The steps that slip.
const SLIPPING: [usize; 2] = [Step::SlipLeft as usize, Step::SlipRight as usize];
/// The way that is to stay.
const STAY: usize = Step::ALL.len();

/// The step of a ship in each lane in which it may move, by its number; [`NONE`] where it need not and does not.
#[inline(always)]
pub fn step<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    moves: &Moves,
    waited: bool,
    steps: &mut Row,
) {
    catch_up(simd, tables, batch);
    if tables.policies[tables.ships.side_of(ship)].moves.noise != 0 {
        seed(tables, batch, ship, moves.legal[0]);
    }
    let stays = moves.legal[0] & !moves.must;
    let [straight, left, right, slip_left, slip_right] = moves.legal;
    let ways = [straight, left, right, slip_left, slip_right, stays];
    let scores = way_scores(simd, tables, batch, ship, &ways, waited);
    let side = tables.ships.side_of(ship);
    let price = 16 * i16::from(tables.policies[side].moves.burn);
    let price = pick_scores(simd, flags(simd, moves.must), all_scores(simd, 0), all_scores(simd, price));
    let mut best = scores[STAY];
    let mut chosen = all(simd, NONE);
    let mut open = stays;
    for (step, legal) in moves.legal.into_iter().enumerate() {
        if legal == 0 {
            continue;
        }
        let score = sub_scores(scores[step], price);
        let better = flags(simd, legal) & (!flags(simd, open) | scores_gt(simd, score, best));
        best = pick_scores(simd, better, score, best);
        chosen = pick(better, all(simd, step as u8), chosen);
        open |= legal;
    }
    store(chosen, steps);
}

/// The scores of the ways of a ship in the lanes in which each is of interest.
#[inline(always)]
pub fn way_scores<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    ways: &[LaneMask; WAYS],
    waited: bool,
) -> [Scores<S>; WAYS] {
    let side = tables.ships.side_of(ship);
    share(simd, tables, batch, side);
    let here = Spot::of(simd, &batch.ships[ship].place);
    let weight = tables.policies[side].moves.noise;
    let mut scores = [all_scores(simd, 0); WAYS];
    for (way, lanes) in ways.iter().enumerate() {
        if *lanes == 0 {
            continue;
        }
        let there = if way == STAY { here } else { after(simd, here, way) };
        let pending = pending(simd, tables, batch, ship, way);
        let score = position_score(simd, tables, batch, side, ship, *lanes, there, pending);
        scores[way] = if way == STAY {
            score
        } else {
            let mut score = score;
            if weight != 0 {
                score = add_scores(score, noise(simd, &batch.seeds, STEPS as u16 + way as u16, weight));
            }
            let stacked = flags(simd, taken(simd, tables, batch, side, ship, *lanes, there, waited));
            let score = pick_scores(simd, stacked, sub_scores(score, all_scores(simd, STACKED)), score);
            max_scores(min_scores(score, all_scores(simd, LIMIT)), all_scores(simd, -LIMIT))
        };
    }
    scores
}

/// Where a step leads.
#[inline(always)]
pub fn after<S: Simd>(simd: S, here: Spot<S>, step: usize) -> Spot<S> {
    let heading = turned(simd, here.facing, all(simd, TURNS[step]));
    let (q, h) = lanes16::step(simd, heading);
    let facing = if Step::ALL[step].slips() { here.facing } else { heading };
    Spot { q: add_scores(here.q, q), h: add_scores(here.h, h), facing }
}

/// Lanes in which a friend that does not go out of the way is in a hex.
#[inline(always)]
fn taken<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    side: Side,
    ship: usize,
    lanes: LaneMask,
    there: Spot<S>,
    waited: bool,
) -> LaneMask {
    let mut taken = 0;
    for other in tables.ships.side(side).filter(|other| *other != ship) {
        let goes = if waited { 0 } else { !batch.moved[other] & must_move(simd, tables, batch, other) };
        let stays = lanes & batch.ships[other].alive & !goes;
        if stays != 0 {
            let at = batch.ships[other].place.hexes(simd);
            taken |= stays & crate::lanes::missiles::shares(simd, at, (there.q, there.h));
        }
    }
    taken
}

/// Lanes in which a friend that has yet to move stands where a ship's chosen step leads.
#[inline(always)]
pub fn in_the_way<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    ship: usize,
    moving: LaneMask,
    to: (Scores<S>, Scores<S>),
) -> LaneMask {
    let mut blocked = 0;
    for other in tables.ships.side(tables.ships.side_of(ship)).filter(|other| *other != ship) {
        let waits = moving & batch.ships[other].alive & !batch.moved[other];
        if waits != 0 {
            let here = crate::lanes::missiles::shares(simd, batch.ships[other].place.hexes(simd), to);
            blocked |= waits & here & must_move(simd, tables, batch, other);
        }
    }
    blocked
}

/// How good it is to be there after the move of this impulse.
#[inline(always)]
fn position_score<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    side: Side,
    ship: usize,
    lanes: LaneMask,
    there: Spot<S>,
    pending: Bytes<S>,
) -> Scores<S> {
    apart(
        simd,
        #[inline(always)]
        || {
            let weights = &tables.policies[side].moves;
            let own = spots(simd, tables, batch, ship, there);
            let minds = !flags(simd, forces(simd, tables, batch, side));
            let mut score = all_scores(simd, 0);
            if weights.deal != 0 {
                score = weigh(simd, weights.deal, deal(simd, tables, batch, side, ship, lanes, &own, pending));
            }
            if weights.take != 0 {
                let fire = take(simd, tables, batch, side, ship, lanes, &own);
                score = sub_scores(score, mul_scores(fire, care(simd, tables, batch, side, minds)));
            }
            if weights.range != 0 || weights.bow != 0 || weights.tail != 0 || weights.face != 0 {
                let Nearest { range, bow, tail, face } = nearest(simd, tables, batch, side, ship, there);
                score = sub_scores(score, weigh(simd, weights.range, widen(range)));
                score = sub_scores(score, weigh(simd, weights.bow, widen(bow)));
                score = add_scores(score, weigh(simd, weights.tail, widen(only(simd, minds, tail))));
                score = add_scores(score, weigh(simd, weights.face, widen(face)));
            }
            if weights.spread != 0 || weights.fleet != 0 {
                let (crowd, apart) = company(simd, tables, batch, side, ship, there);
                score = sub_scores(score, weigh(simd, weights.spread, widen(crowd)));
                score = sub_scores(score, weigh(simd, weights.fleet, widen(apart)));
            }
            score
        },
    )
}

/// Lanes in which a side forces a decision: nobody has fired for so many rounds.
#[inline(always)]
pub fn forces<S: Simd>(simd: S, tables: &Tables, batch: &Batch, side: Side) -> LaneMask {
    let Some(rounds) = forces_from(tables.policies[side].force) else { return 0 };
    mask(gt(load(simd, &batch.round), plus(load(simd, &batch.fired), all(simd, rounds))))
}

/// The weight of what a ship takes: less in every round of a battle that goes on for long.
#[inline(always)]
fn care<S: Simd>(simd: S, tables: &Tables, batch: &Batch, side: Side, minds: Flags<S>) -> Scores<S> {
    let policy = &tables.policies[side];
    let weight = pick_scores(simd, minds, all_scores(simd, policy.moves.take.into()), all_scores(simd, 0));
    if policy.bold == 0 {
        return weight;
    }
    let late = widen(min(minus(load(simd, &batch.round), all(simd, policy.careful)), all(simd, 8)));
    let left = sub_scores(all_scores(simd, 8), mul_scores(late, all_scores(simd, policy.bold.into())));
    eighth_of_scores(mul_scores(weight, max_scores(left, all_scores(simd, 0))))
}

/// A feature times its weight.
#[inline(always)]
pub fn weigh<S: Simd>(simd: S, weight: i8, feature: Scores<S>) -> Scores<S> {
    mul_scores(feature, all_scores(simd, weight.into()))
}

/// So many eighths of a value.
#[inline(always)]
pub fn eighths<S: Simd>(simd: S, value: Scores<S>, of: u8) -> Scores<S> {
    if of == 8 { value } else { eighth_of_scores(mul_scores(value, all_scores(simd, of.into()))) }
}

/// The value of the best shot at one enemy: now, or later, which counts as `patience` says.
#[inline(always)]
fn deal<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    side: Side,
    ship: usize,
    lanes: LaneMask,
    own: &[Spot<S>; TIMES],
    pending: Bytes<S>,
) -> Scores<S> {
    let mut most = all_scores(simd, 0);
    let policy = &tables.policies[side];
    for (time, spot) in own.iter().enumerate() {
        let of = if time == 0 { 8 } else { policy.patience };
        if of > 0 {
            let shot = best_shot(simd, tables, batch, side, ship, lanes, *spot, time);
            most = max_scores(most, eighths(simd, shot, of));
        }
    }
    for (time, may) in (1..).zip(turns(simd, tables, batch, ship, pending)) {
        if lanes & may != 0 {
            for step in TURNING {
                let spot = after(simd, own[time - 1], step);
                let shot = best_shot(simd, tables, batch, side, ship, lanes & may, spot, time);
                most = max_scores(most, eighths(simd, shot, policy.own_turns));
            }
        }
    }
    most
}

/// Hexes that a ship has to fly before it may turn again, after a way.
#[inline(always)]
fn pending<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize, way: usize) -> Bytes<S> {
    let rows = &batch.ships[ship];
    let pending = load(simd, &rows.pending);
    let slips = way < STAY && Step::ALL[way].slips();
    if way == STAY || slips && !tables.options.slip_counts {
        pending
    } else if way == 0 || slips {
        minus(pending, all(simd, 1))
    } else {
        plus(load(simd, &rows.radius), load(simd, &rows.thrusters))
    }
}

/// The value of the best shot of a ship's charged groups from a spot at a time.
#[inline(always)]
pub fn best_shot<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    side: Side,
    ship: usize,
    lanes: LaneMask,
    spot: Spot<S>,
    time: usize,
) -> Scores<S> {
    let mut most = all_scores(simd, 0);
    let charged = load(simd, &batch.prospects[ship].charged[time]);
    for enemy in tables.ships.side(side.opponent()) {
        let alive = lanes & batch.ships[enemy].alive;
        let pair = pair(simd, tables, alive, spot, enemy_spot(simd, batch, enemy, time));
        if pair.within != 0 {
            let sixths = damage(simd, &tables.ships[ship], charged, pair);
            let worth = value(simd, sixths, &batch.prospects[enemy], pair.hit, tables.policies[side].hull);
            most = max_scores(most, worth);
        }
    }
    most
}

/// The value of the enemies' answers, the better one of the next two turns of each; its share of them.
#[inline(always)]
fn take<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    side: Side,
    ship: usize,
    lanes: LaneMask,
    own: &[Spot<S>; TIMES],
) -> Scores<S> {
    let policy = &tables.policies[side];
    let mut sum = all_scores(simd, 0);
    for enemy in tables.ships.side(side.opponent()) {
        let alive = lanes & batch.ships[enemy].alive;
        let mut most = all_scores(simd, 0);
        for time in 1..TIMES {
            let of = if time == 1 { 8 } else { policy.patience };
            let fire = answer(
                simd,
                tables,
                batch,
                (enemy, ship),
                alive,
                time,
                enemy_spot(simd, batch, enemy, time),
                own[time - 1],
            );
            most = max_scores(most, eighths(simd, fire, of));
            let Bends { turns, early, slips } = batch.prospects[enemy].bends[time - 1];
            let (free, paid) = (policy.enemy_turns, policy.enemy_points);
            for (may, steps, of) in [(turns, TURNING, free), (early, TURNING, paid), (slips, SLIPPING, paid)] {
                let may = alive & may;
                if may != 0 {
                    for step in steps {
                        let spot = after(simd, enemy_spot(simd, batch, enemy, time - 1), step);
                        let fire = answer(simd, tables, batch, (enemy, ship), may, time, spot, own[time - 1]);
                        most = max_scores(most, eighths(simd, fire, of));
                    }
                }
            }
        }
        sum = add_scores(sum, shared(simd, batch, enemy, most));
    }
    min_scores(sum, all_scores(simd, MOST_VALUE))
}

/// The value of an enemy's fire at a ship, from a spot to a spot.
#[inline(always)]
fn answer<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    (enemy, ship): (usize, usize),
    lanes: LaneMask,
    time: usize,
    from: Spot<S>,
    to: Spot<S>,
) -> Scores<S> {
    let pair = pair(simd, tables, lanes, from, to);
    if pair.within == 0 {
        return all_scores(simd, 0);
    }
    let charged = load(simd, &batch.prospects[enemy].charged[time]);
    let sixths = damage(simd, &tables.ships[enemy], charged, pair);
    let hull = tables.policies[tables.ships.side_of(ship)].hull;
    value(simd, sixths, &batch.prospects[ship], pair.hit, hull)
}

/// How a ship lies to the enemy that will be nearest.
struct Nearest<S: Simd> {
    /// Hexes off the range wanted.
    range: Bytes<S>,
    /// Hours from its bow to the enemy.
    bow: Bytes<S>,
    /// Hours from the enemy's bow to it.
    tail: Bytes<S>,
    /// Boxes of the shield that faces the enemy, by two thirds.
    face: Bytes<S>,
}

#[inline(always)]
fn nearest<S: Simd>(simd: S, tables: &Tables, batch: &Batch, side: Side, ship: usize, there: Spot<S>) -> Nearest<S> {
    let none = all_scores(simd, 0);
    let (mut nearest, mut facing) = (all_scores(simd, i16::MAX), all(simd, 0));
    let (mut dq, mut dh, mut wanted) = (none, none, none);
    let mut any = 0;
    for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
        let to = enemy_spot(simd, batch, enemy, 1);
        let (q, h) = (sub_scores(to.q, there.q), sub_scores(to.h, there.h));
        let hexes = lanes16::distance(simd, q, h);
        let alive = batch.ships[enemy].alive;
        let nearer = flags(simd, alive) & scores_gt(simd, nearest, hexes);
        nearest = pick_scores(simd, nearer, hexes, nearest);
        (dq, dh) = (pick_scores(simd, nearer, q, dq), pick_scores(simd, nearer, h, dh));
        wanted = pick_scores(simd, nearer, all_scores(simd, tables.ships[ship].wanted[slot].into()), wanted);
        facing = pick(nearer, to.facing, facing);
        any |= alive;
    }
    let charged = &batch.prospects[ship].charged;
    let charged = load(simd, &charged[0]) | load(simd, &charged[1]) | load(simd, &charged[2]);
    let farther = only(simd, is_zero(simd, charged), all(simd, tables.policies[side].withdraw));
    let wanted = add_scores(wanted, widen(farther));
    let range = narrow(min_scores(abs_scores(simd, sub_scores(nearest, wanted)), all_scores(simd, FARTHEST)));
    let bearing = lanes16::bearing(simd, dq, dh);
    let [ahead, back] = [bearing + arc_shift(simd, there.facing), bearing + reverse_arc_shift(simd, facing)];
    let bow = lookup64(simd, &tables.hours_off, ahead);
    let tail = lookup64(simd, &tables.hours_off, back);
    let shield = guard(simd, &batch.prospects[ship], lookup64(simd, &tables.arc_of, ahead));
    let face = min(half(half(shield)), all(simd, FARTHEST as u8));
    let here = scores_gt(simd, all_scores(simd, 1), nearest);
    let any = flags(simd, any);
    Nearest {
        range: only(simd, any, range),
        bow: only(simd, any, pick(here, all(simd, HOURS_ASTERN), bow)),
        tail: only(simd, any, pick(here, all(simd, HOURS_ABEAM), tail)),
        face: only(simd, any & !here, face),
    }
}

/// Friends and cripples that may explode within a hex, and hexes beyond three from the nearest friend.
#[inline(always)]
fn company<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    side: Side,
    ship: usize,
    there: Spot<S>,
) -> (Bytes<S>, Bytes<S>) {
    let (mut crowd, mut nearest) = (all(simd, 0), all(simd, u8::MAX));
    for other in (0..tables.ships.len()).filter(|other| *other != ship) {
        let friend = tables.ships.side_of(other) == side;
        let alive = batch.ships[other].alive;
        let crippled = alive & mask(le(load(simd, &batch.prospects[other].hull), all(simd, 6 * CRIPPLED)));
        if !friend && crippled == 0 {
            continue;
        }
        let hexes = distance(simd, there, Spot::of(simd, &batch.ships[other].place));
        let close = le(hexes, all(simd, 1));
        if friend {
            let set = flags(simd, alive);
            nearest = pick(set, min(nearest, hexes), nearest);
            crowd = count_if(simd, set & close, crowd);
        }
        let rating = all(simd, tables.ships[other].design.explosion);
        crowd = plus(crowd, only(simd, close & flags(simd, crippled), rating));
    }
    let lonely = is_zero(simd, nearest + all(simd, 1));
    let apart = min(minus(nearest, all(simd, CLOSE)), all(simd, FARTHEST as u8));
    (min(crowd, all(simd, FARTHEST as u8)), only(simd, !lonely, apart))
}
