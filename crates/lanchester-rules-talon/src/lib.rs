//! Talon (GMT Games 2015): the game of chapters 5 to 9 of its rulebook, as far as its text and public material tell them.
//!
//! Plain side only: the lanes, the policies that steer them and the game's line in the list of games are not here yet, so no
//! command plays it. [`mod@reference`] plays one battle in plain code that reads like the book, from recorded choices, and
//! writes the [`event`]s that the lanes will have to write too.
//!
//! Rooms: [`rulebook`] (the ledger of every rule), [`design`] (a ship), [`files`], [`options`], [`policy`], [`arcs`], [`impulse`],
//! [`weapons`] and [`position`] (the display, the charts and the plane), [`mod@reference`], [`player`] (who plays a policy on it),
//! [`odds`], [`story`].

pub mod arcs;
pub mod design;
pub mod event;
pub mod files;
pub mod game;
pub mod impulse;
pub mod lanes;
pub mod odds;
pub mod options;
pub mod player;
pub mod policy;
pub mod position;
pub mod reference;
pub mod rulebook;
pub mod story;
pub mod weapons;

pub use game::Talon;
