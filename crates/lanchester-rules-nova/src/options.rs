//! Options of a Nova battle, and where a ship starts.

use lanchester_lanes::hex::{Board, Facing, Hex};
use lanchester_scenario::table_schema::ValueType;
use lanchester_scenario::{KeyTable, options, words};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::design::{MAX_ECM, MAX_RATING, MAX_SHIPS};

/// ### NOVA 2.1 Battle sizes (p. 8)
/// Name, fleet limit and victory-point target.
pub const BATTLE_SIZES: [(&str, u32, u32); 5] = [
    ("very-small", 600, 300),
    ("small", 800, 400),
    ("medium", 1000, 500),
    ("large", 1200, 600),
    ("very-large", 1400, 700),
];

words! {
    /// How the ships that a side activates together in the combat phase fire.
    ///
    /// ### NOVA 3.3 Combat phase (p. 9)
    /// RULING: the book lets a larger side attack with two (three …) ships at a time and does not say what that means.
    pub enum AtATime("way to fire together") {
        /// One after the other: each chooses its targets when the one before it has fired and done its damage.
        One = "one",
        /// All of them declare all their targets before the first of them rolls; then they fire one after the other.
        Declared = "declared",
    }
}

options! {
    /// Options of a battle. The default is the book's standard game fought to the last ship.
    pub struct Options("[options]") {
        /// Battle size: fleet limit and victory-point target (NOVA 2.1).
        // Its place in `BATTLE_SIZES`.
        size: Option<usize> [by size_key] = None,
        /// Victory-point target, in points, instead of the size's (NOVA 7.1).
        vp_target: Option<u32> [by target_key] = None,
        /// Play from the 18-hex edges, 24 apart (NOVA 2.2).
        swapped_edges: bool = false,
        /// Rows that the first and the second to place may use (NOVA 2.3).
        deployment_depth: [u8; 2] [1..=11] = [4, 3],
        /// Turns after which a battle is stopped (NOVA 3.4).
        turn_cap: u16 [1..=200] = 30,
        /// Damaged and crippled ships score too (NOVA 7.2).
        partial_victory: bool = false,
        /// By how much Fire Control lowers the target's ECM (NOVA 5.9).
        fire_control_ecm: u8 [0..=MAX_ECM] = 1,
        /// How ships that fire together do: one after the other, or all targets declared first (NOVA 3.3).
        at_a_time: AtATime = AtATime::One,
    }
}

/// The key `size`.
fn size_key(table: KeyTable<Options>, name: &'static str, doc: &'static str) -> KeyTable<Options> {
    let sizes = ValueType::choice("battle size", BATTLE_SIZES.iter().map(|(name, ..)| *name));
    table
        .key(
            name,
            doc,
            sizes,
            |o: &Options| o.size.map(|size| BATTLE_SIZES[size].0.into()),
            |fields, o| {
                let word = fields.word("size")?;
                o.size = Some(BATTLE_SIZES.iter().position(|(known, ..)| *known == word)?);
                // It brings its own target.
                o.vp_target = None;
                Some(())
            },
        )
        .absent("no fleet limit and no target: fought to the last ship")
}

/// The key `vp_target`, in words with the size's in the place of none.
fn target_key(table: KeyTable<Options>, name: &'static str, doc: &'static str) -> KeyTable<Options> {
    let target =
        |o: &Options| o.target_quarters().map_or_else(|| "none".to_owned(), |quarters| (quarters / 4).to_string());
    let points = 1..=MAX_RATING * MAX_SHIPS as u32;
    table.value(name, doc, points, |o| &mut o.vp_target).absent("the size's").in_words(target)
}

impl Options {
    /// The victory-point target in quarter points, if there is one.
    pub fn target_quarters(&self) -> Option<u32> {
        self.vp_target.or(self.size.map(|s| BATTLE_SIZES[s].2)).map(|points| 4 * points)
    }

    /// The most points a fleet may have, if there is a limit.
    pub fn fleet_limit(&self) -> Option<u32> {
        self.size.map(|s| BATTLE_SIZES[s].1)
    }

    /// ### NOVA 2.2 Board (p. 4)
    /// 24 × 18 hexes. Seat 0 has the south edge and faces north, seat 1 the north edge.
    ///
    /// RULING: the players sit at the two 24-hex edges; `swapped_edges` turns the board.
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
