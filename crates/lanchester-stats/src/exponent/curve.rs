//! The curve of score against worth: for a given p the best k, and the best p along those.

use super::{Action, ExponentError};
use crate::interval::Moments;

/// An action as the fit sees it: logarithms of ratings, and A's mean score.
pub struct Observed {
    a: Vec<f64>,
    b: Vec<f64>,
    /// A's mean score.
    pub score: f64,
}

impl Observed {
    /// Of an action with pairs, whose ratings are above zero.
    pub fn new(action: &Action) -> Self {
        let moments = Moments::of_levels(&action.pairs.scores());
        let logs = |ratings: &[f64]| ratings.iter().map(|r| libm::log(*r)).collect();
        Self { a: logs(&action.a), b: logs(&action.b), score: (moments.sum / moments.n as f64).clamp(0.0, 1.0) }
    }

    /// ln(Σ_A ratingᵖ / Σ_B ratingᵖ).
    pub fn advantage(&self, p: f64) -> f64 {
        log_worth(&self.a, p) - log_worth(&self.b, p)
    }

    /// The same and its first two derivatives by p.
    pub fn derivatives(&self, p: f64) -> [f64; 3] {
        let ([a1, a2], [b1, b2]) = (log_worth_by_p(&self.a, p), log_worth_by_p(&self.b, p));
        [self.advantage(p), a1 - b1, a2 - b2]
    }
}

fn highest(logs: &[f64], p: f64) -> f64 {
    logs.iter().map(|x| p * x).fold(f64::NEG_INFINITY, f64::max)
}

/// ln Σ exp(p·x) over the logarithms x of a fleet's ratings, without overflow.
fn log_worth(logs: &[f64], p: f64) -> f64 {
    let top = highest(logs, p);
    top + libm::log(logs.iter().map(|x| libm::exp(p * x - top)).sum())
}

/// Its first two derivatives by p: mean and variance of x weighted by exp(p·x).
fn log_worth_by_p(logs: &[f64], p: f64) -> [f64; 2] {
    let top = highest(logs, p);
    let weights = || logs.iter().map(|x| (*x, libm::exp(p * x - top)));
    let sum: f64 = weights().map(|(_, w)| w).sum();
    let mean = weights().map(|(x, w)| w * x).sum::<f64>() / sum;
    let variance = weights().map(|(x, w)| w * (x - mean) * (x - mean)).sum::<f64>() / sum;
    [mean, variance]
}

/// 1/(1 + e⁻ˣ) without overflow.
pub fn logistic(x: f64) -> f64 {
    let e = libm::exp(-x.abs());
    if x >= 0.0 { 1.0 / (1.0 + e) } else { e / (1.0 + e) }
}

/// The best k at a given p.
#[derive(Clone, Copy)]
pub struct Profile {
    /// p.
    pub p: f64,
    /// k.
    pub slope: f64,
    /// Log quasi-likelihood.
    pub value: f64,
}

impl Profile {
    /// # Errors
    /// [`ExponentError::Separated`].
    pub fn at(p: f64, observed: &[Observed]) -> Result<Self, ExponentError> {
        let points: Vec<(f64, f64)> = observed.iter().map(|o| (o.advantage(p), o.score)).collect();
        let slope = best_slope(&points)?;
        // ln(1 + e^z) without overflow, and ln(1 + e^−z) beside it.
        let value = points
            .iter()
            .map(|(d, y)| {
                let z = slope * d;
                let common = libm::log1p(libm::exp(-z.abs()));
                -(common + y * (-z).max(0.0) + (1.0 - y) * z.max(0.0))
            })
            .sum();
        Ok(Self { p, slope, value })
    }

    /// Whether a change of p could not be made good by a change of k: the two derivatives do not lie on a line.
    pub fn told_apart(&self, observed: &[Observed]) -> bool {
        let (mut kk, mut kp, mut pp) = (0.0, 0.0, 0.0);
        for o in observed {
            let [d, by_p, _] = o.derivatives(self.p);
            let weight = logistic(self.slope * d) * logistic(-self.slope * d);
            kk += weight * d * d;
            kp += weight * d * by_p;
            pp += weight * by_p * by_p;
        }
        kk * pp - kp * kp > 1e-9 * kk * pp
    }
}

/// The k at which Σ d(y − logistic(kd)) = 0, by Newton's method kept inside a bracket; the sum falls as k rises. 0 if
/// no d differs from 0.
fn best_slope(points: &[(f64, f64)]) -> Result<f64, ExponentError> {
    // The sum, and minus its derivative.
    let at = |k: f64| {
        points.iter().fold((0.0, 0.0), |(pull, push), (d, y)| {
            let fitted = logistic(k * d);
            (pull + d * (y - fitted), push + d * d * fitted * (1.0 - fitted))
        })
    };
    let size = (points.iter().map(|(d, _)| d * d).sum::<f64>() / points.len() as f64).sqrt();
    let (at_zero, _) = at(0.0);
    if at_zero == 0.0 || size < 1e-12 {
        return Ok(0.0);
    }
    // With k without end every action is decided as d says: what then still pulls back?
    let sign = at_zero.signum();
    let back: f64 = points.iter().map(|(d, y)| d.abs() * if d * sign > 0.0 { 1.0 - y } else { *y }).sum();
    if back <= 1e-12 * size {
        return Err(ExponentError::Separated);
    }
    let mut far = sign / size;
    while at(far).0 * sign > 0.0 {
        far *= 2.0;
        if far.abs() * size > 1e6 {
            return Err(ExponentError::Separated);
        }
    }
    let (mut low, mut high) = if sign > 0.0 { (0.0, far) } else { (far, 0.0) };
    let mut k = 0.0;
    for _ in 0..200 {
        let (pull, push) = at(k);
        if pull > 0.0 {
            low = k
        } else {
            high = k
        }
        let newton = k + pull / push;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        let done = (next - k).abs() * size < 1e-13;
        k = next;
        if done {
            break;
        }
    }
    Ok(k)
}

/// The top of the profile between two values of p, by golden section.
pub fn climb(mut low: f64, mut high: f64, observed: &[Observed]) -> Result<f64, ExponentError> {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    // A p that needs a negative k does not count.
    let height =
        |p: f64| Profile::at(p, observed).map(|top| if top.slope > 0.0 { top.value } else { f64::NEG_INFINITY });
    let (mut left, mut right) = (high - GOLDEN * (high - low), low + GOLDEN * (high - low));
    let (mut at_left, mut at_right) = (height(left)?, height(right)?);
    // 0.618^36 of a quarter is 10⁻⁸, as fine as a maximum can be told.
    for _ in 0..36 {
        if at_left >= at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - GOLDEN * (high - low);
            at_left = height(left)?;
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + GOLDEN * (high - low);
            at_right = height(right)?;
        }
    }
    Ok(f64::midpoint(low, high))
}
