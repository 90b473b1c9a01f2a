//! The files of parity prices.

use super::Kind::{Count, Flag, Real, Text};
use super::{Column, POLICY_A, POLICY_B, Table, column};

// What the tables of prices end with: why there is no price, and what was played.
const REASON: Column =
    column("reason", Text, "", "why there is no price: few-opponents, uneven, few-fleets, out-of-reach, flat, spent");
const MATCHUPS: Column =
    column("matchups", Count, "matchups", "random matchups of the last round, from which the price is read");
const OPPONENTS: Column = column("opponents", Count, "fleets", "different fleets that it met in them");
const UNDRAWN: Column =
    column("undrawn", Count, "matchups", "matchups of all rounds for which the field had no fleet of about the points");
const BATTLES: Column = column("battles", Count, "battles", "battles of all rounds");
const CAPPED: Column = column("capped", Count, "battles", "of them ended by the turn limit");
const DRAWS: Column = column("draws", Count, "battles", "of them won by nobody");

const VERDICT: &str = "overpriced, underpriced, fair, inconclusive, bound; null where nothing is printed";

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
        column("verdict", Text, "", VERDICT),
        REASON,
        MATCHUPS,
        OPPONENTS,
        UNDRAWN,
        BATTLES,
        CAPPED,
        DRAWS,
    ],
    more: None,
};

/// One row per design and number of ships of a study that prices its ships by size.
pub const SIZES: Table = Table {
    file: "sizes.parquet",
    rows: "one per design and number of ships, only where the study asks for prices by size: designs in file order, numbers of \
           ships rising",
    columns: &[
        POLICY_A,
        POLICY_B,
        column("design", Text, "", "id of the design, flown by policy_a"),
        column("name", Text, "", "its name"),
        column("printed", Count, "points", "its printed rating; null if it has none"),
        column("ships", Count, "ships", "ships of it in every matchup"),
        column("price", Real, "points", "the price of one at which so many of it are a fair match for as many points"),
        column("price_low", Real, "points", "its 95 % interval, lower end; without a price: it still wins there"),
        column("price_high", Real, "points", "its 95 % interval, upper end; without a price: it still loses there"),
        REASON,
        column(
            "p",
            Real,
            "",
            "p-value of: the design has the same price at every number of ships; the same in all its rows",
        ),
        column("q", Real, "", "false discovery rate at which it would just be said to have no single price"),
        column("ratio", Real, "ratio", "the highest of its prices over the lowest"),
        column("slope", Real, "", "slope of ln price on ln ships: p − 1 where n ships are worth n to the power of p"),
        column("slope_low", Real, "", "its 95 % interval, lower end"),
        column("slope_high", Real, "", "its 95 % interval, upper end"),
        column(
            "verdict",
            Text,
            "",
            "no-single-price (q is at most 0.05 and ratio above 1.1), one-price (all intervals within ten per cent), \
             inconclusive, untested (fewer than two prices)",
        ),
        MATCHUPS,
        OPPONENTS,
        UNDRAWN,
        BATTLES,
        CAPPED,
        DRAWS,
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
        column("verdict", Text, "", VERDICT),
        REASON,
        MATCHUPS,
        OPPONENTS,
        UNDRAWN,
        BATTLES,
        CAPPED,
        DRAWS,
        column(
            "difference",
            Real,
            "points",
            "price here − price under the study's own options, from the same matchups with the same dice; null without two prices",
        ),
        column("difference_low", Real, "points", "its 95 % interval, lower end"),
        column("difference_high", Real, "points", "its 95 % interval, upper end"),
        column(
            "difference_q",
            Real,
            "",
            "false discovery rate at which the reading would just be said to move the price",
        ),
    ],
    more: None,
};

/// One row per setting and design of a run whose prices were asked for under other settings.
pub const ROBUST: Table = Table {
    file: "robust.parquet",
    rows: "one per setting and design, only where prices were asked for under other settings (--robust, or [robust] of the study): \
           the study's own setting first, then each that varies one thing",
    columns: &[
        column("varied", Text, "", "what the setting varies: nothing, policy, budget, board, reading"),
        column("setting", Text, "", "the setting in words, such as `charge on both sides`"),
        column("budget_low", Count, "points", "fewest points of a fleet"),
        column("budget_high", Count, "points", "most points of a fleet"),
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
        column("q", Real, "", "false discovery rate at which it would just be called mispriced, under this setting"),
        column("verdict", Text, "", "overpriced, underpriced, fair, inconclusive, bound"),
        REASON,
        MATCHUPS,
        OPPONENTS,
        UNDRAWN,
        BATTLES,
        CAPPED,
        DRAWS,
        column(
            "undecided",
            Flag,
            "",
            "the turn limit ended more than half of the battles: not counted in a range, unless it is the own setting",
        ),
    ],
    more: None,
};

/// One row per commander and design of a run whose prices were asked for under other commanders.
pub const COMMANDERS: Table = Table {
    file: "commanders.parquet",
    rows: "one per commander and design, only where prices were asked for under other commanders (--strength): the study's own policy \
           first, then the policies that a search plays out, then the search, then what it makes of each decision alone",
    columns: &[
        column("commander", Text, "", "id of the policy that commands both sides, or search"),
        column("rollouts", Count, "", "how often a search plays each policy out at each decision; null for a policy"),
        column(
            "decision",
            Text,
            "",
            "the one decision that the search makes, for the design's side alone; null where it makes all of them, for both",
        ),
        column("design", Text, "", "id of the design"),
        column("name", Text, "", "its name"),
        column(
            "price",
            Real,
            "points",
            "the price in these matchups, of at most four ships a side; null where it is none",
        ),
        column("price_low", Real, "points", "its 95 % interval, lower end"),
        column("price_high", Real, "points", "its 95 % interval, upper end"),
        column(
            "change",
            Real,
            "ratio",
            "the price over that under the study's own policy, from the same matchups, less 1; null without two prices",
        ),
        column("change_low", Real, "ratio", "its 95 % interval, lower end"),
        column("change_high", Real, "ratio", "its 95 % interval, upper end"),
        column("p", Real, "", "p-value of: the price is the same under both"),
        column(
            "q",
            Real,
            "",
            "false discovery rate at which the price would just be said to move, under this commander",
        ),
        column(
            "verdict",
            Text,
            "",
            "settled (the whole interval lies within 5 %), up, down (chance does not explain the change), unknown; null without a change",
        ),
        column("matchups", Count, "matchups", "matchups, the same under every commander"),
        column("battles", Count, "battles", "battles in them"),
        CAPPED,
    ],
    more: None,
};
