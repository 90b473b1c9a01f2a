//! Options of a battle, and where a ship starts.

use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_scenario::{options, words};
use serde::Serialize;

/// Most turns of a battle.
pub const MAX_TURNS: u16 = 100;
/// Hexes between the fleets, at least and at most.
pub const DISTANCES: [u8; 2] = [2, 60];
/// Hexes to the side, and ahead, at which a ship can start from its place in the line.
pub const MAX_ASIDE: i8 = 12;
/// Hexes ahead of its line at which a ship can start.
pub const MAX_LEAD: u8 = 12;

words! {
    /// When crews of equal skill on both sides fire (SKILLDICE 3.1).
    pub enum EqualSkill("way") {
        /// All of them declare, roll, and then do their damage.
        Together = "together",
        /// One after the other, seat 0 first.
        InOrder = "in-order",
    }
}

words! {
    /// When a structure hit is marked (SKILLDICE 4.4).
    pub enum StructureMarks("moment") {
        /// In the upkeep.
        Upkeep = "upkeep",
        /// At once.
        AtOnce = "at-once",
    }
}

words! {
    /// What damage is odd, so that the attacker chooses (SKILLDICE 4.3).
    pub enum Odd("damage") {
        /// What the dice show, before overage and screens.
        Dice = "dice",
        /// The net damage.
        Net = "net",
    }
}

words! {
    /// When countermeasures act (SKILLDICE 5.3).
    pub enum Countering("moment") {
        /// In the torpedo result phase, before torpedoes hit.
        Results = "results",
        /// In the upkeep, when those that arrived have hit.
        Upkeep = "upkeep",
    }
}

options! {
    /// Options of a battle. The default is the standard game.
    pub struct Options("[options]") {
        /// Turns after which a battle is stopped (SKILLDICE 6.1).
        turn_cap: u16 [1..=MAX_TURNS] = 30,
        /// Hexes between the fleets (SKILLDICE 1.3).
        distance: u8 [DISTANCES[0]..=DISTANCES[1]] = 24,
        /// A side with fewer ships to move may pass (SKILLDICE 2.3).
        may_pass: bool = true,
        /// Whether crews of equal skill on both sides fire together, or one after the other (SKILLDICE 3.1).
        equal_skill: EqualSkill = EqualSkill::Together,
        /// Which damage must be odd for the attacker to choose: what the dice show, or what is left after screens (SKILLDICE 4.3).
        odd_damage: Odd = Odd::Dice,
        /// Whether structure hits are marked in the upkeep or at once (SKILLDICE 4.4).
        structure_marks: StructureMarks = StructureMarks::Upkeep,
        /// A fuel leak stops a ship for five turns from the next one, not for good from the fifth (SKILLDICE 4.5).
        for_5_turns: bool = false,
        /// Points of movement of a torpedo (SKILLDICE 2.6).
        torpedo_speed: u8 [1..=20] = 12,
        /// Points that a hexside costs a torpedo (SKILLDICE 2.6).
        torpedo_turn: u8 [1..=6] = 3,
        /// Turns that a torpedo flies (SKILLDICE 2.6).
        torpedo_endurance: u8 [1..=10] = 5,
        /// The highest face of a D4 at which a nixie fools a torpedo (SKILLDICE 5.2).
        nixie_fools: u8 [0..=4] = 2,
        /// Whether countermeasures act before torpedoes hit, or in the upkeep (SKILLDICE 5.3).
        countermeasures: Countering = Countering::Results,
        /// The electronic warfare die that removes a torpedo (SKILLDICE 5.3).
        countered_at: u8 [2..=10] = 4,
        /// A ship that torpedoes track has one attempt without a countermeasure (SKILLDICE 5.4).
        jam: bool = false,
        /// The engineering die that clears a short or a turn of stun (SKILLDICE 5.5).
        repaired_at: u8 [2..=10] = 4,
        /// A side without a weapon that works, a crew for it and a torpedo loses (SKILLDICE 6.1).
        disarmed_loses: bool = true,
        /// Hexes from every enemy beyond which a ship has left (SKILLDICE 6.1).
        leaves_at: u8 [10..=99] = 36,
        /// Turns without a shot or a torpedo after which points decide (SKILLDICE 6.1).
        quiet_turns: u8 [1..=30] = 6,
    }
}

/// Where a ship starts, as its owner sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Station {
    /// Columns to the right of its place in the line, −12 to 12.
    pub aside: i8,
    /// Hexes ahead of the line of its fleet, 0 to [`MAX_LEAD`].
    pub lead: u8,
    /// Sixths of a circle to the right from straight at the enemy, 0 to 5.
    pub facing: u8,
}

impl Options {
    /// ### SKILLDICE 1.3 Set-up (corrections 8)
    /// The hex and facing of the ship in `slot` of a fleet of so many ships.
    ///
    /// RULING: the page has no set-up. The plane has no edge. Each fleet stands in a line, a ship in every second column, 24 hexes
    /// from the other (option `distance`), and faces it. Half a turn of the plane takes one line to the other; seat 0 faces north.
    pub fn start(&self, seat: usize, [slot, ships]: [usize; 2], station: Station) -> (Hex16, Facing) {
        let column = 2 * (slot as i16 - ships as i16 / 2) + i16::from(station.aside);
        let facing = Facing::new(station.facing.into());
        let hex = Hex16::new(column, 2 * i16::from(station.lead) + column.rem_euclid(2));
        if seat == 0 {
            return (hex, facing);
        }
        (Hex16::new(-hex.q, 2 * i16::from(self.distance) - hex.h), facing.turned(3))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod skilldice_1_3 {
        use super::*;

        #[test]
        fn fleets_face_each_other_24_hexes_apart() {
            let options = Options::default();
            let at = |seat, slot| options.start(seat, [slot, 4], Station::default());
            // Half a turn of the plane takes the line of one seat to that of the other.
            for slot in 0..4 {
                let ((south, north), (other, back)) = (at(0, slot), at(1, slot));
                assert_eq!((other.q, other.h), (-south.q, 48 - south.h));
                assert_eq!((north, back), (Facing::NORTH, Facing::SOUTH));
            }
            assert_eq!(at(0, 2).0.distance(at(1, 2).0), 24);
            let ahead = options.start(1, [0, 1], Station { aside: 1, lead: 3, facing: 1 });
            // Its right is to the west.
            assert_eq!((ahead.0, ahead.1), (Hex16::new(-1, 41), Facing::new(4)));
        }
    }
}
