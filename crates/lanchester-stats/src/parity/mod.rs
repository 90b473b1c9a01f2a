//! The parity price: how many points a design is worth, found by fighting.
//!
//! Fleets of the design, sized by a candidate price, meet random fleets of a reference field of as many points. Let
//! x = ln(points of the opponent / ships of the design): the logarithm of the price at which the two count as equal. The
//! score falls as x rises; the parity price is eˣ where it passes one half. Near there the score is taken for logistic
//! in x, score ≈ 1/(1 + exp(b·x − a)), so that x* = a/b, with E. C. Fieller's interval for the ratio (`fit.rs`).
//!
//! Matchups are random (how many ships, which opponents) and scatter far more than the battles of one matchup do, so the
//! *matchup* is the unit of the error: a sandwich over matchups (K.-Y. Liang and S. L. Zeger, "Longitudinal data analysis
//! using generalized linear models", Biometrika 73, 1986). Points come in whole ships; each matchup enters at the x
//! that it had. Matchups for which the field has no fleet are counted.
//!
//! The search is a stochastic approximation in rounds (H. Robbins and S. Monro, "A stochastic approximation method",
//! Annals of Mathematical Statistics 22, 1951): each draws its x evenly from a window around the last round's root,
//! windows shrink, rounds grow. The answer is read from the last round alone, whose window and size were fixed before
//! its first battle: its interval needs no correction for the search, and whatever it says is the answer.
//!
//! A design may be worth one price alone and another in eights: `sizes.rs` tests whether its prices for exactly so many ships
//! are equal.
//!
//! Nothing here knows a printed rating: the search begins where it is told, which is the field's mean.

mod fit;
mod gap;
mod misfit;
mod outside;
mod rounds;
mod sizes;
#[cfg(test)]
mod tests;

use serde::Serialize;

pub use self::fit::Test;
pub use self::gap::Played;
pub use self::misfit::Misfit;
pub use self::rounds::{Looks, Search, Settings};
pub use self::sizes::{SizeTest, size_test};
use crate::Interval;

/// A random matchup that was played.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trial {
    /// x = ln(points of the opponent / ships of the design).
    pub log_points: f64,
    /// Which fleet the opponent was: equal for equal fleets, different for different ones.
    pub opponent: u64,
    /// Pairs by the design's score: 0, ¼, ½, ¾, 1.
    pub pair_scores: [u64; 5],
}

/// A round to play: so many matchups, their x spread evenly over the window.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// Matchups.
    pub matchups: u64,
    /// The least x.
    pub low: f64,
    /// The largest x.
    pub high: f64,
}

impl Round {
    /// The x of a matchup of the round: the middle of its share of the window.
    #[must_use]
    pub fn log_points(&self, matchup: u64) -> f64 {
        self.low + (self.high - self.low) * (matchup as f64 + 0.5) / self.matchups as f64
    }
}

/// The points at which fleets are a fair match, as far as they are known.
///
/// As JSON it is an object of three fields, `price`, `at_least` and `at_most`: a price alone, a bound alone, both bounds of
/// a range, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(into = "Fields")]
pub enum Parity {
    /// A number with its interval.
    Price(Interval),
    /// No single number: it beats what costs no more than the first and loses to what costs at least the second.
    Range(f64, f64),
    /// It still wins at this.
    AtLeast(f64),
    /// It still loses at this.
    AtMost(f64),
    /// Nothing is known: scores do not fall as the price rises, or no matchup could be made.
    Unclear,
}

/// [`Parity`] as JSON.
#[derive(Serialize)]
struct Fields {
    price: Option<Interval>,
    at_least: Option<f64>,
    at_most: Option<f64>,
}

impl From<Parity> for Fields {
    fn from(parity: Parity) -> Self {
        let [_, at_least, at_most] = parity.ends();
        match parity.price() {
            None => Self { price: None, at_least, at_most },
            price => Self { price, at_least: None, at_most: None },
        }
    }
}

impl Parity {
    /// The price, where it is a number.
    #[must_use]
    pub const fn price(self) -> Option<Interval> {
        match self {
            Self::Price(interval) => Some(interval),
            Self::Range(..) | Self::AtLeast(_) | Self::AtMost(_) | Self::Unclear => None,
        }
    }

    /// The estimate and the two ends of what is known: a range has no estimate, a bound one end.
    #[must_use]
    pub const fn ends(self) -> [Option<f64>; 3] {
        match self {
            Self::Price(interval) => [Some(interval.estimate), Some(interval.low), Some(interval.high)],
            Self::Range(low, high) => [None, Some(low), Some(high)],
            Self::AtLeast(bound) => [None, Some(bound), None],
            Self::AtMost(bound) => [None, None, Some(bound)],
            Self::Unclear => [None; 3],
        }
    }

    /// The parity that has these [`ends`](Self::ends).
    #[must_use]
    pub const fn of_ends(ends: [Option<f64>; 3]) -> Self {
        match ends {
            [Some(estimate), Some(low), Some(high)] => Self::Price(Interval { estimate, low, high }),
            [_, Some(low), Some(high)] => Self::Range(low, high),
            [_, Some(bound), None] => Self::AtLeast(bound),
            [_, None, Some(bound)] => Self::AtMost(bound),
            [_, None, None] => Self::Unclear,
        }
    }

    /// The price in another unit: every number times a factor above 0.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self::of_ends(self.ends().map(|end| end.map(|points| points * factor)))
    }
}

/// Why there is no price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// Fleets of about its points are so few that its score is a staircase: it has a range.
    FewOpponents,
    /// Its score does not fall like a logistic curve: at some higher price it does better than at some lower.
    Uneven,
    /// The field makes up too few fleets of about its points.
    FewFleets,
    /// It wins or loses as far as the field reaches.
    OutOfReach,
    /// Its score does not clearly fall as its price rises.
    Flat,
    /// The matchups were used up before its score crossed one half.
    Spent,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::FewOpponents, Self::Uneven, Self::FewFleets, Self::OutOfReach, Self::Flat, Self::Spent];

    /// As in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FewOpponents => "few-opponents",
            Self::Uneven => "uneven",
            Self::FewFleets => "few-fleets",
            Self::OutOfReach => "out-of-reach",
            Self::Flat => "flat",
            Self::Spent => "spent",
        }
    }

    /// The reason of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.name() == name)
    }
}

/// What a search found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Finding {
    /// The price in points.
    pub parity: Parity,
    /// Why that is no price.
    pub reason: Option<Reason>,
    /// Tests whether a number is the price; where there is a price.
    pub test: Option<Test>,
    /// Matchups of the last round.
    pub matchups: u64,
    /// Different fleets among its opponents.
    pub opponents: u64,
    /// Matchups of all rounds for which the field had no fleet.
    pub undrawn: u64,
}
