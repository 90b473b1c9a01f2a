//! Talon (GMT Games 2015): the game of chapters 5 to 9 of its rulebook, as far as its text and public material tell them.
//!
//! The rules are written twice. [`mod@reference`] plays one battle in plain code that reads like the book, from choices; [`lanes`]
//! play a batch at once. Both write the same [`event`]s. What a hit brings about is rare and written once, in [`effects`]. What a policy does is written once, in [`lanes::chooser`]: [`player`] asks it
//! for a battle of the reference.
//!
//! Rooms: [`rulebook`] (the ledger of every rule), [`design`] (a ship), [`files`], [`options`], [`policy`], [`arcs`], [`impulse`],
//! [`weapons`] and [`position`] (the display, the charts and the plane), [`formulas`], [`effects`], [`mod@reference`], [`player`] (who
//! plays a policy on it), [`odds`], [`story`].

pub mod account;
pub mod arcs;
mod describe;
pub mod design;
pub mod effects;
pub mod event;
pub mod files;
pub mod formulas;
pub mod game;
pub mod impulse;
pub mod lanes;
pub mod notation;
pub mod odds;
pub mod options;
pub mod player;
pub mod policy;
pub mod position;
pub mod rating;
pub mod reference;
pub mod rulebook;
pub mod story;
pub mod weapons;

pub use game::Talon;
