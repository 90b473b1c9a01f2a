//! Where units are, and how ships move.

use lanchester_lanes::hex::{Facing, Hex16};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A hex of the plane and the hex side that a unit faces there. Serialized with the facing's name.
///
/// ### TALON 7.5.1 Floating map (p. 8)
/// The map floats, so the plane has no edge. Coordinates have 16 bits: a hundred rounds of a move in each of six impulses stay
/// far within [`Hex16::REACH`]. Nothing in the rules but the way of a missile looks farther than [`crate::options::MAX_REACH`] hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// Its hex.
    pub hex: Hex16,
    /// The hex side it faces.
    pub facing: Facing,
}

impl Position {
    /// Turned by sixths of a circle, positive to the right.
    pub const fn turned(self, sixths: i32) -> Self {
        Self { facing: self.facing.turned(sixths), ..self }
    }

    /// A hex ahead.
    pub const fn ahead(self) -> Self {
        Self { hex: self.hex.ahead(self.facing, 1), ..self }
    }

    /// ### TALON P.4 Movement
    /// Where a step leads.
    pub const fn after(self, step: Step) -> Self {
        match step {
            Step::Straight => self.ahead(),
            Step::TurnLeft => self.turned(-1).ahead(),
            Step::TurnRight => self.turned(1).ahead(),
            Step::SlipLeft => Self { facing: self.facing, ..self.turned(-1).ahead() },
            Step::SlipRight => Self { facing: self.facing, ..self.turned(1).ahead() },
        }
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Position", 3)?;
        fields.serialize_field("q", &self.hex.q)?;
        fields.serialize_field("h", &self.hex.h)?;
        fields.serialize_field("facing", &self.facing.to_string())?;
        fields.end()
    }
}

/// The move of a ship in one impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    /// A hex ahead.
    Straight,
    /// A hex side to the left, then a hex ahead.
    TurnLeft,
    /// A hex side to the right, then a hex ahead.
    TurnRight,
    /// To the hex ahead on the left, facing as before.
    SlipLeft,
    /// To the hex ahead on the right, facing as before.
    SlipRight,
}

impl Step {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Straight, Self::TurnLeft, Self::TurnRight, Self::SlipLeft, Self::SlipRight];

    /// Whether it turns the ship.
    pub const fn turns(self) -> bool {
        matches!(self, Self::TurnLeft | Self::TurnRight)
    }

    /// Whether it is a side slip.
    pub const fn slips(self) -> bool {
        matches!(self, Self::SlipLeft | Self::SlipRight)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod talon_7_5_1 {
        use super::*;

        #[test]
        fn the_longest_battle_stays_within_the_coordinates() {
            use crate::design::{MAX_AFTERBURNERS, MAX_HULL, MAX_SHIELD};
            // A move in each impulse of each round, two half-hexes each. A displacement comes with ten points of damage, so a
            // ship survives few of them, even with a reinforcement of three points in every impulse.
            let rounds = i32::from(crate::options::MAX_ROUNDS);
            let moves = rounds * i32::from(crate::impulse::IMPULSES) + i32::from(MAX_AFTERBURNERS);
            let points = 4 * i32::from(MAX_SHIELD)
                + i32::from(MAX_HULL as u8)
                + rounds * i32::from(crate::impulse::IMPULSES) * 3;
            let set_up = 2 * (i32::from(crate::options::MAX_GAP) + 8);
            assert!(2 * (moves + points / 10 + 1) + set_up < i32::from(Hex16::REACH));
        }
    }

    mod talon_p_4 {
        use super::*;

        #[test]
        fn turns_move_into_the_new_heading_and_slips_keep_the_old() {
            let here = Position { hex: Hex16::default(), facing: Facing::NORTH };
            let after = |step| {
                let Position { hex, facing } = here.after(step);
                (hex.q, hex.h, facing.to_string())
            };
            assert_eq!(after(Step::Straight), (0, 2, "N".into()));
            assert_eq!(after(Step::TurnLeft), (-1, 1, "NW".into()));
            assert_eq!(after(Step::TurnRight), (1, 1, "NE".into()));
            assert_eq!(after(Step::SlipLeft), (-1, 1, "N".into()));
            assert_eq!(after(Step::SlipRight), (1, 1, "N".into()));
        }
    }
}
