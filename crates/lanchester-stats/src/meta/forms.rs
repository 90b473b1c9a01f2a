//! The forms that a rating formula may have, each fitted with family and design effects.
//!
//! A form is a curve f(θ; A, D) of ln price. Where it is no straight line in θ, it is drawn as one at the present θ, the model
//! is fitted to that (`model.rs`), and so on: Gauss and Newton's method with the variances of each step, as for nonlinear
//! models with random effects (M. J. Lindstrom and D. M. Bates, "Nonlinear mixed effects models for repeated measures data",
//! Biometrics 46, 1990).

use serde::Serialize;

use super::designs::Design;
use super::model::{COLUMNS, Effects, Linear, Reml, Row};
use super::robust::Robust;

/// A form of a rating formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// k·√(A·D), the formula as it stands but for its scale.
    Printed,
    /// k·A^α·D^β.
    Geometric,
    /// k·(w·A + (1 − w)·D)^s, A and D each over its geometric mean among the designs.
    Arithmetic,
    /// k·(w·A^p + (1 − w)·D^p)^(s/p), likewise.
    Generalised,
}

/// The largest logit of w, and the largest p to either side: beyond, one part is all that counts.
const FARTHEST: f64 = 6.0;

/// Steps before a form is given up.
const MOST_STEPS: usize = 100;

impl Form {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Printed, Self::Geometric, Self::Arithmetic, Self::Generalised];

    /// Where its θ may begin: the best end counts.
    fn starts(self) -> Vec<[f64; COLUMNS]> {
        match self {
            Self::Printed | Self::Geometric => vec![[0.0; COLUMNS]],
            Self::Arithmetic => vec![[0.0, 1.0, 0.0, 0.0]],
            Self::Generalised => [-1.0, 0.1, 1.5].map(|p| [0.0, 1.0, 0.0, p]).to_vec(),
        }
    }

    const fn columns(self) -> usize {
        match self {
            Self::Printed => 1,
            Self::Geometric | Self::Arithmetic => 3,
            Self::Generalised => 4,
        }
    }

    /// ln price, and its derivative by θ.
    fn curve(self, theta: &[f64; COLUMNS], [a, d]: [f64; 2]) -> (f64, [f64; COLUMNS]) {
        match self {
            Self::Printed => (theta[0] + f64::midpoint(a, d), [1.0, 0.0, 0.0, 0.0]),
            Self::Geometric => (theta[0] + theta[1] * a + theta[2] * d, [1.0, a, d, 0.0]),
            Self::Arithmetic => mean(theta, 1.0, [a, d]),
            Self::Generalised => mean(theta, theta[3], [a, d]),
        }
    }

    fn bounded(self, mut theta: [f64; COLUMNS]) -> [f64; COLUMNS] {
        if matches!(self, Self::Arithmetic | Self::Generalised) {
            [2, 3].into_iter().for_each(|i| theta[i] = theta[i].clamp(-FARTHEST, FARTHEST));
        }
        theta
    }
}

/// θ = (μ, s, logit w, p): μ + s·ln(w·A^p + (1 − w)·D^p)/p, from the logarithms of A and D, with its derivatives.
fn mean(theta: &[f64; COLUMNS], p: f64, [a, d]: [f64; 2]) -> (f64, [f64; COLUMNS]) {
    let [mu, s, logit, _] = *theta;
    let (w, u) = (1.0 / (1.0 + libm::exp(-logit)), a - d);
    let spread = w * (1.0 - w);
    // At p = 0 it is the geometric mean; near it the quotients are worth less than their limits.
    let (log_mean, by_w, by_p) = if p.abs() < 1e-5 {
        (w * u + p * spread * u * u / 2.0, u, spread * u * u / 2.0)
    } else {
        let grown = libm::expm1(p * u);
        let (inner, log) = (1.0 + w * grown, libm::log1p(w * grown));
        (log / p, grown / (p * inner), (w * u * (1.0 + grown) / inner - log / p) / p)
    };
    (mu + s * (d + log_mean), [1.0, d + log_mean, s * by_w * spread, s * by_p])
}

/// A form fitted.
#[derive(Clone)]
pub struct Fitted {
    pub form: Form,
    pub theta: [f64; COLUMNS],
    /// What A and D were divided by, as logarithms.
    centre: [f64; 2],
    /// The form as a straight line at θ.
    pub linear: Linear,
    pub reml: Reml,
}

/// The designs are sorted by family. `None` where nothing settles.
pub fn fit_form(form: Form, sorted: &[Design]) -> Option<Fitted> {
    let n = sorted.len().max(1) as f64;
    // √(A·D) is in points; every other form has a scale of its own, and numbers near zero are kinder.
    let mean = |part: usize| sorted.iter().map(|o| o.log_parts[part]).sum::<f64>() / n;
    let centre = if form == Form::Printed { [0.0; 2] } else { [mean(0), mean(1)] };
    let ends = form.starts().into_iter().filter_map(|start| descend(form, sorted, centre, start));
    ends.reduce(|best, next| if next.reml.gls.likelihood > best.reml.gls.likelihood { next } else { best })
}

/// The same form to the same designs with other prices: it begins where it was.
pub fn refit(fitted: &Fitted, sorted: &[Design]) -> Option<Fitted> {
    descend(fitted.form, sorted, fitted.centre, fitted.theta).or_else(|| fit_form(fitted.form, sorted))
}

fn descend(form: Form, sorted: &[Design], centre: [f64; 2], start: [f64; COLUMNS]) -> Option<Fitted> {
    let mut theta = start;
    for _ in 0..MOST_STEPS {
        let linear = drawn(form, sorted, centre, &theta);
        let reml = linear.reml()?;
        let target: [f64; COLUMNS] = std::array::from_fn(|i| reml.gls.estimate.get(i).copied().unwrap_or(theta[i]));
        let misfit = |theta: &[f64; COLUMNS]| misfit(form, sorted, centre, theta, reml.effects);
        let before = misfit(&theta);
        let (mut next, mut length) = (theta, 1.0);
        while length > 1e-6 {
            next = form.bounded(std::array::from_fn(|i| theta[i] + length * (target[i] - theta[i])));
            if misfit(&next) <= before + 1e-9 * before.abs() {
                break;
            }
            (next, length) = (theta, length / 2.0);
        }
        let moved = theta.iter().zip(&next).map(|(old, new)| (old - new).abs()).fold(0.0, f64::max);
        theta = next;
        if moved < 1e-7 {
            return Some(Fitted { form, theta, centre, linear, reml });
        }
    }
    None
}

/// The form as a straight line at θ: the rows whose coefficients are θ.
fn drawn(form: Form, sorted: &[Design], centre: [f64; 2], theta: &[f64; COLUMNS]) -> Linear {
    let rows = sorted.iter().map(|o| {
        let (value, slopes) = form.curve(theta, centred(o, centre));
        let own: f64 = (0..form.columns()).map(|i| slopes[i] * theta[i]).sum();
        let x = std::array::from_fn(|i| if i < form.columns() { slopes[i] } else { 0.0 });
        Row { y: o.log_price - value + own, variance: o.error * o.error, x }
    });
    let mut families = Vec::new();
    let mut at = 0;
    for family in sorted.chunk_by(|a, b| a.family == b.family) {
        families.push(at..at + family.len());
        at += family.len();
    }
    Linear { rows: rows.collect(), families, columns: form.columns() }
}

/// Squared residuals in units of the model's covariance.
fn misfit(form: Form, sorted: &[Design], centre: [f64; 2], theta: &[f64; COLUMNS], effects: Effects) -> f64 {
    let mut squares = 0.0;
    for family in sorted.chunk_by(|a, b| a.family == b.family) {
        let (mut sum, mut sum_r) = (0.0, 0.0);
        for o in family {
            let r = o.log_price - form.curve(theta, centred(o, centre)).0;
            let weight = 1.0 / (o.error * o.error + effects.within);
            (sum, sum_r, squares) = (sum + weight, sum_r + weight * r, squares + weight * r * r);
        }
        squares -= effects.family / (1.0 + effects.family * sum) * sum_r * sum_r;
    }
    squares
}

fn centred(o: &Design, centre: [f64; 2]) -> [f64; 2] {
    [o.log_parts[0] - centre[0], o.log_parts[1] - centre[1]]
}

impl Fitted {
    /// Its coefficients' robust errors.
    pub fn robust(&self) -> Option<Robust> {
        Robust::of(&self.linear, self.reml.effects, &self.reml.gls)
    }

    /// Designs of one family that it was not fitted to: residuals as y, slopes as x.
    pub fn held_out(&self, family: &[Design]) -> Linear {
        let mut linear = drawn(self.form, family, self.centre, &self.theta);
        for (row, o) in linear.rows.iter_mut().zip(family) {
            row.y = o.log_price - self.form.curve(&self.theta, centred(o, self.centre)).0;
        }
        linear
    }

    /// Squared residuals of the designs that it was fitted to, at another θ.
    #[cfg(test)]
    pub fn misfit_at(&self, sorted: &[Design], theta: &[f64; COLUMNS]) -> f64 {
        misfit(self.form, sorted, self.centre, theta, self.reml.effects)
    }

    /// Its parameters by name, w as a share.
    pub fn parameters(&self) -> Vec<(&'static str, f64)> {
        let [_, one, two, p] = self.theta;
        let w = 1.0 / (1.0 + libm::exp(-two));
        match self.form {
            Form::Printed => vec![("alpha", 0.5), ("beta", 0.5)],
            Form::Geometric => vec![("alpha", one), ("beta", two)],
            Form::Arithmetic => vec![("p", 1.0), ("s", one), ("w", w)],
            Form::Generalised => vec![("p", p), ("s", one), ("w", w)],
        }
    }
}
