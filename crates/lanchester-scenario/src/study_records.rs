//! The keys of a study file.

use std::sync::Arc;

use crate::Kind;
use crate::random_fleets::STYLES;
use crate::records::{name_field, notes_field, options_field};
use crate::shape::{Field, Record, Shape, empty_list};

/// Most pairs of a cell.
const MOST_PAIRS: i64 = 100_000_000;
/// Most designs or fleets that one block of a study may name.
const MOST_ENTRANTS: usize = 1000;
/// Most points that a fleet can be asked to have.
const MOST_POINTS: i64 = 1_000_000;

/// The keys of a study, without `game` and `kind`.
pub(crate) fn study(options: &Arc<Record>) -> Record {
    let policies = Shape::list(Shape::Reference(Kind::Policy), 1, 100);
    let blocks = |of: Record| Shape::Tables { of: Arc::new(of), min: 0, max: 100 };
    Record::new(
        "a study",
        vec![
            name_field(),
            notes_field(),
            pairs(Field::required("pairs", "Pairs of battles a cell.", Shape::whole(1, MOST_PAIRS))),
            Field::default("seed", "Seed of every die, and of random fleets.", Shape::whole(0, i64::MAX), 1),
            Field::default(
                "policies",
                "Who commands, by id or path: every cell is played with each of these on both sides.",
                policies,
                vec!["greedy".to_owned()],
            ),
            Field::default(
                "policy_pairs",
                "Each policy against itself alone, or against every other too.",
                Shape::choice("choice of policy pairs", ["same", "all"]),
                "same",
            ),
            options_field(options),
            Field::optional("duels", "Ship against ship.", Shape::Table(Arc::new(duels())), "no duels"),
            Field::default("actions", "Fleet against fleet.", blocks(actions(options)), empty_list()),
            Field::default("random", "Random fleets at equal points.", blocks(random(options)), empty_list()),
            Field::optional(
                "prices",
                "How parity prices are found.",
                Shape::Table(Arc::new(prices(options))),
                "no settings for parity prices",
            ),
        ],
    )
}

fn pairs(field: Field) -> Field {
    field.hint("a pair is two battles with sides swapped; without one nothing would be played")
}

fn pairs_here() -> Field {
    pairs(Field::optional(
        "pairs",
        "Pairs of battles a cell, here.",
        Shape::whole(1, MOST_PAIRS),
        "the study's `pairs`",
    ))
}

fn ships() -> Shape {
    Shape::WordOr("all", Box::new(Shape::list(Shape::Reference(Kind::Ship), 1, MOST_ENTRANTS)))
}

fn mirror() -> Field {
    Field::default("mirror", "Each also meets itself.", Shape::Flag, false)
}

fn duels() -> Record {
    Record::new(
        "[duels]",
        vec![
            Field::required("ships", "The designs that meet each other, by id or path, or \"all\".", ships()),
            mirror(),
            pairs_here(),
        ],
    )
}

fn actions(options: &Record) -> Record {
    let fleets = Shape::list(Shape::Reference(Kind::Fleet), 1, MOST_ENTRANTS);
    let own = vec![
        Field::required("fleets", "The fleets that meet each other, by id or path.", fleets),
        mirror(),
        pairs_here(),
        Field::optional(
            "group",
            "Heading of these cells in reports.",
            Shape::line(1, 60),
            "the battle size, or \"actions\"",
        ),
    ];
    with_options("an entry of [[actions]]", own, options)
}

fn random(options: &Record) -> Record {
    let own = vec![
        Field::optional(
            "ships",
            "The designs that fleets are drawn from, by id or path, or \"all\".",
            ships(),
            "those of [duels]",
        ),
        Field::default(
            "style",
            "Each ship drawn from all; or each fleet of one design; or many cheap ships against few dear ones.",
            Shape::choice("style", STYLES),
            STYLES[0],
        ),
        Field::default("matchups", "How many couples of fleets.", Shape::whole(1, 5000), 20),
        Field::optional(
            "points",
            "Points of the larger fleet, at most.",
            Shape::whole(1, MOST_POINTS),
            "the fleet limit of these options",
        ),
        Field::default(
            "tolerance",
            "Share of its points that a fleet may stay below them.",
            Shape::real(0.0, 0.5),
            0.03,
        )
        .hint("a share: 0.03 is three in a hundred"),
        Field::default("spread", "B's points are A's times 1/spread to spread.", Shape::real(1.0, 4.0), 1.0)
            .hint("a factor: 1 gives every fleet the same points"),
        pairs_here(),
        Field::optional(
            "group",
            "Heading of these cells in reports.",
            Shape::line(1, 60),
            "the battle size, or \"random\", and the style",
        ),
    ];
    with_options("an entry of [[random]]", own, options)
}

fn prices(options: &Record) -> Record {
    let name = Field::required("name", "What to call it in reports, once in the study.", Shape::line(1, 40));
    let reading = with_options("an entry of [[prices.readings]]", vec![name], options);
    Record::new(
        "[prices]",
        vec![
            Field::optional(
                "ships",
                "The designs to price, each in the company of the others, by id or path, or \"all\".",
                ships(),
                "those of [duels]",
            ),
            Field::default(
                "precision",
                "Half-width of a price's interval to aim at, as a share of the price.",
                Shape::real(0.002, 0.2),
                0.02,
            )
            .hint("a share: 0.02 is two in a hundred"),
            Field::optional(
                "budget",
                "Fewest and most points of a fleet.",
                Shape::list(Shape::whole(1, MOST_POINTS), 2, 2),
                "300 to 1000, or to the fleet limit where that is lower",
            ),
            Field::default("pairs", "Pairs of battles a matchup.", Shape::whole(1, 2048), 16),
            Field::default(
                "most_matchups",
                "Matchups after which a price is left as it is.",
                Shape::whole(576, 1_000_000),
                4000,
            ),
            Field::default(
                "policies",
                "The study's first policy on both sides; or every pair of policies and their equilibrium.",
                Shape::choice("choice of policies", ["first", "all"]),
                "first",
            ),
            Field::default(
                "readings",
                "Options to find the prices under again, beside the study's own, such as another reading of the rules.",
                Shape::Tables { of: Arc::new(reading), min: 0, max: 20 },
                empty_list(),
            ),
        ],
    )
}

/// A block's own keys, then the options, which hold for its cells only.
fn with_options(what: &'static str, mut own: Vec<Field>, options: &Record) -> Record {
    debug_assert!(own.iter().all(|own| options.field(own.key).is_none()), "an option has the key of {what}");
    own.extend(options.overrides("", "as in [options]").fields);
    Record::new(what, own)
}
