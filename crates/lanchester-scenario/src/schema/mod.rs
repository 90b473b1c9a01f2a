//! What files may hold, as data: the one description that the reader, the JSON Schemas, `show` and the documentation are made from.

pub mod common_keys;
pub mod declare;
pub mod draw;
pub mod file_schemas;
pub mod json_schema;
pub mod key_table;
pub mod key_text;
pub mod key_value;
pub mod study_schema;
pub mod table_schema;
