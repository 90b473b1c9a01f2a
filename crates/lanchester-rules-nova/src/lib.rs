//! Starmada Nova (Daniel Kast, Majestic Twelve Games 2012): the standard game of rulebook pages 4 to 14.
//!
//! The game is written twice. [`mod@reference`] plays one battle in plain code that reads like the book, from recorded
//! choices. [`lanes`] plays a batch at once and makes the choices. Both write the same [`event`]s, and the tests hold them
//! together; a chapter of the book has a file of the same name in both.
//!
//! Rooms: [`rulebook`] (the ledger of every rule), [`design`] (a ship), [`files`], [`options`], [`policy`], [`mod@reference`],
//! [`lanes`].

pub mod account;
pub mod arcs;
mod describe;
pub mod design;
pub mod event;
pub mod files;
pub mod formulas;
pub mod game;
pub mod lanes;
pub mod notation;
pub mod odds;
pub mod options;
pub mod policy;
pub mod rating;
pub mod reference;
pub mod rulebook;
pub mod story;

pub use game::Nova;
