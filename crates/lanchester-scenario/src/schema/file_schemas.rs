//! The keys of every kind of file: what every game has, around what one game adds.

use std::sync::Arc;

use crate::game::GameFiles;
use crate::schema::common_keys::{name_key, notes_key, options_key, search};
use crate::schema::study_schema::{MOST_POINTS, study};
use crate::schema::table_schema::{Key, TableSchema, ValueType};
use crate::{DEFAULT_POLICY, Kind, text::code};

/// The schema of every kind of file of one game.
#[derive(Debug)]
pub(crate) struct FileSchemas {
    pub ship: Arc<TableSchema>,
    pub fleet: Arc<TableSchema>,
    pub matchup: Arc<TableSchema>,
    pub study: Arc<TableSchema>,
    pub policy: Arc<TableSchema>,
    pub sweep: Arc<TableSchema>,
    pub card: Arc<TableSchema>,
    pub options: Arc<TableSchema>,
}

impl FileSchemas {
    pub fn of<G: GameFiles>() -> Self {
        let options = Arc::new(G::options_keys().schema());
        Self {
            ship: file::<G>(Kind::Ship, "a ship", G::ship_schema()),
            fleet: file::<G>(Kind::Fleet, "a fleet", fleet::<G>()),
            matchup: file::<G>(Kind::Matchup, "a matchup", matchup::<G>(&options)),
            study: file::<G>(Kind::Study, "a study", study(&options)),
            policy: file::<G>(Kind::Policy, "a policy", policy::<G>()),
            sweep: file::<G>(Kind::Sweep, "a sweep", crate::sweep::schema::sweep(&options)),
            card: file::<G>(Kind::Card, "a card", G::card_schema().unwrap_or_default()),
            options,
        }
    }

    pub fn kind(&self, kind: Kind) -> &Arc<TableSchema> {
        match kind {
            Kind::Ship => &self.ship,
            Kind::Fleet => &self.fleet,
            Kind::Matchup => &self.matchup,
            Kind::Study => &self.study,
            Kind::Policy => &self.policy,
            Kind::Sweep => &self.sweep,
            Kind::Card => &self.card,
        }
    }
}

/// The keys that say what a file is, before its own.
fn file<G: GameFiles>(kind: Kind, what: &'static str, mut body: TableSchema) -> Arc<TableSchema> {
    let game = ValueType::Choice { what: "game", of: vec![G::NAME], code: code::WRONG_GAME };
    let kinds = ValueType::Choice { what: "kind", of: vec![kind.name()], code: code::WRONG_KIND };
    body.what = what;
    body.keys.splice(
        0..0,
        [
            Key::required("game", "The game whose rules the file follows.", game),
            Key::required("kind", "What the file describes.", kinds),
        ],
    );
    Arc::new(body)
}

fn fleet<G: GameFiles>() -> TableSchema {
    let most = G::MAX_SHIPS;
    let mut keys = vec![
        Key::required("ship", "The ship, by id or path.", ValueType::Reference(Kind::Ship)),
        Key::default("count", "How many of them.", ValueType::whole(1, most as i64), 1),
    ];
    if G::FORMATIONS {
        let number = ValueType::whole(1, most as i64);
        keys.push(Key::optional("formation", "The number of the formation they go in.", number, "they go alone"));
    }
    let entry = TableSchema::new("an entry of [[ships]]", keys);
    let ships = ValueType::Tables { of: Arc::new(entry), min: 1, max: most };
    let points = Key::optional(
        "points",
        "What the fleet may cost: of the ships those that fit, in order, and again from the first while one still fits.",
        ValueType::whole(1, MOST_POINTS),
        "the ships as they are listed, whatever they cost",
    );
    let ships = Key::required("ships", "The ships, in order.", ships);
    TableSchema::new("a fleet", vec![name_key(), notes_key(), points, ships])
}

fn policy<G: GameFiles>() -> TableSchema {
    let mut policy = G::policy_keys().schema();
    policy.keys.splice(0..0, [name_key(), notes_key()]);
    policy
}

fn matchup<G: GameFiles>(options: &Arc<TableSchema>) -> TableSchema {
    let station = Arc::new(G::station_schema());
    // Without a name: what a policy is called follows from what was changed.
    let overrides = Arc::new(G::policy_keys().schema().overrides("an [override]", "the policy's own"));
    let (min, max) = (0, G::MAX_SHIPS);
    let mut side = TableSchema::new(
        "a side",
        vec![
            Key::optional(
                "fleet",
                "The fleet, by id or path.",
                ValueType::Reference(Kind::Fleet),
                "the side is listed under `ships`",
            ),
            Key::optional(
                "ships",
                "The ships, in order, by id or path.",
                ValueType::list(ValueType::Reference(Kind::Ship), 1, max),
                "the side is the one under `fleet`",
            ),
            Key::default(
                "policy",
                "Who commands it, by id or path. `search` plays policies out at each of its decisions.",
                ValueType::Reference(Kind::Policy),
                DEFAULT_POLICY,
            ),
            Key::optional(
                "override",
                "Single choices and weights of the policy, for this side only.",
                ValueType::Table(overrides),
                "the policy as it is",
            ),
            Key::optional(
                "stations",
                "Where each ship starts, in order.",
                ValueType::Tables { of: station, min, max },
                "the policy places the ships",
            ),
        ],
    );
    side.one_of = vec!["fleet", "ships"];
    let side = Arc::new(side);
    let mut keys = vec![
        name_key(),
        notes_key(),
        Key::required("a", "Side A.", ValueType::Table(Arc::clone(&side))),
        Key::required("b", "Side B.", ValueType::Table(side)),
        search(
            "How `search` searches, where it commands a side.",
            "it knows; where both sides search, this has to be said",
        ),
        options_key(options),
    ];
    keys.extend(G::matchup_keys());
    TableSchema::new("a matchup", keys)
}
