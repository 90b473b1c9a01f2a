//! The end phase (NOVA 3.4) and victory (NOVA 7).

use lanchester_core::{Outcome, Side, Verdict};

use super::Battle;
use crate::event::{Condition, Event};

impl Battle<'_> {
    /// ### NOVA 3.4 End phase (p. 9)
    /// Counts victory points and checks for victory; whether the battle is over.
    ///
    /// RULING: the book has no turn limit. At the cap (option `turn_cap`) the higher score wins, equal scores draw.
    pub(super) fn end_phase(&mut self) -> bool {
        let vp = self.victory_points();
        self.log.record(Event::TurnEnd { turn: self.turn, vp });
        let decided = self.victory(vp);
        let capped = decided.is_none() && self.turn >= self.setup.options.turn_cap;
        let Some(verdict) = decided.or(capped.then(|| higher(vp))) else { return false };
        let outcome = Outcome {
            verdict,
            major: false,
            capped,
            contact: self.contact,
            turns: self.turn,
            left: Side::BOTH.map(|side| self.left(side)),
            initiative: Some(self.first_throw.unwrap_or(Side::A)),
        };
        self.log.record(Event::Over { outcome });
        true
    }

    /// ### NOVA 7.1 Victory (p. 14)
    /// A side with at least the target has won; both: a draw.
    ///
    /// RULING: otherwise a side without a ship has lost; if neither has one, the higher score wins and equal scores
    /// draw.
    fn victory(&self, vp: [u32; 2]) -> Option<Verdict> {
        if let Some(target) = self.setup.options.target_quarters() {
            match vp.map(|points| points >= target) {
                [true, true] => return Some(Verdict::Draw),
                [true, false] => return Some(Verdict::Win(Side::A)),
                [false, true] => return Some(Verdict::Win(Side::B)),
                [false, false] => {}
            }
        }
        match self.afloat() {
            [0, 0] => Some(higher(vp)),
            [_, 0] => Some(Verdict::Win(Side::A)),
            [0, _] => Some(Verdict::Win(Side::B)),
            _ => None,
        }
    }

    /// ### NOVA 7.2 Partial victory points (p. 14)
    /// Quarter points of A and of B: all four quarters of an enemy ship's combat rating when it is eliminated and, with
    /// the option, one when it is damaged and two when it is crippled, each in place of the one before.
    ///
    /// RULING: fractions of a point count.
    pub fn victory_points(&self) -> [u32; 2] {
        let partial = self.setup.options.partial_victory;
        let quarters = |condition| match condition {
            Condition::Destroyed => 4,
            Condition::Crippled if partial => 2,
            Condition::Damaged if partial => 1,
            _ => 0,
        };
        Side::BOTH.map(|side| {
            let enemies = &self.vessels[side.opponent()];
            enemies.iter().map(|enemy| quarters(enemy.condition) * enemy.design.rating).sum()
        })
    }

    /// Points still in the game, per mille of the fleet's; damage does not count.
    fn left(&self, side: Side) -> u16 {
        let rating = |alive_only: bool| -> u64 {
            let counted = self.vessels[side].iter().filter(|v| v.alive() || !alive_only);
            counted.map(|v| u64::from(v.design.rating)).sum()
        };
        (1000 * rating(true) / rating(false).max(1)) as u16
    }
}

/// The side with the higher score; equal scores draw.
fn higher(vp: [u32; 2]) -> Verdict {
    match vp[Side::A].cmp(&vp[Side::B]) {
        std::cmp::Ordering::Greater => Verdict::Win(Side::A),
        std::cmp::Ordering::Less => Verdict::Win(Side::B),
        std::cmp::Ordering::Equal => Verdict::Draw,
    }
}
