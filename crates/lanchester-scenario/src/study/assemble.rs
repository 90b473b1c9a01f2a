//! Ships, policies, fleets and matchups out of opened files.

use std::rc::Rc;
use std::sync::Arc;

use lanchester_core::{Combatant, Commander, Force, Matchup, SEARCH};

use crate::game::{About, Craft, GameFiles, Objection};
use crate::library::reading::{At, File, Reading, known_as_search};
use crate::schema::table_schema::{Key, ValueType};
use crate::study::fleet_sampler::FleetSampler;
use crate::study::{Fleet, SearchSettings};
use crate::text::problem::Report;
use crate::text::source::Span;
use crate::values::fields::Fields;
use crate::{DEFAULT_POLICY, Kind, text::code};

/// An entry of a fleet's `[[ships]]`.
struct Listed<G: GameFiles> {
    id: String,
    design: Arc<G::Design>,
    count: usize,
}

impl<G: GameFiles> Reading<'_, G> {
    /// Runs a reader of the game over a file and keeps what it reports.
    pub(crate) fn built<T>(&mut self, file: &File, read: impl FnOnce(&mut Report) -> Option<T>) -> Option<T> {
        let mut report = Report::new(&file.source);
        let built = read(&mut report);
        let list = report.into_list();
        let clean = list.is_empty();
        self.problems.extend(list);
        built.filter(|_| clean)
    }

    /// A ship and its id.
    pub fn ship(&mut self, what: &str, at: At<'_>) -> Option<(String, Arc<G::Design>)> {
        let origin = self.resolve(what, Kind::Ship, at)?;
        let file = self.open(&origin, Some(Kind::Ship), at)?;
        Some((origin.stem(), self.design_of(&file)?))
    }

    pub fn design_of(&mut self, file: &Rc<File>) -> Option<Arc<G::Design>> {
        let key = self.key(&file.origin);
        if let Some(known) = self.designs.get(&key) {
            return known.clone();
        }
        let fields = if file.broken.any() { None } else { self.with_named(&file.fields, file) };
        let design = fields.and_then(|fields| self.built(file, |report| G::ship(&fields, report))).map(Arc::new);
        self.designs.insert(key, design.clone());
        design
    }

    /// The fields of a ship together with what the cards hold that they name; `None` if one of them cannot be used.
    pub(crate) fn with_named(&mut self, fields: &Fields, file: &File) -> Option<Fields> {
        let refers = |key: &&Key| matches!(key.value_type, ValueType::Reference(Kind::Card));
        let keys: Vec<&'static str> = fields.schema.keys.iter().filter(refers).map(|key| key.name).collect();
        let mut with = fields.clone();
        for key in keys {
            let Some(what) = fields.word(key) else { continue };
            let at = Some((file, fields.span(key)));
            let origin = self.resolve(what, Kind::Card, at)?;
            let card = self.open(&origin, Some(Kind::Card), at)?;
            if !self.card_of(&card) {
                return None;
            }
            with.named.push((key, Arc::new(card.fields.clone())));
        }
        Some(with)
    }

    /// Whether a card has no problems; they are reported.
    pub fn card_of(&mut self, file: &Rc<File>) -> bool {
        let key = self.key(&file.origin);
        if let Some(known) = self.cards.get(&key) {
            return *known;
        }
        let checked = self.built(file, |report| {
            G::card(&file.fields, report);
            Some(())
        });
        let sound = file.sound && checked.is_some();
        self.cards.insert(key, sound);
        sound
    }

    /// A policy and its id.
    pub fn policy(&mut self, what: &str, at: At<'_>) -> Option<(String, Arc<G::Policy>)> {
        let origin = self.resolve(what, Kind::Policy, at)?;
        if origin.stem() == SEARCH {
            self.problem(at, what, code::BAD_ID, known_as_search(what), "another name of the file".into());
            return None;
        }
        let file = self.open(&origin, Some(Kind::Policy), at)?;
        Some((origin.stem(), self.policy_of(&file)?))
    }

    pub fn policy_of(&mut self, file: &Rc<File>) -> Option<Arc<G::Policy>> {
        let key = self.key(&file.origin);
        if let Some(known) = self.policies.get(&key) {
            return known.clone();
        }
        let name = file.fields.text("name").to_owned();
        let read = |report: &mut Report| G::policy(&file.fields, name, None, report);
        let policy = if file.broken.any() { None } else { self.built(file, read) };
        let policy = policy.map(Arc::new);
        self.policies.insert(key, policy.clone());
        policy
    }

    /// A fleet.
    pub fn fleet(&mut self, what: &str, at: At<'_>) -> Option<Arc<Fleet<G>>> {
        let origin = self.resolve(what, Kind::Fleet, at)?;
        let file = self.open(&origin, Some(Kind::Fleet), at)?;
        self.fleet_of(&file)
    }

    pub fn fleet_of(&mut self, file: &Rc<File>) -> Option<Arc<Fleet<G>>> {
        let key = self.key(&file.origin);
        if let Some(known) = self.fleets.get(&key) {
            return known.clone();
        }
        let fleet = self.assemble_fleet(file).map(Arc::new);
        self.fleets.insert(key, fleet.clone());
        fleet
    }

    pub(crate) fn assemble_fleet(&mut self, file: &File) -> Option<Fleet<G>> {
        let mut whole = !file.faulty_or_broken("ships") && !file.fields.faulty("points");
        let mut listed = Vec::new();
        let mut total = 0;
        for entry in file.fields.tables("ships") {
            let count: usize = entry.whole("count", 1);
            total += count;
            if total > G::MAX_SHIPS && total - count <= G::MAX_SHIPS {
                let message = format!("the fleet has more than {} ships", G::MAX_SHIPS);
                let expected = format!("at most {} ships a side", G::MAX_SHIPS);
                self.problem(Some((file, entry.span("count"))), "", code::TOO_MANY_SHIPS, message, expected);
                whole = false;
            }
            let ship = entry.word("ship").and_then(|what| self.ship(what, Some((file, entry.span("ship")))));
            let formation = if G::FORMATIONS { entry.number("formation") } else { None };
            let ship = ship.map(|(id, design)| match formation {
                Some(number) => (id, self.in_formation(design, number)),
                None => (id, design),
            });
            match ship {
                Some((id, design)) => listed.push(Listed { id, design, count: count.min(G::MAX_SHIPS) }),
                None => whole = false,
            }
        }
        if !whole {
            return None;
        }
        if let Some(points) = file.fields.number("points") {
            self.fit(file, points, &mut listed);
        }
        let (id, name) = (file.origin.stem(), file.fields.text("name").to_owned());
        let of = |ship: Listed<G>| std::iter::repeat_n((ship.id, ship.design), ship.count);
        let ships: Vec<(String, Arc<G::Design>)> = listed.into_iter().flat_map(of).collect();
        let designs = ships.iter().map(|(_, design)| design);
        if let Some((code, message, expected)) = Craft::too_many::<G>("the fleet", designs) {
            self.problem(Some((file, file.fields.span("ships"))), "", code, message, expected);
            return None;
        }
        (!ships.is_empty()).then_some(Fleet { id, name, ships })
    }

    /// Cuts or fills up the listed ships to the fleet's `points`; reports when none of them fits.
    fn fit(&mut self, file: &File, points: u32, listed: &mut [Listed<G>]) {
        let wanted: Vec<usize> = listed.iter().map(|ship| ship.count).collect();
        let counts = FleetSampler::of::<G>(listed.iter().map(|ship| &*ship.design)).filled(&wanted, points);
        if let (0, Some(cheapest)) = (counts.iter().sum(), listed.iter().map(|ship| ship.design.rating()).min()) {
            let message = format!("none of the fleet's ships fits into {points} points");
            let expected = format!("at least {cheapest} points, which the cheapest of them has");
            self.problem(Some((file, file.fields.span("points"))), "", code::NO_FLEET, message, expected);
        }
        listed.iter_mut().zip(counts).for_each(|(ship, fits)| ship.count = fits);
    }

    /// A ship in a formation.
    fn in_formation(&mut self, design: Arc<G::Design>, number: u8) -> Arc<G::Design> {
        let Some(formed) = G::in_formation(&design, number).map(Arc::new) else { return design };
        self.formed.push([Arc::clone(&formed), design]);
        formed
    }

    /// The design of a ship without its formation: what its file says.
    pub fn alone(&self, design: &Arc<G::Design>) -> Arc<G::Design> {
        let formed = self.formed.iter().find(|[formed, _]| Arc::ptr_eq(formed, design));
        Arc::clone(formed.map_or(design, |[_, alone]| alone))
    }

    /// A matchup, and how its `search` searches where a side has it.
    pub fn matchup(&mut self, what: &str) -> Option<(Matchup<G>, Option<SearchSettings<G>>)> {
        let origin = self.resolve(what, Kind::Matchup, None)?;
        let file = self.open(&origin, Some(Kind::Matchup), None)?;
        self.matchup_of(&file)
    }

    pub fn matchup_of(&mut self, file: &Rc<File>) -> Option<(Matchup<G>, Option<SearchSettings<G>>)> {
        let options = self.options_of(file);
        let options = options.and_then(|options| self.built(file, |report| G::scene(&file.fields, options, report)));
        let base = options.clone().unwrap_or_default();
        let search = self.search_of_matchup(file);
        let sides = ["a", "b"]
            .map(|key| file.fields.table(key).and_then(|side| self.force(file, side, &base, search.as_ref())));
        let [Some(a), Some(b)] = sides else { return None };
        let matchup = Matchup { name: file.fields.text("name").to_owned(), forces: [a, b], options: options? };
        let objections = G::check(&matchup);
        let fine = objections.is_empty();
        for objection in objections {
            let span = match objection.about {
                About::Side(side) => side_span(&file.fields, side),
                About::Station(side, nth) => file
                    .fields
                    .table(["a", "b"][side % 2])
                    .and_then(|side| side.tables("stations").get(nth))
                    .map_or(file.fields.at(), |station| station.at()),
                About::Option(key) => file.fields.table("options").map_or(file.fields.at(), |o| o.span(key)),
                About::Key(key) => file.fields.span(key),
            };
            self.object(file, span, objection);
        }
        fine.then_some((matchup, search))
    }

    /// Reports an objection of the game.
    pub fn object(&mut self, file: &File, span: Span, objection: Objection) {
        let Objection { code, message, expected, .. } = objection;
        self.problem(Some((file, span)), "", code, message, expected);
    }

    /// The `[options]` of a matchup or study; `None` when something is wrong with them.
    pub fn options_of(&mut self, file: &File) -> Option<G::Options> {
        let table = file.fields.table("options")?;
        self.built(file, |report| G::options(table, &G::Options::default(), report))
    }

    fn force(
        &mut self,
        file: &Rc<File>,
        side: &Fields,
        options: &G::Options,
        search: Option<&SearchSettings<G>>,
    ) -> Option<Force<G>> {
        let listed = if let Some(what) = side.word("fleet") {
            let fleet = self.fleet(what, Some((file, side.span("fleet"))));
            fleet.map(|fleet| (fleet.name.clone(), fleet.ships.iter().map(|(_, ship)| Arc::clone(ship)).collect()))
        } else {
            self.ships_of(file, side).map(|ships| (roll(&ships), ships))
        };
        let commander = match side.word("policy") {
            Some(SEARCH) => self.searching(file, side, search),
            _ => self.policy_of_side(file, side).map(Commander::from),
        };
        let stations = self.stations(file, side, options, listed.as_ref().map(|(_, ships)| ships.len()));
        let (name, ships) = listed?;
        Some(Force { name, ships, stations: stations?, commander: commander? })
    }

    /// Who searches on a side of a matchup. There is no policy of its own that could be changed.
    fn searching(&mut self, file: &File, side: &Fields, search: Option<&SearchSettings<G>>) -> Option<Commander<G>> {
        if let Some(changes) = side.table("override") {
            let key = key_of(file, side);
            let message = format!("[{key}.override] changes a policy, and `search` commands here");
            let expected = format!("no [{key}.override], or the policy of a file");
            self.problem(Some((file, changes.at())), "", code::ONE_OF, message, expected);
        }
        let (_, own) = self.policy(DEFAULT_POLICY, None)?;
        search.map(|search| search.commander(own))
    }

    /// The policy of a side of a matchup, with its changes.
    fn policy_of_side(&mut self, file: &File, side: &Fields) -> Option<Arc<G::Policy>> {
        let policy = side.word("policy").and_then(|what| self.policy(what, Some((file, side.span("policy")))));
        let policy = policy.map(|(_, policy)| policy);
        match side.table("override") {
            None => policy,
            // Even without a policy to change, what is wrong with the changes is reported.
            Some(changes) => self.overridden(file, side, changes, policy),
        }
    }

    fn ships_of(&mut self, file: &File, side: &Fields) -> Option<Vec<Arc<G::Design>>> {
        let mut whole = side.given("ships") && !side.faulty("ships");
        let mut ships = Vec::new();
        for (what, span) in side.words("ships") {
            match self.ship(what, Some((file, span))) {
                Some((_, ship)) => ships.push(ship),
                None => whole = false,
            }
        }
        whole.then_some(ships)
    }

    fn overridden(
        &mut self,
        file: &File,
        side: &Fields,
        changes: &Fields,
        base: Option<Arc<G::Policy>>,
    ) -> Option<Arc<G::Policy>> {
        let base = base?;
        let summary = changes.summary();
        if summary.is_empty() {
            return Some(base);
        }
        let name = format!("{} with {summary}", crate::id_of(side.text("policy")));
        self.built(file, |report| G::policy(changes, name, Some(&base), report)).map(Arc::new)
    }

    /// Fixed stations: `Some(None)` without any, `None` when something is wrong with them.
    fn stations(
        &mut self,
        file: &File,
        side: &Fields,
        options: &G::Options,
        ships: Option<usize>,
    ) -> Option<Option<Vec<G::Station>>> {
        if !side.given("stations") {
            return Some(None);
        }
        let tables = side.tables("stations");
        let stations: Vec<Option<G::Station>> =
            tables.iter().map(|table| self.built(file, |report| G::station(table, options, report))).collect();
        if side.faulty("stations") {
            return None;
        }
        if let Some(ships) = ships.filter(|ships| *ships != stations.len()) {
            let message = format!("the side has {} and {}", count(ships, "ship"), count(stations.len(), "station"));
            let expected = format!("one [[{}.stations]] entry per ship, or none at all", key_of(file, side));
            self.problem(Some((file, side.span("stations"))), "", code::STATION_COUNT, message, expected);
            return None;
        }
        stations.into_iter().collect::<Option<Vec<_>>>().map(Some)
    }
}

/// The key of a side of a matchup.
fn key_of(file: &File, side: &Fields) -> &'static str {
    if file.fields.table("a").is_some_and(|a| std::ptr::eq(a, side)) { "a" } else { "b" }
}

impl File {
    fn faulty_or_broken(&self, key: &str) -> bool {
        self.broken.any() || self.fields.faulty(key)
    }
}

/// Where the ships of a side are named.
fn side_span(fields: &Fields, side: usize) -> Span {
    let Some(table) = fields.table(["a", "b"][side % 2]) else { return fields.at() };
    if table.given("fleet") { table.span("fleet") } else { table.span("ships") }
}

fn count(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// Ships as one name: `MAJESTIC, 2 HERON`.
pub(crate) fn roll<D: Combatant>(ships: &[Arc<D>]) -> String {
    let runs = ships.chunk_by(|a, b| a.name() == b.name()).map(|run| match run {
        [one] => one.name().to_owned(),
        many => format!("{} {}", many.len(), many[0].name()),
    });
    runs.collect::<Vec<_>>().join(", ")
}
