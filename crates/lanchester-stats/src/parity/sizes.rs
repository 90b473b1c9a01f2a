//! Is a design worth the same however many of it fight?
//!
//! Prices for exactly n ships, each from battles of its own, are independent numbers with errors. If ships add, all are equal;
//! if a fleet of n is worth s·nᵖ, the price is s·nᵖ⁻¹, a line of slope p − 1 in logarithms.
//!
//! Source of the test: A. Wald, "Tests of statistical hypotheses concerning several parameters when the number of
//! observations is large", Transactions of the AMS 54 (1943); for independent estimates it is the weighted sum of squares
//! around their weighted mean, chi-square with one degree of freedom fewer than there are prices.

use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::{Interval, Z95};

/// What prices for several numbers of ships say together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SizeTest {
    /// The p-value of "all of them are equal".
    pub p: f64,
    /// The highest over the lowest.
    pub ratio: f64,
    /// The slope of ln price on ln ships: p − 1 where a fleet of n is worth nᵖ of one. If no line goes through the prices, it
    /// is that of the best one.
    pub slope: Interval,
}

/// Tests whether independent prices for these numbers of ships, at least 1 and all different, are equal; `None` of fewer than
/// two prices that are positive numbers with an error.
///
/// ```
/// use lanchester_stats::Interval;
/// use lanchester_stats::parity::size_test;
/// let price = |points: f64| Interval { estimate: points, low: points / 1.02, high: points * 1.02 };
/// let found = size_test(&[(1, price(340.0)), (2, price(360.0)), (8, price(410.0))]).expect("three prices");
/// assert!(found.p < 1e-6 && (found.ratio - 410.0 / 340.0).abs() < 1e-9);
/// // Eight ships have eight times what one has, and a fifth more: 3 ln 2 against 3 p ln 2.
/// assert!(found.slope.contains((410.0f64 / 340.0).ln() / 8f64.ln()));
/// ```
#[must_use]
pub fn size_test(prices: &[(u32, Interval)]) -> Option<SizeTest> {
    // ln ships, ln price, and its weight: one over its variance, which the interval's width in logarithms says.
    let of = |(ships, price): &(u32, Interval)| {
        let price = price.map_rising(libm::log);
        let error = (price.high - price.low) / (2.0 * Z95);
        let usable = price.estimate.is_finite() && error.is_finite() && error > 0.0;
        usable.then(|| [libm::log(f64::from(*ships)), price.estimate, 1.0 / (error * error)])
    };
    let points: Vec<[f64; 3]> = prices.iter().filter_map(of).collect();
    if points.len() < 2 {
        return None;
    }
    let sum = |f: &dyn Fn(&[f64; 3]) -> f64| points.iter().map(f).sum::<f64>();
    let weights = sum(&|p| p[2]);
    let [x, y] = [0, 1].map(|k| sum(&|p: &[f64; 3]| p[2] * p[k]) / weights);
    let chi = sum(&|p| p[2] * (p[1] - y) * (p[1] - y));
    let along = sum(&|p| p[2] * (p[0] - x) * (p[0] - x));
    let slope = sum(&|p| p[2] * (p[0] - x) * (p[1] - y)) / along;
    let half = Z95 / along.sqrt();
    let [low, high] = points.iter().fold([f64::MAX, f64::MIN], |[low, high], p| [low.min(p[1]), high.max(p[1])]);
    Some(SizeTest {
        p: ChiSquared::new(points.len() as f64 - 1.0).map_or(1.0, |law| law.sf(chi)),
        ratio: libm::exp(high - low),
        slope: Interval { estimate: slope, low: slope - half, high: slope + half },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn price(points: f64, error: f64) -> Interval {
        let z = Z95 * error;
        Interval { estimate: points, low: points * (-z).exp(), high: points * z.exp() }
    }

    /// Two prices whose logarithms are ln 1.1 apart, with errors of 3 % and 4 %: z = ln 1.1 / 5 %.
    #[test]
    fn of_two_it_is_the_test_of_their_difference() {
        let found = size_test(&[(1, price(100.0, 0.03)), (8, price(110.0, 0.04))]).expect("two");
        let gap = 1.1f64.ln();
        assert!((found.p - crate::two_sided_p(gap / 0.05)).abs() < 1e-9, "{found:?}");
        assert!((found.slope.estimate - gap / 8f64.ln()).abs() < 1e-12);
        assert!((found.slope.half_width() - Z95 * 0.05 / 8f64.ln()).abs() < 1e-12);
        assert!((found.ratio - 1.1).abs() < 1e-12);
    }

    /// Three equal errors: the sum of squares around the mean, by hand. (−d, 0, d) over e gives 2·d²/e² = 8, and the chance of
    /// more at two degrees of freedom is exp(−8/2).
    #[test]
    fn of_three_it_is_chi_square_with_two_degrees_of_freedom() {
        let prices = [-0.1f64, 0.0, 0.1].map(|d| price(200.0 * d.exp(), 0.05));
        let found = size_test(&[(1, prices[0]), (2, prices[1]), (4, prices[2])]).expect("three");
        assert!((found.p - (-4f64).exp()).abs() < 1e-9, "{found:?}");
    }

    #[test]
    fn what_cannot_be_tested_is_not() {
        assert_eq!(size_test(&[]), None);
        assert_eq!(size_test(&[(4, price(100.0, 0.01))]), None);
        let endless = Interval { estimate: 100.0, low: 0.0, high: f64::INFINITY };
        assert_eq!(size_test(&[(4, price(100.0, 0.01)), (8, endless)]), None);
    }
}
