//! Scenario files: TOML to validated designs, fleets, matchups and studies, with every problem of every file reported
//! at once. Every user error about files is born here (or in a game's half of it) and nowhere below.
//!
//! A game describes its keys once, as [`table_schema::TableSchema`]s; the reader, the JSON Schemas and `show` are made from them.
//! The format is described in `scenarios/README.md`. The shipped scenarios are embedded, see [`Library::shipped`].
//!
//! Absent on purpose: anything that only one game has, the terminal, exit codes.

mod assemble;
pub mod code;
mod common_keys;
mod declare;
mod documents;
pub mod draw;
mod export;
mod fields;
mod file_schemas;
mod fleet_law;
pub mod fleet_sampler;
mod frame;
mod game;
mod generator;
mod json_schema;
mod key_table;
mod key_text;
pub mod key_value;
mod kind;
mod library;
mod nearest;
mod open;
#[cfg(test)]
mod open_tests;
mod origin;
mod overruling;
mod parse;
mod policy_space;
mod price_settings;
mod problem;
mod provenance;
mod random_fleets;
mod reading;
mod reference;
mod rerated;
mod resolve;
mod robust_settings;
#[doc(hidden)]
pub mod rooms;
mod scalar;
mod shelf;
mod show;
mod source;
mod study;
mod study_cells;
mod study_file;
mod study_schema;
pub mod sweep;
pub mod table_schema;

/// The policy that commands where none is named: every game ships one of this id.
pub const DEFAULT_POLICY: &str = "default";

pub use common_keys::{name_key, notes_key};
pub use documents::Documents;
pub use export::{Exported, schema_file};
pub use fields::{Fields, Located, Value};
pub use fleet_law::FleetLaw;
pub use fleet_sampler::FleetSampler;
pub use game::{About, Craft, GameFiles, Objection, Swept};
pub use generator::{DesignGenerator, Generated, Variation};
pub use key_table::KeyTable;
pub use key_text::{with_keys, with_notation};
pub use key_value::KeyValue;
pub use kind::Kind;
pub use library::{Headline, Library};
pub use nearest::{instead, listed, nearest};
pub use origin::{LARGEST, is_id};
pub use overruling::Overruled;
pub use policy_space::{PolicyKey, PolicyPoint, PolicySpace, PolicyValues};
pub use problem::{Problem, Problems, Report};
pub use provenance::{Provenance, provenance, provenance_keys};
pub use reading::Checked;
pub use reference::{Reference, id_of};
pub use rerated::rerated;
pub use robust_settings::RobustSettings;
pub use shelf::{is_shipped, shipped_text};
pub use source::{Source, Span, steers};
pub use study::{Cell, Fleet, Input, PRICE_PAIRS, PriceReading, PriceSettings, Study, StudyDesign};
