//! Ships lost, victory points, and the end of a battle (X 2.3).

use lanchester_core::{Outcome, Side, Verdict};

use super::Battle;
use crate::event::{Event, Loss, ShipId};
use crate::formulas::strength;
use crate::options::MutualDestruction;

impl Battle<'_> {
    /// Takes a ship out of the game. One that was destroyed leaves an explosion.
    pub(super) fn lose(&mut self, ship: ShipId, loss: Loss) {
        let vessel = self.vessel_mut(ship);
        vessel.lost = Some(loss);
        if loss == Loss::Destroyed {
            vessel.explosion = strength(vessel.design.hull);
            vessel.spared = true;
        }
        let explosion = vessel.explosion;
        self.log.record(Event::Lost { ship, loss, explosion });
    }

    /// Takes the ship out of the game if its hull or its crew is gone.
    ///
    /// ### X 4.3.2 Crew casualties (p. 17)
    /// A ship all of whose hull boxes are marked, by hits or by casualties, is out and counts as destroyed.
    ///
    /// RULING: without an explosion, unless the hits alone are enough.
    pub(super) fn lose_if_beaten(&mut self, ship: ShipId) {
        let vessel = self.vessel(ship);
        if !vessel.alive() {
            return;
        }
        if vessel.hull >= vessel.design.hull {
            self.lose(ship, Loss::Destroyed);
        } else if vessel.marked >= vessel.design.hull {
            self.lose(ship, Loss::Crew);
        }
    }

    /// Victory points of A and of B: the combat rating of every enemy ship that is out of the game.
    pub fn victory_points(&self) -> [u32; 2] {
        Side::BOTH.map(|side| {
            let enemies = self.vessels[side.opponent()].iter();
            enemies.filter(|enemy| !enemy.alive()).map(|enemy| enemy.design.rating).sum()
        })
    }

    /// ### X 2.3 Winning (p. 14)
    /// Ten turns; more victory points win, at least twice as many are a major victory.
    ///
    /// RULING: equal points draw. A battle ends before that when a side can no longer act: it has neither a ship
    /// nor a flight left, or neither side has a ship. A side without ships whose flights still fly plays on. When neither
    /// side has a ship the points decide, by the letter, unless the option `mutual_destruction` makes it a draw; such
    /// battles are marked in any case.
    pub(super) fn victory(&mut self) -> bool {
        let vp @ [a, b] = self.victory_points();
        self.log.record(Event::TurnEnd { turn: self.turn, vp });
        let shipless = Side::BOTH.map(|side| self.vessels[side].iter().all(|vessel| !vessel.alive()));
        let gone = Side::BOTH.map(|side| shipless[side] && self.flying(side).next().is_none());
        let mutual = shipless == [true, true];
        let capped = gone == [false, false] && !mutual;
        if capped && self.turn < self.setup.options.turn_cap {
            return false;
        }
        let verdict = match a.cmp(&b) {
            _ if mutual && self.setup.options.mutual_destruction == MutualDestruction::Draw => Verdict::Draw,
            std::cmp::Ordering::Greater => Verdict::Win(Side::A),
            std::cmp::Ordering::Less => Verdict::Win(Side::B),
            std::cmp::Ordering::Equal => Verdict::Draw,
        };
        let outcome = Outcome {
            verdict,
            major: verdict != Verdict::Draw && a.max(b) >= 2 * a.min(b),
            capped,
            contact: self.contact,
            turns: self.turn,
            left: Side::BOTH.map(|side| self.left(side)),
            initiative: Some(self.first_throw.unwrap_or(Side::A)),
        };
        self.log.record(Event::Over { outcome, mutual });
        true
    }

    /// Points still in the game, per mille of the fleet's; damage does not count.
    fn left(&self, side: Side) -> u16 {
        let rating = |alive_only: bool| -> u64 {
            let counted = self.vessels[side].iter().filter(|v| v.alive() || !alive_only);
            counted.map(|v| u64::from(v.design.rating)).sum()
        };
        // At least one where a ship is left: 0 means that none is.
        let left = rating(true);
        ((1000 * left / rating(false).max(1)) as u16).max(u16::from(left > 0))
    }
}
