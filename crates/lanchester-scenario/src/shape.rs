//! What a file may hold, as data: the one description from which the reader, the JSON Schemas and `show` are made.

use std::sync::Arc;

use crate::Kind;

/// A table: its keys in the order they are printed.
#[derive(Clone, Debug, Default)]
pub struct Record {
    /// What the table describes, as in "unknown key of **a ship**".
    pub what: &'static str,
    /// Its keys; those that hold tables come last.
    pub fields: Vec<Field>,
    /// Keys of which exactly one must stand.
    pub one_of: Vec<&'static str>,
}

/// A key of a table.
#[derive(Clone, Debug)]
pub struct Field {
    /// The key.
    pub key: &'static str,
    /// What it means, with units.
    pub doc: &'static str,
    /// What it may hold.
    pub shape: Shape,
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

/// What a key may hold.
#[derive(Clone, Debug)]
pub enum Shape {
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
        of: Box<Shape>,
        /// How many.
        length: Length,
    },
    /// Either this one word or the other shape.
    WordOr(&'static str, Box<Shape>),
    /// A table.
    Table(Arc<Record>),
    /// A list of tables, each written `[[key]]`.
    Tables {
        /// Of what.
        of: Arc<Record>,
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

impl Shape {
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

    /// One of some words; any other has the code [`crate::code::UNKNOWN_WORD`].
    pub fn choice(what: &'static str, of: impl IntoIterator<Item = &'static str>) -> Self {
        Self::Choice { what, of: of.into_iter().collect(), code: crate::code::UNKNOWN_WORD }
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
            Self::Choice { of, .. } => crate::nearest::listed(of),
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
            Self::Word { what, .. } => format!("{what}s in quotes"),
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

impl Field {
    fn new(key: &'static str, doc: &'static str, shape: Shape, need: Need) -> Self {
        Self { key, doc, shape, need, hint: "" }
    }

    /// A key that must be there.
    #[must_use]
    pub fn required(key: &'static str, doc: &'static str, shape: Shape) -> Self {
        Self::new(key, doc, shape, Need::Required)
    }

    /// A key with a default.
    pub fn default(key: &'static str, doc: &'static str, shape: Shape, value: impl Into<toml::Value>) -> Self {
        Self::new(key, doc, shape, Need::Default(value.into()))
    }

    /// A key that may be left out; `absent` says what that means.
    #[must_use]
    pub fn optional(key: &'static str, doc: &'static str, shape: Shape, absent: &'static str) -> Self {
        Self::new(key, doc, shape, Need::Optional(absent))
    }

    /// The same key, with something more to say when it is missing or out of range.
    #[must_use]
    pub fn hint(mut self, hint: &'static str) -> Self {
        self.hint = hint;
        self
    }
}

impl Record {
    /// A table with these keys.
    #[must_use]
    pub fn new(what: &'static str, fields: Vec<Field>) -> Self {
        Self { what, fields, one_of: Vec::new() }
    }

    /// The same keys, all of which may be left out (and tables inside likewise): for overriding single values.
    #[must_use]
    pub fn overrides(&self, what: &'static str, absent: &'static str) -> Self {
        let fields = self.fields.iter().cloned().map(|mut field| {
            field.need = Need::Optional(absent);
            if let Shape::Table(inner) = &field.shape {
                field.shape = Shape::Table(Arc::new(inner.overrides(inner.what, absent)));
            }
            field
        });
        Self { what, fields: fields.collect(), one_of: Vec::new() }
    }

    /// The key of this name.
    #[must_use]
    pub fn field(&self, key: &str) -> Option<&Field> {
        self.fields.iter().find(|f| f.key == key)
    }
}
