//! Keys that files of several kinds have.

use std::sync::Arc;

use crate::schema::table_schema::{Key, TableSchema, ValueType, empty_table};

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
