//! The ratio of two estimates with joint errors.
//!
//! Source: E. C. Fieller, "Some problems in interval estimation", JRSS B 16 (1954).

use crate::{Interval, Z95, two_sided_p};

/// A ratio of two estimates with joint errors; the bottom is positive beyond doubt.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    /// The estimate above the line.
    pub top: f64,
    /// The estimate below it.
    pub bottom: f64,
    /// var(top).
    pub top_variance: f64,
    /// cov(top, bottom).
    pub covariance: f64,
    /// var(bottom).
    pub bottom_variance: f64,
}

impl Ratio {
    /// Fieller's interval: all ρ that the test below does not refuse at 5 %.
    pub fn interval(&self) -> Interval {
        let z2 = Z95 * Z95;
        let a = self.bottom * self.bottom - z2 * self.bottom_variance;
        let b = self.top * self.bottom - z2 * self.covariance;
        let c = self.top * self.top - z2 * self.top_variance;
        let reach = (b * b - a * c).max(0.0).sqrt();
        let estimate = self.top / self.bottom;
        Interval { estimate, low: ((b - reach) / a).min(estimate), high: ((b + reach) / a).max(estimate) }
    }

    /// The p-value of "the ratio is ρ".
    pub fn p_value(&self, rho: f64) -> f64 {
        let variance = self.top_variance - 2.0 * rho * self.covariance + rho * rho * self.bottom_variance;
        let off = self.top - rho * self.bottom;
        if variance > 0.0 {
            two_sided_p(off / variance.sqrt())
        } else if off == 0.0 {
            1.0
        } else {
            0.0
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fiellers_interval_is_its_tests_inverse() {
        let ratio = Ratio { top: 1.0, bottom: 2.0, top_variance: 0.04, covariance: 0.01, bottom_variance: 0.09 };
        let interval = ratio.interval();
        for end in [interval.low, interval.high] {
            assert!((ratio.p_value(end) - 0.05).abs() < 1e-9);
        }
    }
}
