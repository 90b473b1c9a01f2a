//! Missiles: how many are launched, at whom, with what commitment, and their way.
//!
//! Ships do not thrust after the initial phase, so where a target will be is known. A missile whose k thrusts are c hexes at most
//! arrives at whatever is within c·k·(k + 1)/2 hexes of where it would drift.

use lanchester_lanes::hex::Hex16;

use super::Player;
use super::tables::chance;
use crate::design::Missiles;
use crate::event::{Aim, SalvoId};
use crate::formulas::missiles::{point_defence, reach, to_hit, to_intercept, to_pierce};
use crate::reference::choices::{Against, Course, Launch};
use crate::reference::{Battle, Salvo, Track};

/// What is left of a missile's worth after a turn of flight: what arrives early does more.
const PATIENCE: f64 = 0.97;
/// Victory points, in hundredths, by which a side must lead to win.
const LEAD: i64 = 5000;
/// Hexes beyond which an engagement of ten turns or more may end, and those turns.
const APART: (u16, u16) = (24, 10);

/// Turns until the first meeting within a number of turns, if there is one: missiles of a commitment on a track with a target.
fn meeting(missiles: Track, target: Track, committed: u8, most: u16) -> Option<u16> {
    let near = |turns: &u16| {
        let apart = missiles.after(*turns).distance(target.after(*turns));
        i32::from(apart) <= reach(committed, (*turns).into())
    };
    (0..=most).find(near)
}

/// The thrust toward a target that is met after so many turns: as even as it can be, and what is left can be made up for.
fn toward(missiles: Track, target: Track, committed: u8, turns: u16) -> Hex16 {
    let way = missiles.after(turns).to(target.after(turns));
    let most = i16::from(committed);
    let mut best = (u32::MAX, Hex16::default());
    for q in -most..=most {
        let high = 2 * most - q.abs();
        for h in (-high..=high).step_by(2) {
            let left = Hex16 { q: turns as i16 * q, h: turns as i16 * h }.distance(way);
            if u32::from(left) < best.0 {
                best = (left.into(), Hex16::new(q, h));
            }
        }
    }
    best.1
}

/// A way to attack a unit.
struct Plan {
    /// What a missile of it is worth, its flight counted.
    each: f64,
    /// The maneuver that it commits to.
    committed: u8,
}

impl Player<'_> {
    /// The chance that a missile that attacks a ship hits and penetrates it.
    fn strike(battle: &Battle<'_>, kind: &Missiles, committed: u8, ship: usize) -> f64 {
        let target = &battle.ships[ship];
        let hit = to_hit(target.design.target[0], [target.electronics(), target.maneuver()], &kind.kind, committed);
        let inclusive = battle.options.missile_pen_inclusive;
        chance(hit) * chance(to_pierce(&kind.kind, committed, target.design.armour, inclusive))
    }

    /// The ships of a unit that so many missiles attack, each with its share, and what they are worth together: each missile goes
    /// where it adds most.
    pub(super) fn shares(
        &self,
        battle: &Battle<'_>,
        kind: &Missiles,
        committed: u8,
        [unit, missiles]: [usize; 2],
    ) -> (Vec<(usize, u16)>, f64) {
        let strikes = |ship| (ship, 0u16, Self::strike(battle, kind, committed, ship));
        let mut ships: Vec<(usize, u16, f64)> = battle.ships_of(unit).map(strikes).collect();
        let worth = |(ship, count, chance): (usize, u16, f64)| {
            let ship = &battle.ships[ship];
            self.tables.gain(ship.design, ship.condition(), f64::from(count) * chance)
        };
        let mut sum = 0.0;
        // Not one by one where there are many.
        let step = (missiles / 24).max(1);
        let mut left = missiles;
        while left > 0 {
            let more = step.min(left) as u16;
            let adds = |of: (usize, u16, f64)| worth((of.0, of.1 + more, of.2)) - worth(of);
            let mut best: Option<(usize, f64)> = None;
            for (nth, of) in ships.iter().enumerate() {
                let added = adds(*of);
                if best.is_none_or(|(_, most)| added > most) {
                    best = Some((nth, added));
                }
            }
            let Some((nth, added)) = best else { break };
            ships[nth].1 += more;
            sum += added;
            left -= usize::from(more);
        }
        (ships.into_iter().filter(|(_, count, _)| *count > 0).map(|(ship, count, _)| (ship, count)).collect(), sum)
    }

    /// Missiles that the point defence of a unit destroys on average.
    fn stopped(battle: &Battle<'_>, unit: usize, kind: &Missiles) -> f64 {
        let of = |ship: usize| {
            let ship = &battle.ships[ship];
            f64::from(ship.batteries()) * chance(point_defence(ship.design.strength, kind.kind.defence))
        };
        battle.ships_of(unit).map(of).sum()
    }

    /// Victory points by which a side leads, in hundredths.
    fn lead(battle: &Battle<'_>, seat: usize) -> i64 {
        let of = |seat: usize| {
            let ships = battle.ships.iter().filter(|ship| ship.seat != seat);
            ships.map(|ship| i64::from(ship.condition().percent() * ship.design.cost)).sum::<i64>()
        };
        let spent = |seat| {
            let side = lanchester_core::Side::in_seat(seat, battle.number);
            100 * i64::from(battle.spent[side])
        };
        of(seat) + spent(1 - seat) - of(1 - seat) - spent(seat)
    }

    /// Turns that are still to come after this one, if nothing changes.
    fn to_come(battle: &Battle<'_>) -> u16 {
        let (apart, from) = APART;
        let near = |turns: u16| {
            battle.units_of(0).any(|one| {
                let at = battle.units[one].track.after(turns);
                battle.units_of(1).any(|other| at.distance(battle.units[other].track.after(turns)) <= apart)
            })
        };
        let over = |turns: &u16| {
            let turn = battle.turn + turns;
            turn >= battle.options.turn_cap || battle.options.ends_apart && turn >= from && !near(*turns)
        };
        (0..battle.options.turn_cap).find(over).unwrap_or(0)
    }

    /// Salvos of the opponent in the hex of a unit.
    fn arrived<'b>(battle: &'b Battle<'_>, unit: usize) -> impl Iterator<Item = &'b Salvo<'b>> {
        let unit = &battle.units[unit];
        battle.in_flight(1 - unit.seat).filter(|salvo| salvo.track.present == unit.track.present)
    }

    /// What the ships of a unit launch.
    pub(super) fn best_launches(&self, battle: &Battle<'_>, unit: usize) -> Vec<Launch> {
        if Self::arrived(battle, unit).next().is_some() {
            return self.counter(battle, unit);
        }
        let own = &battle.units[unit];
        let policy = self.policy(own.id.side);
        if policy.protect && Self::lead(battle, own.seat) >= LEAD {
            return Vec::new();
        }
        let to_come = Self::to_come(battle);
        let mut launches = Vec::new();
        for ship in battle.ships_of(unit) {
            let of = &battle.ships[ship];
            let Some(kind) = of.design.missiles.as_ref().filter(|_| of.may_launch()) else { continue };
            let part = |sixteenths: u8| (u16::from(kind.count) * u16::from(sixteenths)).div_ceil(16) as u8;
            let missiles = of.missiles.saturating_sub(part(policy.reserve)).min(part(policy.salvo));
            if missiles == 0 {
                continue;
            }
            // Alike ships launch alike: what one is worth is seen with all of them.
            let alike =
                battle.ships_of(unit).filter(|other| battle.ships[*other].design.missiles.as_ref() == Some(kind));
            let together = usize::from(missiles) * alike.count();
            let plan = self.plan(battle, unit, kind, [together, to_come.into()]);
            let least = f64::from(policy.worth) / 8.0 * self.tables.of_cost(kind.cost.into());
            if let Some(plan) = plan.filter(|plan| plan.each >= least) {
                launches.push(Launch { ship, missiles, committed: plan.committed });
            }
        }
        launches
    }

    /// The best way to attack with so many missiles of a kind together, launched now by a unit.
    fn plan(&self, battle: &Battle<'_>, unit: usize, kind: &Missiles, [missiles, to_come]: [usize; 2]) -> Option<Plan> {
        let own = &battle.units[unit];
        let policy = self.policy(own.id.side);
        let most = (to_come as u16).min(policy.flight.into());
        let full = kind.kind.maneuver;
        let mut best: Option<Plan> = None;
        for enemy in battle.units_of(1 - own.seat) {
            if battle.ships_of(enemy).next().is_none() {
                continue;
            }
            let arriving = missiles as f64 - Self::stopped(battle, enemy, kind);
            for committed in policy.commit.min(full)..=full {
                let Some(turns) = meeting(own.track, battle.units[enemy].track, committed, most) else { continue };
                let (_, worth) = self.shares(battle, kind, committed, [enemy, arriving.max(0.0).round() as usize]);
                let each = worth / missiles as f64 * PATIENCE.powi(turns.into());
                if best.as_ref().is_none_or(|plan| each > plan.each) {
                    best = Some(Plan { each, committed });
                }
            }
        }
        best
    }

    /// Missiles against those that have arrived, enough for those that point defence leaves, if that is worth them. They commit to
    /// their whole maneuver.
    fn counter(&self, battle: &Battle<'_>, unit: usize) -> Vec<Launch> {
        let own = &battle.units[unit];
        let policy = self.policy(own.id.side);
        let mut launches = Vec::new();
        let attack: Vec<&Salvo<'_>> = Self::arrived(battle, unit).collect();
        let Some(first) = attack.iter().max_by_key(|salvo| salvo.missiles) else { return launches };
        let count: u16 = attack.iter().map(|salvo| salvo.missiles).sum();
        let left = f64::from(count) - Self::stopped(battle, unit, first.design);
        if left <= 0.0 {
            return launches;
        }
        let arriving = left.round() as usize;
        let (_, worth) = self.shares(battle, first.design, first.committed, [unit, arriving]);
        let mut wanted = None;
        for ship in battle.ships_of(unit) {
            let of = &battle.ships[ship];
            let Some(kind) = of.design.missiles.as_ref().filter(|_| of.may_launch()) else { continue };
            let own = (&kind.kind, kind.kind.maneuver);
            let hit = chance(to_intercept(own, (&first.design.kind, first.committed)));
            let least = f64::from(policy.counter) / 8.0 * self.tables.of_cost(kind.cost.into());
            if hit <= 0.0 || worth / left * hit < least {
                continue;
            }
            let wanted = wanted.get_or_insert_with(|| (left / hit).ceil() as u16);
            let missiles = (*wanted).min(of.missiles.into()) as u8;
            if missiles > 0 {
                *wanted -= u16::from(missiles);
                launches.push(Launch { ship, missiles, committed: kind.kind.maneuver });
            }
        }
        launches
    }

    /// The course of a salvo: to the ships where it arrives and is worth most; against missiles, those of [`Player::counter`].
    pub(super) fn best_courses(&self, battle: &Battle<'_>, id: SalvoId, against: Against) -> Vec<Course> {
        let Some(salvo) = battle.salvo(id) else { return Vec::new() };
        let seat = battle.seat(id.side);
        // Launched by `counter`: nothing else is launched where missiles have arrived.
        let counters = salvo.launched == battle.turn && Self::arrived(battle, salvo.unit).next().is_some();
        match against {
            Against::Ships if !counters => self.approach(battle, salvo, 1 - seat).into_iter().collect(),
            Against::Missiles if counters => {
                let targets = Self::arrived(battle, salvo.unit).max_by_key(|target| target.missiles);
                let course = |target: &Salvo<'_>| Course {
                    missiles: salvo.missiles,
                    aim: Aim::Salvo(target.id.number),
                    thrust: Hex16::default(),
                };
                targets.map(course).into_iter().collect()
            }
            _ => Vec::new(),
        }
    }

    /// The way of a salvo to the ships of the other seat.
    fn approach(&self, battle: &Battle<'_>, salvo: &Salvo<'_>, seat: usize) -> Option<Course> {
        let most = Self::to_come(battle);
        let mut best: Option<(f64, usize, u16)> = None;
        for enemy in battle.units_of(seat) {
            let target = battle.units[enemy].track;
            let Some(turns) = meeting(salvo.track, target, salvo.committed, most) else { continue };
            let (_, worth) = self.shares(battle, salvo.design, salvo.committed, [enemy, salvo.missiles.into()]);
            let worth = worth * PATIENCE.powi(turns.into());
            if worth > 0.0 && best.is_none_or(|(most, ..)| worth > most) {
                best = Some((worth, enemy, turns));
            }
        }
        let (_, enemy, turns) = best?;
        let thrust = toward(salvo.track, battle.units[enemy].track, salvo.committed, turns);
        let thrust = if turns == 0 { Hex16::default() } else { thrust };
        Some(Course { missiles: salvo.missiles, aim: Aim::Unit(battle.units[enemy].id.number), thrust })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever is within reach is met, by the thrusts that are chosen turn by turn.
    #[test]
    fn missiles_meet_what_they_can_reach() {
        let missiles = Track { present: Hex16::new(3, 7), future: Hex16::new(4, 4) };
        let mut met = 0;
        for q in (-18..=18).step_by(3) {
            for h in (-30..=30).step_by(2) {
                let present = Hex16::new(q, if q % 2 == 0 { h } else { h + 1 });
                let target = Track { present, future: Hex16 { q: present.q + 1, h: present.h - 1 } };
                for committed in 0..4u8 {
                    let Some(turns) = meeting(missiles, target, committed, 9) else { continue };
                    let (mut salvo, mut ship) = (missiles, target);
                    for left in (1..=turns).rev() {
                        let by = toward(salvo, ship, committed, left);
                        assert!(by.distance(Hex16::default()) <= committed.into());
                        (salvo, ship) = (salvo.thrust(by).moved(), ship.moved());
                    }
                    assert_eq!(salvo.present, ship.present, "{target:?} by {committed} in {turns}");
                    met += 1;
                }
            }
        }
        assert!(met > 500, "{met}");
    }
}
