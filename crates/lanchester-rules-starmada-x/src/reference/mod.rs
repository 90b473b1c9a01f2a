//! One battle, plain code that reads like the book.
//!
//! The reference is given a matchup, the choices of both players and the dice. It checks every choice and works out
//! everything else, one thing at a time, with no thought for speed. The lanes play the same battles many at once; a
//! battle they recorded is right when [`replay`] reproduces it event for event.
//!
//! Rooms, in the order of a game: `setup` and `turn` (X 2), `movement` (3), `combat`, `damage` and `explosions` (4),
//! `fighters` (5), `victory` (2.3); `battle` holds what lies on the table, `choices` says where decisions come from.

mod battle;
mod choices;
pub mod combat;
pub mod damage;
mod explosions;
pub mod fighters;
pub mod movement;
#[cfg(test)]
mod random;
mod setup;
#[cfg(test)]
pub(crate) mod staging;
#[cfg(test)]
mod tests;
mod turn;
mod victory;

use crate::event::Event;
use crate::game::StarmadaX;

pub use lanchester_battle::reference::{Illegal, play, replay, rolls};

pub use battle::{Battle, Squadron, Vessel};
pub use choices::{Choices, Declared};

/// What a battle starts from.
pub type Setup<'a> = lanchester_battle::Setup<'a, StarmadaX>;

/// The choices of a recorded battle.
pub type Recorded<'r> = lanchester_battle::Recorded<'r, Event>;

lanchester_battle::reference_by_table!(StarmadaX, Choices, Battle);
