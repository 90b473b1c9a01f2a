//! What effective hits are worth, and what ships do to each other: worked out once a matchup.

use lanchester_core::{Matchup, Side};

use crate::Fires;
use crate::design::{Design, MAX_SHIPS};
use crate::formulas::beams::{Fire, Target, volley};
use crate::formulas::damage::Condition;
use crate::formulas::dice::SIDES;
use crate::formulas::range::BRACKETS;
use crate::reference::Ship;

/// Victory points that every policy wants of one ship's condition.
const ENOUGH: f64 = 150.0;

/// What is known of a matchup before its first battle.
#[derive(Clone, Debug)]
pub struct Tables {
    /// The matchup.
    pub matchup: Matchup<Fires>,
    /// By side, slot of the firer, slot of the target and bracket: what all its beams are worth in a turn, all unhurt.
    exchange: [Vec<[[f64; BRACKETS]; MAX_SHIPS]>; 2],
    /// By side, slot and condition of a ship: what hits on it are worth, however many victory points are enough.
    worths: [Vec<[Worth; Condition::ALL.len()]>; 2],
    /// The cost of the costliest ship.
    top: f64,
    /// By side: victory points that its policy wants of one ship's condition at most.
    pub enough: [f64; 2],
}

impl Tables {
    /// Works out the tables of a matchup.
    pub fn new(matchup: &Matchup<Fires>) -> Self {
        let ships = matchup.forces.iter().flat_map(|force| &force.ships);
        let top = f64::from(ships.map(|ship| ship.cost).max().unwrap_or(1));
        let enough = Side::BOTH.map(|side| {
            let cost: u32 = matchup.forces[side.opponent()].ships.iter().map(|ship| ship.cost).sum();
            (f64::from(cost) * f64::from(matchup.forces[side].commander.enough) / 100.0).max(ENOUGH)
        });
        let worth = |design: &Design| Condition::ALL.map(|condition| Worth::of(design, condition, f64::INFINITY));
        let worths = Side::BOTH.map(|side| matchup.forces[side].ships.iter().map(|ship| worth(ship)).collect());
        let mut tables = Self { matchup: matchup.clone(), exchange: [Vec::new(), Vec::new()], worths, top, enough };
        for side in Side::BOTH {
            let [own, enemies] = [side, side.opponent()].map(|side| &matchup.forces[side]);
            let combine = own.commander.combine && matchup.options.combined_fire;
            let of = |firer: &Design| {
                let mut row = [[0.0; BRACKETS]; MAX_SHIPS];
                for (row, target) in row.iter_mut().zip(&enemies.ships) {
                    let worth = Worth::of(target, Condition::Sound, enough[side]);
                    *row = std::array::from_fn(|bracket| {
                        worth.gain(broadside(firer, target, bracket, combine)) * 1000.0 / top
                    });
                }
                row
            };
            tables.exchange[side] = own.ships.iter().map(|firer| of(firer)).collect();
        }
        tables
    }

    /// What beams of a ship are worth in a turn against an enemy, by slots and then by bracket, if both are unhurt.
    pub fn exchange(&self, side: Side, firer: u8, target: u8) -> &[f64; BRACKETS] {
        &self.exchange[side][usize::from(firer)][usize::from(target)]
    }

    /// What hits on a ship as it is now are worth, however many victory points are enough.
    pub fn worth(&self, ship: &Ship<'_>) -> &Worth {
        &self.worths[ship.id.side][usize::from(ship.id.slot)][ship.condition() as usize]
    }

    /// Victory points of a unit of [`Tables::exchange`].
    pub fn unit(&self) -> f64 {
        self.top / 1000.0
    }

    /// The cost of a ship in sixteenths of the costliest ship's of both sides.
    pub fn sixteenths(&self, design: &Design) -> f64 {
        16.0 * f64::from(design.cost) / self.top
    }
}

/// Effective hits of all beams of a ship on another, both unhurt, in a bracket: each kind in its best way.
fn broadside(firer: &Design, target: &Design, bracket: usize, combine: bool) -> f64 {
    let hits = firer.beams.iter().map(|beams| {
        let defence = beams.kind.defence([target.armour, target.screen]);
        let of = Target { electronics: target.electronics, maneuver: target.maneuver, defence };
        let numbers = [target.target[bracket], beams.penetration[bracket]];
        let ways = Fire::ALL.into_iter().filter(|fire| combine || *fire == Fire::Single);
        ways.map(|fire| volley(fire, beams.count, numbers, of, firer.electronics).effective()).fold(0.0, f64::max)
    });
    hits.sum()
}

/// What effective hits on a ship in one phase are worth.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    /// What a hit adds to the damage number on average.
    number: f64,
    /// Victory points of a result: degraded, damaged, disabled.
    points: [f64; 3],
}

impl Worth {
    /// That of hits on a ship in this condition, of each result so many victory points at most.
    pub fn of(design: &Design, condition: Condition, enough: f64) -> Self {
        let points = |result: Condition| {
            let more = condition.after(result).percent() - condition.percent();
            (f64::from(more * design.cost) / 100.0).min(enough)
        };
        let number = f64::from(design.damage) + f64::from(design.increase.min(SIDES)) / f64::from(SIDES);
        Self { number, points: [Condition::Degraded, Condition::Damaged, Condition::Disabled].map(points) }
    }

    /// The same, of each result so many victory points at most.
    pub fn at_most(self, enough: f64) -> Self {
        Self { points: self.points.map(|points| points.min(enough)), ..self }
    }

    /// Victory points at most, of any number of hits.
    pub const fn most(&self) -> f64 {
        self.points[2]
    }

    /// Victory points of a hit at most: as if no half were rounded down, and no face were left over.
    pub fn of_a_hit(&self) -> f64 {
        let [degraded, damaged, disabled] = self.points;
        self.number / f64::from(SIDES) * (disabled / 2.0 + damaged / 2.0 + degraded)
    }

    /// The chance that so many hits have any result.
    pub fn any(&self, hits: f64) -> f64 {
        (2.0 * hits * self.number).min(SIDES.into()) / f64::from(SIDES)
    }

    /// Victory points on average of so many hits, a number that may be broken.
    pub fn gain(&self, hits: f64) -> f64 {
        if hits == 0.0 {
            return 0.0;
        }
        let number = hits * self.number;
        // PERF: a conversion rounds down; `floor` is a call.
        let half = f64::from((number / 2.0) as i32);
        // Faces that disable, that damage or disable, and that do anything.
        let all = f64::from(SIDES);
        let faces = [half, number, 2.0 * number].map(|faces| if faces < all { faces } else { all });
        let [disabled, damaged, degraded] = faces.map(|faces| faces / all);
        disabled * self.points[2] + (damaged - disabled) * self.points[1] + (degraded - damaged) * self.points[0]
    }
}
