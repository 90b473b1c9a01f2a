//! What hits do.

use lanchester_lanes::dice::DiceSource;

use super::Battle;
use super::beams::passing;
use crate::event::Event;
use crate::event::code::Of;
use crate::formulas::damage::{Condition, damage_number, result};
use crate::formulas::dice::SIDES;

impl Battle<'_> {
    /// Counts more hits of this phase on a ship: those that penetrated, and those that did not.
    pub(super) fn hit(&mut self, ship: usize, more: [u16; 2]) {
        let hits = &mut self.hits[ship];
        *hits = [hits[0] + more[0], hits[1] + more[1]];
    }

    /// Rolls the damage of a phase for each ship that was hit, in the order of their places.
    ///
    /// RULING: all effective hits of a phase on a ship are one damage number, with one roll for each hit on it and one for what it does.
    pub(super) fn damage(&mut self, dice: &mut dyn DiceSource, what: Of) {
        for ship in 0..self.ships.len() {
            let [hits, failed] = std::mem::take(&mut self.hits[ship]);
            if [hits, failed] == [0, 0] {
                continue;
            }
            let design = self.ships[ship].design;
            if self.options.detailed_damage {
                self.open(dice, ship, what);
                self.strike_systems(dice, ship, [hits, failed]);
                continue;
            }
            if hits == 0 {
                continue;
            }
            self.open(dice, ship, what);
            let increased = passing(dice, hits, design.increase.into());
            let number = damage_number(design.damage, hits.into(), increased.into());
            let face = dice.one(SIDES);
            self.suffer(ship, hits, number, result(face, number));
        }
    }

    /// Marks the result of a damage roll.
    fn suffer(&mut self, place: usize, hits: u16, number: i32, result: Condition) {
        let ship = &mut self.ships[place];
        let worst = ship.condition().after(result);
        match result {
            Condition::Degraded => ship.results[0] = ship.results[0].saturating_add(1),
            Condition::Damaged => ship.results[1] = ship.results[1].saturating_add(1),
            Condition::Disabled => (ship.disabled, ship.destroyed) = (true, worst == Condition::Destroyed),
            Condition::Sound | Condition::Destroyed => {}
        }
        let (ship, condition, destroyed) = (ship.id, ship.condition(), ship.destroyed);
        self.log.record(Event::Damage { ship, hits, number: number as i16, result, condition });
        if destroyed {
            self.log.record(Event::Lost { ship });
        }
    }
}
