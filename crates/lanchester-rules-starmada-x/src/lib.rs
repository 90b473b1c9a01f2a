//! Starmada X (Daniel Kast, Majestic Twelve Games 2004): the basic game of sections 0 to 5.
//!
//! The game is written twice. [`mod@reference`] plays one battle in plain code that reads like the book, from choices. [`lanes`] play
//! a batch at once. Both write the same [`event`]s, and the tests hold them together; a chapter of the book has a file of the same
//! name in both. Who decides is written twice too: [`player`] plays a policy in plain code over the reference, and the lanes choose
//! what it chooses.
//!
//! Rooms: [`rulebook`] (the ledger of every rule), [`design`] (a ship), [`files`], [`orders`], [`options`], [`objects`],
//! [`policy`], [`mod@reference`], [`player`] (who plays a policy on it), [`lanes`].

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
pub mod objects;
pub mod odds;

pub mod options;
pub mod orders;
pub mod player;
pub mod policy;
pub mod rating;
pub mod reference;
pub mod rulebook;
pub mod story;

pub use game::StarmadaX;
