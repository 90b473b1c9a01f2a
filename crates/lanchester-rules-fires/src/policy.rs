//! A policy as its file holds it: choices, and weights over features that [`crate::player`] works out.
//!
//! Fire and missiles are counted in one unit, whoever suffers them: the victory points that the condition of a ship gives its opponent,
//! on average, as far as the policy wants so many of one ship (`enough`).

use lanchester_scenario::{options, weights};

use crate::options::MAX_TURNS;

weights! {
    /// Weights over the features of a course, each −20 to 20. The unit thrusts toward the course with the highest score.
    pub struct CourseWeights("[course]") {
        /// For the fire of beams that it may deal in all turns of the engagement.
        // In per mille of the costliest ship's cost.
        deal,
        /// Against the fire that it may take.
        // Shared out among the units of its side.
        take,
        /// Against hexes off the closest approach that it seeks.
        // In units of 20.
        approach,
        /// For turns with an enemy within reach of beams.
        // In units of 20.
        contact,
        /// Against hexes of thrust that it takes.
        // In units of 5.
        thrift,
        /// For a random number.
        // Of 0 to 255.
        noise,
    }
}

weights! {
    /// Weights over the features of a target of beams, each −20 to 20. The highest score is fired at.
    pub struct TargetWeights("[targets]") {
        /// For the fire that it takes.
        damage,
        /// For the same, if it is disabled: a second such result destroys it.
        finish,
        /// For the same, if all its weapons work.
        fresh,
        /// For what it adds to the hits that others of its side made in this phase: in eighths, of which the rest is what it would do
        /// alone.
        join,
        /// For its cost.
        // In sixteenths of the costliest ship's.
        cost,
    }
}

options! {
    /// A policy.
    pub struct Policy("a policy") {
        /// Its name, printed with every result.
        name: String [unkeyed],
        /// Hexes of the closest approach to an enemy that it seeks.
        keep: u8 [0..=30],
        /// Sixteenths of its initial thrust that it uses at most.
        thrust: u8 [0..=16] = 16,
        /// It fires beams dispersed or concentrated where that does more.
        combine: bool = true,
        /// Sixteenths of its missiles that a ship launches at ships in a turn at most.
        salvo: u8 [0..=16] = 16,
        /// Sixteenths of its missiles that it keeps for missiles that attack it, while the enemy has any.
        reserve: u8 [0..=16] = 0,
        /// Turns of flight at most.
        flight: u8 [0..=MAX_TURNS as u8] = 12,
        /// Least maneuver that missiles commit to use.
        commit: u8 [0..=12] = 0,
        /// Eighths of what missiles cost that they must be worth at least.
        worth: u8 [0..=80] = 8,
        /// It launches at ships for the chance to end 50 victory points ahead, and `worth` counts nothing.
        chances: bool = false,
        /// The same of missiles that it launches at missiles.
        counter: u8 [0..=80] = 8,
        /// Victory points that it wants of one ship's condition at most, in per cent of what the enemy's ships cost, but 150 at least: a
        /// lead of 50 wins, and more is not needed.
        enough: u8 [1..=100] = 7,
        /// Eighths of what its missiles cost that it wants besides.
        recoup: u8 [0..=32] = 0,
        /// It launches no more at ships once it leads by enough to win and no missile of the enemy flies.
        protect: bool = true,
        /// Beams fire at missiles within reach where there is nothing else to fire at.
        sweep: bool = true,
        /// What it looks for in a course.
        course: CourseWeights,
        /// What it looks for in a target.
        targets: TargetWeights,
    }
}

impl Policy {
    /// Hexes of thrust that it uses, of so many.
    pub fn thrust_of(&self, hexes: u8) -> u8 {
        (u16::from(hexes) * u16::from(self.thrust) / 16) as u8
    }

    /// Hexes that a closest approach is off the one that it seeks.
    pub fn off(&self, approach: u16) -> u16 {
        approach.abs_diff(self.keep.into())
    }
}
