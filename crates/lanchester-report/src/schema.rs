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

use Kind::{Count, Flag, Real, Signed, Text};

/// What the columns of parameters have in front of their names.
pub const PARAMETER: &str = "param_";

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
        column("rating_a", Count, "points", "printed rating of all ships of A"),
        column("rating_b", Count, "points", "printed rating of all ships of B"),
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
        column("no_contact", Count, "battles", "battles in which no die was rolled to hit"),
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

/// One row per design; the game's own columns follow, named `extra_` and what the game calls them.
pub const DESIGNS: Table = Table {
    file: "designs.parquet",
    rows: "one per design, in file order",
    columns: &[
        column("design", Text, "", "id of the design"),
        column("name", Text, "", "its name"),
        column("class", Text, "", "its class"),
        column("faction", Text, "", "who flies it, if known"),
        column("rating", Count, "points", "its printed rating"),
        column("origin", Text, "", "published, reconstructed or original"),
    ],
    more: Some(EXTRA),
};

/// What the names of the game's own columns of [`DESIGNS`] begin with. All hold reals.
pub const EXTRA: &str = "extra_";

const GROUP: Column = column("group", Text, "", "the group of cells");
const POLICY_A: Column =
    column("policy_a", Text, "", "one of the two policies that met; (equilibrium) for the mixture over all of them");
const POLICY_B: Column = column("policy_b", Text, "", "the other; the same where it flew both sides");

/// One row per design, group and policy pair.
pub const RATINGS: Table = Table {
    file: "ratings.parquet",
    rows: "one per group, policy pair and design: groups in the order of their first cells, in each the policies \
           that flew both sides, then those that met, then the equilibrium; designs in file order",
    columns: &[
        GROUP,
        POLICY_A,
        POLICY_B,
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
        column("verdict", Text, "", "overpriced, underpriced, fair, inconclusive, bound; null without prices"),
        column("q", Real, "", "false discovery rate at which it would just be called mispriced"),
        column("score", Real, "share", "mean score over its opponents"),
        column("score_low", Real, "share", "its 95 % interval, lower end"),
        column("score_high", Real, "share", "its 95 % interval, upper end"),
        column("battles", Count, "battles", "battles against others"),
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

/// One row per pair of designs that duelled, group and policy pair.
pub const MATRIX: Table = Table {
    file: "matrix.parquet",
    rows: "as in ratings.parquet, in each the pairs of designs that duelled",
    columns: &[
        GROUP,
        POLICY_A,
        POLICY_B,
        column("a", Text, "", "id of the design that comes first in file order"),
        column("b", Text, "", "id of the other"),
        column("score", Real, "share", "mean score of A over both ways to share out the policies"),
        column("score_low", Real, "share", "its 95 % interval, lower end"),
        column("score_high", Real, "share", "its 95 % interval, upper end"),
        column("draw_rate", Real, "share", "share of battles drawn"),
        column("draw_rate_low", Real, "share", "its 95 % interval, lower end"),
        column("draw_rate_high", Real, "share", "its 95 % interval, upper end"),
        column("capped_rate", Real, "share", "share of battles that the turn limit ended"),
        column("capped_rate_low", Real, "share", "its 95 % interval, lower end"),
        column("capped_rate_high", Real, "share", "its 95 % interval, upper end"),
        column("significant", Flag, "", "the score differs significantly from 1/2, at a false discovery rate of 5 %"),
        column("battles", Count, "battles", "battles; at the equilibrium, what the weighted ones are worth"),
    ],
    more: None,
};

const REASONS: &str = "why there is no price: few-opponents, uneven, few-fleets, out-of-reach, flat, spent";

/// One row per parity price.
pub const PRICES: Table = Table {
    file: "prices.parquet",
    rows: "one per policy pair and design, where the study asks for parity prices",
    columns: &[
        POLICY_A,
        POLICY_B,
        column("design", Text, "", "id of the design, flown by policy_a"),
        column("name", Text, "", "its name"),
        column("printed", Count, "points", "its printed rating; null if it has none"),
        column(
            "price",
            Real,
            "points",
            "the points at which fleets of it, sized by them, are a fair match for the field",
        ),
        column("price_low", Real, "points", "its 95 % interval, lower end; without a price: it still wins there"),
        column("price_high", Real, "points", "its 95 % interval, upper end; without a price: it still loses there"),
        column("multiplier", Real, "ratio", "price / printed"),
        column("multiplier_low", Real, "ratio", "its 95 % interval, lower end; without a price: it still wins there"),
        column("multiplier_high", Real, "ratio", "its 95 % interval, upper end; without a price: it still loses there"),
        column("p", Real, "", "p-value of: the printed rating is right"),
        column("q", Real, "", "false discovery rate at which it would just be called mispriced"),
        column("verdict", Text, "", "overpriced, underpriced, fair, inconclusive, bound"),
        column("reason", Text, "", REASONS),
        column("matchups", Count, "matchups", "random matchups of the last round, from which the price is read"),
        column("opponents", Count, "fleets", "different fleets that it met in them"),
        column(
            "undrawn",
            Count,
            "matchups",
            "matchups of all rounds for which the field had no fleet of about the points",
        ),
        column("battles", Count, "battles", "battles of all rounds"),
        column("capped", Count, "battles", "of them ended by the turn limit"),
        column("draws", Count, "battles", "of them won by nobody"),
    ],
    more: None,
};

/// One row per reading and design of a study that prices its ships under several.
pub const READINGS: Table = Table {
    file: "readings.parquet",
    rows: "one per reading and design, only where a study has readings: its own options first, then in file order",
    columns: &[
        column("reading", Text, "", "name of the reading; `(the study's own options)` for those"),
        POLICY_A,
        POLICY_B,
        column("design", Text, "", "id of the design, flown by policy_a"),
        column("name", Text, "", "its name"),
        column("printed", Count, "points", "its printed rating"),
        column("price", Real, "points", "as in prices.parquet"),
        column("price_low", Real, "points", "as in prices.parquet"),
        column("price_high", Real, "points", "as in prices.parquet"),
        column("multiplier", Real, "ratio", "price / printed"),
        column("multiplier_low", Real, "ratio", "as in prices.parquet"),
        column("multiplier_high", Real, "ratio", "as in prices.parquet"),
        column("p", Real, "", "p-value of: the printed rating is right"),
        column("q", Real, "", "false discovery rate at which it would just be called mispriced, in this reading"),
        column("verdict", Text, "", "overpriced, underpriced, fair, inconclusive, bound"),
        column("reason", Text, "", REASONS),
        column("matchups", Count, "matchups", "random matchups of the last round, from which the price is read"),
        column("opponents", Count, "fleets", "different fleets that it met in them"),
        column(
            "undrawn",
            Count,
            "matchups",
            "matchups of all rounds for which the field had no fleet of about the points",
        ),
        column("battles", Count, "battles", "battles of all rounds"),
        column("capped", Count, "battles", "of them ended by the turn limit"),
        column("draws", Count, "battles", "of them won by nobody"),
    ],
    more: None,
};

/// One row per model of what decides battles.
pub const CALIBRATION: Table = Table {
    file: "calibration.parquet",
    rows: "one per group, policy pair and model; the group of fleet actions is (fleets)",
    columns: &[
        GROUP,
        POLICY_A,
        POLICY_B,
        column("model", Text, "", "rating, another number of the designs, or coin for one half every time"),
        column("slope", Real, "", "k in P = 1/(1 + exp(-k ln(value A / value B)))"),
        column("slope_low", Real, "", "its 95 % interval, lower end"),
        column("slope_high", Real, "", "its 95 % interval, upper end"),
        column("brier", Real, "", "mean squared error per battle, predicted without the two designs"),
        column("brier_low", Real, "", "its 95 % interval, lower end"),
        column("brier_high", Real, "", "its 95 % interval, upper end"),
        column("log_loss", Real, "nats", "mean logarithmic error per battle"),
        column("log_loss_low", Real, "nats", "its 95 % interval, lower end"),
        column("log_loss_high", Real, "nats", "its 95 % interval, upper end"),
        column("brier_excess", Real, "", "Brier score minus the rating's: above 0 is worse than the rating"),
        column("brier_excess_low", Real, "", "its 95 % interval, lower end"),
        column("brier_excess_high", Real, "", "its 95 % interval, upper end"),
        column("log_loss_excess", Real, "nats", "log loss minus the rating's"),
        column("log_loss_excess_low", Real, "nats", "its 95 % interval, lower end"),
        column("log_loss_excess_high", Real, "nats", "its 95 % interval, upper end"),
    ],
    more: None,
};

/// One row per bin of the reliability curve.
pub const RELIABILITY: Table = Table {
    file: "reliability.parquet",
    rows: "one per group, policy pair and bin, predictions rising; the group of fleet actions is (fleets)",
    columns: &[
        GROUP,
        POLICY_A,
        POLICY_B,
        column("predicted", Real, "share", "mean predicted score of the side that should win"),
        column("observed", Real, "share", "its mean observed score"),
        column("observed_low", Real, "share", "its 95 % interval, lower end"),
        column("observed_high", Real, "share", "its 95 % interval, upper end"),
        column("cells", Count, "cells", "cells in the bin"),
        column("pairs", Count, "pairs", "pairs of battles in it"),
    ],
    more: None,
};

/// One row per number that sums up a matrix or all fleet actions.
pub const STRUCTURE: Table = Table {
    file: "structure.parquet",
    rows: "one per group, policy pair and quantity; the group of fleet actions is (fleets)",
    columns: &[
        GROUP,
        POLICY_A,
        POLICY_B,
        column("quantity", Text, "", "slope, side_bias, cycle_share, exponent or triples"),
        column("estimate", Real, "", "its value; null where it could not be had"),
        column("low", Real, "", "its 95 % interval, lower end; null for a count"),
        column("high", Real, "", "its 95 % interval, upper end"),
        column("why", Text, "", "why there is no value"),
    ],
    more: None,
};

/// One row per rock-paper-scissors triple.
pub const TRIPLES: Table = Table {
    file: "triples.parquet",
    rows: "one per group, policy pair and triple, the worst first",
    columns: &[
        GROUP,
        POLICY_A,
        POLICY_B,
        column("first", Text, "", "id of a design that beats the second"),
        column("second", Text, "", "id of a design that beats the third"),
        column("third", Text, "", "id of a design that beats the first"),
        column("first_second", Real, "share", "mean score of the first over the second"),
        column("first_second_low", Real, "share", "its 95 % interval, lower end"),
        column("first_second_high", Real, "share", "its 95 % interval, upper end"),
        column("second_third", Real, "share", "mean score of the second over the third"),
        column("second_third_low", Real, "share", "its 95 % interval, lower end"),
        column("second_third_high", Real, "share", "its 95 % interval, upper end"),
        column("third_first", Real, "share", "mean score of the third over the first"),
        column("third_first_low", Real, "share", "its 95 % interval, lower end"),
        column("third_first_high", Real, "share", "its 95 % interval, upper end"),
        column("q", Real, "", "false discovery rate at which it would just count"),
    ],
    more: None,
};

/// One row per policy and what it meets.
pub const PAYOFFS: Table = Table {
    file: "payoffs.parquet",
    rows: "one per ordered policy pair that met, and one per policy against the equilibrium",
    columns: &[
        column("policy", Text, "", "id of the policy"),
        column("against", Text, "", "id of the other; (equilibrium) for the mixture"),
        column("score", Real, "share", "its mean score, cells counting the same"),
        column("score_low", Real, "share", "its 95 % interval, lower end"),
        column("score_high", Real, "share", "its 95 % interval, upper end"),
        column("weight", Real, "share", "share of the policy in the equilibrium; null where there is none"),
    ],
    more: None,
};

/// Every table, in the order of the manifest.
pub const TABLES: [Table; 11] =
    [CELLS, DESIGNS, RATINGS, MARGINS, MATRIX, PRICES, CALIBRATION, RELIABILITY, STRUCTURE, TRIPLES, PAYOFFS];

const VARIANT: Column = column("variant", Count, "", "number of the variant in the plan");
const RATING: Column = column("rating", Count, "points", "its rating by the game's model");

const INTERVAL_KIND: Column = column(
    "interval_kind",
    Text,
    "",
    "fixed-sample: intervals of scores are 95 % each, at numbers of battles fixed beforehand; anytime-valid: results \
     decided how much was played, and they are 95 % for all cells of the sweep together",
);

/// One row per cell of a sweep: the counts that the rest is worked out from.
pub const SWEEP: Table = Table {
    file: "sweep.parquet",
    rows: "one per variant, opponent and policy, in plan order",
    columns: &[
        VARIANT,
        RATING,
        column("opponent", Text, "", "id of the ship or fleet that it met"),
        column("opponent_name", Text, "", "its name"),
        column("opponent_rating", Count, "points", "its printed rating"),
        column("policy", Text, "", "policy of both sides"),
        column("pairs", Count, "pairs", "pairs of battles with sides swapped"),
        column("battles", Count, "battles", "battles, two per pair"),
        column("wins", Count, "battles", "battles that the variant won"),
        column("losses", Count, "battles", "battles that the opponent won"),
        column("major_wins", Count, "battles", "of the battles that the variant won, major victories"),
        column("major_losses", Count, "battles", "of the battles that the opponent won, major victories"),
        column("draws", Count, "battles", "battles nobody won"),
        column("capped", Count, "battles", "battles that the turn limit ended"),
        column("no_contact", Count, "battles", "battles in which no die was rolled to hit"),
        column("mutual", Count, "battles", "battles at whose end neither side had points left"),
        column("turns", Count, "turns", "turns of all battles together"),
        column("pairs_0", Count, "pairs", "pairs in which the variant scored 0"),
        column("pairs_25", Count, "pairs", "pairs in which it scored 1/4"),
        column("pairs_50", Count, "pairs", "pairs in which it scored 1/2"),
        column("pairs_75", Count, "pairs", "pairs in which it scored 3/4"),
        column("pairs_100", Count, "pairs", "pairs in which it scored 1"),
        column("seat_0_wins", Count, "battles", "battles won from seat 0"),
        column("seat_1_wins", Count, "battles", "battles won from seat 1"),
        column("score", Real, "share", "mean score of the variant: a win is 1, a draw 1/2"),
        column("score_low", Real, "share", "its 95 % interval, lower end"),
        column("score_high", Real, "share", "its 95 % interval, upper end"),
        INTERVAL_KIND,
        column("seed", Count, "", "the sweep's seed"),
    ],
    more: Some(PARAMETER),
};

/// One row per variant of a sweep.
pub const VARIANTS: Table = Table {
    file: "variants.parquet",
    rows: "one per variant, in plan order",
    columns: &[
        VARIANT,
        RATING,
        column("battles", Count, "battles", "battles against all opponents"),
        column("score", Real, "share", "mean score, opponents and policies counting the same"),
        column("score_low", Real, "share", "its 95 % interval, lower end"),
        column("score_high", Real, "share", "its 95 % interval, upper end"),
        INTERVAL_KIND,
        column("implied", Real, "points", "the rating at which its mean score would be what ratings promise"),
        column("implied_low", Real, "points", "its 95 % interval, lower end"),
        column("implied_high", Real, "points", "its 95 % interval, upper end"),
        column("residual", Real, "ratio", "implied / rating"),
        column("residual_low", Real, "ratio", "its 95 % interval, lower end"),
        column("residual_high", Real, "ratio", "its 95 % interval, upper end"),
        column(
            "q",
            Real,
            "",
            "false discovery rate at which it would just be called mispriced; null where intervals are anytime-valid, as \
             verdicts then hold for all variants together",
        ),
        column("verdict", Text, "", "overpriced, underpriced, fair, inconclusive; null without a residual"),
        column("capped", Real, "share", "share of battles that the turn limit ended"),
        column("capped_low", Real, "share", "its 95 % interval, lower end"),
        column("capped_high", Real, "share", "its 95 % interval, upper end"),
    ],
    more: Some(PARAMETER),
};

/// One row per value of a parameter.
pub const EFFECTS: Table = Table {
    file: "effects.parquet",
    rows: "one per parameter and value, or range of values of a number that has more than eight",
    columns: &[
        column("parameter", Text, "", "name of the parameter"),
        column("value", Text, "", "the value, or the range"),
        column("variants", Count, "variants", "variants that have it"),
        column("score", Real, "share", "mean of their mean scores"),
        column("score_low", Real, "share", "mean of the lower ends: all variants meet the same dice"),
        column("score_high", Real, "share", "mean of the upper ends"),
        INTERVAL_KIND,
        column("residual", Real, "ratio", "geometric mean of implied / rating, where all have one"),
        column("residual_low", Real, "ratio", "the same of the lower ends"),
        column("residual_high", Real, "ratio", "the same of the upper ends"),
    ],
    more: None,
};

/// One row per parameter or pair of parameters.
pub const SHARES: Table = Table {
    file: "shares.parquet",
    rows: "one per parameter, the largest share first, then one per pair of parameters",
    columns: &[
        column("parameter", Text, "", "name of the parameter"),
        column("with", Text, "", "name of the other of a pair; null for one alone"),
        column(
            "share",
            Real,
            "share",
            "of the variance of mean scores between variants; a pair's is beyond each alone",
        ),
        column("chance", Real, "share", "the share expected if scores were dealt out at random among the variants"),
    ],
    more: None,
};

/// One row per pair of values of two parameters.
pub const INTERACTIONS: Table = Table {
    file: "interactions.parquet",
    rows: "one per pair of parameters and of their values, or ranges, that some variant has",
    columns: &[
        column("parameter", Text, "", "name of the one parameter"),
        column("with", Text, "", "name of the other"),
        column("value", Text, "", "value of the one, or range"),
        column("with_value", Text, "", "value of the other"),
        column("variants", Count, "variants", "variants that have both"),
        column("score", Real, "share", "mean of their mean scores"),
        column("score_low", Real, "share", "mean of the lower ends"),
        column("score_high", Real, "share", "mean of the upper ends"),
        INTERVAL_KIND,
        column("beyond", Real, "share", "the score minus what the two values do each alone, added up"),
        column("residual", Real, "ratio", "geometric mean of implied / rating, where all have one"),
        column("residual_low", Real, "ratio", "the same of the lower ends"),
        column("residual_high", Real, "ratio", "the same of the upper ends"),
    ],
    more: None,
};

/// Every table of a sweep, in the order of the manifest.
pub const SWEEP_TABLES: [Table; 5] = [SWEEP, VARIANTS, EFFECTS, SHARES, INTERACTIONS];

/// The version of these tables, in the footer of every file: raised when a column changes its meaning or goes.
pub const SCHEMA_VERSION: u32 = 6;

/// What stands for a group where all fleet actions are taken together.
pub const FLEETS: &str = "(fleets)";

/// The tables as a page of documentation, in Markdown.
#[must_use]
pub fn markdown() -> String {
    let mut page = format!(
        "# Parquet files\n\nWhat `lanchester validate` writes to `reports/<study>/`, schema version {SCHEMA_VERSION}. This \
         page is generated from the program (`lanchester schema`); a test keeps it current.\n\nEvery file's key-value \
         metadata carries `lanchester.schema_version`, `lanchester.tool_version`, `lanchester.game`, \
         `lanchester.rules_version`, `lanchester.stream_version`, `lanchester.study`, `lanchester.study_name`, \
         `lanchester.study_hash`, `lanchester.seed` and `lanchester.options`. All hashes are BLAKE3. Counts are unsigned \
         64-bit integers, reals 64-bit floats. Intervals are 95 %.\n"
    );
    page.push_str(&TABLES.iter().chain([&READINGS]).map(described).collect::<String>());
    page.push_str(
        "\n# Parquet files of a sweep\n\nWhat `lanchester sweep` writes to `reports/<sweep>/`, with the same metadata, and \
         `lanchester.sweep`: as JSON `parameters` (`name`, `field`), `policies`, `left_out` (variants that broke a constraint or that the game refused) and \
         `base_rating`. Every parameter is a column, typed by its values.\n",
    );
    page.push_str(&SWEEP_TABLES.iter().map(described).collect::<String>());
    page
}

/// A table as a section of that page.
fn described(table: &Table) -> String {
    let mut text = format!("\n## {}\n\nRows: {}.\n\n", table.file, table.rows);
    text.push_str("| column | type | unit | what it says |\n|---|---|---|---|\n");
    let more = match table.more {
        Some(EXTRA) => format!("| `{EXTRA}…` | real | | what the game says of a design beyond that |\n"),
        Some(more) => format!("| `{more}…` | by its values | | the value of this parameter |\n"),
        None => String::new(),
    };
    for (place, c) in table.columns.iter().enumerate() {
        text.push_str(&format!("| `{}` | {} | {} | {} |\n", c.name, c.kind.name(), c.unit, c.about));
        if place == 0 && table.more == Some(PARAMETER) {
            text.push_str(&more);
        }
    }
    if table.more != Some(PARAMETER) {
        text.push_str(&more);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_plain() {
        for table in TABLES.iter().chain(&SWEEP_TABLES).chain([&READINGS]) {
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
