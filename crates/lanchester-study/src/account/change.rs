//! What a change to a side changes in how its battles go: the same battles of a side as it is and of a variant, recorded with the
//! same dice, and every figure of the one beside that of the other.
//!
//! Pairs are dealt to groups, one group holds its pairs of all opponents and of both sides; the error of every difference is that of
//! the delete-a-group jackknife, in which what the common dice do to both cancels.

use std::collections::BTreeSet;

use lanchester_core::{Matchup, Side};
use lanchester_games::{Deed, Game, ShipId};
use lanchester_lanes::Level;
use lanchester_stats::Interval;
use lanchester_stats::jackknife::Jackknife;
use lanchester_stats::multiple::{Dependence, q_values};
use serde::Serialize;

use super::sums::{Doer, Source, Sums, add_battle};

/// Groups of pairs for the jackknife.
const GROUPS: u64 = 32;

/// The false discovery rate at which a figure is said to differ.
const DIFFERS: f64 = 0.05;

/// What a change changes.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// Battles recorded of each of the two, against all opponents together.
    pub battles: u64,
    /// What harm is counted in.
    pub harm: &'static str,
    /// The figures, those of the whole side first, then those of each weapon.
    pub figures: Vec<Figure>,
}

/// A figure of the side as it is beside that of the variant.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What is counted.
    pub what: What,
    /// Of which of its weapons; `None` for the whole side.
    pub weapon: Option<String>,
    /// Of the side as it is.
    pub base: f64,
    /// Of the variant.
    pub variant: f64,
    /// How much more the variant's is, with its 95 % interval.
    pub difference: Interval,
    /// The false discovery rate, among the figures of this change, at which it would just be said to differ.
    pub q: f64,
    /// It differs at 5 %.
    pub differs: bool,
}

/// What a figure counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// The share of its ships that is there at the end.
    Survives,
    /// The share of its ships that fires at no ship in a battle.
    NeverFires,
    /// Harm that it does, per battle.
    HarmDone,
    /// Harm that it suffers from whatever source, per battle.
    HarmSuffered,
    /// Mean range of the harm that it does, in hexes.
    Range,
    /// Turns of a battle.
    Turns,
    /// Shots per battle.
    Shots,
    /// Harm per shot.
    HarmPerShot,
}

/// Some battles of one of the two.
#[derive(Clone, Default)]
struct Group<'m> {
    sums: Sums<'m>,
    battles: f64,
    turns: f64,
    /// Ships of the side, and those of them that never fired.
    ships: f64,
    silent: f64,
}

impl<'m> Group<'m> {
    fn add(&mut self, ships: &[ShipId], deeds: &[Deed<'m>]) {
        let course = add_battle(&mut self.sums, deeds);
        self.battles += 1.0;
        self.turns += deeds.iter().filter(|deed| matches!(deed, Deed::Turn)).count() as f64;
        self.ships += ships.len() as f64;
        self.silent += ships.iter().filter(|ship| !course.fired.contains(ship)).count() as f64;
    }

    /// A figure as a ratio: what is counted, and per how much.
    fn parts(&self, what: What, weapon: Option<&str>) -> [f64; 2] {
        let ours = |doer: &Doer<'_>| doer.side == Side::A && weapon.is_none_or(|weapon| doer.weapon == weapon);
        let done = |value: &dyn Fn(Option<u32>, f64) -> f64| -> f64 {
            let of = self.sums.harm.iter().filter_map(|((_, source), harm)| match source {
                Source::Enemy(doer, range) if ours(doer) => Some(value(*range, *harm)),
                _ => None,
            });
            of.sum()
        };
        let harm = || done(&|_, harm| harm);
        let shots = || self.sums.shots.iter().filter(|(doer, _)| ours(doer)).map(|(_, count)| count).sum::<f64>();
        let of_ours = |ship: &ShipId| ship.side == Side::A;
        match what {
            What::Survives => {
                let lost = self.sums.lost.iter().filter(|((ship, _), _)| of_ours(ship)).map(|(_, count)| count);
                let left = self.sums.left.iter().filter(|(ship, _)| of_ours(ship)).map(|(_, count)| count);
                [self.ships - lost.chain(left).sum::<f64>(), self.ships]
            }
            What::NeverFires => [self.silent, self.ships],
            What::HarmDone => [harm(), self.battles],
            What::HarmSuffered => {
                let of = self.sums.harm.iter().filter(|((ship, _), _)| of_ours(ship)).map(|(_, harm)| harm);
                [of.sum(), self.battles]
            }
            What::Range => [
                done(&|range, harm| range.map_or(0.0, |range| f64::from(range) * harm)),
                done(&|range, harm| if range.is_some() { harm } else { 0.0 }),
            ],
            What::Turns => [self.turns, self.battles],
            What::Shots => [shots(), self.battles],
            What::HarmPerShot => [harm(), shots()],
        }
    }
}

/// Records the first `pairs` pairs of each matchup of a side (A) as it is and of its variant, under the same numbers of cells, and
/// says what differs. The matchups of the two stand in the same order of opponents.
///
/// # Panics
/// With fewer than two pairs, or another number of matchups on one side.
#[must_use]
pub fn change<G: Game>([base, variant]: [&[(u64, &Matchup<G>)]; 2], level: Level, seed: u64, pairs: u64) -> Change {
    assert!(pairs >= 2 && base.len() == variant.len(), "what is compared was recorded alike");
    let [base_groups, variant_groups] = [base, variant].map(|of| recorded(of, level, seed, pairs));
    let mut weapons: BTreeSet<&str> = BTreeSet::new();
    for group in base_groups.iter().chain(&variant_groups) {
        weapons.extend(group.sums.shots.keys().filter(|doer| doer.side == Side::A).map(|doer| doer.weapon));
    }
    let of_side = [What::Survives, What::NeverFires, What::HarmDone, What::HarmSuffered, What::Range, What::Turns]
        .map(|what| (what, None));
    let of_weapons = weapons
        .iter()
        .flat_map(|weapon| [What::Shots, What::HarmPerShot, What::HarmDone].map(|what| (what, Some(*weapon))));
    let found = of_side.into_iter().chain(of_weapons);
    let found: Vec<(Figure, f64)> =
        found.filter_map(|(what, weapon)| figure([&base_groups, &variant_groups], what, weapon)).collect();
    // What is counted of one side hangs together in every way.
    let q = q_values(&found.iter().map(|(_, p)| *p).collect::<Vec<_>>(), Dependence::Any);
    let figures = found.into_iter().zip(q).map(|((figure, _), q)| Figure { q, differs: q <= DIFFERS, ..figure });
    Change { battles: 2 * pairs * base.len() as u64, harm: G::HARM, figures: figures.collect() }
}

/// The groups of the recorded battles of a side.
fn recorded<'m, G: Game>(of: &[(u64, &'m Matchup<G>)], level: Level, seed: u64, pairs: u64) -> Vec<Group<'m>> {
    let mut groups = vec![Group::default(); pairs.min(GROUPS) as usize];
    let count = groups.len() as u64;
    for (cell, matchup) in of {
        let ships: Vec<ShipId> =
            (0u8..).zip(&matchup.forces[Side::A].ships).map(|(slot, _)| ShipId { side: Side::A, slot }).collect();
        let battles = matchup.record(level, seed, *cell, 0..2 * pairs);
        for (pair, of) in (0..pairs).zip(battles.chunks(2)) {
            let group = &mut groups[(pair * count / pairs) as usize];
            of.iter().for_each(|events| group.add(&ships, &G::account(matchup, events)));
        }
    }
    groups
}

/// A figure of both and the p-value of "they are equal"; `None` where it is a number of neither.
fn figure(both: [&[Group<'_>]; 2], what: What, weapon: Option<&str>) -> Option<(Figure, f64)> {
    let parts = both.map(|groups| groups.iter().map(|group| group.parts(what, weapon)).collect::<Vec<_>>());
    // Zero per zero is zero of a weapon that one of the two lacks; a range of no harm is no range.
    let missing = (what != What::Range).then_some(0.0);
    let value = |of: usize, without: Option<usize>| {
        let kept = parts[of].iter().zip(0..).filter(|(_, place)| Some(*place) != without).map(|(parts, _)| parts);
        let [top, bottom] = kept.fold([0.0; 2], |sum, part| [sum[0] + part[0], sum[1] + part[1]]);
        if bottom > 0.0 { Some(top / bottom) } else { missing }
    };
    let difference = |without| Some(value(1, without)? - value(0, without)?);
    let found = Jackknife::of(parts[0].len(), difference)?;
    let (base, variant) = (value(0, None)?, value(1, None)?);
    // A sure difference has no error, and a division by none is no p-value.
    let p = if found.error > 0.0 { found.p_of_zero() } else { f64::from(u8::from(found.estimate == 0.0)) };
    let weapon = weapon.map(str::to_owned);
    Some((Figure { what, weapon, base, variant, difference: found.interval(), q: 1.0, differs: false }, p))
}
