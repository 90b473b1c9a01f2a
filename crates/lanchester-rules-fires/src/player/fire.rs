//! Beams and point defence.

use super::Player;
use crate::design::Beams;
use crate::event::{Mark, SalvoId};
use crate::formulas::beams::{BeamKind, Fire, MISSILE_TARGET, Target, volley};
use crate::formulas::damage::Condition;
use crate::formulas::dice::chance;
use crate::formulas::missiles::point_defence;
use crate::formulas::range::{MISSILE_RANGE, bracket};
use crate::policy::TargetWeights;
use crate::reference::choices::Shot;
use crate::reference::{Battle, Salvo, Ship};

/// Batteries that fire at a salvo before others fire at the next one, for each missile that they destroy on average.
const SURE: f64 = 1.5;

/// How much a policy wants fire at a ship in this condition.
fn eagerness(weights: &TargetWeights, condition: Condition) -> f64 {
    let more = match condition {
        Condition::Disabled => weights.finish,
        Condition::Sound => weights.fresh,
        _ => 0,
    };
    f64::from(weights.damage) + f64::from(more)
}

impl Player<'_> {
    /// What a ship fires: all beams of a kind at the target and in the way that scores most.
    pub(super) fn best_shots(&self, battle: &Battle<'_>, place: usize) -> Vec<Shot> {
        let ship = &battle.ships[place];
        let fired = |beams: &Beams| match ship.working(beams) {
            0 => None,
            working => self
                .at_ships(battle, place, beams, working)
                .or_else(|| self.at_missiles(battle, place, beams.kind, working)),
        };
        ship.design.beams.iter().filter_map(fired).collect()
    }

    /// The best shot of so many beams at ships; `None` where none can do anything.
    fn at_ships(&self, battle: &Battle<'_>, place: usize, beams: &Beams, working: u8) -> Option<Shot> {
        let ship = &battle.ships[place];
        let policy = self.policy(ship.id.side);
        let combine = battle.options.combined_fire && policy.combine && working > 1;
        let enough = self.enough(battle, ship.id.side, 0);
        let electronics = ship.electronics();
        let join = f64::from(policy.targets.join) / 8.0;
        let mut best: Option<(f64, Shot)> = None;
        for enemy in battle.in_play(1 - ship.seat) {
            let Some(bracket) = bracket(battle.range(place, enemy).into()) else { continue };
            let target: &Ship<'_> = &battle.ships[enemy];
            let condition = target.condition();
            let of = Target {
                electronics: target.electronics(),
                maneuver: target.maneuver(),
                defence: beams.kind.defence([target.design.armour, target.design.screen]),
            };
            let worth = self.tables.worth(target).at_most(enough);
            let made = f64::from(battle.hits[enemy][0]);
            let before = worth.gain(made);
            let gain = |hits: f64| {
                let alone = worth.gain(hits);
                if made > 0.0 { alone + join * (worth.gain(made + hits) - before - alone) } else { alone }
            };
            let eagerness = eagerness(&policy.targets, condition);
            let cost = f64::from(policy.targets.cost) * self.tables.sixteenths(target.design);
            for fire in Fire::ALL.into_iter().filter(|fire| combine || *fire == Fire::Single) {
                let numbers = [target.design.target[bracket], beams.penetration[bracket]];
                let hits = volley(fire, working, numbers, of, electronics).effective();
                if hits == 0.0 {
                    continue;
                }
                let score = eagerness * gain(hits) + cost;
                if best.as_ref().is_none_or(|(most, _)| score > *most) {
                    let mark = Mark::Ship(target.id.slot);
                    best = Some((score, Shot { kind: beams.kind, beams: working, fire, mark }));
                }
            }
        }
        best.map(|(_, shot)| shot)
    }

    /// A shot at the greatest salvo within reach.
    fn at_missiles(&self, battle: &Battle<'_>, place: usize, kind: BeamKind, working: u8) -> Option<Shot> {
        let ship = &battle.ships[place];
        let at = battle.track(place).present;
        let near = |salvo: &&Salvo<'_>| i32::from(salvo.track.present.distance(at)) <= MISSILE_RANGE;
        let sweeps = MISSILE_TARGET > 0 && self.policy(ship.id.side).sweep;
        let salvos = battle.in_flight(1 - ship.seat).filter(near);
        let salvo =
            salvos.filter(|_| sweeps).max_by_key(|salvo| (salvo.missiles, std::cmp::Reverse(salvo.id.number)))?;
        Some(Shot { kind, beams: working, fire: Fire::Single, mark: Mark::Salvo(salvo.id.number) })
    }

    /// Batteries at the salvos in a ship's hex: enough for the greatest, then for the next. The rest fire at the greatest.
    pub(super) fn best_defence(&self, battle: &Battle<'_>, place: usize) -> Vec<(SalvoId, u8)> {
        let ship = &battle.ships[place];
        let at = battle.track(place).present;
        let mut salvos: Vec<&Salvo<'_>> =
            battle.in_flight(1 - ship.seat).filter(|salvo| salvo.track.present == at).collect();
        salvos.sort_by_key(|salvo| std::cmp::Reverse(salvo.missiles));
        let mut left = ship.batteries();
        let mut shots: Vec<(SalvoId, u8)> = Vec::new();
        for salvo in &salvos {
            let hit = chance(point_defence(ship.design.strength, salvo.design.kind.defence));
            let enough = if hit > 0.0 { (SURE * f64::from(salvo.missiles) / hit).ceil() } else { 0.0 };
            let batteries = left.min(enough as u8);
            if batteries > 0 {
                shots.push((salvo.id, batteries));
                left -= batteries;
            }
        }
        if let Some((_, batteries)) = shots.first_mut() {
            *batteries += left;
        }
        shots
    }
}
