//! A ship.

use lanchester_core::Combatant;
use lanchester_scenario::Provenance;

/// Most ships on a side.
pub const MAX_SHIPS: usize = 12;
/// Most hull boxes.
pub const MAX_HULL: u8 = 100;
/// Most guns.
pub const MAX_GUNS: usize = 4;
/// Most points.
pub const MAX_POINTS: u32 = 1000;
/// The dice that guns roll, by their sides.
pub const DICE: [u8; 6] = [4, 6, 8, 10, 12, 20];

/// ### FIRES 1 Ships (p. 1)
/// A class of ships.
#[derive(Clone, Debug, PartialEq)]
pub struct Design {
    /// The class name.
    pub name: String,
    /// Its build points.
    pub points: u32,
    /// Where its numbers come from.
    pub origin: Provenance,
    /// Hull boxes, 1 to [`MAX_HULL`].
    pub hull: u8,
    /// Guns, 1 to [`MAX_GUNS`]: a die each.
    pub guns: u8,
    /// Sides of their dice, one of [`DICE`].
    pub die: u8,
    /// The formation that it goes in, if a fleet says so.
    pub formation: Option<u8>,
}

impl Combatant for Design {
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
