//! A cell in the form the sums need.

use super::{CalibrationError, Observation};
use crate::interval::{Guarded, Moments};

/// Points of A in the two battles of each kind of pair, in the order of [`crate::PairKinds::kinds`].
pub const BATTLES: [[f64; 2]; 6] = [[0.0, 0.0], [0.0, 0.5], [0.0, 1.0], [0.5, 0.5], [0.5, 1.0], [1.0, 1.0]];

/// A cell with pairs.
pub struct Cell {
    pub a: usize,
    pub b: usize,
    /// One log ratio per model; 0 in a mirror.
    pub x: Vec<f64>,
    /// Pairs of each kind.
    pub kinds: [f64; 6],
    /// Pairs.
    pub pairs: u64,
    /// Pairs.
    pub n: f64,
    /// A's mean score.
    pub score: f64,
    /// Mean and variance of A's score in one pair.
    pub guarded: Guarded,
    /// Points of seat 0 in all pairs.
    pub seat_points: f64,
    /// Variance of seat 0's points in one pair.
    pub seat_variance: f64,
}

impl Cell {
    /// The variance of a quantity that is a number for each kind of pair, guarded against pairs that are all alike by
    /// one more pair that A lost twice and one that A won twice.
    pub fn variance(&self, values: &[f64; 6]) -> f64 {
        let mut weights = self.kinds;
        weights[0] += 1.0;
        weights[5] += 1.0;
        let n = self.n + 2.0;
        let mean = weights.iter().zip(values).fold(0.0, |sum, (w, v)| sum + w * v) / n;
        weights.iter().zip(values).fold(0.0, |sum, (w, v)| sum + w * (v - mean) * (v - mean)) / n
    }
}

/// Checks all observations and leaves out those without pairs.
pub fn read(models: usize, observations: &[Observation]) -> Result<Vec<Cell>, CalibrationError> {
    let mut cells = Vec::with_capacity(observations.len());
    for (observation, seen) in observations.iter().enumerate() {
        if seen.log_ratios.len() != models {
            let found = seen.log_ratios.len();
            return Err(CalibrationError::WrongLength { observation, found, expected: models });
        }
        if let Some(model) = seen.log_ratios.iter().position(|x| !x.is_finite()) {
            return Err(CalibrationError::NotFinite { observation, model });
        }
        let kinds = seen.pairs.kinds().map(|(_, _, count)| count as f64);
        let n = kinds.iter().fold(0.0, |sum, count| sum + count);
        if n > (1u64 << 53) as f64 {
            return Err(CalibrationError::TooMany { observation });
        }
        let [_, lost_drawn, split, _, drawn_won, _] = kinds;
        // A pair that ends alike in both battles gives each seat one point; a split pair gives one seat both, a battle
        // drawn and one not gives one of them 1½.
        let off = seen.seat_points - n;
        if !off.is_finite() || off.abs() > split + 0.5 * (lost_drawn + drawn_won) {
            return Err(CalibrationError::SeatPoints { observation });
        }
        if n > 0.0 {
            cells.push(cell(seen, kinds, n));
        }
    }
    Ok(cells)
}

fn cell(seen: &Observation, kinds: [f64; 6], n: f64) -> Cell {
    let moments = Moments::of_levels(&seen.pairs.scores());
    let [_, lost_drawn, split, _, drawn_won, _] = kinds;
    // Seat 0's points in a pair lie 0, ½ or 1 off one; which, is known from the kind of the pair, so the sum of squares
    // is known though only the sum of points is given. As shares of two points:
    let off = seen.seat_points - n;
    let off_squares = split + 0.25 * (lost_drawn + drawn_won);
    let seat =
        Moments { n: moments.n, sum: seen.seat_points / 2.0, squares: (n + 2.0 * off + off_squares) / 4.0 }.guarded();
    let mirror = seen.a == seen.b;
    Cell {
        a: seen.a,
        b: seen.b,
        x: seen.log_ratios.iter().map(|x| if mirror { 0.0 } else { *x }).collect(),
        kinds,
        pairs: moments.n,
        n,
        score: moments.sum / n,
        guarded: moments.guarded(),
        seat_points: seen.seat_points,
        seat_variance: 4.0 * seat.variance,
    }
}
