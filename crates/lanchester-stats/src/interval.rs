//! Intervals for rates and for means of bounded values. They hold near 0 and 1, where Wald's do not.
//!
//! Sources: E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927);
//! L. D. Brown, T. T. Cai and A. DasGupta, "Interval estimation for a binomial proportion", Statistical Science 16
//! (2001); for an effective sample size in Wilson's formula N. Dean and M. Pagano, "Evaluating confidence interval
//! methods for binomial proportions in clustered surveys", Journal of Survey Statistics and Methodology 3 (2015).

use serde::{Deserialize, Serialize};

use crate::Z95;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The estimate; inside the interval.
    pub estimate: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// A share of which nothing is known.
    pub const UNKNOWN_SHARE: Self = Self { estimate: 0.5, low: 0.0, high: 1.0 };

    /// The estimate give or take 1.96 standard errors, for quantities without bounds.
    #[must_use]
    pub fn normal(estimate: f64, standard_error: f64) -> Self {
        Self { estimate, low: estimate - Z95 * standard_error, high: estimate + Z95 * standard_error }
    }

    /// Half of its width.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.high - self.low) / 2.0
    }

    /// Whether a value lies inside, ends included.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The interval of a rising function of the quantity.
    #[must_use]
    pub fn map_rising(self, f: impl Fn(f64) -> f64) -> Self {
        Self { estimate: f(self.estimate), low: f(self.low), high: f(self.high) }
    }
}

/// Wilson's score interval for a share: `successes` of `trials` independent trials.
///
/// ```
/// use lanchester_stats::interval::wilson;
/// let none = wilson(0, 10);
/// assert_eq!(none.low, 0.0);
/// assert!((none.high - 0.2775).abs() < 1e-4);
/// let half = wilson(50, 100);
/// assert!((half.low - 0.4038).abs() < 1e-4 && (half.high - 0.5962).abs() < 1e-4);
/// ```
#[must_use]
pub fn wilson(successes: u64, trials: u64) -> Interval {
    if trials == 0 { Interval::UNKNOWN_SHARE } else { wilson_real(successes as f64 / trials as f64, trials as f64) }
}

/// Wilson's interval around a share in 0..=1 that is worth `n` > 0 independent trials, `n` not necessarily whole.
///
/// For a share of battles give the number of *pairs* as `n`: the two battles of a pair share their dice, and two
/// trials that always agree are worth one, so the interval is never too short.
#[must_use]
pub fn wilson_real(share: f64, n: f64) -> Interval {
    let z2 = Z95 * Z95;
    let centre = (share + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let reach = Z95 / (1.0 + z2 / n) * (share * (1.0 - share) / n + z2 / (4.0 * n * n)).sqrt();
    let low = if share <= 0.0 { 0.0 } else { (centre - reach).max(0.0).min(share) };
    let high = if share >= 1.0 { 1.0 } else { (centre + reach).min(1.0).max(share) };
    Interval { estimate: share, low, high }
}

/// The mean of A's pair scores from their counts at 0, ¼, ½, ¾ and 1.
///
/// ```
/// use lanchester_stats::interval::pair_score;
/// // Twice as many clean sweeps by A as by B, most pairs split: the interval is shorter than that of 100 coins.
/// let score = pair_score(&[10, 0, 70, 0, 20]);
/// assert!((score.estimate - 0.55).abs() < 1e-12);
/// assert!(score.half_width() < 0.06);
/// // All pairs alike: the width is small, but not zero.
/// assert!(pair_score(&[0, 0, 100, 0, 0]).half_width() > 0.01);
/// assert!(pair_score(&[0, 0, 0, 0, 100]).low < 0.97);
/// ```
#[must_use]
pub fn pair_score(counts: &[u64; 5]) -> Interval {
    levels(counts)
}

/// The mean of values that lie at equal steps from 0 to 1, from the count at each step: three counts for the share of
/// battles by how many of a pair had it (none, one, both), five for pair scores.
#[must_use]
pub fn levels<const N: usize>(counts: &[u64; N]) -> Interval {
    let moments = Moments::of_levels(counts);
    bounded_mean(moments.n, moments.sum, moments.squares)
}

/// The mean of `n` independent values between 0 and 1, from their sum and the sum of their squares.
///
/// Wilson's interval at the effective sample size p(1 − p)/v, where v is the variance of the values: pair scores vary
/// less than coins do, so they are worth more than `n` coins. Mean and variance for this are taken after adding one
/// value at 0 and one at 1, so that values that happen to be all alike do not claim to be certain.
#[must_use]
pub fn bounded_mean(n: u64, sum: f64, squares: f64) -> Interval {
    if n == 0 {
        return Interval::UNKNOWN_SHARE;
    }
    let guarded = Moments { n, sum, squares }.guarded();
    wilson_real((sum / n as f64).clamp(0.0, 1.0), n as f64 * guarded.mean * (1.0 - guarded.mean) / guarded.variance)
}

/// Sums over independent values between 0 and 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Moments {
    pub n: u64,
    pub sum: f64,
    pub squares: f64,
}

/// Mean and variance of one value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guarded {
    pub mean: f64,
    pub variance: f64,
}

impl Moments {
    pub fn of_levels<const N: usize>(counts: &[u64; N]) -> Self {
        let step = 1.0 / (N - 1) as f64;
        let (mut n, mut sum, mut squares) = (0, 0.0, 0.0);
        for (i, count) in counts.iter().enumerate() {
            n += count;
            sum += *count as f64 * i as f64 * step;
            squares += *count as f64 * (i * i) as f64 * step * step;
        }
        Self { n, sum, squares }
    }

    /// Mean and variance with one value at 0 and one at 1 added; the variance is never 0.
    pub fn guarded(self) -> Guarded {
        let n = self.n as f64 + 2.0;
        let mean = (self.sum + 1.0) / n;
        // Never less than what the two added values alone would give: rounding must not make a variance of 0.
        let least = (mean * mean + (1.0 - mean) * (1.0 - mean)) / n;
        Guarded { mean, variance: ((self.squares + 1.0) / n - mean * mean).max(least) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wilson_as_published() {
        // Newcombe, Statistics in Medicine 17 (1998), table I, method 3: 15 of 148 gives 0.0624 to 0.1605.
        let i = wilson(15, 148);
        assert!((i.low - 0.0624).abs() < 5e-5 && (i.high - 0.1605).abs() < 5e-5, "{i:?}");
        assert_eq!(wilson(0, 0), Interval::UNKNOWN_SHARE);
    }

    #[test]
    fn ends_are_exact_and_mirror_each_other() {
        for n in [1, 7, 1000, 1 << 40] {
            let (none, all) = (wilson(0, n), wilson(n, n));
            assert_eq!((none.low, all.high), (0.0, 1.0));
            assert!((none.high - (1.0 - all.low)).abs() < 1e-12);
            let (lost, won) = (pair_score(&[n, 0, 0, 0, 0]), pair_score(&[0, 0, 0, 0, n]));
            assert!((lost.high - (1.0 - won.low)).abs() < 1e-12);
            assert!((lost.high - none.high).abs() < 1e-12, "a sweep is worth one coin a pair");
        }
    }

    #[test]
    fn no_counts_and_one_pair_are_wide() {
        assert_eq!(pair_score(&[0; 5]), Interval::UNKNOWN_SHARE);
        let one = pair_score(&[0, 0, 1, 0, 0]);
        assert!(one.low < 0.15 && one.high > 0.85, "{one:?}");
    }

    #[test]
    fn coins_two_a_pair_give_wilsons_interval_of_all_battles() {
        // Independent fair battles: a quarter of the pairs swept either way, half split.
        let pairs = levels(&[2500, 5000, 2500]);
        let battles = wilson(10_000, 20_000);
        assert!((pairs.half_width() / battles.half_width() - 1.0).abs() < 1e-3);
    }
}
