//! A validated ship class, as its counter prints it.

pub use lanchester_scenario::Provenance as Origin;

use crate::arcs::{Arc, Arcs};
use crate::weapons::{MAX_RANGE, Weapon};

/// Most ships on a side.
pub const MAX_SHIPS: usize = 12;
/// Most missile weapons on a side, each of which has at most one missile in flight.
pub const MAX_MISSILES: usize = 24;
/// Most weapon groups of a ship.
pub const MAX_GROUPS: usize = 4;
/// Most weapons in a group.
pub const MAX_WEAPONS: u8 = 4;
/// Most hull boxes.
pub const MAX_HULL: usize = 12;
/// Most shield boxes of an arc.
pub const MAX_SHIELD: u8 = 15;
/// Most lines of a power curve: the speeds 1 to 6.
pub const MAX_LINES: usize = 6;
/// Highest speed, power and turn radius.
pub const MAX_VALUE: u8 = 6;
/// Most red boxes of a charge bar.
pub const MAX_RED: u8 = 3;
/// Most yellow boxes of a charge bar.
pub const MAX_YELLOW: u8 = 8;
/// Largest power modifier of a hull box, by size.
pub const MAX_MODIFIER: u8 = 5;
/// Most batteries.
pub const MAX_BATTERIES: u8 = 3;
/// Most afterburner boxes.
pub const MAX_AFTERBURNERS: u8 = 4;
/// Largest explosion rating.
pub const MAX_EXPLOSION: u8 = 9;
/// Most points: shares of two fleets of the most ships are compared in 32 bits.
pub const MAX_POINTS: u32 = 5000;

/// ### TALON P.20 Ship counters
/// A ship class. The fields are within the limits above; the reader of ship files checks them.
///
/// RULING: the counter of a fighter squadron plays as one small ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Class name, such as `Talon CA`.
    pub name: String,
    /// Type letters, such as `CA`; may be empty.
    pub class: String,
    /// Its race, `Talon` or `Terran`; empty for another one.
    pub faction: String,
    /// Printed points.
    pub points: u32,
    /// Where it comes from.
    pub origin: Origin,
    /// A base rotates and never moves.
    pub base: bool,
    /// Hull boxes from left to right, at least one.
    pub hull: Vec<HullBox>,
    /// Shield boxes: forward, right, rear, left.
    pub shields: [u8; 4],
    /// The power curve, one line a speed, from the fastest down without a gap.
    pub curve: Vec<Line>,
    /// The speed that it starts at, one of the curve's.
    pub start: u8,
    /// Damage that its explosion does in adjacent hexes.
    pub explosion: u8,
    /// Batteries, each for one action point.
    pub batteries: u8,
    /// Afterburner boxes, each for one move in a battle.
    pub afterburners: u8,
    /// Weapon groups in print order.
    pub groups: Vec<Group>,
}

/// A hull box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HullBox {
    /// What it takes off the power while it is the left-most that is left (TALON 8.4.2).
    pub modifier: u8,
    /// Whether damage to it is critical (TALON 8.4.3).
    pub critical: bool,
}

/// A line of the power curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Power before the hull's modifier.
    pub power: u8,
    /// Speed.
    pub speed: u8,
    /// Turn radius; 0 for a base.
    pub radius: u8,
}

/// Weapons that share a charge bar and their arcs.
///
/// ### TALON 8.1.1 Charge bar (p. 8)
/// One bar a group; only a full one fires, and firing empties it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    /// What they are.
    pub weapon: Weapon,
    /// How many.
    pub count: u8,
    /// Where they bear.
    pub arcs: Arcs,
    /// Red boxes of the bar.
    pub red: u8,
    /// Yellow boxes of the bar.
    pub yellow: u8,
}

impl Design {
    /// The line of the curve for a speed.
    pub fn line(&self, speed: u8) -> Option<Line> {
        self.curve.iter().copied().find(|line| line.speed == speed)
    }

    /// How many weapons it has.
    pub fn weapons(&self) -> usize {
        self.groups.iter().map(|group| usize::from(group.count)).sum()
    }

    /// The longest range at which a weapon may fire or launch, in hexes; 0 without one.
    pub fn reach(&self) -> u8 {
        let reaches = |range: &u8| self.groups.iter().any(|group| group.weapon.reaches((*range).into()));
        (1..=MAX_RANGE as u8).rev().find(reaches).unwrap_or(0)
    }

    /// Its missile weapons.
    pub fn launchers(&self) -> usize {
        let groups = self.groups.iter().filter(|group| group.weapon == Weapon::Missile);
        groups.map(|group| usize::from(group.count)).sum()
    }

    /// Shield boxes of an arc.
    pub fn shield(&self, arc: Arc) -> u8 {
        self.shields[arc.index()]
    }
}

impl lanchester_core::Combatant for Design {
    fn name(&self) -> &str {
        &self.name
    }

    fn rating(&self) -> u32 {
        self.points
    }

    fn at_rating(&self, rating: u32) -> Self {
        Self { points: rating.clamp(1, MAX_POINTS), ..self.clone() }
    }
}
