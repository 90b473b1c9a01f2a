//! A ship file at another rating, everything else as its author wrote it.

use lanchester_core::Rules;
use toml::de::{DeTable, DeValue};

use crate::kind::Kind;
use crate::reference::id_of;
use crate::study::Study;

/// The text of a ship file with another rating: comments, order and spaces stay. None if the text is no TOML, or has neither
/// a rating nor a name to put one after.
///
/// ```
/// use lanchester_scenario::rerated;
/// let text = "kind = \"ship\"\nrating = 344 # as printed\nname = \"MAJESTIC\"\n";
/// assert_eq!(rerated(text, 361).as_deref(), Some("kind = \"ship\"\nrating = 361 # as printed\nname = \"MAJESTIC\"\n"));
/// ```
#[must_use]
pub fn rerated(text: &str, rating: u32) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    let spanned = |key: &str| table.get_ref().get(key).map(|value| value.span());
    let (span, new) = match spanned("rating") {
        Some(span) => (span, rating.to_string()),
        None => {
            let name = spanned("name")?;
            (name.end..name.end, format!("\nrating = {rating}"))
        }
    };
    Some(format!("{}{new}{}", &text[..span.start], &text[span.end..]))
}

impl<G: Rules> Study<G> {
    /// The text of the file of one of its designs.
    #[must_use]
    pub fn ship_text(&self, id: &str) -> Option<&str> {
        self.text_of(Kind::Ship, id)
    }

    /// What the file of one of its policies holds, but for the policy's name and notes.
    #[must_use]
    pub fn policy_content(&self, id: &str) -> Option<toml::Table> {
        let mut content: toml::Table = self.text_of(Kind::Policy, id)?.parse().ok()?;
        ["name", "notes"].iter().for_each(|key| drop(content.remove(*key)));
        Some(content)
    }

    fn text_of(&self, kind: Kind, id: &str) -> Option<&str> {
        let inputs = self.inputs.iter().filter(|input| id_of(&input.path) == id);
        inputs.map(|input| input.text.as_str()).find(|text| is_of(kind, text))
    }
}

fn is_of(wanted: Kind, text: &str) -> bool {
    let kind = |table: &DeTable<'_>| match table.get("kind").map(|kind| kind.get_ref()) {
        Some(DeValue::String(kind)) => Kind::by_name(kind) == Some(wanted),
        _ => false,
    };
    DeTable::parse(text).is_ok_and(|table| kind(table.get_ref()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_rating_gets_one() {
        let text = "kind = \"ship\"\nname = \"X\" # new\n\n[hull]\nrating = 3\n";
        let expected = "kind = \"ship\"\nname = \"X\"\nrating = 70 # new\n\n[hull]\nrating = 3\n";
        assert_eq!(rerated(text, 70).as_deref(), Some(expected));
        assert_eq!(rerated("kind = \"ship\"\n", 70), None);
        assert_eq!(rerated("kind = ", 70), None);
    }
}
