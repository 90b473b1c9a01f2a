//! Calibration: do ratings predict who wins, and how often?
//!
//! The model is logistic: if A is worth v and B is worth w, A's chance of a point (a draw counts ½) is 1/(1 +
//! exp(−k·ln(v/w))). Its one number is the slope k: 0 if ratings say nothing, large if a small edge sweeps. There is no
//! intercept, because every pair is played from both seats. Every pair counts the same in every sum.
//!
//! The fit solves the logistic score equation, which asks for right mean scores only (quasi-likelihood), so draws and
//! the shared dice of a pair need no model. Its error is a sandwich over pairs: the information of the model outside,
//! the variance that the pairs of each cell show inside. **All intervals here are for playing the same cells again.**
//! They are conditional on the designs, and say nothing of designs nobody has drawn yet; only a second interval of each
//! excess speaks of those. A wrong model does not bias
//! them: then they are for the best-fitting slope.
//!
//! Predictions are scored on what they have not seen: the one for a cell is the mean of two, from the slope fitted
//! without any cell of A and from that without any cell of B. What is estimated is the score which this procedure
//! settles at after very many pairs of the same cells; the errors of the slopes are carried through to first order.
//!
//! Sources: P. McCullagh and J. A. Nelder, "Generalized linear models" (1989), chapter 9 (quasi-likelihood); H. White,
//! "Maximum likelihood estimation of misspecified models", Econometrica 50 (1982); G. W. Brier, "Verification of
//! forecasts expressed in terms of probability", Monthly Weather Review 78 (1950); A. Albert and J. A. Anderson, "On
//! the existence of maximum likelihood estimates in logistic regression models", Biometrika 71 (1984) for when a slope
//! exists.

mod cell;
mod held_out;
pub(crate) mod logistic;
mod reliability;
mod without;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Interval, PairKinds};
use cell::Cell;
use held_out::{Contributions, Predictions};
pub use reliability::Bin;

/// A cell: A against B, what each model says of them, and what happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// The entrant (design or fleet) on side A, by any index.
    pub a: usize,
    /// The entrant on side B. A cell of an entrant against itself (a mirror) counts for the side bias only.
    pub b: usize,
    /// For each model ln(value of A / value of B); model 0 is the rating under test. Checked, but of no use, in a mirror.
    pub log_ratios: Vec<f64>,
    /// Pairs of battles from A's side. A cell without pairs is left out.
    pub pairs: PairKinds,
    /// Points (win 1, draw ½) that the side in seat 0 scored in the 2·pairs battles.
    pub seat_points: f64,
}

/// What ratings are worth as predictions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// k of logit P = k·x for model 0.
    pub slope: Interval,
    /// What sitting in seat 0 adds to the logit of a point, with the slope held at its estimate.
    pub side_bias: Interval,
    /// Predicted and observed scores of the favourites, by the fitted slope of model 0: up to ten bins of about as many
    /// battles each, from close matches to foregone ones. Cells of equals have no favourite and are left out.
    pub reliability: Vec<Bin>,
    /// Each model's slope and scores, in the order of [`Observation::log_ratios`].
    pub models: Vec<Score>,
    /// The constant guess ½ for reference: slope 0, log loss ln 2, Brier score ¼ less a quarter of the share of draws.
    /// There is no better constant, for each prediction stands for its opposite from the other side. Its excess is over
    /// model 0: positive if ratings are worth more than a coin.
    pub coin: Score,
}

/// How well a model predicts. Both losses are per battle; smaller is better.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// k of logit P = k·x for this model.
    pub slope: Interval,
    /// Mean of (p − y)² with y 0, ½ or 1; cross-validated. Nothing if there are fewer than three entrants, or if
    /// without one of them no slope can be fitted.
    pub brier: Option<Interval>,
    /// Mean of −y·ln p − (1 − y)·ln(1 − p), p no nearer to 0 or 1 than 10⁻¹²; nothing where `brier` is.
    pub log_loss: Option<Interval>,
    /// `brier` less that of model 0, battle by battle: positive if worse than the rating under test. Nothing for model
    /// 0.
    pub brier_excess: Option<Interval>,
    /// `log_loss` less that of model 0.
    pub log_loss_excess: Option<Interval>,
    /// `brier_excess` with an interval for other entrants drawn like these, never shorter than that for other battles.
    pub brier_excess_entrants: Option<Interval>,
    /// The same of `log_loss_excess`.
    pub log_loss_excess_entrants: Option<Interval>,
}

/// Why there is no calibration. Observations and models are named by index.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CalibrationError {
    /// Zero models were asked for.
    #[error("there is no model to calibrate")]
    NoModels,
    /// An observation has not one log ratio per model.
    #[error("observation {observation} has {found} log ratios for {expected} models")]
    WrongLength {
        /// Which.
        observation: usize,
        /// Log ratios it has.
        found: usize,
        /// Models.
        expected: usize,
    },
    /// A log ratio is infinite or not a number: a value of 0 or less, perhaps.
    #[error("observation {observation}: the log ratio of model {model} is not a finite number")]
    NotFinite {
        /// Which observation.
        observation: usize,
        /// Which model.
        model: usize,
    },
    /// No such points can come of these pairs: a pair that A won, lost or drew twice gives each seat one point.
    #[error("observation {observation}: its pairs cannot give seat 0 that many points")]
    SeatPoints {
        /// Which.
        observation: usize,
    },
    /// More pairs than numbers can tell apart (2⁵³).
    #[error("observation {observation} has more than 2^53 pairs")]
    TooMany {
        /// Which.
        observation: usize,
    },
    /// No cell with pairs has sides of different value.
    #[error("model {model} gives both sides of every cell the same value, so there is nothing to fit")]
    NoContrast {
        /// Which.
        model: usize,
    },
    /// The favourites took all points, or none: the slope is infinite.
    #[error("model {model}: the favourites took all points or none, so the slope has no bound")]
    Saturated {
        /// Which.
        model: usize,
    },
    /// One seat took all points.
    #[error("one seat took all points, so its bias has no bound")]
    SeatSaturated,
    /// The numbers are too large or too small to work with.
    #[error("the fit is out of the range of numbers")]
    OutOfRange,
}

/// Calibrates `models` models on the same cells; model 0 is the rating under test. Models must not need fitting to the
/// results themselves: what is held out is hidden from the slope only.
///
/// ```
/// use lanchester_stats::PairKinds;
/// use lanchester_stats::calibration::{Observation, calibrate};
/// let cell = |a, b, ratio: f64, lost_both, split, won_both| Observation {
///     a,
///     b,
///     log_ratios: vec![ratio.ln()],
///     pairs: PairKinds { lost_both, split, won_both, ..PairKinds::default() },
///     seat_points: (lost_both + split + won_both) as f64,
/// };
/// // Twice the rating takes 4 of 5 battles, four times the rating 16 of 17: odds are the square of the ratio.
/// let cells = [cell(0, 1, 2.0, 200, 1600, 3200), cell(1, 2, 2.0, 200, 1600, 3200), cell(0, 2, 4.0, 50, 490, 4460)];
/// let calibration = calibrate(1, &cells).unwrap();
/// assert!(calibration.slope.contains(2.0));
/// assert!(calibration.side_bias.contains(0.0));
/// assert!(calibration.coin.brier_excess.unwrap().low > 0.0, "the rating beats a coin");
/// ```
///
/// # Errors
/// See [`CalibrationError`].
pub fn calibrate(models: usize, observations: &[Observation]) -> Result<Calibration, CalibrationError> {
    let cells = cell::read(models, observations)?;
    let duels: Vec<&Cell> = cells.iter().filter(|cell| cell.a != cell.b).collect();
    let fits = (0..models).map(|model| fitted(&duels, model)).collect::<Result<Vec<_>, _>>()?;
    let rating = fits.first().ok_or(CalibrationError::NoModels)?;
    let held_out: Vec<Option<Contributions>> = fits
        .iter()
        .enumerate()
        .map(|(model, fit)| Predictions::cross_validated(&duels, model, fit.k).map(|p| p.score(&duels)))
        .collect();
    let reference = held_out.first().and_then(Option::as_ref);
    let scores = fits.iter().zip(&held_out).enumerate().map(|(model, (fit, contributions))| {
        score(fit.interval, contributions.as_ref(), reference.filter(|_| model > 0), &duels)
    });
    let coin = Predictions::coin(&duels).score(&duels);
    Ok(Calibration {
        slope: rating.interval,
        side_bias: logistic::side_bias(&cells, rating.k)?,
        reliability: reliability::bins(&duels, rating.k),
        models: scores.collect(),
        coin: score(Interval { estimate: 0.0, low: 0.0, high: 0.0 }, Some(&coin), reference, &duels),
    })
}

/// The slope of model 0 alone, equal to that of [`calibrate`] but without its predictions, whose time grows with entrants
/// times cells: for sweeps of very many variants.
///
/// ```
/// use lanchester_stats::PairKinds;
/// use lanchester_stats::calibration::{Observation, slope};
/// let pairs = PairKinds { lost_both: 200, split: 1600, won_both: 3200, ..PairKinds::default() };
/// let cell = Observation { a: 0, b: 1, log_ratios: vec![2f64.ln()], pairs, seat_points: 5000.0 };
/// // Four of five battles at twice the rating: odds are the square of the ratio.
/// assert!(slope(&[cell]).unwrap().contains(2.0));
/// ```
///
/// # Errors
/// See [`CalibrationError`].
pub fn slope(observations: &[Observation]) -> Result<Interval, CalibrationError> {
    let cells = cell::read(1, observations)?;
    let duels: Vec<&Cell> = cells.iter().filter(|cell| cell.a != cell.b).collect();
    fitted(&duels, 0).map(|fit| fit.interval)
}

fn fitted(duels: &[&Cell], model: usize) -> Result<logistic::Fit, CalibrationError> {
    logistic::slope(duels.iter().copied(), model).map_err(|failure| match failure {
        logistic::Failure::NoContrast => CalibrationError::NoContrast { model },
        logistic::Failure::Saturated => CalibrationError::Saturated { model },
        logistic::Failure::OutOfRange => CalibrationError::OutOfRange,
    })
}

fn score(
    slope: Interval,
    contributions: Option<&Contributions>,
    reference: Option<&Contributions>,
    duels: &[&Cell],
) -> Score {
    let excess = contributions.zip(reference).map(|(c, r)| c.less(r));
    let of_entrants = excess.as_ref().map(|excess| excess.over_entrants(duels));
    let excess = excess.map(|excess| excess.intervals(duels));
    // Losses are never negative.
    let losses = contributions
        .map(|c| c.intervals(duels).map(|i| Interval { low: i.low.max(0.0), high: i.high, estimate: i.estimate }));
    Score {
        slope,
        brier: losses.map(|[brier, _]| brier),
        log_loss: losses.map(|[_, log_loss]| log_loss),
        brier_excess: excess.map(|[brier, _]| brier),
        log_loss_excess: excess.map(|[_, log_loss]| log_loss),
        brier_excess_entrants: of_entrants.map(|[brier, _]| brier),
        log_loss_excess_entrants: of_entrants.map(|[_, log_loss]| log_loss),
    }
}

#[cfg(test)]
mod tests;
