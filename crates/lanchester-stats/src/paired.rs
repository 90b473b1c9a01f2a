//! The difference between two entrants that met the same opponents with the same dice.
//!
//! With common random numbers the two series of battles rise and fall together, and their difference scatters less than
//! either (P. Bratley, B. L. Fox and L. E. Schrage, "A Guide to Simulation", 2nd ed., 1987, section 2.1). How much less
//! cannot be seen from totals: pairs are counted in blocks, each played by both, and the error is that of the blocks'
//! differences (batch means). Foes count the same, whatever was played against them.
//!
//! A difference in score depends on how strong the opponents are; [`Field::points`] turns it into rating points. The opponents'
//! log strengths θⱼ make the mean score a rising function M(θ) = meanⱼ E[score | θ − θⱼ] of an entrant's own; the
//! difference of the two M⁻¹ is one of log strengths, and the slope k of log strength on log rating makes it a ratio of
//! ratings, exp(Δθ/k), with E. C. Fieller's interval for the quotient.

mod combined;

use serde::{Deserialize, Serialize};

pub use self::combined::Series;
use crate::Interval;
use crate::bradley_terry::{expected_score, surely_positive};
use crate::interval::wilson_real;
use crate::ratio::Ratio;

/// A block of pairs that both entrants played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// Pairs, the same for both.
    pub pairs: u64,
    /// Sum of the pair scores of the first (0 to `pairs`).
    pub base: f64,
    /// Sum of the pair scores of the second.
    pub variant: f64,
}

/// All blocks against one opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// θ of the opponent, where it is known.
    pub theta: Option<f64>,
    /// The blocks; at least two for there to be an error.
    pub blocks: Vec<Block>,
}

/// What the second scores more than the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// Mean score of the first.
    pub base: Interval,
    /// Mean score of the second.
    pub variant: Interval,
    /// The second's minus the first's.
    pub difference: Interval,
    /// How many times as many battles would have been needed without common dice for an interval as short.
    pub gain: f64,
}

/// Means over a meeting's blocks of several linear functions of (base, variant), and their covariance by batch means.
struct Means {
    base: f64,
    variant: f64,
    /// var(base), cov, var(variant) of the means.
    variance: [f64; 3],
}

impl Means {
    fn of(blocks: &[Block]) -> Option<Self> {
        let pairs = blocks.iter().map(|b| b.pairs).sum::<u64>() as f64;
        let count = blocks.iter().filter(|b| b.pairs > 0).count() as f64;
        if count < 2.0 {
            return None;
        }
        let base = blocks.iter().map(|b| b.base).sum::<f64>() / pairs;
        let variant = blocks.iter().map(|b| b.variant).sum::<f64>() / pairs;
        let mut variance = [0.0; 3];
        for b in blocks.iter().filter(|b| b.pairs > 0) {
            let n = b.pairs as f64;
            let (x, y) = (b.base / n - base, b.variant / n - variant);
            variance[0] += n * x * x;
            variance[1] += n * x * y;
            variance[2] += n * y * y;
        }
        let mut variance = variance.map(|v| v / ((count - 1.0) * pairs));
        // Blocks that are all alike are no proof of certainty: one pair more at either end, independent for the two.
        let floor = 2.0 / ((pairs + 2.0) * (pairs + 2.0));
        variance[0] += floor;
        variance[2] += floor;
        Some(Self { base, variant, variance })
    }

    /// The variance of u·base + v·variant.
    fn along(&self, u: f64, v: f64) -> f64 {
        let [bb, bv, vv] = self.variance;
        (u * u * bb + 2.0 * u * v * bv + v * v * vv).max(0.0)
    }
}

/// The difference between two entrants, by their blocks against each opponent. `None` if an opponent has fewer than two blocks, or
/// there is none.
///
/// ```
/// use lanchester_stats::paired::{Block, Meeting, difference};
/// // Block by block the second does a little better than the first, while both swing widely.
/// let block = |i: u32| Block { pairs: 10, base: f64::from(i % 7), variant: f64::from(i % 7) + 0.5 * f64::from(i % 2) };
/// let meeting = Meeting { theta: None, blocks: (0..100).map(block).collect() };
/// let d = difference(&[meeting]).expect("blocks enough");
/// assert!((d.difference.estimate - 0.025).abs() < 1e-12 && d.difference.low > 0.0);
/// assert!(d.gain > 10.0);
/// ```
#[must_use]
pub fn difference(meetings: &[Meeting]) -> Option<Difference> {
    let means: Vec<Means> = meetings.iter().map(|m| Means::of(&m.blocks)).collect::<Option<_>>()?;
    if means.is_empty() {
        return None;
    }
    let opponents = means.len() as f64;
    let mean = |f: &dyn Fn(&Means) -> f64| means.iter().map(f).sum::<f64>() / opponents;
    let error = |u, v| (mean(&|m| m.along(u, v)) / opponents).sqrt();
    let (base, variant) = (mean(&|m| m.base), mean(&|m| m.variant));
    let paired = error(-1.0, 1.0);
    let apart = error(1.0, 0.0).hypot(error(0.0, 1.0));
    Some(Difference {
        base: share(base, error(1.0, 0.0)),
        variant: share(variant, error(0.0, 1.0)),
        difference: clipped(Interval::normal(variant - base, paired)),
        gain: (apart / paired) * (apart / paired),
    })
}

/// A mean score with Wilson's interval at the number of coins that its error is worth.
fn share(mean: f64, error: f64) -> Interval {
    let mean = mean.clamp(0.0, 1.0);
    // A sweep has no spread of its own to go by; its error is that of the two pairs added to each opponent's.
    let spread = (mean * (1.0 - mean)).max(error);
    wilson_real(mean, spread / (error * error))
}

/// No difference of two scores lies beyond ±1.
fn clipped(interval: Interval) -> Interval {
    Interval { low: interval.low.max(-1.0), high: interval.high.min(1.0), ..interval }
}

/// What turns log strengths into points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Field {
    /// Davidson's ν; see [`crate::bradley_terry::Strengths::draw_weight`].
    pub draw_weight: f64,
    /// k, the slope of log strength on log rating.
    pub slope: f64,
    /// Its standard error.
    pub slope_error: f64,
}

impl Field {
    /// What the second entrant is worth more than the first, in points of a first that is worth `rating`.
    ///
    /// The error is that of the blocks and of k; those of the opponents' own strengths move both entrants alike and are left
    /// out. `None` if an opponent's strength is not known, k is not positive, or an entrant swept all opponents either way.
    #[must_use]
    pub fn points(&self, meetings: &[Meeting], rating: f64) -> Option<Interval> {
        let thetas: Vec<f64> = meetings.iter().map(|m| m.theta).collect::<Option<_>>()?;
        let means: Vec<Means> = meetings.iter().map(|m| Means::of(&m.blocks)).collect::<Option<_>>()?;
        let opponents = means.len() as f64;
        if means.is_empty() || self.slope <= 0.0 {
            return None;
        }
        let base = self.strength(&thetas, means.iter().map(|m| m.base).sum::<f64>() / opponents)?;
        let variant = self.strength(&thetas, means.iter().map(|m| m.variant).sum::<f64>() / opponents)?;
        let delta = variant - base;
        // dθ/dM at both ends carries the blocks' errors over; they are added up opponent by opponent.
        let (u, v) = (-1.0 / self.steepness(&thetas, base), 1.0 / self.steepness(&thetas, variant));
        let delta_variance = means.iter().map(|m| m.along(u, v)).sum::<f64>() / (opponents * opponents);
        // Δθ and k come from different battles.
        let ratio = Ratio {
            top: delta,
            bottom: self.slope,
            top_variance: delta_variance,
            covariance: 0.0,
            bottom_variance: self.slope_error * self.slope_error,
        };
        surely_positive(self.slope, ratio.bottom_variance)
            .then(|| ratio.interval().map_rising(|l| rating * libm::expm1(l)))
    }

    /// M(θ).
    fn mean_score(&self, thetas: &[f64], theta: f64) -> f64 {
        thetas.iter().map(|t| expected_score(theta - t, self.draw_weight)).sum::<f64>() / thetas.len() as f64
    }

    /// M′(θ), by a central difference: M is smooth, and a relative error of 10⁻⁶ is far below that of the blocks.
    fn steepness(&self, thetas: &[f64], theta: f64) -> f64 {
        const STEP: f64 = 1e-3;
        (self.mean_score(thetas, theta + STEP) - self.mean_score(thetas, theta - STEP)) / (2.0 * STEP)
    }

    /// M⁻¹, by bisection: M rises from 0 to 1.
    fn strength(&self, thetas: &[f64], score: f64) -> Option<f64> {
        const FAR: f64 = 40.0;
        let (mut low, mut high) = (-FAR, FAR);
        if !(self.mean_score(thetas, low)..=self.mean_score(thetas, high)).contains(&score) {
            return None;
        }
        for _ in 0..80 {
            let middle = f64::midpoint(low, high);
            if self.mean_score(thetas, middle) < score { low = middle } else { high = middle }
        }
        let theta = f64::midpoint(low, high);
        (theta.abs() < FAR / 2.0).then_some(theta)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meeting(theta: Option<f64>, blocks: &[(f64, f64)]) -> Meeting {
        let block = |(base, variant): &(f64, f64)| Block { pairs: 100, base: *base, variant: *variant };
        Meeting { theta, blocks: blocks.iter().map(block).collect() }
    }

    #[test]
    fn equal_entrants_do_not_differ_but_are_not_certain() {
        let same = meeting(None, &[(50.0, 50.0); 30]);
        let d = difference(&[same]).expect("blocks enough");
        assert_eq!(d.difference.estimate, 0.0);
        assert!(d.difference.half_width() > 1e-4 && d.difference.half_width() < 1e-2);
    }

    #[test]
    fn too_few_blocks_tell_nothing() {
        assert_eq!(difference(&[]), None);
        assert_eq!(difference(&[meeting(None, &[(1.0, 2.0)])]), None);
    }

    #[test]
    fn points_by_hand() {
        // One opponent of equal strength, no draws: a score of 3/4 is ln 3 of log strength; with k = 2 a factor of √3.
        let field = Field { draw_weight: 0.0, slope: 2.0, slope_error: 0.0 };
        let points = field.points(&[meeting(Some(0.0), &[(50.0, 75.0); 40])], 100.0).expect("points");
        assert!((points.estimate - 100.0 * (3f64.sqrt() - 1.0)).abs() < 1e-6, "{points:?}");
        let unsure = Field { slope_error: 0.2, ..field };
        let wider = unsure.points(&[meeting(Some(0.0), &[(50.0, 75.0); 40])], 100.0).expect("points");
        assert!(wider.half_width() > 3.0 * points.half_width());
    }

    #[test]
    fn sweeps_and_unknown_foes_have_no_points() {
        let field = Field { draw_weight: 0.1, slope: 2.0, slope_error: 0.1 };
        assert_eq!(field.points(&[meeting(Some(0.0), &[(50.0, 100.0); 40])], 100.0), None);
        assert_eq!(field.points(&[meeting(None, &[(50.0, 60.0); 40])], 100.0), None);
        let flat = Field { slope: 0.0, ..field };
        assert_eq!(flat.points(&[meeting(Some(0.0), &[(50.0, 60.0); 40])], 100.0), None);
    }
}
