//! Effects of damage (NOVA 5.8, 5.10): the track, and the checks when a ship becomes damaged and crippled.

use lanchester_lanes::dice::DiceSource;

use super::{Battle, Vessel};
use crate::design::ROW;
use crate::event::{Condition, Event, ShipId};
use crate::formulas::{boxes_lost, condition};

impl Vessel<'_> {
    /// Which of the rows thrust, weapon hits, ECM and shields its display has.
    pub fn rows(&self) -> [bool; 4] {
        [self.design.thrust.is_some(), true, self.design.ecm.is_some(), self.design.shields.is_some()]
    }
}

impl Battle<'_> {
    /// Checks up to `points` boxes of a ship; what it does not have is lost.
    pub(super) fn do_damage(&mut self, ship: ShipId, points: u32, dice: &mut dyn DiceSource) {
        let vessel = self.vessel_mut(ship);
        let [.., all] = vessel.design.thresholds();
        let remaining = all.saturating_sub(vessel.track);
        let boxes = points.min(u32::from(remaining)) as u8;
        if boxes == 0 {
            return;
        }
        let before = vessel.condition;
        vessel.track += boxes;
        vessel.condition = condition(vessel.design, vessel.track);
        let now = vessel.condition;
        self.log.record(Event::Damage { ship, boxes, condition: now });
        if now == Condition::Destroyed {
            return self.remove(ship);
        }
        for threshold in [Condition::Damaged, Condition::Crippled] {
            if before < threshold && threshold <= now {
                self.damage_check(ship, threshold, dice);
            }
        }
    }

    /// ### NOVA 5.10 Damage checks (p. 14)
    /// One die each for thrust, weapon hits, ECM and shields: 1-2 check two boxes, 3-5 one, 6 none; never the last.
    ///
    /// RULING: a ship that becomes damaged and crippled at once makes both checks, damaged first; a destroyed one makes
    /// none. A row that the display does not have is passed over without a die; a row of zeros is rolled.
    fn damage_check(&mut self, ship: ShipId, threshold: Condition, dice: &mut dyn DiceSource) {
        let rows = self.vessel(ship).rows();
        let mut rolled = dice.pool(rows.iter().filter(|present| **present).count()).into_iter();
        let faces = rows.map(|present| if present { rolled.next().unwrap_or(0) } else { 0 });
        let vessel = self.vessel_mut(ship);
        for row in 0..4 {
            if rows[row] {
                vessel.lost[row] = (vessel.lost[row] + boxes_lost(faces[row])).min(ROW as u8 - 1);
            }
        }
        let lost = vessel.lost;
        self.log.record(Event::Check { ship, condition: threshold, faces, lost });
    }
}
