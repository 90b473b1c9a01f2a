//! Setting up.

use lanchester_core::Side;

use super::{Battle, Choices, Illegal, Setup};
use crate::event::{Event, ShipId};
use crate::formulas::richer_in_talon;
use crate::options::Station;

/// ### TALON P.9 Initiative
/// Who has the initiative at the start: the Talon.
///
/// RULING: the fleet with more points of ships whose race is `Talon`; with as many, seat 0.
pub(super) fn first_initiative(setup: &Setup<'_>, number: u64) -> Side {
    richer_in_talon(setup).unwrap_or(Side::in_seat(0, number))
}

impl Battle<'_> {
    /// ### TALON P.16 Set-up
    /// Ships are placed in the zones, on the line of the curve that the counter marks, with empty batteries.
    ///
    /// ### TALON 8.1.3 Charged at the start (p. 8)
    /// Charge bars are full.
    ///
    /// RULING: the player with the initiative places his fleet first. No marker of a turn radius lies on the map, unless the
    /// option `start_turned` puts one there.
    pub(super) fn set_up(&mut self, choices: &mut dyn Choices) -> Result<(), Illegal> {
        for side in [self.first, self.first.opponent()] {
            for slot in 0..self.vessels[side].len() as u8 {
                let ship = ShipId { side, slot };
                let at = match &self.setup.stations[side] {
                    Some(stations) => stations[usize::from(slot)],
                    None => choices.place(self, ship).map_err(|why| self.log.illegal("TALON P.16", why))?,
                };
                self.may_place(ship, at).map_err(|why| self.log.illegal("TALON P.16", why))?;
                self.vessel_mut(ship).at = self.setup.options.position(self.seat(side), at);
                self.log.record(Event::Place { ship, at });
            }
        }
        Ok(())
    }

    /// Whether a ship may be placed there, after those before it in its fleet's list.
    ///
    /// # Errors
    /// Why not.
    pub fn may_place(&self, ship: ShipId, at: Station) -> Result<(), String> {
        if !at.fits() {
            return Err("no such place in the set-up zone".to_owned());
        }
        let hex = self.setup.options.position(self.seat(ship.side), at).hex;
        let before = &self.vessels[ship.side][..usize::from(ship.slot)];
        if before.iter().any(|other| other.at.hex == hex) {
            Err("another ship starts there".to_owned())
        } else {
            Ok(())
        }
    }
}
