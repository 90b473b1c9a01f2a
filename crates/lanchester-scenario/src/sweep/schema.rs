//! The keys of a sweep file.

use std::sync::Arc;

use crate::schema::common_keys::{name_key, notes_key, options_key, search_among};
use crate::schema::table_schema::{Key, TableSchema, ValueType, empty_list};
use crate::{DEFAULT_POLICY, Kind};

/// Most variants of a sweep, constraints not counted.
pub const MOST_VARIANTS: u64 = 100_000;

/// How values are put together.
pub const SAMPLES: [&str; 3] = ["grid", "list", "latin-hypercube"];

pub(crate) fn sweep(options: &Arc<TableSchema>) -> TableSchema {
    let text = || ValueType::line(1, 200);
    let policies = ValueType::list(ValueType::Reference(Kind::Policy), 1, 20);
    let usual = toml::Value::Array(vec![DEFAULT_POLICY.into()]);
    let mut schema = TableSchema::new(
        "a sweep",
        vec![
            name_key(),
            notes_key(),
            Key::optional(
                "ship",
                "The ship that is varied, by id or path.",
                ValueType::Reference(Kind::Ship),
                "a fleet is",
            ),
            Key::optional(
                "fleet",
                "The fleet that is varied, by id or path.",
                ValueType::Reference(Kind::Fleet),
                "a ship is",
            ),
            Key::required(
                "against",
                "The ships that a ship meets, or the fleets that a fleet meets, by id or path; or \"all\".",
                ValueType::WordOr("all", Box::new(ValueType::list(text(), 1, 1000))),
            ),
            Key::default(
                "policies",
                "Who commands both sides, one after the other, by id or path. `search` plays policies out at each of its decisions.",
                policies,
                usual,
            ),
            search_among(),
            Key::default("seed", "Seed of every die, and of a random sample.", ValueType::whole(0, i64::MAX), 1),
            Key::default("pairs", "Pairs of battles per cell.", ValueType::whole(1, 100_000_000), 1000),
            Key::optional(
                "half_width",
                "Play each cell until its interval reaches this far to either side, instead of `pairs`.",
                ValueType::real(0.001, 0.2),
                "`pairs` are played",
            )
            .hint("a share: 0.01 is one in a hundred"),
            Key::default(
                "sample",
                "Every combination of values; or the nth of each together; or spread evenly and at random.",
                ValueType::choice("sample", SAMPLES),
                SAMPLES[0],
            ),
            Key::optional(
                "samples",
                "Variants of a latin-hypercube; of those that come out alike one is played.",
                ValueType::whole(2, MOST_VARIANTS as i64),
                "100",
            ),
            Key::default("skip_illegal", "Leave out variants that the game refuses.", ValueType::Flag, false),
            Key::default("keep_rating", "Keep the printed rating instead of the game's model.", ValueType::Flag, false),
            options_key(options),
            Key::required(
                "parameters",
                "What is varied.",
                ValueType::Tables { of: Arc::new(parameter()), min: 1, max: 20 },
            ),
            Key::default(
                "constraints",
                "What every variant must keep.",
                ValueType::Tables { of: Arc::new(constraint()), min: 0, max: 100 },
                empty_list(),
            ),
        ],
    );
    schema.one_of = vec!["ship", "fleet"];
    schema
}

fn parameter() -> TableSchema {
    let number = || ValueType::real(-1e9, 1e9);
    TableSchema::new(
        "an entry of [[parameters]]",
        vec![
            Key::required(
                "field",
                "The key that is set: ship.…, fleet.…, option.… or policy.…, such as ship.thrust.",
                ValueType::line(1, 200),
            )
            .hint("such as \"ship.thrust\" or \"ship.batteries.Fusion Beams.range\""),
            Key::optional(
                "values",
                "Its values.",
                ValueType::list(ValueType::Scalar, 1, MOST_VARIANTS as usize),
                "`from`, `to` and `step` say which",
            ),
            Key::optional("from", "Its least value.", number(), "`values` lists them"),
            Key::optional("to", "Its largest value.", number(), "`values` lists them"),
            Key::optional(
                "step",
                "From one value to the next.",
                ValueType::real(1e-6, 1e9),
                "1; a latin-hypercube takes any number of the range where its ends are not whole",
            ),
        ],
    )
}

fn constraint() -> TableSchema {
    TableSchema::new(
        "an entry of [[constraints]]",
        vec![Key::required(
            "rule",
            "A comparison of sums and products of parameters and numbers, such as \"hull + armour <= 20\".",
            ValueType::line(3, 400),
        )],
    )
}
