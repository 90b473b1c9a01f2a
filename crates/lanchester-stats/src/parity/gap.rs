//! How far the prices of two designs are apart, from one round that both played with the same draws.
//!
//! Matchup *i* of the round draws the same budget and its fleet from the same stream for every design, at the same place in
//! the window around the design's own price. So what chance brings to one price it brings to the other, and their difference
//! is known better than either. The error is a jackknife's over groups of matchups.

use super::fit::Fit;
use super::outside::opponents;
use super::rounds::{LEAST_DRAWN, LEAST_OPPONENTS};
use super::{Finding, Parity, Round, Trial};
use crate::Interval;
use crate::jackknife::Jackknife;

/// Groups of matchups: every 25th matchup is of one group, so that each spans the window.
const GROUPS: usize = 25;

/// A round as one design played it.
#[derive(Clone, Debug)]
pub struct Played {
    /// The round, fixed before its first battle.
    pub round: Round,
    /// The trial of each of its matchups, in order; none where the field had no fleet.
    pub trials: Vec<Option<Trial>>,
}

impl Played {
    /// A round of which these matchups were played, each with its number; for the others the field had no fleet.
    #[must_use]
    pub fn new(round: Round, played: Vec<(u64, Trial)>) -> Self {
        let mut trials = vec![None; round.matchups as usize];
        for (i, trial) in played {
            if let Some(place) = trials.get_mut(i as usize) {
                *place = Some(trial);
            }
        }
        Self { round, trials }
    }

    /// What a search reads from it as from its last round; `None` where that is no price: too few different fleets, a score
    /// that does not clearly fall, or one that falls unevenly.
    #[must_use]
    pub fn finding(&self) -> Option<Finding> {
        let trials: Vec<Trial> = self.trials.iter().flatten().copied().collect();
        let (matchups, opponents) = (trials.len() as u64, opponents(&trials));
        if (matchups as f64) < LEAST_DRAWN * self.round.matchups as f64 || opponents < LEAST_OPPONENTS {
            return None;
        }
        let fit = Fit::of(&trials, self.round.low, self.round.high).filter(|fit| !fit.uneven())?;
        let (price, test) = fit.price?;
        let parity = Parity::Price(price.map_rising(libm::exp));
        let undrawn = self.round.matchups - matchups;
        Some(Finding { parity, reason: None, test: Some(test), matchups, opponents, undrawn })
    }

    /// The price from all matchups but those of a group.
    fn points(&self, without: Option<usize>) -> Option<f64> {
        let kept = self.trials.iter().enumerate().filter(|(i, _)| Some(i % GROUPS) != without);
        let trials: Vec<Trial> = kept.filter_map(|(_, trial)| *trial).collect();
        Fit::of(&trials, self.round.low, self.round.high).map(|fit| libm::exp(fit.root))
    }

    /// The price in points; `None` where scores do not fall as it rises.
    #[must_use]
    pub fn price(&self) -> Option<Interval> {
        let log = Jackknife::of(GROUPS, |without| self.points(without).map(libm::log))?;
        Some(log.interval().map_rising(libm::exp))
    }

    /// By how many points its price exceeds that of another design that played the same matchups.
    ///
    /// ```
    /// use lanchester_stats::parity::{Played, Round, Trial};
    /// // Two designs worth 120 and 100 points meet the same opponents, who do by chance a little better or worse.
    /// let played = |worth: f64| {
    ///     let round = Round { number: 0, matchups: 400, low: worth.ln() - 0.25, high: worth.ln() + 0.25 };
    ///     let trial = |i: u64| {
    ///         let (x, luck) = (round.log_points(i), 0.2 * ((i * 37 % 100) as f64 / 100.0 - 0.495));
    ///         let won = (1000.0 / (1.0 + (4.0 * (x + luck - worth.ln())).exp())).round() as u64;
    ///         Some(Trial { log_points: x, opponent: i, pair_scores: [1000 - won, 0, 0, 0, won] })
    ///     };
    ///     Played { round, trials: (0..400).map(trial).collect() }
    /// };
    /// let (refit, ship) = (played(120.0), played(100.0));
    /// let more = refit.more_than(&ship).expect("prices");
    /// assert!(more.contains(20.0) && more.half_width() < 0.3 * refit.price().expect("a price").half_width());
    /// ```
    #[must_use]
    pub fn more_than(&self, other: &Self) -> Option<Interval> {
        Some(self.gap(other)?.interval())
    }

    /// The same, as a number with its error.
    #[must_use]
    pub fn gap(&self, other: &Self) -> Option<Jackknife> {
        Jackknife::of(GROUPS, |without| Some(self.points(without)? - other.points(without)?))
    }

    /// The logarithm of its price less that of another round's in the same matchups.
    ///
    /// ```
    /// use lanchester_stats::parity::{Played, Round, Trial};
    /// // The same matchups under two commanders: under the second the design is worth a tenth more.
    /// let round = Round { number: 0, matchups: 400, low: 100f64.ln() - 0.25, high: 100f64.ln() + 0.25 };
    /// let played = |worth: f64| {
    ///     let trial = |i: u64| {
    ///         let won = (1000.0 / (1.0 + (4.0 * (round.log_points(i) - worth.ln())).exp())).round() as u64;
    ///         Some(Trial { log_points: round.log_points(i), opponent: i, pair_scores: [1000 - won, 0, 0, 0, won] })
    ///     };
    ///     Played { round, trials: (0..400).map(trial).collect() }
    /// };
    /// let ratio = played(110.0).log_ratio(&played(100.0)).expect("prices");
    /// assert!((ratio.estimate - 1.1f64.ln()).abs() < 0.002);
    /// ```
    #[must_use]
    pub fn log_ratio(&self, other: &Self) -> Option<Jackknife> {
        let log = |of: &Self, without| of.points(without).map(libm::log);
        Jackknife::of(GROUPS, |without| Some(log(self, without)? - log(other, without)?))
    }
}
