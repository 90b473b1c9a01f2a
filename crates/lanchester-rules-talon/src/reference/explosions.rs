//! Explosions (TALON 8.6).

use lanchester_dice::DiceSource;
use lanchester_hex::Hex16;

use super::Battle;
use super::damage::highest;
use crate::arcs::Arc;
use crate::event::{Event, ShipId};

/// ### TALON 8.6.2 Explosion damage (p. 9)
/// An arc by a die for each of the four: the highest, ties rolled again.
pub(super) fn random_arc(dice: &mut dyn DiceSource) -> Arc {
    highest(&Arc::ALL, dice).unwrap_or(Arc::Forward)
}

impl Battle<'_> {
    /// ### TALON 8.6.3 Sequence of explosions (p. 9)
    /// All that were destroyed at the same time explode, those of the player whose turn it is first.
    ///
    /// RULING: those of one player in the order of his fleet's list; ships that they destroy explode after them.
    pub(super) fn explode(&mut self, dice: &mut dyn DiceSource) {
        while !self.exploding.is_empty() {
            let mut due = std::mem::take(&mut self.exploding);
            due.sort_by_key(|ship| (ship.side != self.current, ship.slot));
            for ship in due {
                self.explosion(ship, dice);
            }
        }
    }

    /// One explosion, without effect where the rating is 0.
    ///
    /// ### TALON 8.6.2 Explosion damage (p. 9)
    /// A ship in the same hex takes one more than the rating on an arc that dice choose, a ship in an adjacent hex the rating
    /// on the arc that the explosion is in: friends and enemies alike.
    ///
    /// RULING: first the ships of the player whose turn it is, then those of the other, in the order of their lists.
    fn explosion(&mut self, exploding: ShipId, dice: &mut dyn DiceSource) {
        let (rating, hex) = (self.vessel(exploding).design.explosion, self.vessel(exploding).at.hex);
        if rating == 0 {
            return;
        }
        self.log.record(Event::Explosion { ship: exploding });
        for side in [self.current, self.current.opponent()] {
            for ship in self.afloat(side) {
                let (arc, damage) = match self.vessel(ship).at.hex.distance(hex) {
                    0 => (Some(random_arc(dice)), rating + 1),
                    1 => (self.arc(ship, hex), rating),
                    _ => continue,
                };
                if let Some(arc) = arc {
                    self.log.record(Event::Blast { ship, arc, damage });
                    self.damage(ship, arc, damage, dice);
                }
            }
        }
        self.blast_missiles(hex, rating);
    }

    /// ### TALON 8.6.5 Missiles and explosions (p. 9)
    /// One missile of each hex is damaged.
    ///
    /// RULING: by the rating, in the hex of the explosion too; the first by the order of ships.
    fn blast_missiles(&mut self, hex: Hex16, rating: u8) {
        let mut hit: Vec<Hex16> = Vec::new();
        for side in [self.current, self.current.opponent()] {
            for missile in self.flying(side) {
                let Some(at) = self.missile(missile).map(|flying| flying.at.hex) else { continue };
                if at.distance(hex) <= 1 && !hit.contains(&at) {
                    hit.push(at);
                    self.damage_missile(missile, rating);
                }
            }
        }
    }
}
