//! The keys of the five kinds of file: what every game has, around what one game adds.

use std::sync::Arc;

use crate::game::GameFiles;
use crate::shape::{Field, Record, Shape, empty_list, empty_table};
use crate::{Kind, code};

/// Most pairs of a cell.
const MOST_PAIRS: i64 = 100_000_000;
/// Most designs or fleets that one block of a study may name.
const MOST_ENTRANTS: usize = 1000;

/// The records of one game.
#[derive(Debug)]
pub(crate) struct Records {
    pub ship: Arc<Record>,
    pub fleet: Arc<Record>,
    pub matchup: Arc<Record>,
    pub study: Arc<Record>,
    pub policy: Arc<Record>,
    pub options: Arc<Record>,
}

impl Records {
    pub fn of<G: GameFiles>() -> Self {
        let options = Arc::new(G::options_record());
        Self {
            ship: file::<G>(Kind::Ship, "a ship", G::ship_record()),
            fleet: file::<G>(Kind::Fleet, "a fleet", fleet(G::MAX_SHIPS)),
            matchup: file::<G>(Kind::Matchup, "a matchup", matchup::<G>(&options)),
            study: file::<G>(Kind::Study, "a study", study(&options)),
            policy: file::<G>(Kind::Policy, "a policy", G::policy_record()),
            options,
        }
    }

    pub fn kind(&self, kind: Kind) -> &Arc<Record> {
        match kind {
            Kind::Ship => &self.ship,
            Kind::Fleet => &self.fleet,
            Kind::Matchup => &self.matchup,
            Kind::Study => &self.study,
            Kind::Policy => &self.policy,
        }
    }
}

/// The keys that say what a file is, before its own.
fn file<G: GameFiles>(kind: Kind, what: &'static str, mut body: Record) -> Arc<Record> {
    let game = Shape::Choice { what: "game", of: vec![G::NAME], code: code::WRONG_GAME };
    let kinds = Shape::Choice { what: "kind", of: vec![kind.name()], code: code::WRONG_KIND };
    body.what = what;
    body.fields.splice(
        0..0,
        [
            Field::required("game", "The game whose rules the file follows.", game),
            Field::required("kind", "What the file describes.", kinds),
        ],
    );
    Arc::new(body)
}

/// The `name` of any file.
#[must_use]
pub fn name_field() -> Field {
    Field::required("name", "What to call it in reports.", Shape::line(1, 60))
}

/// The free `notes` of any file.
#[must_use]
pub fn notes_field() -> Field {
    Field::default("notes", "Free text.", Shape::Text { min: 0, max: 4000, lines: true }, "")
}

fn fleet(most: usize) -> Record {
    let entry = Record::new(
        "an entry of [[ships]]",
        vec![
            Field::required("ship", "The ship, by id or path.", Shape::Reference(Kind::Ship)),
            Field::default("count", "How many of them.", Shape::whole(1, most as i64), 1),
        ],
    );
    let ships = Shape::Tables { of: Arc::new(entry), min: 1, max: most };
    Record::new("a fleet", vec![name_field(), notes_field(), Field::required("ships", "The ships, in order.", ships)])
}

fn matchup<G: GameFiles>(options: &Arc<Record>) -> Record {
    let station = Arc::new(G::station_record());
    let mut overrides = G::policy_record().overrides("an [override]", "the policy's own");
    // What a policy is called follows from what was changed.
    overrides.fields.retain(|field| !matches!(field.key, "name" | "notes"));
    let overrides = Arc::new(overrides);
    let (min, max) = (0, G::MAX_SHIPS);
    let mut side = Record::new(
        "a side",
        vec![
            Field::optional(
                "fleet",
                "The fleet, by id or path.",
                Shape::Reference(Kind::Fleet),
                "the side is listed under `ships`",
            ),
            Field::optional(
                "ships",
                "The ships, in order, by id or path.",
                Shape::list(Shape::Reference(Kind::Ship), 1, max),
                "the side is the one under `fleet`",
            ),
            Field::default("policy", "Who commands it, by id or path.", Shape::Reference(Kind::Policy), "greedy"),
            Field::optional(
                "override",
                "Single choices and weights of the policy, for this side only.",
                Shape::Table(overrides),
                "the policy as it is",
            ),
            Field::optional(
                "stations",
                "Where each ship starts, in order.",
                Shape::Tables { of: station, min, max },
                "the policy places the ships",
            ),
        ],
    );
    side.one_of = vec!["fleet", "ships"];
    let side = Arc::new(side);
    Record::new(
        "a matchup",
        vec![
            name_field(),
            notes_field(),
            Field::required("a", "Side A.", Shape::Table(Arc::clone(&side))),
            Field::required("b", "Side B.", Shape::Table(side)),
            options_field(options),
        ],
    )
}

fn options_field(options: &Arc<Record>) -> Field {
    Field::default("options", "Options of the battles.", Shape::Table(Arc::clone(options)), empty_table())
}

fn pairs(field: Field) -> Field {
    field.hint("a pair is two battles with sides swapped; without one nothing would be played")
}

fn study(options: &Arc<Record>) -> Record {
    let whole = Shape::whole(1, MOST_PAIRS);
    let pairs_here =
        || pairs(Field::optional("pairs", "Pairs of battles a cell, here.", whole.clone(), "the study's `pairs`"));
    let ships = Shape::WordOr("all", Box::new(Shape::list(Shape::Reference(Kind::Ship), 1, MOST_ENTRANTS)));
    let duels = Record::new(
        "[duels]",
        vec![
            Field::required("ships", "The designs that meet each other, by id or path, or \"all\".", ships),
            Field::default("mirror", "Each also meets itself.", Shape::Flag, false),
            pairs_here(),
        ],
    );
    let fleets = Shape::list(Shape::Reference(Kind::Fleet), 1, MOST_ENTRANTS);
    let mut actions = vec![
        Field::required("fleets", "The fleets that meet each other, by id or path.", fleets),
        Field::default("mirror", "Each also meets itself.", Shape::Flag, false),
        pairs_here(),
        Field::optional(
            "group",
            "Heading of these cells in reports.",
            Shape::line(1, 60),
            "the battle size, or \"actions\"",
        ),
    ];
    debug_assert!(actions.iter().all(|own| options.field(own.key).is_none()), "an option has the key of an action");
    actions.extend(options.overrides("", "as in [options]").fields);
    let actions = Record::new("an entry of [[actions]]", actions);
    let policies = Shape::list(Shape::Reference(Kind::Policy), 1, 100);
    Record::new(
        "a study",
        vec![
            name_field(),
            notes_field(),
            pairs(Field::required("pairs", "Pairs of battles a cell.", whole.clone())),
            Field::default("seed", "Seed of every die.", Shape::whole(0, i64::MAX), 1),
            Field::default(
                "policies",
                "Every cell is played with each of these on both sides, by id or path.",
                policies,
                vec!["greedy".to_owned()],
            ),
            options_field(options),
            Field::optional("duels", "Ship against ship.", Shape::Table(Arc::new(duels)), "no duels"),
            Field::default(
                "actions",
                "Fleet against fleet.",
                Shape::Tables { of: Arc::new(actions), min: 0, max: 100 },
                empty_list(),
            ),
        ],
    )
}
