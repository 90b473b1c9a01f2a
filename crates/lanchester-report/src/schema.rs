//! The columns of every file: the one place where they are named.

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
}

const fn column(name: &'static str, kind: Kind, unit: &'static str, about: &'static str) -> Column {
    Column { name, kind, unit, about }
}

use Kind::{Count, Flag, Real, Signed, Text};

/// One row a cell.
pub const CELLS: Table = Table {
    file: "cells.parquet",
    rows: "one a cell, in study order",
    columns: &[
        column("cell", Count, "", "number of the cell, part of the key of its dice"),
        column("group", Text, "", "cells of a group are analysed together"),
        column("duel", Flag, "", "one ship a side"),
        column("mirror", Flag, "", "both sides are the same ships under the same policy"),
        column("a", Text, "", "id of entrant A, a design in a duel, else a fleet"),
        column("b", Text, "", "id of entrant B"),
        column("a_name", Text, "", "name of A"),
        column("b_name", Text, "", "name of B"),
        column("policy_a", Text, "", "policy of A"),
        column("policy_b", Text, "", "policy of B"),
        column("rating_a", Count, "points", "printed rating of all ships of A"),
        column("rating_b", Count, "points", "printed rating of all ships of B"),
        column("pairs", Count, "pairs", "pairs of battles with sides swapped"),
        column("battles", Count, "battles", "battles, two a pair"),
        column("wins_a", Count, "battles", "battles that A won"),
        column("wins_b", Count, "battles", "battles that B won"),
        column("draws", Count, "battles", "battles nobody won"),
        column("capped", Count, "battles", "battles that the turn limit ended"),
        column("no_contact", Count, "battles", "battles in which no die was rolled to hit"),
        column("turns", Count, "turns", "turns of all battles together"),
        column("turns_mean", Real, "turns", "mean turns of a battle"),
        column("pairs_0", Count, "pairs", "pairs in which A scored 0"),
        column("pairs_25", Count, "pairs", "pairs in which A scored 1/4"),
        column("pairs_50", Count, "pairs", "pairs in which A scored 1/2"),
        column("pairs_75", Count, "pairs", "pairs in which A scored 3/4"),
        column("pairs_100", Count, "pairs", "pairs in which A scored 1"),
        column("score", Real, "share", "mean score of A: a win is 1, a draw 1/2"),
        column("score_low", Real, "share", "its 95 % interval, lower end"),
        column("score_high", Real, "share", "its 95 % interval, upper end"),
        column("win_rate", Real, "share", "share of battles that A won"),
        column("win_rate_low", Real, "share", "its 95 % interval, lower end"),
        column("win_rate_high", Real, "share", "its 95 % interval, upper end"),
        column("draw_rate", Real, "share", "share of battles drawn"),
        column("draw_rate_low", Real, "share", "its 95 % interval, lower end"),
        column("draw_rate_high", Real, "share", "its 95 % interval, upper end"),
        column("loss_rate", Real, "share", "share of battles that A lost"),
        column("loss_rate_low", Real, "share", "its 95 % interval, lower end"),
        column("loss_rate_high", Real, "share", "its 95 % interval, upper end"),
        column("capped_rate", Real, "share", "share of battles that the turn limit ended"),
        column("capped_rate_low", Real, "share", "its 95 % interval, lower end"),
        column("capped_rate_high", Real, "share", "its 95 % interval, upper end"),
        column("seat_0_wins", Count, "battles", "battles won from seat 0"),
        column("seat_1_wins", Count, "battles", "battles won from seat 1"),
        column("initiative_wins", Count, "battles", "battles won by the winner of the first initiative throw"),
        column("initiative_losses", Count, "battles", "battles lost by the winner of the first initiative throw"),
        column("left_a", Count, "per mille", "sum over battles of A's points left"),
        column("left_b", Count, "per mille", "sum over battles of B's points left"),
        column("left_a_mean", Real, "share", "mean share of A's points left"),
        column("left_b_mean", Real, "share", "mean share of B's points left"),
        column("margin_sum", Signed, "per mille", "sum over battles of A's points left minus B's"),
        column("margin_squares", Count, "per mille squared", "sum over pairs of the square of the pair's margin"),
        column("margin", Real, "share", "mean over battles of A's share left minus B's"),
        column("margin_low", Real, "share", "its 95 % interval, lower end"),
        column("margin_high", Real, "share", "its 95 % interval, upper end"),
        column("seed", Count, "", "the study's seed"),
    ],
};

/// One row a design; the game's own columns follow, named `extra_` and what the game calls them.
pub const DESIGNS: Table = Table {
    file: "designs.parquet",
    rows: "one a design, in file order",
    columns: &[
        column("design", Text, "", "id of the design"),
        column("name", Text, "", "its name"),
        column("class", Text, "", "its class"),
        column("faction", Text, "", "who flies it, if told"),
        column("rating", Count, "points", "its printed rating"),
        column("origin", Text, "", "published, reconstructed or original"),
    ],
};

/// What the names of the game's own columns of [`DESIGNS`] begin with. All hold reals.
pub const EXTRA: &str = "extra_";

/// One row a design and group.
pub const RATINGS: Table = Table {
    file: "ratings.parquet",
    rows: "one a group and design, groups in the order of their first cells, designs in file order",
    columns: &[
        column("group", Text, "", "the group of duels"),
        column("design", Text, "", "id of the design"),
        column("printed", Count, "points", "its printed rating"),
        column("strength", Real, "", "log strength around the mean of those that can be compared"),
        column("strength_low", Real, "", "its 95 % interval, lower end"),
        column("strength_high", Real, "", "its 95 % interval, upper end"),
        column("implied", Real, "points", "the rating that its results imply"),
        column("implied_low", Real, "points", "its 95 % interval, lower end; alone if it lost no point"),
        column("implied_high", Real, "points", "its 95 % interval, upper end; alone if it took no point"),
        column("residual", Real, "ratio", "implied / printed"),
        column("residual_low", Real, "ratio", "its 95 % interval, lower end"),
        column("residual_high", Real, "ratio", "its 95 % interval, upper end"),
        column("verdict", Text, "", "overpriced, underpriced, honest, cannot-tell, bound; null without prices"),
        column("q", Real, "", "false discovery rate at which it would just be called mispriced"),
        column("score", Real, "share", "mean score over its opponents"),
        column("score_low", Real, "share", "its 95 % interval, lower end"),
        column("score_high", Real, "share", "its 95 % interval, upper end"),
        column("battles", Count, "battles", "battles against others"),
    ],
};

/// One row a cell and bin of the margin.
pub const MARGINS: Table = Table {
    file: "margins.parquet",
    rows: "one a cell and bin that holds battles, cells in study order, bins rising",
    columns: &[
        column("cell", Count, "", "number of the cell"),
        column("margin", Real, "per cent", "lower edge of the bin: A's points left minus B's; bins are 5 wide"),
        column("battles", Count, "battles", "battles in it"),
    ],
};

/// Every table, in the order of the manifest.
pub const TABLES: [Table; 4] = [CELLS, DESIGNS, RATINGS, MARGINS];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_plain() {
        for table in TABLES {
            let mut names: Vec<&str> = table.columns.iter().map(|c| c.name).collect();
            assert!(names.iter().all(|n| n.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')));
            assert!(table.columns.iter().all(|c| !c.about.is_empty() && !c.name.starts_with(EXTRA)));
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{}", table.file);
        }
    }
}
