//! One battle, plain code that reads like the book.
//!
//! The reference is given a matchup, the choices of both players and the dice. It checks every choice and works out
//! everything else, one thing at a time, with no thought for speed.
//!
//! Rooms, in the order of a game: `setup`, `turn` (the sequence of play and the initiative), `action` (action points), `movement`,
//! `missiles`, `combat` (TALON 8.1 to 8.3), `damage` (8.4, 8.5), `explosions` (8.6), `repairs` (8.7), `power` (9), `victory`; `table` holds what
//! lies on the table, `choices` says where decisions come from.

mod action;
mod choices;
mod combat;
mod damage;
mod explosions;
mod missiles;
mod movement;
mod power;
#[cfg(test)]
mod random;
mod repairs;
mod setup;
mod table;
#[cfg(test)]
pub(crate) mod tests;
mod turn;
mod victory;

use crate::event::Event;
use crate::game::Talon;

pub use lanchester_battle::reference::{Illegal, play, replay, rolls};

pub use choices::{Choices, Mover, Shot};
pub use table::{Battle, Missile, Reinforcement, Vessel};
pub use victory::grade;

/// What a battle starts from.
pub type Setup<'a> = lanchester_battle::Setup<'a, Talon>;

/// The choices of a recorded battle.
pub type Recorded<'r> = lanchester_battle::Recorded<'r, Event>;

lanchester_battle::reference_by_table!(Talon, Choices, Battle);
