//! One battle, plain code that reads like the book.
//!
//! The reference is given a matchup, the choices of both players and the dice. It checks every choice and works out
//! everything else, one ship at a time, with no thought for speed. The lanes play the same battles many at once; a
//! battle they recorded is right when [`replay`] reproduces it event for event.
//!
//! Rooms, in the order of a game: `setup` (NOVA 2), `turn` (3), `movement` (4), `combat` and `damage` (5), `victory`
//! (7); `table` holds what lies on the table, `choices` says where decisions come from.

mod choices;
pub mod combat;
mod damage;
pub mod movement;
#[cfg(test)]
mod random;
mod setup;
#[cfg(test)]
pub(crate) mod staging;
mod table;
#[cfg(test)]
pub(crate) mod tampering;
#[cfg(test)]
mod tests;
mod turn;
mod victory;

use std::fmt;

use lanchester_core::Mismatch;
use lanchester_dice::{BattleKey, DiceLog, DiceSource, KeyedDice, LoggedDice, Pools};

use crate::design::Design;
use crate::event::Event;
use crate::options::{Options, Station};

pub use choices::{Choices, Recorded};
pub use damage::{boxes_lost, condition};
pub use table::{Battle, ECM, SHIELDS, THRUST, Vessel, WEAPONS};

/// What a battle starts from: a matchup without its policies.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    /// The ships of fleet A and of fleet B, in fleet order; within the limits of [`crate::design`].
    pub ships: [Vec<&'a Design>; 2],
    /// Fixed stations, one a ship, as seen from even battles; `None`: the player places the fleet.
    pub stations: [Option<Vec<Station>>; 2],
    /// The options of the battle.
    pub options: &'a Options,
}

/// A choice that the rules do not allow, or a record that holds none where one is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// How many events came before the one that the choice belongs to.
    pub at: usize,
    /// The rule it breaks, such as `NOVA 4.1`.
    pub rule: &'static str,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal by {}: {}", self.rule, self.why)
    }
}

impl std::error::Error for Illegal {}

/// Plays battle `battle` of a matchup to its end. Even battles seat fleet A in seat 0, odd ones fleet B.
///
/// # Errors
/// The first choice that is not legal.
pub fn play<D: DiceSource, C: Choices>(
    setup: &Setup<'_>,
    battle: u64,
    dice: &mut D,
    choices: &mut C,
) -> Result<Vec<Event>, Illegal> {
    let mut table = Battle::new(setup, battle);
    table.play(dice, choices)?;
    Ok(table.into_events())
}

/// Plays a recorded battle again: its choices are taken from the record, its dice from `key` (the key of its pair),
/// and everything else is worked out and compared.
///
/// # Errors
/// The first event that differs, or the first recorded choice that is not legal. A garbled record is a mismatch,
/// never a panic.
pub fn replay(setup: &Setup<'_>, key: BattleKey, battle: u64, events: &[Event]) -> Result<(), Mismatch> {
    let mut table = Battle::new(setup, battle);
    let result = table.play(&mut KeyedDice::new(key), &mut Recorded::new(events));
    let mismatch = |at: usize, reference: String| Mismatch {
        at,
        recorded: events.get(at).map(|event| format!("{event:?}")),
        reference,
    };
    for (at, event) in table.events().iter().enumerate() {
        if events.get(at) != Some(event) {
            return Err(mismatch(at, format!("{event:?}")));
        }
    }
    result.map_err(|illegal| mismatch(illegal.at, illegal.to_string()))?;
    match table.events().len() {
        played if played < events.len() => Err(mismatch(played, "nothing: the battle is over".to_owned())),
        _ => Ok(()),
    }
}

/// The dice of a recorded battle: by event the pools that were rolled after the event before it. The list ends where the
/// record stops being what the reference plays; [`replay`] says why.
#[must_use]
pub fn rolls(setup: &Setup<'_>, key: BattleKey, battle: u64, events: &[Event]) -> Vec<Pools> {
    let log = DiceLog::default();
    let mut table = Battle::new(setup, battle).logged(log.clone());
    // A choice that is not legal ends the record early.
    drop(table.play(&mut LoggedDice::new(KeyedDice::new(key), log), &mut Recorded::new(events)));
    let same = table.events().iter().zip(events).take_while(|(played, recorded)| played == recorded).count();
    let mut rolls = table.into_rolls();
    rolls.truncate(same);
    rolls
}
