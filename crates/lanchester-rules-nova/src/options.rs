//! Options of a Nova battle, and where a ship starts.

use lanchester_hex::{Board, Facing, Hex};
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// ### NOVA 2.1 Battle sizes (p. 8)
/// Name, fleet limit and victory-point target.
pub const BATTLE_SIZES: [(&str, u32, u32); 5] = [
    ("very-small", 600, 300),
    ("small", 800, 400),
    ("medium", 1000, 500),
    ("large", 1200, 600),
    ("very-large", 1400, 700),
];

/// How the ships that a side activates together in the combat phase fire.
///
/// ### NOVA 3.3 Combat phase (p. 9)
/// RULING: the book lets a larger side attack with two (three …) ships at a time and does not say what that means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtATime {
    /// One after the other: each chooses its targets when the one before it has fired and done its damage.
    #[default]
    One,
    /// All of them declare all their targets before the first of them rolls; then they fire one after the other.
    Declared,
}

/// Options of a battle. The default is the book's standard game fought to the last ship.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Battle size by its place in [`BATTLE_SIZES`]: sets the fleet limit and the victory-point target.
    /// `None`: no limit and no target, the battle goes on until a side has no ship left.
    pub size: Option<usize>,
    /// Victory-point target instead of the size's (whole points).
    pub vp_target: Option<u32>,
    /// The players sit at the two 18-hex edges, 24 apart, instead of the 24-hex edges (NOVA 2.2).
    pub swapped_edges: bool,
    /// Rows that the first and the second to place may use, from their own edge (NOVA 2.3).
    pub deployment_depth: [u8; 2],
    /// Turns after which the battle is stopped (NOVA 3.4).
    pub turn_cap: u16,
    /// Damaged and crippled ships score too (NOVA 7.2).
    pub partial_victory: bool,
    /// By how much Fire Control lowers the target's ECM (NOVA 5.9).
    pub fire_control_ecm: u8,
    /// How the ships that a side activates together fire (NOVA 3.3).
    pub at_a_time: AtATime,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            size: None,
            vp_target: None,
            swapped_edges: false,
            deployment_depth: [4, 3],
            turn_cap: 30,
            partial_victory: false,
            fire_control_ecm: 1,
            at_a_time: AtATime::One,
        }
    }
}

impl Options {
    /// The victory-point target in quarter points, if there is one.
    #[must_use]
    pub fn target_quarters(&self) -> Option<u32> {
        self.vp_target.or(self.size.map(|s| BATTLE_SIZES[s].2)).map(|points| 4 * points)
    }

    /// The most points a fleet may have, if there is a limit.
    #[must_use]
    pub fn fleet_limit(&self) -> Option<u32> {
        self.size.map(|s| BATTLE_SIZES[s].1)
    }

    /// ### NOVA 2.2 Board (p. 4)
    /// 24 × 18 hexes. Seat 0 has the south edge and faces north, seat 1 the north edge.
    ///
    /// RULING: the players sit at the two 24-hex edges; `swapped_edges` turns the board.
    #[must_use]
    pub const fn board(&self) -> Board {
        if self.swapped_edges { Board { cols: 18, rows: 24 } } else { Board { cols: 24, rows: 18 } }
    }
}

/// Where a ship is, which way it points, and how fast it goes. Serialized with the hex's label and the facing's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Station {
    /// Its hex.
    pub hex: Hex,
    /// The hex side it faces.
    pub facing: Facing,
    /// Hexes moved last turn.
    pub speed: u8,
}

impl Serialize for Station {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A label does not depend on which way the board lies.
        let board = Options::default().board();
        let mut fields = serializer.serialize_struct("Station", 3)?;
        fields.serialize_field("hex", &board.label(self.hex))?;
        fields.serialize_field("facing", &self.facing.to_string())?;
        fields.serialize_field("speed", &self.speed)?;
        fields.end()
    }
}
