//! The initial thrust: toward which course.

use lanchester_battle::weights::noise;
use lanchester_core::Side;
use lanchester_lanes::hex::{Facing, Hex16};

use super::Player;
use super::flight::around;
use crate::event::code::{Of, of};
use crate::formulas::range::{BRACKETS, MAX_RANGE, bracket};
use crate::options::MAX_TURNS;
use crate::reference::Battle;

/// What a hex of approach and a turn of contact count, beside fire.
const UNIT: f64 = 20.0;
/// The reach of beams.
const REACH: i16 = MAX_RANGE as i16;

/// An enemy unit as a unit that chooses its course sees it.
struct Enemy {
    /// From the unit to it.
    apart: Hex16,
    /// Its velocity less the unit's.
    velocity: Hex16,
    /// What the unit's beams are worth against it in a turn, and its against the unit, by range.
    exchange: [[f64; MAX_RANGE as usize + 1]; 2],
    /// The turns in which it may be within reach by either coordinate alone, by what thrust adds to that of the unit's velocity.
    near: [Vec<[i16; 2]>; 2],
}

impl Enemy {
    /// The first and last turn in which it may be within reach, if thrust adds so much to the velocity.
    fn turns(&self, by: Hex16) -> [i16; 2] {
        let [q, h] = [(0, by.q), (1, by.h)].map(|(axis, by)| {
            let turns = &self.near[axis];
            turns[(by + (turns.len() / 2) as i16) as usize]
        });
        [q[0].max(h[0]), q[1].min(h[1])]
    }
}

/// The turns, of some, in which a coordinate that grows by `step` a turn is not more than `most` off zero.
fn within(step: i16, at: i16, most: i16, [first, last]: [i16; 2]) -> [i16; 2] {
    match step {
        0 if at.abs() <= most => [first, last],
        0 => [1, 0],
        // at + step · turn between −most and most, turned so that the step is above zero.
        _ => {
            let (step, at) = (step.abs(), at * step.signum());
            let soonest = -(most + at).div_euclid(step);
            [first.max(soonest), last.min((most - at).div_euclid(step))]
        }
    }
}

impl Player<'_> {
    /// What the beams of one unit are worth against another by bracket: each ship fires at the best.
    pub(super) fn broadsides(&self, battle: &Battle<'_>, unit: usize, other: usize) -> [f64; BRACKETS] {
        std::array::from_fn(|bracket| {
            let of = |ship: usize| {
                let id = battle.ships[ship].id;
                let worth = |enemy: usize| self.tables.exchange(id.side, id.slot, battle.ships[enemy].id.slot, bracket);
                battle.ships_of(other).map(worth).fold(0.0, f64::max)
            };
            battle.ships_of(unit).map(of).sum()
        })
    }

    /// Where the future marker of a unit goes: a step toward the best course that it can reach.
    pub(super) fn best_thrust(&self, battle: &Battle<'_>, unit: usize) -> Option<Facing> {
        let own = &battle.units[unit];
        let policy = self.policy(own.id.side);
        let left = policy.thrust_of(own.hexes).saturating_sub(battle.sub_phase - 1);
        let share = battle.units_of(own.seat).count() as f64;
        let all = [1, battle.options.turn_cap as i16];
        let enemy = |enemy: usize| {
            let apart = own.track.present.to(battle.units[enemy].track.present);
            let velocity = own.track.velocity().to(battle.units[enemy].track.velocity());
            // PERF: windows by coordinate are few, courses are many. Who asks how near they come needs all turns.
            let windows = |step: i16, at: i16, reach: i16| {
                let window = |by| if policy.course.approach == 0 { within(step - by, at, reach, all) } else { all };
                (-2 * i16::from(left)..=2 * i16::from(left)).map(window).collect()
            };
            let exchange =
                [self.broadsides(battle, unit, enemy), self.broadsides(battle, enemy, unit).map(|worth| worth / share)];
            let by_range =
                |of: [f64; BRACKETS]| std::array::from_fn(|range| bracket(range as i32).map_or(0.0, |at| of[at]));
            let exchange = exchange.map(by_range);
            let near = [windows(velocity.q, apart.q, REACH), windows(velocity.h, apart.h, 2 * REACH)];
            Enemy { apart, velocity, exchange, near }
        };
        let enemies: Vec<Enemy> = battle.units_of(1 - own.seat).map(enemy).collect();
        let code = of(own.seat, own.id.number.into(), Of::Policy(battle.sub_phase));
        let seed = self.key.stream_seed(0, code) as i16 | 1;
        let mut best: Option<(f64, Hex16)> = None;
        for (index, by) in around(left).enumerate() {
            let hexes = Hex16::default().distance(by);
            let noise = f64::from(noise(policy.course.noise, seed, index as u16));
            let score = self.score(own.id.side, by, &enemies) + noise
                - 5.0 * f64::from(policy.course.thrift) * f64::from(hexes);
            // Of equal courses the one with least thrust.
            if best.is_none_or(|(most, to)| score > most || score == most && hexes < Hex16::default().distance(to)) {
                best = Some((score, by));
            }
        }
        let (_, by) = best?;
        let hexes = by.distance(Hex16::default());
        Facing::ALL.into_iter().find(|facing| hexes > 0 && by.distance(facing.step().into()) < hexes)
    }

    /// What thrust is worth, if no enemy thrusts any more.
    fn score(&self, side: Side, by: Hex16, enemies: &[Enemy]) -> f64 {
        let policy = self.policy(side);
        let weights = &policy.course;
        let (mut deal, mut contact) = ([0.0f64; MAX_TURNS as usize + 1], [false; MAX_TURNS as usize + 1]);
        let (mut take, mut nearest) = (0.0, u16::MAX);
        for enemy in enemies {
            let Hex16 { q, h } = enemy.apart;
            let (dq, dh) = (enemy.velocity.q - by.q, enemy.velocity.h - by.h);
            let turns = enemy.turns(by);
            for turn in turns[0]..=turns[1] {
                let range = Hex16 { q: q + turn * dq, h: h + turn * dh }.distance(Hex16::default());
                nearest = nearest.min(range);
                let range = usize::from(range);
                if range <= MAX_RANGE as usize {
                    let turn = turn as usize;
                    contact[turn] = true;
                    // A unit fires at one enemy, and may be fired at by all.
                    deal[turn] = deal[turn].max(enemy.exchange[0][range]);
                    take += enemy.exchange[1][range];
                }
            }
        }
        let deal: f64 = deal.into_iter().sum();
        let contact = contact.into_iter().filter(|near| *near).count() as f64;
        // Without a weight nobody asked how near they come.
        let off = if weights.approach == 0 { 0 } else { policy.off(nearest) };
        f64::from(weights.deal) * deal - f64::from(weights.take) * take
            + UNIT * (f64::from(weights.contact) * contact - f64::from(weights.approach) * f64::from(off))
    }
}

#[cfg(test)]
mod tests {
    use super::within;

    #[test]
    fn turns_within_reach_of_a_coordinate() {
        for step in -7..=7 {
            for at in -60..=60 {
                let [first, last] = within(step, at, 16, [1, 20]);
                for turn in 1..=20 {
                    let near = (at + step * turn).abs() <= 16;
                    assert_eq!((first..=last).contains(&turn), near, "{at} + {step} · {turn}");
                }
            }
        }
    }
}
