//! How well a form predicts families that it was not fitted to.

use nalgebra::{DMatrix, DVector};

use super::designs::{Bound, Sample};
use super::forms::{Fitted, Form};
use super::imputed::{HELD_OUT_SETS, fits};
use super::model::Linear;
use super::tail;
use crate::Interval;
use crate::jackknife::Jackknife;

/// Parts into which the families are dealt in turn; each is predicted from the others.
const FOLDS: usize = 10;

/// Log scores of families: of each the logarithm of the density that its prices have together, by the form as fitted to others.
pub struct Scores {
    /// By the fit without the family's fold.
    pub of: Vec<f64>,
    /// By fold: the same among the families without that fold, as if there were no others. Nothing in the fold itself; and nothing
    /// at all where one of these fits does not settle.
    without: Option<Vec<Vec<f64>>>,
    /// Designs of each family.
    sizes: Vec<usize>,
}

/// `None` where a fit does not settle.
pub fn scores(form: Form, sample: &Sample) -> Option<Scores> {
    let families = sample.families();
    let folds = FOLDS.min(families.len());
    let mut of = vec![0.0; families.len()];
    for fold in 0..folds {
        predict(form, &families, |place| place % folds == fold, |place, score| of[place] = score)?;
    }
    let mut without = vec![vec![0.0; families.len()]; folds];
    let mut pair = |one: usize, other: usize| {
        let inside = |place: usize| place % folds == one || place % folds == other;
        // What is in the one was predicted without the other.
        let note = |place: usize, score: f64| without[one + other - place % folds][place] = score;
        predict(form, &families, inside, note)
    };
    let mut pairs = (0..folds).flat_map(|one| (0..one).map(move |other| (one, other)));
    let settled: Option<()> = pairs.try_for_each(|(one, other)| pair(one, other));
    let sizes = families.iter().map(|family| family.designs.len()).collect();
    Some(Scores { of, without: settled.map(|()| without), sizes })
}

/// Notes the score of every family inside by the fit to those outside.
fn predict(
    form: Form,
    families: &[Sample],
    inside: impl Fn(usize) -> bool,
    mut note: impl FnMut(usize, f64),
) -> Option<()> {
    let rest = families.iter().enumerate().filter(|(place, _)| !inside(*place));
    let fitted = fits(form, &Sample::together(rest.map(|(_, family)| family)), HELD_OUT_SETS)?;
    for (place, family) in families.iter().enumerate().filter(|(place, _)| inside(*place)) {
        let each: Option<Vec<f64>> = fitted.iter().map(|fit| score(fit, family)).collect();
        note(place, log_mean(&each?));
    }
    Some(())
}

/// The logarithm of the mean of densities, from their logarithms: fits to imputed prices predict as a mixture.
fn log_mean(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + libm::log(logs.iter().map(|log| libm::exp(log - most)).sum::<f64>() / logs.len() as f64)
}

/// The log density of a family's prices: the effects' and the sampling variances, and what is not known of the coefficients.
/// Where prices have bounds it is the density of the others times the chance of the bounds given those.
fn score(fitted: &Fitted, family: &Sample) -> Option<f64> {
    let left = fitted.held_out(&family.designs);
    let covariance = predicted(fitted, &left);
    let bounded = |place: &usize| family.bounds.iter().any(|bound| bound.design == *place);
    let (behind, known): (Vec<usize>, Vec<usize>) = (0..family.designs.len()).partition(bounded);
    let mut score = 0.0;
    if !known.is_empty() {
        let n = known.len();
        let root = DMatrix::from_fn(n, n, |i, j| covariance[(known[i], known[j])]).cholesky()?;
        let residuals = DVector::from_iterator(n, known.iter().map(|place| left.rows[*place].y));
        let solved = root.solve(&residuals);
        let squares: f64 = residuals.iter().zip(solved.iter()).map(|(r, s)| r * s).sum();
        let log_determinant = 2.0 * (0..n).map(|i| libm::log(root.l_dirty()[(i, i)])).sum::<f64>();
        let log_circle = libm::log(2.0 * std::f64::consts::PI);
        score = -0.5 * (squares + log_determinant + n as f64 * log_circle);
    }
    if !behind.is_empty() {
        let order = [known.as_slice(), &behind].concat();
        let root = DMatrix::from_fn(order.len(), order.len(), |i, j| covariance[(order[i], order[j])]).cholesky()?.l();
        let known: Vec<f64> = known.iter().map(|place| left.rows[*place].y).collect();
        // Bounds as residuals.
        let within = |bound: &Bound| {
            let by = left.rows[bound.design].y - family.designs[bound.design].log_price;
            [bound.low + by, bound.high + by]
        };
        let bounds: Vec<[f64; 2]> = family.bounds.iter().map(within).collect();
        score += tail::log_chance(&root, &known, &bounds);
    }
    Some(score)
}

/// The covariance of what is left of a family's prices.
fn predicted(fitted: &Fitted, left: &Linear) -> DMatrix<f64> {
    let (x, known) = (left.explained_by(0), &fitted.reml.gls.covariance);
    let mut covariance = left.covariance(0, fitted.reml.effects);
    let n = left.rows.len();
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        for (a, b) in (0..left.columns).flat_map(|a| (0..left.columns).map(move |b| (a, b))) {
            covariance[(i, j)] += x[(i, a)] * known[(a, b)] * x[(j, b)];
        }
    }
    covariance
}

/// The mean difference of two forms' scores per design. Families predicted from each other are not independent, and a plain
/// interval over them is too short (S. Bates, T. Hastie and R. Tibshirani, "Cross-validation: what does it estimate and how well
/// does it do it?", JASA 119, 2024). So the whole cross-validation is done again without each fold: a jackknife over folds of
/// families.
pub fn difference(form: &Scores, reference: &Scores) -> Option<Interval> {
    let (nested, reference_nested) = (form.without.as_ref()?, reference.without.as_ref()?);
    let folds = nested.len();
    let statistic = |fold: Option<usize>| {
        let [ours, theirs] = fold.map_or([&form.of, &reference.of], |fold| [&nested[fold], &reference_nested[fold]]);
        let kept = || (0..ours.len()).filter(|place| fold.is_none_or(|fold| place % folds != fold));
        let (n, designs) = (kept().count() as f64, kept().map(|place| form.sizes[place]).sum::<usize>() as f64);
        Some(kept().map(|place| ours[place] - theirs[place]).sum::<f64>() / n * (n / designs))
    };
    Some(Jackknife::of(folds, statistic)?.interval())
}
