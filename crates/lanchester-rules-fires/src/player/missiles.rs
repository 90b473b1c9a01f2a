//! Missiles: how many are launched, with what commitment, and their courses.

use lanchester_lanes::hex::Hex16;

use super::Player;
use super::flight::{to_come, toward};
use super::launches::Magazine;
use super::strikes::{Attack, Loads, shares, stopped};
use crate::design::Missiles;
use crate::event::{Aim, SalvoId};
use crate::formulas::dice::chance;
use crate::formulas::missiles::to_intercept;
use crate::reference::choices::{Against, Course, Launch};
use crate::reference::victory::LEAD;
use crate::reference::{Battle, Salvo};

/// Salvos of the opponent in the hex of a unit.
fn arrived<'b>(battle: &'b Battle<'_>, unit: usize) -> impl Iterator<Item = &'b Salvo<'b>> {
    let unit = &battle.units[unit];
    battle.in_flight(1 - unit.seat).filter(|salvo| salvo.track.present == unit.track.present)
}

/// Whether a salvo was launched against missiles: nothing else is launched where these have arrived.
pub(super) fn counters(battle: &Battle<'_>, salvo: &Salvo<'_>) -> bool {
    salvo.launched == battle.turn && arrived(battle, salvo.unit).next().is_some()
}

/// Victory points by which a seat leads, in hundredths.
pub(super) fn lead(battle: &Battle<'_>, seat: usize) -> i64 {
    let of = |seat: usize| {
        let ships = battle.ships.iter().filter(|ship| ship.seat != seat);
        ships.map(|ship| i64::from(ship.condition().percent() * ship.design.cost)).sum::<i64>()
    };
    let spent = |seat| 100 * i64::from(battle.spent[lanchester_core::Side::in_seat(seat, battle.number)]);
    of(seat) + spent(1 - seat) - of(1 - seat) - spent(seat)
}

impl Player<'_> {
    /// What the ships of a unit launch: against missiles where some have arrived, else against ships.
    pub(super) fn best_launches(&self, battle: &Battle<'_>, unit: usize) -> Vec<Launch> {
        if arrived(battle, unit).next().is_some() {
            return self.counter(battle, unit);
        }
        let own = &battle.units[unit];
        let policy = self.policy(own.id.side);
        // What the enemy spent on missiles that are on their way is no lead yet.
        let threatened = battle.in_flight(1 - own.seat).next().is_some();
        if policy.protect && !threatened && lead(battle, own.seat) >= LEAD.into() {
            return Vec::new();
        }
        let part = |count: u8, sixteenths: u8| (u16::from(count) * u16::from(sixteenths)).div_ceil(16) as u8;
        let mut enemies = battle.in_play(1 - own.seat);
        let armed = threatened || policy.reserve > 0 && enemies.any(|enemy| battle.ships[enemy].may_launch());
        // Each kind of missile with what the ships may launch of it.
        let mut kinds: Vec<(&Missiles, Vec<(usize, u8)>)> = Vec::new();
        for ship in battle.ships_of(unit) {
            let of = &battle.ships[ship];
            let Some(kind) = of.design.missiles.as_ref().filter(|_| of.may_launch()) else { continue };
            let kept = if armed { part(kind.count, policy.reserve) } else { 0 };
            let missiles = of.missiles.saturating_sub(kept).min(part(kind.count, policy.salvo));
            match kinds.iter_mut().find(|(of, _)| *of == kind) {
                _ if missiles == 0 => {}
                Some((_, ships)) => ships.push((ship, missiles)),
                None => kinds.push((kind, vec![(ship, missiles)])),
            }
        }
        if kinds.is_empty() {
            return Vec::new();
        }
        let to_come = to_come(battle);
        let (mut volleys, _) = self.in_flight(battle, own.id.side, None, to_come);
        let (mut launches, mut spent) = (Vec::new(), 0);
        for (kind, ships) in kinds {
            let magazine = Magazine { unit, kind, ships: &ships };
            if let Some((part, committed)) = self.plan(battle, &magazine, &mut volleys, (spent, to_come)) {
                let of = |(ship, missiles)| Launch { ship, missiles, committed };
                launches.extend(part.of(&ships).map(of));
                spent += magazine.price(part);
            }
        }
        launches
    }

    /// Missiles against those that have arrived, enough for those that point defence leaves, if that is worth them. They commit to
    /// their whole maneuver.
    fn counter(&self, battle: &Battle<'_>, unit: usize) -> Vec<Launch> {
        let own = &battle.units[unit];
        let policy = self.policy(own.id.side);
        let mut launches = Vec::new();
        let Some(first) = arrived(battle, unit).max_by_key(|salvo| salvo.missiles) else { return launches };
        let count: u16 = arrived(battle, unit).map(|salvo| salvo.missiles).sum();
        let left = f64::from(count) - stopped(battle, unit, first.design);
        if left <= 0.0 {
            return launches;
        }
        let attack = (Attack::of(first), left.round() as u16);
        let enough = self.enough(battle, own.id.side, 0);
        let (_, worth) = shares(self.tables, battle, attack, unit, enough, &Loads::default());
        let mut wanted = None;
        for ship in battle.ships_of(unit) {
            let of = &battle.ships[ship];
            let Some(kind) = of.design.missiles.as_ref().filter(|_| of.may_launch()) else { continue };
            let committed = kind.kind.maneuver;
            let hit = chance(to_intercept((&kind.kind, committed), (&first.design.kind, first.committed)));
            let least = f64::from(policy.counter) / 8.0 * f64::from(kind.cost);
            if hit <= 0.0 || worth / left * hit < least {
                continue;
            }
            let wanted = wanted.get_or_insert_with(|| (left / hit).ceil() as u16);
            let missiles = (*wanted).min(of.missiles.into()) as u8;
            if missiles > 0 {
                *wanted -= u16::from(missiles);
                launches.push(Launch { ship, missiles, committed });
            }
        }
        launches
    }

    /// The course of a salvo: to the ships where it arrives and adds most; against missiles, those of [`Player::counter`].
    pub(super) fn best_courses(&self, battle: &Battle<'_>, id: SalvoId, against: Against) -> Vec<Course> {
        let Some(salvo) = battle.salvo(id) else { return Vec::new() };
        let course = match (against, counters(battle, salvo)) {
            (Against::Ships, false) => {
                self.in_flight(battle, id.side, Some(id), to_come(battle)).1.map(|(unit, turns)| {
                    let target = &battle.units[unit];
                    (Aim::Unit(target.id.number), toward(salvo.track, target.track, salvo.committed, turns))
                })
            }
            (Against::Missiles, true) => arrived(battle, salvo.unit)
                .max_by_key(|target| target.missiles)
                .map(|target| (Aim::Salvo(target.id.number), Hex16::default())),
            _ => None,
        };
        course.map(|(aim, thrust)| Course { missiles: salvo.missiles, aim, thrust }).into_iter().collect()
    }
}
