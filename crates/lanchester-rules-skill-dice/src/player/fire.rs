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

impl Player<'_> {
    /// The shot with the highest score, the first of those that are equal.
    pub(super) fn best_shot(&self, battle: &Battle<'_>, place: usize, crew: usize) -> Option<Shot> {
        let ship = &battle.ships[place];
        let targets = &self.policy(ship.id.side).targets;
        let off = ship.off_totals();
        let mut best: Option<(Shot, i32)> = None;
        for enemy in battle.enemies(place) {
            let target = &battle.ships[enemy];
            let screens = target.screens_in(battle.turn);
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
                let deals = worth * self.tables.value(target.design.points) / 40;
                let score = if worth > 0 { i32::from(targets.damage) * deals + of_target } else { i32::MIN };
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
        // Those that were launched this turn count: the salvo is decided by the first and finished by the rest.
        let ready: u8 = own()
            .map(|other| {
                other.launched + other.torpedoes.min(other.ready_tubes(battle.turn).saturating_sub(other.launched))
            })
            .sum();
        let aboard: u8 = own().map(|other| other.launched + other.torpedoes).fold(0, u8::saturating_add);
        if ready < policy.salvo.min(aboard) {
            return None;
        }
        let mean: i32 = ship.design.warhead.sides.iter().map(|sides| i32::from(*sides) + 1).sum::<i32>() / 2;
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
            // ASV is taken off a salvo once, so torpedoes go where others go, until there are enough.
            let together = tracked[enemy];
            let net = mean * (together + 1) - i32::from(target.asv);
            let enough = if together >= 4 { 2 } else { 1 };
            let guarded = i32::from(target.ready_nixies().min(1) + target.ready_countermeasures().min(2));
            let score = (net.max(0) * (8 - 2 * guarded) * self.tables.value(target.design.points)) / enough;
            if best.is_none_or(|(_, most)| score > most) && net > 0 {
                best = Some((target.id.slot, score));
            }
        }
        best.map(|(slot, _)| slot)
    }
}
