//! Rectangular boards.

use crate::hex::{Facing, Hex};

/// A board of flat-topped hexes: `cols` columns of `rows` hexes each, odd columns half a hex further north.
///
/// Column 0, row 0 is the south-west corner, `(q, h) = (0, 0)`. On-board hexes are exactly those with
/// `0 <= q < cols` and `0 <= h < 2·rows`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    /// Number of columns, west to east.
    pub cols: u8,
    /// Hexes in a column, south to north.
    pub rows: u8,
}

impl Board {
    /// What [`Board::label`] says, for a reader.
    pub const LABELS: &str = "A hex such as 1208 is column 12, counted from the west, and row 08, counted from the south; \
                              even columns lie half a hex further north.";

    /// The hex in `column`, `row` (both from 0); `None` off the board.
    #[must_use]
    pub fn hex(self, column: u8, row: u8) -> Option<Hex> {
        (column < self.cols && row < self.rows).then(|| Hex::new(column as i8, (2 * row + column % 2) as i8))
    }

    /// Column and row (both from 0) of an on-board hex.
    #[must_use]
    pub const fn place(self, hex: Hex) -> (u8, u8) {
        (hex.q as u8, (hex.h - hex.q % 2) as u8 / 2)
    }

    /// Whether the hex is on the board.
    #[must_use]
    pub const fn contains(self, hex: Hex) -> bool {
        0 <= hex.q && hex.q < self.cols as i8 && 0 <= hex.h && hex.h < 2 * self.rows as i8
    }

    /// The wargamer's label of an on-board hex: two digits of column and two of row, both from 01.
    #[must_use]
    pub fn label(self, hex: Hex) -> String {
        let (column, row) = self.place(hex);
        format!("{:02}{:02}", column + 1, row + 1)
    }

    /// The hex with this label, if it is on the board.
    #[must_use]
    pub fn by_label(self, label: &str) -> Option<Hex> {
        if label.len() != 4 || !label.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let (column, row): (u8, u8) = (label[..2].parse().ok()?, label[2..].parse().ok()?);
        self.hex(column.checked_sub(1)?, row.checked_sub(1)?)
    }

    /// The on-board hex in the place of an on-board one when the board is turned by half a circle.
    #[must_use]
    pub const fn turned(self, hex: Hex) -> Hex {
        Hex { q: self.cols as i8 - 1 - hex.q, h: 2 * self.rows as i8 - 1 - hex.h }
    }

    /// The longest distance between two of its hexes.
    #[must_use]
    pub const fn longest(self) -> u8 {
        let (east, north) = (self.cols - 1, 2 * self.rows - 1);
        east + north.saturating_sub(east) / 2
    }

    /// Steps straight ahead from an on-board hex to the last on-board hex.
    #[must_use]
    pub fn room(self, from: Hex, facing: Facing) -> u8 {
        let mut room = 0;
        while self.contains(from.ahead(facing, room + 1)) {
            room += 1;
        }
        room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_places_agree() {
        let board = Board { cols: 24, rows: 18 };
        let mut seen = std::collections::HashSet::new();
        for column in 0..24 {
            for row in 0..18 {
                let hex = board.hex(column, row).unwrap();
                assert!(board.contains(hex) && seen.insert(hex));
                assert_eq!(board.place(hex), (column, row));
                assert_eq!(board.by_label(&board.label(hex)), Some(hex));
            }
        }
        let all = (-30i8..60).flat_map(|q| (-60i8..60).map(move |h| Hex { q, h }));
        let inside = all.filter(|x| (i32::from(x.q) + i32::from(x.h)) % 2 == 0 && board.contains(*x)).count();
        assert_eq!(inside, 24 * 18);
    }

    /// A half turn keeps distances, swaps the long edges, and twice it is nothing. It stays on the grid only where the
    /// number of columns is even.
    #[test]
    fn half_turns_and_diagonals() {
        for board in [Board { cols: 40, rows: 30 }, Board { cols: 50, rows: 31 }] {
            let all: Vec<Hex> = (0..board.cols)
                .flat_map(|c| (0..board.rows).map(move |r| (c, r)))
                .filter_map(|(c, r)| board.hex(c, r))
                .collect();
            let corner = all[0];
            assert_eq!(all.iter().map(|hex| corner.distance(*hex)).max(), Some(board.longest()));
            for hex in &all {
                let there = board.turned(*hex);
                assert!(board.contains(there) && (there.q + there.h) % 2 == 0 && board.turned(there) == *hex);
                assert_eq!(board.turned(corner).distance(there), corner.distance(*hex));
            }
        }
    }
}
