//! New designs out of ships that exist, for any game: parts are swapped between ships and numbers changed, one at a time, and a
//! change that the game refuses is undone. So every design that comes out is one that a ship file could hold.
//!
//! Which keys there are is the game's own ship schema with defaults filled in. A number is any whole number of the file, in its
//! tables too, and any row that a sweep sets by its first number ([`GameFiles::swept`]). A part is a key of the file's own level,
//! or an entry of a list such as a battery.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand_xoshiro::rand_core::Rng;
use toml::{Table, Value};

use lanchester_scenario::fleet_sampler::below;
use lanchester_scenario::table_schema::TableSchema;
use lanchester_scenario::{Fields, GameFiles, Kind, Library, Report, Source, Study, Swept};

/// Makes designs out of some ships.
#[derive(Debug)]
pub struct DesignGenerator<G: GameFiles> {
    ships: Vec<Generated<G>>,
    schema: Arc<TableSchema>,
}

/// A design that was made, and the file that it would have.
#[derive(Debug)]
pub struct Generated<G: GameFiles> {
    document: Table,
    /// The design.
    pub design: Arc<G::Design>,
}

impl<G: GameFiles> Clone for Generated<G> {
    fn clone(&self) -> Self {
        Self { document: self.document.clone(), design: Arc::clone(&self.design) }
    }
}

/// How much of a design is changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Variation {
    /// The chance that a part is taken from another ship.
    pub parts: f64,
    /// The chance that a number is changed.
    pub numbers: f64,
    /// The most that it is: the logarithm of the factor is uniform between this and its opposite.
    pub most: f64,
}

/// Keys that say who a ship is, not what it can do; its card too, which another file holds.
const IDENTITY: [&str; 10] =
    ["game", "kind", "name", "class", "faction", "rating", "origin", "reconstructed", "card", "notes"];

/// Where the text of a made file is said to come from.
const LABEL: &str = "(a generated design)";

impl<G: GameFiles> DesignGenerator<G> {
    /// A generator out of the designs of a study with these ids, in this order, whose files are known. What it makes depends on
    /// the order.
    #[must_use]
    pub fn new(library: &Library<G>, study: &Study<G>, ids: &[&str]) -> Self {
        let mut generator = Self { ships: Vec::new(), schema: Arc::clone(library.schema(Kind::Ship)) };
        for id in ids {
            let text = study.ship_text(id).and_then(|text| text.parse::<Table>().ok());
            let priced = study.prices.iter().flat_map(|prices| &prices.designs);
            let design = study.designs.iter().chain(priced).find(|design| design.id == *id);
            let opened = text.zip(design).and_then(|(text, known)| generator.opened(&text, &known.design));
            generator.ships.extend(opened);
        }
        generator
    }

    /// Ships that designs are made of.
    #[must_use]
    pub fn ships(&self) -> usize {
        self.ships.len()
    }

    /// One of the ships as it is.
    #[must_use]
    pub fn ship(&self, place: usize) -> Option<Generated<G>> {
        self.ships.get(place).cloned()
    }

    /// A design between two ships that chance picks: every part is from the one or the other.
    pub fn crossed(&self, rng: &mut impl Rng) -> Option<Generated<G>> {
        let first = self.ship(below(self.ships.len().max(1), rng))?;
        Some(self.with_parts_of(first, below(self.ships.len(), rng), 0.5, rng))
    }

    /// A design like this one.
    pub fn varied(&self, of: &Generated<G>, variation: Variation, rng: &mut impl Rng) -> Generated<G> {
        let other = below(self.ships.len().max(1), rng);
        let mut varied = self.with_parts_of(of.clone(), other, variation.parts, rng);
        for (path, number) in numbers::<G>(&varied.document) {
            if unit(rng) >= variation.numbers {
                continue;
            }
            // A half more, so that nothing can become something; rounded by chance, so that small numbers move at all.
            let factor = libm::exp(variation.most * (2.0 * unit(rng) - 1.0));
            let changed = ((number as f64 + 0.5) * factor - 0.5 + unit(rng)).floor().max(0.0) as i64;
            let mut document = varied.document.clone();
            set::<G>(&mut document, &path, changed);
            if let Some(legal) = self.read(document, &varied.design) {
                varied = legal;
            }
        }
        varied
    }

    /// The design called so.
    #[must_use]
    pub fn named(&self, of: &Generated<G>, name: &str) -> Option<Generated<G>> {
        let mut document = of.document.clone();
        document.insert("name".into(), name.into());
        G::varied(&mut document);
        self.read(document, &of.design)
    }

    /// Takes each part from another ship with this chance, where the game allows it.
    fn with_parts_of(&self, mut made: Generated<G>, place: usize, chance: f64, rng: &mut impl Rng) -> Generated<G> {
        let Some(Generated { document: from, .. }) = self.ships.get(place) else { return made };
        let differing = |key: &&String| made.document.get(*key) != from.get(*key);
        let keys: BTreeSet<&String> = made.document.keys().chain(from.keys()).filter(differing).collect();
        let parts: Vec<String> = keys.into_iter().filter(|key| !IDENTITY.contains(&key.as_str())).cloned().collect();
        for key in &parts {
            let changes = if unit(rng) < chance { vec![None] } else { entries(&made.document, from, key, chance, rng) };
            for change in changes {
                let mut document = made.document.clone();
                take(&mut document, from, key, change);
                if let Some(legal) = self.read(document, &made.design) {
                    made = legal;
                }
            }
        }
        made
    }

    /// A ship file with every default filled in, without what follows from the rest; `known` is its design.
    fn opened(&self, text: &Table, known: &G::Design) -> Option<Generated<G>> {
        let source = Source::new(LABEL, toml::to_string(text).ok()?.as_str());
        let (fields, problems) = Fields::of_text(&source, &self.schema);
        let mut document: Table = fields.to_toml().parse().ok()?;
        let design = problems.is_empty().then(|| self.read(document.clone(), known)).flatten()?.design;
        G::worked_out(&design).iter().for_each(|(key, _)| drop(document.remove(*key)));
        self.read(document, known)
    }

    /// The design of a document, if the game allows it; its card is that of the design that it comes from.
    fn read(&self, document: Table, from: &G::Design) -> Option<Generated<G>> {
        let source = Source::new(LABEL, toml::to_string(&document).ok()?.as_str());
        let (fields, problems) = Fields::of_text(&source, &self.schema);
        let mut report = Report::new(&source);
        let design = if problems.is_empty() { G::ship(&fields, &mut report) } else { None };
        let design = design.filter(|_| report.into_list().is_empty())?;
        Some(Generated { document, design: Arc::new(G::with_card_of(design, from)) })
    }
}

/// Where both have a list of tables: entries of the one to be replaced with this chance, each by an entry of the other.
fn entries(of: &Table, from: &Table, key: &str, chance: f64, rng: &mut impl Rng) -> Vec<Option<[usize; 2]>> {
    let length = |table: &Table| match table.get(key) {
        Some(Value::Array(list)) if list.iter().all(Value::is_table) => list.len(),
        _ => 0,
    };
    let (own, theirs) = (length(of), length(from));
    if theirs == 0 {
        return Vec::new();
    }
    let swapped: Vec<usize> = (0..own).filter(|_| unit(rng) < chance).collect();
    swapped.into_iter().map(|entry| Some([entry, below(theirs, rng)])).collect()
}

/// Takes a key from another ship: all of it, or of a list of tables one entry in the place of one of its own.
fn take(document: &mut Table, from: &Table, key: &str, entry: Option<[usize; 2]>) {
    match (entry, document.get_mut(key), from.get(key)) {
        (Some([own, theirs]), Some(Value::Array(list)), Some(Value::Array(other))) => list[own] = other[theirs].clone(),
        (None, _, Some(value)) => drop(document.insert(key.to_owned(), value.clone())),
        (None, _, None) => drop(document.remove(key)),
        _ => {}
    }
}

/// A step of a path: a key, or the number of a list's entry.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Entry(usize),
}

/// Every number of a document with its path: whole numbers, and rows by their first.
fn numbers<G: GameFiles>(document: &Table) -> Vec<(Vec<Step>, i64)> {
    let mut found = Vec::new();
    walk::<G>(document, &mut Vec::new(), &mut found);
    found
}

fn walk<G: GameFiles>(table: &Table, path: &mut Vec<Step>, found: &mut Vec<(Vec<Step>, i64)>) {
    for (key, value) in table {
        if path.is_empty() && IDENTITY.contains(&key.as_str()) {
            continue;
        }
        path.push(Step::Key(key.clone()));
        match value {
            Value::Integer(number) => found.push((path.clone(), *number)),
            Value::Table(inner) => walk::<G>(inner, path, found),
            Value::Array(list) => {
                let first = list.first().and_then(Value::as_integer);
                if let Some(first) = first.filter(|first| shorthand::<G>(path, *first).is_some()) {
                    found.push((path.clone(), first));
                }
                for (entry, inner) in list.iter().enumerate() {
                    let Value::Table(inner) = inner else { continue };
                    path.push(Step::Entry(entry));
                    walk::<G>(inner, path, found);
                    path.pop();
                }
            }
            _ => {}
        }
        path.pop();
    }
}

/// What a number stands for at a path where it is a shorthand.
fn shorthand<G: GameFiles>(path: &[Step], number: i64) -> Option<Value> {
    let keys: Vec<&str> = path
        .iter()
        .filter_map(|step| match step {
            Step::Key(key) => Some(key.as_str()),
            Step::Entry(_) => None,
        })
        .collect();
    match G::swept(&keys.join("."), &Value::Integer(number)) {
        Some(Swept::Value(value)) => Some(value),
        _ => None,
    }
}

/// Puts a number at a path that [`numbers`] gave.
fn set<G: GameFiles>(document: &mut Table, path: &[Step], number: i64) {
    let [Step::Key(first), rest @ ..] = path else { return };
    let Some(mut place) = document.get_mut(first) else { return };
    for step in rest {
        let next = match (step, place) {
            (Step::Key(key), Value::Table(table)) => table.get_mut(key),
            (Step::Entry(entry), Value::Array(list)) => list.get_mut(*entry),
            _ => None,
        };
        let Some(next) = next else { return };
        place = next;
    }
    *place = shorthand::<G>(path, number).filter(|_| place.is_array()).unwrap_or(Value::Integer(number));
}

/// A uniform number from 0 up to 1.
fn unit(rng: &mut impl Rng) -> f64 {
    // The upper 53 bits: every such number is exact.
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}
