//! The files of what follows from the cells: ratings, matrices, how well ratings predict, cycles, policies.

use super::Kind::{Count, Flag, Real, Text};
use super::{GROUP, POLICY_A, POLICY_B, Table, column};

/// What stands for a group where all fleet actions are taken together.
pub const FLEETS: &str = "(fleets)";

/// One row per design, group and policy pair.
pub const RATINGS: Table = Table {
    file: "ratings.parquet",
    rows: "one per group, policy pair and design: groups in the order of their first cells, in each the policies \
           of the equilibrium, then those that flew both sides, then those that met; designs in file order",
    columns: &[
        GROUP,
        POLICY_A,
        POLICY_B,
        column("design", Text, "", "id of the design"),
        column("printed", Count, "points", "its printed rating; null if it has none"),
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
