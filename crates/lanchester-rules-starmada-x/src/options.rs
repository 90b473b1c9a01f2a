//! Options of a Starmada X battle, and where a ship starts.

use lanchester_hex::{Board, Facing, Hex};
use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::objects::Object;

/// ### X 0.1.1 Board (p. 9)
/// 40 × 30 hexes, or more. Seat 0 has the south edge and faces north, seat 1 the north edge.
///
/// RULING: the book says at least so large, so the option `board` makes it larger, up to [`LARGEST`]. The players sit at
/// the edges that are long on the book's board. The number of columns is even, so that half a turn of the board leaves hexes
/// on hexes.
pub const BOARD: Board = Board { cols: 40, rows: 30 };

/// When ships name their targets (X 4.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Declare {
    /// Each ship before its own attacks, so it sees what was slashed before.
    Ship,
    /// All ships of both sides before any die of the phase.
    Phase,
}

/// When explosions lose strength in the end phase (X 4.3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decay {
    /// After the ships inside have been rolled for.
    After,
    /// Before.
    Before,
}
/// The largest board. A coordinate and the longest orders beyond it fit in a signed byte, a column in 64 bits.
pub const LARGEST: Board = Board { cols: 60, rows: 50 };

/// Options of a battle. The default is the book's basic game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Most points a fleet may have (X 2.1.1); `None`: no limit.
    pub fleet_limit: Option<u32>,
    /// Turns after which the battle ends (X 2.3).
    pub turn_cap: u16,
    /// A battle at whose end neither side has a ship is a draw, whatever was scored (X 2.3).
    pub mutual_draw: bool,
    /// Armour may cancel the hull hit that stands for damage that cannot be applied (X C).
    pub armor_saves_substituted: bool,
    /// When ships name their targets.
    pub declare: Declare,
    /// When explosions lose strength.
    pub explosion_decay: Decay,
    /// Explosions weaken flights' attacks on flights too (X 4.3.1).
    pub explosions_hinder_dogfights: bool,
    /// The board (X 0.1.1): from [`BOARD`] to [`LARGEST`], with an even number of columns.
    pub board: Board,
    /// Asteroids and planets on it (X 2.1.2); no hex twice.
    pub objects: Vec<Object>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            fleet_limit: None,
            turn_cap: 10,
            mutual_draw: false,
            armor_saves_substituted: true,
            declare: Declare::Ship,
            explosion_decay: Decay::After,
            explosions_hinder_dogfights: false,
            board: BOARD,
            objects: Vec::new(),
        }
    }
}

impl Options {
    /// These options on a board so many times as wide and as deep, rounded to columns in pairs, at most [`LARGEST`]; `None` where
    /// that is the same board.
    #[must_use]
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
#[must_use]
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
#[must_use]
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
