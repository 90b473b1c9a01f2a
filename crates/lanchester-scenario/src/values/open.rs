//! Checks a parsed table against its [`TableSchema`]: reports what does not fit, fills in defaults.

use std::sync::Arc;

use toml::de::{DeArray, DeTable, DeValue};

use crate::schema::table_schema::{Key, Length, Need, TableSchema, ValueType};
use crate::text::code;
use crate::text::nearest::{instead, nearest};
use crate::text::parse::parse;
use crate::text::problem::{Problem, Report};
use crate::text::source::{Source, Span, excerpt};
use crate::values::fields::{Entry, Fields, Located, Value};
use crate::values::scalar::{self, Place};

impl Fields {
    /// A text read as a table of this schema, with everything that is wrong with it.
    #[must_use]
    pub fn of_text(source: &Arc<Source>, schema: &Arc<TableSchema>) -> (Self, Vec<Problem>) {
        let mut report = Report::new(source);
        let parsed = parse(source, &mut report);
        let fields = open(&parsed.table, schema, Span::default(), parsed.broken.any(), &mut report);
        (fields, report.into_list())
    }
}

/// Reads a table that stands at `at`. With `broken` (the file has syntax errors) missing keys are not reported:
/// they may be in the part that could not be read.
pub(crate) fn open(
    table: &DeTable<'_>,
    schema: &Arc<TableSchema>,
    at: Span,
    broken: bool,
    report: &mut Report,
) -> Fields {
    let misspelt = unknown_keys(table, schema, report);
    let meant = |name: &str| misspelt.iter().any(|(_, meant)| *meant == name);
    if !schema.one_of.is_empty() && !broken && !schema.one_of.iter().any(|name| meant(name)) {
        one_of(table, schema, at, report);
    }
    for group in &schema.some_of {
        let stands = |name: &&str| table.keys().any(|key| key.get_ref().as_ref() == *name) || meant(name);
        if !broken && !group.iter().any(stands) {
            let names: Vec<String> = group.iter().map(|name| format!("`{name}`")).collect();
            let message = format!("{} has none of {}", schema.what, names.join(", "));
            report.problem(at, code::ONE_OF, message, "at least one of them");
        }
    }
    let mut entries = Vec::with_capacity(schema.keys.len());
    for key in &schema.keys {
        let given = entry(table, key, broken, report);
        if given.is_none() && matches!(key.need, Need::Required) && !broken && !meant(key.name) {
            let message = format!("{} needs the key `{}`", schema.what, key.name);
            report.problem(at, code::MISSING_KEY, message, key.hinted(written(key)));
        }
        entries.push(given.or_else(|| default_entry(key, at)));
    }
    Fields { schema: Arc::clone(schema), at, entries, misspelt, named: Vec::new() }
}

/// Reports keys that the schema does not have. Returns those that are misspelt, as they are written and as they were
/// probably meant: the keys that they mean are not reported as missing too.
fn unknown_keys(table: &DeTable<'_>, schema: &TableSchema, report: &mut Report) -> Vec<(String, &'static str)> {
    let known: Vec<&'static str> = schema.keys.iter().map(|key| key.name).collect();
    let mut misspelt = Vec::new();
    for (key, _) in table {
        let name: &str = key.get_ref();
        if schema.key(name).is_some() {
            continue;
        }
        if report.is_full() {
            report.problem(key.span().into(), code::UNKNOWN_KEY, "", "");
            continue;
        }
        misspelt.extend(nearest(name, known.iter().copied()).map(|meant| (name.to_owned(), meant)));
        let message = format!("unknown key `{}` of {}", excerpt(name), schema.what);
        let expected = inside(name, schema).unwrap_or_else(|| instead(name, &known));
        report.problem(key.span().into(), code::UNKNOWN_KEY, message, expected);
    }
    misspelt
}

/// The first table of this one to which a key of this name belongs.
fn inside(name: &str, schema: &TableSchema) -> Option<String> {
    let tables = schema.keys.iter().filter_map(|key| match &key.value_type {
        ValueType::Table(table) => Some((key.name, table)),
        _ => None,
    });
    let (table, _) = tables.into_iter().find(|(_, table)| table.key(name).is_some())?;
    // In an entry of a list of tables the table's name stands behind the list's.
    let list = schema.what.split_once("[[").and_then(|(_, rest)| rest.split_once("]]")).map(|(list, _)| list);
    let path = list.map_or_else(|| table.to_owned(), |list| format!("{list}.{table}"));
    Some(format!("it below [{path}], where it belongs"))
}

fn one_of(table: &DeTable<'_>, schema: &TableSchema, at: Span, report: &mut Report) {
    let given: Vec<Span> = table
        .iter()
        .filter(|(k, _)| schema.one_of.contains(&k.get_ref().as_ref()))
        .map(|(k, _)| k.span().into())
        .collect();
    let names: Vec<String> = schema.one_of.iter().map(|name| format!("`{name}`")).collect();
    let expected = format!("exactly one of {}", names.join(" and "));
    match given.as_slice() {
        [] => report.problem(at, code::ONE_OF, format!("{} has none of {}", schema.what, names.join(", ")), expected),
        [_] => {}
        [.., last] => {
            report.problem(*last, code::ONE_OF, format!("{} has both of {}", schema.what, names.join(", ")), expected);
        }
    }
}

/// What the file has for a key.
fn entry(table: &DeTable<'_>, key: &Key, broken: bool, report: &mut Report) -> Option<Entry> {
    let (written, value) = table.get_key_value(key.name)?;
    let key_at: Span = written.span().into();
    // A table under a header is best pointed at by its header.
    let at = if matches!(value.get_ref(), DeValue::Table(_)) { key_at } else { value.span().into() };
    let place = Place { key, at, broken };
    Some(Entry {
        key: Some(key_at),
        value: Located { at, value: read(value.get_ref(), &key.value_type, place, report) },
    })
}

fn default_entry(key: &Key, at: Span) -> Option<Entry> {
    let Need::Default(value) = &key.need else { return None };
    Some(Entry { key: None, value: Located { at, value: default(value, &key.value_type, at) } })
}

/// A default as a value. Defaults belong to the program, not to the file: they are right by a test.
fn default(value: &toml::Value, value_type: &ValueType, at: Span) -> Value {
    match (value, value_type) {
        (toml::Value::Table(_), ValueType::Table(schema)) => {
            let entries = schema.keys.iter().map(|key| default_entry(key, at)).collect();
            Value::Table(Fields { schema: Arc::clone(schema), at, entries, misspelt: Vec::new(), named: Vec::new() })
        }
        (toml::Value::Array(_), ValueType::Tables { .. }) => Value::Tables(Vec::new()),
        (toml::Value::Array(list), ValueType::List { of, .. }) => {
            Value::List(list.iter().map(|value| Located { at, value: default(value, of, at) }).collect())
        }
        (toml::Value::String(text), _) => Value::Text(text.clone()),
        (toml::Value::Integer(n), _) => Value::Whole(*n),
        (toml::Value::Float(x), _) => Value::Real(*x),
        (toml::Value::Boolean(flag), _) => Value::Flag(*flag),
        _ => Value::Faulty,
    }
}

fn read(value: &DeValue<'_>, value_type: &ValueType, place: Place<'_>, report: &mut Report) -> Value {
    match (value_type, value) {
        (ValueType::WordOr(_, other), _) if !value.is_str() => read(value, other, place, report),
        (ValueType::List { of, length }, DeValue::Array(array)) => list(array, of, *length, value_type, place, report),
        (ValueType::Table(schema), DeValue::Table(table)) => {
            Value::Table(open(table, schema, place.at, place.broken, report))
        }
        (ValueType::Tables { of, min, max }, DeValue::Array(array)) if array.iter().all(|v| v.get_ref().is_table()) => {
            if !(*min..=*max).contains(&array.len()) {
                return wrong_length(array.len(), format!("{min} to {max} [[{}]]", place.key.name), place, report);
            }
            let tables = array.iter().filter_map(|entry| match entry.get_ref() {
                DeValue::Table(table) => Some(open(table, of, entry.span().into(), place.broken, report)),
                _ => None,
            });
            Value::Tables(tables.collect())
        }
        _ => scalar::read(value, value_type, place, report).unwrap_or_else(|| {
            let message = format!("`{}` is {}", place.key.name, found(value, place.at, report));
            let expected = match value_type {
                ValueType::Table(_) => format!("a table, written [{}]", place.key.name),
                ValueType::Tables { .. } => format!("a list of tables, each written [[{}]]", place.key.name),
                _ => value_type.describe(),
            };
            place.refuse(code::WRONG_TYPE, message, expected, report)
        }),
    }
}

fn list(
    array: &DeArray<'_>,
    of: &ValueType,
    length: Length,
    value_type: &ValueType,
    place: Place<'_>,
    report: &mut Report,
) -> Value {
    if !length.allows(array.len()) {
        return wrong_length(array.len(), value_type.describe(), place, report);
    }
    let entries = array.iter().map(|entry| {
        let place = Place { at: entry.span().into(), ..place };
        Located { at: place.at, value: read(entry.get_ref(), of, place, report) }
    });
    Value::List(entries.collect())
}

fn wrong_length(n: usize, expected: String, place: Place<'_>, report: &mut Report) -> Value {
    let entries = if n == 1 { "1 entry".to_owned() } else { format!("{n} entries") };
    place.refuse(code::WRONG_LENGTH, format!("`{}` has {entries}", place.key.name), expected, report)
}

fn found(value: &DeValue<'_>, at: Span, report: &Report) -> String {
    let text = report.excerpt(at);
    match value {
        DeValue::String(_) => format!("text: {text}"),
        DeValue::Integer(_) => format!("a number: {text}"),
        DeValue::Float(_) => format!("a number with a fraction: {text}"),
        DeValue::Boolean(_) => format!("a flag: {text}"),
        DeValue::Datetime(_) => format!("a date or time: {text}"),
        DeValue::Array(_) => format!("a list: {text}"),
        DeValue::Table(_) => "a table".into(),
    }
}

/// How a missing key is written.
fn written(key: &Key) -> String {
    let name = key.name;
    match &key.value_type {
        ValueType::Table(_) => format!("a table, written [{name}]"),
        ValueType::Tables { .. } => format!("at least one table, written [[{name}]]"),
        ValueType::Choice { of, .. } if of.len() == 1 => format!("`{name} = \"{}\"`", of[0]),
        value_type => format!("`{name} = …` with {}", value_type.describe()),
    }
}
