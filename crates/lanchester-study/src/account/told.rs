//! From recorded pairs of battles to their account.

use std::collections::BTreeMap;

use lanchester_analysis::account::{Account, FirstLoss, Losses, ShipAccount, SideAccount, WeaponAccount};
use lanchester_core::{Combatant, Matchup, Side, Verdict};
use lanchester_games::{Game, ShipId};
use lanchester_stats::Interval;
use lanchester_stats::interval::bounded_mean;
use lanchester_stats::jackknife::Jackknife;

use super::sums::{Course, Doer, Source, Sums, add_battle};

/// Groups of pairs for the jackknife, at most.
const GROUPS: u64 = 40;

/// What was recorded so far.
pub struct Told<'m, G: Game> {
    matchup: &'m Matchup<G>,
    pairs: u64,
    /// Sums over the pairs of each group.
    groups: Vec<Sums<'m>>,
    designs: [Vec<Design>; 2],
    survives: [Mean; 2],
    lost: Mean,
    loser_scores: Mean,
    /// Battles by the turn of their first loss.
    first_turns: BTreeMap<u32, u64>,
}

/// The ships of one design on a side.
struct Design {
    name: String,
    slots: Vec<u8>,
    survives: Mean,
    never_fires: Mean,
    /// Turns in which they were lost, added up, and how many were.
    lost_turns: [f64; 2],
}

/// Values between 0 and 1, one a pair.
#[derive(Clone, Copy, Default)]
struct Mean {
    n: u64,
    sum: f64,
    squares: f64,
}

impl Mean {
    /// The mean of a pair's values counts; nothing where there are none.
    fn add(&mut self, values: &[f64]) {
        if values.is_empty() {
            return;
        }
        let value = values.iter().sum::<f64>() / values.len() as f64;
        self.n += 1;
        self.sum += value;
        self.squares += value * value;
    }

    fn interval(self) -> Interval {
        bounded_mean(self.n, self.sum, self.squares)
    }
}

impl<'m, G: Game> Told<'m, G> {
    pub fn new(matchup: &'m Matchup<G>, pairs: u64) -> Self {
        let designs = matchup.forces.each_ref().map(|force| {
            let mut designs: Vec<Design> = Vec::new();
            for (slot, ship) in (0u8..).zip(&force.ships) {
                match designs.iter_mut().find(|design| design.name == ship.name()) {
                    Some(design) => design.slots.push(slot),
                    None => designs.push(Design {
                        name: ship.name().to_owned(),
                        slots: vec![slot],
                        survives: Mean::default(),
                        never_fires: Mean::default(),
                        lost_turns: [0.0; 2],
                    }),
                }
            }
            designs
        });
        Self {
            matchup,
            pairs,
            groups: vec![Sums::default(); pairs.min(GROUPS) as usize],
            designs,
            survives: [Mean::default(); 2],
            lost: Mean::default(),
            loser_scores: Mean::default(),
            first_turns: BTreeMap::new(),
        }
    }

    /// Adds the two battles of a pair.
    pub fn add(&mut self, pair: u64, battles: &[Vec<G::Event>]) {
        let groups = self.groups.len() as u64;
        let sums = &mut self.groups[(pair * groups / self.pairs) as usize];
        let courses: Vec<Course> =
            battles.iter().map(|events| add_battle(sums, &G::account(self.matchup, events))).collect();
        for (side, designs) in Side::BOTH.into_iter().zip(&mut self.designs) {
            for design in designs {
                let share = |counts: &dyn Fn(&Course, ShipId) -> bool| -> Vec<f64> {
                    let ships = || design.slots.iter().map(|slot| ShipId { side, slot: *slot });
                    let of = |course| ships().filter(|ship| counts(course, *ship)).count() as f64;
                    courses.iter().map(|course| of(course) / design.slots.len() as f64).collect()
                };
                let there = share(&|course, ship| course.gone.iter().all(|(gone, _)| *gone != ship));
                let silent = share(&|course, ship| !course.fired.contains(&ship));
                design.survives.add(&there);
                design.never_fires.add(&silent);
                let turns = courses.iter().flat_map(|course| &course.gone);
                for (_, turn) in turns.filter(|(ship, _)| ship.side == side && design.slots.contains(&ship.slot)) {
                    design.lost_turns[0] += f64::from(*turn);
                    design.lost_turns[1] += 1.0;
                }
            }
            let ships = self.matchup.forces[side].ships.len() as f64;
            let gone = |course: &Course| course.gone.iter().filter(|(ship, _)| ship.side == side).count() as f64;
            let there: Vec<f64> = courses.iter().map(|course| 1.0 - gone(course) / ships).collect();
            self.survives[side as usize].add(&there);
        }
        self.add_first_losses(battles, &courses);
    }

    fn add_first_losses(&mut self, battles: &[Vec<G::Event>], courses: &[Course]) {
        let lost: Vec<f64> = courses.iter().map(|course| f64::from(u8::from(!course.gone.is_empty()))).collect();
        self.lost.add(&lost);
        let mut scores = Vec::new();
        for (events, course) in battles.iter().zip(courses) {
            let (Some((ship, turn)), Some(end)) = (course.gone.first(), events.iter().rev().find_map(G::outcome))
            else {
                continue;
            };
            *self.first_turns.entry(*turn).or_default() += 1;
            scores.push(match end.verdict {
                Verdict::Draw => 0.5,
                Verdict::Win(winner) => f64::from(u8::from(winner == ship.side)),
            });
        }
        self.loser_scores.add(&scores);
    }

    /// What it comes to.
    pub fn account(&self) -> Account {
        let mut all = Sums::default();
        self.groups.iter().for_each(|group| all += group);
        let turns = all.ranges.keys().max().copied().unwrap_or(0);
        let range = |turn| all.ranges.get(&turn).map(|[sum, count]| sum / count);
        let several = self.matchup.forces.iter().any(|force| force.ships.len() > 1);
        let turn = median(&self.first_turns).filter(|_| several);
        Account {
            battles: self.battles(),
            harm: G::HARM,
            sides: Side::BOTH.map(|side| self.side(&all, side)),
            first_loss: turn.map(|turn| FirstLoss {
                battles: self.lost.interval(),
                turn,
                loser_scores: self.loser_scores.interval(),
            }),
            range_by_turn: (1..=turns).map(range).collect(),
        }
    }

    fn battles(&self) -> u64 {
        2 * self.pairs
    }

    fn side(&self, all: &Sums<'m>, side: Side) -> SideAccount {
        let per_battle = |sum: f64| sum / self.battles() as f64;
        let mut weapons: Vec<&'m str> =
            all.shots.keys().filter(|doer| doer.side == side).map(|doer| doer.weapon).collect();
        weapons.sort_unstable();
        weapons.dedup();
        let mut weapons: Vec<WeaponAccount> =
            weapons.into_iter().map(|weapon| self.weapon(all, side, weapon)).collect();
        let harm = |of: &WeaponAccount| of.harm_per_shot * of.shots;
        weapons.sort_by(|one, other| harm(other).total_cmp(&harm(one)));
        SideAccount {
            name: self.matchup.forces[side].name.clone(),
            survives: self.survives[side as usize].interval(),
            harm_per_battle: per_battle(harm_by(all, |doer| doer.side == side)),
            ships: self.designs[side as usize].iter().map(|design| self.ship(all, side, design)).collect(),
            weapons,
            losses: self.losses(all, side),
        }
    }

    fn ship(&self, all: &Sums<'m>, side: Side, design: &Design) -> ShipAccount {
        let is = |doer: &Doer<'_>| doer.side == side && doer.slot.is_some_and(|slot| design.slots.contains(&slot));
        let mut destroys: BTreeMap<String, f64> = BTreeMap::new();
        for ((victim, by), count) in &all.lost {
            if matches!(by, Some(Source::Enemy(doer, _)) if is(doer)) {
                let of = &self.matchup.forces[victim.side].ships[usize::from(victim.slot)];
                *destroys.entry(of.name().to_owned()).or_default() += count;
            }
        }
        destroys.values_mut().for_each(|count| *count /= self.battles() as f64);
        let [turns, lost] = design.lost_turns;
        ShipAccount {
            name: design.name.clone(),
            count: design.slots.len() as u64,
            survives: design.survives.interval(),
            never_fires: design.never_fires.interval(),
            harm: self.share(|sums| [harm_by(sums, is), harm_by(sums, |doer| doer.side == side)]),
            destroys,
            lost_in_turn: (lost > 0.0).then(|| turns / lost),
        }
    }

    fn weapon(&self, all: &Sums<'m>, side: Side, weapon: &'m str) -> WeaponAccount {
        let is = |doer: &Doer<'_>| doer.side == side && doer.weapon == weapon;
        let shots: f64 = all.shots.iter().filter(|(doer, _)| is(doer)).map(|(_, count)| count).sum();
        let mut by_range: BTreeMap<u32, f64> = BTreeMap::new();
        for ((_, source), harm) in &all.harm {
            if let Source::Enemy(doer, Some(range)) = source
                && is(doer)
            {
                *by_range.entry(*range).or_default() += harm / self.battles() as f64;
            }
        }
        WeaponAccount {
            weapon: weapon.to_owned(),
            harm: self.share(|sums| [harm_by(sums, is), harm_by(sums, |doer| doer.side == side)]),
            shots: shots / self.battles() as f64,
            harm_per_shot: harm_by(all, is) / shots,
            by_range,
        }
    }

    fn losses(&self, all: &Sums<'m>, side: Side) -> Losses {
        let per_battle = |is: &dyn Fn(Option<&Source<'_>>) -> bool| {
            let of = all.lost.iter().filter(|((ship, by), _)| ship.side == side && is(by.as_ref()));
            // The sum of nothing is -0.
            (of.map(|(_, count)| count).sum::<f64>() + 0.0) / self.battles() as f64
        };
        let left = all.left.iter().filter(|(ship, _)| ship.side == side).map(|(_, count)| count);
        Losses {
            to_enemies: per_battle(&|by| matches!(by, Some(Source::Enemy(..)))),
            to_friends_explosions: per_battle(&|by| matches!(by, Some(Source::Explosion(of)) if of.side == side)),
            to_enemies_explosions: per_battle(&|by| matches!(by, Some(Source::Explosion(of)) if of.side != side)),
            to_themselves: per_battle(&|by| matches!(by, Some(Source::Itself) | None)),
            left: (left.sum::<f64>() + 0.0) / self.battles() as f64,
        }
    }

    /// A ratio of two sums that is a share, with its interval; `None` where the lower is zero in all groups but one.
    fn share(&self, parts: impl Fn(&Sums<'m>) -> [f64; 2]) -> Option<Interval> {
        let groups: Vec<[f64; 2]> = self.groups.iter().map(parts).collect();
        let [top, bottom] = [0, 1].map(|part| groups.iter().map(|group| group[part]).sum::<f64>());
        let without = |group: Option<usize>| {
            let [less_top, less_bottom] = group.map_or([0.0; 2], |group| groups[group]);
            (bottom - less_bottom > 0.0).then(|| (top - less_top) / (bottom - less_bottom))
        };
        let found = Jackknife::of(groups.len(), without)?.interval();
        let within = |share: f64| share.clamp(0.0, 1.0);
        Some(Interval { estimate: within(found.estimate), low: within(found.low), high: within(found.high) })
    }
}

/// Harm that enemies did, if they are asked for.
fn harm_by(sums: &Sums<'_>, is: impl Fn(&Doer<'_>) -> bool) -> f64 {
    let by = sums.harm.iter().filter(|((_, source), _)| matches!(source, Source::Enemy(doer, _) if is(doer)));
    // The sum of nothing is -0.
    by.map(|(_, harm)| harm).sum::<f64>() + 0.0
}

/// The least turn in or before which half of the counts are.
fn median(counts: &BTreeMap<u32, u64>) -> Option<u32> {
    let all: u64 = counts.values().sum();
    let mut sum = 0;
    let half = |(_, count): &(&u32, &u64)| {
        sum += **count;
        2 * sum >= all
    };
    counts.iter().find(half).map(|(turn, _)| *turn)
}
