//! Numbers against quality: the power p for which a fleet is worth Σ ratingᵖ.
//!
//! P(A scores) = logistic(k · ln(Σ_A ratingᵖ / Σ_B ratingᵖ)). At p = 1 a fleet is worth the sum of its parts; below 1
//! many small ships are worth more than their points; above 1 a few great ones are.
//!
//! k and p are fitted by quasi-likelihood to the mean score of each action, a draw counting ½, and every action counts
//! the same however many pairs were played. Two random fleets differ in ways that ratings do not see, so the error comes
//! from how far actions scatter about the curve and not from how often each was played: the
//! pull of each action on the fit, squared, in the form that is right for few actions, with Student's quantile at two
//! degrees of freedom fewer than actions.
//! Scatter flattens the curve (a smaller k) but leaves p where it is.
//!
//! What the actions must bring: fleets that differ in numbers *and* in total. If every action is fought at exactly equal
//! points, then at p = 1 all are even whatever k is, and only k·(p − 1) can be told. Duels, or fleets of equal numbers of
//! equal ships, tell k·p.
//!
//! Sources: F. W. Lanchester, "Aircraft in Warfare" (1916), for the question; R. W. M. Wedderburn, "Quasi-likelihood
//! functions", Biometrika 61 (1974); J. G. MacKinnon and H. White, "Some heteroskedasticity-consistent covariance
//! matrix estimators with improved finite sample properties", Journal of Econometrics 29 (1985); Student's quantile
//! by R. A. Fisher and E. A. Cornish, "The percentile points of distributions having known cumulants", Technometrics 2
//! (1960).

mod curve;
mod scatter;

pub(crate) use scatter::student_97_5;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Interval, PairKinds};
use curve::{Observed, Profile};
use scatter::{Term, scatter};

/// Pairs played between two fleets.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Action {
    /// Ratings of A's ships, one per ship.
    pub a: Vec<f64>,
    /// Ratings of B's ships, one per ship.
    pub b: Vec<f64>,
    /// What was counted, from A's side.
    pub pairs: PairKinds,
}

/// What numbers are worth against quality.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Exponent {
    /// p.
    pub exponent: Interval,
    /// k, how fast a difference of worth decides, flattened by what ratings do not see; surely positive.
    pub slope: Interval,
    /// Actions that count.
    pub actions: usize,
}

/// Why there is no exponent. Actions are named by their index in the input.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum ExponentError {
    /// A fleet has no ships.
    #[error("action {0} has a fleet without ships")]
    EmptyFleet(usize),
    /// A rating is not a number above zero.
    #[error("action {0} has a ship whose rating is not above zero")]
    BadRating(usize),
    /// Fewer than [`FEWEST_ACTIONS`] actions with pairs.
    #[error("{0} actions are too few: an exponent needs at least {FEWEST_ACTIONS}")]
    TooFew(usize),
    /// The fleets do not differ in numbers and in total, so that p does not matter or does not differ significantly from k.
    #[error("the fleets differ too little in numbers and in total for an exponent")]
    NotIdentified,
    /// At this p the worth of the fleets sorts all actions without exception, so k has no upper bound.
    #[error("no action went against the worth of the fleets, so the results have no scale")]
    Separated,
    /// The best p lies at the end of what is searched.
    #[error("the exponent lies outside {LEAST} to {GREATEST}")]
    OutOfRange,
    /// k does not differ significantly from zero, or is negative: worth does not decide, and p means nothing.
    #[error("worth does not significantly decide the actions (slope {:.3}, {:.3} to {:.3})", .0.estimate, .0.low, .0.high)]
    SlopeUnclear(Interval),
}

/// Fewer actions than this are refused.
pub const FEWEST_ACTIONS: usize = 10;

/// The lowest exponent searched.
pub const LEAST: f64 = -1.0;

/// The highest exponent searched.
pub const GREATEST: f64 = 4.0;

/// Steps of the first search; the likelihood of p may have more than one top.
const STEPS: usize = 20;

/// Fits the exponent to fleet actions. Actions without pairs are left out.
///
/// # Errors
/// See [`ExponentError`].
///
/// ```
/// use lanchester_stats::PairKinds;
/// use lanchester_stats::exponent::{Action, fit};
/// // Fleets of n ships worth r each; a fleet fights like n·r^0.5, give or take.
/// let actions: Vec<Action> = (0..40)
///     .map(|i| {
///         let (n, r, m) = (1 + i % 5, [50.0, 100.0, 200.0, 90.0][i % 4], 1 + i % 3);
///         let worth = (n as f64 / m as f64) * (r / 100f64).sqrt() * [1.1, 0.9, 1.05][i % 3];
///         let won = (1000.0 * worth / (1.0 + worth)) as u64;
///         let pairs = PairKinds { won_both: won, lost_both: 1000 - won, ..PairKinds::default() };
///         Action { a: vec![r; n], b: vec![100.0; m], pairs }
///     })
///     .collect();
/// let fitted = fit(&actions).expect("numbers and totals differ");
/// assert!(fitted.exponent.contains(0.5) && fitted.exponent.high < 1.0);
/// ```
pub fn fit(actions: &[Action]) -> Result<Exponent, ExponentError> {
    for (index, action) in actions.iter().enumerate() {
        if action.a.is_empty() || action.b.is_empty() {
            return Err(ExponentError::EmptyFleet(index));
        }
        if action.a.iter().chain(&action.b).any(|r| !r.is_finite() || *r <= 0.0) {
            return Err(ExponentError::BadRating(index));
        }
    }
    let observed: Vec<Observed> = actions.iter().filter(|a| a.pairs.pairs() > 0).map(Observed::new).collect();
    if observed.len() < FEWEST_ACTIONS {
        return Err(ExponentError::TooFew(observed.len()));
    }

    let step = (GREATEST - LEAST) / STEPS as f64;
    let mut best: Option<(usize, f64)> = None;
    for index in 0..=STEPS {
        let profile = Profile::at(LEAST + index as f64 * step, &observed)?;
        if profile.slope > 0.0 && best.is_none_or(|(_, value)| profile.value > value) {
            best = Some((index, profile.value));
        }
    }
    let Some((index, _)) = best else { return Err(no_positive_slope(&observed)) };
    let near = LEAST + index as f64 * step;
    if !Profile::at(near, &observed)?.told_apart(&observed) {
        return Err(ExponentError::NotIdentified);
    }
    if index == 0 || index == STEPS {
        return Err(ExponentError::OutOfRange);
    }
    let top = Profile::at(curve::climb(near - step, near + step, &observed)?, &observed)?;
    let terms: Vec<Term> = observed.iter().map(|o| Term::new(o, top.p, top.slope)).collect();
    let [slope, exponent] = scatter(&terms, [top.slope, top.p]).ok_or(ExponentError::NotIdentified)?;
    if slope.low <= 0.0 {
        return Err(ExponentError::SlopeUnclear(slope));
    }
    Ok(Exponent { exponent, slope, actions: observed.len() })
}

/// No p has a positive k: the error with the k of p = 1.
fn no_positive_slope(observed: &[Observed]) -> ExponentError {
    let even = |o: &Observed| o.advantage(1.0).abs() < 1e-12;
    if observed.iter().all(even) {
        return ExponentError::NotIdentified;
    }
    let top = match Profile::at(1.0, observed) {
        Ok(top) => top,
        Err(error) => return error,
    };
    let terms: Vec<Term> = observed.iter().map(|o| Term::new(o, 1.0, top.slope).of_slope_alone()).collect();
    match scatter(&terms, [top.slope, 1.0]) {
        Some([slope, _]) => ExponentError::SlopeUnclear(slope),
        None => ExponentError::NotIdentified,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scored(a: Vec<f64>, b: Vec<f64>, score: f64) -> Action {
        let won = (1e6 * score).round() as u64;
        let pairs = PairKinds { won_both: won, lost_both: 1_000_000 - won, ..PairKinds::default() };
        Action { a, b, pairs }
    }

    /// Actions that follow the curve, all but for rounding.
    fn exact(p: f64, k: f64) -> Vec<Action> {
        (0..24)
            .map(|i: usize| {
                let a: Vec<f64> = (0..1 + i % 5).map(|j| 60.0 + 35.0 * ((i + j) % 7) as f64).collect();
                let b: Vec<f64> = (0..1 + i % 3).map(|j| 80.0 + 45.0 * ((2 * i + j) % 5) as f64).collect();
                let worth = |fleet: &[f64]| fleet.iter().map(|r| r.powf(p)).sum::<f64>();
                let score = 1.0 / (1.0 + (worth(&b) / worth(&a)).powf(k));
                scored(a, b, score)
            })
            .collect()
    }

    #[test]
    fn exact_actions_give_the_exponent_back() {
        for (p, k) in [(0.0, 1.0), (0.7, 2.0), (1.0, 1.5), (2.0, 0.8)] {
            let fitted = fit(&exact(p, k)).expect("identified");
            assert!((fitted.exponent.estimate - p).abs() < 1e-4, "{fitted:?}");
            assert!((fitted.slope.estimate - k).abs() < 1e-4, "{fitted:?}");
            assert_eq!(fitted.actions, 24);
        }
    }

    #[test]
    fn swapping_sides_and_scaling_ratings_change_nothing() {
        let mut actions = exact(0.8, 1.5);
        actions[3].pairs = PairKinds { won_both: 700, split: 200, lost_both: 100, ..PairKinds::default() };
        let plain = fit(&actions).expect("identified");
        let turned: Vec<Action> = actions
            .iter()
            .map(|action| {
                let scaled = |fleet: &[f64]| fleet.iter().map(|r| r * 1000.0).collect();
                let PairKinds { lost_both, split, won_both, .. } = action.pairs;
                let pairs = PairKinds { lost_both: won_both, split, won_both: lost_both, ..PairKinds::default() };
                Action { a: scaled(&action.b), b: scaled(&action.a), pairs }
            })
            .collect();
        let other = fit(&turned).expect("identified");
        for (one, two) in [(plain.exponent, other.exponent), (plain.slope, other.slope)] {
            assert!((one.estimate - two.estimate).abs() < 1e-6 && (one.low - two.low).abs() < 1e-6);
        }
    }

    #[test]
    fn what_cannot_be_told_is_refused() {
        let few = exact(1.0, 1.0);
        assert_eq!(fit(&few[..9]), Err(ExponentError::TooFew(9)));
        let duels: Vec<Action> =
            (0..20).map(|i| scored(vec![50.0 + 10.0 * i as f64], vec![120.0], 0.2 + 0.03 * i as f64)).collect();
        assert_eq!(fit(&duels), Err(ExponentError::NotIdentified));
        let mirrors = vec![scored(vec![100.0; 3], vec![100.0; 3], 0.5); 20];
        assert_eq!(fit(&mirrors), Err(ExponentError::NotIdentified));
        let mut bad = exact(1.0, 1.0);
        bad[4].b[0] = 0.0;
        assert_eq!(fit(&bad), Err(ExponentError::BadRating(4)));
        bad[4].b.clear();
        assert_eq!(fit(&bad), Err(ExponentError::EmptyFleet(4)));
        let mut unplayed = exact(1.0, 1.0);
        unplayed.iter_mut().skip(5).for_each(|a| a.pairs = PairKinds::default());
        assert_eq!(fit(&unplayed), Err(ExponentError::TooFew(5)));
    }

    #[test]
    fn sweeps_that_worth_sorts_have_no_scale() {
        let swept: Vec<Action> = (0..20)
            .map(|i| {
                let (n, m) = (1 + i % 4, 1 + i % 3);
                scored(
                    vec![100.0; n],
                    vec![100.0; m],
                    if n > m {
                        1.0
                    } else if n < m {
                        0.0
                    } else {
                        0.5
                    },
                )
            })
            .collect();
        assert_eq!(fit(&swept), Err(ExponentError::Separated));
    }

    #[test]
    fn actions_that_worth_does_not_decide_are_refused() {
        // High and low scores in turn, whatever the fleets.
        let mut actions = exact(1.0, 1.0);
        for (i, action) in actions.iter_mut().enumerate() {
            *action = scored(action.a.clone(), action.b.clone(), [0.7, 0.7, 0.3, 0.3][i % 4]);
        }
        let refused = fit(&actions);
        assert!(matches!(refused, Err(ExponentError::SlopeUnclear(k)) if k.low <= 0.0), "{refused:?}");
        // The weaker fleet wins.
        for action in &mut actions {
            let worth = action.a.iter().sum::<f64>() / action.b.iter().sum::<f64>();
            *action = scored(action.a.clone(), action.b.clone(), 1.0 / (1.0 + worth));
        }
        let refused = fit(&actions);
        assert!(matches!(refused, Err(ExponentError::SlopeUnclear(k)) if k.high < 0.0), "{refused:?}");
    }
}
