//! Starmada X (Daniel Kast, Majestic Twelve Games 2004): the basic game of sections 0 to 5.
//!
//! The game is written twice. [`mod@reference`] plays one battle in plain code that reads like the book, from recorded
//! choices. The lane side plays a batch at once and makes the choices: [`engine`] is its loop, over [`movement`],
//! [`fighters`], [`combat`] and [`explosions`]. Both write the same [`event`]s, and the tests hold them together.
//!
//! Rooms: [`rulebook`] (the ledger of every rule), [`design`] (a ship), [`orders`], [`options`], [`objects`], [`policy`],
//! [`mod@reference`]; lanes: [`tables`] (what is the same in every lane), [`state`] (what differs), [`setup`], [`movement`]
//! with [`candidates`], [`exchange`] and [`field`] (objects), [`fighters`] with [`flood`], [`combat`], [`damage`], [`explosions`], [`turn`],
//! [`engine`].

pub mod arcs;
pub mod design;
pub mod event;
pub mod files;
pub mod game;
pub mod lanes;
pub mod narrate;
pub mod objects;
pub mod odds;

pub mod options;
pub mod orders;
pub mod policy;
pub mod rating;
pub mod reference;
pub mod rulebook;

pub use game::StarmadaX;
