//! The keys of a study file.

use std::sync::Arc;

use crate::schema::common_keys::{name_key, notes_key, options_key, search_among};
use crate::schema::table_schema::{Key, TableSchema, ValueType, empty_list};
use crate::study::PRICE_PAIRS;
use crate::study::fleet_law::FleetLaw;
use crate::study::robust_settings::{ROBUST_BOARDS, ROBUST_BUDGETS, ROBUST_PRECISION};
use crate::{DEFAULT_POLICY, Kind};

/// Most pairs of a cell.
const MOST_PAIRS: i64 = 100_000_000;
/// Most designs or fleets that one block of a study may name.
const MOST_ENTRANTS: usize = 1000;
/// Most points that a fleet can be asked to have.
pub(crate) const MOST_POINTS: i64 = 1_000_000;

/// How fleets are composed: each ship drawn from all; each fleet of one design; cheap ships against costly ones.
pub(crate) const STYLES: [&str; 3] = ["mixed", "pure", "swarm"];

/// The keys of a study, without `game` and `kind`.
pub(crate) fn study(options: &Arc<TableSchema>) -> TableSchema {
    let policies = ValueType::list(ValueType::Reference(Kind::Policy), 1, 100);
    let blocks = |of: TableSchema| ValueType::Tables { of: Arc::new(of), min: 0, max: 100 };
    TableSchema::new(
        "a study",
        vec![
            name_key(),
            notes_key(),
            pairs(Key::optional(
                "pairs",
                "Pairs of battles per cell, where [duels], [[actions]] or [[random]] do not say their own.",
                ValueType::whole(1, MOST_PAIRS),
                "each of them has its own `pairs`",
            )),
            Key::default("seed", "Seed of every die, and of random fleets.", ValueType::whole(0, i64::MAX), 1),
            Key::default(
                "policies",
                "Who commands, by id or path: every cell is played with each of these on both sides. `search` plays policies out at each of its decisions.",
                policies,
                vec![DEFAULT_POLICY.to_owned()],
            ),
            Key::default(
                "policy_pairs",
                "Each policy against itself alone, or against every other too.",
                ValueType::choice("choice of policy pairs", ["same", "all"]),
                "same",
            ),
            options_key(options),
            Key::optional(
                "duels",
                "Ship against ship; the designs are listed in it as `ships`.",
                ValueType::Table(Arc::new(duels())),
                "no duels",
            ),
            Key::default("actions", "Fleet against fleet.", blocks(actions(options)), empty_list()),
            Key::default("random", "Random fleets at equal points.", blocks(random(options)), empty_list()),
            Key::optional(
                "prices",
                "How parity prices are found.",
                ValueType::Table(Arc::new(prices(options))),
                "no settings for parity prices",
            ),
            Key::optional(
                "robust",
                "Prices under other settings too, each varied alone, from which a range of each price follows.",
                ValueType::Table(Arc::new(robust(options))),
                "no prices under other settings",
            ),
            search_among(),
        ],
    )
}

fn pairs(key: Key) -> Key {
    key.hint("a pair is two battles with sides swapped; without one nothing would be played")
}

fn pairs_here() -> Key {
    pairs(Key::optional(
        "pairs",
        "Pairs of battles per cell, here.",
        ValueType::whole(1, MOST_PAIRS),
        "the study's `pairs`",
    ))
}

fn ships() -> ValueType {
    ValueType::WordOr("all", Box::new(ValueType::list(ValueType::Reference(Kind::Ship), 1, MOST_ENTRANTS)))
}

fn mirror() -> Key {
    Key::default("mirror", "Each also meets itself.", ValueType::Flag, false)
}

fn duels() -> TableSchema {
    TableSchema::new(
        "[duels]",
        vec![
            Key::required(
                "ships",
                "The designs that meet each other, by id or path; \"all\" alone, or in the list beside ships of your own.",
                ships(),
            ),
            mirror(),
            pairs_here(),
        ],
    )
}

fn actions(options: &TableSchema) -> TableSchema {
    let fleets = ValueType::list(ValueType::Reference(Kind::Fleet), 1, MOST_ENTRANTS);
    let own = vec![
        Key::required("fleets", "The fleets that meet each other, by id or path.", fleets),
        mirror(),
        pairs_here(),
        Key::optional(
            "group",
            "Heading of these cells in reports.",
            ValueType::line(1, 60),
            "the battle size, or \"actions\"",
        ),
    ];
    with_options("an entry of [[actions]]", own, options)
}

fn random(options: &TableSchema) -> TableSchema {
    let own = vec![
        Key::optional(
            "ships",
            "The designs that fleets are drawn from, by id or path; \"all\" alone, or in the list beside ships of your own.",
            ships(),
            "those of [duels]",
        ),
        Key::default(
            "style",
            "Each ship drawn from all; or each fleet of one design; or many cheap ships against few costly ones.",
            ValueType::choice("style", STYLES),
            STYLES[0],
        ),
        Key::default("matchups", "How many pairs of fleets.", ValueType::whole(1, 5000), 20),
        Key::optional(
            "points",
            "Points of the larger fleet, at most.",
            ValueType::whole(1, MOST_POINTS),
            "the fleet limit of these options",
        ),
        Key::default(
            "tolerance",
            "Share of its points that a fleet may stay below them.",
            ValueType::real(0.0, 0.5),
            0.03,
        )
        .hint("a share: 0.03 is three in a hundred"),
        Key::default("spread", "B's points are A's times 1/spread to spread.", ValueType::real(1.0, 4.0), 1.0)
            .hint("a factor: 1 gives every fleet the same points"),
        pairs_here(),
        Key::optional(
            "group",
            "Heading of these cells in reports.",
            ValueType::line(1, 60),
            "the battle size, or \"random\", and the style",
        ),
    ];
    with_options("an entry of [[random]]", own, options)
}

fn prices(options: &TableSchema) -> TableSchema {
    let name = Key::required("name", "What to call it in reports, once in the study.", ValueType::line(1, 40));
    let reading = with_options("an entry of [[prices.readings]]", vec![name], options);
    TableSchema::new(
        "[prices]",
        vec![
            Key::optional(
                "ships",
                "The designs to price, each in the company of the others, by id or path; \"all\" alone, or in the list beside ships of your own.",
                ships(),
                "those of [duels]",
            ),
            Key::default(
                "precision",
                "Half-width of a price's interval to aim at, as a share of the price.",
                ValueType::real(0.002, 0.2),
                0.02,
            )
            .hint("a share: 0.02 is two in a hundred"),
            Key::optional(
                "budget",
                "Fewest and most points of a fleet.",
                ValueType::list(ValueType::whole(1, MOST_POINTS), 2, 2),
                "300 to 1000, or to the fleet limit where that is lower",
            ),
            Key::default("pairs", "Pairs of battles per matchup.", ValueType::whole(1, 2048), PRICE_PAIRS as i64),
            Key::default(
                "most_matchups",
                "Matchups after which a price is left as it is.",
                ValueType::whole(576, 1_000_000),
                4000,
            ),
            Key::default(
                "policies",
                "The study's first policy on both sides; or the mixture that none of them beats, each of them, and the best answers to that mixture.",
                ValueType::choice("choice of policies", ["first", "all"]),
                "first",
            ),
            Key::default(
                "by_size",
                "Prices for exactly 1, 2, 4, 8 ships and the most that a side may have as well, which takes some fourteen times as long.",
                ValueType::Flag,
                false,
            ),
            Key::default(
                "law",
                "What random fleets are made of where all designs are priced together: two designs that chance picks, in any of \
                 their mixtures, or all designs.",
                ValueType::choice("law of random fleets", FleetLaw::ALL.map(FleetLaw::name)),
                FleetLaw::default().name(),
            ),
            Key::default(
                "readings",
                "Options to find the prices under again, beside the study's own, such as another reading of the rules.",
                ValueType::Tables { of: Arc::new(reading), min: 0, max: 20 },
                empty_list(),
            ),
        ],
    )
}

fn robust(options: &TableSchema) -> TableSchema {
    let policies = ValueType::list(ValueType::Reference(Kind::Policy), 0, 100);
    let factors = |least, most| ValueType::list(ValueType::real(least, most), 0, 8);
    let mut keys = vec![
        Key::default(
            "policies",
            "Policies that command both sides, by id or path, or \"all\" that are shipped.",
            ValueType::WordOr("all", Box::new(policies)),
            "all",
        ),
        Key::default(
            "budgets",
            "What the points of a fleet, fewest and most, are multiplied by.",
            factors(0.1, 10.0),
            ROBUST_BUDGETS.to_vec(),
        )
        .hint("factors: [0.5, 2] is half and twice the budget"),
    ];
    if options.key("board").is_some() {
        let boards = Key::default(
            "boards",
            "What columns and rows of the board are multiplied by, up to the largest board.",
            factors(1.0, 4.0),
            ROBUST_BOARDS.to_vec(),
        );
        keys.push(boards.hint("factors: [1.5] is half as many columns and rows again"));
    }
    keys.extend([
        Key::default("readings", "The readings of [prices] too.", ValueType::Flag, true),
        Key::default(
            "precision",
            "Half-width of these prices' intervals to aim at, as a share of the price; not finer than that of [prices].",
            ValueType::real(0.002, 0.2),
            ROBUST_PRECISION,
        )
        .hint("a share: 0.05 is five in a hundred"),
    ]);
    TableSchema::new("[robust]", keys)
}

/// A block's own keys, then the options, which hold for its cells only.
fn with_options(what: &'static str, mut own: Vec<Key>, options: &TableSchema) -> TableSchema {
    assert!(own.iter().all(|own| options.key(own.name).is_none()), "an option has the key of {what}");
    own.extend(options.overrides("", "as in [options]").keys);
    TableSchema::new(what, own)
}
