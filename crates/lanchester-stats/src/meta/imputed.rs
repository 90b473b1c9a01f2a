//! Prices in place of bounds: multiple imputation (D. B. Rubin, "Multiple imputation for nonresponse in surveys", Wiley 1987)
//! by data augmentation (M. A. Tanner and W. H. Wong, "The calculation of posterior distributions by data augmentation",
//! JASA 82, 1987). To leave such designs out would bias the exponents, since it is the price itself that chooses them.
//!
//! A chain draws in turn the parameters given all prices, and the prices behind the bounds given the parameters, so that what is
//! not known of the parameters enters the prices ("proper" imputation):
//! - both deviations by slice sampling (R. M. Neal, "Slice sampling", Annals of Statistics 31, 2003) of the restricted likelihood,
//!   which is their posterior where nothing is known of the coefficients (D. A. Harville, "Bayesian inference for variance
//!   components using only error contrasts", Biometrika 61, 1974), the deviations themselves being even beforehand (A. Gelman,
//!   "Prior distributions for variance parameters in hierarchical models", Bayesian Analysis 1, 2006);
//! - the coefficients and the effects of families with bounds, from their normal laws;
//! - each price behind a bound from its normal law within the bounds, by a slice of that (P. Damien and S. G. Walker, "Sampling
//!   truncated normal, beta, and gamma densities", Journal of Computational and Graphical Statistics 10, 2001).
//!
//! A form that is no straight line is drawn anew as one each time that it is fitted (`forms.rs`). The seed is fixed, and random
//! numbers go by the designs' numbers: the answer is the same every time.

use nalgebra::Cholesky;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::designs::{Bound, Sample};
use super::forms::{Fitted, Form, fit_form, refit};
use super::model::{COLUMNS, Effects, Linear};

/// Sets of prices for the exponents: even where bounds hide half of what could be known, that they are not infinitely many adds
/// only a fortieth to a variance (Rubin: one over m times the share that is hidden).
pub const SETS: usize = 20;

/// Sets of prices for held-out scores, which are means over many designs.
pub const HELD_OUT_SETS: usize = 5;

/// Turns of the chain before the first set.
const BURN_IN: usize = 100;

/// Turns between two sets.
const BETWEEN: usize = 20;

const SEED: u64 = 0x6365_6e73_6f72;

/// The form fitted to each set of prices; to the designs themselves where none has a bound. `None` where nothing settles.
pub fn fits(form: Form, sample: &Sample, sets: usize) -> Option<Vec<Fitted>> {
    let mut fitted = fit_form(form, &sample.designs)?;
    if sample.bounds.is_empty() {
        return Some(vec![fitted]);
    }
    let mut designs = sample.designs.clone();
    let deviations = [fitted.reml.effects.family, fitted.reml.effects.within].map(f64::sqrt);
    let mut chain = Chain { deviations, rng: Xoshiro256PlusPlus::seed_from_u64(SEED) };
    let mut all = Vec::with_capacity(sets);
    for set in 0..=sets {
        let mut linear = fitted.linear.clone();
        // The rows of a straight line differ from the prices by what it leaves out of a curve.
        let shifted = |bound: &Bound| {
            let by = linear.rows[bound.design].y - designs[bound.design].log_price;
            Bound { low: bound.low + by, high: bound.high + by, ..*bound }
        };
        let bounds: Vec<Bound> = sample.bounds.iter().map(shifted).collect();
        for _ in 0..if set == 0 { BURN_IN } else { BETWEEN } {
            chain.turn(&mut linear, &bounds)?;
        }
        for bound in &sample.bounds {
            let place = bound.design;
            designs[place].log_price += linear.rows[place].y - fitted.linear.rows[place].y;
        }
        fitted = refit(&fitted, &designs)?;
        if set > 0 {
            all.push(fitted.clone());
        }
    }
    Some(all)
}

struct Chain {
    deviations: [f64; 2],
    rng: Xoshiro256PlusPlus,
}

impl Chain {
    /// New parameters, and new prices behind the bounds.
    fn turn(&mut self, linear: &mut Linear, bounds: &[Bound]) -> Option<()> {
        let width = linear.deviation()? / 4.0;
        for which in 0..2 {
            let deviations = self.deviations;
            let at = |deviation: f64| {
                let mut there = deviations;
                there[which] = deviation;
                linear.gls(Effects::of_deviations(there)).map_or(f64::MIN, |gls| gls.restricted)
            };
            self.deviations[which] = slice(deviations[which], width, at, &mut self.rng);
        }
        let effects = Effects::of_deviations(self.deviations);
        let gls = linear.gls(effects)?;
        let root = Cholesky::new(gls.covariance)?;
        let drawn: [f64; COLUMNS] = std::array::from_fn(|_| normal(&mut self.rng));
        let mut coefficients = gls.estimate;
        for i in 0..linear.columns {
            coefficients[i] += (0..=i).map(|j| root.l_dirty()[(i, j)] * drawn[j]).sum::<f64>();
        }
        let mut at = 0;
        for family in linear.families.clone() {
            let own = bounds[at..].iter().take_while(|bound| bound.design < family.end).count();
            if own == 0 {
                continue;
            }
            let (mut sum, mut pull) = (0.0, 0.0);
            for row in family {
                let weight = 1.0 / (linear.rows[row].variance + effects.within);
                sum += weight;
                pull += weight * linear.residual(row, &coefficients);
            }
            let kept = 1.0 / (1.0 + effects.family * sum);
            let effect = effects.family * kept * pull + (effects.family * kept).sqrt() * normal(&mut self.rng);
            for bound in &bounds[at..at + own] {
                let row = linear.rows[bound.design];
                let mean = row.y - linear.residual(bound.design, &coefficients) + effect;
                let deviation = (row.variance + effects.within).sqrt();
                let [now, low, high] = [row.y, bound.low, bound.high].map(|x| (x - mean) / deviation);
                linear.rows[bound.design].y = mean + deviation * truncated(now, low, high, &mut self.rng);
            }
            at += own;
        }
        Some(())
    }
}

/// A number in (0, 1).
fn uniform(rng: &mut impl Rng) -> f64 {
    ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64
}

/// A normal number (G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates", Annals of Mathematical
/// Statistics 29, 1958).
pub fn normal(rng: &mut impl Rng) -> f64 {
    let [u, v] = [(); 2].map(|()| uniform(rng));
    (-2.0 * libm::log(u)).sqrt() * libm::cos(std::f64::consts::TAU * v)
}

/// The next of a chain of normal numbers within bounds, one of which is `now`.
pub fn truncated(now: f64, low: f64, high: f64, rng: &mut impl Rng) -> f64 {
    let reach = (now * now - 2.0 * libm::log(uniform(rng))).sqrt();
    let (low, high) = (low.max(-reach), high.min(reach));
    // Rounding may put `now` a last bit outside.
    low + (high - low).max(0.0) * uniform(rng)
}

/// The next of a chain of numbers from 0 with this log density: a level below it, an interval that reaches out of the slice
/// above the level, and numbers from that until one is in the slice.
pub fn slice(now: f64, width: f64, log_density: impl Fn(f64) -> f64, rng: &mut impl Rng) -> f64 {
    let level = log_density(now) + libm::log(uniform(rng));
    let start = now - width * uniform(rng);
    let (mut low, mut high) = (start.max(0.0), start + width);
    while low > 0.0 && log_density(low) > level {
        low = (low - width).max(0.0);
    }
    while log_density(high) > level {
        high += width;
    }
    loop {
        let next = low + (high - low) * uniform(rng);
        if log_density(next) >= level {
            return next;
        }
        *(if next < now { &mut low } else { &mut high }) = next;
    }
}
