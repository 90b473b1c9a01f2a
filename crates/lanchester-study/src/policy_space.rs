//! The policies of a game as lists of whole numbers: what a search over policies varies. Which keys there are, and what each
//! may hold, is the game's own schema of policy files, so a weight or choice that a game adds is searched without further ado.

use std::marker::PhantomData;
use std::sync::Arc;

use toml::{Table, Value};

use lanchester_scenario::table_schema::{Key, Need, TableSchema, ValueType};
use lanchester_scenario::{Fields, GameFiles, Kind, Library, Problems, Reference, Report, Source};

/// Keys that say what a policy is called, not what it does.
const IDENTITY: [&str; 4] = ["game", "kind", "name", "notes"];

/// Whole numbers with more values than this are a scale, not a list of choices.
const MOST_CHOICES: i64 = 12;

/// Where the text of a made file is said to come from.
const LABEL: &str = "(a tuned policy)";

/// A key of a policy file that can be varied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PolicyKey {
    /// Its name with the table around it, such as `moves.deal`.
    pub path: String,
    /// What it may hold.
    pub values: PolicyValues,
}

/// What a key may hold, as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PolicyValues {
    /// A weight, for or against: of the weights of one table only the ratios matter.
    Weight {
        /// The number of its table.
        table: usize,
        /// The largest; the least is its opposite.
        most: i64,
    },
    /// A number from a wide range, with a size of its own.
    Level {
        /// Least.
        least: i64,
        /// Most.
        most: i64,
    },
    /// One of a few values; the number is an index.
    Choice(Vec<String>),
}

/// The policies of a game.
#[derive(Debug)]
pub struct PolicySpace<G> {
    keys: Vec<PolicyKey>,
    schema: Arc<TableSchema>,
    game: PhantomData<G>,
}

/// A policy file, and what it holds at the keys of the space.
#[derive(Clone, Debug, PartialEq)]
pub struct PolicyPoint {
    document: Table,
    /// One number per key, see [`PolicyValues`].
    pub values: Vec<i64>,
}

impl<G: GameFiles> PolicySpace<G> {
    /// The space of the policies that a library's files may hold.
    #[must_use]
    pub fn of(library: &Library<G>) -> Self {
        let schema = Arc::clone(library.schema(Kind::Policy));
        let (mut keys, mut tables) = (Vec::new(), 0);
        for key in schema.keys.iter().filter(|key| !IDENTITY.contains(&key.name)) {
            match &key.value_type {
                ValueType::Table(inner) => {
                    keys.extend(inner.keys.iter().filter_map(|below| variable(below, Some(key.name), tables)));
                    tables += 1;
                }
                _ => keys.extend(variable(key, None, usize::MAX)),
            }
        }
        Self { keys, schema, game: PhantomData }
    }

    /// A policy of the library, by id or path, as a point of this space.
    ///
    /// # Errors
    /// Every problem of its file, or that there is none.
    pub fn point_of(&self, library: &Library<G>, what: &str) -> Result<PolicyPoint, Problems> {
        library.policy(what)?;
        let full = match Reference::of(what) {
            Reference::Id(id) => format!("{}/{id}", Kind::Policy.folder()),
            Reference::Path(_) | Reference::InFolder(..) => what.to_owned(),
        };
        // What `show` prints is TOML by its tests.
        let document: Table = library.show(&full)?.parse().unwrap_or_default();
        let values = self.keys.iter().map(|key| key.held(&document)).collect();
        Ok(PolicyPoint { document, values })
    }

    /// What can be varied, in the order of a file.
    #[must_use]
    pub fn keys(&self) -> &[PolicyKey] {
        &self.keys
    }

    /// The policy that differs from this one by holding these numbers; none if the game refuses it.
    #[must_use]
    pub fn policy(&self, of: &PolicyPoint, values: &[i64]) -> Option<Arc<G::Policy>> {
        let source = self.source(of, values, [None, None])?;
        let (fields, problems) = Fields::of_text(&source, &self.schema);
        let mut report = Report::new(&source);
        let name = fields.text("name").to_owned();
        let policy = if problems.is_empty() { G::policy(&fields, name, None, &mut report) } else { None };
        policy.filter(|_| report.into_list().is_empty()).map(Arc::new)
    }

    /// That policy as a point, to begin another search with.
    #[must_use]
    pub fn point(&self, of: &PolicyPoint, values: &[i64]) -> PolicyPoint {
        let mut document = of.document.clone();
        self.keys.iter().zip(values).for_each(|(key, number)| key.put(&mut document, *number));
        PolicyPoint { document, values: values.to_vec() }
    }

    /// Its file, under this name and with these notes.
    #[must_use]
    pub fn file(&self, of: &PolicyPoint, values: &[i64], name: &str, notes: &str) -> Option<String> {
        let source = self.source(of, values, [Some(("name", name)), Some(("notes", notes))])?;
        let (fields, problems) = Fields::of_text(&source, &self.schema);
        problems.is_empty().then(|| fields.to_toml())
    }

    fn source(&self, of: &PolicyPoint, values: &[i64], texts: [Option<(&str, &str)>; 2]) -> Option<Arc<Source>> {
        let mut document = self.point(of, values).document;
        for (key, text) in texts.into_iter().flatten() {
            document.insert(key.to_owned(), text.into());
        }
        Some(Source::new(LABEL, toml::to_string(&document).ok()?.as_str()))
    }
}

/// A key that can be varied, in a table of this name and number or outside of any. Those that may be absent, and lists, stay as a
/// file has them.
fn variable(key: &Key, table: Option<&str>, number: usize) -> Option<PolicyKey> {
    let values = match &key.value_type {
        _ if matches!(key.need, Need::Optional(_)) => return None,
        ValueType::Choice { of, .. } => PolicyValues::Choice(of.iter().map(|word| (*word).to_owned()).collect()),
        ValueType::Flag => PolicyValues::Choice([false, true].map(|flag| flag.to_string()).to_vec()),
        ValueType::Whole { min, max } if *min < 0 && table.is_some() => {
            PolicyValues::Weight { table: number, most: (*max).min(-min) }
        }
        ValueType::Whole { min, max } if max - min < MOST_CHOICES => {
            PolicyValues::Choice((*min..=*max).map(|n| n.to_string()).collect())
        }
        ValueType::Whole { min, max } => PolicyValues::Level { least: *min, most: *max },
        _ => return None,
    };
    let path = table.map_or_else(|| key.name.to_owned(), |table| format!("{table}.{}", key.name));
    Some(PolicyKey { path, values })
}

impl PolicyKey {
    /// The number that a document holds here; 0 for one that is absent or unknown, which a file that was read cannot hold.
    fn held(&self, document: &Table) -> i64 {
        let mut steps = self.path.split('.');
        let first = steps.next().and_then(|key| document.get(key));
        let Some(value) = steps.try_fold(first, |table, key| Some(table?.get(key))).flatten() else { return 0 };
        match &self.values {
            PolicyValues::Weight { .. } | PolicyValues::Level { .. } => value.as_integer().unwrap_or_default(),
            PolicyValues::Choice(of) => {
                let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                of.iter().position(|known| *known == text).unwrap_or_default() as i64
            }
        }
    }

    /// Such a number as it stands in a file.
    #[must_use]
    pub fn text(&self, number: i64) -> String {
        match &self.values {
            PolicyValues::Weight { .. } | PolicyValues::Level { .. } => number.to_string(),
            PolicyValues::Choice(of) => {
                usize::try_from(number).ok().and_then(|n| of.get(n)).cloned().unwrap_or_default()
            }
        }
    }

    /// Puts a number into a document.
    fn put(&self, document: &mut Table, number: i64) {
        let text = self.text(number);
        let value = match (&self.values, text.parse::<i64>(), text.parse::<bool>()) {
            (PolicyValues::Weight { .. } | PolicyValues::Level { .. }, ..) => Value::Integer(number),
            (_, Ok(whole), _) => Value::Integer(whole),
            (_, _, Ok(flag)) => Value::Boolean(flag),
            _ => Value::String(text),
        };
        match self.path.split_once('.') {
            None => drop(document.insert(self.path.clone(), value)),
            Some((table, key)) => {
                let inner = document.entry(table).or_insert_with(|| Value::Table(Table::new()));
                if let Value::Table(inner) = inner {
                    inner.insert(key.to_owned(), value);
                }
            }
        }
    }
}
