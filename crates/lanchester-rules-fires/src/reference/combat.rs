//! Fire and damage.

use lanchester_battle::Illegal;
use lanchester_lanes::dice::DiceSource;

use super::Battle;
use super::choices::Choices;
use crate::event::{Event, code};
use crate::formulas::{damage, need};

impl Battle<'_> {
    /// ### FIRES 4 Fire (p. 1)
    /// Every ship fires at one enemy, all at the same moment. Each gun rolls a die: the number needed or more hits, and the
    /// highest face is a critical hit besides. No die is rolled where none can show the number.
    pub(super) fn fire(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let mut boxes = vec![0u32; self.ships.len()];
        for firer in self.afloat() {
            let ship = self.ships[firer];
            let target = choices.target(self, &ship).map_err(|why| self.log.illegal("FIRES 4", why))?;
            let Some(enemy) = self.enemies(ship.id).find(|enemy| enemy.id.slot == target).copied() else {
                return Err(self.log.illegal("FIRES 4", format!("no enemy afloat in slot {target}")));
            };
            let range = ship.at.distance(enemy.at);
            let (need, die) = (need(range, self.options.close_in), ship.design.die);
            let (mut hits, mut criticals) = (0, 0);
            if need <= die {
                self.contact = true;
                dice.open(self.turn.into(), code::fire(ship.id.side.seat(self.number), ship.id.slot.into()));
                let faces = dice.pool_of(die, ship.design.guns.into());
                hits = faces.iter().filter(|face| **face >= need).count() as u8;
                criticals = faces.iter().filter(|face| **face == die).count() as u8;
            }
            if let Some(at) = self.ships.iter().position(|other| other.id == enemy.id) {
                boxes[at] += u32::from(damage(hits, criticals));
            }
            self.log.record(Event::Fire { ship: ship.id, target, range, need, hits, criticals });
        }
        for (ship, boxes) in self.ships.iter_mut().zip(boxes) {
            if ship.hull > 0 && boxes > 0 {
                ship.hull = u32::from(ship.hull).saturating_sub(boxes) as u8;
                if ship.hull == 0 {
                    self.log.record(Event::Lost { ship: ship.id });
                }
            }
        }
        Ok(())
    }
}
