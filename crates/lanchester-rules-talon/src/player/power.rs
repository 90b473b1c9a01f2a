//! The speed of the next round.

use super::{Player, first_best, noise};
use crate::event::ShipId;
use crate::reference::Battle;

/// Hexes to the nearest enemy within which a tight turn matters.
pub const NEAR: u16 = 8;

impl Player<'_> {
    /// The speed with the highest score, of those from the fastest down.
    pub(super) fn choose_speed(&self, battle: &Battle<'_>, ship: ShipId) -> Option<u8> {
        let weights = &self.policy(ship.side).speed;
        let vessel = battle.vessel(ship);
        let enemies = battle.afloat(ship.side.opponent()).into_iter();
        let distance = |enemy: &ShipId| battle.vessel(*enemy).at.hex.distance(vessel.at.hex);
        let nearest = enemies.min_by_key(distance);
        let table = &self.tables.ships[ship.side][usize::from(ship.slot)];
        let gap = nearest.map_or(0, |enemy| {
            let wanted = i16::from(table.wanted[usize::from(enemy.slot)]);
            ((distance(&enemy).min(99) as i16 - wanted).max(0) + 1) >> 1
        });
        let near = nearest.is_some_and(|enemy| distance(&enemy) <= NEAR);
        let (mut ready, mut whole, mut open) = (0, 0, i16::from(vessel.design.batteries - vessel.charged));
        for (group, printed) in vessel.design.groups.iter().enumerate().filter(|(group, _)| !vessel.destroyed[*group]) {
            let peak = i16::from(table.groups[group].peak);
            whole += peak;
            ready += if vessel.is_charged(group) { peak } else { 0 };
            open += i16::from(printed.yellow - vessel.bars[group][1]);
        }
        let charged = 2 * ready >= whole;
        let speeds = battle.speeds(ship).into_iter().enumerate().map(|(index, (speed, power, radius))| {
            let points = i16::from(power).min(open + 1);
            let hexes = if charged { i16::from(speed).min(gap) } else { 0 };
            let turn = if near { i16::from(radius) } else { 0 };
            let score = i16::from(weights.power) * points + i16::from(weights.close) * hexes
                - i16::from(weights.agile) * turn
                + self.noise(battle, ship, noise::SPEEDS + index as i16);
            (speed, score)
        });
        first_best(speeds).map(|(speed, _)| speed)
    }
}
