//! The initial thrust: toward which course.

use lanchester_battle::weights::noise;
use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_lanes::{Kernel, Simd};

use super::Player;
use super::flight::around;
use crate::event::code::{Of, of};
use crate::formulas::range::{BRACKETS, ENDS, MAX_RANGE};
use crate::options::MAX_TURNS;
use crate::policy::Policy;
use crate::reference::Battle;

/// What a hex of approach and a turn of contact count, beside fire.
const UNIT: f64 = 20.0;
/// Courses that are looked at together, by vectors.
const TOGETHER: usize = 8;
/// A number for each of them.
type Row = [f64; TOGETHER];
const ZERO: Row = [0.0; TOGETHER];

/// An enemy unit as a unit that chooses its course sees it.
struct Enemy {
    /// From the unit to it.
    apart: Hex16,
    /// Its velocity less the unit's.
    velocity: Hex16,
    /// What the unit's beams are worth against it in a turn, and its against the unit, by bracket.
    exchange: [[f64; BRACKETS]; 2],
}

impl Player<'_> {
    /// What the beams of one unit are worth against another by bracket: each ship fires at the best.
    pub(super) fn broadsides(&self, battle: &Battle<'_>, unit: usize, other: usize) -> [f64; BRACKETS] {
        let mut sum = [0.0; BRACKETS];
        for ship in battle.ships_of(unit) {
            let (id, mut best) = (battle.ships[ship].id, [0.0f64; BRACKETS]);
            for enemy in battle.ships_of(other) {
                let worth = self.tables.exchange(id.side, id.slot, battle.ships[enemy].id.slot);
                best.iter_mut().zip(worth).for_each(|(best, worth)| *best = best.max(*worth));
            }
            sum.iter_mut().zip(best).for_each(|(sum, best)| *sum += best);
        }
        sum
    }

    /// Where the future marker of a unit goes: a step toward the best course that it can reach.
    pub(super) fn best_thrust(&self, battle: &Battle<'_>, unit: usize) -> Option<Facing> {
        let own = &battle.units[unit];
        let policy = self.policy(own.id.side);
        let left = policy.thrust_of(own.hexes).saturating_sub(battle.sub_phase - 1);
        if left == 0 {
            return None;
        }
        let share = battle.units_of(own.seat).count() as f64;
        let enemy = |enemy: usize| {
            let apart = own.track.present.to(battle.units[enemy].track.present);
            let velocity = own.track.velocity().to(battle.units[enemy].track.velocity());
            let exchange =
                [self.broadsides(battle, unit, enemy), self.broadsides(battle, enemy, unit).map(|worth| worth / share)];
            Enemy { apart, velocity, exchange }
        };
        let enemies: Vec<Enemy> = battle.units_of(1 - own.seat).map(enemy).collect();
        let code = of(own.seat, own.id.number.into(), Of::Policy(battle.sub_phase));
        let seed = self.key.stream_seed(0, code) as i16 | 1;
        let (enemies, turns) = (enemies.as_slice(), battle.options.turn_cap.into());
        let by = self.level.dispatch(Search { enemies, policy, turns, left, seed });
        let hexes = by.distance(Hex16::default());
        Facing::ALL.into_iter().find(|facing| hexes > 0 && by.distance(facing.step().into()) < hexes)
    }
}

/// The search for the best course of a unit, if no enemy thrusts any more.
struct Search<'a> {
    enemies: &'a [Enemy],
    policy: &'a Policy,
    /// Turns to come.
    turns: usize,
    /// Hexes of thrust.
    left: u8,
    /// For random numbers of the policy.
    seed: i16,
}

impl Kernel for Search<'_> {
    type Output = Hex16;

    #[inline(always)]
    fn run<S: Simd>(self, _: S) -> Hex16 {
        let weights = &self.policy.course;
        let thrift = 5.0 * f64::from(weights.thrift);
        let mut best = (f64::NEG_INFINITY, 0, Hex16::default());
        let mut index = 0;
        for some in around(self.left).chunks(TOGETHER) {
            // What is left over is looked at again and again, and is no better.
            let courses = std::array::from_fn(|nth| some[nth.min(some.len() - 1)]);
            for (by, score) in some.iter().zip(self.scores(&courses)) {
                let hexes = Hex16::default().distance(*by);
                let score = score + f64::from(noise(weights.noise, self.seed, index)) - thrift * f64::from(hexes);
                // Of equal courses the one with least thrust.
                if score > best.0 || score == best.0 && hexes < best.1 {
                    best = (score, hexes, *by);
                }
                index += 1;
            }
        }
        best.2
    }
}

impl Search<'_> {
    /// What thrust is worth by the meetings that it brings.
    #[inline(always)]
    fn scores(&self, courses: &[Hex16; TOGETHER]) -> Row {
        let weights = &self.policy.course;
        let (mut deal, mut take) = (ZERO, ZERO);
        match self.enemies {
            // PERF: with one enemy nothing needs to be kept by turn.
            [enemy] => self.meet(enemy, courses, |_, _, dealt, taken| {
                deal = each(&deal, dealt, |sum, dealt| sum + dealt);
                take = each(&take, taken, |sum, taken| sum + taken);
            }),
            enemies => {
                let mut most = [ZERO; MAX_TURNS as usize + 1];
                for enemy in enemies {
                    // A unit fires at one enemy, and may be fired at by all.
                    self.meet(enemy, courses, |turn, _, dealt, taken| {
                        most[turn] = each(&most[turn], dealt, |most, dealt| if dealt > most { dealt } else { most });
                        take = each(&take, taken, |sum, taken| sum + taken);
                    });
                }
                deal = most.iter().fold(ZERO, |sum, most| each(&sum, most, |sum, most| sum + most));
            }
        }
        let [w_deal, w_take] = [weights.deal, weights.take].map(f64::from);
        let score = each(&deal, &take, |deal, take| w_deal * deal - w_take * take);
        if weights.contact == 0 && weights.approach == 0 {
            score
        } else {
            each(&score, &self.ways(courses), |score, way| score + way)
        }
    }

    /// What thrust is worth by how near the enemies come.
    #[inline(always)]
    fn ways(&self, courses: &[Hex16; TOGETHER]) -> Row {
        let weights = &self.policy.course;
        let (mut near, mut closest) = ([ZERO; MAX_TURNS as usize + 1], [f64::from(u16::MAX); TOGETHER]);
        for enemy in self.enemies {
            self.meet(enemy, courses, |turn, range, _, _| {
                near[turn] =
                    each(&near[turn], range, |near, range| if range <= f64::from(MAX_RANGE) { 1.0 } else { near });
                closest = each(&closest, range, |least, range| if range < least { range } else { least });
            });
        }
        let contact = near.iter().fold(ZERO, |sum, near| each(&sum, near, |sum, near| sum + near));
        let [w_contact, w_approach] = [weights.contact, weights.approach].map(f64::from);
        each(&contact, &closest, |contact, closest| {
            // Without a weight nobody asked how near they come.
            let off = if weights.approach == 0 { 0 } else { self.policy.off(closest as u16) };
            UNIT * (w_contact * contact - w_approach * f64::from(off))
        })
    }

    /// Goes through the turns with some enemy. `then` is told the turn, the range, and what the unit's fire and fire at it are worth, by
    /// course. All numbers but those of fire are whole: no difference between machines.
    #[inline(always)]
    fn meet(&self, enemy: &Enemy, courses: &[Hex16; TOGETHER], mut then: impl FnMut(usize, &Row, &Row, &Row)) {
        let by_q: Row = courses.map(|by| f64::from(enemy.velocity.q - by.q));
        let by_h: Row = courses.map(|by| f64::from(enemy.velocity.h - by.h));
        let (mut q, mut h) = ([f64::from(enemy.apart.q); TOGETHER], [f64::from(enemy.apart.h); TOGETHER]);
        let [deal, take] = enemy.exchange;
        for turn in 1..=self.turns {
            (q, h) = (each(&q, &by_q, |at, by| at + by), each(&h, &by_h, |at, by| at + by));
            let range = each(&q, &h, distance);
            then(turn, &range, &range.map(|range| at(range, deal)), &range.map(|range| at(range, take)));
        }
    }
}

/// Both of each course.
#[inline(always)]
fn each(one: &Row, other: &Row, of: impl Fn(f64, f64) -> f64) -> Row {
    std::array::from_fn(
        #[inline(always)]
        |nth| of(one[nth], other[nth]),
    )
}

/// What [`Hex16::distance`] says.
#[inline(always)]
fn distance(q: f64, h: f64) -> f64 {
    let (a, b) = (q.abs(), h.abs());
    let more = (b - a) / 2.0;
    a + if more > 0.0 { more } else { 0.0 }
}

/// What stands in the bracket of a range; nothing beyond reach.
#[inline(always)]
fn at(range: f64, by_bracket: [f64; BRACKETS]) -> f64 {
    let nearer = |worth, nth: usize| if range <= f64::from(ENDS[nth]) { by_bracket[nth] } else { worth };
    (0..BRACKETS).rev().fold(0.0, nearer)
}

#[cfg(test)]
mod tests {
    use std::cmp::Reverse;

    use lanchester_lanes::Level;
    use lanchester_lanes::dice::SplitMix;
    use lanchester_scenario::Library;

    use super::*;
    use crate::formulas::range::bracket;

    /// By the definition, turn by turn, at every level. Fire is drawn in whole numbers, so that sums are the same in any order.
    #[test]
    fn the_best_course_is_the_best_of_all_one_after_the_other() {
        let mut random = SplitMix(1);
        let mut policy =
            Policy::clone(&Library::<crate::Fires>::shipped().policy("default").expect("a shipped policy"));
        for _ in 0..300 {
            let mut number = |least: i64, most: i64| least + random.below((most - least + 1) as u64) as i64;
            let course = &mut policy.course;
            for weight in [&mut course.deal, &mut course.take, &mut course.contact, &mut course.approach] {
                *weight = number(-3, 6).max(0) as i8;
            }
            let mut enemy = || Enemy {
                apart: Hex16 { q: 2 * number(-15, 15) as i16, h: 2 * number(-20, 20) as i16 },
                velocity: Hex16 { q: 2 * number(-3, 3) as i16, h: 2 * number(-3, 3) as i16 },
                exchange: [(); 2].map(|()| [(); BRACKETS].map(|()| number(0, 90) as f64)),
            };
            let enemies: Vec<Enemy> = (0..3).map(|_| enemy()).collect();
            let (enemies, turns, left) = (&enemies[..number(1, 3) as usize], number(1, 20), number(1, 9) as u8);
            let score = |by: &Hex16| {
                let (mut fire, mut contact, mut nearest) = (0, 0, u16::MAX);
                for turn in 1..=turns as i16 {
                    let met = enemies.iter().map(|enemy| {
                        let [q, h] = [enemy.velocity.q - by.q, enemy.velocity.h - by.h].map(|step| step * turn);
                        (enemy, Hex16 { q: enemy.apart.q + q, h: enemy.apart.h + h }.distance(Hex16::default()))
                    });
                    nearest = met.clone().map(|(_, range)| range).min().map_or(nearest, |range| range.min(nearest));
                    let worth = |which: usize, (enemy, range): (&Enemy, u16)| {
                        bracket(range.into()).map_or(0, |bracket| enemy.exchange[which][bracket] as i64)
                    };
                    fire += i64::from(policy.course.deal) * met.clone().map(|met| worth(0, met)).max().unwrap_or(0);
                    fire -= i64::from(policy.course.take) * met.clone().map(|met| worth(1, met)).sum::<i64>();
                    contact += i64::from(met.clone().any(|(_, range)| range <= MAX_RANGE as u16));
                }
                let way = i64::from(policy.course.contact) * contact
                    - i64::from(policy.course.approach) * i64::from(policy.off(nearest));
                let hexes = by.distance(Hex16::default());
                (fire + 20 * way - 5 * i64::from(policy.course.thrift) * i64::from(hexes), Reverse(hexes))
            };
            let best = around(left).iter().rev().max_by_key(|by| score(by)).copied();
            for level in Level::available() {
                let search = Search { enemies, policy: &policy, turns: turns as usize, left, seed: 1 };
                assert_eq!(Some(level.dispatch(search)), best, "{level}");
            }
        }
    }
}
