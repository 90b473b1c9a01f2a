//! The initial thrust of ships, and movement.

use lanchester_battle::Illegal;

use super::Battle;
use super::choices::Choices;
use crate::event::{Event, Place};
use crate::formulas::thrust::hexes;

impl Battle<'_> {
    /// Hexes of initial thrust of every unit: by the lowest maneuver rating and the best electronics of its ships.
    fn thrust_hexes(&self) -> Vec<u8> {
        let best = |unit: usize| self.ships_of(unit).map(|ship| self.ships[ship].electronics()).max().unwrap_or(0);
        let slowest = |unit: usize| self.ships_of(unit).map(|ship| self.ships[ship].maneuver()).min().unwrap_or(0);
        let units = 0..self.units.len();
        let lowest = units.clone().map(best).min().unwrap_or(0);
        units.map(|unit| hexes(slowest(unit), best(unit), lowest)).collect()
    }

    /// ### FIRES 11.F.IV Initial thrust (lines 99-108, 159)
    /// In sub-phases each unit that has hexes left moves its future marker by one hex, those of the side without initiative first.
    /// Afterwards no ship thrusts again in the engagement.
    ///
    /// RULING: a marker may stay where it is; the hex of that sub-phase is then lost.
    pub(super) fn initial_thrust(&mut self, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let hexes = self.thrust_hexes();
        for (unit, hexes) in hexes.iter().enumerate() {
            self.units[unit].hexes = *hexes;
        }
        for sub_phase in 1..=hexes.into_iter().max().unwrap_or(0) {
            self.sub_phase = sub_phase;
            for seat in self.order() {
                for unit in self.units_of(seat) {
                    if self.units[unit].hexes >= sub_phase {
                        let to = choices.thrust(self, unit).map_err(self.illegal("FIRES 11.F.IV"))?;
                        self.move_future(unit, to);
                        let (id, future) = (self.units[unit].id, Place(self.units[unit].track.future));
                        self.log.record(Event::Thrust { unit: id, to, future });
                    }
                }
            }
        }
        self.sub_phase = 0;
        Ok(())
    }

    /// All units move.
    pub(super) fn movement(&mut self) {
        for unit in 0..self.units.len() {
            self.units[unit].track = self.units[unit].track.moved();
            if self.ships_of(unit).next().is_some() {
                let (id, present) = (self.units[unit].id, Place(self.units[unit].track.present));
                self.log.record(Event::Move { unit: id, present });
            }
        }
        for salvo in self.salvos.iter_mut().flatten() {
            salvo.track = salvo.track.moved();
            salvo.aim = None;
        }
    }
}
