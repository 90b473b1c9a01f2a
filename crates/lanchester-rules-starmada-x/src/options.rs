//! Options of a Starmada X battle, and where a ship starts.

use lanchester_lanes::hex::{Board, Facing, Hex};
use lanchester_scenario::table_schema::ValueType;
use lanchester_scenario::{KeyTable, options, words};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::design::{MAX_RATING, MAX_SHIPS};
use crate::objects::Object;

/// ### X 0.1.1 Board (p. 9)
/// 40 × 30 hexes, or more. Seat 0 has the south edge and faces north, seat 1 the north edge.
///
/// RULING: the book says at least so large, so the option `board` makes it larger, up to [`LARGEST`]. The players sit at
/// the edges that are long on the book's board. The number of columns is even, so that half a turn of the board leaves hexes
/// on hexes.
pub const BOARD: Board = Board { cols: 40, rows: 30 };

words! {
    /// Who wins a battle at whose end neither side has a ship (X 2.3).
    pub enum MutualDestruction("ruling") {
        /// Whoever has scored more, by the letter.
        Points = "points",
        /// Nobody, whatever was scored.
        Draw = "draw",
    }
}

words! {
    /// When ships name their targets (X 4.1.1).
    pub enum Declare("moment") {
        /// Each ship before its own attacks, so it sees what was slashed before.
        Ship = "ship",
        /// All ships of both sides before any die of the phase.
        Phase = "phase",
    }
}

words! {
    /// When explosions lose strength in the end phase (X 4.3.1).
    pub enum Decay("moment") {
        /// After the ships inside have been rolled for.
        After = "after",
        /// Before.
        Before = "before",
    }
}

/// The largest board. A coordinate and the longest orders beyond it fit in a signed byte, a column in 64 bits.
pub const LARGEST: Board = Board { cols: 60, rows: 50 };

options! {
    /// Options of a battle. The default is the book's basic game.
    pub struct Options("[options]") {
        /// Most points a fleet may have (X 2.1.1).
        fleet_limit: Option<u32> [1..=MAX_RATING * MAX_SHIPS as u32, none "no limit"] = None,
        /// Turns after which a battle ends (X 2.3).
        turn_cap: u16 [1..=100] = 10,
        /// Who wins when neither side has a ship left: by victory points, or a draw (X 2.3).
        mutual_destruction: MutualDestruction = MutualDestruction::Points,
        /// Armour may cancel the hull hit that stands for damage that cannot be applied (X C).
        armor_saves_substituted: bool = true,
        /// When targets are declared: by each ship before its own attacks, or by all ships before any die of the phase (X 4.1.1).
        declare: Declare = Declare::Ship,
        /// Whether explosions lose strength after or before the ships inside are rolled for (X 4.3.1).
        explosion_decay: Decay = Decay::After,
        /// Explosions weaken flights' attacks on flights too (X 4.3.1).
        explosions_hinder_dogfights: bool = false,
        /// Columns (an even number, 40 to 60) and rows (30 to 50) of hexes (X 0.1.1).
        board: Board [by board_key] = BOARD,
        /// Asteroids and planets on the board (X 2.1.2), which matchup files set; no hex twice.
        objects: Vec<Object> [unkeyed],
    }
}

/// The key `board`: a list of two numbers.
fn board_key(table: KeyTable<Options>, name: &'static str, doc: &'static str) -> KeyTable<Options> {
    let size = ValueType::list(ValueType::whole(BOARD.rows.into(), LARGEST.cols.into()), 2, 2);
    table
        .key(
            name,
            doc,
            size,
            |o| Some(vec![i64::from(o.board.cols), i64::from(o.board.rows)].into()),
            |fields, o| {
                let [cols, rows] = fields.row("board")?;
                o.board = Board { cols, rows };
                Some(())
            },
        )
        .in_words(|o| format!("{} x {}", o.board.cols, o.board.rows))
}

impl Options {
    /// These options on a board so many times as wide and as deep, rounded to columns in pairs, at most [`LARGEST`]; `None` where
    /// that is the same board.
    pub fn on_board(&self, times: f64) -> Option<Self> {
        let size = |of: u8, least: u8, most: u8| (f64::from(of) * times).clamp(least.into(), most.into());
        let cols = 2 * (size(self.board.cols, BOARD.cols, LARGEST.cols) / 2.0).round() as u8;
        let rows = size(self.board.rows, BOARD.rows, LARGEST.rows).round() as u8;
        let board = Board { cols, rows };
        (board != self.board).then(|| Self { board, ..self.clone() })
    }
}

/// ### X 2.1.1 Equal forces (p. 13)
/// Whether two forces count as equal: they differ by at most a tenth of the lower.
pub fn even(points: [u32; 2]) -> bool {
    10 * u64::from(points[0].abs_diff(points[1])) <= u64::from(points[0].min(points[1]))
}

/// Where a ship starts and which way it points. Serialized with the hex's label and the facing's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Station {
    /// Its hex.
    pub hex: Hex,
    /// The hex side it faces.
    pub facing: Facing,
}

impl Serialize for Station {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Station", 2)?;
        fields.serialize_field("hex", &label(self.hex))?;
        fields.serialize_field("facing", &self.facing.to_string())?;
        fields.end()
    }
}

/// The label of a hex, or what to say of one that has none.
pub fn label(hex: Hex) -> String {
    // Labels are the same on every board.
    if LARGEST.contains(hex) { LARGEST.label(hex) } else { "a hex off the board".to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    mod x_2_1_1 {
        use super::*;

        #[test]
        fn a_tenth_of_the_lower_total() {
            assert!(even([1024, 988]));
            assert!(even([988, 1024]));
            assert!(even([1100, 1000]));
            assert!(!even([1101, 1000]));
        }
    }

    mod x_0_1_1 {
        use super::*;

        #[test]
        fn the_board_is_thirty_by_forty() {
            assert_eq!((BOARD.rows, BOARD.cols), (30, 40));
            assert_eq!(label(BOARD.hex(39, 29).unwrap()), "4030");
            assert_eq!(Options::default().board, BOARD);
        }

        #[test]
        fn half_as_large_again_is_sixty_by_forty_five() {
            let usual = Options::default();
            let board = |of: &Options, times: f64| of.on_board(times).map(|options| options.board);
            assert_eq!(board(&usual, 1.5), Some(Board { cols: 60, rows: 45 }));
            assert_eq!(board(&usual, 1.1), Some(Board { cols: 44, rows: 33 }));
            assert_eq!(board(&usual, 4.0), Some(LARGEST));
            let largest = Options { board: LARGEST, ..usual.clone() };
            assert_eq!((board(&usual, 1.0), board(&largest, 1.5)), (None, None));
        }

        /// Orders of as many hexes straight back or ahead as a ship has engines at most never leave a signed byte.
        #[test]
        fn the_largest_board_fits_in_bytes() {
            let reach = 2 * i32::from(crate::design::MAX_ENGINES);
            assert!(2 * i32::from(LARGEST.rows) - 1 + reach <= 127 && i32::from(LARGEST.cols) - 1 + reach <= 127);
            const { assert!(LARGEST.rows <= 64) };
            assert!([LARGEST, BOARD].iter().all(|board| board.cols.is_multiple_of(2)));
            for (column, row, name) in [(39, 29, "4030"), (59, 49, "6050"), (49, 39, "5040")] {
                assert_eq!(label(LARGEST.hex(column, row).unwrap()), name);
            }
            assert_eq!(label(Hex::new(60, 0)), "a hex off the board");
        }
    }
}
