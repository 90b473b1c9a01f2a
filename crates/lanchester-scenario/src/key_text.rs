//! The keys of a table for `scenarios/README.md`.

use crate::table_schema::{Need, TableSchema, ValueType};

/// The start and the end of a generated part, and what it describes: `nova options`.
fn marks(of: &str) -> [String; 2] {
    [format!("<!-- keys: {of} (generated) -->\n"), "<!-- end -->".to_owned()]
}

/// The text with the part between the marks of `of` replaced by the keys; `None` if it has no such marks.
#[must_use]
pub fn with_keys(text: &str, of: &str, schema: &TableSchema) -> Option<String> {
    let [start, end] = marks(of);
    let (before, rest) = text.split_once(&start)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{start}{}{end}{after}", markdown(schema)))
}

/// A Markdown table: a line for each key, those of tables inside with the table's name in front.
fn markdown(schema: &TableSchema) -> String {
    let mut text = "| key | value | default | meaning |\n|---|---|---|---|\n".to_owned();
    rows(schema, "", &mut text);
    text
}

fn rows(schema: &TableSchema, before: &str, text: &mut String) {
    for key in &schema.keys {
        let name = format!("{before}{}", key.name);
        if let ValueType::Table(inner) = &key.value_type {
            rows(inner, &format!("{name}."), text);
            continue;
        }
        let default = match &key.need {
            Need::Required => "required".to_owned(),
            Need::Default(value) => format!("`{value}`"),
            Need::Optional(meaning) => format!("absent: {meaning}"),
        };
        text.push_str(&format!("| `{name}` | {} | {default} | {} |\n", key.value_type.describe(), key.doc));
    }
}
