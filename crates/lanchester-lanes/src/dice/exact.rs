//! Exact distributions of small dice pools.
//!
//! A [`Dist`] gives each whole number its probability as a fraction, so "equal" means equal: what a simulation should
//! converge to, and what a formula should be, are checked without a tolerance.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, ToPrimitive, Zero};

/// The fraction `numerator / denominator`; `denominator` must not be 0.
#[must_use]
pub fn ratio(numerator: u32, denominator: u32) -> BigRational {
    BigRational::new(BigInt::from(numerator), BigInt::from(denominator))
}

/// The distribution of a number from 0 up: the probabilities of 0, 1, 2 … up to a greatest value, which sum to 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dist {
    /// Never empty; the last one is positive.
    probabilities: Vec<BigRational>,
}

impl Dist {
    /// The number that is always `value`.
    #[must_use]
    pub fn always(value: usize) -> Self {
        Self::from_weights(&[vec![0; value], vec![1]].concat())
    }

    /// A fair die: 1 to `sides`, each as likely. `sides` must not be 0.
    #[must_use]
    pub fn die(sides: usize) -> Self {
        Self::from_weights(&[vec![0], vec![1; sides]].concat())
    }

    /// Probabilities of 0, 1, 2 … in proportion to whole weights, of which at least one must be positive.
    ///
    /// ```
    /// use lanchester_lanes::dice::exact::{Dist, ratio};
    /// let check = Dist::from_weights(&[1, 3, 2]);
    /// assert_eq!(check.p(2), ratio(1, 3));
    /// assert_eq!(check.mean(), ratio(7, 6));
    /// ```
    #[must_use]
    pub fn from_weights(weights: &[u32]) -> Self {
        let total: BigInt = weights.iter().map(|w| BigInt::from(*w)).sum();
        Self::new(weights.iter().map(|w| BigRational::new(BigInt::from(*w), total.clone())).collect())
    }

    /// How many of `n` independent trials succeed when each does with probability `p`.
    #[must_use]
    pub fn binomial(n: usize, p: &BigRational) -> Self {
        let q = BigRational::one() - p;
        let powers = |x: &BigRational| {
            let mut all = vec![BigRational::one()];
            for i in 0..n {
                all.push(&all[i] * x);
            }
            all
        };
        let (ps, qs) = (powers(p), powers(&q));
        let mut choose = BigInt::one();
        let mut probabilities = Vec::with_capacity(n + 1);
        for k in 0..=n {
            probabilities.push(&ps[k] * &qs[n - k] * &choose);
            choose = choose * (n - k) / (k + 1);
        }
        Self::new(probabilities)
    }

    /// Probabilities of 0, 1, 2 … themselves, which must sum to 1.
    #[must_use]
    pub fn of(probabilities: Vec<BigRational>) -> Self {
        assert!(probabilities.iter().sum::<BigRational>().is_one(), "probabilities sum to 1");
        Self::new(probabilities)
    }

    fn new(mut probabilities: Vec<BigRational>) -> Self {
        while probabilities.last().is_some_and(Zero::is_zero) {
            probabilities.pop();
        }
        Self { probabilities }
    }

    /// The probability of `value`.
    #[must_use]
    pub fn p(&self, value: usize) -> BigRational {
        self.probabilities.get(value).cloned().unwrap_or_else(BigRational::zero)
    }

    /// The probability of `value` or more.
    #[must_use]
    pub fn at_least(&self, value: usize) -> BigRational {
        self.probabilities.iter().skip(value).sum()
    }

    /// The greatest value that is possible.
    #[must_use]
    pub fn most(&self) -> usize {
        self.probabilities.len() - 1
    }

    /// Values and probabilities, from 0 to [`Dist::most`].
    pub fn iter(&self) -> impl Iterator<Item = (usize, &BigRational)> {
        self.probabilities.iter().enumerate()
    }

    /// The mean.
    #[must_use]
    pub fn mean(&self) -> BigRational {
        self.iter().map(|(value, p)| p * BigInt::from(value)).sum()
    }

    /// The variance.
    #[must_use]
    pub fn variance(&self) -> BigRational {
        let mean = self.mean();
        self.iter().map(|(value, p)| p * BigInt::from(value * value)).sum::<BigRational>() - &mean * &mean
    }

    /// The sum of this number and an independent one.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        let mut sum = vec![BigRational::zero(); self.most() + other.most() + 1];
        for (a, p) in self.iter() {
            for (b, q) in other.iter() {
                sum[a + b] += p * q;
            }
        }
        Self::new(sum)
    }

    /// The sum of `n` independent numbers like this one.
    #[must_use]
    pub fn times(&self, n: usize) -> Self {
        (0..n).fold(Self::always(0), |sum, _| sum.plus(self))
    }

    /// What is left when each of the counted things stays, independently, with probability `p`.
    #[must_use]
    pub fn thinned(&self, p: &BigRational) -> Self {
        let mut left = vec![BigRational::zero(); self.most() + 1];
        for (n, weight) in self.iter().filter(|(_, weight)| !weight.is_zero()) {
            for (k, q) in Self::binomial(n, p).iter() {
                left[k] += weight * q;
            }
        }
        Self::new(left)
    }

    /// `f` of the number.
    #[must_use]
    pub fn map(&self, f: impl Fn(usize) -> usize) -> Self {
        let most = (0..=self.most()).map(&f).max().unwrap_or(0);
        let mut mapped = vec![BigRational::zero(); most + 1];
        for (value, p) in self.iter() {
            mapped[f(value)] += p;
        }
        Self::new(mapped)
    }

    /// The number, but never above `most`.
    #[must_use]
    pub fn capped(&self, most: usize) -> Self {
        self.map(|value| value.min(most))
    }

    /// Probabilities as floats, for printing and for tests of simulations.
    #[must_use]
    pub fn to_f64(&self) -> Vec<f64> {
        self.probabilities.iter().map(|p| p.to_f64().unwrap_or(f64::NAN)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_dice() {
        let die = Dist::die(6);
        assert_eq!(die, Dist::from_weights(&[0, 1, 1, 1, 1, 1, 1]));
        let two = die.times(2);
        assert_eq!(two.p(7), ratio(1, 6));
        assert_eq!(two.at_least(10), ratio(1, 6));
        assert_eq!((two.mean(), two.variance()), (ratio(7, 1), ratio(35, 6)));
        assert_eq!(two.most(), 12);
        assert_eq!(two.p(99), ratio(0, 1));
    }

    #[test]
    fn a_binomial_is_a_sum_of_trials_and_thins_to_a_binomial() {
        let third = ratio(1, 3);
        let trial = Dist::from_weights(&[2, 1]);
        for n in 0..12 {
            let hits = Dist::binomial(n, &third);
            assert_eq!(hits, trial.times(n));
            assert_eq!(hits.at_least(0), ratio(1, 1));
            assert_eq!(hits.mean(), ratio(n as u32, 3));
            assert_eq!(hits.thinned(&ratio(1, 2)), Dist::binomial(n, &ratio(1, 6)));
        }
        assert_eq!(Dist::binomial(5, &ratio(0, 1)), Dist::always(0));
        assert_eq!(Dist::binomial(5, &ratio(1, 1)), Dist::always(5));
    }

    /// Against all 6⁵ rolls of five dice.
    #[test]
    fn hits_agree_with_brute_force() {
        let mut counts = [0u32; 6];
        for roll in 0..6u32.pow(5) {
            let hits = (0..5).filter(|i| roll / 6u32.pow(*i) % 6 >= 4).count();
            counts[hits] += 1;
        }
        assert_eq!(Dist::binomial(5, &ratio(1, 3)), Dist::from_weights(&counts));
    }

    #[test]
    fn mapping_and_capping() {
        let hits = Dist::from_weights(&[1, 1, 1, 1]);
        assert_eq!(hits.map(|h| 2 * h).capped(3), Dist::from_weights(&[1, 0, 1, 2]));
        assert_eq!(hits.capped(0), Dist::always(0));
        assert_eq!(hits.to_f64(), vec![0.25; 4]);
    }
}
