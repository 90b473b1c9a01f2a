//! The keys of a table, and how a game writes things, for the pages of `book/src/keys/`.

use crate::schema::table_schema::{Need, TableSchema, ValueType};

/// The text with the part between the marks of `of` replaced by the keys; `None` if it has no such marks.
#[must_use]
pub fn with_keys(text: &str, of: &str, schema: &TableSchema) -> Option<String> {
    generated(text, &format!("keys: {of}"), &markdown(schema))
}

/// The text with the part between the marks of `of` replaced by a list of sentences; `None` if it has no such marks.
#[must_use]
pub fn with_notation(text: &str, of: &str, sentences: &[String]) -> Option<String> {
    let list: String = sentences.iter().map(|sentence| format!("- {sentence}\n")).collect();
    generated(text, &format!("notation: {of}"), &list)
}

/// The text with another part between the marks of a generated one.
fn generated(text: &str, mark: &str, part: &str) -> Option<String> {
    let [start, end] = [format!("<!-- {mark} (generated) -->\n"), "<!-- end -->".to_owned()];
    let (before, rest) = text.split_once(&start)?;
    let (_, after) = rest.split_once(&end)?;
    Some(format!("{before}{start}{part}{end}{after}"))
}

/// A Markdown table: a line for each key, those of tables inside with the table's name in front; of lists of tables those that are not
/// keys of the table around them.
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
        if let ValueType::Tables { of, .. } = &key.value_type {
            let own = of.keys.iter().filter(|inner| schema.key(inner.name).is_none()).cloned().collect();
            rows(&TableSchema::new(of.what, own), &format!("{name}[]."), text);
        }
    }
}
