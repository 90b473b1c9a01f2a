//! Keys of a table and the parts of a type that they set, each stated once: the schema, the reader, the defaults and the
//! words for a value all come from it.

use crate::schema::key_value::KeyValue;
use crate::schema::table_schema::{Key, Need, TableSchema, ValueType};
use crate::values::fields::Fields;

/// The keys of a table that is read into a `T`, in the order they are printed.
pub struct KeyTable<T> {
    what: &'static str,
    /// What absent keys mean.
    defaults: T,
    keys: Vec<TypedKey<T>>,
    /// What else changes of a base whose keys a table changes.
    after_changes: Option<AfterChanges<T>>,
}

type Get<T> = Box<dyn Fn(&T) -> Option<toml::Value>>;
type Set<T> = Box<dyn Fn(&Fields, &mut T) -> Option<()>>;
type Text<T> = fn(&T) -> String;
type AfterChanges<T> = fn(&Fields, &mut T);

struct TypedKey<T> {
    key: Key,
    /// The value as a file holds it; `None` for one that is absent.
    get: Get<T>,
    /// Takes over a sound value from a table that has the key.
    set: Set<T>,
    /// The value in words, where a file's are not the best.
    text: Option<Text<T>>,
}

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
    /// A table without keys. Those that are added may be left out and then have the values of `defaults`.
    #[must_use]
    pub fn new(what: &'static str, defaults: T) -> Self {
        Self { what, defaults, keys: Vec::new(), after_changes: None }
    }

    /// A key that is read by `set` (from a table that has it) and written by `get`, for what no [`KeyValue`] covers.
    /// `set` gives `None` for a value that was refused; `get` gives `None` for a value that is absent.
    #[must_use]
    pub fn key(
        mut self,
        name: &'static str,
        doc: &'static str,
        value_type: ValueType,
        get: impl Fn(&T) -> Option<toml::Value> + 'static,
        set: impl Fn(&Fields, &mut T) -> Option<()> + 'static,
    ) -> Self {
        let key = match get(&self.defaults) {
            Some(value) => Key::default(name, doc, value_type, value),
            None => Key::optional(name, doc, value_type, "none"),
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

    /// The last key must be there, unless it may be absent or is a table.
    #[must_use]
    pub fn required(mut self) -> Self {
        if let Some(last) = self.keys.last_mut()
            && matches!(last.key.need, Need::Default(_))
            && !matches!(last.key.value_type, ValueType::Table(_))
        {
            last.key.need = Need::Required;
        }
        self
    }

    /// The table, whose changes of a base are followed by these: see [`KeyTable::read_whole`].
    #[must_use]
    pub fn after_changes(mut self, changes: fn(&Fields, &mut T)) -> Self {
        self.after_changes = Some(changes);
        self
    }

    /// The table without a key.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.keys.retain(|typed| typed.key.name != name);
        self
    }

    /// A key that holds a part of the type.
    #[must_use]
    pub fn value<V: KeyValue>(
        self,
        name: &'static str,
        doc: &'static str,
        limits: V::Limits,
        part: fn(&mut T) -> &mut V,
    ) -> Self {
        let get = move |of: &T| part(&mut of.clone()).written();
        let set = move |fields: &Fields, of: &mut T| {
            let held = part(of);
            *held = V::read(fields, name, Some(held))?;
            Some(())
        };
        self.key(name, doc, V::value_type(&limits), get, set)
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
    /// `None`, and nothing of the defaults remains.
    #[must_use]
    pub fn read_whole(&self, fields: &Fields, base: Option<&T>) -> Option<T> {
        let Some(base) = base else {
            let required = |typed: &&TypedKey<T>| matches!(typed.key.need, Need::Required);
            let sound = |typed: &TypedKey<T>| fields.given(typed.key.name) && !fields.faulty(typed.key.name);
            return self.keys.iter().filter(required).all(sound).then(|| self.read(fields, &self.defaults));
        };
        let mut read = self.read(fields, base);
        self.after_changes.iter().for_each(|changes| changes(fields, &mut read));
        Some(read)
    }
}

impl<T> std::fmt::Debug for KeyTable<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.keys.iter().map(|typed| typed.key.name)).finish()
    }
}
