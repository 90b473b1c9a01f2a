//! A linear model with a family effect, a design effect and known sampling variances, by restricted maximum likelihood.
//!
//! Within a family the covariance is a diagonal plus a constant, whose inverse and determinant are written down (J. Sherman and
//! W. J. Morrison's formula), so a likelihood takes one pass over the designs. The coefficients are solved for at given
//! variances; what is left is a function of two standard deviations, which a compass search maximises (T. G. Kolda,
//! R. M. Lewis and V. Torczon, "Optimization by direct search", SIAM Review 45, 2003): no derivatives, and a bound at zero is
//! an ordinary point.

use std::ops::Range;

use nalgebra::{Cholesky, DMatrix, DVector, Dyn};

/// Most columns of a model.
pub const COLUMNS: usize = 4;

/// A design: what is explained, its sampling variance, what explains it.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub y: f64,
    pub variance: f64,
    /// Columns beyond those of the model are 0.
    pub x: [f64; COLUMNS],
}

/// The rows of a model, family after family.
#[derive(Clone, Debug)]
pub struct Linear {
    pub rows: Vec<Row>,
    pub families: Vec<Range<usize>>,
    pub columns: usize,
}

/// Variances of the two effects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effects {
    pub family: f64,
    pub within: f64,
}

impl Effects {
    /// From standard deviations.
    pub fn of_deviations([family, within]: [f64; 2]) -> Self {
        Self { family: family * family, within: within * within }
    }

    pub fn total(self) -> f64 {
        self.family + self.within
    }
}

/// Generalised least squares at given variances.
#[derive(Clone)]
pub struct Gls {
    pub estimate: DVector<f64>,
    /// (X'V⁻¹X)⁻¹.
    pub covariance: DMatrix<f64>,
    /// The restricted log likelihood, up to a constant of the model.
    pub restricted: f64,
    /// The log likelihood, up to the same constant for all models of as many rows.
    pub likelihood: f64,
}

/// A model fitted.
#[derive(Clone)]
pub struct Reml {
    pub effects: Effects,
    pub gls: Gls,
}

/// Ratios of the two deviations to the residual one at which the search may begin.
const STARTS: [f64; 4] = [0.0, 0.3, 0.7, 1.0];

/// The search ends when its steps are this share of the residual deviation.
const SETTLED: f64 = 1e-7;

impl Linear {
    /// Least squares at these variances; `None` where the columns do not vary apart from each other.
    pub fn gls(&self, effects: Effects) -> Option<Gls> {
        let p = self.columns;
        let mut information = [[0.0; COLUMNS]; COLUMNS];
        let mut right = [0.0; COLUMNS];
        let (mut squares, mut log_determinant) = (0.0, 0.0);
        for family in &self.families {
            let (mut sum, mut sum_y, mut sum_x) = (0.0, 0.0, [0.0; COLUMNS]);
            for row in &self.rows[family.clone()] {
                let variance = row.variance + effects.within;
                let weight = 1.0 / variance;
                log_determinant += libm::log(variance);
                sum += weight;
                sum_y += weight * row.y;
                squares += weight * row.y * row.y;
                for i in 0..p {
                    let wx = weight * row.x[i];
                    sum_x[i] += wx;
                    right[i] += wx * row.y;
                    (0..=i).for_each(|j| information[i][j] += wx * row.x[j]);
                }
            }
            log_determinant += libm::log1p(effects.family * sum);
            let shared = effects.family / (1.0 + effects.family * sum);
            squares -= shared * sum_y * sum_y;
            for i in 0..p {
                right[i] -= shared * sum_x[i] * sum_y;
                (0..=i).for_each(|j| information[i][j] -= shared * sum_x[i] * sum_x[j]);
            }
        }
        let information = DMatrix::from_fn(p, p, |i, j| information[i.max(j)][i.min(j)]);
        let right = DVector::from_fn(p, |i, _| right[i]);
        let root = Cholesky::<f64, Dyn>::new(information)?;
        let diagonal: Vec<f64> = (0..p).map(|i| root.l_dirty()[(i, i)]).collect();
        let [least, most] = [f64::min, f64::max].map(|pick| diagonal.iter().copied().reduce(pick).unwrap_or(1.0));
        // The columns are of about the same size: a pivot of nothing is a column that the others make up.
        if least <= 1e-7 * most {
            return None;
        }
        let estimate = root.solve(&right);
        let left = squares - (0..p).map(|i| estimate[i] * right[i]).sum::<f64>();
        let log_information = 2.0 * diagonal.iter().map(|d| libm::log(*d)).sum::<f64>();
        let likelihood = -0.5 * (log_determinant + left);
        let restricted = likelihood - 0.5 * log_information;
        Some(Gls { estimate, covariance: root.inverse(), restricted, likelihood }).filter(|g| g.restricted.is_finite())
    }

    /// What is left of a row at these coefficients.
    pub fn residual(&self, row: usize, estimate: &DVector<f64>) -> f64 {
        let row = &self.rows[row];
        row.y - (0..self.columns).map(|i| row.x[i] * estimate[i]).sum::<f64>()
    }

    /// The covariance of a family's designs.
    pub fn covariance(&self, family: usize, effects: Effects) -> DMatrix<f64> {
        let rows = &self.rows[self.families[family].clone()];
        DMatrix::from_fn(rows.len(), rows.len(), |i, j| {
            let own = if i == j { rows[i].variance + effects.within } else { 0.0 };
            own + effects.family
        })
    }

    /// What explains a family's designs.
    pub fn explained_by(&self, family: usize) -> DMatrix<f64> {
        let rows = &self.rows[self.families[family].clone()];
        DMatrix::from_fn(rows.len(), self.columns, |i, j| rows[i].x[j])
    }

    /// The standard deviation of what equal weights leave; at least a millionth.
    pub fn deviation(&self) -> Option<f64> {
        let plain = Self { rows: self.rows.iter().map(|row| Row { variance: 1.0, ..*row }).collect(), ..self.clone() };
        let estimate = plain.gls(Effects { family: 0.0, within: 0.0 })?.estimate;
        let squares: f64 = (0..self.rows.len()).map(|row| plain.residual(row, &estimate).powi(2)).sum();
        let left = self.rows.len().saturating_sub(self.columns).max(1) as f64;
        Some((squares / left).sqrt().max(1e-6))
    }

    /// Variances and coefficients by restricted maximum likelihood.
    pub fn reml(&self) -> Option<Reml> {
        let scale = self.deviation()?;
        let at = |deviations: [f64; 2]| self.gls(Effects::of_deviations(deviations)).map_or(f64::MIN, |g| g.restricted);
        let starts = STARTS.iter().flat_map(|f| STARTS.map(|w| [f * scale, w * scale]));
        let (mut best, mut value) =
            starts.map(|d| (d, at(d))).reduce(|best, next| if next.1 > best.1 { next } else { best })?;
        let mut step = scale / 4.0;
        while step > SETTLED * scale {
            let sides = [[step, 0.0], [-step, 0.0], [0.0, step], [0.0, -step]];
            let moved = sides.map(|side| [0, 1].map(|i| (best[i] + side[i]).max(0.0)));
            let found = moved.into_iter().map(|d| (d, at(d))).find(|(_, there)| *there > value);
            match found {
                Some(better) => (best, value) = better,
                None => step /= 2.0,
            }
        }
        let effects = Effects::of_deviations(best);
        Some(Reml { effects, gls: self.gls(effects)? })
    }
}
