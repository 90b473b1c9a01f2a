//! The search for a price: rounds whose windows shrink around the root.

use super::fit::Fit;
use super::outside::{bound, lean, opponents, range};
use super::{Finding, Parity, Reason, Round, Trial};
use crate::{Interval, Z95};

/// Where and how far to search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Half-width of the interval to reach, as a share of the price.
    pub precision: f64,
    /// The most matchups to play in all rounds.
    pub most_matchups: u64,
    /// Where to begin: the points of the field's mean ship.
    pub start: f64,
    /// The least points at which the field makes up a fleet for a ship of the design, and the most.
    pub reach: [f64; 2],
    /// How much is played before the last round.
    pub looks: Looks,
}

/// Matchups of the rounds before the last, and the fewest of the last.
///
/// The price is the root that a window centred on it has, so what looks and pilot miss of the centre comes on top of the
/// error of the last round. Where budgets smooth the score over many numbers of ships the root hardly moves with the centre.
/// An exact number of ships meets whole fleets: its score has kinks, and after [`Looks::SHORT`] 92.6 % of intervals for one
/// ship held the price.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    /// Of the look that finds the root roughly.
    pub first: u64,
    /// Of the look that finds it better.
    pub second: u64,
    /// Of the round that sizes the last.
    pub pilot: u64,
    /// The fewest of the last round: below, errors over matchups are themselves uncertain.
    pub least_last: u64,
}

impl Looks {
    /// Enough where a budget says how many ships fight.
    pub const SHORT: Self = Self { first: 64, second: 64, pilot: 256, least_last: 256 };
    /// Enough where the number of ships is exact.
    pub const LONG: Self = Self { first: 64, second: 128, pilot: 256, least_last: 384 };

    /// The fewest matchups that a search plays if the price is not far from the start.
    #[must_use]
    pub const fn least_matchups(self) -> u64 {
        self.first + self.second + self.pilot + self.least_last
    }
}

/// A search under way: play [`Search::round`], give the trials to [`Search::take`], until there is a finding.
///
/// ```
/// use lanchester_stats::parity::{Looks, Parity, Search, Settings, Trial};
/// // A design worth 150 points: it wins pairs while the opponent has less than that for each ship, and loses beyond.
/// let looks = Looks::SHORT;
/// let settings = Settings { precision: 0.02, most_matchups: 10_000, start: 100.0, reach: [10.0, 1000.0], looks };
/// let mut search = Search::new(settings);
/// let finding = loop {
///     let round = search.round();
///     let play = |i| {
///         let x = round.log_points(i);
///         let score = 1.0 / (1.0 + (4.0 * (x - 150f64.ln())).exp());
///         let won = (100.0 * score).round() as u64;
///         Trial { log_points: x, opponent: i, pair_scores: [100 - won, 0, 0, 0, won] }
///     };
///     if let Some(finding) = search.take(&(0..round.matchups).map(play).collect::<Vec<_>>()) {
///         break finding;
///     }
/// };
/// let Parity::Price(price) = finding.parity else { panic!("a number") };
/// assert!((price.estimate - 150.0).abs() < 1.0);
/// ```
#[derive(Clone, Debug)]
pub struct Search {
    settings: Settings,
    round: Round,
    stage: Stage,
    played: u64,
    undrawn: u64,
}

/// What a round is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Finds the root roughly.
    Look,
    /// Finds it better.
    Nearer,
    /// In the last window: says how many matchups the last round needs.
    Pilot,
    /// The price is read from it.
    Last,
    /// There is no price: a range is read from it, for this reason.
    Range(Reason),
}

impl Stage {
    /// Half the width of the window, in log points. The last is narrow enough that the score's shape beyond logistic is far
    /// below its noise, and wide enough to smooth the kinks at whole ships and to show that the score falls at all.
    const fn half_window(self) -> f64 {
        match self {
            Self::Look | Self::Range(_) => 1.4,
            Self::Nearer => 0.5,
            Self::Pilot | Self::Last => 0.25,
        }
    }
}

/// Matchups of a round that is for a range.
const FOR_RANGE: u64 = 512;

/// Fewer matchups than this share of those asked for: the field cannot make up fleets in this window.
pub(super) const LEAST_DRAWN: f64 = 0.5;

/// What is asked for beyond what the pilot promises, since promises are noisy.
const MARGIN: f64 = 1.15;

/// With fewer different opponents than these in the window, the score is a staircase.
pub(super) const LEAST_OPPONENTS: u64 = 20;

/// Rounds after which a search that still wanders is given up.
const MOST_ROUNDS: u32 = 24;

impl Search {
    /// The first look, around the start.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let (start, half) = (libm::log(settings.start), Stage::Look.half_window());
        let round = Round { number: 0, matchups: settings.looks.first, low: start - half, high: start + half };
        Self { settings, round, stage: Stage::Look, played: 0, undrawn: 0 }
    }

    /// A round such as the last one of a price of about so many points.
    #[must_use]
    pub fn last_round(points: f64, matchups: u64) -> Round {
        let (x, half) = (libm::log(points), Stage::Last.half_window());
        Round { number: 0, matchups, low: x - half, high: x + half }
    }

    /// The price about which it searches, once a look has found one there: without an error, so no answer.
    #[must_use]
    pub fn about(&self) -> Option<f64> {
        let found = self.stage != Stage::Look;
        found.then(|| libm::exp(f64::midpoint(self.round.low, self.round.high)))
    }

    /// The round to play.
    #[must_use]
    pub const fn round(&self) -> Round {
        self.round
    }

    /// Takes what was played, in index order; matchups that could not be made are left out. Returns the finding if that
    /// was the last round.
    pub fn take(&mut self, trials: &[Trial]) -> Option<Finding> {
        self.played += self.round.matchups;
        self.undrawn += self.round.matchups.saturating_sub(trials.len() as u64);
        if let Stage::Range(reason) = self.stage {
            return self.outcome(trials, range(trials), reason);
        }
        if (trials.len() as f64) < LEAST_DRAWN * self.round.matchups as f64 {
            // The field ends inside the window: what it could make up may still say a bound, or a range.
            let found = lean(trials).map_or_else(|| range(trials), |side| bound(trials, side));
            return self.outcome(trials, found, Reason::FewFleets);
        }
        let Some(fit) = Fit::of(trials, self.round.low, self.round.high) else { return self.without_root(trials) };
        let inside = self.round.low <= fit.root && fit.root <= self.round.high;
        match self.stage {
            Stage::Last => self.read(trials, &fit),
            _ if !inside => self.without_root(trials),
            Stage::Look => self.go_on(fit.root, Stage::Nearer, self.settings.looks.second),
            Stage::Nearer => self.go_on(fit.root, Stage::Pilot, self.settings.looks.pilot),
            _ if opponents(trials) < LEAST_OPPONENTS => self.for_range(fit.root, Reason::FewOpponents),
            _ => self.go_on(fit.root, Stage::Last, self.last_size(&fit)),
        }
    }

    /// Reads the price from the last round, whatever its width.
    fn read(&mut self, trials: &[Trial], fit: &Fit) -> Option<Finding> {
        if opponents(trials) < LEAST_OPPONENTS {
            return self.for_range(fit.root, Reason::FewOpponents);
        }
        if fit.uneven() {
            return self.for_range(fit.root, Reason::Uneven);
        }
        let Some((price, test)) = fit.price else { return self.outcome(trials, Parity::Unclear, Reason::Flat) };
        let found = self.outcome(trials, Parity::Price(price.map_rising(libm::exp)), Reason::Flat);
        found.map(|finding| Finding { test: Some(test), reason: None, ..finding })
    }

    /// No root in the window: it lies to the side that the mean score points to, if it points anywhere.
    fn without_root(&mut self, trials: &[Trial]) -> Option<Finding> {
        let reach = self.stage.half_window();
        let centre = f64::midpoint(self.round.low, self.round.high);
        let [least, most] = self.settings.reach.map(libm::log);
        match lean(trials) {
            Some(side) => {
                let edge = centre + side * reach;
                let outside = if side > 0.0 { edge >= most } else { edge <= least };
                if outside || self.spent() {
                    let reason = if outside { Reason::OutOfReach } else { Reason::Spent };
                    return self.outcome(trials, bound(trials, side), reason);
                }
                self.go_on(centre + side * 1.5 * reach, self.again(), self.round.matchups)
            }
            None if self.spent() => self.outcome(trials, Parity::Unclear, Reason::Flat),
            None => self.go_on(centre, self.again(), 2 * self.round.matchups),
        }
    }

    /// The stage to repeat when this one found nothing: a last round says what it says once, and then only as a pilot.
    const fn again(&self) -> Stage {
        match self.stage {
            Stage::Last => Stage::Pilot,
            stage => stage,
        }
    }

    fn for_range(&mut self, centre: f64, reason: Reason) -> Option<Finding> {
        self.go_on(centre, Stage::Range(reason), FOR_RANGE)
    }

    fn outcome(&self, trials: &[Trial], parity: Parity, reason: Reason) -> Option<Finding> {
        let (matchups, opponents) = (trials.len() as u64, opponents(trials));
        Some(Finding { parity, reason: Some(reason), test: None, matchups, opponents, undrawn: self.undrawn })
    }

    fn go_on(&mut self, centre: f64, stage: Stage, matchups: u64) -> Option<Finding> {
        let half = stage.half_window();
        let left = self.settings.most_matchups.saturating_sub(self.played).max(self.settings.looks.least_last);
        self.stage = stage;
        self.round = Round {
            number: self.round.number + 1,
            matchups: matchups.min(left),
            low: centre - half,
            high: centre + half,
        };
        None
    }

    fn spent(&self) -> bool {
        self.played + self.settings.looks.least_last > self.settings.most_matchups || self.round.number >= MOST_ROUNDS
    }

    /// Matchups that should reach the precision, from the error of a fit: errors fall with the root of their number.
    fn last_size(&self, fit: &Fit) -> u64 {
        let left = self.settings.most_matchups.saturating_sub(self.played);
        let least = self.settings.looks.least_last;
        let half = fit.price.map_or(Z95 * fit.standard_error, |(interval, _)| Interval::half_width(interval));
        let wanted = self.round.matchups as f64 * (MARGIN * half / self.settings.precision).powi(2);
        // The comparison is false for a wanted number that is not one.
        if wanted < left as f64 { (wanted as u64).max(least) } else { left.max(least) }
    }
}
