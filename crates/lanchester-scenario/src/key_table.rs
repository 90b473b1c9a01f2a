//! Keys of a table and the parts of a type that they set, each stated once: the schema, the reader, the defaults and the
//! words for a value all come from it.

use std::sync::Arc;

use crate::fields::Fields;
use crate::table_schema::{Key, Need, TableSchema, ValueType, empty_table};

/// The keys of a table that is read into a `T`, in the order they are printed.
pub struct KeyTable<T> {
    what: &'static str,
    /// What absent keys mean; without it, they must be there.
    defaults: Option<T>,
    keys: Vec<TypedKey<T>>,
}

type Get<T> = Box<dyn Fn(&T) -> Option<toml::Value>>;
type Set<T> = Box<dyn Fn(&Fields, &mut T) -> Option<()>>;
type Text<T> = fn(&T) -> String;

struct TypedKey<T> {
    key: Key,
    /// The value as a file holds it; `None` for one that is absent.
    get: Get<T>,
    /// Takes over a sound value from a table that has the key.
    set: Set<T>,
    /// The value in words, where a file's are not the best.
    text: Option<Text<T>>,
}

/// A whole number of a file as a type holds it.
pub trait Whole: Copy + TryFrom<i64> + Into<i64> + 'static {}
impl<N: Copy + TryFrom<i64> + Into<i64> + 'static> Whole for N {}

impl<T> KeyTable<T> {
    /// What a file may hold.
    #[must_use]
    pub fn schema(&self) -> TableSchema {
        TableSchema::new(self.what, self.keys.iter().map(|typed| typed.key.clone()).collect())
    }

    /// Every key with its value as text; `none` for one that is absent.
    #[must_use]
    pub fn texts(&self, of: &T) -> Vec<(&'static str, String)> {
        let text = |typed: &TypedKey<T>| match (typed.text, (typed.get)(of)) {
            (Some(text), _) => text(of),
            (None, None) => "none".to_owned(),
            (None, Some(toml::Value::String(text))) => text,
            (None, Some(value)) => value.to_string(),
        };
        self.keys.iter().map(|typed| (typed.key.name, text(typed))).collect()
    }
}

impl<T: Clone + 'static> KeyTable<T> {
    /// A table whose keys may be left out and then have the values of `defaults`.
    #[must_use]
    pub fn with_defaults(what: &'static str, defaults: T) -> Self {
        Self { what, defaults: Some(defaults), keys: Vec::new() }
    }

    /// A table whose keys must be there.
    #[must_use]
    pub fn without_defaults(what: &'static str) -> Self {
        Self { what, defaults: None, keys: Vec::new() }
    }

    /// A key that is read by `set` (from a table that has it) and written by `get`, for what the other kinds of key do not
    /// cover. `set` gives `None` for a value that was refused; `get` gives `None` for a value that is absent.
    #[must_use]
    pub fn key(
        mut self,
        name: &'static str,
        doc: &'static str,
        value_type: ValueType,
        get: impl Fn(&T) -> Option<toml::Value> + 'static,
        set: impl Fn(&Fields, &mut T) -> Option<()> + 'static,
    ) -> Self {
        let key = match self.defaults.as_ref().map(&get) {
            None => Key::required(name, doc, value_type),
            Some(Some(value)) => Key::default(name, doc, value_type, value),
            Some(None) => Key::optional(name, doc, value_type, "none"),
        };
        self.keys.push(TypedKey { key, get: Box::new(get), set: Box::new(set), text: None });
        self
    }

    /// The last key, absent by default: what that means.
    #[must_use]
    pub fn absent(mut self, meaning: &'static str) -> Self {
        if let Some(last) = self.keys.last_mut() {
            last.key.need = Need::Optional(meaning);
        }
        self
    }

    /// The last key, with other words for its value than a file's.
    #[must_use]
    pub fn in_words(mut self, text: Text<T>) -> Self {
        if let Some(last) = self.keys.last_mut() {
            last.text = Some(text);
        }
        self
    }

    /// True or false.
    #[must_use]
    pub fn flag(self, name: &'static str, doc: &'static str, part: fn(&mut T) -> &mut bool) -> Self {
        let get = move |of: &T| Some((*part(&mut of.clone())).into());
        let set = move |fields: &Fields, of: &mut T| fields.flag(name).map(|flag| *part(of) = flag);
        self.key(name, doc, ValueType::Flag, get, set)
    }

    /// A whole number from `min` to `max`.
    #[must_use]
    pub fn whole<N: Whole>(
        self,
        name: &'static str,
        doc: &'static str,
        [min, max]: [i64; 2],
        part: fn(&mut T) -> &mut N,
    ) -> Self {
        let get = move |of: &T| Some((*part(&mut of.clone())).into().into());
        let set = move |fields: &Fields, of: &mut T| fields.number(name).map(|n| *part(of) = n);
        self.key(name, doc, ValueType::whole(min, max), get, set)
    }

    /// A whole number from `min` to `max`, or none: `meaning` says what that means.
    #[must_use]
    pub fn whole_or_none<N: Whole>(
        self,
        name: &'static str,
        doc: &'static str,
        [min, max]: [i64; 2],
        meaning: &'static str,
        part: fn(&mut T) -> &mut Option<N>,
    ) -> Self {
        let get = move |of: &T| part(&mut of.clone()).map(|n| n.into().into());
        let set = move |fields: &Fields, of: &mut T| fields.number(name).map(|n| *part(of) = Some(n));
        self.key(name, doc, ValueType::whole(min, max), get, set).absent(meaning)
    }

    /// Two whole numbers from `min` to `max`.
    #[must_use]
    pub fn two<N: Whole>(
        self,
        name: &'static str,
        doc: &'static str,
        [min, max]: [i64; 2],
        part: fn(&mut T) -> &mut [N; 2],
    ) -> Self {
        let get = move |of: &T| Some(part(&mut of.clone()).map(Into::<i64>::into).to_vec().into());
        let set = move |fields: &Fields, of: &mut T| fields.row(name).map(|row| *part(of) = row);
        self.key(name, doc, ValueType::list(ValueType::whole(min, max), 2, 2), get, set)
    }

    /// One of some words, each with what it stands for; `what` they are, as in "unknown **order**".
    #[must_use]
    pub fn choice<V: Copy + PartialEq + 'static>(
        self,
        name: &'static str,
        doc: &'static str,
        what: &'static str,
        words: &'static [(&'static str, V)],
        part: fn(&mut T) -> &mut V,
    ) -> Self {
        let get = move |of: &T| {
            let value = *part(&mut of.clone());
            words.iter().find(|(_, known)| *known == value).map(|(word, _)| (*word).into())
        };
        let set = move |fields: &Fields, of: &mut T| {
            let word = fields.word(name)?;
            words.iter().find(|(known, _)| *known == word).map(|(_, value)| *part(of) = *value)
        };
        self.key(name, doc, ValueType::choice(what, words.iter().map(|(word, _)| *word)), get, set)
    }

    /// A table of other keys.
    #[must_use]
    pub fn table<W: Clone + 'static>(
        self,
        name: &'static str,
        doc: &'static str,
        keys: KeyTable<W>,
        part: fn(&mut T) -> &mut W,
    ) -> Self {
        let value_type = ValueType::Table(Arc::new(keys.schema()));
        let set = move |fields: &Fields, of: &mut T| {
            let part = part(of);
            *part = keys.read(fields.table(name)?, part);
            Some(())
        };
        let mut table = self.key(name, doc, value_type, |_| Some(empty_table()), set);
        if let Some(last) = table.keys.last_mut() {
            last.key.need = Need::Default(empty_table());
        }
        table
    }

    /// `base` with the values of the keys that the table has.
    #[must_use]
    pub fn read(&self, fields: &Fields, base: &T) -> T {
        let mut read = base.clone();
        for typed in self.keys.iter().filter(|typed| fields.given(typed.key.name)) {
            // A value that was refused leaves the base's.
            let _refused = (typed.set)(fields, &mut read).is_none();
        }
        read
    }

    /// `base` with the values of the keys that the table has. Without a `base` the table must have every required key: else
    /// `None`, and nothing of `blank` remains.
    #[must_use]
    pub fn read_whole(&self, fields: &Fields, base: Option<&T>, blank: impl FnOnce() -> T) -> Option<T> {
        let Some(base) = base else {
            let required = |typed: &&TypedKey<T>| matches!(typed.key.need, Need::Required);
            let sound = |typed: &TypedKey<T>| fields.given(typed.key.name) && !fields.faulty(typed.key.name);
            return self.keys.iter().filter(required).all(sound).then(|| self.read(fields, &blank()));
        };
        Some(self.read(fields, base))
    }
}

impl<T> std::fmt::Debug for KeyTable<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.keys.iter().map(|typed| typed.key.name)).finish()
    }
}

/// A table of whole-number weights from −20 to 20, each 0 by default: name, meaning, part.
#[must_use]
pub fn weights<W: Clone + Default + 'static>(what: &'static str, keys: &[Weight<W>]) -> KeyTable<W> {
    let table = KeyTable::with_defaults(what, W::default());
    keys.iter().fold(table, |table, (name, doc, part)| table.whole(name, doc, [-20, 20], *part))
}

/// A weight: name, meaning, part.
pub type Weight<W> = (&'static str, &'static str, fn(&mut W) -> &mut i8);
