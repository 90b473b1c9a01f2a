//! What missiles that attack are worth, and how those of a side are shared out among their targets.

use std::ops::Range;

use lanchester_core::Side;

use super::Player;
use super::flight::meetings;
use super::tables::{Tables, Worth};
use crate::design::{MAX_SHIPS, Missiles};
use crate::event::SalvoId;
use crate::formulas::dice::chance;
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
    pub const fn of(salvo: &Salvo<'a>) -> Self {
        Self { kind: salvo.design, committed: salvo.committed, track: salvo.track }
    }
}

/// What a side's missiles are expected to do.
#[derive(Clone, Debug, Default)]
pub struct Loads {
    /// Effective hits on each ship, by place.
    hits: [f64; 2 * MAX_SHIPS],
    /// Missiles that point defence destroyed of those of each salvo that meet a unit after so many turns.
    stopped: Vec<(usize, u16, f64)>,
}

impl Loads {
    /// The hits of this phase so far.
    pub fn made(battle: &Battle<'_>) -> Self {
        let mut loads = Self::default();
        loads.hits.iter_mut().zip(&battle.hits).for_each(|(hits, [made, _])| *hits = f64::from(*made));
        loads
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
    fn of(tables: &Tables, battle: &Battle<'_>, attack: Attack<'_>, place: usize) -> Self {
        let (ship, missile) = (&battle.ships[place], &attack.kind.kind);
        let hit = to_hit(ship.design.target[0], [ship.electronics(), ship.maneuver()], missile, attack.committed);
        let inclusive = battle.options.missile_pen_inclusive;
        let pierce = to_pierce(missile, attack.committed, ship.design.armour, inclusive);
        Self { place, chance: chance(hit) * chance(pierce), worth: *tables.worth(ship) }
    }
}

/// A unit that missiles of an attack meet.
#[derive(Clone, Debug)]
pub struct Target {
    /// The place of the unit.
    pub unit: usize,
    /// The maneuver that they commit to.
    pub committed: u8,
    /// Turns until they meet.
    pub turns: u16,
    /// Missiles that its point defence destroys on average.
    stopped: f64,
    /// Its ships, by their places in [`Targets::ships`].
    ships: Range<usize>,
}

/// The units that missiles of an attack may meet.
#[derive(Clone, Debug, Default)]
pub struct Targets {
    /// All of them.
    pub all: Vec<Target>,
    /// The ships of each, one after the other.
    ships: Vec<Prey>,
}

/// A ship among which missiles are shared out.
#[derive(Clone, Copy, Debug)]
struct Share {
    prey: Prey,
    /// Missiles that attack it.
    missiles: u16,
    /// Hits on it, and what they are worth: now, with the next part of the missiles, and with the part after that.
    ///
    /// PERF: what comes next is known before it is asked for, and nothing moves: `now` goes around.
    hits: [f64; 3],
    worth: [f64; 3],
    now: usize,
    /// What the next part adds.
    added: f64,
}

impl Share {
    fn new(prey: &Prey, enough: f64, hits: f64) -> Self {
        let prey = Prey { worth: prey.worth.at_most(enough), ..*prey };
        Self { prey, missiles: 0, hits: [hits; 3], worth: [prey.worth.gain(hits); 3], now: 0, added: 0.0 }
    }

    /// Hits on it.
    const fn hits(&self) -> f64 {
        self.hits[self.now]
    }

    /// Works out what comes after a place, with a part of so many missiles. Returns where it stands.
    fn go_on(&mut self, from: usize, part: u16) -> usize {
        let to = (from + 1) % 3;
        self.hits[to] = self.hits[from] + f64::from(part) * self.prey.chance;
        self.worth[to] = self.prey.worth.gain(self.hits[to]);
        to
    }

    /// Works out what a part of so many missiles does.
    fn weigh(&mut self, part: u16) {
        let then = self.go_on(self.now, part);
        self.added = self.worth[then] - self.worth[self.now];
        self.go_on(then, part);
    }

    /// The next part, of so many missiles, goes for it.
    fn take(&mut self, part: u16) {
        self.missiles += part;
        self.now = (self.now + 1) % 3;
        let then = (self.now + 1) % 3;
        self.added = self.worth[then] - self.worth[self.now];
        self.go_on(then, part);
    }
}

/// Shares missiles out among ships that have these hits, where they add most. Returns what they add. Of a result so many victory
/// points are enough.
fn share_out(shares: &mut Vec<Share>, ships: &[Prey], missiles: u16, enough: f64, hits: &[f64]) -> f64 {
    shares.clear();
    shares.extend(ships.iter().map(|prey| Share::new(prey, enough, hits[prey.place])));
    let (mut part, mut left, mut sum) = ((missiles / PARTS).max(1), missiles, 0.0);
    shares.iter_mut().for_each(|share| share.weigh(part));
    while left > 0 && !shares.is_empty() {
        if left < part {
            // What is left of them goes last.
            part = left;
            shares.iter_mut().for_each(|share| share.weigh(part));
        }
        let mut best = 0;
        for nth in 1..shares.len() {
            // Of equal ones the first.
            best = if shares[nth].added > shares[best].added { nth } else { best };
        }
        sum += shares[best].added;
        shares[best].take(part);
        left -= part;
    }
    sum
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
    tables: &Tables,
    battle: &Battle<'_>,
    (attack, missiles): (Attack<'_>, u16),
    unit: usize,
    enough: f64,
    loads: &Loads,
) -> (Vec<(usize, u16)>, f64) {
    let ships: Vec<Prey> = battle.ships_of(unit).map(|place| Prey::of(tables, battle, attack, place)).collect();
    let mut shares = Vec::new();
    let sum = share_out(&mut shares, &ships, missiles, enough, &loads.hits);
    let shared = shares.iter().filter(|share| share.missiles > 0).map(|share| (share.prey.place, share.missiles));
    (shared.collect(), sum)
}

impl Targets {
    /// The units of the other seat that missiles of a seat meet within so many turns, if they commit to as much maneuver as the
    /// attack, or to more up to `full`: those of the least commitment first.
    pub(super) fn new(
        tables: &Tables,
        battle: &Battle<'_>,
        attack: Attack<'_>,
        full: u8,
        (seat, most): (usize, u16),
    ) -> Self {
        // PERF: memory for all of them at once.
        let ways = usize::from(full - attack.committed) + 1;
        let [units, ships] = [battle.units_of(1 - seat).len(), battle.fleet(1 - seat).len()];
        let mut targets = Self { all: Vec::with_capacity(ways * units), ships: Vec::with_capacity(ways * ships) };
        for unit in battle.units_of(1 - seat) {
            let track = battle.units[unit].track;
            let meetings = meetings(attack.track, track, [attack.committed, full], most);
            if meetings[usize::from(full)].is_none() {
                continue;
            }
            let stopped = stopped(battle, unit, attack.kind);
            for committed in attack.committed..=full {
                let Some(turns) = meetings[usize::from(committed)] else { continue };
                let first = targets.ships.len();
                let attack = Attack { committed, ..attack };
                targets.ships.extend(battle.ships_of(unit).map(|place| Prey::of(tables, battle, attack, place)));
                targets.all.push(Target { unit, committed, turns, stopped, ships: first..targets.ships.len() });
            }
        }
        targets.all.sort_by_key(|target| target.committed);
        targets
    }

    /// The ships of one of them.
    fn ships(&self, target: &Target) -> &[Prey] {
        &self.ships[target.ships.clone()]
    }
}

/// Missiles of which it is known what other missiles do.
#[derive(Debug, Default)]
pub struct Volleys {
    /// What those do.
    loads: Loads,
    /// PERF: memory for the ships of a target.
    shares: Vec<Share>,
    /// The ships of the target that was aimed at last.
    aimed: Vec<Share>,
}

impl Volleys {
    /// What so many missiles add at most where they go for a target: no less than [`Volleys::add`] says, and quickly worked out.
    fn add_at_most(&self, targets: &Targets, target: &Target, missiles: u16, enough: f64) -> f64 {
        let arriving = f64::from(missiles) - self.loads.falls(target, missiles) + 0.5;
        let (mut all, mut base, mut slope) = (0.0, 0.0, 0.0f64);
        for prey in targets.ships(target) {
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
    fn add(&mut self, targets: &Targets, target: &Target, missiles: u16, enough: f64) -> f64 {
        let arriving = (f64::from(missiles) - self.loads.falls(target, missiles)).round() as u16;
        share_out(&mut self.shares, targets.ships(target), arriving, enough, &self.loads.hits)
    }

    /// The one of some targets for which so many missiles go, the first of those where they add most, and what that is, their flight
    /// counted; `None` where it is no more than `least`.
    pub(super) fn aim<'t>(
        &mut self,
        (targets, some): (&Targets, &'t [Target]),
        missiles: u16,
        enough: f64,
        mut least: f64,
    ) -> Option<(&'t Target, f64)> {
        let mut best = None;
        for target in some {
            let late = PATIENCE.powi(target.turns.into());
            // PERF: most candidates cannot be the best.
            if self.add_at_most(targets, target, missiles, enough) * late <= least {
                continue;
            }
            let worth = self.add(targets, target, missiles, enough) * late;
            if worth > least {
                (best, least) = (Some((target, worth)), worth);
                std::mem::swap(&mut self.shares, &mut self.aimed);
            }
        }
        best
    }

    /// The chance that so many missiles that go for a target have any result, its flight counted, and victory points of a result
    /// on average, however many are enough.
    pub(super) fn result(&mut self, targets: &Targets, target: &Target, missiles: u16, enough: f64) -> [f64; 2] {
        self.add(targets, target, missiles, enough);
        let (mut none, mut sum) = (1.0, 0.0);
        for (share, prey) in self.shares.iter().zip(targets.ships(target)).filter(|(share, _)| share.missiles > 0) {
            let hits = share.hits() - self.loads.hits[prey.place];
            none *= 1.0 - prey.worth.any(hits);
            sum += prey.worth.gain(hits);
        }
        let any: f64 = 1.0 - none;
        if any > 0.0 { [any * PATIENCE.powi(target.turns.into()), sum / any] } else { [0.0; 2] }
    }

    /// Victory points that the known missiles are expected to bring, however many are enough.
    pub(super) fn expected(&self, tables: &Tables, battle: &Battle<'_>) -> f64 {
        let ships = battle.ships.iter().zip(&self.loads.hits);
        ships.map(|(ship, hits)| tables.worth(ship).gain(*hits)).sum()
    }

    /// So many missiles go for a target.
    pub(super) fn go(&mut self, targets: &Targets, target: &Target, missiles: u16, enough: f64) {
        self.add(targets, target, missiles, enough);
        std::mem::swap(&mut self.shares, &mut self.aimed);
        self.go_as_aimed(target, missiles);
    }

    /// So many missiles go for the target that they were aimed at last.
    fn go_as_aimed(&mut self, target: &Target, missiles: u16) {
        let falls = self.loads.falls(target, missiles);
        let Loads { hits, stopped } = &mut self.loads;
        self.aimed.iter().for_each(|share| hits[share.prey.place] = share.hits());
        stopped.push((target.unit, target.turns, falls));
    }
}

impl Player<'_> {
    /// What the salvos of a side in flight do, one after the other as they were launched, each where it adds most: up to this one,
    /// with its target's place and the turns until they meet, or all of them. So many turns are to come.
    pub(super) fn in_flight(
        &self,
        battle: &Battle<'_>,
        side: Side,
        upto: Option<SalvoId>,
        to_come: u16,
    ) -> (Volleys, Option<(usize, u16)>) {
        let seat = battle.seat(side);
        let mut volleys = Volleys::default();
        let enough = self.enough(battle, side, 0);
        for salvo in battle.in_flight(seat).filter(|salvo| !super::missiles::counters(battle, salvo)) {
            let targets = Targets::new(self.tables, battle, Attack::of(salvo), salvo.committed, (seat, to_come));
            let aimed = volleys.aim((&targets, &targets.all), salvo.missiles, enough, 0.0);
            if Some(salvo.id) == upto {
                return (volleys, aimed.map(|(target, _)| (target.unit, target.turns)));
            }
            if let Some((target, _)) = aimed {
                volleys.go_as_aimed(target, salvo.missiles);
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
            let target = Target { unit: 0, committed: 0, turns: 3, stopped, ships: 0..ships.len() };
            let targets = Targets { all: vec![target.clone()], ships };
            let before = vec![(0, 3, random.below(100) as f64 / 10.0)];
            let mut loads = Loads { stopped: before, ..Loads::default() };
            loads.hits[..hits.len()].copy_from_slice(&hits);
            let mut volleys = Volleys { loads, ..Volleys::default() };
            let most = volleys.add_at_most(&targets, &target, missiles, enough);
            let added = volleys.add(&targets, &target, missiles, enough);
            assert!(added <= most, "{added} of {most} at most: {target:?}");
        }
    }
}
