//! Errors that hold when effects within a family are not what the model says: CR2 and Satterthwaite's degrees of freedom.
//!
//! With weights W = Φ⁻¹, Φ the model's covariance, M = (X'WX)⁻¹ and eⱼ the residuals of family j, the covariance of the
//! coefficients is M·(Σ Xⱼ'Wⱼ·Aⱼ·eⱼ·eⱼ'·Aⱼ'·Wⱼ·Xⱼ)·M. Aⱼ = Dⱼ'·Bⱼ^(−½)·Dⱼ makes it unbiased where the model is right, Dⱼ being
//! the upper Cholesky factor of Φⱼ and Bⱼ = Dⱼ·(Φⱼ − Xⱼ·M·Xⱼ')·Dⱼ' (Pustejovsky and Tipton, section 2.2; Bell and McCaffrey for
//! equal weights). For a sum c'b of coefficients the degrees of freedom are those of the chi square with its mean and
//! variance: (Σ Pᵢᵢ)²/Σ Pᵢⱼ² with Pᵢⱼ the covariance of c'M·Xᵢ'Wᵢ·Aᵢ·eᵢ and its like of family j.

use nalgebra::{DMatrix, DVector, SymmetricEigen};

use crate::matrix::{dot, product, times};

use super::model::{Effects, Gls, Linear};
use super::pooled::Estimate;

/// What the robust errors of every sum of coefficients are made of.
pub struct Robust {
    estimate: DVector<f64>,
    /// M.
    covariance: DMatrix<f64>,
    families: Vec<Family>,
}

struct Family {
    /// Φⱼ.
    covariance: DMatrix<f64>,
    /// Xⱼ.
    x: DMatrix<f64>,
    /// Aⱼ'·Wⱼ·Xⱼ·M: times c the pull of each residual.
    pulls: DMatrix<f64>,
    /// eⱼ.
    residuals: DVector<f64>,
}

/// Eigenvalues below this share of the largest are none: a direction that the fit takes up completely.
const NOTHING: f64 = 1e-11;

impl Robust {
    /// Of a model fitted with these variances; `None` if a covariance is not positive.
    pub fn of(linear: &Linear, effects: Effects, gls: &Gls) -> Option<Self> {
        let family = |j: usize| {
            let (phi, x) = (linear.covariance(j, effects), linear.explained_by(j));
            let root = phi.clone().cholesky()?;
            let upper = root.l().transpose();
            let left = &phi - product(&product(&x, &gls.covariance), &x.transpose());
            let b = product(&product(&upper, &left), &upper.transpose());
            // Rounding makes it uneven by a last bit.
            let b = DMatrix::from_fn(b.nrows(), b.ncols(), |i, j| f64::midpoint(b[(i, j)], b[(j, i)]));
            let adjust = product(&product(&upper.transpose(), &inverse_root(b)), &upper);
            let weighted = root.solve(&product(&x, &gls.covariance));
            let pulls = product(&adjust.transpose(), &weighted);
            let rows = linear.families[j].clone();
            let residuals = DVector::from_iterator(rows.len(), rows.map(|row| linear.residual(row, &gls.estimate)));
            Some(Family { covariance: phi, x, pulls, residuals })
        };
        let families = (0..linear.families.len()).map(family).collect::<Option<_>>()?;
        Some(Self { estimate: gls.estimate.clone(), covariance: gls.covariance.clone(), families })
    }

    /// c'b.
    pub fn estimate(&self, contrast: &[f64]) -> f64 {
        contrast.iter().zip(self.estimate.iter()).map(|(c, b)| c * b).sum()
    }

    /// c'b with its variance.
    pub fn of_sum(&self, contrast: &[f64]) -> Estimate {
        let (variance, degrees) = self.variance(contrast);
        Estimate { value: self.estimate(contrast), variance, degrees }
    }

    /// The variance of c'b and its degrees of freedom.
    pub fn variance(&self, contrast: &[f64]) -> (f64, f64) {
        let c = DVector::from_row_slice(contrast);
        let mut variance = 0.0;
        // Of every family: the pulls' own variance, and X'g.
        let mut own: Vec<f64> = Vec::new();
        let mut through: Vec<DVector<f64>> = Vec::new();
        for family in &self.families {
            let g = times(&family.pulls, &c);
            variance += dot(&g, &family.residuals).powi(2);
            own.push(dot(&g, &times(&family.covariance, &g)));
            through.push(times(&family.x.transpose(), &g));
        }
        let (mut trace, mut squares) = (0.0, 0.0);
        for (i, a) in through.iter().enumerate() {
            let ma = times(&self.covariance, a);
            for (j, b) in through.iter().enumerate() {
                let shared = if i == j { own[i] } else { 0.0 } - dot(&ma, b);
                squares += shared * shared;
                trace += if i == j { shared } else { 0.0 };
            }
        }
        (variance, if squares > 0.0 { trace * trace / squares } else { 1.0 })
    }
}

/// B^(−½) of a symmetric matrix on the directions in which it is something.
fn inverse_root(b: DMatrix<f64>) -> DMatrix<f64> {
    let n = b.nrows();
    let eigen = SymmetricEigen::new(b);
    let most = eigen.eigenvalues.iter().copied().fold(0.0, f64::max);
    let root = |value: f64| if value > NOTHING * most { 1.0 / value.sqrt() } else { 0.0 };
    let vectors = &eigen.eigenvectors;
    DMatrix::from_fn(n, n, |i, j| (0..n).map(|k| vectors[(i, k)] * root(eigen.eigenvalues[k]) * vectors[(j, k)]).sum())
}
