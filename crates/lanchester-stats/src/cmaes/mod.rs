//! CMA-ES: looks for the least value of a function of several numbers by drawing points from a normal distribution and moving
//! it towards the better ones. It needs no derivatives, compares values only with each other, and stands noise.
//!
//! The caller draws standard normal numbers, asks which point they stand for ([`Search::point`]), finds the points' values and
//! reports them ([`Search::tell`]): a generation. The constants are the tutorial's, negative weights for the worse half included
//! ("active" update). With [`Search::adapting`] the rates of learning follow how much of each step was signal
//! (`learning_rate.rs`), so that a noisy function needs neither more points nor repeated evaluations.
//!
//! Every step is that of Python's `cmaes` 0.13.1 (M. Nomura and M. Shibata, arXiv 2402.01373), and recorded runs of it are
//! replayed in `tests.rs`. The one difference: a point is m + σ·C^½·z with the symmetric root, which does not depend on the
//! signs and order of eigenvectors.
//!
//! Sources: N. Hansen, "The CMA evolution strategy: a tutorial", arXiv 1604.00772; M. Nomura, Y. Akimoto and I. Ono, "CMA-ES
//! with learning rate adaptation", arXiv 2401.15876.

mod constants;
mod learning_rate;
#[cfg(test)]
mod tests;

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use constants::Constants;
use learning_rate::LearningRate;

use crate::matrix::{dot, times};

/// Instead of an eigenvalue that rounding made negative.
const LEAST_EIGENVALUE: f64 = 1e-8;

/// The largest step size.
const MOST_STEP: f64 = 1e32;

/// A search on the way.
#[derive(Clone, Debug)]
pub struct Search {
    constants: Constants,
    state: State,
    path: DVector<f64>,
    step_path: DVector<f64>,
    generation: u32,
    learning_rate: Option<LearningRate>,
}

/// The distribution that points are drawn from: mean m, step size σ and covariance σ²·C, with the roots C^½ and C^−½.
#[derive(Clone, Debug)]
struct State {
    mean: DVector<f64>,
    step: f64,
    shape: DMatrix<f64>,
    root: DMatrix<f64>,
    inverse_root: DMatrix<f64>,
}

impl State {
    /// With the roots worked out.
    fn new(mean: DVector<f64>, step: f64, shape: DMatrix<f64>) -> Self {
        let n = mean.len();
        let symmetric = DMatrix::from_fn(n, n, |i, j| f64::midpoint(shape[(i, j)], shape[(j, i)]));
        let eigen = SymmetricEigen::new(symmetric);
        let lengths = eigen.eigenvalues.map(|value| if value < 0.0 { LEAST_EIGENVALUE } else { value }.sqrt());
        let vectors = &eigen.eigenvectors;
        let of = |part: &dyn Fn(f64) -> f64| {
            DMatrix::from_fn(n, n, |i, j| (0..n).map(|k| vectors[(i, k)] * part(lengths[k]) * vectors[(j, k)]).sum())
        };
        let (root, inverse_root, shape) = (of(&|d| d), of(&|d| 1.0 / d), of(&|d| d * d));
        Self { mean, step, shape, root, inverse_root }
    }
}

impl Search {
    /// A search that begins at `mean`, with about `step` to either side in every direction; none without a dimension, or
    /// if a number is not finite, or the step not positive.
    #[must_use]
    pub fn new(mean: &[f64], step: f64) -> Option<Self> {
        let sound = mean.iter().all(|m| m.is_finite()) && step.is_finite() && step > 0.0;
        let n = mean.len();
        (sound && n > 0).then(|| Self {
            constants: Constants::new(n, 4 + (3.0 * libm::log(n as f64)) as usize),
            state: State::new(DVector::from_column_slice(mean), step, DMatrix::identity(n, n)),
            path: DVector::zeros(n),
            step_path: DVector::zeros(n),
            generation: 0,
            learning_rate: None,
        })
    }

    /// The same search, with rates of learning that adapt to noise.
    #[must_use]
    pub fn adapting(self) -> Self {
        let n = self.state.mean.len();
        Self { learning_rate: Some(LearningRate::new(n)), ..self }
    }

    /// Points of a generation.
    #[must_use]
    pub fn points(&self) -> usize {
        self.constants.weights.len()
    }

    /// Generations so far.
    #[must_use]
    pub const fn generation(&self) -> u32 {
        self.generation
    }

    /// The mean: with a noisy function a better answer than any point that was drawn.
    #[must_use]
    pub fn mean(&self) -> &[f64] {
        self.state.mean.as_slice()
    }

    /// The step size.
    #[must_use]
    pub const fn step(&self) -> f64 {
        self.state.step
    }

    /// The covariance of points in units of the squared step size: row after row, which is column after column.
    #[must_use]
    pub fn shape(&self) -> &[f64] {
        self.state.shape.as_slice()
    }

    /// The point that these standard normal numbers stand for: as many as there are dimensions, zeros in place of those that
    /// are missing.
    #[must_use]
    pub fn point(&self, normal: &[f64]) -> Vec<f64> {
        let z = DVector::from_fn(self.state.mean.len(), |i, _| normal.get(i).copied().unwrap_or(0.0));
        let y = times(&self.state.root, &z);
        (&self.state.mean + y * self.state.step).as_slice().to_vec()
    }

    /// Takes in the points of a generation with their values; less is better. Nothing changes unless there are as many as
    /// [`Search::points`] says and all of them numbers.
    pub fn tell(&mut self, points: &[(Vec<f64>, f64)]) {
        let n = self.state.mean.len();
        let sound = |(point, value): &(Vec<f64>, f64)| point.len() == n && !value.is_nan();
        if points.len() != self.points() || !points.iter().all(sound) {
            return;
        }
        let mut ranked: Vec<&(Vec<f64>, f64)> = points.iter().collect();
        ranked.sort_by(|a, b| a.1.total_cmp(&b.1));
        let old = &self.state;
        let steps: Vec<DVector<f64>> =
            ranked.iter().map(|(x, _)| (DVector::from_column_slice(x) - &old.mean) / old.step).collect();
        self.generation += 1;
        let (mean, step, shape) = self.moved(&steps);
        let (mean, step, shape) = match &mut self.learning_rate {
            None => (mean, step, shape),
            Some(rate) => rate.damped(&self.state, &mean, step, &shape),
        };
        self.state = State::new(mean, step, shape);
    }

    /// Mean, step size and shape after a generation whose points, the best first, lay so far from the mean in step sizes (41
    /// to 47).
    fn moved(&mut self, steps: &[DVector<f64>]) -> (DVector<f64>, f64, DMatrix<f64>) {
        let (constants, old) = (&self.constants, &self.state);
        let n = old.mean.len();
        let mut towards = DVector::zeros(n);
        for (y, weight) in steps.iter().zip(&constants.weights).take(constants.parents) {
            towards += y * *weight;
        }
        let share = |decay: f64| (decay * (2.0 - decay) * constants.effective).sqrt();
        self.step_path =
            &self.step_path * (1.0 - constants.step) + times(&old.inverse_root, &towards) * share(constants.step);
        let length = dot(&self.step_path, &self.step_path).sqrt();
        let growth = libm::exp(constants.step / constants.damping * (length / constants.length - 1.0));
        let begun = 1.0 - libm::pow(1.0 - constants.step, 2.0 * f64::from(self.generation + 1));
        // A step path that is long only because the step size was too small does not stretch the covariance.
        let stalled = length / begun.sqrt() >= (1.4 + 2.0 / (constants.n + 1.0)) * constants.length;
        self.path *= 1.0 - constants.path;
        if !stalled {
            self.path += &towards * share(constants.path);
        }
        let kept = if stalled { constants.rank_one * constants.path * (2.0 - constants.path) } else { 0.0 };
        let sum: f64 = constants.weights.iter().sum();
        let mut shape = &old.shape * (1.0 + kept - constants.rank_one - constants.rank_mu * sum);
        shape += outer(&self.path, constants.rank_one);
        for (y, weight) in steps.iter().zip(&constants.weights) {
            let whitened = times(&old.inverse_root, y);
            let scale = if *weight < 0.0 { constants.n / (dot(&whitened, &whitened) + LEAST_EIGENVALUE) } else { 1.0 };
            shape += outer(y, constants.rank_mu * weight * scale);
        }
        (&old.mean + towards * old.step, (old.step * growth).min(MOST_STEP), shape)
    }
}

/// s·v·vᵀ.
fn outer(v: &DVector<f64>, s: f64) -> DMatrix<f64> {
    DMatrix::from_fn(v.len(), v.len(), |i, j| s * v[i] * v[j])
}
