//! The chance that normal numbers lie within bounds, given others that go with them: one after the other, each given those
//! before it (A. Genz, "Numerical computation of multivariate normal probabilities", Journal of Computational and Graphical
//! Statistics 1, 1992). One bound takes one number; several are averaged over a lattice, the same for all forms.

use nalgebra::DMatrix;
use statrs::distribution::{ContinuousCDF, Normal};

/// Points of the lattice.
const POINTS: usize = 256;

/// Roots of primes: their multiples, whole numbers taken off, fill the cube evenly.
const PRIMES: [f64; 8] = [2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0];

/// Beyond this a normal number has no chance that a float can tell from 0.
const FARTHEST: f64 = 40.0;

/// The logarithm of the chance of `bounds` given `known`. `root` is the lower Cholesky factor of the covariance of both, the
/// known first.
pub fn log_chance(root: &DMatrix<f64>, known: &[f64], bounds: &[[f64; 2]]) -> f64 {
    let Ok(law) = Normal::new(0.0, 1.0) else { return f64::NAN };
    let mut standard: Vec<f64> = Vec::with_capacity(known.len() + bounds.len());
    for (i, value) in known.iter().enumerate() {
        standard.push((value - before(root, i, &standard)) / root[(i, i)]);
    }
    let points = if bounds.len() > 1 { POINTS } else { 1 };
    let mut sum = 0.0;
    for point in 0..points {
        standard.truncate(known.len());
        let mut chance = 1.0;
        for (turn, [low, high]) in bounds.iter().enumerate() {
            let i = known.len() + turn;
            let moved = before(root, i, &standard);
            let mut ends = [low, high].map(|end| (end - moved) / root[(i, i)]);
            // In the lower tail no digit is lost.
            let upper = ends[0] + ends[1] > 0.0;
            if upper {
                ends = [-ends[1], -ends[0]];
            }
            let [below, above] = ends.map(below);
            chance *= above - below;
            if turn + 1 < bounds.len() {
                let multiple = (point as f64 + 0.5) * PRIMES[turn % PRIMES.len()].sqrt();
                let share = multiple - multiple.floor();
                let drawn =
                    law.inverse_cdf(below + share * (above - below)).clamp(ends[0], ends[1]).clamp(-FARTHEST, FARTHEST);
                standard.push(if upper { -drawn } else { drawn });
            }
        }
        sum += chance;
    }
    libm::log((sum / points as f64).max(f64::MIN_POSITIVE))
}

/// What the numbers before it make of number `i`.
fn before(root: &DMatrix<f64>, i: usize, standard: &[f64]) -> f64 {
    standard.iter().enumerate().map(|(j, z)| root[(i, j)] * z).sum()
}

/// The chance of a normal number below this.
fn below(z: f64) -> f64 {
    0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}
