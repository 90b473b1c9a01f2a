//! Scenario files: TOML to validated designs, fleets, matchups and studies, with every problem of every file reported
//! at once. Every user error about files is born here (or in a game's half of it) and nowhere below.
//!
//! A game describes its keys once, as [`table_schema::TableSchema`]s; the reader, the JSON Schemas and `show` are made from them.
//! The format is described in `book/src/files.md` and `book/src/keys/`. The shipped scenarios are embedded, see [`Library::shipped`].
//!
//! - `text`: a file's text, places in it, problems and how they are shown.
//! - `schema`: what files may hold, as data; `options!`, `weights!` and `words!` declare a game's part of it.
//! - `values`: a table checked against its schema, and written back.
//! - `library`: what can be named, where it lies, and reading it.
//! - `study`: fleets, matchups and studies out of files; random fleets.
//! - [`sweep`]: variants of a study.
//!
//! Absent on purpose: anything that only one game has, the terminal, exit codes.

mod game;
mod library;
#[doc(hidden)]
pub mod rooms;
mod schema;
mod study;
pub mod sweep;
mod text;
mod values;

/// The policy that commands where none is named: every game ships one of this id.
pub const DEFAULT_POLICY: &str = "default";

pub use game::{About, Craft, GameFiles, Objection, Swept};
pub use library::documents::Documents;
pub use library::export::{Exported, schema_file};
pub use library::kind::Kind;
pub use library::origin::{LARGEST, is_id};
pub use library::overruling::Overruled;
pub use library::provenance::{Provenance, provenance, provenance_keys};
pub use library::reading::Checked;
pub use library::reference::{Reference, id_of};
pub use library::share::{is_code, shared_text};
pub use library::shelf::{is_shipped, shipped_text};
pub use library::{Headline, Library};
pub use schema::common_keys::MOST_ROLLOUTS;
pub use schema::common_keys::{name_key, notes_key};
pub use schema::key_table::KeyTable;
pub use schema::key_text::{with_keys, with_notation};
pub use schema::key_value::KeyValue;
pub use schema::{draw, key_value, table_schema};
pub use study::fleet_law::FleetLaw;
pub use study::fleet_sampler;
pub use study::fleet_sampler::FleetSampler;
pub use study::robust_settings::RobustSettings;
pub use study::{
    ALL, Cell, Fleet, Input, PRICE_PAIRS, PriceReading, PriceSettings, SearchSettings, Study, StudyDesign,
};
pub use text::code;
pub use text::nearest::{instead, listed, nearest};
pub use text::problem::{Problem, Problems, Report};
pub use text::source::{Source, Span, steers};
pub use values::fields::{Fields, Located, Value};
