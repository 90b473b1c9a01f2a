//! How the two battles of a pair ended together.

use serde::{Deserialize, Serialize};

/// Counts of pairs by how their two battles ended for A, in either order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairKinds {
    /// Both lost.
    pub lost_both: u64,
    /// One lost, one drawn.
    pub lost_drawn: u64,
    /// One lost, one won.
    pub split: u64,
    /// Both drawn.
    pub drawn_both: u64,
    /// One drawn, one won.
    pub drawn_won: u64,
    /// Both won.
    pub won_both: u64,
}

impl PairKinds {
    /// From pairs by A's score in quarter points and the number of battles that A won. Pairs that score ½ are split or
    /// drawn twice; the wins tell which.
    ///
    /// ```
    /// use lanchester_stats::PairKinds;
    /// let kinds = PairKinds::new(&[1, 2, 10, 3, 4], 15);
    /// assert_eq!((kinds.split, kinds.drawn_both), (4, 6)); // 15 wins = 2·4 + 3 + 4
    /// ```
    #[must_use]
    pub fn new(pair_scores: &[u64; 5], wins_a: u64) -> Self {
        let [lost_both, lost_drawn, half, drawn_won, won_both] = *pair_scores;
        let split = wins_a.saturating_sub(2 * won_both + drawn_won).min(half);
        Self { lost_both, lost_drawn, split, drawn_both: half - split, drawn_won, won_both }
    }

    /// Pairs.
    #[must_use]
    pub const fn pairs(&self) -> u64 {
        self.lost_both + self.lost_drawn + self.split + self.drawn_both + self.drawn_won + self.won_both
    }

    /// Battles that A won.
    #[must_use]
    pub const fn wins(&self) -> u64 {
        2 * self.won_both + self.drawn_won + self.split
    }

    /// Battles drawn.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        2 * self.drawn_both + self.drawn_won + self.lost_drawn
    }

    /// Battles that A lost.
    #[must_use]
    pub const fn losses(&self) -> u64 {
        2 * self.lost_both + self.lost_drawn + self.split
    }

    /// Pairs by A's score: 0, ¼, ½, ¾, 1.
    #[must_use]
    pub const fn scores(&self) -> [u64; 5] {
        [self.lost_both, self.lost_drawn, self.split + self.drawn_both, self.drawn_won, self.won_both]
    }

    /// Pairs in which none, one and both battles were won by A: the counts that [`crate::interval::levels`] takes.
    #[must_use]
    pub const fn by_wins(&self) -> [u64; 3] {
        [self.lost_both + self.lost_drawn + self.drawn_both, self.split + self.drawn_won, self.won_both]
    }

    /// Pairs in which none, one and both battles were drawn.
    #[must_use]
    pub const fn by_draws(&self) -> [u64; 3] {
        [self.lost_both + self.split + self.won_both, self.lost_drawn + self.drawn_won, self.drawn_both]
    }

    /// Pairs in which none, one and both battles were lost by A.
    #[must_use]
    pub const fn by_losses(&self) -> [u64; 3] {
        [self.won_both + self.drawn_won + self.drawn_both, self.split + self.lost_drawn, self.lost_both]
    }

    /// Each kind as (battle points of A, draws, pairs): a win is a point, a draw half of one.
    pub(crate) const fn kinds(&self) -> [(f64, f64, u64); 6] {
        [
            (0.0, 0.0, self.lost_both),
            (0.5, 1.0, self.lost_drawn),
            (1.0, 0.0, self.split),
            (1.0, 2.0, self.drawn_both),
            (1.5, 1.0, self.drawn_won),
            (2.0, 0.0, self.won_both),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_go_there_and_back() {
        let kinds = PairKinds { lost_both: 3, lost_drawn: 1, split: 4, drawn_both: 1, drawn_won: 5, won_both: 9 };
        assert_eq!(PairKinds::new(&kinds.scores(), kinds.wins()), kinds);
        assert_eq!(kinds.wins() + kinds.draws() + kinds.losses(), 2 * kinds.pairs());
        for by in [kinds.by_wins(), kinds.by_draws(), kinds.by_losses()] {
            assert_eq!(by.iter().sum::<u64>(), kinds.pairs());
        }
        assert_eq!(kinds.by_wins()[1] + 2 * kinds.by_wins()[2], kinds.wins());
        assert_eq!(kinds.by_draws()[1] + 2 * kinds.by_draws()[2], kinds.draws());
        assert_eq!(kinds.by_losses()[1] + 2 * kinds.by_losses()[2], kinds.losses());
    }

    #[test]
    fn counts_that_contradict_each_other_do_not_wrap() {
        assert_eq!(PairKinds::new(&[0, 0, 1, 0, 5], 0).split, 0);
        assert_eq!(PairKinds::new(&[0, 0, 1, 0, 5], 1000).split, 1);
    }
}
