//! The card of a race: its damage index and its critical hits, as data.

pub mod code;
pub mod critical;
pub mod read;
#[cfg(test)]
mod tests;

pub use code::Code;
pub use critical::Critical;
pub use read::standard;

/// Rows of a damage index: net damage 1 to 23, and 24 or more.
pub const ROWS: usize = 24;
/// Sums of 2D12: the critical hits 2 to 24.
pub const CRITICALS: usize = 23;

/// Rows that one hit works through at most: its own, and one for each weapon malfunction. A malfunction in the last row does nothing.
pub const MAX_CHAIN: usize = 8;

/// A damage index and its critical hits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Columns by the structure from which they serve, rising from 0.
    columns: Vec<Column>,
    /// The critical hits of 2 to 24.
    criticals: [Critical; CRITICALS],
}

/// What hits do to ships of one structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Least structure that it serves; the next column's, or none, ends it.
    pub structure: u8,
    /// The codes of net damage 1, 2 … 24 or more, each from left to right.
    pub rows: [Vec<Code>; ROWS],
}

impl Card {
    /// ### SKILLDICE 4.1 Damage index (lines 124-127, corrections 5)
    /// What a hit of this net damage does to a ship that has this structure left, from left to right; nothing at 0 or less.
    ///
    /// RULING: the last column serves all greater structures too.
    pub fn codes(&self, structure: u8, net: i32) -> &[Code] {
        let column = self.columns.iter().rev().find(|column| column.structure <= structure);
        match (column, usize::try_from(net)) {
            (Some(column), Ok(net @ 1..)) => &column.rows[net.min(ROWS) - 1],
            _ => &[],
        }
    }

    /// The critical hit of a sum of 2D12, 2 to 24.
    pub fn critical(&self, sum: u8) -> Critical {
        self.criticals[usize::from(sum.clamp(2, 24)) - 2]
    }
}
