//! What missiles that attack are worth, and how those of a side are shared out among their targets.

use lanchester_core::Side;

use super::Player;
use super::flight::meeting;
use super::tables::{Worth, chance};
use crate::design::Missiles;
use crate::event::SalvoId;
use crate::formulas::missiles::{point_defence, to_hit, to_pierce};
use crate::reference::{Battle, Salvo, Track};

/// What is left of a missile's worth after a turn of flight: what arrives early does more.
const PATIENCE: f64 = 0.97;
/// Parts in which the missiles of a salvo are shared out.
const PARTS: u16 = 12;

/// Missiles that go for ships together.
#[derive(Clone, Copy, Debug)]
pub struct Attack<'a> {
    /// What they are.
    pub kind: &'a Missiles,
    /// The maneuver that they committed to use.
    pub committed: u8,
    /// Where they are.
    pub track: Track,
}

impl<'a> Attack<'a> {
    /// That of a salvo.
    #[must_use]
    pub const fn of(salvo: &Salvo<'a>) -> Self {
        Self { kind: salvo.design, committed: salvo.committed, track: salvo.track }
    }
}

/// What a side's missiles are expected to do.
#[derive(Clone, Debug)]
pub struct Loads {
    /// Effective hits on each ship, by place.
    hits: Vec<f64>,
    /// Missiles that point defence destroyed of those of each salvo that meet a unit after so many turns.
    stopped: Vec<(usize, u16, f64)>,
}

impl Loads {
    /// No missiles.
    #[must_use]
    pub fn none(battle: &Battle<'_>) -> Self {
        Self { hits: vec![0.0; battle.ships.len()], stopped: Vec::new() }
    }

    /// The hits of this phase so far.
    #[must_use]
    pub fn made(battle: &Battle<'_>) -> Self {
        Self { hits: battle.hits.iter().map(|[hits, _]| f64::from(*hits)).collect(), stopped: Vec::new() }
    }

    /// Missiles that the point defence of a target destroys of so many more.
    fn falls(&self, target: &Target, missiles: u16) -> f64 {
        let same = |(unit, turns, _): &&(usize, u16, f64)| (*unit, *turns) == (target.unit, target.turns);
        let before: f64 = self.stopped.iter().filter(same).map(|(_, _, stopped)| stopped).sum();
        (target.stopped - before).clamp(0.0, missiles.into())
    }
}

/// A ship that missiles may attack.
#[derive(Clone, Copy, Debug)]
struct Prey {
    /// Its place.
    place: usize,
    /// The chance that one of them hits and penetrates.
    chance: f64,
    /// What hits on it are worth, however many points are enough.
    worth: Worth,
}

impl Prey {
    fn of(battle: &Battle<'_>, attack: Attack<'_>, place: usize) -> Self {
        let ship = &battle.ships[place];
        let chance = strike(battle, attack.kind, attack.committed, place);
        Self { place, chance, worth: Worth::of(ship.design, ship.condition(), f64::INFINITY) }
    }
}

/// A unit that missiles of an attack meet.
#[derive(Clone, Debug)]
pub struct Target {
    /// The place of the unit.
    pub unit: usize,
    /// Turns until they meet.
    pub turns: u16,
    /// Missiles that its point defence destroys on average.
    stopped: f64,
    /// Its ships.
    ships: Vec<Prey>,
}

/// Hits on a ship, and what they are worth.
type Hits = [f64; 2];

/// A ship among which missiles are shared out.
#[derive(Clone, Copy, Debug)]
struct Share {
    prey: Prey,
    /// Missiles that attack it.
    missiles: u16,
    hits: Hits,
    /// With the next part of the missiles.
    then: Hits,
}

impl Share {
    fn new(prey: &Prey, enough: f64, hits: f64) -> Self {
        let prey = Prey { worth: prey.worth.at_most(enough), ..*prey };
        let hits = [hits, prey.worth.gain(hits)];
        Self { prey, missiles: 0, hits, then: hits }
    }

    /// These hits and those of so many missiles.
    fn with(&self, [hits, _]: Hits, missiles: u16) -> Hits {
        let hits = hits + f64::from(missiles) * self.prey.chance;
        [hits, self.prey.worth.gain(hits)]
    }

    /// Works out what a part of so many missiles does.
    fn weigh(&mut self, part: u16) {
        self.then = self.with(self.hits, part);
    }

    /// What the next part adds.
    const fn added(&self) -> f64 {
        self.then[1] - self.hits[1]
    }

    /// The next part, of so many missiles, goes for it.
    fn take(&mut self, part: u16) {
        self.missiles += part;
        self.hits = self.then;
        self.weigh(part);
    }

    /// All missiles go for it, in parts of so many. Returns what they add.
    fn take_all(&mut self, missiles: u16, part: u16) -> f64 {
        let mut hits = self.hits;
        let sum = parts(missiles, part).fold(0.0, |sum, part| {
            let [before, then] = [hits, self.with(hits, part)];
            hits = then;
            sum + (then[1] - before[1])
        });
        (self.missiles, self.hits) = (missiles, hits);
        sum
    }
}

/// Shares missiles out among ships that have these hits, where they add most. Returns what they add. Of a result so many victory
/// points are enough.
fn share_out(shares: &mut Vec<Share>, ships: &[Prey], missiles: u16, enough: f64, hits: &[f64]) -> f64 {
    shares.clear();
    shares.extend(ships.iter().map(|prey| Share::new(prey, enough, hits[prey.place])));
    let mut part = (missiles / PARTS).max(1);
    match shares.as_mut_slice() {
        [] => 0.0,
        // PERF: a unit of one ship needs no choice.
        [only] => only.take_all(missiles, part),
        shares => {
            shares.iter_mut().for_each(|share| share.weigh(part));
            parts(missiles, part).fold(0.0, |sum, next| {
                if next < part {
                    part = next;
                    shares.iter_mut().for_each(|share| share.weigh(part));
                }
                let mut best = 0;
                for nth in 1..shares.len() {
                    // Of equal ones the first.
                    if shares[nth].added() > shares[best].added() {
                        best = nth;
                    }
                }
                let added = shares[best].added();
                shares[best].take(part);
                sum + added
            })
        }
    }
}

/// Missiles in parts of so many, the last of what is left.
fn parts(missiles: u16, step: u16) -> impl Iterator<Item = u16> {
    (0..missiles).step_by(step.into()).map(move |gone| step.min(missiles - gone))
}

/// The target of an attack.
#[derive(Clone, Copy, Debug)]
pub struct Aimed<'t> {
    /// What it is.
    pub target: &'t Target,
    /// What the attack adds to what other missiles do, its flight counted.
    pub worth: f64,
}

/// The chance that a missile that attacks a ship hits and penetrates it.
fn strike(battle: &Battle<'_>, kind: &Missiles, committed: u8, ship: usize) -> f64 {
    let target = &battle.ships[ship];
    let hit = to_hit(target.design.target[0], [target.electronics(), target.maneuver()], &kind.kind, committed);
    let inclusive = battle.options.missile_pen_inclusive;
    chance(hit) * chance(to_pierce(&kind.kind, committed, target.design.armour, inclusive))
}

/// Missiles that the point defence of a unit destroys on average.
pub(super) fn stopped(battle: &Battle<'_>, unit: usize, kind: &Missiles) -> f64 {
    let of = |ship: usize| {
        let ship = &battle.ships[ship];
        f64::from(ship.batteries()) * chance(point_defence(ship.design.strength, kind.kind.defence))
    };
    battle.ships_of(unit).map(of).sum()
}

/// The ships of a unit that so many missiles attack, each with its share, and what they add to these loads: missiles go where
/// they add most.
pub(super) fn shares(
    battle: &Battle<'_>,
    (attack, missiles): (Attack<'_>, u16),
    unit: usize,
    enough: f64,
    loads: &Loads,
) -> (Vec<(usize, u16)>, f64) {
    let ships: Vec<Prey> = battle.ships_of(unit).map(|place| Prey::of(battle, attack, place)).collect();
    let mut shares = Vec::new();
    let sum = share_out(&mut shares, &ships, missiles, enough, &loads.hits);
    let shared = shares.iter().filter(|share| share.missiles > 0).map(|share| (share.prey.place, share.missiles));
    (shared.collect(), sum)
}

/// The units of the other seat that missiles of a seat meet within so many turns.
pub(super) fn targets(battle: &Battle<'_>, attack: Attack<'_>, [seat, most]: [usize; 2]) -> Vec<Target> {
    let target = |unit: usize| {
        let turns = meeting(attack.track, battle.units[unit].track, attack.committed, most as u16)?;
        let ships = battle.ships_of(unit).map(|place| Prey::of(battle, attack, place)).collect();
        Some(Target { unit, turns, stopped: stopped(battle, unit, attack.kind), ships })
    };
    battle.units_of(1 - seat).filter_map(target).collect()
}

/// Missiles of which it is known what other missiles do.
#[derive(Debug)]
pub struct Volleys {
    /// What those do.
    loads: Loads,
    /// PERF: memory for the ships of a target.
    shares: Vec<Share>,
}

impl Volleys {
    /// Beside these loads.
    #[must_use]
    pub const fn new(loads: Loads) -> Self {
        Self { loads, shares: Vec::new() }
    }

    /// What so many missiles add at most where they go for a target: no less than [`Volleys::add`] says, and quickly worked out.
    fn add_at_most(&self, target: &Target, missiles: u16, enough: f64) -> f64 {
        let arriving = f64::from(missiles) - self.loads.falls(target, missiles) + 0.5;
        let (mut all, mut base, mut slope) = (0.0, 0.0, 0.0f64);
        for prey in &target.ships {
            let (hits, worth) = (self.loads.hits[prey.place], prey.worth.at_most(enough));
            let before = worth.gain(hits);
            all += worth.most() - before;
            base += worth.of_a_hit() * hits - before;
            slope = slope.max(worth.of_a_hit() * prey.chance);
        }
        // What is rounded in so many sums is much less.
        f64::min(all, base + arriving * slope) * (1.0 + 1e-9) + 1e-6
    }

    /// What so many missiles add where they go for a target.
    fn add(&mut self, target: &Target, missiles: u16, enough: f64) -> f64 {
        let arriving = (f64::from(missiles) - self.loads.falls(target, missiles)).round() as u16;
        share_out(&mut self.shares, &target.ships, arriving, enough, &self.loads.hits)
    }

    /// The target for which so many missiles go, the first of those where they add most; `None` where they add no more than `least`.
    pub(super) fn aim<'t>(
        &mut self,
        targets: &'t [Target],
        missiles: u16,
        enough: f64,
        mut least: f64,
    ) -> Option<Aimed<'t>> {
        let mut best = None;
        for target in targets {
            let late = PATIENCE.powi(target.turns.into());
            // PERF: most candidates cannot be the best.
            if self.add_at_most(target, missiles, enough) * late <= least {
                continue;
            }
            let worth = self.add(target, missiles, enough) * late;
            if worth > least {
                (best, least) = (Some(Aimed { target, worth }), worth);
            }
        }
        best
    }

    /// The chance that so many missiles that go for a target have any result, its flight counted, and victory points of a result
    /// on average, however many are enough.
    pub(super) fn result(&mut self, target: &Target, missiles: u16, enough: f64) -> [f64; 2] {
        self.add(target, missiles, enough);
        let (mut none, mut sum) = (1.0, 0.0);
        for (share, prey) in self.shares.iter().zip(&target.ships).filter(|(share, _)| share.missiles > 0) {
            let hits = share.hits[0] - self.loads.hits[prey.place];
            none *= 1.0 - prey.worth.any(hits);
            sum += prey.worth.gain(hits);
        }
        let any: f64 = 1.0 - none;
        if any > 0.0 { [any * PATIENCE.powi(target.turns.into()), sum / any] } else { [0.0; 2] }
    }

    /// Victory points that the known missiles are expected to bring, however many are enough.
    pub(super) fn expected(&self, battle: &Battle<'_>) -> f64 {
        let ships = battle.ships.iter().zip(&self.loads.hits);
        ships.map(|(ship, hits)| Worth::of(ship.design, ship.condition(), f64::INFINITY).gain(*hits)).sum()
    }

    /// So many missiles go for a target.
    pub(super) fn go(&mut self, target: &Target, missiles: u16, enough: f64) {
        self.add(target, missiles, enough);
        let falls = self.loads.falls(target, missiles);
        let Loads { hits, stopped } = &mut self.loads;
        self.shares.iter().for_each(|share| hits[share.prey.place] = share.hits[0]);
        stopped.push((target.unit, target.turns, falls));
    }
}

impl Player<'_> {
    /// What the salvos of a side in flight do, one after the other as they were launched, each where it adds most: up to this one,
    /// with its target's place and the turns until they meet, or all of them.
    pub(super) fn in_flight(
        &self,
        battle: &Battle<'_>,
        side: Side,
        upto: Option<SalvoId>,
    ) -> (Volleys, Option<(usize, u16)>) {
        let seat = battle.seat(side);
        let most = super::flight::to_come(battle);
        let mut volleys = Volleys::new(Loads::none(battle));
        let enough = self.enough(battle, side, 0);
        for salvo in battle.in_flight(seat).filter(|salvo| !super::missiles::counters(battle, salvo)) {
            let targets = targets(battle, Attack::of(salvo), [seat, most.into()]);
            let aimed = volleys.aim(&targets, salvo.missiles, enough, 0.0);
            if Some(salvo.id) == upto {
                return (volleys, aimed.map(|aimed| (aimed.target.unit, aimed.target.turns)));
            }
            if let Some(Aimed { target, .. }) = aimed {
                volleys.go(target, salvo.missiles, enough);
            }
        }
        (volleys, None)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lanchester_lanes::dice::SplitMix;
    use lanchester_scenario::Library;

    use super::*;
    use crate::Fires;
    use crate::formulas::damage::Condition;

    /// Ships that were drawn, with the hits on each.
    fn drawn(library: &Library<Fires>, random: &mut SplitMix) -> (Vec<Prey>, Vec<f64>) {
        let ids = ["tradewind", "zephyr", "mistral", "monsoon", "gaur", "aurochs"];
        let ships = (0..1 + random.below(4) as usize).map(|place| {
            let design = Arc::clone(&library.ship(ids[random.below(6) as usize]).expect("a shipped ship"));
            let condition = *random.pick(&Condition::ALL[..4]);
            let chance = random.below(400) as f64 / 400.0;
            Prey { place, chance, worth: Worth::of(&design, condition, f64::INFINITY) }
        });
        let ships: Vec<Prey> = ships.collect();
        let hits = ships.iter().map(|_| random.below(60) as f64 / 10.0).collect();
        (ships, hits)
    }

    /// The definition, step by step: parts of a twelfth go one after the other where each adds most, and what is left goes last.
    fn plainly(ships: &[Prey], missiles: u16, enough: f64, hits: &[f64]) -> (Vec<u16>, f64) {
        let (mut hits, mut shares) = (hits.to_vec(), vec![0; ships.len()]);
        let (mut left, mut sum) = (missiles, 0.0);
        while left > 0 {
            let part = left.min((missiles / PARTS).max(1));
            let added: Vec<f64> = ships
                .iter()
                .zip(&hits)
                .map(|(prey, hits)| {
                    let worth = prey.worth.at_most(enough);
                    worth.gain(hits + f64::from(part) * prey.chance) - worth.gain(*hits)
                })
                .collect();
            let best = (0..added.len()).reduce(|best, nth| if added[nth] > added[best] { nth } else { best });
            let best = best.expect("a ship");
            sum += added[best];
            hits[best] += f64::from(part) * ships[best].chance;
            shares[best] += part;
            left -= part;
        }
        (shares, sum)
    }

    #[test]
    fn missiles_are_shared_out_as_the_definition_says_and_add_no_more_than_is_thought() {
        let (library, mut random) = (Library::<Fires>::shipped(), SplitMix(1));
        for _ in 0..4000 {
            let (ships, hits) = drawn(&library, &mut random);
            let missiles = random.below(191) as u16;
            let enough = *random.pick(&[40.0, 150.0, 900.0, 1e9]);
            let (shares, sum) = plainly(&ships, missiles, enough, &hits);
            let mut found = Vec::new();
            assert_eq!(share_out(&mut found, &ships, missiles, enough, &hits), sum);
            assert_eq!(found.iter().map(|share| share.missiles).collect::<Vec<_>>(), shares);
            let stopped = random.below(300) as f64 / 10.0;
            let target = Target { unit: 0, turns: 3, stopped, ships };
            let before = vec![(0, 3, random.below(100) as f64 / 10.0)];
            let mut volleys = Volleys::new(Loads { hits, stopped: before });
            let most = volleys.add_at_most(&target, missiles, enough);
            let added = volleys.add(&target, missiles, enough);
            assert!(added <= most, "{added} of {most} at most: {target:?}");
        }
    }
}
