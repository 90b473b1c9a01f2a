//! A table that was checked against its [`TableSchema`]: values of the right type, defaults filled in.

use std::sync::Arc;

use crate::schema::table_schema::TableSchema;
use crate::text::source::Span;

/// A value and where it stands.
#[derive(Clone, Debug)]
pub struct Located {
    /// Where; for a default, where the table stands.
    pub at: Span,
    /// The value.
    pub value: Value,
}

/// The value of a key.
#[derive(Clone, Debug)]
pub enum Value {
    /// Text.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A finite number.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// A list.
    List(Vec<Located>),
    /// A table.
    Table(Fields),
    /// A list of tables.
    Tables(Vec<Fields>),
    /// Of another type than belongs here; the problem has been reported.
    Faulty,
}

impl Value {
    fn sound(&self) -> bool {
        match self {
            Self::Faulty => false,
            Self::List(list) => list.iter().all(|v| v.value.sound()),
            _ => true,
        }
    }
}

/// One key of a table.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Where the key stands; `None` when it does not and the default was filled in.
    pub key: Option<Span>,
    pub value: Located,
}

/// A table's keys and values. Keys that are absent and have no default, or whose value is faulty, read as absent;
/// [`Fields::faulty`] distinguishes the two.
#[derive(Clone, Debug)]
pub struct Fields {
    pub(crate) schema: Arc<TableSchema>,
    pub(crate) at: Span,
    /// Parallel to `schema.keys`.
    pub(crate) entries: Vec<Option<Entry>>,
    /// Unknown keys, reported already, as they are written and as they were probably meant.
    pub(crate) misspelt: Vec<(String, &'static str)>,
    /// What the files hold that keys name, where they were read: key and fields.
    pub(crate) named: Vec<(&'static str, Arc<Fields>)>,
}

impl Fields {
    fn entry(&self, key: &str) -> Option<&Entry> {
        let place = self.schema.keys.iter().position(|known| known.name == key);
        assert!(place.is_some(), "{} has no key {key}", self.schema.what);
        self.entries.get(place?)?.as_ref()
    }

    fn value(&self, key: &str) -> Option<&Value> {
        Some(&self.entry(key)?.value.value)
    }

    /// Where the table stands: its header.
    #[must_use]
    pub const fn at(&self) -> Span {
        self.at
    }

    /// Where the value of `key` stands; without one, where the table does.
    #[must_use]
    pub fn span(&self, key: &str) -> Span {
        self.entry(key).map_or(self.at, |e| e.value.at)
    }

    /// Whether the file has the key.
    #[must_use]
    pub fn given(&self, key: &str) -> bool {
        self.entry(key).is_some_and(|e| e.key.is_some())
    }

    /// Whether the file has the key with a value that was refused.
    #[must_use]
    pub fn faulty(&self, key: &str) -> bool {
        self.value(key).is_some_and(|value| !value.sound())
    }

    /// Whether a key of the file was refused that probably means `key`, or is written so: what follows from its absence
    /// need not be reported.
    #[must_use]
    pub fn misspelt(&self, key: &str) -> bool {
        self.misspelt.iter().any(|(written, meant)| written == key || *meant == key)
    }

    /// What the file holds that a key names: of a ship, its card.
    #[must_use]
    pub fn named(&self, key: &str) -> Option<&Self> {
        self.named.iter().find(|(known, _)| *known == key).map(|(_, fields)| &**fields)
    }

    /// Text; empty without any.
    #[must_use]
    pub fn text(&self, key: &str) -> &str {
        match self.value(key) {
            Some(Value::Text(text)) => text,
            _ => "",
        }
    }

    /// A word, if there is one.
    #[must_use]
    pub fn word(&self, key: &str) -> Option<&str> {
        match self.value(key) {
            Some(Value::Text(text)) => Some(text),
            _ => None,
        }
    }

    /// A whole number as the type that its limits fit in, or `fallback` without a sound one.
    #[must_use]
    pub fn whole<T: TryFrom<i64>>(&self, key: &str, fallback: T) -> T {
        self.number(key).unwrap_or(fallback)
    }

    /// A whole number, if there is one.
    #[must_use]
    pub fn number<T: TryFrom<i64>>(&self, key: &str) -> Option<T> {
        match self.value(key) {
            Some(Value::Whole(n)) => T::try_from(*n).ok(),
            _ => None,
        }
    }

    /// A number, whole or with a fraction, if there is one. Always finite.
    #[must_use]
    pub fn real(&self, key: &str) -> Option<f64> {
        match self.value(key) {
            Some(Value::Real(x)) => Some(*x),
            _ => None,
        }
    }

    /// A flag, if there is one.
    #[must_use]
    pub fn flag(&self, key: &str) -> Option<bool> {
        match self.value(key) {
            Some(Value::Flag(flag)) => Some(*flag),
            _ => None,
        }
    }

    /// The entries of a list, faulty ones among them; none without a list.
    #[must_use]
    pub fn list(&self, key: &str) -> &[Located] {
        match self.value(key) {
            Some(Value::List(list)) => list,
            _ => &[],
        }
    }

    /// The sound numbers of a list.
    #[must_use]
    pub fn reals(&self, key: &str) -> Vec<f64> {
        let real = |value: &Located| if let Value::Real(number) = value.value { Some(number) } else { None };
        self.list(key).iter().filter_map(real).collect()
    }

    /// The sound texts of a list and where they stand.
    pub fn words(&self, key: &str) -> impl Iterator<Item = (&str, Span)> {
        self.list(key).iter().filter_map(|value| match &value.value {
            Value::Text(text) => Some((text.as_str(), value.at)),
            _ => None,
        })
    }

    /// A list of exactly `N` whole numbers, if there is a sound one.
    #[must_use]
    pub fn row<T: TryFrom<i64>, const N: usize>(&self, key: &str) -> Option<[T; N]> {
        let numbers = self.list(key).iter().map(|value| match value.value {
            Value::Whole(n) => T::try_from(n).ok(),
            _ => None,
        });
        numbers.collect::<Option<Vec<T>>>()?.try_into().ok()
    }

    /// A table, if there is one.
    #[must_use]
    pub fn table(&self, key: &str) -> Option<&Self> {
        match self.value(key) {
            Some(Value::Table(table)) => Some(table),
            _ => None,
        }
    }

    /// A list of tables.
    #[must_use]
    pub fn tables(&self, key: &str) -> &[Self] {
        match self.value(key) {
            Some(Value::Tables(tables)) => tables,
            _ => &[],
        }
    }
}
