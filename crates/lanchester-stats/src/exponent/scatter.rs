//! The errors of k and p, from how far actions scatter about the curve.

use super::curve::{Observed, logistic};
use crate::{Interval, Z95};

/// An action's part of the estimating equations at the fit, in the order (k, p).
#[derive(Clone, Copy)]
pub struct Term {
    score: [f64; 2],
    /// Minus the derivative of the score: kk, kp, pp.
    information: [f64; 3],
    /// Whether p is fitted at all.
    by_p: bool,
}

impl Term {
    /// Of an action, at the fit.
    pub fn new(o: &Observed, p: f64, k: f64) -> Self {
        let [d, d1, d2] = o.derivatives(p);
        let fitted = logistic(k * d);
        let (rest, weight) = (o.score - fitted, fitted * logistic(-k * d));
        let (by_k, by_p) = (d, k * d1);
        Self {
            score: [rest * by_k, rest * by_p],
            information: [weight * by_k * by_k, weight * by_k * by_p - rest * d1, weight * by_p * by_p - rest * k * d2],
            by_p: true,
        }
    }

    /// The same with p given.
    pub fn of_slope_alone(self) -> Self {
        Self { by_p: false, ..self }
    }

    /// How far (k, p) moves for this pull where the information is that; `None` where it fixes nothing.
    fn moves(&self, [kk, kp, pp]: [f64; 3]) -> Option<[f64; 2]> {
        let [sk, sp] = self.score;
        if !self.by_p {
            return (kk > 0.0).then(|| [sk / kk, 0.0]);
        }
        let determinant = kk * pp - kp * kp;
        (kk > 0.0 && determinant > 0.0).then(|| [(pp * sk - kp * sp) / determinant, (kk * sp - kp * sk) / determinant])
    }
}

/// Intervals of k and p from the pull sᵢ of each action: with it the estimate lies H⁻¹sᵢ from where the others would
/// have it by the whole fit, (H − Hᵢ)⁻¹sᵢ by their own. Squares of the first are too small for few actions, squares of
/// the second too large; their products are right where the fit is a line (MacKinnon and White's HC2).
/// `None` if the actions that are left do not fix both.
pub fn scatter(terms: &[Term], estimate: [f64; 2]) -> Option<[Interval; 2]> {
    let n = terms.len() as f64;
    let sum = |i: usize| -> f64 { terms.iter().map(|t| t.information[i]).sum() };
    let whole = [sum(0), sum(1), sum(2)];
    let mut variance = [0.0; 2];
    for t in terms {
        let left = [0, 1, 2].map(|i| whole[i] - t.information[i]);
        let (with, without) = (t.moves(whole)?, t.moves(left)?);
        [0, 1].iter().for_each(|i| variance[*i] += with[*i] * without[*i]);
    }
    if variance.iter().any(|v| *v < 0.0) {
        return None;
    }
    let reach = student_97_5(n - 2.0);
    Some([0, 1].map(|i| {
        let half = reach * variance[i].sqrt();
        Interval { estimate: estimate[i], low: estimate[i] - half, high: estimate[i] + half }
    }))
}

/// The 97.5 % quantile of Student's distribution: with less than eight degrees of freedom from a table of whole ones, else by
/// Fisher and Cornish's series: sums and products only, so the same bits everywhere.
pub fn student_97_5(degrees: f64) -> f64 {
    const FEW: [f64; 7] = [
        12.706_204_736_174_7,
        4.302_652_729_749_46,
        3.182_446_305_283_71,
        2.776_445_105_197_79,
        2.570_581_835_636_31,
        2.446_911_851_144_97,
        2.364_624_251_592_78,
    ];
    if degrees < 8.0 {
        return FEW[(degrees.max(1.0) as usize).min(FEW.len()) - 1];
    }
    let z = Z95;
    let z3 = z * z * z;
    let (z5, z7, z9) = (z3 * z * z, z3 * z3 * z, z3 * z3 * z3);
    let terms = [
        (z3 + z) / 4.0,
        (5.0 * z5 + 16.0 * z3 + 3.0 * z) / 96.0,
        (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / 384.0,
        (79.0 * z9 + 776.0 * z7 + 1482.0 * z5 - 1920.0 * z3 - 945.0 * z) / 92_160.0,
    ];
    terms.iter().rev().fold(0.0, |sum, term| (sum + term) / degrees) + z
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF, StudentsT};

    use super::*;

    #[test]
    fn students_quantile_is_that_of_statrs() {
        // The series' first term left out is of the order 1/ν⁵.
        for degrees in [1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 20.0, 60.0, 1000.0] {
            let exact = StudentsT::new(0.0, 1.0, degrees).expect("valid").inverse_cdf(0.975);
            let most = if degrees < 8.0 { 1e-6 } else { 10.0 * degrees.powi(-5) + 1e-9 };
            assert!((student_97_5(degrees) - exact).abs() < most, "{degrees}: {} {exact}", student_97_5(degrees));
        }
    }
}
