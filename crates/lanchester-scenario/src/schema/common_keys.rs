//! Keys that files of several kinds have.

use std::sync::Arc;

use lanchester_core::{ROLLOUTS, SEARCH};

use crate::Kind;
use crate::schema::table_schema::{Key, TableSchema, ValueType, empty_table};
use crate::study::ALL;

/// Most roll-outs of a policy at a decision of `search`.
pub const MOST_ROLLOUTS: i64 = 4096;

/// The `name` of any file.
#[must_use]
pub fn name_key() -> Key {
    Key::required("name", "What to call it in reports.", ValueType::line(1, 60))
}

/// The free `notes` of any file.
#[must_use]
pub fn notes_key() -> Key {
    Key::default("notes", "Free text.", ValueType::Text { min: 0, max: 4000, lines: true }, "")
}

/// The `[options]` of a file.
pub(crate) fn options_key(options: &Arc<TableSchema>) -> Key {
    Key::default("options", "Options of the battles.", ValueType::Table(Arc::clone(options)), empty_table())
}

/// The key `search` of a study or sweep.
pub(crate) fn search_among() -> Key {
    search(
        "How `search` searches, where it is among the `policies`.",
        "it knows; of two that search each takes the other for the first of the `policies` that is another, or for `default`",
    )
}

/// The key `search` of a file in which `search` may command; `knows` says what it believes if nothing is given.
pub(crate) fn search(doc: &'static str, knows: &'static str) -> Key {
    let table = TableSchema::new(
        "[search]",
        vec![
            Key::optional(
                "portfolio",
                "The policies that it plays out at each of its decisions, by id or path; `all` for all that are shipped.",
                ValueType::WordOr(ALL, Box::new(ValueType::list(ValueType::Reference(Kind::Policy), 1, 100))),
                "a few of those that are shipped, which every answer names",
            ),
            Key::optional(
                "believe",
                "The policy that it believes its opponent to have, by id or path.",
                ValueType::Reference(Kind::Policy),
                knows,
            ),
            Key::default(
                "rollouts",
                "How often it plays each policy out at each decision.",
                ValueType::whole(1, MOST_ROLLOUTS),
                i64::from(ROLLOUTS),
            ),
            Key::default(
                "secret",
                "Take choices that both sides make in secret at once as secret, and mix where that pays (Starmada X).",
                ValueType::Flag,
                false,
            ),
        ],
    );
    Key::optional(SEARCH, doc, ValueType::Table(Arc::new(table)), "a few policies that are shipped, 32 roll-outs each")
}
