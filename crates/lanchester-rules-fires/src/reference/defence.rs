//! Point defence, and missiles against missiles.

use lanchester_battle::Illegal;
use lanchester_lanes::dice::DiceSource;

use super::beams::passing;
use super::choices::Choices;
use super::{Battle, Salvo};
use crate::event::code::{self, Of};
use crate::event::{Aim, Event, SalvoId};
use crate::formulas::missiles::{point_defence, to_intercept};

impl<'a> Battle<'a> {
    /// The opposing salvos in the hex of a ship.
    pub fn salvos_at(&self, ship: usize) -> impl Iterator<Item = &Salvo<'a>> {
        let here = self.track(ship).present;
        self.in_flight(1 - self.ships[ship].seat).filter(move |salvo| salvo.track.present == here)
    }

    /// What a battery of a ship needs to hit a missile of a salvo.
    pub fn to_defend(&self, ship: usize, salvo: &Salvo<'_>) -> i32 {
        point_defence(self.ships[ship].design.strength, salvo.design.kind.defence)
    }

    /// Point defence of all ships, one after the other, those of the side without initiative first. A hit destroys a missile.
    ///
    /// RULING: it reaches all missiles in the hex of its ship, whomever they go for. A ship's batteries are shared out before they
    /// roll; ships fire one after the other and know what those before them hit.
    pub(super) fn point_defence(
        &mut self,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        for seat in self.order() {
            for ship in self.fleet(seat) {
                if self.ships[ship].batteries() > 0 && self.salvos_at(ship).next().is_some() {
                    let shares = choices.defence(self, ship).map_err(self.illegal("FIRES 16.A.IX"))?;
                    self.check_shares(ship, &shares)?;
                    self.open(dice, ship, Of::Defence);
                    for (salvo, batteries) in shares {
                        let Some(hit) = self.salvo(salvo).map(|salvo| self.to_defend(ship, salvo)) else { continue };
                        let hits = passing(dice, batteries.into(), hit);
                        let destroyed = self.shoot_down(salvo, hits);
                        self.contact |= hit > 0;
                        let ship = self.ships[ship].id;
                        self.log.record(Event::Defend { ship, salvo, batteries, hit: hit as i16, destroyed });
                    }
                }
            }
        }
        Ok(())
    }

    /// No battery fires twice, and all fire at salvos in the hex.
    fn check_shares(&self, ship: usize, shares: &[(SalvoId, u8)]) -> Result<(), Illegal> {
        let fired: u32 = shares.iter().map(|(_, batteries)| u32::from(*batteries)).sum();
        let most = self.ships[ship].batteries();
        let there =
            |(id, batteries): &(SalvoId, u8)| *batteries > 0 && self.salvos_at(ship).any(|salvo| salvo.id == *id);
        if fired > most.into() || !shares.iter().all(there) {
            let why = format!("{shares:?}: {most} batteries work, against salvos in the hex");
            return Err(self.illegal("FIRES 16.A.IX")(why));
        }
        Ok(())
    }

    /// Removes missiles that were hit. Returns how many there were.
    fn shoot_down(&mut self, salvo: SalvoId, hits: u16) -> u16 {
        let seat = self.seat(salvo.side);
        let salvo = &mut self.salvos[seat][usize::from(salvo.number)];
        let destroyed = hits.min(salvo.missiles);
        salvo.missiles -= destroyed;
        destroyed
    }

    /// ### FIRES 10.B.II.7 Attacks on missiles (lines 70, 209-211)
    /// Missiles that go for missiles in their hex attack them: one roll each, a hit destroys one. They are spent.
    ///
    /// RULING: salvos attack one after the other, those of the side without initiative first, and what is destroyed attacks no more.
    pub(super) fn intercepts(&mut self, dice: &mut dyn DiceSource) {
        for seat in self.order() {
            for number in 0..self.salvos[seat].len() {
                let salvo = self.salvos[seat][number];
                let Some(Aim::Salvo(of)) = salvo.aim else { continue };
                let Some(target) = self.salvos[1 - seat].get(usize::from(of)).copied() else { continue };
                let meets = salvo.track.present == target.track.present;
                if !meets || salvo.missiles == 0 || target.missiles == 0 {
                    continue;
                }
                let [attacker, attacked] = [&salvo, &target].map(|one| (&one.design.kind, one.committed));
                let hit = to_intercept(attacker, attacked);
                dice.open(self.turn.into(), code::salvo(seat, salvo.id.number));
                let hits = passing(dice, salvo.missiles, hit);
                let destroyed = self.shoot_down(target.id, hits);
                self.contact |= hit > 0;
                self.salvos[seat][number].missiles = 0;
                let Salvo { id, missiles, .. } = salvo;
                self.log.record(Event::Intercept {
                    salvo: id,
                    target: target.id,
                    missiles,
                    hit: hit as i16,
                    destroyed,
                });
            }
        }
    }
}
