//! A file back as TOML, with every default filled in and marked.

use crate::fields::{Entry, Fields, Is};
use crate::shape::{Need, Record};

/// Keys of the file's own level that follow from others where they are absent, each with its value as TOML.
pub(crate) type WorkedOut<'a> = &'a [(&'static str, String)];

/// The whole file.
pub(crate) fn document(fields: &Fields, worked_out: WorkedOut<'_>) -> String {
    let mut text = String::new();
    table(fields, "", worked_out, &mut text);
    text
}

fn table(fields: &Fields, path: &str, worked_out: WorkedOut<'_>, text: &mut String) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    for (field, entry) in fields.record.fields.iter().zip(&fields.entries) {
        match entry {
            Some(Entry { value, .. }) if matches!(value.is, Is::Table(_) | Is::Tables(_)) => {}
            Some(Entry { key, value }) => {
                let mark = if key.is_some() { "" } else { "  # default" };
                text.push_str(&format!("{} = {}{mark}\n", field.key, inline(&value.is)));
            }
            None => absent(field.key, &field.need, &fields.record, worked_out, text),
        }
    }
    for (field, entry) in fields.record.fields.iter().zip(&fields.entries) {
        let Some(Entry { key, value }) = entry else { continue };
        let path = below(field.key);
        match &value.is {
            Is::Table(inner) => {
                let mark = if key.is_some() { "" } else { "  # default" };
                text.push_str(&format!("\n[{path}]{mark}\n"));
                table(inner, &path, &[], text);
            }
            Is::Tables(list) => {
                for inner in list {
                    text.push_str(&format!("\n[[{path}]]\n"));
                    table(inner, &path, &[], text);
                }
            }
            _ => {}
        }
    }
}

fn absent(key: &str, need: &Need, record: &Record, worked_out: WorkedOut<'_>, text: &mut String) {
    let Need::Optional(meaning) = need else { return };
    if record.one_of.contains(&key) {
        return;
    }
    // A comment: whoever copies the file and changes its other keys does not keep a value that followed from the old ones.
    let value = worked_out.iter().find(|(known, _)| *known == key).map_or(String::new(), |(_, v)| format!(": {v}"));
    text.push_str(&format!("# {key}: absent ({meaning}){value}\n"));
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
