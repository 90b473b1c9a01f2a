//! Exact joint distributions: several numbers that the same dice decide.
//!
//! One die may be read in several ways at once (does it hit, does it also pierce), and one pool may give hits and
//! blanks. Such numbers depend on each other, so their distributions apart do not say what happens; a [`Joint`] does.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};

use crate::dice::exact::Dist;

/// The distribution of `K` whole numbers from 0 up that are decided together.
///
/// ```
/// use lanchester_lanes::dice::exact::{Dist, ratio};
/// use lanchester_lanes::dice::joint::Joint;
/// // A D10 hits on 7 or more, and does double damage on 10.
/// let die = Joint::read(&Dist::die(10), |face| [usize::from(face >= 7), usize::from(face == 10)]);
/// let three = die.times(3);
/// assert_eq!(three.marginal(0), Dist::binomial(3, &ratio(4, 10)));
/// assert_eq!(three.p(&[0, 1]), ratio(0, 1), "no double damage without a hit");
/// assert_eq!(three.number(|[hits, doubled]| hits + doubled).mean(), ratio(15, 10));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Joint<const K: usize> {
    /// Never empty; every probability is positive and their sum is 1.
    probabilities: BTreeMap<[usize; K], BigRational>,
}

impl<const K: usize> Joint<K> {
    /// Numbers that are always the same.
    #[must_use]
    pub fn always(numbers: [usize; K]) -> Self {
        Self { probabilities: [(numbers, BigRational::one())].into() }
    }

    /// One random number, such as a die, read in `K` ways at once.
    #[must_use]
    pub fn read(die: &Dist, reading: impl Fn(usize) -> [usize; K]) -> Self {
        Self::collect(die.iter().map(|(face, p)| (reading(face), p.clone())))
    }

    /// Independent numbers.
    #[must_use]
    pub fn independent(numbers: &[Dist; K]) -> Self {
        let mut all = vec![([0; K], BigRational::one())];
        for (k, dist) in numbers.iter().enumerate() {
            let with = |(at, p): ([usize; K], BigRational)| {
                dist.iter().map(move |(value, q)| {
                    let mut at = at;
                    at[k] = value;
                    (at, &p * q)
                })
            };
            all = all.into_iter().flat_map(with).collect();
        }
        Self::collect(all)
    }

    fn collect(parts: impl IntoIterator<Item = ([usize; K], BigRational)>) -> Self {
        let mut probabilities = BTreeMap::new();
        for (at, p) in parts {
            if !p.is_zero() {
                *probabilities.entry(at).or_insert_with(BigRational::zero) += p;
            }
        }
        Self { probabilities }
    }

    /// The probability of these numbers together.
    #[must_use]
    pub fn p(&self, numbers: &[usize; K]) -> BigRational {
        self.probabilities.get(numbers).cloned().unwrap_or_else(BigRational::zero)
    }

    /// What is possible, with its probability, in rising order.
    pub fn iter(&self) -> impl Iterator<Item = (&[usize; K], &BigRational)> {
        self.probabilities.iter()
    }

    /// The sums of these numbers and independent others, each with its own.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let sums = self
            .iter()
            .flat_map(|(a, p)| other.iter().map(move |(b, q)| (std::array::from_fn(|k| a[k] + b[k]), p * q)));
        Self::collect(sums)
    }

    /// The sums over `n` independent sets of numbers like these, such as a pool of `n` dice.
    #[must_use]
    pub fn times(&self, n: usize) -> Self {
        (0..n).fold(Self::always([0; K]), |sum, _| sum.plus(self))
    }

    /// The sums over a random number of independent sets.
    #[must_use]
    pub fn times_random(&self, n: &Dist) -> Self {
        let mut pool = Self::always([0; K]);
        let mut parts = Vec::new();
        for (count, p) in n.iter() {
            if count > 0 {
                pool = pool.plus(self);
            }
            parts.extend(pool.iter().map(|(at, q)| (*at, p * q)));
        }
        Self::collect(parts)
    }

    /// Other numbers that follow from these.
    #[must_use]
    pub fn map<const L: usize>(&self, of: impl Fn([usize; K]) -> [usize; L]) -> Joint<L> {
        Joint::collect(self.iter().map(|(at, p)| (of(*at), p.clone())))
    }

    /// One number that follows from these.
    #[must_use]
    pub fn number(&self, of: impl Fn([usize; K]) -> usize) -> Dist {
        let mut probabilities = Vec::new();
        for (at, p) in self.iter() {
            let value = of(*at);
            if probabilities.len() <= value {
                probabilities.resize(value + 1, BigRational::zero());
            }
            probabilities[value] += p;
        }
        Dist::of(probabilities)
    }

    /// The number at this place alone.
    #[must_use]
    pub fn marginal(&self, place: usize) -> Dist {
        self.number(|at| at[place])
    }

    /// The distribution among those cases that are so; `None` if none is.
    #[must_use]
    pub fn given(&self, is_so: impl Fn(&[usize; K]) -> bool) -> Option<Self> {
        let cases = || self.iter().filter(|(at, _)| is_so(at));
        let total: BigRational = cases().map(|(_, p)| p).sum();
        (!total.is_zero()).then(|| Self::collect(cases().map(|(at, p)| (*at, p / &total))))
    }

    /// The covariance of the numbers at two places; of a place with itself the variance.
    #[must_use]
    pub fn covariance(&self, one: usize, other: usize) -> BigRational {
        let mean = |of: &dyn Fn(&[usize; K]) -> usize| -> BigRational {
            self.iter().map(|(at, p)| p * BigInt::from(of(at))).sum()
        };
        mean(&|at| at[one] * at[other]) - mean(&|at| at[one]) * mean(&|at| at[other])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::exact::ratio;

    /// Readings of a D12: a hit on 8 or more, a critical hit on 11 or more, a jam on 1.
    fn readings(face: usize) -> [usize; 3] {
        [usize::from(face >= 8), usize::from(face >= 11), usize::from(face == 1)]
    }

    /// Against every way in which three dice can fall.
    #[test]
    fn pools_are_those_of_every_fall_of_the_dice() {
        let mut falls: BTreeMap<[usize; 3], u32> = BTreeMap::new();
        for a in 1..=12 {
            for b in 1..=12 {
                for c in 1..=12 {
                    let [x, y, z] = [readings(a), readings(b), readings(c)];
                    *falls.entry(std::array::from_fn(|k| x[k] + y[k] + z[k])).or_default() += 1;
                }
            }
        }
        let pool = Joint::read(&Dist::die(12), readings).times(3);
        assert_eq!(pool.iter().count(), falls.len());
        for (at, ways) in falls {
            assert_eq!(pool.p(&at), ratio(ways, 12 * 12 * 12), "{at:?}");
        }
        assert_eq!(pool.p(&[0, 1, 0]), ratio(0, 1), "a critical hit is a hit");
    }

    #[test]
    fn one_die_has_readings_that_depend_on_each_other() {
        let die = Joint::read(&Dist::die(12), readings);
        // Indicators: E[xy] − E[x]·E[y].
        assert_eq!(die.covariance(0, 1), ratio(2, 12) - ratio(5, 12) * ratio(2, 12));
        assert_eq!(die.covariance(0, 2), -(ratio(5, 12) * ratio(1, 12)));
        let apart = Joint::independent(&[die.marginal(0), die.marginal(1), die.marginal(2)]);
        assert_eq!(apart.covariance(0, 1), ratio(0, 1));
        assert_ne!(apart, die);
        assert_eq!(apart.marginal(1), die.marginal(1));
        let hit = die.given(|[hit, ..]| *hit == 1).unwrap();
        assert_eq!(hit.marginal(1).p(1), ratio(2, 5), "two of the five faces that hit");
        assert_eq!(die.given(|[hit, critical, _]| hit < critical), None);
    }

    #[test]
    fn random_pools_and_maps_keep_probabilities() {
        let die = Joint::read(&Dist::die(12), readings);
        let number = Dist::binomial(3, &ratio(1, 3));
        let pool = die.times_random(&number);
        // A die that may not be rolled at all hits with a third of its probability.
        assert_eq!(pool.marginal(0), Dist::binomial(3, &ratio(5, 36)));
        let damage = pool.map(|[hits, critical, jams]| [hits + critical, jams]);
        assert_eq!(damage.number(|[d, _]| d), pool.number(|[hits, critical, _]| hits + critical));
        assert_eq!(die.times_random(&Dist::always(2)), die.times(2));
    }
}
