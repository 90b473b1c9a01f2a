//! What effective hits are worth, and what ships do to each other: worked out once a matchup.

use lanchester_core::{Matchup, Side};

use crate::Fires;
use crate::design::{Design, MAX_SHIPS};
use crate::formulas::beams::{Fire, Target, Volley, volley};
use crate::formulas::damage::{Condition, result};
use crate::formulas::dice::{SIDES, faces};
use crate::formulas::range::BRACKETS;

/// Damage numbers that differ: from 40 on every roll disables.
const NUMBERS: usize = 41;

/// The chance that a D20 shows a number or less.
#[must_use]
pub fn chance(number: i32) -> f64 {
    f64::from(faces(number)) / f64::from(SIDES)
}

/// Effective hits that a volley makes on average.
#[must_use]
pub fn effective(volley: &Volley) -> f64 {
    f64::from(volley.rolls) * chance(volley.hit) * chance(volley.pierce)
}

/// What is known of a matchup before its first battle.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The matchup.
    pub matchup: Matchup<Fires>,
    /// By condition and damage number: the part of a ship's cost that a roll gives on average.
    gains: [[f64; NUMBERS]; Condition::ALL.len()],
    /// By side, slot of the firer, slot of the target and bracket: what all its beams are worth in a turn, all unhurt.
    exchange: [Vec<[[f64; BRACKETS]; MAX_SHIPS]>; 2],
    /// The cost of the costliest ship.
    top: f64,
}

impl Tables {
    /// Works out the tables of a matchup.
    #[must_use]
    pub fn new(matchup: &Matchup<Fires>) -> Self {
        let gains = Condition::ALL.map(|condition| {
            std::array::from_fn(|number| {
                let gain = |face| condition.after(result(face, number as i32)).percent() - condition.percent();
                f64::from((1..=SIDES).map(gain).sum::<u32>()) / 100.0 / f64::from(SIDES)
            })
        });
        let ships = matchup.forces.iter().flat_map(|force| &force.ships);
        let top = f64::from(ships.map(|ship| ship.cost).max().unwrap_or(1));
        let mut tables = Self { matchup: matchup.clone(), gains, exchange: [Vec::new(), Vec::new()], top };
        for side in Side::BOTH {
            let [own, enemies] = [side, side.opponent()].map(|side| &matchup.forces[side]);
            let combine = own.policy.combine && matchup.options.combined_fire;
            let of = |firer: &Design| {
                let mut row = [[0.0; BRACKETS]; MAX_SHIPS];
                for (row, target) in row.iter_mut().zip(&enemies.ships) {
                    *row = std::array::from_fn(|bracket| tables.broadside(firer, target, bracket, combine));
                }
                row
            };
            tables.exchange[side] = own.ships.iter().map(|firer| of(firer)).collect();
        }
        tables
    }

    /// What all beams of a ship are worth against another, both unhurt, in a bracket.
    fn broadside(&self, firer: &Design, target: &Design, bracket: usize, combine: bool) -> f64 {
        let hits = firer.beams.iter().map(|beams| {
            let defence = beams.kind.defence([target.armour, target.screen]);
            let of = Target { electronics: target.electronics, maneuver: target.maneuver, defence };
            let numbers = [target.target[bracket], beams.penetration[bracket]];
            let ways = Fire::ALL.into_iter().filter(|fire| combine || *fire == Fire::Single);
            ways.map(|fire| effective(&volley(fire, beams.count, numbers, of, firer.electronics))).fold(0.0, f64::max)
        });
        self.gain(target, Condition::Sound, hits.sum())
    }

    /// What effective hits in one phase are worth, a number that may be broken: the part of its cost that the condition of a ship
    /// gives away, in per mille of the costliest ship's cost.
    #[must_use]
    pub fn gain(&self, design: &Design, condition: Condition, hits: f64) -> f64 {
        let number = hits * (f64::from(design.damage) + f64::from(design.increase.min(SIDES)) / f64::from(SIDES));
        let row = &self.gains[condition as usize];
        let below = (number as usize).min(NUMBERS - 1);
        let above = (below + 1).min(NUMBERS - 1);
        let part = (number - below as f64).min(1.0);
        self.value(design) * (row[below] * (1.0 - part) + row[above] * part)
    }

    /// What beams of a ship are worth in a turn against an enemy, by slots, if both are unhurt.
    #[must_use]
    pub fn exchange(&self, side: Side, firer: u8, target: u8, bracket: usize) -> f64 {
        self.exchange[side][usize::from(firer)][usize::from(target)][bracket]
    }

    /// The cost of a ship in per mille of the costliest ship's of both sides: what all costs times ten leave as it is.
    #[must_use]
    pub fn value(&self, design: &Design) -> f64 {
        self.of_cost(design.cost.into())
    }

    /// A cost in per mille of the costliest ship's.
    #[must_use]
    pub fn of_cost(&self, cost: f64) -> f64 {
        1000.0 * cost / self.top
    }
}
