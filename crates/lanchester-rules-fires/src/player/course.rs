//! The initial thrust: toward which course.

use lanchester_battle::weights::noise;
use lanchester_lanes::hex::{Facing, Hex16};

use super::Player;
use super::flight::around;
use crate::event::code::{Of, of};
use crate::formulas::range::{BRACKETS, MAX_RANGE, bracket};
use crate::reference::Battle;

/// What a hex of approach and a turn of contact count, beside fire.
const UNIT: f64 = 20.0;

/// An enemy unit as a unit that chooses its course sees it.
struct Enemy {
    /// From the unit to it.
    apart: Hex16,
    /// Its velocity.
    velocity: Hex16,
    /// What the unit's beams are worth against it in a turn, and its against the unit, by bracket.
    exchange: [[f64; BRACKETS]; 2],
}

impl Player<'_> {
    /// What the beams of one unit are worth against another by bracket: each ship fires at the best.
    fn broadsides(&self, battle: &Battle<'_>, unit: usize, other: usize) -> [f64; BRACKETS] {
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
        let velocity = own.track.velocity();
        let enemies: Vec<Enemy> = battle
            .units_of(1 - own.seat)
            .map(|enemy| Enemy {
                apart: own.track.present.to(battle.units[enemy].track.present),
                velocity: battle.units[enemy].track.velocity(),
                exchange: [
                    self.broadsides(battle, unit, enemy),
                    self.broadsides(battle, enemy, unit).map(|worth| worth / share),
                ],
            })
            .collect();
        let code = of(own.seat, own.id.number.into(), Of::Policy(battle.sub_phase));
        let seed = self.key.stream_seed(0, code) as i16 | 1;
        let mut best: Option<(f64, Hex16)> = None;
        for (index, by) in around(left).enumerate() {
            let course = Hex16 { q: velocity.q + by.q, h: velocity.h + by.h };
            let noise = f64::from(noise(policy.course.noise, seed, index as u16));
            let score = self.score(battle, own.id.side, course, &enemies) + noise;
            // Of equal courses the one with least thrust.
            let hexes = Hex16::default().distance(by);
            if best.is_none_or(|(most, to)| score > most || score == most && hexes < Hex16::default().distance(to)) {
                best = Some((score, by));
            }
        }
        let (_, by) = best?;
        let hexes = by.distance(Hex16::default());
        Facing::ALL.into_iter().find(|facing| hexes > 0 && by.distance(facing.step().into()) < hexes)
    }

    /// What a course of a velocity is worth, if no enemy thrusts any more.
    fn score(&self, battle: &Battle<'_>, side: lanchester_core::Side, velocity: Hex16, enemies: &[Enemy]) -> f64 {
        let policy = self.policy(side);
        let weights = &policy.course;
        let (mut deal, mut take, mut contact, mut nearest) = (0.0, 0.0, 0u16, u16::MAX);
        for turn in 1..=battle.options.turn_cap as i16 {
            let (mut best, mut any) = (0.0f64, false);
            for enemy in enemies {
                let apart = Hex16 {
                    q: enemy.apart.q + turn * (enemy.velocity.q - velocity.q),
                    h: enemy.apart.h + turn * (enemy.velocity.h - velocity.h),
                };
                let range = apart.distance(Hex16::default());
                nearest = nearest.min(range);
                if range <= MAX_RANGE as u16
                    && let Some(bracket) = bracket(range.into())
                {
                    any = true;
                    // A unit fires at one enemy, and may be fired at by all.
                    best = best.max(enemy.exchange[0][bracket]);
                    take += enemy.exchange[1][bracket];
                }
            }
            deal += best;
            contact += u16::from(any);
        }
        f64::from(weights.deal) * deal - f64::from(weights.take) * take
            + UNIT
                * (f64::from(weights.contact) * f64::from(contact)
                    - f64::from(weights.approach) * f64::from(policy.off(nearest)))
    }
}
