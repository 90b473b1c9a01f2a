//! What is added up over battles.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;

use lanchester_core::Side;
use lanchester_games::{Deed, ShipId};

/// Who did harm: a ship with a weapon, or a weapon alone where the record does not say whose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Doer<'m> {
    /// Whose side.
    pub side: Side,
    /// The ship's slot, if it is known.
    pub slot: Option<u8>,
    /// With what.
    pub weapon: &'m str,
}

/// What harmed a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Source<'m> {
    /// An enemy, from so many hexes where they are known.
    Enemy(Doer<'m>, Option<u32>),
    /// The explosion of a ship.
    Explosion(ShipId),
    /// Itself.
    Itself,
}

/// Sums over some battles.
#[derive(Clone, Debug, Default)]
pub struct Sums<'m> {
    /// Harm by what did it.
    pub harm: BTreeMap<(ShipId, Source<'m>), f64>,
    /// Shots by who fired with what.
    pub shots: BTreeMap<Doer<'m>, f64>,
    /// Ships lost, by what.
    pub lost: BTreeMap<(ShipId, Option<Source<'m>>), f64>,
    /// Ships that left.
    pub left: BTreeMap<ShipId, f64>,
    /// By turn, from 1: the ranges of shots added up, and their number.
    pub ranges: BTreeMap<u32, [f64; 2]>,
}

impl AddAssign<&Self> for Sums<'_> {
    fn add_assign(&mut self, other: &Self) {
        add(&mut self.harm, &other.harm);
        add(&mut self.shots, &other.shots);
        add(&mut self.lost, &other.lost);
        add(&mut self.left, &other.left);
        for (turn, [sum, count]) in &other.ranges {
            let of = self.ranges.entry(*turn).or_default();
            of[0] += sum;
            of[1] += count;
        }
    }
}

fn add<K: Ord + Copy>(to: &mut BTreeMap<K, f64>, from: &BTreeMap<K, f64>) {
    from.iter().for_each(|(key, value)| *to.entry(*key).or_default() += value);
}

/// What of a battle is no sum.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// Ships out of the battle, by the turn in which they went, in order.
    pub gone: Vec<(ShipId, u32)>,
    /// Ships that fired or launched.
    pub fired: BTreeSet<ShipId>,
}

/// Adds a battle to the sums, and says how it went.
pub fn add_battle<'m>(sums: &mut Sums<'m>, deeds: &[Deed<'m>]) -> Course {
    let mut course = Course::default();
    let mut blame: BTreeMap<ShipId, Blame<'m>> = BTreeMap::new();
    let mut turn = 0;
    for deed in deeds {
        match *deed {
            Deed::Turn => turn += 1,
            Deed::Shot { by, weapon, target, range, through } => {
                let doer = Doer { side: target.side.opponent(), slot: by.map(|ship| ship.slot), weapon };
                *sums.shots.entry(doer).or_default() += 1.0;
                course.fired.extend(by);
                if let Some(range) = range {
                    let of = sums.ranges.entry(turn).or_default();
                    of[0] += f64::from(range);
                    of[1] += 1.0;
                }
                blame.entry(target).or_default().shot(Source::Enemy(doer, range), through);
            }
            Deed::Launch { ship } => {
                course.fired.insert(ship);
            }
            Deed::Blast { ship, from } => blame.entry(ship).or_default().only(Source::Explosion(from)),
            Deed::Accident { ship } => blame.entry(ship).or_default().only(Source::Itself),
            Deed::Harm { ship, points } => {
                for (source, share) in blame.entry(ship).or_default().shares() {
                    *sums.harm.entry((ship, source)).or_default() += share * f64::from(points);
                }
            }
            Deed::Gone { ship, left } => {
                course.gone.push((ship, turn));
                if left {
                    *sums.left.entry(ship).or_default() += 1.0;
                } else {
                    let by = blame.get(&ship).and_then(Blame::most);
                    *sums.lost.entry((ship, by)).or_default() += 1.0;
                }
            }
        }
    }
    course
}

/// What a ship was harmed by last.
#[derive(Default)]
struct Blame<'m> {
    sources: Vec<(Source<'m>, u32)>,
    /// Harm by them was marked: what comes next comes from others.
    marked: bool,
}

impl<'m> Blame<'m> {
    fn shot(&mut self, source: Source<'m>, through: u32) {
        if through == 0 {
            return;
        }
        if self.marked {
            self.sources.clear();
        }
        self.marked = false;
        self.sources.push((source, through));
    }

    fn only(&mut self, source: Source<'m>) {
        self.sources = vec![(source, 1)];
        self.marked = false;
    }

    /// The sources of a harm with their shares, which sum to 1; the ship itself where there is no other.
    fn shares(&mut self) -> Vec<(Source<'m>, f64)> {
        self.marked = true;
        let all: f64 = self.sources.iter().map(|(_, through)| f64::from(*through)).sum();
        if self.sources.is_empty() {
            return vec![(Source::Itself, 1.0)];
        }
        self.sources.iter().map(|(source, through)| (*source, f64::from(*through) / all)).collect()
    }

    fn most(&self) -> Option<Source<'m>> {
        // The first of the greatest.
        self.sources.iter().rev().max_by_key(|(_, through)| *through).map(|(source, _)| *source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: ShipId = ShipId { side: Side::A, slot: 0 };
    const B: ShipId = ShipId { side: Side::B, slot: 1 };

    fn shot(weapon: &'static str, through: u32) -> Deed<'static> {
        Deed::Shot { by: Some(A), weapon, target: B, range: Some(4), through }
    }

    /// Three boxes by guns and lasers that let two and one through; the shots before the harm have no part in the next.
    #[test]
    fn harm_is_shared_out_by_what_went_through() {
        let mut sums = Sums::default();
        let deeds = [
            Deed::Turn,
            shot("guns", 2),
            shot("lasers", 1),
            shot("flak", 0),
            Deed::Harm { ship: B, points: 3 },
            Deed::Turn,
            shot("lasers", 1),
            Deed::Harm { ship: B, points: 5 },
            Deed::Blast { ship: B, from: ShipId { side: Side::B, slot: 0 } },
            Deed::Harm { ship: B, points: 7 },
            Deed::Gone { ship: B, left: false },
            Deed::Gone { ship: A, left: true },
        ];
        let course = add_battle(&mut sums, &deeds);
        let by = |weapon| sums.harm[&(B, Source::Enemy(Doer { side: Side::A, slot: Some(0), weapon }, Some(4)))];
        assert_eq!((by("guns"), by("lasers")), (2.0, 1.0 + 5.0));
        let friend = Source::Explosion(ShipId { side: Side::B, slot: 0 });
        assert_eq!(sums.harm[&(B, friend)], 7.0);
        assert_eq!((sums.lost[&(B, Some(friend))], sums.left[&A]), (1.0, 1.0));
        assert_eq!(course.gone, [(B, 2), (A, 2)]);
        assert_eq!((course.fired.contains(&A), course.fired.contains(&B)), (true, false));
        assert_eq!(sums.ranges[&1], [12.0, 3.0]);
    }
}
