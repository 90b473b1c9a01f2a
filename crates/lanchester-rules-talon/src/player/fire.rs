//! When groups fire, and at what.

use lanchester_core::Side;

use super::ahead::{TIMES, own_turn};
use super::exchange::{Stand, damage, eighths, hull, shield, value};
use super::missiles::{incoming, launch_facing};
use super::movement::View;
use super::{Player, first_best};
use crate::design::{MAX_GROUPS, MAX_SHIPS};
use crate::event::{MissileId, ShipId, Target};
use crate::reference::{Battle, Shot};
use crate::weapons::{MISSILE_HULL, Weapon};

/// Hull boxes that every ship has at most: what a target has left is counted down from here.
pub const BOXES: i16 = 12;

/// The value of a shot at a missile that so many points destroy, by the damage of each face: two points of damage, by sixths of a
/// kill, where it is nearly certain.
pub fn missile_value(row: [u8; 6], needed: u8) -> i16 {
    let kills = row.iter().filter(|damage| **damage >= needed).count() as i16;
    if kills >= 4 { 2 * kills } else { 0 }
}

/// One group alone.
fn alone(group: u8) -> [bool; MAX_GROUPS] {
    std::array::from_fn(|other| other == usize::from(group))
}

impl Player<'_> {
    /// The next group that fires: ships in slot order, groups as they are printed, each asked once.
    pub(super) fn next_group(&mut self, battle: &Battle<'_>, side: Side) -> Option<(u8, u8)> {
        while usize::from(self.turn.fire.0) < MAX_SHIPS {
            let (slot, group) = self.turn.fire;
            self.turn.fire = if usize::from(group) + 1 < MAX_GROUPS { (slot, group + 1) } else { (slot + 1, 0) };
            let ship = ShipId { side, slot };
            if battle.may_fire(ship, group).is_ok() && self.fires(battle, ship, group) {
                return Some((slot, group));
            }
        }
        None
    }

    /// Whether a group that may fire does: when no coming shot is better as `patience` counts it, or the ship may not live to
    /// fire it.
    fn fires(&self, battle: &Battle<'_>, ship: ShipId, group: u8) -> bool {
        let policy = self.policy(ship.side);
        let view = View::new(battle, ship);
        let at = battle.vessel(ship).at;
        let now = self.shot_now(battle, ship, group);
        if now == 0 {
            return false;
        }
        if self.in_danger(&view) {
            return true;
        }
        let peak = i16::from(self.tables.ships[ship.side][usize::from(ship.slot)].groups[usize::from(group)].peak);
        if now < eighths(peak, policy.least) {
            return false;
        }
        let later = (1..TIMES).map(|time| {
            let shot = eighths(self.best_shot(&view, at, time, alone(group)), policy.patience);
            // A full bar gains nothing in the Power Phase.
            if own_turn(battle, time as u8).crossed { shot - (shot >> 2) } else { shot }
        });
        now >= later.max().unwrap_or(0)
    }

    /// The value of the best target of a group now, ship or missile.
    fn shot_now(&self, battle: &Battle<'_>, ship: ShipId, group: u8) -> i16 {
        let targets = battle.targets(ship, group).into_iter();
        targets.map(|target| self.target_value(battle, ship, group, target)).max().unwrap_or(0)
    }

    /// The value of a group's fire at a target: of a ship that is too far for a launch, 0.
    fn target_value(&self, battle: &Battle<'_>, ship: ShipId, group: u8, target: Target) -> i16 {
        let policy = self.policy(ship.side);
        let firer = Stand { ship, vessel: battle.vessel(ship), at: battle.vessel(ship).at };
        match target {
            Target::Ship(slot) => {
                let enemy = ShipId { side: ship.side.opponent(), slot };
                let target = Stand { ship: enemy, vessel: battle.vessel(enemy), at: battle.vessel(enemy).at };
                let launches = firer.vessel.design.groups[usize::from(group)].weapon == Weapon::Missile;
                let range = firer.at.hex.distance(target.at.hex);
                if launches && range > policy.launch_range.into() {
                    return 0;
                }
                let boundary = battle.setup.options.arc_boundary;
                let Some((sixths, arc)) = damage(self.tables, boundary, &firer, alone(group), &target) else {
                    return 0;
                };
                // Missiles on their way count as hits: no more are launched than the target takes.
                let left = shield(target.vessel, arc) - if launches { incoming(battle, enemy) } else { 0 };
                value(sixths, left.max(0), (hull(target.vessel) + left.min(0)).max(0), policy.hull)
            }
            Target::Missile(slot) if policy.targets.intercept > 0 => {
                let missile = MissileId { side: ship.side.opponent(), slot };
                let Some(flying) = battle.missile(missile) else { return 0 };
                let range = firer.at.hex.distance(flying.at.hex);
                let needed = if flying.damaged { 1 } else { MISSILE_HULL };
                let row = firer.vessel.design.groups[usize::from(group)].weapon.row(range);
                missile_value(row, needed)
            }
            Target::Missile(_) => 0,
        }
    }

    /// Whether the enemies' next fire may mark half of the ship's hull boxes that are left.
    fn in_danger(&self, view: &View<'_, '_>) -> bool {
        let battle = view.battle;
        let vessel = battle.vessel(view.ship);
        let target = Stand { ship: view.ship, vessel, at: vessel.at };
        let mut through = 0;
        for enemy in &view.enemies {
            let firer = Stand { ship: enemy.ship, vessel: battle.vessel(enemy.ship), at: enemy.at[1] };
            let boundary = battle.setup.options.arc_boundary;
            if let Some((sixths, arc)) = damage(self.tables, boundary, &firer, enemy.charged[1], &target) {
                through += (sixths - 6 * shield(vessel, arc)).max(0);
            }
        }
        through >= 3 * hull(vessel)
    }

    /// What a weapon does: the target with the highest score, the first way that displaces it, a missile that faces it.
    pub(super) fn choose_shot(&self, battle: &Battle<'_>, ship: ShipId, group: u8, _: u8) -> Option<Shot> {
        let targets = battle.targets(ship, group).into_iter();
        let scored = targets.map(|target| (target, self.target_score(battle, ship, group, target)));
        let (target, _) = first_best(scored)?;
        let launches = battle.vessel(ship).design.groups[usize::from(group)].weapon == Weapon::Missile;
        Some(match target {
            Target::Ship(slot) if launches => {
                Shot::Launch(slot, launch_facing(battle, ship, ShipId { side: ship.side.opponent(), slot }))
            }
            _ => Shot::At(target, battle.pushes(ship, group, target).first().copied()),
        })
    }

    fn target_score(&self, battle: &Battle<'_>, ship: ShipId, group: u8, target: Target) -> i16 {
        let weights = &self.policy(ship.side).targets;
        let value = self.target_value(battle, ship, group, target);
        let Target::Ship(slot) = target else { return i16::from(weights.intercept) * value };
        let enemy = ShipId { side: ship.side.opponent(), slot };
        let points = i16::from(self.tables.ships[enemy.side][usize::from(slot)].points);
        i16::from(weights.damage) * value
            + i16::from(weights.finish) * (BOXES - hull(battle.vessel(enemy)))
            + i16::from(weights.points) * points
    }
}
