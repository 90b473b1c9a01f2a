//! A file back as TOML, with every default filled in and marked.

use crate::schema::table_schema::{Need, TableSchema};
use crate::values::fields::{Entry, Fields, Value};

/// Keys of the file's own level that follow from others where they are absent, each with its value as TOML.
pub(crate) type WorkedOut<'a> = &'a [(&'static str, String)];

/// The whole file.
pub(crate) fn document(fields: &Fields, worked_out: WorkedOut<'_>) -> String {
    let mut text = String::new();
    table(fields, "", worked_out, &mut text);
    text
}

/// A document below what explains it, a comment a sentence.
pub(crate) fn explained(sentences: &[String], document: &str) -> String {
    let comments: String = sentences.iter().map(|sentence| format!("# {sentence}\n")).collect();
    if comments.is_empty() { document.to_owned() } else { format!("{comments}\n{document}") }
}

fn table(fields: &Fields, path: &str, worked_out: WorkedOut<'_>, text: &mut String) {
    let below = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    let mark = |entry: &Entry| if entry.key.is_some() { "" } else { "  # default" };
    for (key, entry) in fields.schema.keys.iter().zip(&fields.entries) {
        match entry {
            Some(Entry { value, .. }) if matches!(value.value, Value::Table(_) | Value::Tables(_)) => {}
            Some(entry) => text.push_str(&format!("{} = {}{}\n", key.name, inline(&entry.value.value), mark(entry))),
            None => absent(key.name, &key.need, &fields.schema, worked_out, text),
        }
    }
    for (key, entry) in fields.schema.keys.iter().zip(&fields.entries) {
        let Some(entry) = entry else { continue };
        let path = below(key.name);
        match &entry.value.value {
            Value::Table(inner) => {
                let mark = mark(entry);
                text.push_str(&format!("\n[{path}]{mark}\n"));
                table(inner, &path, &[], text);
            }
            Value::Tables(list) => {
                for inner in list {
                    text.push_str(&format!("\n[[{path}]]\n"));
                    table(inner, &path, &[], text);
                }
            }
            _ => {}
        }
    }
}

fn absent(key: &str, need: &Need, schema: &TableSchema, worked_out: WorkedOut<'_>, text: &mut String) {
    let Need::Optional(meaning) = need else { return };
    if schema.one_of.contains(&key) {
        return;
    }
    // A comment: whoever copies the file and changes its other keys does not keep a value that followed from the old ones.
    let value = worked_out.iter().find(|(known, _)| *known == key).map_or(String::new(), |(_, v)| format!(": {v}"));
    text.push_str(&format!("# {key}: absent ({meaning}){value}\n"));
}

impl Fields {
    /// The whole file as TOML, defaults filled in and marked.
    #[must_use]
    pub fn to_toml(&self) -> String {
        document(self, &[])
    }

    /// The given keys and values on one line: `initiative = "active", moves.range = 3`.
    #[must_use]
    pub fn summary(&self) -> String {
        let mut parts = Vec::new();
        self.summarise("", &mut parts);
        parts.join(", ")
    }

    fn summarise(&self, prefix: &str, parts: &mut Vec<String>) {
        for (key, entry) in self.schema.keys.iter().zip(&self.entries) {
            let Some(entry) = entry.as_ref().filter(|e| e.key.is_some()) else { continue };
            match &entry.value.value {
                Value::Table(table) => table.summarise(&format!("{prefix}{}.", key.name), parts),
                value => parts.push(format!("{prefix}{} = {}", key.name, inline(value))),
            }
        }
    }
}

/// A value on one line of TOML.
fn inline(value: &Value) -> String {
    match value {
        Value::Text(text) => quoted(text),
        Value::Whole(n) => n.to_string(),
        // With its point or exponent, so that it is no whole number in TOML.
        Value::Real(x) => format!("{x:?}"),
        Value::Flag(flag) => flag.to_string(),
        Value::List(list) => format!("[{}]", list.iter().map(|v| inline(&v.value)).collect::<Vec<_>>().join(", ")),
        Value::Tables(tables) => {
            let tables: Vec<String> = tables.iter().map(|table| format!("{{ {} }}", table.summary())).collect();
            format!("[{}]", tables.join(", "))
        }
        Value::Table(_) | Value::Faulty => String::new(),
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
