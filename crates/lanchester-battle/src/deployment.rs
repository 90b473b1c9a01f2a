//! How a policy places a fleet: in line.

use lanchester_lanes::hex::Hex;
use lanchester_scenario::words;

words! {
    /// How far forward a policy's free placement puts the ships.
    pub enum DeployRow("deployment row") {
        /// As far forward as the rules let it.
        Front = "front",
        /// On its own edge.
        Back = "back",
        /// On its own edge where its guns reach farther than the enemy's, else as far forward as the rules let it.
        // Each ship's longest range, the mean over the guns of all its ships.
        Reach = "reach",
    }
}

impl DeployRow {
    /// The row, as seen from seat 0, of an area so many rows deep, for a fleet that outreaches its enemy or does not.
    #[must_use]
    pub const fn of(self, depth: u8, outreaches: bool) -> u8 {
        match (self, outreaches) {
            (Self::Front, _) | (Self::Reach, false) => depth - 1,
            (Self::Back, _) | (Self::Reach, true) => 0,
        }
    }
}

/// A line of ships in slot order, centred but for a random shift.
#[derive(Clone, Copy, Debug)]
pub struct Line {
    /// The first column that ships may stand in.
    pub first: u8,
    /// Columns that they may stand in, at least as many as there are ships.
    pub columns: u8,
    /// Ships in the line.
    pub ships: usize,
    /// Columns from one ship to the next, fewer where the line would not fit.
    pub spacing: u8,
    /// Most columns that the line is shifted either way.
    pub shift: u8,
    /// The row, as seen from seat 0.
    pub row: u8,
}

impl Line {
    /// The hex of a slot, as seen from seat 0. The same `random` (uniform over 32 bits) shifts the whole line.
    #[must_use]
    pub fn hex(&self, slot: usize, random: u32) -> Hex {
        let shift = (u64::from(random) * u64::from(self.shifts())) >> 32;
        let column = self.westmost(shift as u8) + self.gap() * slot as u8;
        Hex::new(column as i8, (2 * self.row + column % 2) as i8)
    }

    /// Ways in which it may be shifted, all equally likely.
    #[must_use]
    pub const fn shifts(&self) -> u8 {
        2 * self.shift + 1
    }

    /// The first ship's column after the n-th of these shifts, which begin with the one farthest to the west.
    #[must_use]
    pub fn westmost(&self, shift: u8) -> u8 {
        let slack = i32::from(self.columns - 1 - self.gap() * (self.ships as u8 - 1));
        let west = slack / 2 + i32::from(shift) - i32::from(self.shift);
        self.first + west.clamp(0, slack) as u8
    }

    /// Columns from one ship to the next.
    #[must_use]
    pub fn gap(&self) -> u8 {
        let gaps = self.ships as u8 - 1;
        let widest = (self.columns - 1).checked_div(gaps).unwrap_or(1).max(1);
        self.spacing.min(widest)
    }
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::hex::Board;

    use super::*;

    const BOARD: Board = Board { cols: 21, rows: 16 };

    fn labels(line: Line, random: u32) -> Vec<String> {
        (0..line.ships).map(|slot| BOARD.label(line.hex(slot, random))).collect()
    }

    #[test]
    fn the_line_is_centred_and_shifted_by_whole_columns() {
        let line = Line { first: 0, columns: 21, ships: 3, spacing: 2, shift: 2, row: 4 };
        assert_eq!(labels(line, 1 << 31), ["0905", "1105", "1305"]);
        assert_eq!(labels(line, 0), ["0705", "0905", "1105"]);
        assert_eq!(labels(line, u32::MAX), ["1105", "1305", "1505"]);
    }

    #[test]
    fn reach_starts_behind_where_it_outreaches() {
        let rows = |row: DeployRow| [row.of(5, false), row.of(5, true)];
        assert_eq!([DeployRow::Front, DeployRow::Back, DeployRow::Reach].map(rows), [[4, 4], [0, 0], [4, 0]]);
    }

    #[test]
    fn a_long_line_closes_up_and_stays_in_its_columns() {
        let line = Line { first: 3, columns: 7, ships: 4, spacing: 6, shift: 5, row: 0 };
        assert_eq!(labels(line, u32::MAX), ["0401", "0601", "0801", "1001"]);
        let alone = Line { ships: 1, ..line };
        assert_eq!([labels(alone, 0), labels(alone, u32::MAX)].concat(), ["0401", "1001"]);
    }
}
