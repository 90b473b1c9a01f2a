//! Launches of torpedoes.

use lanchester_battle::{Illegal, ShipId};

use super::choices::Choices;
use super::{Battle, Ship, Torpedo};
use crate::event::Event;

impl Battle<'_> {
    /// Whether a ship can launch another torpedo now.
    pub fn may_launch(&self, place: usize) -> bool {
        let ship = &self.ships[place];
        ship.in_play()
            && ship.torpedoes > 0
            && ship.launched < ship.ready_tubes(self.turn)
            && self.free_slot(ship.seat).is_some()
            && self.enemies(place).next().is_some()
    }

    /// ### SKILLDICE 5.8 Warhead launch (line 15, corrections 7)
    /// Each tube may launch a torpedo at any enemy. It starts in the hex of its launcher, facing as it does, moves from the next turn
    /// on and occupies no hex.
    ///
    /// RULING: a ship has the torpedoes of its file, and needs a living crew. A side has 32 torpedoes in flight at most; a tube waits
    /// while there are as many.
    pub(super) fn launches(&mut self, choices: &mut dyn Choices) -> Result<(), Illegal> {
        for place in self.in_play() {
            while self.may_launch(place) {
                let Some(target) = choices.launch(self, place).map_err(self.illegal("SKILLDICE 5.8"))? else { break };
                let Ship { id, seat, at, .. } = self.ships[place];
                let enemy = self.place(ShipId { side: id.side.opponent(), slot: target });
                let enemy = enemy.filter(|enemy| self.ships[*enemy].in_play());
                let (Some(enemy), Some(slot)) = (enemy, self.free_slot(seat)) else {
                    return Err(self.illegal("SKILLDICE 5.8")(format!("no enemy in play in slot {target}")));
                };
                let torpedo = Torpedo { at, target: enemy, from: place, age: 0, arrived: false };
                self.torpedoes.insert([seat, slot], torpedo);
                let ship = &mut self.ships[place];
                ship.torpedoes -= 1;
                ship.launched += 1;
                (self.contact, self.quiet) = (true, 0);
                self.log.record(Event::Launch { ship: id, torpedo: slot as u8, target });
            }
        }
        Ok(())
    }
}
