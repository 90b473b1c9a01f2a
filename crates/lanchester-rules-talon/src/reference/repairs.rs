//! Repairs (TALON 8.7).

use lanchester_core::Side;
use lanchester_dice::DiceSource;

use super::Battle;
use crate::event::{Event, Marker, code};

impl Battle<'_> {
    /// ### TALON 8.7 Repair of critical damage (p. 9)
    /// At the end of its owner's turn a ship rolls a die for each repairable critical that it received in an earlier impulse; a
    /// six repairs it.
    ///
    /// RULING: every repair that may be tried is tried.
    pub(super) fn repairs(&mut self, side: Side, dice: &mut dyn DiceSource) {
        let now = self.moment();
        for ship in self.afloat(side) {
            let due = |marker: &Marker| self.vessel(ship).markers[*marker as usize].is_some_and(|then| then < now);
            let due: Vec<Marker> = Marker::ALL.into_iter().filter(due).collect();
            if due.is_empty() {
                continue;
            }
            dice.open(now, code::repair(self.seat(side), ship.slot.into()));
            let faces = dice.pool(due.len());
            for (marker, face) in due.into_iter().zip(faces) {
                if face == 6 {
                    self.vessel_mut(ship).markers[marker as usize] = None;
                }
                self.log.record(Event::Repair { ship, marker, face });
            }
        }
    }
}
