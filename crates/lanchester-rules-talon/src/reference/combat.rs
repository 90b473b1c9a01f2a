//! Fire (TALON 8.1 to 8.3).

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;
use lanchester_lanes::hex::Hex16;

use super::{Battle, Choices, Illegal, Shot};
use crate::arcs::away;
use crate::design::Group;
use crate::effects::{explode, launch, strike, sweep};
use crate::event::{MissileId, ShipId, Target, code};
use crate::options::Fusion;
use crate::position::Position;
use crate::weapons::Weapon;

impl Battle<'_> {
    /// ### TALON 8.2.1 Target selection (p. 8)
    /// A ship finishes its fire before another begins. Its owner chooses the next ship and group.
    pub(super) fn fire_step(
        &mut self,
        side: Side,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let mut fired: Vec<ShipId> = Vec::new();
        while let Some((slot, group)) =
            choices.shooter(self, side).map_err(|why| self.log.illegal("TALON 8.2.1", why))?
        {
            let ship = ShipId { side, slot };
            if fired.last() != Some(&ship) {
                if fired.contains(&ship) {
                    return Err(self
                        .log
                        .illegal("TALON 8.2.1", format!("ship {slot} of {side} has finished its fire")));
                }
                fired.push(ship);
                dice.open(self.moment(), code::fire(self.seat(side), slot.into()));
            }
            self.may_fire(ship, group).map_err(|why| self.log.illegal("TALON 8.2.2", why))?;
            self.fire(ship, group, dice, choices)?;
        }
        Ok(())
    }

    /// Whether a group may fire: the ship is there, the bar is full, a weapon has a target.
    ///
    /// # Errors
    /// Why not.
    pub fn may_fire(&self, ship: ShipId, group: u8) -> Result<(), String> {
        if self.there(ship.side, ship.slot).is_none() {
            return Err(format!("there is no ship {} of {}", ship.slot, ship.side));
        }
        if !self.vessel(ship).is_charged(group.into()) {
            return Err("the weapon group is not charged".to_owned());
        }
        let count = self.vessel(ship).design.groups[usize::from(group)].count;
        if (0..count).any(|weapon| self.has_shot(ship, group, weapon)) {
            Ok(())
        } else {
            Err("the weapon group has no target".to_owned())
        }
    }

    /// ### TALON 8.3 Firing procedure (p. 8)
    /// The bar is erased, then each weapon is fired in turn, with a target and a die of its own.
    ///
    /// RULING: once a group fires, every weapon of it with a target fires. The book lets the player stop ("may repeat steps 4
    /// and 5"), but public material defines a group as weapons that all must be fired.
    fn fire(
        &mut self,
        ship: ShipId,
        group: u8,
        dice: &mut dyn DiceSource,
        choices: &mut dyn Choices,
    ) -> Result<(), Illegal> {
        let printed = self.group(ship, group);
        self.vessel_mut(ship).bars[usize::from(group)] = [0; 2];
        for weapon in 0..printed.count {
            // What it destroyed may have exploded beside it.
            if !self.vessel(ship).alive() || self.vessel(ship).destroyed[usize::from(group)] {
                break;
            }
            if !self.has_shot(ship, group, weapon) {
                continue;
            }
            self.fired = self.round;
            if self.sweeps(printed.weapon) {
                let targets = self.targets(ship, group);
                sweep(&mut self.with(dice), ship, group, &targets);
            } else {
                let chosen = choices.shot(self, ship, group, weapon);
                let shot = chosen.map_err(|why| self.log.illegal("TALON 8.3", why))?;
                self.may_shoot(ship, group, weapon, shot).map_err(|why| self.log.illegal("TALON 8.2.2", why))?;
                match shot {
                    Shot::At(target, push) => {
                        let face = dice.pool(1)[0];
                        strike(&mut self.with(dice), ship, group, target, push, face);
                    }
                    Shot::Launch(target, facing) => {
                        let at = Position { facing, ..self.vessel(ship).at.ahead() };
                        let missile = self.missile_of(ship, group.into(), weapon);
                        launch(&mut self.with(dice), ship, group, missile, target, at);
                    }
                }
            }
            explode(&mut self.with(dice), ship.side);
        }
        Ok(())
    }

    fn group(&self, ship: ShipId, group: u8) -> Group {
        self.vessel(ship).design.groups[usize::from(group)]
    }

    /// Whether a weapon hits all its targets without a choice.
    fn sweeps(&self, weapon: Weapon) -> bool {
        weapon == Weapon::FusionCannon && self.setup.options.fusion != Fusion::One
    }

    /// What a group can be fired at: enemy ships, then enemy missiles, in order.
    ///
    /// ### TALON 8.2.2 Restrictions (p. 8)
    /// In the arc and range of the group, never in the own hex, never an own unit.
    ///
    /// ### TALON 8.2.3 Blocking fire (p. 8)
    /// Ships block no fire.
    pub fn targets(&self, ship: ShipId, group: u8) -> Vec<Target> {
        let opponent = ship.side.opponent();
        let ships = self.afloat(opponent).into_iter().map(|ship| Target::Ship(ship.slot));
        let missiles = self.flying(opponent).into_iter().map(|missile| Target::Missile(missile.slot));
        let weapon = self.group(ship, group).weapon;
        let ships_alone =
            weapon == Weapon::Missile || (weapon == Weapon::FusionCannon && self.setup.options.fusion == Fusion::Ships);
        let all = ships.chain(missiles.filter(|_| !ships_alone));
        all.filter(|target| self.bears(ship, group, *target)).collect()
    }

    /// Where a target of a side's fire is.
    fn place(&self, side: Side, target: Target) -> Option<Hex16> {
        let opponent = side.opponent();
        match target {
            Target::Ship(slot) => self.there(opponent, slot).map(|ship| self.vessel(ship).at.hex),
            Target::Missile(slot) => self.missile(MissileId { side: opponent, slot }).map(|missile| missile.at.hex),
        }
    }

    fn bears(&self, ship: ShipId, group: u8, target: Target) -> bool {
        let (printed, from) = (self.group(ship, group), self.vessel(ship).at.hex);
        let Some(hex) = self.place(ship.side, target) else { return false };
        let arc = self.arc(ship, hex);
        arc.is_some_and(|arc| printed.arcs.contains(arc)) && printed.weapon.reaches(from.distance(hex))
    }

    /// Whether a weapon of a group has a target, and no missile of its own in flight.
    fn has_shot(&self, ship: ShipId, group: u8, weapon: u8) -> bool {
        let launches = self.group(ship, group).weapon == Weapon::Missile;
        let waits = launches && self.missile(self.missile_of(ship, group.into(), weapon)).is_some();
        !waits && !self.targets(ship, group).is_empty()
    }

    /// The directions in which a group's shot may displace its target; empty where it displaces nothing.
    pub fn pushes(&self, ship: ShipId, group: u8, target: Target) -> Vec<lanchester_lanes::hex::Facing> {
        let displaces = self.group(ship, group).weapon == Weapon::WaveMotionGun && self.setup.options.wave_displaces;
        let Target::Ship(slot) = target else { return Vec::new() };
        match self.there(ship.side.opponent(), slot).map(|enemy| self.vessel(enemy)).filter(|_| displaces) {
            Some(enemy) if !enemy.design.base => away(self.vessel(ship).at.hex, enemy.at.hex),
            _ => Vec::new(),
        }
    }

    /// Whether a weapon of a group that fires may take this shot.
    ///
    /// ### TALON P.11 Launching a missile
    /// At a ship in the group's arc up to four hexes away. The missile is placed in the hex ahead of the ship.
    ///
    /// RULING: it may face anywhere. A weapon has at most one missile in flight; until that is gone it launches none.
    ///
    /// # Errors
    /// Why not.
    pub fn may_shoot(&self, ship: ShipId, group: u8, weapon: u8, shot: Shot) -> Result<(), String> {
        let launches = self.group(ship, group).weapon == Weapon::Missile;
        let (target, push) = match shot {
            Shot::At(target, push) => (target, push),
            Shot::Launch(slot, _) => (Target::Ship(slot), None),
        };
        if launches != matches!(shot, Shot::Launch(..)) {
            return Err("missiles alone are launched".to_owned());
        }
        if !self.has_shot(ship, group, weapon) || !self.targets(ship, group).contains(&target) {
            return Err("no such target in arc and range".to_owned());
        }
        let pushes = self.pushes(ship, group, target);
        match push {
            Some(direction) if pushes.contains(&direction) => Ok(()),
            None if pushes.is_empty() => Ok(()),
            _ => Err("the target is displaced directly away".to_owned()),
        }
    }
}
