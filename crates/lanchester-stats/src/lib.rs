//! Estimators: integer counts in, numbers with 95 % intervals out.
//!
//! - [`agreement`]: whether machines that play parts of one run play the same.
//! - [`interval`]: rates and mean scores, Wilson's way, by the pair.
//! - [`pairs`]: how the two battles of a pair ended together, the unit of every variance here.
//! - [`scale`]: how much stronger some contestants are than others, from their scores in line-ups.
//! - [`standing`]: an entrant's mean score over its cells.
//! - [`bradley_terry`]: strengths from a matrix of results, with draws.
//! - [`calibration`]: how well ratings predict results.
//! - [`cmaes`]: the best of a noisy function of many numbers, by evolution of a normal distribution.
//! - [`confidence`]: a mean score that may be looked at after every chunk.
//! - [`mean_sequence`]: the same for means of any values between 0 and 1.
//! - [`price`]: implied ratings, residuals and verdicts from strengths and printed ratings.
//! - [`jackknife`]: the error of any smooth statistic of independent groups.
//! - [`paired`]: the difference between two entrants that met the same opponents with the same dice.
//! - [`parity`]: the points at which fleets of a design are a fair match, by a search that knows its own noise.
//! - [`joint`]: all designs of a navy priced at once, and what no price can carry.
//! - [`cycles`]: how much of a matrix no single number can carry, and rock-paper-scissors triples.
//! - [`equilibrium`]: the mixture of policies that no policy beats.
//! - [`exponent`]: numbers against quality, the power p of Σ ratingᵖ.
//! - [`meta`]: whether a rating formula is true, by a meta-regression of prices on its parts.
//! - [`multiple`]: many tests at once with the false discovery rate held.
//!
//! Absent on purpose: games, files, text, random numbers, threads. The same input gives the same bits on every
//! machine: `exp` and `ln` come from the `libm` crate, distributions from `statrs`, and products of matrices are summed
//! in a fixed order (nalgebra's own choose instructions by processor).

pub mod agreement;
pub mod bradley_terry;
pub mod calibration;
pub mod cmaes;
pub mod confidence;
pub mod cycles;
pub mod equilibrium;
pub mod exponent;
pub mod interval;
pub mod jackknife;
pub mod joint;
mod matrix;
pub mod mean_sequence;
pub mod meta;
pub mod multiple;
pub mod paired;
pub mod pairs;
pub mod parity;
pub mod price;
mod ratio;
pub mod scale;
pub mod standing;

pub use interval::Interval;
pub use pairs::PairKinds;

/// The 97.5 % quantile of the normal distribution: 95 % intervals reach so many standard errors to either side.
pub const Z95: f64 = 1.959_963_984_540_054;

/// 1/(1 + e⁻ˣ).
pub(crate) fn logistic(x: f64) -> f64 {
    // e^∞ is ∞ and its reciprocal 0: nothing overflows.
    1.0 / (1.0 + libm::exp(-x))
}

/// The chance that a standard normal variable lies further from zero than `z` to either side.
#[must_use]
pub fn two_sided_p(z: f64) -> f64 {
    statrs::function::erf::erfc(z.abs() / std::f64::consts::SQRT_2)
}

#[cfg(test)]
mod tests {
    use statrs::distribution::{ContinuousCDF, Normal};

    use super::*;

    #[test]
    fn the_normal_distribution_is_that_of_statrs() {
        let normal = Normal::standard();
        assert!((normal.inverse_cdf(0.975) - Z95).abs() < 1e-9);
        for z in [-5.0, -1.3, 0.0, 0.2, Z95, 4.0] {
            let expected = 2.0 * normal.sf(f64::abs(z));
            assert!((two_sided_p(z) - expected).abs() < 1e-10, "{z}");
        }
    }
}
