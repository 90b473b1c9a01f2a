//! Missiles in flight.

use lanchester_dice::DiceSource;
use lanchester_hex::Hex16;

use super::{Battle, Missile};
use crate::arcs::Arc;
use crate::event::{Event, MissileId, ShipId, Spent, code};
use crate::weapons::{MISSILE_DAMAGE, MISSILE_HULL};

impl Missile {
    /// Where it is after it has turned by so many hex sides and moved.
    #[must_use]
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
            dice.open(self.moment(), code::missile(self.seat(missile.side), missile.slot.into()));
            if let Some(arc) = self.arc(target, from) {
                self.missile_hits(missile, target, arc, dice);
            }
            self.explode(dice);
            return;
        }
        let limit = u16::from(self.setup.options.missile_lost_at);
        if enemies.iter().all(|ship| self.vessel(*ship).at.hex.distance(to.hex) >= limit) {
            self.spend_missile(missile, Spent::Lost);
        }
    }

    /// A missile does its damage on the arc that it comes from, and is gone.
    pub(super) fn missile_hits(&mut self, missile: MissileId, ship: ShipId, arc: Arc, dice: &mut dyn DiceSource) {
        self.missiles[missile.side][usize::from(missile.slot)] = None;
        self.contact = true;
        self.log.record(Event::MissileHit { missile, ship, arc });
        self.damage(ship, arc, MISSILE_DAMAGE, dice);
    }

    /// A ship that has come from the hex `from` is hit by the missiles in its hex that fly at it.
    ///
    /// RULING: on the arc in which it met them: that of its new hex as seen from the old one.
    pub(super) fn meet_missiles(&mut self, ship: ShipId, from: Hex16, dice: &mut dyn DiceSource) {
        let at = self.vessel(ship).at;
        let Some(arc) = Arc::of(from, at.facing, at.hex, self.setup.options.arc_boundary) else { return };
        for missile in self.flying(ship.side.opponent()) {
            let meets = |flying: Missile| flying.target == ship.slot && flying.at.hex == at.hex;
            if self.vessel(ship).alive() && self.missile(missile).is_some_and(meets) {
                self.missile_hits(missile, ship, arc, dice);
            }
        }
    }

    /// Damage to a missile: three points in one hit destroy it, fewer damage it, and then any more destroy it.
    pub(super) fn damage_missile(&mut self, missile: MissileId, points: u8) {
        let Some(flying) = self.missile(missile).filter(|_| points > 0) else { return };
        if points >= MISSILE_HULL || flying.damaged {
            self.spend_missile(missile, Spent::Destroyed);
        } else {
            self.missiles[missile.side][usize::from(missile.slot)] = Some(Missile { damaged: true, ..flying });
            self.log.record(Event::MissileDamaged { missile });
        }
    }

    fn spend_missile(&mut self, missile: MissileId, spent: Spent) {
        self.missiles[missile.side][usize::from(missile.slot)] = None;
        self.log.record(Event::MissileSpent { missile, spent });
    }
}
