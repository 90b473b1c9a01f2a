//! An entrant's mean score over all its cells: every opponent counts the same, however many pairs were played.

use serde::{Deserialize, Serialize};

use crate::Interval;
use crate::interval::{Moments, wilson_real};

/// A cell of a round robin: two entrants by index, and pairs by the score of the first (0, ¼, ½, ¾, 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The first entrant.
    pub a: usize,
    /// The second entrant.
    pub b: usize,
    /// Pairs by A's score.
    pub pair_scores: [u64; 5],
}

/// How an entrant did.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// Mean over its cells of its mean score.
    pub score: Interval,
    /// Cells that count.
    pub cells: u64,
    /// Pairs in them.
    pub pairs: u64,
}

/// The standing of each of `entrants` entrants. Cells of an entrant against itself, cells without pairs and cells that
/// name an entrant out of range are left out; an entrant without cells stands at ½, from 0 to 1.
///
/// The interval is Wilson's at the effective sample size m(1 − m)/v, with m the mean and v its variance, the sum of
/// the cells' own variances; see [`crate::interval::bounded_mean`] for what guards cells whose pairs are all alike.
#[must_use]
pub fn standings(entrants: usize, meetings: &[Meeting]) -> Vec<Standing> {
    let mut sums = vec![Sum::default(); entrants];
    for meeting in meetings {
        let mut backwards = meeting.pair_scores;
        backwards.reverse();
        if meeting.a != meeting.b && meeting.a.max(meeting.b) < entrants {
            sums[meeting.a].add(&meeting.pair_scores);
            sums[meeting.b].add(&backwards);
        }
    }
    sums.iter().map(Sum::standing).collect()
}

#[derive(Clone, Default)]
struct Sum {
    cells: u64,
    pairs: u64,
    score: f64,
    guarded_score: f64,
    /// Of the sum of the cells' mean scores.
    variance: f64,
}

impl Sum {
    fn add(&mut self, pair_scores: &[u64; 5]) {
        let moments = Moments::of_levels(pair_scores);
        if moments.n == 0 {
            return;
        }
        let (n, guarded) = (moments.n as f64, moments.guarded());
        self.cells += 1;
        self.pairs += moments.n;
        self.score += moments.sum / n;
        self.guarded_score += guarded.mean;
        self.variance += guarded.variance / n;
    }

    fn standing(&self) -> Standing {
        let cells = self.cells as f64;
        let score = if self.cells == 0 {
            Interval::UNKNOWN_SHARE
        } else {
            let mean = self.guarded_score / cells;
            let variance = self.variance / (cells * cells);
            wilson_real((self.score / cells).clamp(0.0, 1.0), mean * (1.0 - mean) / variance)
        };
        Standing { score, cells: self.cells, pairs: self.pairs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interval::pair_score;

    #[test]
    fn one_cell_is_its_own_standing_and_its_foes_mirror() {
        let pair_scores = [5, 3, 30, 10, 12];
        let standings = standings(3, &[Meeting { a: 0, b: 2, pair_scores }]);
        let cell = pair_score(&pair_scores);
        assert!((standings[0].score.low - cell.low).abs() < 1e-12);
        assert!((standings[2].score.high - (1.0 - cell.low)).abs() < 1e-12);
        assert_eq!(standings[1].score, Interval::UNKNOWN_SHARE);
    }

    #[test]
    fn opponents_count_the_same_and_mirrors_do_not_count() {
        let meetings = [
            Meeting { a: 0, b: 1, pair_scores: [0, 0, 0, 0, 10] },
            Meeting { a: 2, b: 0, pair_scores: [0, 0, 0, 0, 1000] },
            Meeting { a: 0, b: 0, pair_scores: [0, 0, 99, 0, 0] },
            Meeting { a: 0, b: 9, pair_scores: [9; 5] },
        ];
        let standing = standings(3, &meetings)[0];
        assert!((standing.score.estimate - 0.5).abs() < 1e-12);
        assert_eq!((standing.cells, standing.pairs), (2, 1010));
    }
}
