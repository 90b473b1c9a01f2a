//! The files of a sweep.

use super::Kind::{Count, Real, Text};
use super::{Column, Table, column};

/// What the columns of parameters have in front of their names.
pub const PARAMETER: &str = "param_";

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
        column("no_contact", Count, "battles", "battles without a shot (in Skill Dice a launch is one)"),
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
        column("residual", Real, "ratio", "implied / rating; null where what is varied has no printed rating"),
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
