//! Action points and shield reinforcements.

use lanchester_core::Side;

use super::{Battle, Choices, Illegal, Reinforcement};
use crate::event::{Event, Marker, MissileId, ShipId, Use};
use crate::impulse::shows;
use crate::options::PowerLoss;
use crate::weapons::Weapon;

impl Battle<'_> {
    /// ### TALON P.8 Shield reinforcement
    /// A reinforcement expires at its owner's turn in the same impulse of the next round.
    pub(super) fn expire(&mut self, side: Side) {
        let impulse = self.impulse;
        for vessel in &mut self.vessels[side] {
            vessel.reinforcements.retain(|reinforcement| reinforcement.impulse != impulse);
        }
    }

    /// ### TALON P.3 Action points
    /// Each ship gets at most one in an impulse, and spends it at once or loses it.
    ///
    /// RULING: ships spend theirs in the order of the fleet's list: no use depends on another ship's.
    pub(super) fn spend_points(&mut self, side: Side, choices: &mut dyn Choices) -> Result<(), Illegal> {
        for ship in self.afloat(side) {
            let Some(battery) = self.point(ship) else { continue };
            let chosen = choices.spend(self, ship).map_err(|why| self.log.illegal("TALON P.3", why))?;
            let Some(on) = chosen else { continue };
            self.may_spend(ship, on).map_err(|why| self.log.illegal("TALON P.3", why))?;
            self.spend(ship, battery, on);
            self.log.record(Event::Spend { ship, battery, on });
        }
        Ok(())
    }

    /// Whether a ship has an action point in this impulse, and if so whether a battery supplies it.
    ///
    /// The display shows its power, or a battery is charged; a power loss leaves it none.
    pub fn point(&self, ship: ShipId) -> Option<bool> {
        let vessel = self.vessel(ship);
        if vessel.has(Marker::PowerLoss) && self.setup.options.power_loss == PowerLoss::All {
            return None;
        }
        match shows(self.impulse, vessel.power) {
            true => Some(false),
            false => (vessel.charged > 0).then_some(true),
        }
    }

    /// Whether a ship that has an action point may spend it so.
    ///
    /// # Errors
    /// Why not.
    pub fn may_spend(&self, ship: ShipId, on: Use) -> Result<(), String> {
        let Some(battery) = self.point(ship) else { return Err("it has no action point".to_owned()) };
        let (vessel, options) = (self.vessel(ship), self.setup.options);
        let refused = match on {
            Use::Charge(group) => {
                let group = usize::from(group);
                match vessel.design.groups.get(group) {
                    None => Some("it has no such weapon group"),
                    Some(_) if vessel.destroyed[group] => Some("the weapon group is destroyed"),
                    Some(printed) => (vessel.bars[group][1] >= printed.yellow).then_some("no yellow box is open"),
                }
            }
            Use::Slip if vessel.design.base => Some("a base does not slip"),
            Use::Slip => vessel.slip.then_some("it has a marker for a slip"),
            Use::PowerTurn => (vessel.pending == 0).then_some("no marker of a turn radius lies ahead of it"),
            Use::Reinforce(arc) => {
                let on_arc = vessel.reinforcements.iter().filter(|r| r.arc == arc).count();
                if vessel.has(Marker::ShieldsDown) {
                    Some("its shields are down")
                } else if vessel.reinforcements.len() >= options.reinforcements_ship.into() {
                    Some("it has as many reinforcements as a ship may")
                } else {
                    (on_arc >= options.reinforcements_arc.into()).then_some("the arc is reinforced")
                }
            }
            Use::ChangeInitiative => (ship.side == self.first).then_some("its side has the initiative"),
            Use::DefendInitiative => (ship.side != self.first).then_some("its side has no initiative to defend"),
            Use::ChargeBattery if battery => Some("a battery cannot charge a battery"),
            Use::ChargeBattery => (vessel.charged >= vessel.design.batteries).then_some("no battery is empty"),
            Use::Redirect { missile, target } => self.refused_redirection(ship, missile, target),
        };
        refused.map_or(Ok(()), |why| Err(why.to_owned()))
    }

    /// RULING: any own missile may be redirected by any ship with an intact missile group, at any enemy ship but one in the
    /// missile's own hex.
    fn refused_redirection(&self, ship: ShipId, missile: u8, target: u8) -> Option<&'static str> {
        let vessel = self.vessel(ship);
        let intact = |(group, printed): (usize, &crate::design::Group)| {
            printed.weapon == Weapon::Missile && !vessel.destroyed[group]
        };
        let Some(flying) = self.missile(MissileId { side: ship.side, slot: missile }) else {
            return Some("there is no such missile");
        };
        let Some(enemy) = self.there(ship.side.opponent(), target) else { return Some("there is no such ship") };
        if !vessel.design.groups.iter().enumerate().any(intact) {
            Some("it has no intact missile launcher")
        } else if flying.target == target {
            Some("the missile flies at that ship")
        } else {
            (self.vessel(enemy).at.hex == flying.at.hex).then_some("the ship is in the missile's hex")
        }
    }

    /// A yellow box may be filled while red ones are open.
    ///
    /// ### TALON P.15 Power through a turn
    /// The marker of the turn radius comes a hex nearer; when it is there, the ship may turn in this impulse.
    ///
    /// ### TALON 8.1.2 Recharging (p. 8)
    /// Action points fill yellow boxes; red ones are filled in the Power Phase alone.
    fn spend(&mut self, ship: ShipId, battery: bool, on: Use) {
        let (impulse, left) = (self.impulse, self.setup.options.reinforcement);
        let vessel = self.vessel_mut(ship);
        if battery {
            vessel.charged -= 1;
        }
        match on {
            Use::Charge(group) => vessel.bars[usize::from(group)][1] += 1,
            Use::Slip => vessel.slip = true,
            Use::PowerTurn => vessel.pending -= 1,
            Use::Reinforce(arc) => vessel.reinforcements.push(Reinforcement { arc, impulse, left }),
            Use::ChargeBattery => vessel.charged += 1,
            Use::ChangeInitiative => self.initiative_markers[0] += 1,
            Use::DefendInitiative => self.initiative_markers[1] += 1,
            Use::Redirect { missile, target } => {
                if let Some(flying) = &mut self.missiles[ship.side][usize::from(missile)] {
                    flying.target = target;
                }
            }
        }
    }
}
