//! A validated ship class, as its display prints it.

pub mod generate;
pub mod improve;

pub use lanchester_scenario::Provenance as Origin;

use crate::arcs::Arc;

/// Length of every checked-off row: thrust, weapon hits, ECM, shield icons.
pub const ROW: usize = 5;
/// Printed attack-dice columns.
pub const COLUMNS: usize = 12;
/// Most ships on a side.
pub const MAX_SHIPS: usize = 12;
/// Most batteries on a ship.
pub const MAX_BATTERIES: usize = 8;
/// Most banks on a ship, over all batteries.
pub const MAX_BANKS: usize = 16;
/// Largest printed thrust.
pub const MAX_THRUST: u8 = 10;
/// Place of the thrust row in the rows that damage checks look at and in check events.
pub const THRUST: usize = 0;
/// Place of the weapon-hit row.
pub const WEAPONS: usize = 1;
/// Place of the ECM row.
pub const ECM: usize = 2;
/// Place of the shield icons.
pub const SHIELDS: usize = 3;
/// Largest printed ECM.
pub const MAX_ECM: u8 = 9;
/// Most hull boxes, and most armour boxes.
pub const MAX_BOXES: u8 = 60;
/// Most dice in one printed column.
pub const MAX_DICE: u8 = 40;
/// Largest arc modifier of a bank (printed without its minus sign).
pub const MAX_BANK_MODIFIER: u8 = 11;
/// Longest range of a battery.
pub const MAX_RANGE: u8 = 30;
/// Largest combat rating.
pub const MAX_RATING: u32 = 20_000;

/// ### NOVA 1.1 Ship display (p. 5)
/// A ship class. The fields are within the limits above; the reader of ship files checks them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Class name, such as `MAJESTIC`.
    pub name: String,
    /// Type letters, such as `BC`; may be empty.
    pub class: String,
    /// Whose ship it is; may be empty.
    pub faction: String,
    /// Combat rating.
    pub rating: u32,
    /// Whether the file gives the rating; else it is the house rating.
    pub printed: bool,
    /// Where it comes from.
    pub origin: Origin,
    /// Armour boxes.
    pub armour: u8,
    /// Hull boxes, at least 1.
    pub hull: u8,
    /// Thrust row; `None` when the display has no such row.
    pub thrust: Option<[u8; ROW]>,
    /// ECM row; `None` when the display has no such row.
    pub ecm: Option<[u8; ROW]>,
    /// Shield icons, each a face 1 to 6; `None` for an unshielded ship.
    pub shields: Option<[u8; ROW]>,
    /// Has Fire Control.
    pub fire_control: bool,
    /// Has a Hyperdrive (no effect in battle).
    pub hyperdrive: bool,
    /// Weapon batteries, in print order.
    pub batteries: Vec<Battery>,
}

/// ### NOVA 1.5 Weapon battery (p. 6)
/// All the weapons of one kind on a ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battery {
    /// Weapon name.
    pub name: String,
    /// Boxes checked by each unblocked hit: 1, or 2 or 3 with the trait Dx2 or Dx3.
    pub damage: u8,
    /// Banks, in print order.
    pub banks: Vec<Bank>,
    /// Greatest distance of short, medium and long range, strictly increasing.
    pub range: [u8; 3],
    /// Attack dice by column, verbatim.
    pub dice: [u8; COLUMNS],
}

/// A group of a battery's guns that fires on its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bank {
    /// What it covers.
    pub arc: Arc,
    /// Arc modifier without its minus sign.
    pub modifier: u8,
}

/// Sizes of the three groups that `boxes` boxes are printed in.
///
/// ### NOVA 1.2 Box groups (p. 5)
pub const fn groups(boxes: u8) -> [u8; 3] {
    [boxes.div_ceil(3), (boxes + 1) / 3, boxes / 3]
}

impl Design {
    /// Boxes checked when the ship becomes damaged, crippled and destroyed.
    ///
    /// ### NOVA 1.3 Fill order (p. 5)
    /// Armour 1, hull 1, armour 2, hull 2, armour 3, hull 3.
    ///
    /// RULING: with fewer than three hull boxes an empty hull group is full as soon as the armour group before it is. So
    /// a ship is destroyed when all its boxes are checked, however few of them are hull.
    pub const fn thresholds(&self) -> [u8; 3] {
        let (a, h) = (groups(self.armour), groups(self.hull));
        let damaged = a[0] + h[0];
        let crippled = damaged + a[1] + h[1];
        [damaged, crippled, crippled + a[2] + h[2]]
    }

    /// The longest range of any battery, in hexes; 0 without one.
    pub fn reach(&self) -> u8 {
        self.batteries.iter().map(|battery| battery.range[2]).max().unwrap_or(0)
    }

    /// Attack dice of all its banks, without a modifier.
    pub fn attack_dice(&self) -> usize {
        self.batteries.iter().map(|battery| battery.banks.len() * usize::from(battery.dice[2])).sum()
    }

    /// Banks in firing order: `(battery index, bank)`, batteries in print order, banks in print order.
    pub fn banks(&self) -> impl Iterator<Item = (usize, &Bank)> {
        self.batteries.iter().enumerate().flat_map(|(i, b)| b.banks.iter().map(move |bank| (i, bank)))
    }

    /// Thrust with `lost` boxes checked; 0 without a row.
    pub fn thrust_after(&self, lost: u8) -> u8 {
        self.thrust.map_or(0, |row| row[lost as usize])
    }

    /// ECM with `lost` boxes checked; 0 without a row.
    pub fn ecm_after(&self, lost: u8) -> u8 {
        self.ecm.map_or(0, |row| row[lost as usize])
    }

    /// The faces that block a hit with `lost` icons checked: bit `f - 1` for face `f`.
    ///
    /// ### NOVA 1.4 Rows of five (p. 5)
    pub fn shield_faces(&self, lost: u8) -> u8 {
        self.shields.map_or(0, |row| row[lost as usize..].iter().fold(0, |set, f| set | 1 << (f - 1)))
    }
}

impl lanchester_core::Combatant for Design {
    fn name(&self) -> &str {
        &self.name
    }

    fn rating(&self) -> u32 {
        self.rating
    }

    fn printed(&self) -> Option<u32> {
        self.printed.then_some(self.rating)
    }

    fn at_rating(&self, rating: u32) -> Self {
        Self { rating: rating.clamp(1, MAX_RATING), printed: true, ..self.clone() }
    }
}
