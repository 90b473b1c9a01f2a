//! Where a flight flies and what it attacks.
//!
//! Phase: fighters. Reads ships, flights and `reach`; writes nothing itself, but `flood` is called where something is
//! in the way.

use lanchester_core::Side;
use lanchester_lanes::hex::Hex;
use lanchester_lanes::hex::lanes::{STEP_H, STEP_Q, distance, on_board};
use lanchester_lanes::ops::{
    all, all_scores, eighth_of_scores, eq, flags, ge, half, is_zero, le, load, lookup16, lt, mask, min, minus,
    mul_scores, only, pick, pick_scores, scores_gt, signed_abs, signed_lt, store, sub_scores, widen,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, Flags, LaneMask, Row, Scores, Simd};

use crate::formulas::FLY;
use crate::lanes::explosions::{blast, holds_blast};
use crate::lanes::fire::flak;
use crate::lanes::flood::{flood, nearest_reached, reached};
use crate::lanes::stacks::leaders;
use crate::lanes::state::{Batch, FLIGHTS, NONE};
use crate::lanes::tables::Tables;
use crate::policy::WAITS;

/// A flight attacks what it can be next to.
const STRIKES: u8 = FLY + 1;

/// What a flight has found so far.
struct Hunt<S: Simd> {
    from: (Bytes<S>, Bytes<S>),
    live: LaneMask,
    /// Weight against hexes away.
    near: i16,
    /// The nearest enemy that it would attack, how far away it is, and whether it comes.
    goal: (Bytes<S>, Bytes<S>),
    goal_away: Bytes<S>,
    goal_comes: Flags<S>,
    /// The best target that it can attack now, where that is, and its score.
    target: Bytes<S>,
    place: (Bytes<S>, Bytes<S>),
    best: Scores<S>,
}

impl<S: Simd> Hunt<S> {
    /// Looks at an enemy that is `there` and may have moved.
    #[inline(always)]
    fn consider(
        &mut self,
        simd: S,
        code: u8,
        (q, h): (Bytes<S>, Bytes<S>),
        [there, moved]: [LaneMask; 2],
        score: Scores<S>,
    ) {
        let away = distance(q - self.from.0, h - self.from.1);
        let there = flags(simd, there & self.live);
        let closer = there & lt(away, self.goal_away);
        self.goal_away = pick(closer, away, self.goal_away);
        self.goal_comes = closer & flags(simd, moved) | !closer & self.goal_comes;
        self.goal = (pick(closer, q, self.goal.0), pick(closer, h, self.goal.1));
        let near = there & le(away, all(simd, STRIKES));
        let score = sub_scores(score, mul_scores(widen(away), all_scores(simd, self.near)));
        let better = near & (scores_gt(simd, score, self.best) | eq(self.target, all(simd, NONE)));
        self.best = pick_scores(simd, better, score, self.best);
        self.target = pick(better, all(simd, code), self.target);
        self.place = (pick(better, q, self.place.0), pick(better, h, self.place.1));
    }
}

/// Expected hits of a flight in explosions of this strength, its target's and its own, in eighths of those without. Beyond
/// 6 sixes are pooled: of a full flight's, about a seventh of the hits are left at 7, next to nothing above.
static HITS_LEFT: [u8; 16] = [8, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// What is left of the gain from attacking something in explosions of this strength.
#[inline(always)]
fn weakened<S: Simd>(simd: S, gain: Scores<S>, strength: Bytes<S>) -> Scores<S> {
    let eighths = lookup16(simd, &HITS_LEFT, min(strength, all(simd, 15)));
    eighth_of_scores(mul_scores(gain, widen(eighths)))
}

/// A flight about to act.
struct Flight<S: Simd> {
    side: Side,
    /// Where it is.
    at: (Bytes<S>, Bytes<S>),
    live: LaneMask,
    /// Lanes in which something is in the way, so that its reach is flooded. Elsewhere ten hexes are ten hexes.
    around: LaneMask,
    /// Whether there are explosions in any lane.
    blasted: bool,
    /// Lanes in which it sees the board from seat 1.
    seat_1: Flags<S>,
}

/// Chooses a target and a hex to attack it from, or a hex nearer to the enemy. The hex is one that the flight can reach.
#[inline(always)]
pub fn fly<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, live: LaneMask) -> (Row, [Row; 2]) {
    let side = tables.flights.side_of(me);
    let around = if tables.field.is_some() { live } else { live & batch.blasted };
    for lane in lanes_of(around) {
        flood(tables, batch, me, lane);
    }
    let rows = &batch.flights[me];
    let seat_1 = flags(simd, side.second(batch.swapped));
    let at = (load(simd, &rows.q), load(simd, &rows.h));
    let flight = Flight { side, at, live, around, blasted: live & batch.blasted != 0, seat_1 };
    let hunt = flight.find_target(simd, tables, batch);
    let ((mut q, mut h), found) = flight.find_hex(simd, tables, batch, &hunt);
    let target = pick(found, hunt.target, all(simd, NONE));
    // Those that attack nothing fly toward the nearest enemy that they would attack.
    let idle = live & mask(!found & lt(hunt.goal_away, all(simd, 200)));
    if idle != 0 {
        let (tq, th) = flight.advance(simd, tables, batch, &hunt);
        q = pick(flags(simd, idle), tq, q);
        h = pick(flags(simd, idle), th, h);
    }
    let mut to = [Row::ZERO; 2];
    store(q, &mut to[0]);
    store(h, &mut to[1]);
    let mut goal = [Row::ZERO; 2];
    store(hunt.goal.0, &mut goal[0]);
    store(hunt.goal.1, &mut goal[1]);
    for lane in lanes_of(idle & around) {
        let hex = |rows: &[Row; 2]| Hex { q: rows[0].0[lane] as i8, h: rows[1].0[lane] as i8 };
        // The straight way may end in a pocket between objects.
        if tables.field.is_some() || !reached(batch, lane, hex(&to)) {
            let seat = side.seat(batch.battles[lane]);
            let instead = nearest_reached(tables, batch, lane, hex(&goal), seat);
            (to[0].0[lane], to[1].0[lane]) = (instead.q as u8, instead.h as u8);
        }
    }
    let mut targets = Row::ZERO;
    store(target, &mut targets);
    (targets, to)
}

impl<S: Simd> Flight<S> {
    /// Looks at every enemy ship and stack that the policy would attack.
    #[inline(always)]
    fn find_target(&self, simd: S, tables: &Tables, batch: &Batch) -> Hunt<S> {
        let Self { side, at, live, blasted, .. } = *self;
        let weights = tables.policies[side].flights;
        let mut hunt = Hunt {
            from: at,
            live,
            near: weights.near.into(),
            goal: at,
            goal_away: all(simd, 200),
            goal_comes: flags(simd, 0),
            target: all(simd, NONE),
            place: at,
            best: all_scores(simd, i16::MIN),
        };
        if weights.ships > 0 {
            for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
                let (ft, fr) = (&tables.ships[enemy], &batch.ships[enemy]);
                let prey = widen(lookup16(simd, &ft.prey, load(simd, &fr.shields)));
                let left = widen(minus(all(simd, ft.design.hull), load(simd, &fr.hull)));
                let place = (load(simd, &fr.q), load(simd, &fr.h));
                let mut gain = mul_scores(prey, all_scores(simd, weights.ships.into()));
                if blasted {
                    gain = weakened(simd, gain, blast(simd, tables, batch, place));
                }
                let score = sub_scores(gain, mul_scores(left, all_scores(simd, weights.finish.into())));
                let moved = !mask(is_zero(simd, load(simd, &fr.run)));
                hunt.consider(simd, slot as u8, place, [fr.alive, moved], score);
            }
        }
        if weights.flights > 0 {
            for (slot, enemy) in tables.flights.side(side.opponent()).enumerate() {
                let fr = &batch.flights[enemy];
                let place = (load(simd, &fr.q), load(simd, &fr.h));
                let leads = leaders(simd, tables, batch, enemy);
                let fighters = widen(load(simd, &fr.fighters));
                let mut score = mul_scores(fighters, all_scores(simd, 12 * i16::from(weights.flights)));
                if blasted && tables.options.explosions_hinder_dogfights {
                    score = weakened(simd, score, blast(simd, tables, batch, place));
                }
                hunt.consider(simd, FLIGHTS + slot as u8, place, [leads, !0], score);
            }
        }
        hunt
    }

    /// The hex beside the target from which it is attacked, or the target's own hex for flights; and where there is one.
    #[inline(always)]
    fn find_hex(&self, simd: S, tables: &Tables, batch: &Batch, hunt: &Hunt<S>) -> ((Bytes<S>, Bytes<S>), Flags<S>) {
        let Self { side, at, around, blasted, seat_1, .. } = *self;
        let Hunt { target, place: (target_q, target_h), .. } = *hunt;
        let weights = tables.policies[side].flights;
        let (mut q, mut h) = at;
        let mut found = flags(simd, 0);
        let mut best = all_scores(simd, i16::MIN);
        let attacking = !eq(target, all(simd, NONE));
        if mask(attacking) == 0 {
            return (at, found);
        }
        for way in 0..7u8 {
            // LANES: the same way seen from either seat, so that both battles of a pair are mirror images.
            let turned = if way == 6 { way } else { (way + 3) % 6 };
            let facing = pick(seat_1, all(simd, turned), all(simd, way));
            let (nq, nh) = (target_q + lookup16(simd, &STEP_Q, facing), target_h + lookup16(simd, &STEP_H, facing));
            let away = distance(nq - at.0, nh - at.1);
            let mut legal = attacking & on_board(simd, tables.options.board, nq, nh) & le(away, all(simd, FLY));
            if way == 6 {
                legal &= ge(target, all(simd, FLIGHTS));
            }
            let mut legal = mask(legal);
            if legal & around != 0 {
                legal &= clear(simd, tables, batch, (nq, nh), at, legal, around);
            }
            if legal == 0 {
                continue;
            }
            let mut score = sub_scores(all_scores(simd, 0), widen(away));
            if weights.cover != 0 {
                let fire = widen(flak(simd, tables, batch, side, (nq, nh)));
                score = sub_scores(score, mul_scores(fire, all_scores(simd, weights.cover.into())));
            }
            if blasted {
                // A flight in whose hex a ship exploded hits less from there: that counts as some hexes of its way.
                let strength = blast(simd, tables, batch, (nq, nh));
                let hindered = tables.options.explosions_hinder_dogfights;
                let matters = if hindered { attacking } else { lt(target, all(simd, FLIGHTS)) };
                score = sub_scores(score, mul_scores(widen(only(simd, matters, strength)), all_scores(simd, 16)));
            }
            let better = flags(simd, legal) & (scores_gt(simd, score, best) | !found);
            best = pick_scores(simd, better, score, best);
            q = pick(better, nq, q);
            h = pick(better, nh, h);
            found |= flags(simd, legal);
        }
        ((q, h), found)
    }

    /// Where it flies that attacks nothing: ten hexes toward its goal, or fewer where it waits out of fire.
    #[inline(always)]
    fn advance(&self, simd: S, tables: &Tables, batch: &Batch, hunt: &Hunt<S>) -> (Bytes<S>, Bytes<S>) {
        let wait = i16::from(tables.policies[self.side].flights.wait);
        let half = all(simd, (tables.options.turn_cap / 2) as u8);
        let waits = le(load(simd, &batch.turn), half) & hunt.goal_comes;
        if wait == 0 || mask(waits) & self.live == 0 {
            return toward(simd, self.at, hunt.goal, hunt.goal_away, self.seat_1, FLY);
        }
        let mut to = self.at;
        let mut best = all_scores(simd, i16::MIN);
        for most in WAITS {
            let (q, h) = toward(simd, self.at, hunt.goal, hunt.goal_away, self.seat_1, most);
            // LANES: where it does not wait no fire counts, so that it goes as far as it can.
            let fire = widen(only(simd, waits, flak(simd, tables, batch, self.side, (q, h))));
            let score = sub_scores(all_scores(simd, most.into()), mul_scores(fire, all_scores(simd, wait)));
            let better = scores_gt(simd, score, best);
            best = pick_scores(simd, better, score, best);
            to = (pick(better, q, to.0), pick(better, h, to.1));
        }
        to
    }
}

/// Lanes of `asked` in which the flight can reach the hex: it holds neither explosion nor object, and there is a way around
/// them. `around` are the lanes in which its reach is known.
#[inline(always)]
fn clear<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    (q, h): (Bytes<S>, Bytes<S>),
    (q0, h0): (Bytes<S>, Bytes<S>),
    asked: LaneMask,
    around: LaneMask,
) -> LaneMask {
    let stays = mask(eq(q, q0) & eq(h, h0));
    let mut open = asked & (!holds_blast(simd, tables, batch, (q, h)) | stays);
    let mut rows = [Row::ZERO; 2];
    store(q, &mut rows[0]);
    store(h, &mut rows[1]);
    for lane in lanes_of(open & around) {
        if !reached(batch, lane, Hex { q: rows[0].0[lane] as i8, h: rows[1].0[lane] as i8 }) {
            open &= !(1 << lane);
        }
    }
    open
}

/// At most so many hexes toward the goal, or to the hex before it.
#[inline(always)]
fn toward<S: Simd>(
    simd: S,
    (q, h): (Bytes<S>, Bytes<S>),
    (goal_q, goal_h): (Bytes<S>, Bytes<S>),
    away: Bytes<S>,
    seat_1: Flags<S>,
    most: u8,
) -> (Bytes<S>, Bytes<S>) {
    let zero = all(simd, 0);
    let (dq, dh) = (goal_q - q, goal_h - h);
    let (a, b) = (signed_abs(dq), signed_abs(dh));
    let steps = min(minus(away, all(simd, 1)), all(simd, most));
    // Across the columns first, each step half a hex up or down; then straight.
    let across = min(steps, a);
    // As far up or down as the steps across lead: an even or odd number as they are.
    let slope = min(b, across);
    let odd = (slope ^ across) & all(simd, 1);
    let slope = pick(is_zero(simd, slope), odd, slope - odd);
    let straight = min(steps - across, half(minus(b, slope)));
    let up = slope + straight + straight;
    // LANES: level with the goal it is all the same, so each seat has its own way and pairs of battles are mirror images.
    let (west, south) = (signed_lt(dq, zero), signed_lt(dh, zero) | (is_zero(simd, dh) & seat_1));
    (q + pick(west, zero - across, across), h + pick(south, zero - up, up))
}

#[cfg(test)]
mod tests {
    use super::HITS_LEFT;
    use crate::formulas::hits;

    /// All 46,656 falls of six dice, counted by the reference: the mean hits at each number, to the nearest eighth of two.
    #[test]
    fn hits_left_are_the_expected_hits_of_a_full_flight() {
        for (strength, eighths) in (0..6u8).zip(HITS_LEFT) {
            let falls = (0..6u32.pow(6)).map(|n| [0, 1, 2, 3, 4, 5].map(|die| (n / 6u32.pow(die) % 6) as u8 + 1));
            let sum: u32 = falls.map(|faces| u32::from(hits(&faces, 5 + strength))).sum();
            let exact = f64::from(8 * sum) / f64::from(2 * 6u32.pow(6));
            assert_eq!(f64::from(eighths), exact.round(), "strength {strength}: {exact}");
        }
    }
}
