//! Missiles against ships.

use lanchester_battle::Illegal;
use lanchester_lanes::dice::DiceSource;

use super::beams::passing;
use super::choices::Choices;
use super::{Battle, Salvo};
use crate::event::code::{self, Of};
use crate::event::{Aim, Event};
use crate::formulas::missiles::{to_hit, to_pierce};

impl Battle<'_> {
    /// What missiles of a salvo need to hit a ship, and then to penetrate.
    pub fn to_strike(&self, salvo: &Salvo<'_>, target: usize) -> [i32; 2] {
        let ship = &self.ships[target];
        let (missile, committed) = (&salvo.design.kind, salvo.committed);
        let hit = to_hit(ship.design.target[0], [ship.electronics(), ship.maneuver()], missile, committed);
        [hit, to_pierce(missile, committed, ship.design.armour, self.options.missile_pen_inclusive)]
    }

    /// ### FIRES 10.B.II.8 Attacks on ships (lines 71, 213)
    /// Missiles that go for a unit in their hex attack its ships, those of the side without initiative first; they are spent.
    ///
    /// RULING: their owner chooses the ships before the dice of a salvo. All hits of the phase on a ship make one damage number, which
    /// is rolled when all salvos of the side have attacked.
    pub(super) fn strikes(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        for seat in self.order() {
            for number in 0..self.salvos[seat].len() {
                let salvo = self.salvos[seat][number];
                let Some(Aim::Unit(unit)) = salvo.aim else { continue };
                let Some(unit) = self.unit(1 - seat, unit) else { continue };
                if salvo.missiles == 0 || salvo.track.present != self.units[unit].track.present {
                    continue;
                }
                let ships: Vec<usize> = self.ships_of(unit).collect();
                let shares = match ships.as_slice() {
                    [] => continue,
                    [ship] => vec![(*ship, salvo.missiles)],
                    _ => choices.strikes(self, salvo.id).map_err(self.illegal("FIRES 10.B.II.8"))?,
                };
                let sum: u32 = shares.iter().map(|(_, missiles)| u32::from(*missiles)).sum();
                if sum != u32::from(salvo.missiles) || shares.iter().any(|(ship, n)| *n == 0 || !ships.contains(ship)) {
                    let why = format!("{shares:?}: not all {} missiles, at ships of the target", salvo.missiles);
                    return Err(self.illegal("FIRES 10.B.II.8")(why));
                }
                self.salvos[seat][number].missiles = 0;
                dice.open(self.turn.into(), code::salvo(seat, salvo.id.number));
                for (ship, missiles) in shares {
                    let more = self.strike(dice, &salvo, ship, missiles);
                    self.hit(ship, more);
                }
            }
            self.damage(dice, Of::MissileDamage);
        }
        Ok(())
    }

    /// So many missiles attack a ship. Returns the hits that penetrate, and those that do not.
    fn strike(&mut self, dice: &mut dyn DiceSource, salvo: &Salvo<'_>, target: usize, missiles: u16) -> [u16; 2] {
        let [hit, pierce] = self.to_strike(salvo, target);
        let hits = passing(dice, missiles, hit);
        let effective = passing(dice, hits, pierce);
        self.contact |= hit > 0;
        let (hit, pierce) = (hit as i16, pierce as i16);
        let (salvo, target) = (salvo.id, self.ships[target].id);
        self.log.record(Event::Strike { salvo, target, missiles, hit, hits, pierce, effective });
        [effective, hits - effective]
    }
}
