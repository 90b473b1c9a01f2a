//! Starmada Nova (Daniel Kast, Majestic Twelve Games 2012): the standard game of rulebook pages 4 to 14.
//!
//! Rooms: [`rulebook`] (the ledger of every rule), [`design`] (ship files), [`reference`](mod@reference) (one battle, plain code
//! that reads like the book).

pub mod arcs;
pub mod design;
pub mod event;
pub mod options;
pub mod policy;
pub mod reference;
pub mod rulebook;
