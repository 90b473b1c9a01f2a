//! The split of log odds into a ranking and cycles, and how sure its share is.
//!
//! Both sums, of the cycles and of the whole, are expanded to second order in the scores of the pairs: the slopes
//! give the error that grows with the share, the curvatures what noise adds to the sums and the error that is left where
//! there is nothing but noise. The interval holds every share that the estimate could have come from, each with its own
//! error, as Wilson's does for a rate: it reaches 0 for a ranking and is not symmetric.

use nalgebra::{Cholesky, DMatrix};

use super::CyclesError;
use crate::interval::Moments;
use crate::{Interval, Z95};

/// A policy pair that met: the entrants by their place among those that met, and what is known of the first's score.
pub struct Edge {
    pub i: usize,
    pub j: usize,
    /// Pairs by i's score.
    pub counts: [u64; 5],
    /// The mean score, moved a little toward ½ so that a sweep has finite log odds.
    score: f64,
    /// The expected effect of that move.
    shift: f64,
    /// Variance of the mean score.
    variance: f64,
    /// Log odds of the score.
    y: f64,
    /// score · (1 − score).
    w: f64,
}

impl Edge {
    /// The edge between two entrants from pairs by the first's score; at least one pair.
    pub fn new(i: usize, j: usize, counts: &[u64; 5]) -> Self {
        let mut backwards = *counts;
        backwards.reverse();
        let (won, lost) = (Moments::of_levels(counts), Moments::of_levels(&backwards));
        let n = won.n as f64;
        // Half a pair won and half a pair lost are added (Haldane 1956 for the log odds of coins). Both sides are
        // added up on their own: 1 − score would lose a single loss among very many wins.
        let [score, against] = [won, lost].map(|m| (m.sum + 0.5) / (n + 1.0));
        let least = 0.5 * (score * score + against * against) / (n + 1.0);
        Self {
            i,
            j,
            counts: *counts,
            score,
            shift: (against - score) / (2.0 * (n + 1.0)),
            variance: ((won.squares + 0.5) / (n + 1.0) - score * score).max(least) / n,
            y: libm::log(score / against),
            w: score * against,
        }
    }
}

/// A policy pair's part w x² of one of the two sums, as a function of its score; x is y or what the ranking leaves of it.
///
/// θ is where the sum is least, so the slope is that of w x² alone. The curvature of the sum is twice `own` for the
/// policy pair by itself, less twice `gain`·`gain`′ times what a change of one policy pair's w y moves the other's ranking by, for
/// the sum of the cycles; the whole has no such part.
struct Part {
    value: f64,
    slope: f64,
    gain: f64,
    own: f64,
}

impl Part {
    fn new(edge: &Edge, x: f64) -> Self {
        let tilt = 1.0 - 2.0 * edge.score;
        let gain = 1.0 + tilt * x;
        Self { value: edge.w * x * x, slope: tilt * x * x + 2.0 * x, gain, own: gain / edge.w - x * x }
    }

    /// What is expected in the sum that is not of the truth, where the curvature is twice this.
    fn noise(&self, edge: &Edge, curvature: f64) -> f64 {
        self.slope * edge.shift + curvature * edge.variance
    }
}

/// The share of the cycles. `groups` names for each entrant the group of those that it met.
///
/// # Errors
/// [`CyclesError::NoDifferences`] and [`CyclesError::Singular`].
pub fn share(edges: &[Edge], groups: &[usize]) -> Result<Interval, CyclesError> {
    let n = groups.len();
    // The Laplacian of the weights, made regular by tying each group's mean to 0, which no difference feels.
    let mut laplacian = DMatrix::from_fn(n, n, |i, j| if groups[i] == groups[j] { 0.25 / n as f64 } else { 0.0 });
    let mut flow = vec![0.0; n];
    for edge in edges {
        add_difference(&mut laplacian, edge, edge.w);
        flow[edge.i] += edge.w * edge.y;
        flow[edge.j] -= edge.w * edge.y;
    }
    let inverse = Cholesky::new(laplacian).ok_or(CyclesError::Singular)?.inverse();
    let theta: Vec<f64> = (0..n).map(|i| (0..n).map(|j| inverse[(i, j)] * flow[j]).sum()).collect();

    let whole_parts: Vec<Part> = edges.iter().map(|edge| Part::new(edge, edge.y)).collect();
    let cycle_parts: Vec<Part> =
        edges.iter().map(|edge| Part::new(edge, edge.y - (theta[edge.i] - theta[edge.j]))).collect();
    let parts = || edges.iter().zip(cycle_parts.iter().zip(&whole_parts));

    let (mut raw_cycles, mut raw_whole, mut cycles, mut whole) = (0.0, 0.0, 0.0, 0.0);
    // With Q half the matrix of curvatures and V the variances of the scores, a sum that is nothing but noise has the
    // variance 2·tr(QVQV): of the cycles, of both together, of the whole.
    let mut pure = [ranked_noise(edges, &cycle_parts, &inverse), 0.0, 0.0];
    for (edge, (cycle, all)) in parts() {
        let (i, j) = (edge.i, edge.j);
        let ranked = cycle.gain * cycle.gain * (inverse[(i, i)] - 2.0 * inverse[(i, j)] + inverse[(j, j)]);
        raw_cycles += cycle.value;
        raw_whole += all.value;
        cycles += cycle.value - cycle.noise(edge, cycle.own - ranked);
        whole += all.value - all.noise(edge, all.own);
        let squared = edge.variance * edge.variance;
        pure[0] += squared * cycle.own * (cycle.own - 2.0 * ranked);
        pure[1] += squared * all.own * (cycle.own - ranked);
        pure[2] += squared * all.own * all.own;
    }

    // Variance to first order of cycles − share · whole.
    let linear = |of_cycles: f64, of_whole: f64| -> f64 {
        let slope = |cycle: &Part, all: &Part| of_cycles * cycle.slope + of_whole * all.slope;
        parts().map(|(edge, (cycle, all))| slope(cycle, all) * slope(cycle, all) * edge.variance).sum()
    };
    // The slopes are noisy themselves: their squares count the squared noise, 2·pure, twice.
    let doubt = (linear(0.0, 1.0) - 2.0 * pure[2]).max(2.0 * pure[2]).sqrt();
    if whole.is_nan() || whole <= Z95 * doubt {
        return Err(CyclesError::NoDifferences);
    }
    let raw = raw_cycles / raw_whole;
    let cross = raw * (1.0 - raw);
    // The variance that grows with the truth is in proportion to share times rest: it vanishes with either. This and
    // what follows are relative to the whole.
    let along = if cross > 0.0 { linear(1.0, -raw) / cross / (whole * whole) } else { 0.0 };
    let [constant, mixed, squared] = pure.map(|p| 2.0 * p / (whole * whole));
    let estimate = (cycles / whole).clamp(0.0, 1.0);
    // (estimate − x)² = z²·(along·x(1 − x) + constant − 2·mixed·x + squared·x²), solved for x.
    let z2 = Z95 * Z95;
    let a = 1.0 + z2 * (along - squared);
    let b = estimate + z2 * (along / 2.0 - mixed);
    let c = estimate * estimate - z2 * constant;
    let reach = (b * b - a * c).max(0.0).sqrt();
    let (low, high) = ((b - reach) / a, (b + reach) / a);
    Ok(Interval { estimate, low: low.clamp(0.0, estimate), high: high.clamp(estimate, 1.0) })
}

fn add_difference(matrix: &mut DMatrix<f64>, edge: &Edge, weight: f64) {
    matrix[(edge.i, edge.i)] += weight;
    matrix[(edge.j, edge.j)] += weight;
    matrix[(edge.i, edge.j)] -= weight;
    matrix[(edge.j, edge.i)] -= weight;
}

/// tr(LGLG), with G the inverse Laplacian and L the Laplacian of gain² · variance: the sum over all pairs of pairs
/// of what one's noise moves the other's ranking by, squared, without walking them.
fn ranked_noise(edges: &[Edge], parts: &[Part], inverse: &DMatrix<f64>) -> f64 {
    let n = inverse.nrows();
    let mut spread = DMatrix::zeros(n, n);
    edges.iter().zip(parts).for_each(|(e, part)| add_difference(&mut spread, e, part.gain * part.gain * e.variance));
    // Summed by hand: the library's product chooses its order by processor.
    let product = DMatrix::from_fn(n, n, |i, j| (0..n).map(|k| spread[(k, i)] * inverse[(k, j)]).sum::<f64>());
    (0..n).flat_map(|j| (0..n).map(move |i| (i, j))).map(|(i, j)| product[(i, j)] * product[(j, i)]).sum()
}
