//! One battle, plain code that reads like the book.
//!
//! The reference is given a matchup, the choices of both players and the dice. It checks every choice and works out
//! everything else, one thing at a time, with no thought for speed.
//!
//! Rooms, in the order of a game: `setup`, `turn` (the sequence of play and the initiative), `action` (action points), `movement`,
//! `missiles`, `combat` (TALON 8.1 to 8.3), `power` (9), `victory`; `battle` holds what lies on the table, `choices` says where
//! decisions come from. What a hit brings about (8.4 to 8.7) stands in [`crate::effects`], which `counters` lets see a battle.
//!
//! **Dice.** A stream belongs to one activation at one moment ([`crate::event::code`]): the move of a ship, the flight of a missile into its
//! target, the fire of a ship, its repairs, its breaking apart. It is opened once, before the first die, and everything that
//! follows draws from it in the order in which it happens:
//!
//! - a shot: a pool of one die; a fusion cannon's: a pool of a die for each target, before any of them is damaged;
//! - a critical: a pool of two; then, where the result destroys one of several weapon groups, a pool of a die for each, and again for
//!   those that tie;
//! - an arc that dice choose: a pool of four, and again for those that tie. Of two ships that stack both arcs come before the
//!   damage of either;
//! - repairs: one pool for all markers of a ship.
//!
//! Explosions come after the shot, missile or move that caused them, from the same stream. What is certain is not rolled: the last
//! hull box, the only group, an explosion of rating 0.

mod action;
mod battle;
mod choices;
mod combat;
mod counters;
mod missiles;
mod movement;
mod power;
#[cfg(test)]
mod random;
mod setup;
#[cfg(test)]
pub(crate) mod tests;
mod turn;
mod victory;

use crate::event::Event;
use crate::game::Talon;

pub use lanchester_battle::reference::{Illegal, play, replay, rolls};

pub use battle::{Battle, Reinforcement, Vessel};
pub use choices::{Choices, Mover, Shot};

/// What a battle starts from.
pub type Setup<'a> = lanchester_battle::Setup<'a, Talon>;

/// The choices of a recorded battle.
pub type Recorded<'r> = lanchester_battle::Recorded<'r, Event>;

lanchester_battle::reference_by_table!(Talon, Choices, Battle);
