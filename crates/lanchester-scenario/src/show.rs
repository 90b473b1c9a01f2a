//! A file back as TOML, with every default filled in and marked.

use crate::fields::{Entry, Fields, Is};
use crate::shape::{Need, Record};

/// The whole file.
pub(crate) fn document(fields: &Fields) -> String {
    let mut text = String::new();
    table(fields, "", &mut text);
    text
}

fn table(fields: &Fields, path: &str, text: &mut String) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    for (field, entry) in fields.record.fields.iter().zip(&fields.entries) {
        match entry {
            Some(Entry { value, .. }) if matches!(value.is, Is::Table(_) | Is::Tables(_)) => {}
            Some(Entry { key, value }) => {
                let mark = if key.is_some() { "" } else { "  # default" };
                text.push_str(&format!("{} = {}{mark}\n", field.key, inline(&value.is)));
            }
            None => absent(field.key, &field.need, &fields.record, text),
        }
    }
    for (field, entry) in fields.record.fields.iter().zip(&fields.entries) {
        let Some(Entry { key, value }) = entry else { continue };
        let path = below(field.key);
        match &value.is {
            Is::Table(inner) => {
                let mark = if key.is_some() { "" } else { "  # default" };
                text.push_str(&format!("\n[{path}]{mark}\n"));
                table(inner, &path, text);
            }
            Is::Tables(list) => {
                for inner in list {
                    text.push_str(&format!("\n[[{path}]]\n"));
                    table(inner, &path, text);
                }
            }
            _ => {}
        }
    }
}

fn absent(key: &str, need: &Need, record: &Record, text: &mut String) {
    let Need::Optional(meaning) = need else { return };
    if !record.one_of.contains(&key) {
        text.push_str(&format!("# {key}: absent ({meaning})\n"));
    }
}

/// A value on one line of TOML.
pub(crate) fn inline(is: &Is) -> String {
    match is {
        Is::Text(text) => quoted(text),
        Is::Whole(n) => n.to_string(),
        // With its point or exponent, so that it is no whole number in TOML.
        Is::Real(x) => format!("{x:?}"),
        Is::Flag(flag) => flag.to_string(),
        Is::List(list) => format!("[{}]", list.iter().map(|v| inline(&v.is)).collect::<Vec<_>>().join(", ")),
        Is::Table(_) | Is::Tables(_) | Is::Faulty => String::new(),
    }
}

/// A basic TOML string on one line.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
