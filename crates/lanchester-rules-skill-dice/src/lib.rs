//! Skill Dice: fighters and gunboats whose crews roll dice from D4 to D12. One throw says whether a shot hits and how much damage it
//! does; damage is a row of codes.
//!
//! - [`design`], [`arcs`], [`card`], [`rating`]: a ship, where its cannon bear, the damage index of its race, its house rating.
//! - [`formulas`], [`flight`], [`odds`]: what the page works out of numbers alone; exact odds.
//! - [`mod@reference`]: one battle in plain code, step by step. [`event`], [`story`]: what it records, in words.
//! - [`player`], [`policy`]: who chooses, and by what. [`plain`]: both together play every command.
//! - [`files`], [`options`], [`rulebook`], `describe`: files, options, the ledger, and words about ships.

pub mod account;
pub mod arcs;
pub mod card;
mod describe;
pub mod design;
pub mod event;
pub mod files;
pub mod flight;
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

pub use game::SkillDice;
