//! How the two battles of a pair ended together.

use serde::{Deserialize, Serialize};

use crate::interval::Moments;

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

    /// The same pairs from B's side.
    #[must_use]
    pub const fn reversed(&self) -> Self {
        Self {
            lost_both: self.won_both,
            lost_drawn: self.drawn_won,
            split: self.split,
            drawn_both: self.drawn_both,
            drawn_won: self.lost_drawn,
            won_both: self.lost_both,
        }
    }

    /// The pairs of both.
    #[must_use]
    pub const fn and(&self, other: &Self) -> Self {
        Self {
            lost_both: self.lost_both + other.lost_both,
            lost_drawn: self.lost_drawn + other.lost_drawn,
            split: self.split + other.split,
            drawn_both: self.drawn_both + other.drawn_both,
            drawn_won: self.drawn_won + other.drawn_won,
            won_both: self.won_both + other.won_both,
        }
    }

    /// Counts in which several kinds of pairs weigh differently: each by its weight, as many in all as would tell the
    /// weighted mean as well: the error is that of a stratified mean, Σ w²·v/n over the parts (W. G. Cochran, "Sampling
    /// Techniques", 1977, chapter 5). Parts without weight are left out; parts without pairs make it empty.
    ///
    /// ```
    /// use lanchester_stats::PairKinds;
    /// let all = |won_both| PairKinds { won_both, ..PairKinds::default() };
    /// let none = |lost_both| PairKinds { lost_both, ..PairKinds::default() };
    /// let half = PairKinds::mixed(&[(0.5, all(100)), (0.5, none(100))]);
    /// // What is certain in each part is known better than any two hundred coins would tell.
    /// assert_eq!(half.won_both, half.lost_both);
    /// assert!(half.pairs() > 1000);
    /// let split = |split| PairKinds { split, won_both: split, ..PairKinds::default() };
    /// let same = PairKinds::mixed(&[(0.5, split(100)), (0.5, split(100))]);
    /// assert!((396..=404).contains(&same.pairs()), "{}", same.pairs());
    /// ```
    #[must_use]
    pub fn mixed(parts: &[(f64, Self)]) -> Self {
        let parts: Vec<&(f64, Self)> = parts.iter().filter(|(weight, _)| *weight > 0.0).collect();
        let total: f64 = parts.iter().map(|(weight, _)| weight).sum();
        if parts.is_empty() || parts.iter().any(|(_, kinds)| kinds.pairs() == 0) {
            return Self::default();
        }
        let share = |weight: f64| weight / total;
        // The parts' sizes are fixed by their weights, so only what varies inside them is error.
        let within = |(w, k): &&(f64, Self)| {
            share(*w) * share(*w) * Moments::of_levels(&k.scores()).guarded().variance / k.pairs() as f64
        };
        let mean = |of: &dyn Fn(&[f64; 5]) -> f64| -> f64 {
            let part = |(w, k): &&(f64, Self)| share(*w) * of(&k.scores().map(|n| n as f64 / k.pairs() as f64));
            parts.iter().map(part).sum()
        };
        let score = mean(&|s| s[1] / 4.0 + s[2] / 2.0 + 0.75 * s[3] + s[4]);
        let squares = mean(&|s| s[1] / 16.0 + s[2] / 4.0 + 0.5625 * s[3] + s[4]);
        let error: f64 = parts.iter().map(within).sum();
        let kish = 1.0 / parts.iter().map(|(w, k)| share(*w) * share(*w) / k.pairs() as f64).sum::<f64>();
        // As many pairs of the mixture's own spread as have that error; never fewer than equal parts would be worth.
        let worth = ((squares - score * score) / error).max(kish);
        let count = |of: fn(&Self) -> u64| {
            let mean: f64 = parts.iter().map(|(w, k)| share(*w) * of(k) as f64 / k.pairs() as f64).sum();
            (worth * mean).round() as u64
        };
        Self {
            lost_both: count(|k| k.lost_both),
            lost_drawn: count(|k| k.lost_drawn),
            split: count(|k| k.split),
            drawn_both: count(|k| k.drawn_both),
            drawn_won: count(|k| k.drawn_won),
            won_both: count(|k| k.won_both),
        }
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
        let back = kinds.reversed();
        assert_eq!((back.wins(), back.draws(), back.reversed()), (kinds.losses(), kinds.draws(), kinds));
        assert_eq!(kinds.and(&back).wins(), kinds.and(&back).losses());
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
