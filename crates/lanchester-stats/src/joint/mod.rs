//! All designs of a navy priced at once.
//!
//! A fleet's points are the sum of its ships' prices, and two random fleets of equal points should have an even fight,
//! whatever they are made of. So for every design i E[(score − ½)·(share_A,i − share_B,i)] = 0, where share is the
//! design's share of its fleet's points: who has more of a design at equal points gains nothing by it. The expectation is
//! over a law of random fleets, which belongs to the answer. The shares of a fleet sum to one and so k designs have k − 1
//! equations; an [`Anchor`] or prices that are held set the scale.
//!
//! The equations are those of the quasi-likelihood of logit P = κ·ln(Σ_A c·e^θ / Σ_B c·e^θ), in which κ, how fast points
//! decide, is known only if points differ: fleets meet at ratios spread evenly over e^±[`SPREAD`]. That points add is the
//! definition of a price, and what does not add is [`misfit`].
//!
//! Rounds are stochastic approximation (H. Robbins and S. Monro, Annals of Mathematical Statistics 22, 1951): each draws
//! new fleets at the present prices, fits the equations, and moves most of the way (0.7, 0.85, 1). The answer
//! and its errors come from the last round alone, whose size was set before it: a sandwich by matchup (K.-Y. Liang and
//! S. L. Zeger, Biometrika 73, 1986; for a wrong model H. White, "Maximum likelihood estimation of misspecified models",
//! Econometrica 50, 1982).
//!
//! Prices that are held or bounded are conditions of every step (`quadratic.rs`, in the metric of the information), and not
//! of the result: the equations of all free designs hold at the answer, beside held prices, in fleets drawn at those. At a
//! bound an equation is an inequality: the design would still gain, or lose, there.

mod evenness;
mod fit;
mod limits;
pub mod misfit;
mod quadratic;
mod rounds;
mod trial;
mod whole;

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use self::limits::reordered;
use crate::Interval;
pub use evenness::evenness;
pub use limits::{Anchor, Limits};
pub use rounds::{FARTHEST, Search};
pub use trial::{Fleet, Trial};

/// Log ratios of the points of two fleets lie evenly within this on either side of zero.
pub const SPREAD: f64 = 0.25;

/// How far to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Half-width of the widest interval to reach, as a share of the price.
    pub precision: f64,
    /// The most matchups to play in all rounds.
    pub most_matchups: u64,
}

/// Why there are no prices. Designs are named by their index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum JointError {
    /// Lists are not of one length, or there are fewer than two designs.
    #[error("there must be two designs or more, each with points, hold and bounds")]
    Shape,
    /// Nothing is left to price.
    #[error("every design is held")]
    AllHeld,
    /// Points or bounds are no numbers above zero, or a lower bound lies above the upper.
    #[error("the points or bounds of design {0} are not above zero and in order")]
    BadPoints(usize),
    /// Bounds leave no prices that keep the anchor.
    #[error("no prices within the bounds keep the anchor")]
    BoundsAgainstAnchor,
    /// The matchups of a round leave a design's price open: it was hardly fielded.
    #[error("design {0} is in too few matchups to be priced")]
    Open(usize),
    /// Points do not decide battles between these fleets.
    #[error("more points do not significantly win more battles")]
    NoSlope,
    /// A price moved beyond [`FARTHEST`] times, or below one in so many of, its printed points.
    #[error("the price of design {0} is beyond what can be found")]
    Beyond(usize),
    /// Prices still moved when rounds or matchups were used up.
    #[error("prices did not settle")]
    Unsettled,
}

impl JointError {
    /// The same, where the design of each index is at that of these places.
    #[must_use]
    pub fn at(self, places: &[usize]) -> Self {
        let at = |design: usize| places.get(design).copied().unwrap_or(design);
        match self {
            Self::BadPoints(design) => Self::BadPoints(at(design)),
            Self::Open(design) => Self::Open(at(design)),
            Self::Beyond(design) => Self::Beyond(at(design)),
            Self::Shape | Self::AllHeld | Self::BoundsAgainstAnchor | Self::NoSlope | Self::Unsettled => self,
        }
    }
}

/// A round to play.
#[derive(Clone, Debug, PartialEq)]
pub struct Round {
    /// Its number, from 0.
    pub number: u32,
    /// Matchups.
    pub matchups: u64,
    /// Points of a ship of each design, by which fleets are drawn and in whose light they fight.
    pub prices: Vec<f64>,
}

impl Round {
    /// ln(points of the first fleet / points of the second) that a matchup is to have, as nearly as whole ships allow: the
    /// middle of its share of ±[`SPREAD`]. Which is the first fleet must not matter to how the two are drawn.
    #[must_use]
    pub fn log_ratio(&self, matchup: u64) -> f64 {
        SPREAD * (2.0 * (matchup as f64 + 0.5) / self.matchups as f64 - 1.0)
    }
}

/// Why a price is what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// Its equation holds.
    Free,
    /// It keeps its printed points.
    Held,
    /// It is at its least or most.
    AtBound,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// Points of each design; of held ones and those at a bound an interval without width.
    pub prices: Vec<Interval>,
    /// Why they are what they are.
    pub standing: Vec<Standing>,
    /// κ.
    pub slope: Interval,
    /// Covariance of the logarithms of the prices, of rank k − 1 at most.
    pub covariance: DMatrix<f64>,
    /// Matchups of the last round.
    pub matchups: u64,
    /// Rounds played.
    pub rounds: u32,
    information: DMatrix<f64>,
    limits: Limits,
}

impl Finding {
    /// The price of one design over that of another: no anchor has a say in it.
    #[must_use]
    pub fn ratio(&self, one: usize, other: usize) -> Interval {
        let at = |i: usize, j: usize| self.covariance[(i, j)];
        let variance = at(one, one) + at(other, other) - 2.0 * at(one, other);
        let log = libm::log(self.prices[one].estimate / self.prices[other].estimate);
        Interval::normal(log, variance.max(0.0).sqrt()).map_rising(libm::exp)
    }

    /// The same of the designs at these places, each of them once, in this order.
    #[must_use]
    pub fn reordered(&self, places: &[usize]) -> Self {
        let of = |matrix: &DMatrix<f64>| {
            DMatrix::from_fn(places.len(), places.len(), |row, column| matrix[(places[row], places[column])])
        };
        Self {
            prices: reordered(&self.prices, places),
            standing: reordered(&self.standing, places),
            covariance: of(&self.covariance),
            information: of(&self.information),
            limits: self.limits.reordered(places),
            ..self.clone()
        }
    }

    /// Prices in multiples of `step` > 0 that are as near to the best ones as the battles can tell; `whole.rs` says how.
    #[must_use]
    pub fn whole(&self, step: f64) -> Vec<f64> {
        let prices: Vec<f64> = self.prices.iter().map(|price| price.estimate).collect();
        whole::whole(&prices, &self.information, &self.limits, step)
    }
}
