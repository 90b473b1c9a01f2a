//! The columns of every file: the one place where they are named.
//!
//! `cells`: what was played, and by whom. `results`: what follows from it. `prices`: parity prices. `sweep`: the files of
//! a sweep. `why`: the file of a duel. `page`: all of it as documentation.

mod cells;
mod page;
mod prices;
mod results;
mod sweep;
mod why;

pub use cells::{CELLS, DESIGNS, EXTRA, MARGINS};
pub use page::markdown;
pub use prices::{COMMANDERS, PRICES, READINGS, ROBUST, SIZES};
pub use results::{CALIBRATION, FLEETS, MATRIX, PAYOFFS, RATINGS, RELIABILITY, STRUCTURE, TRIPLES};
pub use sweep::{EFFECTS, INTERACTIONS, PARAMETER, SHARES, SWEEP, SWEEP_TABLES, VARIANTS};
pub use why::WHY;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// UTF-8.
    Text,
    /// Unsigned 64-bit.
    Count,
    /// Signed 64-bit.
    Signed,
    /// 64-bit float.
    Real,
    /// True or false.
    Flag,
}

impl Kind {
    /// As documentation names it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Count => "count",
            Self::Signed => "signed",
            Self::Real => "real",
            Self::Flag => "flag",
        }
    }
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name in the file.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// Its unit; empty for names and flags.
    pub unit: &'static str,
    /// What it says.
    pub about: &'static str,
}

/// A file of columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its file name.
    pub file: &'static str,
    /// What a row is, and the order of rows.
    pub rows: &'static str,
    /// Its columns, in order.
    pub columns: &'static [Column],
    /// What further columns, which depend on the game or on what is varied, have in front of their names.
    pub more: Option<&'static str>,
}

const fn column(name: &'static str, kind: Kind, unit: &'static str, about: &'static str) -> Column {
    Column { name, kind, unit, about }
}

/// Every table, in the order of the manifest.
pub const TABLES: [Table; 12] =
    [CELLS, DESIGNS, RATINGS, MARGINS, MATRIX, PRICES, SIZES, CALIBRATION, RELIABILITY, STRUCTURE, TRIPLES, PAYOFFS];

/// Tables that a study has only where it asks for them.
pub const FURTHER_TABLES: [Table; 3] = [READINGS, ROBUST, COMMANDERS];

/// The version of these tables, in the footer of every file: raised when a column changes its meaning or goes.
pub const SCHEMA_VERSION: u32 = 7;

// What several tables begin with.
const GROUP: Column = column("group", Kind::Text, "", "the group of cells");
const POLICY_A: Column = column(
    "policy_a",
    Kind::Text,
    "",
    "one of the two policies that met; (equilibrium) for the mixture over all of them",
);
const POLICY_B: Column = column("policy_b", Kind::Text, "", "the other; the same where it flew both sides");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_plain() {
        for table in TABLES.iter().chain(&SWEEP_TABLES).chain(&FURTHER_TABLES).chain([&WHY]) {
            let mut names: Vec<&str> = table.columns.iter().map(|c| c.name).collect();
            assert!(names.iter().all(|n| n.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')));
            assert!(table.columns.iter().all(|c| !c.about.is_empty() && !c.name.starts_with(EXTRA)));
            assert!(table.columns.iter().all(|c| !c.name.starts_with(PARAMETER)));
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{}", table.file);
        }
    }
}
