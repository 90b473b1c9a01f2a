//! One battle, plain code that reads like the book.
//!
//! The reference is given a matchup, the choices of both players and the dice. It checks every choice and works out
//! everything else, one ship at a time, with no thought for speed. The lanes play the same battles many at once; a
//! battle they recorded is right when [`replay`] reproduces it event for event.
//!
//! Rooms, in the order of a game: `setup` (NOVA 2), `turn` (3), `movement` (4), `combat` and `damage` (5), `victory`
//! (7); `battle` holds what lies on the table, `choices` says where decisions come from.

mod battle;
mod choices;
pub mod combat;
mod damage;
pub mod movement;
#[cfg(test)]
mod random;
mod setup;
#[cfg(test)]
pub(crate) mod staging;
#[cfg(test)]
pub(crate) mod tampering;
#[cfg(test)]
mod tests;
mod turn;
mod victory;

use crate::event::Event;
use crate::game::Nova;

pub use lanchester_battle::reference::{Illegal, play, replay, rolls};

pub use battle::{Battle, Vessel};
pub use choices::Choices;

/// What a battle starts from.
pub type Setup<'a> = lanchester_battle::Setup<'a, Nova>;

/// The choices of a recorded battle.
pub type Recorded<'r> = lanchester_battle::Recorded<'r, Event>;

lanchester_battle::reference_by_table!(Nova, Choices, Battle);
