//! Movement.

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;

use super::{Battle, Choices, Illegal, Mover};
use crate::effects::arrive;
use crate::event::{Event, Marker, MissileId, ShipId};
use crate::impulse::shows;
use crate::position::Step;

impl Battle<'_> {
    /// ### TALON P.4 Movement
    /// Every ship whose speed the display shows moves one hex; others may with an afterburner. Every missile moves.
    ///
    /// RULING: bases rotate first; then ships and missiles move in any order that their owner chooses.
    pub(super) fn movement_step(
        &mut self,
        side: Side,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        self.rotate_bases(side);
        let mut ships = self.afloat(side);
        ships.retain(|ship| !self.vessel(*ship).design.base);
        let mut missiles = self.flying(side);
        loop {
            let chosen = choices.mover(self, side).map_err(|why| self.log.illegal("TALON P.4", why))?;
            match chosen {
                Some(Mover::Ship(slot, step)) => {
                    let ship = ShipId { side, slot };
                    let waits =
                        ships.iter().position(|other| *other == ship).filter(|_| self.there(side, slot).is_some());
                    let Some(place) = waits else {
                        return Err(self.log.illegal("TALON P.4", format!("ship {slot} of {side} cannot move now")));
                    };
                    ships.remove(place);
                    self.may_move(ship, step).map_err(|why| self.log.illegal("TALON P.4", why))?;
                    self.advance(ship, step, dice);
                }
                Some(Mover::Missile(slot, turn)) => {
                    let missile = MissileId { side, slot };
                    let Some(place) = missiles.iter().position(|other| *other == missile) else {
                        let why = format!("missile {slot} of {side} cannot move now");
                        return Err(self.log.illegal("TALON P.10", why));
                    };
                    missiles.remove(place);
                    self.may_fly(missile, turn).map_err(|why| self.log.illegal("TALON P.10", why))?;
                    self.fly(missile, turn, dice);
                }
                None => break,
            }
            missiles.retain(|missile| self.missile(*missile).is_some());
        }
        if let Some(ship) = ships.iter().find(|ship| self.vessel(**ship).alive() && self.must_move(**ship)) {
            return Err(self.log.illegal("TALON P.4", format!("ship {} of {side} must move", ship.slot)));
        }
        match missiles.first() {
            Some(missile) => {
                Err(self.log.illegal("TALON P.10", format!("missile {} of {side} must move", missile.slot)))
            }
            None => Ok(()),
        }
    }

    /// ### TALON P.19 Bases
    /// RULING: a base has no turn radius and never moves. In each impulse that shows its speed it rotates by one hex side, always
    /// clockwise, before anything else moves.
    fn rotate_bases(&mut self, side: Side) {
        for ship in self.afloat(side) {
            if self.vessel(ship).design.base && self.must_move(ship) {
                let vessel = self.vessel_mut(ship);
                vessel.at = vessel.at.turned(1);
                let facing = vessel.at.facing;
                self.log.record(Event::Rotate { ship, facing });
            }
        }
    }

    /// Whether the display shows a ship's speed.
    pub fn must_move(&self, ship: ShipId) -> bool {
        shows(self.impulse, self.vessel(ship).speed)
    }

    /// Whether a ship that has not moved in this turn may move so.
    ///
    /// ### TALON P.5 Side slip
    /// A slip needs the marker that an action point has put there, now or before.
    ///
    /// ### TALON P.6 Afterburner
    /// A ship whose speed is not shown may move all the same, for a box that serves once in a battle.
    ///
    /// # Errors
    /// Why not.
    pub fn may_move(&self, ship: ShipId, step: Step) -> Result<(), String> {
        let vessel = self.vessel(ship);
        let bends = step.turns() || step.slips();
        let refused = if vessel.design.base {
            Some("a base does not move")
        } else if !self.must_move(ship) && vessel.burners == 0 {
            Some("its speed is not shown, and it has no afterburner left")
        } else if bends && vessel.has(Marker::HelmDown) {
            Some("its helm is down")
        } else if step.turns() && vessel.pending > 0 {
            Some("its turn radius is not behind it")
        } else {
            (step.slips() && !vessel.slip).then_some("it has no marker for a slip")
        };
        refused.map_or(Ok(()), |why| Err(why.to_owned()))
    }

    /// A ship's move. After a turn the marker of its turn radius lies so many hexes ahead; it may turn again when it has come
    /// there.
    fn advance(&mut self, ship: ShipId, step: Step, dice: &mut dyn DiceSource) {
        let (afterburner, slip_counts) = (!self.must_move(ship), self.setup.options.slip_counts);
        let vessel = self.vessel_mut(ship);
        let from = vessel.at.hex;
        vessel.at = vessel.at.after(step);
        vessel.burners -= u8::from(afterburner);
        if step.turns() {
            vessel.pending = vessel.turn_radius();
        } else if slip_counts || !step.slips() {
            vessel.pending = vessel.pending.saturating_sub(1);
        }
        if step.slips() {
            vessel.slip = false;
        }
        let to = vessel.at;
        self.log.record(Event::Move { ship, step, afterburner, to });
        arrive(&mut self.with(dice), ship, from);
    }
}
