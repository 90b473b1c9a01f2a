//! What action points are spent on.
//!
//! Phase: the beginning of a side's turn. Writes `spending`.

use lanchester_core::Side;
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eighth_of_scores, eq, flags, half_of_scores, load, lookup16, lt, mask, max,
    max_scores, min_scores, minus, mul_scores, narrow, only, pick, pick_scores, scores_gt, store, sub_scores, widen,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Scores, Simd};

use super::ahead::{TIMES, catch_up, enemy_spot, share, shared, spots};
use super::exchange::{Spot, damage, pair};
use super::movement::{TURNING, after, best_shot, eighths, way_scores, weigh};
use super::noise::{noise_at, seed};
use super::{MOST_NOISE, MOST_WEIGHT};
use crate::event::Marker;
use crate::lanes::action::{Open, may_redirect, uses};
use crate::lanes::movement::{moves, must_move};
use crate::lanes::state::{Batch, NONE, apart};
use crate::lanes::tables::{GroupTable, Tables};
use crate::position::Step;

/// Most that a better move counts before its weight.
const MOST_GAIN: i16 = 1023;
/// Most that a better shot counts.
const MOST_SHOT: i16 = 63;
// A score fits 16 bits: a gain before its eighth is taken, and noise.
const _: () = assert!(MOST_WEIGHT as i32 * (MOST_GAIN as i32 + MOST_NOISE as i32) <= i16::MAX as i32);
/// What a battery counts.
const BATTERY: i16 = 8;
/// What a missile with a target counts.
const MISSILE: i16 = 12;
/// Eighths that a yellow box counts by the yellow boxes that are open, itself included.
static BY_OPEN: [u8; 16] = [0, 8, 7, 6, 5, 4, 4, 3, 3, 0, 0, 0, 0, 0, 0, 0];

/// The best use so far.
struct Best<S: Simd> {
    score: Scores<S>,
    on: Bytes<S>,
    /// Lanes in which there is one.
    open: LaneMask,
}

/// What the uses of a ship's point are scored with.
#[derive(Clone, Copy)]
struct Asker<'t> {
    tables: &'t Tables,
    side: Side,
    ship: usize,
    points: LaneMask,
}

/// What a ship spends its point on, in each lane in which it has one: the use with the highest score, if that is above 0, or above
/// the price of a battery that supplies the point.
#[inline(always)]
pub fn spend<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, open: &Open) {
    apart(
        simd,
        #[inline(always)]
        || {
            catch_up(simd, tables, batch);
            let side = tables.ships.side_of(ship);
            share(simd, tables, batch, side);
            let asker = Asker { tables, side, ship, points: open.points };
            let policy = &tables.policies[side];
            let weights = &policy.points;
            if policy.moves.noise != 0 {
                seed(tables, batch, ship, open.points);
            }
            let mut best = Best { score: all_scores(simd, 0), on: all(simd, NONE), open: 0 };
            // Candidates are numbered one after another, and only ships that move have those of moves.
            let mut number = all(simd, 0);
            for group in 0..crate::design::MAX_GROUPS {
                if let Some(of) = tables.ships[ship].groups.get(group) {
                    let counts = charge(simd, batch, ship, group, of);
                    let score = eighth_of_scores(weigh(simd, weights.charge, counts));
                    consider(simd, asker, batch, &mut best, open, uses::CHARGE + group as u8, score, number);
                }
                number += all(simd, 1);
            }
            let weighs_moves = weights.maneuver != 0 || weights.slip != 0 || weights.turn != 0 || policy.turning;
            let moving = if weighs_moves { open.points & must_move(simd, tables, batch, ship) } else { 0 };
            let mut there = straight_on(simd, asker, batch);
            if moving != 0 {
                let Gains { slip, turn, to } = gains(simd, asker, batch, moving);
                if policy.turning {
                    there = to.or(simd, flags(simd, moving), there);
                }
                let scored = Open { points: open.points & moving, ..*open };
                consider(simd, asker, batch, &mut best, &scored, uses::SLIP, slip, number);
                number += step_up(simd, moving);
                let near = moving & mask(eq(load(simd, &batch.ships[ship].pending), all(simd, 1)));
                let scored = Open { points: open.points & near, ..*open };
                consider(simd, asker, batch, &mut best, &scored, uses::POWER_TURN, turn, number);
                number += step_up(simd, near);
            }
            let absorbed =
                if weights.reinforce == 0 { [all_scores(simd, 0); 4] } else { absorbed(simd, asker, batch, there) };
            for (arc, absorbed) in absorbed.into_iter().enumerate() {
                let score = weigh(simd, weights.reinforce, absorbed);
                consider(simd, asker, batch, &mut best, open, uses::REINFORCE + arc as u8, score, number);
                number += all(simd, 1);
            }
            let marker = if batch.mover.1 == 0 { uses::DEFEND } else { uses::CHANGE };
            let score = if weights.initiative == 0 {
                all_scores(simd, 0)
            } else {
                half_of_scores(half_of_scores(weigh(simd, weights.initiative, first_shot(simd, asker, batch))))
            };
            consider(simd, asker, batch, &mut best, open, marker, score, number);
            number += all(simd, 1);
            let battery = i16::from(weights.battery) * BATTERY;
            consider(simd, asker, batch, &mut best, open, uses::BATTERY, all_scores(simd, battery), number);
            number += all(simd, 1);
            let adrift = redirection(tables, batch, side, open);
            if adrift != 0 {
                let score = all_scores(simd, i16::from(weights.redirect) * MISSILE);
                take(simd, asker, batch, &mut best, adrift, uses::REDIRECT, score, number);
            }
            let price = pick_scores(simd, flags(simd, open.battery), all_scores(simd, battery), all_scores(simd, 0));
            let spent = flags(simd, best.open) & scores_gt(simd, best.score, price);
            store(pick(spent, best.on, all(simd, NONE)), &mut batch.spending.on);
        },
    )
}

/// 1 in these lanes.
#[inline(always)]
fn step_up<S: Simd>(simd: S, lanes: LaneMask) -> Bytes<S> {
    pick(flags(simd, lanes), all(simd, 1), all(simd, 0))
}

/// Takes a use in the lanes in which it is legal and better than the best so far.
#[inline(always)]
fn consider<S: Simd>(
    simd: S,
    asker: Asker<'_>,
    batch: &Batch,
    best: &mut Best<S>,
    open: &Open,
    on: u8,
    score: Scores<S>,
    number: Bytes<S>,
) {
    let legal = open.points & open.legal[usize::from(on)];
    if legal != 0 {
        take(simd, asker, batch, best, legal, on, score, number);
    }
}

#[inline(always)]
fn take<S: Simd>(
    simd: S,
    asker: Asker<'_>,
    batch: &Batch,
    best: &mut Best<S>,
    legal: LaneMask,
    on: u8,
    score: Scores<S>,
    number: Bytes<S>,
) {
    let weight = asker.tables.policies[asker.side].moves.noise;
    let score = if weight == 0 { score } else { add_scores(score, noise_at(simd, batch, number, weight)) };
    let better = flags(simd, legal) & (!flags(simd, best.open) | scores_gt(simd, score, best.score));
    best.score = pick_scores(simd, better, score, best.score);
    best.on = pick(better, all(simd, on), best.on);
    best.open |= legal;
}

/// What a yellow box of a group counts, in eighths.
#[inline(always)]
fn charge<S: Simd>(simd: S, batch: &Batch, ship: usize, group: usize, of: &GroupTable) -> Scores<S> {
    let rows = &batch.ships[ship];
    let open = all(simd, of.printed.yellow) - load(simd, &rows.yellow[group]);
    let red = lt(load(simd, &rows.red[group]), all(simd, of.printed.red));
    let urgency = minus(lookup16(simd, &BY_OPEN, open), only(simd, red, all(simd, 2)));
    mul_scores(widen(urgency), all_scores(simd, of.per_box.into()))
}

/// What a move of this impulse gains by a point.
struct Gains<S: Simd> {
    /// The score of a slip marker: what it adds to the best move, and its own.
    slip: Scores<S>,
    /// The same of an early turn.
    turn: Scores<S>,
    /// Where the best move leads without them.
    to: Spot<S>,
}

/// What a slip, and a turn, add to the best move of this impulse.
#[inline(always)]
fn gains<S: Simd>(simd: S, asker: Asker<'_>, batch: &mut Batch, moving: LaneMask) -> Gains<S> {
    let Asker { tables, side, ship, .. } = asker;
    let helm = moving & !batch.ships[ship].has(Marker::HelmDown);
    let legal = if tables.ships[ship].design.base { [0; 5] } else { moves(simd, tables, batch, ship, moving).legal };
    let scores = way_scores(simd, tables, batch, ship, &[moving, helm, helm, helm, helm, 0], false);
    let here = Spot::of(simd, &batch.ships[ship].place);
    let none = all_scores(simd, i16::MIN / 2);
    let (mut best, mut to) = ([none; 3], here);
    for (step, score) in scores.into_iter().take(Step::ALL.len()).enumerate() {
        let group = if Step::ALL[step].slips() { 1 } else { 2 };
        let better = flags(simd, legal[step]) & scores_gt(simd, score, best[0]);
        to = after(simd, here, step).or(simd, better, to);
        best[0] = pick_scores(simd, better, score, best[0]);
        if step > 0 {
            best[group] = pick_scores(simd, flags(simd, helm), max_scores(best[group], score), best[group]);
        }
    }
    let weights = &tables.policies[side].points;
    let [stay, slip, turn] = best;
    let gain = |best, own: i8| {
        let more = min_scores(max_scores(sub_scores(best, stay), all_scores(simd, 0)), all_scores(simd, MOST_GAIN));
        add_scores(eighth_of_scores(weigh(simd, weights.maneuver, more)), all_scores(simd, own.into()))
    };
    Gains { slip: gain(slip, weights.slip), turn: gain(turn, weights.turn), to }
}

/// The value of the fire that a reinforcement of each arc would absorb.
#[inline(always)]
fn absorbed<S: Simd>(simd: S, asker: Asker<'_>, batch: &Batch, there: Spot<S>) -> [Scores<S>; 4] {
    let Asker { tables, side, ship, .. } = asker;
    let threats = threats(simd, asker, batch, there);
    let boxes = all_scores(simd, 6 * i16::from(tables.options.reinforcement));
    let extra = all_scores(simd, tables.policies[side].hull.into());
    let none = all_scores(simd, 0);
    let mut absorbed = threats;
    for (absorbed, guard) in absorbed.iter_mut().zip(&batch.prospects[ship].guard) {
        let threat = *absorbed;
        let through = max_scores(sub_scores(threat, widen(load(simd, guard))), none);
        *absorbed = add_scores(min_scores(threat, boxes), mul_scores(extra, min_scores(through, boxes)));
    }
    absorbed
}

/// Where a ship is after this impulse if it goes straight on.
#[inline(always)]
fn straight_on<S: Simd>(simd: S, asker: Asker<'_>, batch: &Batch) -> Spot<S> {
    let Asker { tables, ship, .. } = asker;
    let here = Spot::of(simd, &batch.ships[ship].place);
    if tables.ships[ship].design.base {
        return here;
    }
    after(simd, here, Step::Straight as usize).or(simd, flags(simd, must_move(simd, tables, batch, ship)), here)
}

/// Fire of the enemies on each arc of a ship that is there after this impulse, in sixths: the more of their next two turns, its
/// share.
#[inline(always)]
fn threats<S: Simd>(simd: S, asker: Asker<'_>, batch: &Batch, there: Spot<S>) -> [Scores<S>; 4] {
    let Asker { tables, side, ship, points } = asker;
    let own = spots(simd, tables, batch, ship, there);
    let mut threats = [all_scores(simd, 0); 4];
    for enemy in tables.ships.side(side.opponent()) {
        let alive = points & batch.ships[enemy].alive;
        let mut most = [all(simd, 0); 4];
        let mut any = 0;
        for time in 1..TIMES {
            let to = own[time - 1];
            any |=
                fire(simd, tables, batch, enemy, alive, time, enemy_spot(simd, batch, enemy, time), to, 8, &mut most);
            let may = alive & batch.prospects[enemy].bends[time - 1].turns;
            if may != 0 {
                for step in TURNING {
                    let from = after(simd, enemy_spot(simd, batch, enemy, time - 1), step);
                    let of = tables.policies[side].enemy_turns;
                    any |= fire(simd, tables, batch, enemy, may, time, from, to, of, &mut most);
                }
            }
        }
        if any != 0 {
            for (threat, most) in threats.iter_mut().zip(most) {
                *threat = add_scores(*threat, shared(simd, batch, enemy, widen(most)));
            }
        }
    }
    threats
}

/// Takes so many eighths of an enemy's fire from a spot to a spot for the most on the arc that it hits; lanes in which it is in range.
#[inline(always)]
fn fire<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    enemy: usize,
    lanes: LaneMask,
    time: usize,
    from: Spot<S>,
    to: Spot<S>,
    of: u8,
    most: &mut [Bytes<S>; 4],
) -> LaneMask {
    let pair = pair(simd, tables, lanes, from, to);
    if pair.within == 0 {
        return 0;
    }
    let sixths = damage(simd, &tables.ships[enemy], load(simd, &batch.prospects[enemy].charged[time]), pair);
    let alert = tables.policies[tables.ships.side_of(enemy).opponent()].alert;
    let sixths = max(sixths, only(simd, flags(simd, pair.within), all(simd, alert)));
    let sixths = if of == 8 { sixths } else { narrow(eighths(simd, widen(sixths), of)) };
    for (arc, most) in most.iter_mut().enumerate() {
        let here = eq(pair.hit, all(simd, arc as u8));
        *most = pick(here, max(*most, sixths), *most);
    }
    pair.within
}

/// By how much the best shot of the next impulse is better than that of this one, if one marker more decides.
#[inline(always)]
fn first_shot<S: Simd>(simd: S, asker: Asker<'_>, batch: &Batch) -> Scores<S> {
    let Asker { tables, side, ship, points } = asker;
    let [change, defend] = [load(simd, &batch.initiative[0]), load(simd, &batch.initiative[1])];
    let other = if batch.mover.1 == 0 { all(simd, 0) } else { change };
    let decides = eq(defend, other);
    if mask(decides) & points == 0 {
        return all_scores(simd, 0);
    }
    let own = spots(simd, tables, batch, ship, Spot::of(simd, &batch.ships[ship].place));
    let mut shots = [all_scores(simd, 0); 2];
    for (time, shot) in shots.iter_mut().enumerate() {
        *shot = best_shot(simd, tables, batch, side, ship, points, own[time], time);
    }
    let more = max_scores(sub_scores(shots[1], shots[0]), all_scores(simd, 0));
    pick_scores(simd, decides, min_scores(more, all_scores(simd, MOST_SHOT)), all_scores(simd, 0))
}

/// Lanes in which the first own missile that has lost its target may have the nearest enemy for another; which they are is written.
fn redirection(tables: &Tables, batch: &mut Batch, side: Side, open: &Open) -> LaneMask {
    let enemies = tables.ships.side(side.opponent());
    let mut found = 0;
    let flying = tables.missiles.side(side).fold(0, |any, missile| any | batch.missiles[missile].flying);
    for lane in lanes_of(open.points & open.redirects & flying) {
        let lost = |missile: &usize| {
            let rows = &batch.missiles[*missile];
            let target = enemies.start + usize::from(rows.target.0[lane]);
            rows.flying >> lane & 1 == 1 && batch.ships[target].alive >> lane & 1 == 0
        };
        let Some(missile) = tables.missiles.side(side).find(lost) else { continue };
        let from = batch.missiles[missile].place.hex(lane);
        let afloat = enemies.clone().filter(|enemy| batch.ships[*enemy].alive >> lane & 1 == 1);
        let nearest = afloat.min_by_key(|enemy| batch.ships[*enemy].place.hex(lane).distance(from));
        let Some(target) = nearest.map(|enemy| tables.ships.slot_of(enemy)) else { continue };
        if may_redirect(tables, batch, missile, target, lane) {
            let spending = &mut batch.spending;
            spending.missile.0[lane] = tables.missiles.slot_of(missile);
            spending.target.0[lane] = target;
            found |= 1 << lane;
        }
    }
    found
}
