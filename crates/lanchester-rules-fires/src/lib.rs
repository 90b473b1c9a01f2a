//! Fires of Space: vector movement, beams and missiles. Ships choose a course before an engagement and keep it; missiles maneuver.
//!
//! - [`design`], [`rating`]: a ship and its house rating.
//! - [`formulas`], [`odds`]: what the book works out of numbers alone; exact odds.
//! - [`mod@reference`]: one engagement in plain code, phase by phase. [`event`], [`story`]: what it records, in words.
//! - [`player`], [`policy`]: who chooses, and by what. [`plain`]: both together play every command.
//! - [`files`], [`options`], [`rulebook`], `describe`: files, options, the ledger, and words about ships.

pub mod account;
mod describe;
pub mod design;
pub mod event;
pub mod files;
pub mod formulas;
pub mod game;
mod notation;
pub mod odds;
pub mod options;
pub mod plain;
pub mod player;
pub mod policy;
pub mod rating;
pub mod reference;
pub mod rulebook;
pub mod story;

pub use game::Fires;
