//! Whom a crew fires at, and torpedoes.

use lanchester_lanes::hex::Hex16;

use super::Player;
use crate::design::MAX_SHIPS;
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

/// What a torpedo of a ship does on average.
pub(super) fn mean(ship: &Ship<'_>) -> i32 {
    ship.design.warhead.sides.iter().map(|sides| i32::from(*sides) + 1).sum::<i32>() / 2
}

impl Player<'_> {
    /// What it is worth to fire at a ship: its points in 512ths of the costliest ship's, less by [`menace`].
    pub(super) fn prize(&self, target: &Ship<'_>) -> i32 {
        self.tables.value(target.design.points) * menace(target)
    }

    /// What so many torpedoes of this mean damage do to a ship on average, in per mille of it: half of them are fooled where it has a
    /// nixie, and half of its countermeasures work.
    pub(super) fn salvo(&self, target: &Ship<'_>, mean: i32, count: i32) -> i32 {
        let halves = if target.ready_nixies() > 0 { count } else { 2 * count };
        let halves = (halves - i32::from(target.ready_countermeasures())).max(0);
        self.tables.harm(target.id.side, target.structure, mean * halves / 2 - i32::from(target.asv))
    }

    /// The shot with the highest score, the first of those that are equal.
    pub(super) fn best_shot(&self, battle: &Battle<'_>, place: usize, crew: usize) -> Option<Shot> {
        let ship = &battle.ships[place];
        let targets = &self.policy(ship.id.side).targets;
        let off = ship.off_totals();
        let mut best: Option<(Shot, i32)> = None;
        for enemy in battle.enemies(place) {
            let target = &battle.ships[enemy];
            let screens = target.screens_in(battle.turn);
            let value = self.tables.value(target.design.points);
            let to_fire =
                target.living().filter(|(nth, of)| of.weapons != 0 && target.acted >> nth & 1 == 0).count() as i32;
            let of_target = i32::from(targets.finish) * lost(target)
                + i32::from(targets.points) * self.tables.sixteenths(target.id.side, target.design.points)
                + i32::from(targets.fresh) * 8 * to_fire;
            for shot in battle.shots(place, crew).filter(|shot| shot.target == target.id.slot) {
                let weapon = usize::from(shot.weapon);
                let cannon = &ship.design.weapons[weapon];
                let Some(modifier) = battle.in_reach(place, weapon, enemy) else { continue };
                let need = i32::from(target.screen_now()) - modifier + off;
                let armour = cannon.against.of(screens);
                let id = (ship.id.side, ship.id.slot);
                let worth = self.tables.shot(id, [crew, weapon], [target.structure, armour], need);
                // What cannot do anything is the last that is fired.
                let all = i32::from(targets.damage) * worth * value / 40 + of_target;
                let score = if worth > 0 { all * menace(target) / 8 } else { i32::MIN };
                if best.as_ref().is_none_or(|(_, most)| score > *most) {
                    best = Some((shot, score));
                }
            }
        }
        best.map(|(shot, _)| shot)
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
        let aboard: u8 = own().map(|other| other.launched + other.torpedoes).fold(0, u8::saturating_add);
        // Those that were launched this turn count: the salvo is decided by the first and finished by the rest.
        if launched + more < policy.salvo.min(aboard).into() {
            return None;
        }
        let mean = mean(ship);
        let flight = battle.flight();
        let most = u32::from(flight.speed) * u32::from(policy.launch_turns);
        let mut tracked = [0i32; 2 * MAX_SHIPS];
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
            let [now, then] = [0, more].map(|count| self.salvo(target, mean, tracked[enemy] + count));
            let score = (then - now) * self.prize(target);
            if best.is_none_or(|(_, most)| score > most) && score > 0 {
                best = Some((target.id.slot, score));
            }
        }
        best.map(|(slot, _)| slot)
    }
}
