//! The keys of every kind of file: what every game has, around what one game adds.

use std::sync::Arc;

use crate::game::GameFiles;
use crate::shape::{Field, Record, Shape, empty_table};
use crate::study_records::study;
use crate::{Kind, code};

/// The records of one game.
#[derive(Debug)]
pub(crate) struct Records {
    pub ship: Arc<Record>,
    pub fleet: Arc<Record>,
    pub matchup: Arc<Record>,
    pub study: Arc<Record>,
    pub policy: Arc<Record>,
    pub sweep: Arc<Record>,
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
            sweep: file::<G>(Kind::Sweep, "a sweep", crate::sweep::records::sweep(&options)),
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
            Kind::Sweep => &self.sweep,
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
    let mut fields = vec![
        name_field(),
        notes_field(),
        Field::required("a", "Side A.", Shape::Table(Arc::clone(&side))),
        Field::required("b", "Side B.", Shape::Table(side)),
        options_field(options),
    ];
    fields.extend(G::matchup_keys());
    Record::new("a matchup", fields)
}

pub(crate) fn options_field(options: &Arc<Record>) -> Field {
    Field::default("options", "Options of the battles.", Shape::Table(Arc::clone(options)), empty_table())
}
