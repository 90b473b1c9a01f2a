//! A validated ship: its numbers, its crews with their skills, and its weapons.

use std::cmp::Reverse;
use std::sync::Arc;

use lanchester_core::Combatant;
use lanchester_scenario::{Provenance, words};

use crate::arcs::Arcs;
use crate::card::Card;
use crate::formulas::damage::DamageCode;
use crate::formulas::dice::Pool;

/// Most ships on a side.
pub const MAX_SHIPS: usize = 12;
/// Most crews of a ship.
pub const MAX_CREW: usize = 6;
/// Most cannon of a ship.
pub const MAX_WEAPONS: usize = 6;
/// Most thrust.
pub const MAX_THRUST: u8 = 20;
/// Greatest maneuver number in a file.
pub const MAX_MANEUVER: u8 = 6;
/// Greatest Defensive Screen.
pub const MAX_SCREEN: u8 = 30;
/// Greatest ASV and ESV.
pub const MAX_ARMOUR: u8 = 15;
/// Most structure.
pub const MAX_STRUCTURE: u8 = 3;
/// Most torpedo tubes of a ship.
pub const MAX_TUBES: u8 = 4;
/// Most torpedoes of a ship.
pub const MAX_TORPEDOES: u8 = 12;
/// Most nixies, countermeasures and pieces of special equipment of a ship.
pub const MAX_EXTRAS: u8 = 6;
/// Longest range of a cannon, in hexes.
pub const MAX_RANGE: u8 = 30;
/// Most points.
pub const MAX_POINTS: u32 = 1000;

words! {
    /// What a crew does aboard.
    #[derive(Hash, PartialOrd, Ord)]
    pub enum Role("role") {
        /// Fires first.
        Gunner = "gunner",
        /// Flies the ship; fires after all gunners.
        Pilot = "pilot",
    }
}

words! {
    /// What stands against the damage of a weapon.
    #[derive(Hash)]
    pub enum Against("screen") {
        /// The armour screen value.
        Asv = "asv",
        /// The energy screen value.
        Esv = "esv",
    }
}

impl Against {
    /// The one of a ship's two screens that it is.
    pub const fn of(self, [asv, esv]: [u8; 2]) -> u8 {
        match self {
            Self::Asv => asv,
            Self::Esv => esv,
        }
    }
}

/// ### SKILLDICE 1.2 Ships and crews (lines 54-59, corrections 8, third reading 3)
/// A class of ships. The fields are within the limits above; the reader of ship files checks them.
///
/// RULING: the page has no ships. These are ours: crews with a list of weapons each, fixed at set-up; a ship has one pilot at
/// most, and one to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// The class name.
    pub name: String,
    /// Type letters; may be empty.
    pub class: String,
    /// Whose it is; may be empty.
    pub faction: String,
    /// Its points.
    pub points: u32,
    /// Where its numbers come from.
    pub origin: Provenance,
    /// Points of movement in a turn.
    pub thrust: u8,
    /// Maneuver number: a hexside costs one more than it.
    pub maneuver: u8,
    /// Defensive Screen: the total that hits it.
    pub screen: u8,
    /// Armour screen value, taken off damage.
    pub asv: u8,
    /// Energy screen value, taken off damage.
    pub esv: u8,
    /// Structure, 0 to [`MAX_STRUCTURE`].
    pub structure: u8,
    /// The damage index and criticals of its race.
    pub card: Arc<Card>,
    /// Its crews, in file order.
    pub crews: Vec<Crew>,
    /// Its cannon, in file order.
    pub weapons: Vec<Weapon>,
    /// Torpedo tubes, each for one launch a turn.
    pub tubes: u8,
    /// Torpedoes aboard.
    pub torpedoes: u8,
    /// What a torpedo rolls, all dice added.
    pub warhead: Pool,
    /// Nixies aboard.
    pub nixies: u8,
    /// Countermeasures, one attempt each a turn.
    pub countermeasures: u8,
    /// Pieces of special equipment.
    pub special: u8,
}

/// A crew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crew {
    /// What it does.
    pub role: Role,
    /// Initiative.
    pub command: u8,
    /// Turns and ties, of a pilot.
    pub helm: u8,
    /// Fire.
    pub weaponry: u8,
    /// Countermeasures.
    pub electronics: u8,
    /// Repairs.
    pub engineering: u8,
    /// The cannon on its list, a bit each.
    pub weapons: u8,
}

impl Crew {
    /// Its place in the order of fire (SKILLDICE 3.1): gunners before pilots, then the higher Weaponry first.
    pub const fn rank(self) -> (Role, Reverse<u8>) {
        (self.role, Reverse(self.weaponry))
    }

    /// The cannon on its list, in file order.
    pub fn list(self) -> impl Iterator<Item = usize> {
        (0..MAX_WEAPONS).filter(move |weapon| self.weapons >> weapon & 1 == 1)
    }
}

/// A cannon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weapon {
    /// What it is called.
    pub name: String,
    /// Its base dice.
    pub dice: Pool,
    /// How they are read as damage.
    pub damage: DamageCode,
    /// Greatest distances of short, medium and long range, in hexes.
    pub ranges: [u8; 3],
    /// Where it bears.
    pub arcs: Arcs,
    /// What stands against it.
    pub against: Against,
}

impl Weapon {
    /// ### SKILLDICE 3.2.1 Range increments (lines 68-73)
    /// What a distance adds to the total: 1 at short range, −1 at long; `None` where it does not reach.
    pub fn range_modifier(&self, distance: u16) -> Option<i32> {
        band(self.ranges, distance).map(band_modifier)
    }
}

/// The range band of a distance: 0 short, 1 medium, 2 long; `None` out of range.
pub fn band(ranges: [u8; 3], distance: u16) -> Option<usize> {
    ranges.iter().position(|most| distance <= (*most).into())
}

/// What a range band adds to the total.
pub const fn band_modifier(band: usize) -> i32 {
    1 - band as i32
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

#[cfg(test)]
mod tests {
    use lanchester_scenario::Library;

    use super::*;
    use crate::SkillDice;
    use crate::rating::house_points;

    mod skilldice_1_2 {
        use super::*;

        #[test]
        fn a_ship_is_what_its_file_says() {
            let osprey = Library::<SkillDice>::shipped().ship("osprey").expect("a shipped ship");
            let Design { thrust, maneuver, screen, asv, esv, structure, .. } = *osprey;
            assert_eq!([thrust, maneuver, screen, asv, esv, structure], [7, 2, 12, 5, 5, 2]);
            let lists: Vec<Vec<usize>> = osprey.crews.iter().map(|crew| crew.list().collect()).collect();
            assert_eq!(lists, [vec![0], vec![1], vec![1, 2, 3]]);
            assert_eq!(osprey.weapons[0].dice.to_string(), "2D8");
        }

        /// Our own ships are printed at their house rating.
        #[test]
        fn points_are_those_of_the_house_rating() {
            let library = Library::<SkillDice>::shipped();
            let ids = library.ids(lanchester_scenario::Kind::Ship);
            let wrong = ids.filter_map(|id| {
                let ship = library.ship(id).expect("a shipped ship");
                let house = house_points(&ship);
                (house != ship.points).then(|| format!("{id} {house}"))
            });
            let wrong: Vec<String> = wrong.collect();
            assert!(wrong.is_empty(), "{wrong:?}");
        }
    }

    mod skilldice_3_2_1 {
        use super::*;

        #[test]
        fn one_more_at_short_range_and_one_less_at_long() {
            let kestrel = Library::<SkillDice>::shipped().ship("kestrel").expect("a shipped ship");
            let gun = Weapon { ranges: [3, 6, 10], ..kestrel.weapons[0].clone() };
            let modifiers = [1, 3, 4, 6, 7, 10, 11].map(|distance| gun.range_modifier(distance));
            assert_eq!(modifiers, [Some(1), Some(1), Some(0), Some(0), Some(-1), Some(-1), None]);
        }
    }
}
