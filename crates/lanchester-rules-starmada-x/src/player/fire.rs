//! What the mounts of a ship fire at.

use lanchester_battle::weights::first_best;
use lanchester_core::Side;

use super::Player;
use crate::design::{Kind, MAX_MOUNTS};
use crate::event::{Flight, ShipId, Target};
use crate::formulas::range_modifier;
use crate::reference::{Battle, Declared};

/// What a side may attack in the order of preference between equals.
pub(super) fn enemies(battle: &Battle<'_>, side: Side) -> impl Iterator<Item = Target> + use<> {
    let opponent = side.opponent();
    let ships = (0..battle.vessels[opponent].len() as u8).map(Target::Ship);
    ships.chain((0..battle.flights[opponent].len() as u8).map(Target::Flights))
}

/// The fire of one mount of a battery at a target.
fn one_mount(battle: &Battle<'_>, ship: ShipId, mount: usize, battery: usize, target: Target) -> Declared {
    let mut weapons = [0; MAX_MOUNTS];
    weapons[mount] = battle.seen(ship).weapons[mount];
    Declared { battery: battery as u8, target, weapons }
}

impl Player<'_> {
    /// What all mounts of a ship fire at: each at its best target, if it has one.
    pub(super) fn declare(&self, battle: &Battle<'_>, ship: ShipId) -> Vec<Declared> {
        let mut all: Vec<Declared> = Vec::new();
        for (mount, (battery, _)) in battle.seen(ship).design.mounts().enumerate() {
            let Some((target, _)) = first_best(self.targets(battle, ship, mount)) else { continue };
            let fire = one_mount(battle, ship, mount, battery, target);
            match all.iter_mut().find(|other| (other.battery, other.target) == (fire.battery, fire.target)) {
                Some(other) => other.weapons[mount] = fire.weapons[mount],
                None => all.push(fire),
            }
        }
        all.sort_by_key(|declared| (declared.battery, declared.target));
        all
    }

    /// What a mount may fire at, and the score of each by what is on the table when its ship declares: [`i64::MIN`] for what is lost
    /// already.
    pub fn targets(&self, battle: &Battle<'_>, ship: ShipId, mount: usize) -> Vec<(Target, i64)> {
        let firer = battle.seen(ship);
        let Some((battery, _)) = firer.design.mounts().nth(mount) else { return Vec::new() };
        let flights = self.policy(ship.side).targets.flights > 0;
        let wanted = enemies(battle, ship.side).filter(|target| flights || matches!(target, Target::Ship(_)));
        let scored = wanted.filter_map(|target| {
            let away = firer.at.hex.distance(battle.place(ship.side, target)?);
            let modifier = range_modifier(&firer.design.batteries[battery], away)?;
            battle.aim(ship, one_mount(battle, ship, mount, battery, target)).ok()?;
            Some((target, self.target(battle, ship, battery, firer.weapons[mount], target, away, modifier)))
        });
        scored.collect()
    }

    /// The score of a target so far away, at a range modifier, for so many weapons of a battery.
    fn target(
        &self,
        battle: &Battle<'_>,
        ship: ShipId,
        battery: usize,
        weapons: u8,
        target: Target,
        away: u8,
        modifier: i8,
    ) -> i64 {
        let opponent = ship.side.opponent();
        let weights = &self.policy(ship.side).targets;
        let gun = &self.tables.ship(ship).batteries[battery];
        let near = i64::from(away) * i64::from(weights.near);
        match target {
            Target::Ship(slot) => {
                let other = ShipId { side: opponent, slot };
                let (now, then) = (battle.vessel(other), battle.seen(other));
                if now.marked >= now.design.hull {
                    return i64::MIN;
                }
                let ecm = then.working(Kind::Ecm).is_some();
                let each = gun.each(then.shield_rating(), weights.damage, 12);
                self.tables.ship(other).points * i64::from(weights.rating) + gun.fire(weapons, modifier, ecm) * each
                    - near
                    - i64::from(now.design.hull - now.hull) * i64::from(weights.finish)
            }
            Target::Flights(slot) => {
                let hex = battle.flight(Flight { side: opponent, slot }).map(|flight| flight.hex);
                if hex.is_none_or(|hex| battle.stack(opponent, hex).next().is_none()) {
                    return i64::MIN;
                }
                4 * gun.shot_down(weapons, modifier) * i64::from(weights.flights) - near
            }
        }
    }
}
