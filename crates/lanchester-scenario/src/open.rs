//! Holds a parsed table against its [`Record`]: reports what does not fit, fills in defaults.

use std::sync::Arc;

use toml::de::{DeTable, DeValue};

use crate::code;
use crate::fields::{Entry, Fields, Is, Value};
use crate::nearest::{instead, nearest};
use crate::problem::Report;
use crate::shape::{Field, Need, Record, Shape};
use crate::source::{Span, steers};

/// Reads a table that stands at `at`. With `broken` (the file has syntax errors) missing keys are not reported:
/// they may be in the part that could not be read.
pub(crate) fn open(table: &DeTable<'_>, record: &Arc<Record>, at: Span, broken: bool, report: &mut Report) -> Fields {
    let known: Vec<&'static str> = record.fields.iter().map(|f| f.key).collect();
    // Keys that are there, only misspelt: they are not reported as missing too.
    let mut misspelt: Vec<(String, &'static str)> = Vec::new();
    for (key, _) in table {
        let name: &str = key.get_ref();
        if record.field(name).is_some() {
            continue;
        }
        if report.is_full() {
            report.problem(key.span().into(), code::UNKNOWN_KEY, "", "");
        } else {
            misspelt.extend(nearest(name, known.iter().copied()).map(|meant| (name.to_owned(), meant)));
            report.problem(
                key.span().into(),
                code::UNKNOWN_KEY,
                format!("unknown key `{}` of {}", crate::source::excerpt(name), record.what),
                instead(name, &known),
            );
        }
    }
    let meant = |key: &str| misspelt.iter().any(|(_, meant)| *meant == key);
    if !record.one_of.is_empty() && !broken && !record.one_of.iter().any(|key| meant(key)) {
        one_of(table, record, at, report);
    }
    let entries = record.fields.iter().map(|field| {
        let quiet = broken || meant(field.key);
        entry(table, field, record, at, quiet, broken, report)
    });
    let entries = entries.collect();
    Fields { record: Arc::clone(record), at, entries, misspelt }
}

fn one_of(table: &DeTable<'_>, record: &Record, at: Span, report: &mut Report) {
    let given: Vec<Span> = table
        .iter()
        .filter(|(k, _)| record.one_of.contains(&k.get_ref().as_ref()))
        .map(|(k, _)| k.span().into())
        .collect();
    let names: Vec<String> = record.one_of.iter().map(|k| format!("`{k}`")).collect();
    let expected = format!("exactly one of {}", names.join(" and "));
    match given.as_slice() {
        [] => report.problem(at, code::ONE_OF, format!("{} has none of {}", record.what, names.join(", ")), expected),
        [_] => {}
        [.., last] => {
            report.problem(*last, code::ONE_OF, format!("{} has both of {}", record.what, names.join(", ")), expected);
        }
    }
}

fn entry(
    table: &DeTable<'_>,
    field: &Field,
    record: &Record,
    at: Span,
    quiet: bool,
    broken: bool,
    report: &mut Report,
) -> Option<Entry> {
    if let Some((key, value)) = table.get_key_value(field.key) {
        let key_at: Span = key.span().into();
        // A table under a header is best pointed at by its header.
        let place = if matches!(value.get_ref(), DeValue::Table(_)) { key_at } else { value.span().into() };
        let is = read(value.get_ref(), &field.shape, field, place, broken, report);
        return Some(Entry { key: Some(key_at), value: Value { at: place, is } });
    }
    match &field.need {
        Need::Optional(_) => None,
        Need::Default(value) => Some(Entry { key: None, value: Value { at, is: default(value, &field.shape, at) } }),
        Need::Required => {
            if !quiet {
                let expected = hinted(written(field), field);
                report.problem(
                    at,
                    code::MISSING_KEY,
                    format!("{} needs the key `{}`", record.what, field.key),
                    expected,
                );
            }
            None
        }
    }
}

/// A default as a value. Defaults belong to the program, not to the file: they are right by a test.
fn default(value: &toml::Value, shape: &Shape, at: Span) -> Is {
    match (value, shape) {
        (toml::Value::Table(_), Shape::Table(record)) => {
            let entries = record.fields.iter().map(|field| match &field.need {
                Need::Default(value) => {
                    Some(Entry { key: None, value: Value { at, is: default(value, &field.shape, at) } })
                }
                _ => None,
            });
            Is::Table(Fields { record: Arc::clone(record), at, entries: entries.collect(), misspelt: Vec::new() })
        }
        (toml::Value::Array(_), Shape::Tables { .. }) => Is::Tables(Vec::new()),
        (toml::Value::Array(list), Shape::List { of, .. }) => {
            Is::List(list.iter().map(|value| Value { at, is: default(value, of, at) }).collect())
        }
        (toml::Value::String(text), _) => Is::Text(text.clone()),
        (toml::Value::Integer(n), _) => Is::Whole(*n),
        (toml::Value::Float(x), _) => Is::Real(*x),
        (toml::Value::Boolean(flag), _) => Is::Flag(*flag),
        _ => Is::Faulty,
    }
}

fn read(value: &DeValue<'_>, shape: &Shape, field: &Field, at: Span, broken: bool, report: &mut Report) -> Is {
    match (shape, value) {
        (Shape::Text { min, max, lines }, DeValue::String(text)) => {
            free_text(text, *min, *max, *lines, field, at, report)
        }
        (Shape::Choice { what, of, code }, DeValue::String(text)) => {
            if of.contains(&text.as_ref()) {
                return Is::Text(text.to_string());
            }
            let mut expected = instead(text, of);
            if nearest(text, of.iter().copied()).is_some() && of.len() > 1 {
                expected.push_str(&format!(" (known: {})", of.join(", ")));
            }
            report.problem(
                at,
                code,
                format!("unknown {what} `{}`", crate::source::excerpt(text)),
                hinted(expected, field),
            );
            Is::Faulty
        }
        (Shape::Word { check, .. }, DeValue::String(text)) => match check(text) {
            Ok(()) => Is::Text(text.to_string()),
            Err(wrong) => {
                report.problem(at, wrong.code, wrong.message, wrong.expected);
                Is::Faulty
            }
        },
        (Shape::Reference(_), DeValue::String(text)) => Is::Text(text.to_string()),
        (Shape::Whole { min, max }, DeValue::Integer(integer)) => {
            match i64::from_str_radix(integer.as_str(), integer.radix()) {
                Ok(n) if (*min..=*max).contains(&n) => Is::Whole(n),
                _ => {
                    let message = format!("`{}` is out of range: {}", field.key, report.excerpt(at));
                    report.problem(at, code::OUT_OF_RANGE, message, hinted(shape.describe(), field));
                    Is::Faulty
                }
            }
        }
        (Shape::Real { min, max }, DeValue::Integer(_) | DeValue::Float(_)) => match number(value) {
            // Not-a-number lies in no range.
            Some(x) if (*min..=*max).contains(&x) => Is::Real(x),
            _ => {
                let message = format!("`{}` is out of range: {}", field.key, report.excerpt(at));
                report.problem(at, code::OUT_OF_RANGE, message, hinted(shape.describe(), field));
                Is::Faulty
            }
        },
        (Shape::Flag | Shape::Scalar, DeValue::Boolean(flag)) => Is::Flag(*flag),
        (Shape::Scalar, DeValue::String(text)) => Is::Text(text.to_string()),
        (Shape::Scalar, DeValue::Integer(integer)) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(n) => Is::Whole(n),
            Err(_) => {
                let message = format!("`{}` is out of range: {}", field.key, report.excerpt(at));
                report.problem(at, code::OUT_OF_RANGE, message, hinted(shape.describe(), field));
                Is::Faulty
            }
        },
        (Shape::Scalar, DeValue::Float(_)) => match number(value).filter(|x| x.is_finite()) {
            Some(x) => Is::Real(x),
            None => {
                let message = format!("`{}` is no finite number: {}", field.key, report.excerpt(at));
                report.problem(at, code::OUT_OF_RANGE, message, hinted(shape.describe(), field));
                Is::Faulty
            }
        },
        (Shape::WordOr(word, _), DeValue::String(text)) => {
            if text == word {
                return Is::Text(text.to_string());
            }
            let message = format!("unknown word `{}`", crate::source::excerpt(text));
            report.problem(at, code::UNKNOWN_WORD, message, hinted(shape.describe(), field));
            Is::Faulty
        }
        (Shape::WordOr(_, other), _) => read(value, other, field, at, broken, report),
        (Shape::List { of, length }, DeValue::Array(array)) => {
            if !length.allows(array.len()) {
                let message = format!("`{}` has {}", field.key, entries(array.len()));
                report.problem(at, code::WRONG_LENGTH, message, hinted(shape.describe(), field));
                return Is::Faulty;
            }
            let entries = array.iter().map(|entry| {
                let at = entry.span().into();
                Value { at, is: read(entry.get_ref(), of, field, at, broken, report) }
            });
            Is::List(entries.collect())
        }
        (Shape::Table(record), DeValue::Table(table)) => Is::Table(open(table, record, at, broken, report)),
        (Shape::Tables { of, min, max }, DeValue::Array(array)) if array.iter().all(|v| v.get_ref().is_table()) => {
            if !(*min..=*max).contains(&array.len()) {
                let message = format!("`{}` has {}", field.key, entries(array.len()));
                report.problem(
                    at,
                    code::WRONG_LENGTH,
                    message,
                    hinted(format!("{min} to {max} [[{}]]", field.key), field),
                );
                return Is::Faulty;
            }
            let tables = array.iter().filter_map(|entry| match entry.get_ref() {
                DeValue::Table(table) => Some(open(table, of, entry.span().into(), broken, report)),
                _ => None,
            });
            Is::Tables(tables.collect())
        }
        _ => {
            let expected = match shape {
                Shape::Table(_) => format!("a table, written [{}]", field.key),
                Shape::Tables { .. } => format!("a list of tables, each written [[{}]]", field.key),
                _ => shape.describe(),
            };
            report.problem(
                at,
                code::WRONG_TYPE,
                format!("`{}` is {}", field.key, found(value, at, report)),
                hinted(expected, field),
            );
            Is::Faulty
        }
    }
}

/// A number of TOML, whole or not.
fn number(value: &DeValue<'_>) -> Option<f64> {
    match value {
        DeValue::Integer(n) => i64::from_str_radix(n.as_str(), n.radix()).ok().map(|n| n as f64),
        DeValue::Float(x) => x.as_str().parse().ok(),
        _ => None,
    }
}

fn free_text(text: &str, min: usize, max: usize, lines: bool, field: &Field, at: Span, report: &mut Report) -> Is {
    let key = field.key;
    let expected = if min == 0 { format!("at most {max} characters") } else { format!("{min} to {max} characters") };
    let count = text.chars().count();
    let hidden = text.chars().find(|c| steers(*c) && !(lines && matches!(c, '\n' | '\r' | '\t')));
    if let Some(c) = hidden {
        let message = format!("`{key}` holds the control character U+{:04X}", u32::from(c));
        report.problem(
            at,
            code::BAD_TEXT,
            message,
            if lines { "visible characters and line ends" } else { "visible characters only" },
        );
    } else if min > 0 && text.trim().is_empty() {
        report.problem(at, code::BAD_TEXT, format!("`{key}` is empty"), expected);
    } else if count > max {
        report.problem(at, code::BAD_TEXT, format!("`{key}` has {count} characters"), expected);
    } else {
        return Is::Text(text.to_owned());
    }
    Is::Faulty
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

fn hinted(expected: String, field: &Field) -> String {
    if field.hint.is_empty() { expected } else { format!("{expected} ({})", field.hint) }
}

/// How a missing key is written.
fn written(field: &Field) -> String {
    let key = field.key;
    match &field.shape {
        Shape::Table(_) => format!("a table, written [{key}]"),
        Shape::Tables { .. } => format!("at least one table, written [[{key}]]"),
        Shape::Choice { of, .. } if of.len() == 1 => format!("`{key} = \"{}\"`", of[0]),
        shape => format!("`{key} = …` with {}", shape.describe()),
    }
}

fn entries(n: usize) -> String {
    if n == 1 { "1 entry".into() } else { format!("{n} entries") }
}
