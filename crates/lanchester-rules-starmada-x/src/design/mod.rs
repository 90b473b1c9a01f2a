//! A validated ship class, as its record prints it.

pub mod chart;
pub mod equipment;
pub mod generate;
pub mod improve;

pub use lanchester_scenario::Provenance as Origin;

use crate::arcs::Arcs;
pub use chart::{Chart, Entry, chart_for, kinds_with_boxes};
pub use equipment::{Equipment, Kind};

/// Most ships on a side.
pub const MAX_SHIPS: usize = 12;
/// Most fighter flights on a side.
pub const MAX_FLIGHTS: usize = 24;
/// Fighters in a whole flight.
pub const FIGHTERS: u8 = 6;
/// Most batteries on a ship: a, b and c.
pub const MAX_BATTERIES: usize = 3;
/// Most kinds of mount (weapons of one battery with the same arcs) on a ship.
pub const MAX_MOUNTS: usize = 8;
/// Most weapons in a battery.
pub const MAX_WEAPONS: u8 = 15;
/// Most hull boxes.
pub const MAX_HULL: u8 = 60;
/// Most engine boxes.
pub const MAX_ENGINES: u8 = 10;
/// Most shield boxes.
pub const MAX_SHIELDS: u8 = 5;
/// Longest range of a battery.
pub const MAX_RANGE: u8 = 30;
/// Largest ROF, PEN and DMG.
pub const MAX_FACTOR: u8 = 5;
/// Most damage dice that a battery may roll at once: weapons × ROF × PEN × DMG.
pub const MAX_DICE: u16 = 240;
/// Most pieces of special equipment.
pub const MAX_EQUIPMENT: usize = 7;
/// Most boxes of a piece of special equipment.
pub const MAX_EQUIPMENT_BOXES: u8 = 9;
/// Largest combat rating.
pub const MAX_RATING: u32 = 20_000;

/// ### X 1.1 Starship record (p. 11)
/// A ship class. The fields are within the limits above; the reader of ship files checks them.
///
/// ### X 1.4 Hull (p. 11)
/// ### X 1.5 Engines (p. 11)
/// ### X 1.6 Shields (p. 11)
/// Boxes that damage marks, one at a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// Class name, such as `Mouse`.
    pub name: String,
    /// Type letters, such as `BB`; may be empty.
    pub class: String,
    /// Whose ship it is; may be empty.
    pub faction: String,
    /// ### X 1.2 Combat rating (p. 11)
    /// Printed, an input.
    pub rating: u32,
    /// Whether the file gives the rating; else it is the house rating.
    pub printed: bool,
    /// Where it comes from.
    pub origin: Origin,
    /// Hull boxes, at least 1.
    pub hull: u8,
    /// Engine boxes: movement points.
    pub engines: u8,
    /// Shield boxes.
    pub shields: u8,
    /// What a damage die marks.
    pub chart: Chart,
    /// Batteries a, b and c, as many as there are.
    pub batteries: Vec<Battery>,
    /// Special equipment, in print order.
    pub equipment: Vec<Equipment>,
}

/// ### X 1.8 Battery (p. 12)
/// All the weapons of one kind on a ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battery {
    /// Weapon name.
    pub name: String,
    /// Longest range.
    pub range: u8,
    /// To-hit number, 2 to 6.
    pub to_hit: u8,
    /// To-hit dice per weapon.
    pub rof: u8,
    /// Penetration dice per hit.
    pub pen: u8,
    /// Damage dice per penetration.
    pub dmg: u8,
    /// What is special about its hits.
    pub abilities: Abilities,
    /// Its weapons, those with the same arcs together, in print order.
    pub mounts: Vec<Mount>,
}

/// Weapons of a battery with the same arcs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mount {
    /// What they cover.
    pub arcs: Arcs,
    /// How many.
    pub weapons: u8,
}

/// ### X B Weapon abilities (p. 24)
/// RULING: the appendix is lost; these five are built as players recall them, and their names are the book's own. Any other
/// ability is refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// The target's shields count half, rounded up.
    pub halves_shields: bool,
    /// Each damage die scores one hull hit besides its chart result.
    pub extra_hull: bool,
    /// Each damage die also scores one crew casualty.
    pub extra_crew: bool,
    /// A penetrating die must penetrate again.
    pub re_roll: bool,
    /// Hull hits do nothing.
    pub no_hull: bool,
}

impl Abilities {
    /// Weapons without effect on fighters (X 5.3.3).
    pub const fn spares_fighters(self) -> bool {
        self.re_roll || self.no_hull
    }
}

impl Battery {
    /// Greatest distances of short, medium and long range.
    ///
    /// ### X 4.1.3 Range (p. 15)
    /// Three equal bands; the target's hex counts, the firer's does not.
    ///
    /// RULING: a range that is no multiple of three has the bands ⌈R/3⌉, ⌈2R/3⌉, R.
    pub const fn bands(&self) -> [u8; 3] {
        [self.range.div_ceil(3), (2 * self.range).div_ceil(3), self.range]
    }

    /// How many weapons it has.
    pub fn weapons(&self) -> u8 {
        self.mounts.iter().map(|mount| mount.weapons).sum()
    }
}

impl Design {
    /// Mounts in order: `(battery index, mount)`, batteries in print order.
    pub fn mounts(&self) -> impl Iterator<Item = (usize, &Mount)> {
        self.batteries.iter().enumerate().flat_map(|(i, b)| b.mounts.iter().map(move |mount| (i, mount)))
    }

    /// The longest range of any battery, in hexes; 0 without one.
    pub fn reach(&self) -> u8 {
        self.batteries.iter().map(|battery| battery.range).max().unwrap_or(0)
    }

    /// Attack dice of all its weapons, each at its rate of fire.
    pub fn attack_dice(&self) -> usize {
        self.batteries.iter().map(|battery| usize::from(battery.weapons()) * usize::from(battery.rof)).sum()
    }

    /// Fighter flights that it brings.
    ///
    /// ### X 5.1 Fighter bays (p. 18)
    /// One flight of six fighters a bay, on the board from the start.
    pub fn flights(&self) -> usize {
        self.equipment.iter().filter(|e| e.kind == Kind::FighterBay).map(|e| usize::from(e.count)).sum()
    }

    /// Its piece of special equipment of a kind.
    pub fn piece(&self, kind: Kind) -> Option<&Equipment> {
        self.equipment.iter().find(|e| e.kind == kind)
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
