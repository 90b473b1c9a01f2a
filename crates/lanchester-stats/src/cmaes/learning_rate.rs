//! How much of a generation's step is taken: as much as keeps the ratio of signal to noise in the steps constant.
//!
//! Steps of mean and covariance are measured in the distribution's own units, so that a reparameterisation changes nothing. Their
//! moving average is signal, their mean square is signal and noise together. Source: M. Nomura, Y. Akimoto and I. Ono, "CMA-ES
//! with learning rate adaptation", arXiv 2401.15876, algorithm 2 and its constants.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use super::{MOST_STEP, State};
use crate::matrix::product;

/// The ratio of signal to noise that is aimed at, in units of the rate.
const TARGET: f64 = 1.4;
/// The most that a rate changes in a generation, in units of itself.
const DAMPING: f64 = 0.1;

/// The rates of the mean and of the covariance.
#[derive(Clone, Debug)]
pub(super) struct LearningRate {
    mean: Rate,
    covariance: Rate,
}

/// One rate, and what it is worked out from.
#[derive(Clone, Debug)]
struct Rate {
    /// From 0 to 1.
    rate: f64,
    /// Weight of the latest step in the averages.
    latest: f64,
    /// The average step.
    average: Vec<f64>,
    /// The average of the steps' squared lengths.
    square: f64,
}

impl Rate {
    fn new(latest: f64, parts: usize) -> Self {
        Self { rate: 1.0, latest, average: vec![0.0; parts], square: 0.0 }
    }

    /// Takes in a step in local units and changes the rate.
    fn take(&mut self, step: &[f64]) {
        let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>();
        for (average, part) in self.average.iter_mut().zip(step) {
            *average = (1.0 - self.latest) * *average + self.latest * part;
        }
        self.square = (1.0 - self.latest) * self.square + self.latest * length(step);
        let signal = length(&self.average);
        let ratio = (signal - self.latest / (2.0 - self.latest) * self.square) / (self.square - signal);
        let change = (ratio / TARGET / self.rate - 1.0).clamp(-1.0, 1.0);
        // Without any step there is nothing to learn from (0/0).
        if !change.is_nan() {
            self.rate = (self.rate * libm::exp((DAMPING * self.rate).min(self.latest) * change)).min(1.0);
        }
    }
}

impl LearningRate {
    pub(super) fn new(n: usize) -> Self {
        Self { mean: Rate::new(0.1, n), covariance: Rate::new(0.03, n * n) }
    }

    /// Mean, step size and shape where only a part of the step from `old` to these is taken.
    pub(super) fn damped(
        &mut self,
        old: &State,
        mean: &DVector<f64>,
        step: f64,
        shape: &DMatrix<f64>,
    ) -> (DVector<f64>, f64, DMatrix<f64>) {
        let n = mean.len();
        let by = mean - &old.mean;
        let before = &old.shape * (old.step * old.step);
        let change = shape * (step * step) - &before;
        let whiten = &old.inverse_root / old.step;
        let local = crate::matrix::times(&whiten, &by);
        let local_change = product(&product(&whiten, &change), &whiten) / std::f64::consts::SQRT_2;
        let last = self.mean.rate;
        self.mean.take(local.as_slice());
        self.covariance.take(local_change.as_slice());
        let covariance = before + change * self.covariance.rate;
        let symmetric = DMatrix::from_fn(n, n, |i, j| f64::midpoint(covariance[(i, j)], covariance[(j, i)]));
        let volume: f64 = SymmetricEigen::new(symmetric)
            .eigenvalues
            .iter()
            .map(|value| libm::log(value.max(f64::MIN_POSITIVE)))
            .sum();
        let taken = libm::exp(volume / 2.0 / n as f64).min(MOST_STEP);
        // A mean that moves less needs a larger step size for the same progress.
        (&old.mean + by * self.mean.rate, taken * last / self.mean.rate, covariance / (taken * taken))
    }
}
