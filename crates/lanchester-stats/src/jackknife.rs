//! The delete-a-group jackknife: the error of any smooth statistic of independent groups.
//!
//! The statistic is worked out again without each group, and how much those values scatter says how much the statistic itself
//! does (M. H. Quenouille, "Notes on bias in estimation", Biometrika 43, 1956; J. W. Tukey, "Bias and confidence in
//! not-quite large samples", Annals of Mathematical Statistics 29, 1958). The variance is on average not too small (B. Efron
//! and C. Stein, "The jackknife estimate of variance", Annals of Statistics 9, 1981). What two estimates have in
//! common, such as dice, cancels in their difference by itself.

use crate::exponent::student_97_5;
use crate::{Interval, two_sided_p};

/// A statistic and its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jackknife {
    /// The statistic of all groups.
    pub estimate: f64,
    /// Its standard error.
    pub error: f64,
    /// Degrees of freedom of the error: groups − 1.
    pub freedom: f64,
}

impl Jackknife {
    /// Works a statistic out from all groups (`None`) and without each of `groups` ≥ 2 of them. `None` if it is nowhere, or
    /// without some group not, a number.
    ///
    /// ```
    /// use lanchester_stats::jackknife::Jackknife;
    /// // Of a mean it is the textbook's error: 1, 2, 3, 4 have a standard deviation of √(5/3), their mean √(5/12).
    /// let numbers = [1.0, 2.0, 3.0, 4.0];
    /// let mean = |without: Option<usize>| {
    ///     let kept: Vec<f64> = (0..4).filter(|i| Some(*i) != without).map(|i| numbers[i]).collect();
    ///     Some(kept.iter().sum::<f64>() / kept.len() as f64)
    /// };
    /// let found = Jackknife::of(4, mean).expect("a number");
    /// assert!((found.estimate - 2.5).abs() < 1e-12 && (found.error - (5.0f64 / 12.0).sqrt()).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn of(groups: usize, statistic: impl Fn(Option<usize>) -> Option<f64>) -> Option<Self> {
        let estimate = statistic(None)?;
        let without: Vec<f64> = (0..groups).map(|group| statistic(Some(group))).collect::<Option<_>>()?;
        let n = groups as f64;
        let mean = without.iter().sum::<f64>() / n;
        let squares: f64 = without.iter().map(|value| (value - mean) * (value - mean)).sum();
        let error = (squares * (n - 1.0) / n).sqrt();
        (groups >= 2 && estimate.is_finite() && error.is_finite()).then_some(Self { estimate, error, freedom: n - 1.0 })
    }

    /// The 95 % interval, by Student's distribution.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let half = student_97_5(self.freedom) * self.error;
        Interval { estimate: self.estimate, low: self.estimate - half, high: self.estimate + half }
    }

    /// The p-value of "it is zero", by the normal distribution; 1 for a certain zero.
    #[must_use]
    pub fn p_of_zero(&self) -> f64 {
        if self.estimate == 0.0 { 1.0 } else { two_sided_p(self.estimate / self.error) }
    }
}
