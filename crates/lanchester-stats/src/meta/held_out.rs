//! How well a form predicts families that it was not fitted to.

use nalgebra::DVector;
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Observation;
use super::forms::{Fitted, Form, fit_form};
use crate::Interval;

/// Parts into which the families are dealt in turn; each is predicted from the others.
const FOLDS: usize = 10;

/// The log score of each family: the logarithm of the density that its prices have together, by the form as fitted without its
/// fold. `None` where a fit does not settle.
pub fn scores(form: Form, sorted: &[Observation]) -> Option<Vec<f64>> {
    let families: Vec<&[Observation]> = sorted.chunk_by(|a, b| a.family == b.family).collect();
    let folds = FOLDS.min(families.len());
    let mut scores = vec![0.0; families.len()];
    for fold in 0..folds {
        let inside = |place: usize| place % folds == fold;
        let rest = families.iter().enumerate().filter(|(place, _)| !inside(*place));
        let rest: Vec<Observation> = rest.flat_map(|(_, family)| family.iter().copied()).collect();
        let fitted = fit_form(form, &rest)?;
        for (place, family) in families.iter().enumerate().filter(|(place, _)| inside(*place)) {
            scores[place] = score(&fitted, family)?;
        }
    }
    Some(scores)
}

/// The log density of a family's prices: the effects' and the sampling variances, and what is not known of the coefficients.
fn score(fitted: &Fitted, family: &[Observation]) -> Option<f64> {
    let left = fitted.held_out(family);
    let (x, known) = (left.explained_by(0), &fitted.reml.gls.covariance);
    let mut covariance = left.covariance(0, fitted.reml.effects);
    for (i, j) in (0..family.len()).flat_map(|i| (0..family.len()).map(move |j| (i, j))) {
        for (a, b) in (0..left.columns).flat_map(|a| (0..left.columns).map(move |b| (a, b))) {
            covariance[(i, j)] += x[(i, a)] * known[(a, b)] * x[(j, b)];
        }
    }
    let root = covariance.cholesky()?;
    let residuals = DVector::from_iterator(family.len(), left.rows.iter().map(|row| row.y));
    let solved = root.solve(&residuals);
    let squares: f64 = residuals.iter().zip(solved.iter()).map(|(r, s)| r * s).sum();
    let log_determinant = 2.0 * (0..family.len()).map(|i| libm::log(root.l_dirty()[(i, i)])).sum::<f64>();
    let log_circle = libm::log(2.0 * std::f64::consts::PI);
    Some(-0.5 * (squares + log_determinant + family.len() as f64 * log_circle))
}

/// The mean difference of two forms' scores per design, with an interval by family: families are the pairs of a paired t
/// test. Folds share fitted data, so it is a little short (S. Bates, T. Hastie and R. Tibshirani, "Cross-validation: what does
/// it estimate and how well does it do it?", JASA 119, 2024).
pub fn difference(scores: &[f64], reference: &[f64], designs: usize) -> Option<Interval> {
    let differences: Vec<f64> = scores.iter().zip(reference).map(|(score, reference)| score - reference).collect();
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let variance = differences.iter().map(|d| (d - mean) * (d - mean)).sum::<f64>() / (n - 1.0);
    let t = StudentsT::new(0.0, 1.0, n - 1.0).ok()?.inverse_cdf(0.975);
    let per_design = n / designs as f64;
    let reach = t * (variance / n).sqrt() * per_design;
    let estimate = mean * per_design;
    Some(Interval { estimate, low: estimate - reach, high: estimate + reach })
}
