//! The working model fitted to one round: logit P = κ·ln(Σ_A c·e^θ / Σ_B c·e^θ).
//!
//! Its quasi-likelihood equation for θ of a design is the estimating equation Σ (score − P)·(share_A − share_B) = 0 itself.
//! Fisher's scoring finds the root; every step is the best one under the conditions (`quadratic.rs`), so that where a
//! price is held or bounded the equations of the others hold still.

use nalgebra::{DMatrix, DVector};

use super::limits::Limits;
use super::quadratic::{best_step, response, unit};
use super::trial::{Sides, Trial};
use crate::logistic;

/// Where a round's equations hold.
pub struct Fit {
    /// θ of every design: the logarithm of its price over that of the round.
    pub shifts: Vec<f64>,
    /// κ.
    pub slope: f64,
    /// Covariance of (θ, κ): a sandwich by matchup.
    pub covariance: DMatrix<f64>,
    /// Mean information per matchup of (θ, κ).
    pub information: DMatrix<f64>,
    /// Designs whose price is at a bound.
    pub at_bound: Vec<usize>,
    /// A shift left the range that a round can tell.
    pub far: bool,
}

impl Fit {
    /// Standard error of the logarithm of a price.
    pub fn error(&self, design: usize) -> f64 {
        self.covariance[(design, design)].max(0.0).sqrt()
    }
}

/// Scoring steps before giving up.
const MOST_STEPS: usize = 200;

/// A step below this is the last.
const SETTLED: f64 = 1e-11;

/// The most that a price moves in one scoring step.
const LONGEST: f64 = 0.7;

/// Beyond this a round tells the side only.
const FAR: f64 = 2.5;

/// κ is looked for between these.
pub const SLOPES: [f64; 2] = [0.02, 500.0];

/// Fits a round that was played at these prices; none where its matchups leave a price open.
pub fn fit(trials: &[Trial], prices: &[f64], limits: &Limits) -> Option<Fit> {
    let k = prices.len();
    let observed: Vec<(&Trial, f64)> = trials.iter().filter_map(|t| Some((t, t.score()?))).collect();
    let mut at = Point { shifts: vec![0.0; k], slope: 2.0 };
    let mut sums = Sums::at(&observed, prices, &at);
    for _ in 0..MOST_STEPS {
        let conditions = limits.conditions(prices, &at);
        // Far from its anchor a sum is no straight line, and bounds may not admit all of what is off: half of it.
        let best = best_step(&sums.information, &sums.gradient, &conditions)
            .or_else(|| best_step(&sums.information, &sums.gradient, &conditions.half_way()))?;
        let restoring = conditions.equalities.iter().any(|(_, off)| off.abs() > 1e-9);
        let longest = best.step.rows(0, k).iter().fold(0.0f64, |most, d| most.max(d.abs()));
        let mut length = (LONGEST / longest.max(LONGEST)).min(1.0);
        let change = |slope: f64| (slope / at.slope - 1.0).abs();
        let (next, next_sums) = loop {
            let next = at.moved(&best.step, length);
            let next_sums = Sums::at(&observed, prices, &next);
            if next_sums.deviance <= sums.deviance + 1e-12 || restoring || length < 0.02 {
                break (next, next_sums);
            }
            length /= 2.0;
        };
        let settled = length * longest < SETTLED && change(next.slope) < SETTLED;
        (at, sums) = (next, next_sums);
        let far = at.shifts.iter().any(|shift| shift.abs() > FAR);
        if settled || far {
            return finish(&observed, prices, limits, at, sums, best.at_bound, far);
        }
    }
    finish(&observed, prices, limits, at, sums, Vec::new(), true)
}

fn finish(
    observed: &[(&Trial, f64)],
    prices: &[f64],
    limits: &Limits,
    at: Point,
    sums: Sums,
    at_bound: Vec<usize>,
    far: bool,
) -> Option<Fit> {
    let k = prices.len();
    let mut fixed: Vec<DVector<f64>> =
        limits.conditions(prices, &at).equalities.into_iter().map(|(row, _)| row).collect();
    fixed.extend(at_bound.iter().map(|design| unit(k + 1, *design)));
    let bread = response(&sums.jacobian, &fixed).or_else(|| response(&sums.information, &fixed))?;
    let covariance = sandwich(observed, prices, &at, &bread);
    Some(Fit { shifts: at.shifts, slope: at.slope, covariance, information: sums.information, at_bound, far })
}

/// Parameters.
pub(super) struct Point {
    pub shifts: Vec<f64>,
    pub slope: f64,
}

impl Point {
    fn moved(&self, step: &DVector<f64>, length: f64) -> Self {
        let k = self.shifts.len();
        let shifts = self.shifts.iter().zip(step.iter()).map(|(shift, d)| shift + length * d).collect();
        let slope = self.slope + length * step[k];
        Self { shifts, slope: slope.clamp(self.slope / 3.0, 3.0 * self.slope).clamp(SLOPES[0], SLOPES[1]) }
    }

    pub fn prices(&self, prices: &[f64]) -> Vec<f64> {
        prices.iter().zip(&self.shifts).map(|(price, shift)| price * libm::exp(*shift)).collect()
    }
}

/// A matchup's part: residual, weight P(1 − P), and the derivative of the logit by (θ, κ), sparse.
struct Term {
    residual: f64,
    weight: f64,
    derivative: Vec<(usize, f64)>,
}

impl Term {
    fn of(sides: &Sides, score: f64, slope: f64, k: usize) -> Self {
        let p = logistic(slope * sides.log_ratio);
        let mut derivative = sides.differences();
        derivative.iter_mut().for_each(|(_, d)| *d *= slope);
        derivative.push((k, sides.log_ratio));
        Self { residual: score - p, weight: p * (1.0 - p), derivative }
    }
}

/// Means over matchups.
struct Sums {
    gradient: DVector<f64>,
    /// Expected information.
    information: DMatrix<f64>,
    /// − derivative of the gradient, as observed: what residuals of a wrong model add included.
    jacobian: DMatrix<f64>,
    deviance: f64,
}

impl Sums {
    fn at(observed: &[(&Trial, f64)], prices: &[f64], at: &Point) -> Self {
        let k = prices.len();
        let now = at.prices(prices);
        let mut sums = Self {
            gradient: DVector::zeros(k + 1),
            information: DMatrix::zeros(k + 1, k + 1),
            jacobian: DMatrix::zeros(k + 1, k + 1),
            deviance: 0.0,
        };
        let n = observed.len() as f64;
        for (trial, score) in observed {
            let sides = trial.at(&now);
            let term = Term::of(&sides, *score, at.slope, k);
            for (i, di) in &term.derivative {
                sums.gradient[*i] += term.residual * di / n;
                for (j, dj) in &term.derivative {
                    sums.information[(*i, *j)] += term.weight * di * dj / n;
                }
            }
            for (sign, shares) in [1.0, -1.0].into_iter().zip(&sides.shares) {
                let pull = sign * term.residual * at.slope / n;
                for (i, si) in shares {
                    sums.jacobian[(*i, *i)] -= pull * si;
                    for (j, sj) in shares {
                        sums.jacobian[(*i, *j)] += pull * si * sj;
                    }
                }
            }
            let z = at.slope * sides.log_ratio;
            // −ln P = ln(1 + e^−z), without overflow.
            let loss = |z: f64| (-z).max(0.0) + libm::log1p(libm::exp(-z.abs()));
            sums.deviance += (score * loss(z) + (1.0 - score) * loss(-z)) / n;
        }
        for i in 0..=k {
            for j in 0..=k {
                sums.jacobian[(i, j)] += sums.information[(i, j)];
            }
        }
        sums
    }
}

/// Bread · meat · bread, each matchup's residual enlarged by its own leverage (J. G. MacKinnon and H. White's HC2).
fn sandwich(observed: &[(&Trial, f64)], prices: &[f64], at: &Point, bread: &DMatrix<f64>) -> DMatrix<f64> {
    let k = prices.len();
    let n = observed.len() as f64;
    let now = at.prices(prices);
    let mut covariance = DMatrix::zeros(k + 1, k + 1);
    for (trial, score) in observed {
        let term = Term::of(&trial.at(&now), *score, at.slope, k);
        let mut influence = vec![0.0; k + 1];
        for (i, moved) in influence.iter_mut().enumerate() {
            *moved = term.derivative.iter().map(|(j, d)| bread[(i, *j)] * d).sum();
        }
        let leverage: f64 = term.derivative.iter().map(|(i, d)| influence[*i] * d).sum::<f64>() * term.weight / n;
        let size = term.residual * term.residual / (n * n * (1.0 - leverage.clamp(0.0, 0.9)));
        for i in 0..=k {
            for j in 0..=k {
                covariance[(i, j)] += size * influence[i] * influence[j];
            }
        }
    }
    covariance
}
