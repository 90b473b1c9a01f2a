//! The reliability curve: what favourites were predicted to score, and what they scored.

use serde::{Deserialize, Serialize};

use super::cell::Cell;
use super::logistic::sigmoid;
use crate::Interval;
use crate::interval::wilson_real;

/// Bins at most.
const BINS: usize = 10;

/// Cells of about the same prediction, each from its favourite's side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bin {
    /// Mean predicted score, above ½.
    pub predicted: f64,
    /// Mean score; every pair counts the same.
    pub observed: Interval,
    /// Cells in the bin.
    pub cells: u64,
    /// Pairs in them.
    pub pairs: u64,
}

/// Up to ten bins with about the same number of battles each, by rising prediction. A cell is never split: it goes
/// where its middle pair belongs, so bins of few large cells are uneven, and empty ones are left out. A cell of equals
/// has no favourite and is in no bin.
pub fn bins(duels: &[&Cell], k: f64) -> Vec<Bin> {
    let mut favourites: Vec<(f64, usize)> = duels
        .iter()
        .enumerate()
        .map(|(i, cell)| ((k * cell.x[0]).abs(), i))
        .filter(|(logit, _)| *logit > 0.0)
        .map(|(logit, i)| (sigmoid(logit), i))
        .collect();
    favourites.sort_by(|(p, i), (q, j)| p.total_cmp(q).then(i.cmp(j)));
    let total = favourites.iter().fold(0.0, |sum, (_, i)| sum + duels[*i].n);
    let mut bins: [Vec<(f64, usize)>; BINS] = Default::default();
    let mut before = 0.0;
    for favourite in favourites {
        let n = duels[favourite.1].n;
        let bin = (BINS as f64 * ((before + n / 2.0) / total)) as usize;
        bins[bin.min(BINS - 1)].push(favourite);
        before += n;
    }
    bins.iter().filter(|bin| !bin.is_empty()).map(|bin| observe(duels, bin, k)).collect()
}

fn observe(duels: &[&Cell], favourites: &[(f64, usize)], k: f64) -> Bin {
    let mut pairs = 0;
    let (mut n, mut predicted, mut score, mut guarded, mut variance) = (0.0, 0.0, 0.0, 0.0, 0.0);
    for (p, i) in favourites {
        let cell = duels[*i];
        let turned = k * cell.x[0] < 0.0;
        let turn = |share: f64| if turned { 1.0 - share } else { share };
        pairs += cell.pairs;
        n += cell.n;
        predicted += cell.n * p;
        score += cell.n * turn(cell.score);
        guarded += cell.n * turn(cell.guarded.mean);
        variance += cell.n * cell.guarded.variance;
    }
    // Wilson's interval at the sample size that the variance within cells is worth, as in `standing`.
    let mean = guarded / n;
    let worth = mean * (1.0 - mean) / (variance / (n * n));
    let observed = wilson_real((score / n).clamp(0.0, 1.0), worth);
    Bin { predicted: predicted / n, observed, cells: favourites.len() as u64, pairs }
}
