//! Starmada Nova (Daniel Kast, Majestic Twelve Games 2012): the standard game of rulebook pages 4 to 14.
//!
//! The game is written twice. [`mod@reference`] plays one battle in plain code that reads like the book, from recorded
//! choices. The lane side plays a batch at once and makes the choices: [`engine`] is its loop, over [`turn`],
//! [`movement`] and [`combat`]. Both write the same [`event`]s, and the tests hold them together.
//!
//! Rooms: [`rulebook`] (the ledger of every rule), [`design`] (a ship), [`options`], [`policy`], [`mod@reference`];
//! lanes: [`tables`] (what is the same in every lane), [`state`] (what differs), [`setup`], [`turn`], [`movement`]
//! by way of [`chooser`] with [`candidates`], [`anticipate`] and [`exchange`], [`combat`], [`damage`], [`compaction`], [`engine`].

pub mod arcs;
pub mod design;
pub mod event;
pub mod files;
pub mod game;
pub mod lanes;
pub mod narrate;
pub mod odds;
pub mod options;
pub mod policy;
pub mod rating;
pub mod reference;
pub mod rulebook;

pub use game::Nova;
