//! Whether scores fall like the curve that was fitted to them.
//!
//! It is a score test of the mean residuals over equal parts of the matchups, by rising x (D. D. Boos, "On generalized score
//! tests", The American Statistician 46, 1992): the error of a part is the scatter around the *curve*. Scatter around the part's
//! own mean is least just when that mean is off by chance, and of thirty-two matchups the squares then have tails far beyond those of
//! chi-square: of 1,000 prices whose curve fits, one looked like one in 100,000. And the curve is fitted to the parts once more
//! with the weights of the test, for a sum of squares loses just two degrees of freedom to the fit that makes it least, and
//! to no other.

use statrs::distribution::{ChiSquared, ContinuousCDF};

use super::fit::Fit;
use super::{Round, Trial};
use crate::logistic;

/// Parts of the window whose mean residuals say whether the curve fits.
const PARTS: usize = 8;

/// A curve is said not to fit when chance alone would leave such residuals in at most so many prices …
const MISFIT_CHANCE: f64 = 1e-5;

/// … and they are worth more than this share of the price.
const MISFIT_SHARE: f64 = 0.15;

/// How far a fitted curve is from the scores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Misfit {
    /// The largest mean residual of a part, in points as a share of the price.
    pub share: f64,
    /// The chance of residuals as large as all of these where the curve is the true one.
    pub chance: f64,
}

impl Misfit {
    /// That of the curve through the trials of a round; `None` where there is no falling curve, or matchups are too few.
    #[must_use]
    pub fn of_round(round: &Round, trials: &[Trial]) -> Option<Self> {
        Fit::of(trials, round.low, round.high)?.misfit
    }

    /// Whether the price is no number for it.
    pub(super) fn uneven(self) -> bool {
        self.share > MISFIT_SHARE && self.chance < MISFIT_CHANCE
    }

    /// That of score ≈ 1/(1 + exp(b·x − a)); `None` if the points, each x and score, are too few.
    pub(super) fn of(points: &[(f64, f64)], a: f64, b: f64) -> Option<Self> {
        let mut sorted = points.to_vec();
        sorted.sort_by(|p, q| p.0.total_cmp(&q.0));
        let part = |part: usize| {
            let part = &sorted[part * sorted.len() / PARTS..(part + 1) * sorted.len() / PARTS];
            let n = part.len() as f64;
            let [mut mean, mut error, mut by_a, mut by_b] = [0.0; 4];
            for (x, s) in part {
                let p = logistic(a - b * x);
                let (residual, weight) = (s - p, p * (1.0 - p));
                (mean, error) = (mean + residual / n, error + residual * residual / (n * n));
                (by_a, by_b) = (by_a + weight / n, by_b - weight * x / n);
            }
            // All alike is no reason to doubt: the floor is one matchup of the other kind.
            (n >= 8.0).then(|| [mean, error.max(0.25 / (n * n)), by_a, by_b])
        };
        let parts = (0..PARTS).map(part).collect::<Option<Vec<[f64; 4]>>>()?;
        let sum = |term: &dyn Fn(&[f64; 4]) -> f64| parts.iter().map(|part| term(part) / part[1]).sum::<f64>();
        let [h00, h01, h11] = [sum(&|p| p[2] * p[2]), sum(&|p| p[2] * p[3]), sum(&|p| p[3] * p[3])];
        let [g0, g1] = [sum(&|p| p[0] * p[2]), sum(&|p| p[0] * p[3])];
        let det = h00 * h11 - h01 * h01;
        if det.is_nan() || det <= 0.0 {
            return None;
        }
        let [more_a, more_b] = [(h11 * g0 - h01 * g1) / det, (h00 * g1 - h01 * g0) / det];
        let chi = sum(&|p| (p[0] - more_a * p[2] - more_b * p[3]).powi(2));
        let worst = parts.iter().map(|part| part[0].abs()).fold(0.0, f64::max);
        let chance = ChiSquared::new(PARTS as f64 - 2.0).map_or(1.0, |law| law.sf(chi));
        // At one half the curve falls by b/4 per unit of x.
        Some(Self { share: worst / (b / 4.0), chance })
    }
}
