//! The flight of missiles.

use lanchester_lanes::dice::DiceSource;

use super::Battle;
use crate::effects::{Missile, reach, spend};
use crate::event::{Event, MissileId, Spent};

impl Missile {
    /// Where it is after it has turned by so many hex sides and moved.
    pub const fn after(&self, turn: i8) -> crate::position::Position {
        self.at.turned(turn as i32).ahead()
    }
}

impl Battle<'_> {
    /// Whether a missile that has not moved in this turn may move so.
    ///
    /// ### TALON P.10 Missiles
    /// In each of its owner's turns a missile turns by at most one hex side and moves a hex, which must bring it closer to its
    /// target. Without a target it flies straight on.
    ///
    /// RULING: where no way brings it closer, it may go any of the three.
    ///
    /// # Errors
    /// Why not.
    pub fn may_fly(&self, missile: MissileId, turn: i8) -> Result<(), String> {
        let Some(flying) = self.missile(missile) else { return Err("there is no such missile".to_owned()) };
        if !(-1..=1).contains(&turn) {
            return Err("a missile turns by one hex side at most".to_owned());
        }
        let Some(target) = self.there(missile.side.opponent(), flying.target) else {
            return if turn == 0 { Ok(()) } else { Err("without a target it flies straight on".to_owned()) };
        };
        let hex = self.vessel(target).at.hex;
        let closer = |turn| flying.after(turn).hex.distance(hex) < flying.at.hex.distance(hex);
        if closer(turn) || ![-1, 0, 1].into_iter().any(closer) {
            Ok(())
        } else {
            Err("it must come closer to its target".to_owned())
        }
    }

    /// A missile's move.
    ///
    /// RULING: a missile is lost when it ends its move six or more hexes from every enemy ship (option `missile_lost_at`).
    pub(super) fn fly(&mut self, missile: MissileId, turn: i8, dice: &mut dyn DiceSource) {
        let Some(flying) = self.missile(missile) else { return };
        let (from, to) = (flying.at.hex, flying.after(turn));
        self.missiles[missile.side][usize::from(missile.slot)] = Some(Missile { at: to, ..flying });
        self.log.record(Event::Fly { missile, turn, to });
        let enemies = self.afloat(missile.side.opponent());
        let target = enemies.iter().copied().find(|ship| ship.slot == flying.target);
        if let Some(target) = target.filter(|target| self.vessel(*target).at.hex == to.hex) {
            return reach(&mut self.with(dice), missile, target, from);
        }
        let limit = u16::from(self.setup.options.missile_lost_at);
        if enemies.iter().all(|ship| self.vessel(*ship).at.hex.distance(to.hex) >= limit) {
            spend(&mut self.with(dice), missile, Spent::Lost);
        }
    }
}
