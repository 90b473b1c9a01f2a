//! A validated ship: what its specification sheet says.

use lanchester_core::Combatant;
use lanchester_scenario::Provenance;

use crate::formulas::beams::BeamKind;
use crate::formulas::detailed::DamageTable;
use crate::formulas::missiles::Missile;
use crate::formulas::range::ByRange;

/// Most ships on a side.
pub const MAX_SHIPS: usize = 12;
/// Highest electronic suite rating.
pub const MAX_ELECTRONICS: u8 = 15;
/// Highest maneuver rating of ships and missiles.
pub const MAX_MANEUVER: u8 = 12;
/// Highest armour, screen, penetration, target value, strength of point defence and size.
pub const MAX_VALUE: u8 = 60;
/// Most beams of a kind, and most batteries of point defence.
pub const MAX_WEAPONS: u8 = 60;
/// Highest basic damage number.
pub const MAX_DAMAGE: u8 = 10;
/// Most missiles of a ship.
pub const MAX_MISSILES: u8 = 99;
/// Greatest cost of a missile.
pub const MAX_MISSILE_COST: u16 = 1000;
/// Greatest cost of a ship.
pub const MAX_COST: u32 = 30_000;

/// ### FIRES 8 Ship specification sheets (lines 24-47)
/// A class of ships. The fields are within the limits above; the reader of ship files checks them.
///
/// RULING: the sheets are lost; these ships are ours. What only the operational game needs (jumps, crew, troops, power, mass,
/// passengers, cargo) is not on them, nor is a ship's size, which shows in its target values. A ship has missiles of one kind at most.
/// A damage table that its file does not have is the common one, with its basic damage number as rolls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// The class name.
    pub name: String,
    /// Type letters, such as CA; may be empty.
    pub class: String,
    /// Whose it is; may be empty.
    pub faction: String,
    /// Its cost in millions of credits, 1 to [`MAX_COST`].
    pub cost: u32,
    /// Where its numbers come from.
    pub origin: Provenance,
    /// Whether it is military; civilian ships repair less.
    pub military: bool,
    /// Electronic suite rating.
    pub electronics: u8,
    /// Armour, against particle accelerators and missiles.
    pub armour: u8,
    /// Meson screen, against meson guns.
    pub screen: u8,
    /// Maneuver rating.
    pub maneuver: u8,
    /// Target values: what an attack rolls against.
    pub target: ByRange,
    /// Its main beams: one entry of a kind at most, in the order of [`BeamKind::ALL`].
    pub beams: Vec<Beams>,
    /// Batteries of point defence.
    pub batteries: u8,
    /// Their strength.
    pub strength: u8,
    /// Basic damage number: what an effective hit on it counts.
    pub damage: u8,
    /// Roll to increase: the D20 that makes an effective hit count one more.
    pub increase: u8,
    /// Its damage table, for detailed damage.
    pub table: DamageTable,
    /// Its missiles, if it has any.
    pub missiles: Option<Missiles>,
    /// The formation that it goes in, if a fleet says so: ships of one formation are one unit.
    pub formation: Option<u8>,
}

/// Beams of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Beams {
    /// Particle accelerators or meson guns.
    pub kind: BeamKind,
    /// How many, 1 to [`MAX_WEAPONS`].
    pub count: u8,
    /// Penetration.
    pub penetration: ByRange,
}

/// Missiles of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missiles {
    /// What they are.
    pub kind: Missile,
    /// How many, 1 to [`MAX_MISSILES`].
    pub count: u8,
    /// What each of them costs: victory points of the opponent, when it is launched.
    pub cost: u16,
}

impl Combatant for Design {
    fn name(&self) -> &str {
        &self.name
    }

    fn rating(&self) -> u32 {
        self.cost
    }

    fn at_rating(&self, rating: u32) -> Self {
        Self { cost: rating.clamp(1, MAX_COST), ..self.clone() }
    }
}
