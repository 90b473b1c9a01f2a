//! The texts of the files that a study read.

use lanchester_core::Rules;
use toml::de::{DeTable, DeValue};

use crate::library::kind::Kind;
use crate::library::reference::id_of;
use crate::study::Study;

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
