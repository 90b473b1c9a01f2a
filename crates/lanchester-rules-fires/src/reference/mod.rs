//! One battle in plain code, numbered like the book.

pub mod choices;
pub mod combat;
pub mod movement;
#[cfg(test)]
mod tests;
pub mod victory;

use lanchester_battle::{EventLog, Illegal, Setup, ShipId};
use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;
use lanchester_lanes::hex::Hex16;

use crate::Fires;
use crate::design::Design;
use crate::event::Event;
use crate::options::Options;
use choices::Choices;

/// A ship of the battle.
#[derive(Clone, Copy, Debug)]
pub struct Ship<'a> {
    /// Whose, and its place in the list.
    pub id: ShipId,
    /// What it is.
    pub design: &'a Design,
    /// Hull boxes left; 0 when it is destroyed.
    pub hull: u8,
    /// Where it is.
    pub at: Hex16,
}

/// A battle in progress.
#[derive(Debug)]
pub struct Battle<'a> {
    /// Its number: even ones seat fleet A in seat 0.
    pub number: u64,
    /// Its options.
    pub options: &'a Options,
    /// All ships, A's first.
    pub ships: Vec<Ship<'a>>,
    /// The turn, from 1.
    pub turn: u16,
    /// A die was rolled.
    pub contact: bool,
    /// What happened.
    pub log: EventLog<Event>,
}

impl<'a> Battle<'a> {
    fn new(setup: &Setup<'a, Fires>, number: u64) -> Self {
        let mut ships = Vec::new();
        for side in Side::BOTH {
            for (slot, design) in setup.ships[side].iter().enumerate() {
                let station = setup.stations[side].as_ref().map(|stations| stations[slot]).unwrap_or_default();
                let at = setup.options.start(side.seat(number), slot, station);
                ships.push(Ship { id: ShipId { side, slot: slot as u8 }, design, hull: design.hull, at });
            }
        }
        Self { number, options: setup.options, ships, turn: 0, contact: false, log: EventLog::default() }
    }

    /// The ships that are not destroyed, by their place in [`Battle::ships`].
    #[must_use]
    pub fn afloat(&self) -> Vec<usize> {
        (0..self.ships.len()).filter(|ship| self.ships[*ship].hull > 0).collect()
    }

    /// The enemies of a ship that are not destroyed, in fleet order.
    pub fn enemies(&self, of: ShipId) -> impl Iterator<Item = &Ship<'a>> {
        self.ships.iter().filter(move |ship| ship.id.side != of.side && ship.hull > 0)
    }

    /// Plays turns until the battle is over.
    fn play(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        loop {
            self.turn += 1;
            self.log.record(Event::Turn { turn: self.turn });
            self.movement(choices)?;
            self.fire(dice, choices)?;
            if let Some(outcome) = self.outcome() {
                self.log.record(Event::Over { outcome });
                return Ok(());
            }
        }
    }
}

lanchester_battle::reference_by_table!(Fires, Choices, Battle);
