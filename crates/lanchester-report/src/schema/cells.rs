//! The files of what was played: cells, margins of victory, designs.

use super::Kind::{Count, Flag, Real, Signed, Text};
use super::{Table, column};

/// One row per cell.
pub const CELLS: Table = Table {
    file: "cells.parquet",
    rows: "one per cell, in study order",
    columns: &[
        column("cell", Count, "", "number of the cell, part of the key of its dice"),
        column("group", Text, "", "cells of a group are analysed together"),
        column("duel", Flag, "", "one ship per side"),
        column("mirror", Flag, "", "both sides are the same ships under the same policy"),
        column("a", Text, "", "id of entrant A, a design in a duel, else a fleet"),
        column("b", Text, "", "id of entrant B"),
        column("a_name", Text, "", "name of A"),
        column("b_name", Text, "", "name of B"),
        column("policy_a", Text, "", "policy of A"),
        column("policy_b", Text, "", "policy of B"),
        column("ships_a", Text, "", "ids of the designs of A's ships, joined by +; 3*midge is three of a kind"),
        column("ships_b", Text, "", "ids of the designs of B's ships"),
        column(
            "rating_a",
            Count,
            "points",
            "rating of all ships of A: printed, or of a ship without one its house rating",
        ),
        column(
            "rating_b",
            Count,
            "points",
            "rating of all ships of B: printed, or of a ship without one its house rating",
        ),
        column("pairs", Count, "pairs", "pairs of battles with sides swapped"),
        column("battles", Count, "battles", "battles, two per pair"),
        column("wins_a", Count, "battles", "battles that A won"),
        column("wins_b", Count, "battles", "battles that B won"),
        column(
            "major_a",
            Count,
            "battles",
            "of the battles that A won, major victories; 0 in a game that grades no victories",
        ),
        column("major_b", Count, "battles", "of the battles that B won, major victories"),
        column("draws", Count, "battles", "battles nobody won"),
        column("capped", Count, "battles", "battles that the turn limit ended"),
        column("no_contact", Count, "battles", "battles without a shot (in Skill Dice a launch is one)"),
        column("mutual", Count, "battles", "battles at whose end neither side had points left"),
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
        column(
            "initiative_wins",
            Count,
            "battles",
            "battles won by the winner of the first initiative throw; null where the game has none",
        ),
        column(
            "initiative_losses",
            Count,
            "battles",
            "battles lost by the winner of the first initiative throw; null where the game has none",
        ),
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
    more: None,
};

/// One row per cell and bin of the margin.
pub const MARGINS: Table = Table {
    file: "margins.parquet",
    rows: "one per cell and bin that holds battles, cells in study order, bins rising",
    columns: &[
        column("cell", Count, "", "number of the cell"),
        column("margin", Real, "per cent", "lower edge of the bin: A's points left minus B's; bins are 5 wide"),
        column("battles", Count, "battles", "battles in it"),
    ],
    more: None,
};

/// One row per design; the game's own columns follow, named `extra_` and what the game calls them.
pub const DESIGNS: Table = Table {
    file: "designs.parquet",
    rows: "one per design, in file order",
    columns: &[
        column("design", Text, "", "id of the design"),
        column("name", Text, "", "its name"),
        column("class", Text, "", "its class"),
        column("faction", Text, "", "who flies it, if known"),
        column("rating", Count, "points", "its printed rating, or where it is unrated its house rating"),
        column("origin", Text, "", "published, reconstructed or original"),
        column("unrated", Flag, "", "its file gives no rating; null in runs of older programs, which did not say"),
    ],
    more: Some(EXTRA),
};

/// What the names of the game's own columns of [`DESIGNS`] begin with. All hold reals.
pub const EXTRA: &str = "extra_";
