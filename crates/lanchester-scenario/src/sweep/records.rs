//! The keys of a sweep file.

use std::sync::Arc;

use crate::Kind;
use crate::records::{name_field, notes_field, options_field};
use crate::shape::{Field, Record, Shape, empty_list};

/// Most variants of a sweep, constraints not counted.
pub const MOST_VARIANTS: u64 = 100_000;

/// How values are put together.
pub const SAMPLES: [&str; 3] = ["grid", "list", "latin-hypercube"];

pub(crate) fn sweep(options: &Arc<Record>) -> Record {
    let text = || Shape::line(1, 200);
    let policies = Shape::list(Shape::Reference(Kind::Policy), 1, 20);
    let greedy = toml::Value::Array(vec!["greedy".into()]);
    let mut record = Record::new(
        "a sweep",
        vec![
            name_field(),
            notes_field(),
            Field::optional(
                "ship",
                "The ship that is varied, by id or path.",
                Shape::Reference(Kind::Ship),
                "a fleet is",
            ),
            Field::optional(
                "fleet",
                "The fleet that is varied, by id or path.",
                Shape::Reference(Kind::Fleet),
                "a ship is",
            ),
            Field::required(
                "against",
                "The ships that a ship meets, or the fleets that a fleet meets, by id or path; or \"all\".",
                Shape::WordOr("all", Box::new(Shape::list(text(), 1, 1000))),
            ),
            Field::default("policies", "Who commands both sides, one after the other.", policies, greedy),
            Field::default("seed", "Seed of every die, and of a random sample.", Shape::whole(0, i64::MAX), 1),
            Field::default("pairs", "Pairs of battles a cell.", Shape::whole(1, 100_000_000), 1000),
            Field::optional(
                "half_width",
                "Play each cell until its interval reaches this far to either side, instead of `pairs`.",
                Shape::real(0.001, 0.2),
                "`pairs` are played",
            )
            .hint("a share: 0.01 is one in a hundred"),
            Field::default(
                "sample",
                "Every combination of values; or the nth of each together; or spread evenly and at random.",
                Shape::choice("sample", SAMPLES),
                SAMPLES[0],
            ),
            Field::optional(
                "samples",
                "Variants of a latin-hypercube; of those that come out alike one is played.",
                Shape::whole(2, MOST_VARIANTS as i64),
                "100",
            ),
            Field::default("skip_illegal", "Leave out variants that the game refuses.", Shape::Flag, false),
            Field::default("keep_rating", "Keep the printed rating instead of the game's model.", Shape::Flag, false),
            options_field(options),
            Field::required(
                "parameters",
                "What is varied.",
                Shape::Tables { of: Arc::new(parameter()), min: 1, max: 20 },
            ),
            Field::default(
                "constraints",
                "What every variant must keep.",
                Shape::Tables { of: Arc::new(constraint()), min: 0, max: 100 },
                empty_list(),
            ),
        ],
    );
    record.one_of = vec!["ship", "fleet"];
    record
}

fn parameter() -> Record {
    let number = || Shape::real(-1e9, 1e9);
    Record::new(
        "an entry of [[parameters]]",
        vec![
            Field::required(
                "field",
                "The key that is set: ship.…, fleet.…, option.… or policy.…, such as ship.thrust.",
                Shape::line(1, 200),
            )
            .hint("such as \"ship.thrust\" or \"ship.batteries.Fusion Beams.range\""),
            Field::optional(
                "values",
                "Its values.",
                Shape::list(Shape::Scalar, 1, MOST_VARIANTS as usize),
                "`from`, `to` and `step` say which",
            ),
            Field::optional("from", "Its least value.", number(), "`values` lists them"),
            Field::optional("to", "Its largest value.", number(), "`values` lists them"),
            Field::optional(
                "step",
                "From one value to the next.",
                Shape::real(1e-6, 1e9),
                "1; a latin-hypercube takes any number of the range where its ends are not whole",
            ),
        ],
    )
}

fn constraint() -> Record {
    Record::new(
        "an entry of [[constraints]]",
        vec![Field::required(
            "rule",
            "A comparison of sums and products of parameters and numbers, such as \"hull + armour <= 20\".",
            Shape::line(3, 400),
        )],
    )
}
