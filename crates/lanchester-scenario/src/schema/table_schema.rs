//! What a file may hold, as data: the one description from which the reader, the JSON Schemas and `show` are made.

use std::sync::Arc;

use crate::Kind;

/// A table: its keys in the order they are printed.
#[derive(Clone, Debug, Default)]
pub struct TableSchema {
    /// What the table describes, as in "unknown key of **a ship**".
    pub what: &'static str,
    /// Its keys; those that hold tables come last.
    pub keys: Vec<Key>,
    /// Keys of which exactly one must stand.
    pub one_of: Vec<&'static str>,
    /// Groups of keys of each of which at least one must stand.
    pub some_of: Vec<Vec<&'static str>>,
}

/// A key of a table.
#[derive(Clone, Debug)]
pub struct Key {
    /// How it is written.
    pub name: &'static str,
    /// What it means, with units.
    pub doc: &'static str,
    /// What it may hold.
    pub value_type: ValueType,
    /// Whether it may be left out.
    pub need: Need,
    /// What to say when it is missing or out of range, after what was expected.
    pub hint: &'static str,
}

/// Whether a key may be left out.
#[derive(Clone, Debug)]
pub enum Need {
    /// It must be there.
    Required,
    /// It may be left out and then has this value.
    Default(toml::Value),
    /// It may be left out, which means this.
    Optional(&'static str),
}

/// Why a word is none of its kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Stable code.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// What was expected.
    pub expected: String,
}

/// A reader of words that follow a pattern.
pub type Check = fn(&str) -> Result<(), Wrong>;

/// How many entries a list may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    /// Fewest.
    pub min: usize,
    /// Most.
    pub max: usize,
    /// None at all is right too.
    pub or_none: bool,
}

/// The type of a key's value, with its limits.
#[derive(Clone, Debug)]
pub enum ValueType {
    /// Free text.
    Text {
        /// Fewest characters.
        min: usize,
        /// Most characters.
        max: usize,
        /// May have several lines.
        lines: bool,
    },
    /// One of some words.
    Choice {
        /// What the words are, as in "unknown **system**".
        what: &'static str,
        /// The words.
        of: Vec<&'static str>,
        /// The code of any other word.
        code: &'static str,
    },
    /// Text that follows a pattern.
    Word {
        /// What it is, as in "a **range**".
        what: &'static str,
        /// The pattern as a regular expression, for editors.
        pattern: &'static str,
        /// The reader's own check.
        check: Check,
    },
    /// The id or path of a file.
    Reference(Kind),
    /// A whole number.
    Whole {
        /// Least.
        min: i64,
        /// Most.
        max: i64,
    },
    /// A number, whole or with a fraction, and finite.
    Real {
        /// Least.
        min: f64,
        /// Most.
        max: f64,
    },
    /// True or false.
    Flag,
    /// One value of any kind: a number, a word, true or false.
    Scalar,
    /// A list.
    List {
        /// Of what.
        of: Box<ValueType>,
        /// How many.
        length: Length,
    },
    /// Either this one word or a value of the other type.
    WordOr(&'static str, Box<ValueType>),
    /// A table.
    Table(Arc<TableSchema>),
    /// A list of tables, each written `[[key]]`.
    Tables {
        /// Of what.
        of: Arc<TableSchema>,
        /// Fewest.
        min: usize,
        /// Most.
        max: usize,
    },
}

/// The default "an empty list".
#[must_use]
pub fn empty_list() -> toml::Value {
    toml::Value::Array(Vec::new())
}

/// The default "a table with the defaults of its keys".
#[must_use]
pub fn empty_table() -> toml::Value {
    toml::Value::Table(toml::Table::new())
}

impl ValueType {
    /// A whole number within limits.
    #[must_use]
    pub const fn whole(min: i64, max: i64) -> Self {
        Self::Whole { min, max }
    }

    /// A number within limits.
    #[must_use]
    pub const fn real(min: f64, max: f64) -> Self {
        Self::Real { min, max }
    }

    /// One line of text.
    #[must_use]
    pub const fn line(min: usize, max: usize) -> Self {
        Self::Text { min, max, lines: false }
    }

    /// One of some words; any other has the code [`crate::text::code::UNKNOWN_WORD`].
    pub fn choice(what: &'static str, of: impl IntoIterator<Item = &'static str>) -> Self {
        Self::Choice { what, of: of.into_iter().collect(), code: crate::text::code::UNKNOWN_WORD }
    }

    /// A list of `min` to `max` entries.
    #[must_use]
    pub fn list(of: Self, min: usize, max: usize) -> Self {
        Self::List { of: Box::new(of), length: Length { min, max, or_none: false } }
    }

    /// What belongs here, as in "expected **a whole number**".
    #[must_use]
    pub fn describe(&self) -> String {
        match self {
            Self::Text { .. } => "text in quotes".into(),
            Self::Choice { of, .. } => crate::text::nearest::listed(of),
            Self::Word { what, .. } => format!("a {what} in quotes"),
            Self::Reference(kind) => format!("the id or path of a {kind}, in quotes"),
            Self::Whole { min, max } => format!("a whole number from {min} to {max}"),
            Self::Real { min, max } => format!("a number from {min} to {max}"),
            Self::Flag => "true or false".into(),
            Self::Scalar => "a number, a word in quotes, true or false".into(),
            Self::List { of, length } => {
                format!(
                    "a list of {}{}{}",
                    length.describe(),
                    of.describe_many(),
                    if length.or_none { ", or []" } else { "" }
                )
            }
            Self::WordOr(word, other) => format!("\"{word}\" or {}", other.describe()),
            Self::Table(_) => "a table".into(),
            Self::Tables { .. } => "tables".into(),
        }
    }

    fn describe_many(&self) -> String {
        match self {
            Self::Whole { min, max } => format!("whole numbers from {min} to {max}"),
            Self::Real { min, max } => format!("numbers from {min} to {max}"),
            Self::Choice { what, of, .. } => format!("{what}s ({})", of.join(", ")),
            Self::Word { what, .. } => format!("{what}{} in quotes", if what.ends_with('x') { "es" } else { "s" }),
            Self::Reference(kind) => format!("{} (ids or paths, in quotes)", kind.folder()),
            Self::Text { .. } => "texts in quotes".into(),
            Self::Scalar => "values (numbers, words in quotes, true or false)".into(),
            other => other.describe(),
        }
    }
}

impl Length {
    /// Whether a list may have `n` entries.
    #[must_use]
    pub const fn allows(self, n: usize) -> bool {
        (self.min <= n && n <= self.max) || (self.or_none && n == 0)
    }

    fn describe(self) -> String {
        match (self.min, self.max) {
            (min, max) if min == max => format!("{min} "),
            (0, max) => format!("at most {max} "),
            (min, max) => format!("{min} to {max} "),
        }
    }
}

impl Key {
    fn new(name: &'static str, doc: &'static str, value_type: ValueType, need: Need) -> Self {
        Self { name, doc, value_type, need, hint: "" }
    }

    /// A key that must be there.
    #[must_use]
    pub fn required(name: &'static str, doc: &'static str, value_type: ValueType) -> Self {
        Self::new(name, doc, value_type, Need::Required)
    }

    /// A key with a default.
    pub fn default(
        name: &'static str,
        doc: &'static str,
        value_type: ValueType,
        value: impl Into<toml::Value>,
    ) -> Self {
        Self::new(name, doc, value_type, Need::Default(value.into()))
    }

    /// A key that may be left out; `absent` says what that means.
    #[must_use]
    pub fn optional(name: &'static str, doc: &'static str, value_type: ValueType, absent: &'static str) -> Self {
        Self::new(name, doc, value_type, Need::Optional(absent))
    }

    /// The same key, with something more to say when it is missing or out of range.
    #[must_use]
    pub fn hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }

    /// What was expected, with the hint behind it.
    pub(crate) fn hinted(&self, expected: String) -> String {
        if self.hint.is_empty() { expected } else { format!("{expected} ({})", self.hint) }
    }
}

impl TableSchema {
    /// A table with these keys.
    #[must_use]
    pub fn new(what: &'static str, keys: Vec<Key>) -> Self {
        Self { what, keys, ..Self::default() }
    }

    /// The same keys, all of which may be left out (and tables inside likewise): for overriding single values.
    #[must_use]
    pub fn overrides(&self, what: &'static str, absent: &'static str) -> Self {
        let keys = self.keys.iter().cloned().map(|mut key| {
            key.need = Need::Optional(absent);
            if let ValueType::Table(inner) = &key.value_type {
                key.value_type = ValueType::Table(Arc::new(inner.overrides(inner.what, absent)));
            }
            key
        });
        Self::new(what, keys.collect())
    }

    /// The key of this name.
    #[must_use]
    pub fn key(&self, name: &str) -> Option<&Key> {
        self.keys.iter().find(|key| key.name == name)
    }
}
