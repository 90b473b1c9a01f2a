//! Movement.

use lanchester_battle::Illegal;

use super::choices::Choices;
use super::{Battle, Ship};
use crate::event::Event;
use crate::options::{MAX_SPEED, facing};

impl Battle<'_> {
    /// ### FIRES 3 Movement (p. 1)
    /// All ships choose, then all go straight ahead, up to twenty hexes and not off the map. Ships of a formation go as far as
    /// the first of them afloat chooses, or as the map lets them.
    pub(super) fn movement(&mut self, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let afloat = self.afloat();
        let mut chosen = Vec::new();
        for (place, ship) in afloat.iter().enumerate() {
            let leader = afloat[..place].iter().position(|other| self.together(*other, *ship));
            let ahead = match leader {
                Some(leader) => u16::from(chosen[leader]).min(self.room(&self.ships[*ship])) as u8,
                None => choices.ahead(self, &self.ships[*ship]).map_err(|why| self.log.illegal("FIRES 3", why))?,
            };
            chosen.push(ahead);
        }
        for (ship, ahead) in afloat.into_iter().zip(chosen) {
            let most = self.room(&self.ships[ship]);
            if u16::from(ahead) > most {
                return Err(self.log.illegal("FIRES 3", format!("{ahead} hexes ahead; at most {most}")));
            }
            let Ship { id, at, .. } = self.ships[ship];
            let at = at.ahead(facing(id.side.seat(self.number)), ahead.into());
            self.ships[ship].at = at;
            self.log.record(Event::Move { ship: id, ahead, north: at.h });
        }
        Ok(())
    }

    /// Hexes that a ship can go.
    pub(crate) fn room(&self, ship: &Ship<'_>) -> u16 {
        let Ship { id, at, .. } = *ship;
        self.options.board().room(at, facing(id.side.seat(self.number))).min(MAX_SPEED.into())
    }

    /// Whether two ships go in one formation.
    fn together(&self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|ship| &self.ships[ship]);
        one.id.side == other.id.side && one.design.formation.is_some() && one.design.formation == other.design.formation
    }
}
