//! Is a rating formula true? A meta-regression of prices on the two parts of a formula.
//!
//! Each design is a study of its own: a price with a sampling error, and an offence A and a defence D. The model is
//!
//! ln price = μ + α·ln A + β·ln D + family effect + design effect + sampling error,
//!
//! the effects normal with variances σ²F and σ²W, the sampling variances known. Designs of a family vary one base, so what the
//! formula misses in one it misses in all: without the family effect intervals are far too short.
//!
//! - Variances by restricted maximum likelihood (H. D. Patterson and R. Thompson, "Recovery of inter-block information when
//!   block sizes are unequal", Biometrika 58, 1971; for meta-regression W. Viechtbauer, "Conducting meta-analyses in R with the
//!   metafor package", Journal of Statistical Software 36, 2010; for two levels S. Konstantopoulos, "Fixed effects and variance
//!   components estimation in three-level meta-analysis", Research Synthesis Methods 2, 2011). `model.rs` has the optimiser.
//! - Errors of α and β that hold when effects within a family are not what the model says: R. M. Bell and D. F. McCaffrey, "Bias
//!   reduction in standard errors for linear regression with multi-stage samples", Survey Methodology 28, 2002 (CR2 and
//!   Satterthwaite's degrees of freedom), as generalised by J. E. Pustejovsky and E. Tipton, "Small-sample methods for
//!   cluster-robust variance estimation and hypothesis testing in fixed effects models", Journal of Business and Economic
//!   Statistics 36, 2018: `robust.rs`.
//! - A price of which only a bound or a range is known enters as such, by multiple imputation: `imputed.rs`, `pooled.rs`.
//! - Other forms than A^α·D^β, by how well they predict families that they were not fitted to: `forms.rs`, `held_out.rs`.
//!   Log scores are proper (T. Gneiting and A. E. Raftery, "Strictly proper scoring rules, prediction, and estimation", JASA 102,
//!   2007); whole families are left out, since a sister in the fitted set would tell (D. R. Roberts and others,
//!   "Cross-validation strategies for data with temporal, spatial, hierarchical, or phylogenetic structure", Ecography 40, 2017).
//!   Behind a bound the chance of prices there stands for the density, which is proper too (C. Diks, V. Panchenko and D. van Dijk,
//!   "Likelihood-based scoring rules for comparing density forecasts in tails", Journal of Econometrics 163, 2011): `tail.rs`.
//!
//! Nothing here knows a printed rating.

mod designs;
mod forms;
mod held_out;
mod imputed;
mod model;
mod pooled;
mod robust;
mod spread;
mod tail;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_bounds;

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};
use thiserror::Error;

use self::designs::Sample;
use self::forms::Fitted;
pub use self::forms::Form;
use self::imputed::{SETS, fits};
use self::pooled::Estimate;
use self::robust::Robust;
use crate::Interval;

/// A design, its price and the parts of its rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// Its family.
    pub family: u32,
    /// What is known of the natural logarithm of its price.
    pub log_price: LogPrice,
    /// The natural logarithms of its offence and its defence.
    pub log_parts: [f64; 2],
}

/// What is known of the natural logarithm of a price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LogPrice {
    /// It was measured.
    Measured {
        /// As it was measured.
        value: f64,
        /// The standard error of that, above 0.
        error: f64,
    },
    /// It lies between these, one of which may be infinite: a measurement would have, with the error that is usual.
    Within {
        /// It is at least this.
        low: f64,
        /// It is at most this, which is more.
        high: f64,
    },
}

/// A number that is estimated, against what it would be if the formula were true.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Coefficient {
    /// With its 95 % interval: CR2 errors, Satterthwaite's degrees of freedom.
    pub interval: Interval,
    /// Those degrees of freedom.
    pub degrees: f64,
    /// What it is if the formula is true.
    pub expected: f64,
    /// The p-value of that.
    pub p: f64,
}

/// How a form does.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FormResult {
    /// Which.
    pub form: Form,
    /// Its parameters as fitted to all designs, by name.
    pub parameters: Vec<(&'static str, f64)>,
    /// True spread that it leaves between designs: a standard deviation of ln price.
    pub spread: Interval,
    /// Mean log score per design of families that it was not fitted to; more is better.
    pub score: f64,
    /// That minus the score of A^α·D^β, with an interval by family; none for that form itself, or where a fit to
    /// fewer families does not settle.
    pub difference: Option<Interval>,
}

/// The exponents of A^α·D^β, and what √(A·D) is off by.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Exponents {
    /// Designs, those with bounds among them.
    pub designs: usize,
    /// Designs of whose prices only bounds are known.
    pub bounds: usize,
    /// Families.
    pub families: usize,
    /// The exponent of the offence; ½ if the formula is true.
    pub alpha: Coefficient,
    /// The exponent of the defence; ½ if the formula is true.
    pub beta: Coefficient,
    /// α − β: 0 if both parts count alike, as in a geometric mean.
    pub balance: Coefficient,
    /// α + β: 1 if twice of both parts is worth twice the price.
    pub scale: Coefficient,
    /// Standard deviations of the family and the design effects of A^α·D^β.
    pub effects: [f64; 2],
    /// True spread that A^α·D^β leaves between designs.
    pub spread: Interval,
    /// Price over √(A·D) of a typical design: the scale of the formula's points.
    pub factor: Coefficient,
}

/// Why there are no findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum MetaError {
    /// Fewer families than [`LEAST_FAMILIES`] have a price that was measured: bounds alone say too little.
    #[error("{0} families have prices; expected at least {LEAST_FAMILIES}")]
    FewFamilies(usize),
    /// The parts do not vary, or not apart from each other.
    #[error("the designs' offence and defence do not vary apart from each other")]
    Alike,
    /// A number is not finite, or an error not positive.
    #[error("a price, an error or a part is not a number above zero")]
    BadNumber,
}

/// Fewer families than these say nothing about families.
pub const LEAST_FAMILIES: usize = 8;

/// Fits A^α·D^β.
///
/// # Errors
/// See [`MetaError`].
pub fn exponents(observations: &[Observation]) -> Result<Exponents, MetaError> {
    let (sample, families) = enough(observations)?;
    let free = fits(Form::Geometric, &sample, SETS).ok_or(MetaError::Alike)?;
    let robust = robusts(&free)?;
    let [alpha, beta] = [[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let fixed = fits(Form::Printed, &sample, SETS).ok_or(MetaError::Alike)?;
    let factor = coefficient(&robusts(&fixed)?, &[1.0], 0.0);
    let factor = Coefficient { interval: factor.interval.map_rising(libm::exp), expected: 1.0, ..factor };
    let ask = |contrast: &[f64], expected: f64| coefficient(&robust, contrast, expected);
    let effect = |of: fn(&Fitted) -> f64| pooled::mean(free.iter().map(of));
    Ok(Exponents {
        designs: sample.designs.len(),
        bounds: sample.bounds.len(),
        families,
        alpha: ask(&alpha, 0.5),
        beta: ask(&beta, 0.5),
        balance: ask(&[0.0, 1.0, -1.0], 0.0),
        scale: ask(&[0.0, 1.0, 1.0], 1.0),
        effects: [effect(|fit| fit.reml.effects.family.sqrt()), effect(|fit| fit.reml.effects.within.sqrt())],
        spread: spread_left(&free),
        factor,
    })
}

/// The designs in order and the number of families, of which enough have a price that was measured.
fn enough(observations: &[Observation]) -> Result<(Sample, usize), MetaError> {
    let sample = Sample::of(observations)?;
    let measured = sample.measured_families();
    if measured < LEAST_FAMILIES {
        return Err(MetaError::FewFamilies(measured));
    }
    let families = sample.families().len();
    Ok((sample, families))
}

fn robusts(fits: &[Fitted]) -> Result<Vec<Robust>, MetaError> {
    fits.iter().map(Fitted::robust).collect::<Option<_>>().ok_or(MetaError::Alike)
}

fn spread_left(fits: &[Fitted]) -> Interval {
    let each: Vec<Interval> = fits.iter().map(|fit| spread::interval(&fit.linear, &fit.reml)).collect();
    pooled::interval(&each)
}

/// A sum of coefficients with its robust error.
fn coefficient(robusts: &[Robust], contrast: &[f64], expected: f64) -> Coefficient {
    let each: Vec<Estimate> = robusts.iter().map(|robust| robust.of_sum(contrast)).collect();
    let Estimate { value: estimate, variance, degrees } = pooled::estimate(&each);
    let error = variance.max(0.0).sqrt();
    let law = StudentsT::new(0.0, 1.0, degrees).ok();
    let reach = law.as_ref().map_or(f64::INFINITY, |law| law.inverse_cdf(0.975)) * error;
    let p = law.map_or(1.0, |law| 2.0 * law.sf(((estimate - expected) / error).abs()));
    let interval = Interval { estimate, low: estimate - reach, high: estimate + reach };
    Coefficient { interval, degrees, expected, p }
}

/// Fits every form that settles, √(A·D) first, and scores it on families that it was not fitted to.
///
/// # Errors
/// See [`MetaError`].
pub fn forms(observations: &[Observation]) -> Result<Vec<FormResult>, MetaError> {
    let (sample, _) = enough(observations)?;
    let designs = sample.designs.len();
    let reference = held_out::scores(Form::Geometric, &sample).ok_or(MetaError::Alike)?;
    let result = |form: Form| {
        let fitted = fits(form, &sample, SETS)?;
        let scores = held_out::scores(form, &sample)?;
        let difference = (form != Form::Geometric).then_some(&reference);
        Some(FormResult {
            form,
            parameters: parameters(&fitted),
            spread: spread_left(&fitted),
            score: scores.of.iter().sum::<f64>() / designs as f64,
            difference: difference.and_then(|reference| held_out::difference(&scores, reference)),
        })
    };
    Ok(Form::ALL.into_iter().filter_map(result).collect())
}

/// By name, means over the fits.
fn parameters(fits: &[Fitted]) -> Vec<(&'static str, f64)> {
    let each: Vec<_> = fits.iter().map(Fitted::parameters).collect();
    let mean = |(i, (name, _)): (usize, &(&'static str, f64))| (*name, pooled::mean(each.iter().map(|of| of[i].1)));
    each[0].iter().enumerate().map(mean).collect()
}
