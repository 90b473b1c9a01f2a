//! Whom a crew fires at, and torpedoes.

use std::cmp::Reverse;

use lanchester_lanes::hex::Hex16;

use super::Player;
use super::volley::{CrewShot, shared, together};
use crate::design::{MAX_SHIPS, MAX_WEAPONS};
use crate::options::Countering;
use crate::reference::choices::Shot;
use crate::reference::{Battle, Ship};

/// What a ship has lost, up to 64.
fn lost(ship: &Ship<'_>) -> i32 {
    let design = ship.design;
    let structure = 16 * i32::from(design.structure + ship.marks - ship.structure);
    let screens = 4 * i32::from((design.screen - ship.screen) + (design.asv - ship.asv) + (design.esv - ship.esv));
    let crews = 8 * (design.crews.len() as i32 - ship.crews.count_ones() as i32);
    (structure + screens + crews).min(64)
}

/// Eighths of what fire at a ship is worth: fewer where it can do no harm or will explode anyway.
fn menace(target: &Ship<'_>) -> i32 {
    let doomed = target.boom_on > 0 || (target.cascade_from > 0 && target.structure == 0);
    match (target.armed(), doomed) {
        (false, _) => 1,
        (true, true) => 3,
        (true, false) => 8,
    }
}

impl Player<'_> {
    /// What it is worth to fire at a ship: its points in 512ths of the costliest ship's, less by [`menace`].
    pub(super) fn prize(&self, target: &Ship<'_>) -> i32 {
        self.tables.value(target.design.points) * menace(target)
    }

    /// What the shots of a crew score: the best of each cannon and the slot of its target, the first of those that are equal.
    fn scores(&self, battle: &Battle<'_>, place: usize, crew: usize) -> [Option<(i32, u8)>; MAX_WEAPONS] {
        let ship = &battle.ships[place];
        let targets = &self.policy(ship.id.side).targets;
        let off = ship.off_totals();
        let mut best = [None; MAX_WEAPONS];
        for enemy in battle.enemies(place) {
            let target = &battle.ships[enemy];
            let screens = target.screens_in(battle.turn);
            let value = self.tables.value(target.design.points);
            let to_fire =
                target.living().filter(|(nth, of)| of.weapons != 0 && target.acted >> nth & 1 == 0).count() as i32;
            let of_target = i32::from(targets.finish) * lost(target)
                + i32::from(targets.points) * self.tables.sixteenths(target.id.side, target.design.points)
                + i32::from(targets.fresh) * 8 * to_fire;
            for weapon in battle.loaded(place, crew) {
                let Some(modifier) = battle.in_reach(place, weapon, enemy) else { continue };
                let need = i32::from(target.screen_now()) - modifier + off;
                let armour = ship.design.weapons[weapon].against.of(screens);
                let id = (ship.id.side, ship.id.slot);
                let worth = self.tables.shot(id, [crew, weapon], [target.structure, armour], need);
                // What cannot do anything is the last that is fired.
                let all = i32::from(targets.damage) * worth * value / 40 + of_target;
                let score = if worth > 0 { all * menace(target) / 8 } else { i32::MIN / 2 };
                if best[weapon].is_none_or(|(most, _)| score > most) {
                    best[weapon] = Some((score, target.id.slot));
                }
            }
        }
        best
    }

    /// The shot with the highest score, the first of those that are equal. With `assign` what the crews of the ship that have yet to
    /// fire score with the cannon that are left counts too, and a crew leaves a cannon to one that does more with it.
    pub(super) fn best_shot(&self, battle: &Battle<'_>, place: usize, crew: usize) -> Option<Shot> {
        let ship = &battle.ships[place];
        let mut others = Vec::new();
        if self.policy(ship.id.side).assign {
            for (nth, _) in ship.living().filter(|(nth, _)| *nth != crew && ship.acted >> nth & 1 == 0) {
                let scored = self.scores(battle, place, nth).into_iter().zip(0u8..);
                let shot = |(best, weapon): (Option<(i32, u8)>, u8)| {
                    best.map(|(score, _)| CrewShot { crew: nth as u8, weapon, worth: [score.max(0)] })
                };
                others.extend(scored.filter_map(shot));
            }
        }
        let shared = shared(&others);
        let without = |weapon: Option<u8>| {
            let left: Vec<_> = others.iter().filter(|shot| Some(shot.weapon) != weapon).copied().collect();
            let [sum] = together(&left, shared, &mut Vec::new());
            sum
        };
        let all = without(None);
        let scored = self.scores(battle, place, crew).into_iter().zip(0u8..);
        let shots = scored.filter_map(|(best, weapon)| {
            let (score, target) = best?;
            let left = if others.iter().any(|shot| shot.weapon == weapon) { without(Some(weapon)) } else { all };
            Some((score + left, Reverse(target), Reverse(weapon), left))
        });
        let (sum, Reverse(target), Reverse(weapon), left) = shots.max()?;
        (sum >= all || left == all).then_some(Shot { weapon, target })
    }

    /// Whether enough torpedoes reach a ship, or track it where nixies act after them.
    pub(super) fn drops_nixie(&self, battle: &Battle<'_>, place: usize) -> bool {
        let late = battle.options.countermeasures == Countering::Upkeep;
        let tracking = battle.in_flight().filter(|(_, torpedo)| torpedo.target == place && (late || torpedo.arrived));
        tracking.count() >= self.policy(battle.ships[place].id.side).nixie_at.into()
    }

    /// The enemy at which a ship launches: where its torpedo arrives in time and does most, together with those of its side.
    pub(super) fn best_launch(&self, battle: &Battle<'_>, place: usize) -> Option<u8> {
        let ship = &battle.ships[place];
        let policy = self.policy(ship.id.side);
        let own = || battle.ships.iter().filter(|other| other.seat == ship.seat && other.in_play());
        let left = |of: &Ship<'_>| of.torpedoes.min(of.ready_tubes(battle.turn).saturating_sub(of.launched));
        let more: i32 = own().map(|other| i32::from(left(other))).sum();
        let launched: i32 = own().map(|other| i32::from(other.launched)).sum();
        let could: i32 = own().map(|other| i32::from(other.tubes.min(other.launched + other.torpedoes))).sum();
        // Those that were launched this turn count: the salvo is decided by the first and finished by the rest.
        if launched + more < i32::from(policy.salvo).min(could) {
            return None;
        }
        let flight = battle.flight();
        let most = u32::from(flight.speed) * u32::from(policy.launch_turns);
        let mut tracked = [0; 2 * MAX_SHIPS];
        for (_, torpedo) in battle.in_flight().filter(|([seat, _], torpedo)| *seat == ship.seat && torpedo.age == 0) {
            tracked[torpedo.target] += 1;
        }
        let mut best: Option<(u8, i32)> = None;
        for enemy in battle.enemies(place) {
            let target = &battle.ships[enemy];
            let here: Hex16 = target.at.hex;
            if flight.cost(ship.at, here) > most {
                continue;
            }
            // Together with those that the side launched at it: ASV is taken off a salvo once.
            let [now, then] =
                [0, more].map(|more| self.salvo(battle.options, ship, target, tracked[enemy] + more as usize));
            let score = (then - now) * self.prize(target);
            if best.is_none_or(|(_, most)| score > most) && score > 0 {
                best = Some((target.id.slot, score));
            }
        }
        best.map(|(slot, _)| slot)
    }
}
