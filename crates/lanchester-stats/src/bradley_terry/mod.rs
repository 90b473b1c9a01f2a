//! Strengths from a matrix of results: Bradley and Terry's model with Davidson's draws.
//!
//! P(i beats j) : P(draw) : P(j beats i) = πᵢ : ν√(πᵢπⱼ) : πⱼ, and θ = ln π. Strengths are told apart only as
//! differences; they are given around their mean, 0.
//!
//! Sources: R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs", Biometrika 39 (1952);
//! R. R. Davidson, "On extending the Bradley-Terry model to accommodate ties", JASA 65 (1970); L. R. Ford, "Solution
//! of a ranking problem from binary comparisons", American Mathematical Monthly 64 (1957) for when a fit exists;
//! H. White, "Maximum likelihood estimation of misspecified models", Econometrica 50 (1982) for the sandwich.
//!
//! The error is a sandwich over pairs: the Fisher information outside, the variance that the pairs of each contest
//! show inside. It is the error of playing the same contests again. Where strengths are not a line (rock, paper,
//! scissors) the fit is the best line, and its error is still right; how bad the line is, is another question.

mod graph;
mod moves;
mod newton;

use nalgebra::DMatrix;
use thiserror::Error;

use crate::{Interval, PairKinds, Z95};
pub(crate) use graph::components;
use moves::Moves;
use newton::{Chances, Row};

/// Pairs played between two entrants, from A's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// Index of the first entrant.
    pub a: usize,
    /// Index of the second entrant.
    pub b: usize,
    /// What was counted.
    pub pairs: PairKinds,
}

/// Why there are no strengths.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FitError {
    /// Some entrants met, directly or by way of others, none of the rest.
    #[error("the entrants fall into {} groups that never met", .0.len())]
    Disconnected(Vec<Vec<usize>>),
    /// Of any two entrants one never took a point: there is order, but no distance.
    #[error("no two entrants took points from each other, so there is an order but no scale")]
    NoScale,
    /// Those that took points from each other drew all their battles.
    #[error("those that took points from each other drew all their battles, so there is no scale")]
    NoDecision,
    /// The contests leave a parameter open.
    #[error("the results leave the fit undetermined")]
    Singular,
    /// The fit did not settle.
    #[error("the fit did not converge")]
    NoConvergence,
}

/// Where an entrant stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Among the fitted ones: index into [`Strengths::core`].
    Core(usize),
    /// Above: it (or someone below it) lost no point to the core. θ is at least this (95 %), if it met the core.
    Above(Option<f64>),
    /// Below: it (or someone above it) took no point from the core. θ is at most this (95 %), if it met the core.
    Below(Option<f64>),
    /// Neither above nor below: both were beaten by, or beat, a third.
    Apart,
}

/// Fitted strengths.
#[derive(Clone, Debug)]
pub struct Strengths {
    /// The entrants that can be compared with each other, by index, rising: the largest set in which everyone took
    /// points from someone and lost points to someone all the way around.
    pub core: Vec<usize>,
    /// θ of each core entrant; their mean is 0.
    pub theta: Vec<f64>,
    /// Covariance of the θ of the core, each a row and a column.
    pub covariance: DMatrix<f64>,
    /// ν, the weight of a draw between equals (2 would make draws as frequent as decisions).
    pub draw_weight: f64,
    /// The place of every entrant.
    pub places: Vec<Place>,
    /// The contests within the core.
    pub(crate) contests: Vec<CoreContest>,
    /// How far they move each θ.
    moves: Moves,
}

/// A contest within the core.
#[derive(Clone, Debug)]
pub(crate) struct CoreContest {
    /// Indices into the core.
    pub a: usize,
    pub b: usize,
    pub pairs: PairKinds,
    /// var(points), cov(points, draws), var(draws).
    pub variance: [f64; 3],
}

impl Strengths {
    /// θᵢ − θⱼ of two core entrants, by index into the core.
    #[must_use]
    pub fn difference(&self, i: usize, j: usize) -> Interval {
        let v = &self.covariance;
        let variance = v[(i, i)] - 2.0 * v[(i, j)] + v[(j, j)];
        Interval::normal(self.theta[i] - self.theta[j], variance.max(0.0).sqrt())
    }

    /// The covariance of each θ of the core with a number that each contest moves by so much for one more point and for one
    /// more draw.
    pub(crate) fn covariance_with(&self, influence: &[[f64; 2]]) -> Vec<f64> {
        self.moves.covariance_with(&self.contests, influence)
    }
}

/// The mean score of a battle between entrants whose log strengths differ by `delta`, a draw counting one half.
#[must_use]
pub fn expected_score(delta: f64, draw_weight: f64) -> f64 {
    let chances = Chances::at(delta, libm::log(draw_weight));
    chances.win + chances.draw / 2.0
}

/// x·V·y for a contest's variance V.
pub(crate) fn quadratic(x: [f64; 2], v: [f64; 3], y: [f64; 2]) -> f64 {
    x[0] * v[0] * y[0] + v[1] * (x[0] * y[1] + x[1] * y[0]) + x[1] * v[2] * y[1]
}

/// Fits strengths to contests between `entrants` entrants. Contests of an entrant against itself, without pairs, or
/// with an index out of range are left out. Several contests may join the same two entrants. The work grows with the third
/// power of the entrants, the memory with the second.
///
/// # Errors
/// See [`FitError`].
pub fn fit(entrants: usize, contests: &[Contest]) -> Result<Strengths, FitError> {
    let contests: Vec<Contest> =
        contests.iter().filter(|c| c.a != c.b && c.a.max(c.b) < entrants && c.pairs.pairs() > 0).copied().collect();

    // An edge i → j: i took points from j.
    let mut met = vec![vec![false; entrants]; entrants];
    let mut took = met.clone();
    for c in &contests {
        (met[c.a][c.b], met[c.b][c.a]) = (true, true);
        took[c.a][c.b] |= c.pairs.wins() + c.pairs.draws() > 0;
        took[c.b][c.a] |= c.pairs.losses() + c.pairs.draws() > 0;
    }
    let groups = components(&met);
    if groups.len() > 1 {
        return Err(FitError::Disconnected(groups));
    }
    let components = components(&took);
    // The largest; the first of those.
    let core = components.into_iter().rev().max_by_key(Vec::len).unwrap_or_default();
    if core.len() < 2 {
        return Err(FitError::NoScale);
    }

    let mut positions = vec![None; entrants];
    core.iter().enumerate().for_each(|(i, entrant)| positions[*entrant] = Some(i));
    let position = |entrant: usize| positions[entrant];
    // The first core entrant is held at 0 while fitting: parameter p is θ of core entrant p + 1.
    let (inside, rows): (Vec<(usize, usize)>, Vec<Row>) = contests
        .iter()
        .filter_map(|c| {
            let (a, b) = (position(c.a)?, position(c.b)?);
            let terms = [(a, 1.0), (b, -1.0)].iter().filter(|t| t.0 > 0).map(|t| (t.0 - 1, t.1)).collect();
            Some(((a, b), Row { terms, pairs: c.pairs }))
        })
        .unzip();
    let solution = newton::solve(core.len() - 1, &rows)?;
    let theta = centred(core.len(), |i| solution.beta[i]);
    let contests_inside: Vec<CoreContest> = inside
        .iter()
        .zip(&rows)
        .map(|((a, b), row)| CoreContest { a: *a, b: *b, pairs: row.pairs, variance: solution.contest_variance(row) })
        .collect();
    let moves = Moves::new(core.len(), &solution);
    let covariance = moves.covariance(&contests_inside);

    let reach = graph::reachable(&took);
    let places = (0..entrants)
        .map(|entrant| match position(entrant) {
            Some(i) => Place::Core(i),
            None if reach[entrant][core[0]] => {
                Place::Above(bound(entrant, &contests, &core, &theta, solution.lambda).map(|b| -b))
            }
            None if reach[core[0]][entrant] => Place::Below(bound(entrant, &contests, &core, &theta, solution.lambda)),
            None => Place::Apart,
        })
        .collect();
    let draw_weight = libm::exp(solution.lambda);
    Ok(Strengths { core, theta, covariance, draw_weight, places, contests: contests_inside, moves })
}

/// Slope of a straight line Δ = k·(xₐ − x_b) through the contests of the core: k, its influence a contest.
pub(crate) fn slope(strengths: &Strengths, x: &[f64]) -> Result<(f64, Vec<[f64; 2]>), FitError> {
    let row = |c: &CoreContest| Row { terms: vec![(0, x[c.a] - x[c.b])], pairs: c.pairs };
    let rows: Vec<Row> = strengths.contests.iter().map(row).collect();
    let solution = newton::solve(1, &rows)?;
    Ok((solution.beta[0], rows.iter().map(|row| solution.influence(0, row)).collect()))
}

/// `n` values of which the first is 0, the others are given, shifted to have mean 0.
fn centred(n: usize, others: impl Fn(usize) -> f64) -> Vec<f64> {
    let raw: Vec<f64> = (0..n).map(|i| if i == 0 { 0.0 } else { others(i - 1) }).collect();
    let mean = raw.iter().sum::<f64>() / n as f64;
    raw.iter().map(|r| r - mean).collect()
}

/// For an entrant that lost every battle with the core: the highest θ at which so clean a defeat still has a chance of
/// 5 %; for one that won every battle, minus the lowest. A pair counts once, so agreement within pairs cannot make the
/// bound too sharp; the core's own error is left out. `None` if it never met the core.
fn bound(entrant: usize, contests: &[Contest], core: &[usize], theta: &[f64], lambda: f64) -> Option<f64> {
    let mut above = false;
    let mut met: Vec<(f64, f64)> = Vec::new();
    for c in contests {
        let opponent = if c.a == entrant { c.b } else { c.a };
        if (c.a == entrant || c.b == entrant)
            && let Some(i) = core.iter().position(|m| *m == opponent)
        {
            above = (c.pairs.wins() > 0) == (c.a == entrant);
            met.push((theta[i], c.pairs.pairs() as f64));
        }
    }
    if met.is_empty() {
        return None;
    }
    // Mirrored if above, so that the entrant always lost: ln P(all lost) falls as its θ rises.
    let sign = if above { -1.0 } else { 1.0 };
    let log_chance = |x: f64| -> f64 {
        met.iter().map(|(t, n)| n * libm::log(Chances::at(x - sign * t, lambda).loss.max(f64::MIN_POSITIVE))).sum()
    };
    let (mut low, mut high) = (-100.0, 100.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        if log_chance(middle) > libm::log(0.05) { low = middle } else { high = middle }
    }
    Some(f64::midpoint(low, high))
}

/// Whether a value that has this estimate and variance can be told from 0 at 95 %, and lies above it.
pub(crate) fn surely_positive(estimate: f64, variance: f64) -> bool {
    estimate > Z95 * variance.max(0.0).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contest(a: usize, b: usize, won: u64, split: u64, drawn: u64, lost: u64) -> Contest {
        let pairs = PairKinds { won_both: won, split, drawn_both: drawn, lost_both: lost, ..PairKinds::default() };
        Contest { a, b, pairs }
    }

    #[test]
    fn strengths_of_a_consistent_matrix_are_exact() {
        // Odds 2 : 1, 2 : 1 and 4 : 1 fit θ = ln 2, 0, −ln 2 without remainder.
        let strengths =
            fit(3, &[contest(0, 1, 200, 0, 0, 100), contest(1, 2, 200, 0, 0, 100), contest(2, 0, 60, 0, 0, 240)])
                .expect("a connected matrix");
        for (theta, expected) in strengths.theta.iter().zip([2f64.ln(), 0.0, -2f64.ln()]) {
            assert!((theta - expected).abs() < 1e-10, "{:?}", strengths.theta);
        }
        assert_eq!(strengths.draw_weight, 0.0);
        let forth = strengths.difference(0, 2);
        let back = strengths.difference(2, 0);
        assert!((forth.low + back.high).abs() < 1e-12 && forth.half_width() > 0.05);
        let sum: f64 = strengths.covariance.iter().sum();
        assert!(sum.abs() < 1e-12, "centred strengths have no common error");
    }

    #[test]
    fn groups_that_never_met_are_refused() {
        let error = fit(4, &[contest(0, 2, 5, 5, 0, 5), contest(1, 3, 5, 5, 0, 5)]).expect_err("two groups");
        assert_eq!(error, FitError::Disconnected(vec![vec![0, 2], vec![1, 3]]));
    }

    #[test]
    fn sweeps_alone_give_no_scale() {
        let error = fit(3, &[contest(0, 1, 9, 0, 0, 0), contest(1, 2, 9, 0, 0, 0)]).expect_err("an order only");
        assert_eq!(error, FitError::NoScale);
        assert_eq!(fit(0, &[]).err(), Some(FitError::NoScale));
        assert_eq!(fit(2, &[contest(0, 1, 0, 0, 9, 0)]).err(), Some(FitError::NoDecision));
    }

    #[test]
    fn who_never_loses_or_never_wins_gets_a_bound() {
        let contests = [
            contest(1, 2, 50, 10, 5, 40),
            contest(0, 1, 100, 0, 0, 0),
            contest(2, 0, 0, 0, 0, 100),
            contest(1, 3, 100, 0, 0, 0),
            contest(3, 4, 0, 0, 0, 9),
            contest(4, 1, 0, 0, 0, 9),
            contest(5, 0, 3, 0, 0, 0),
        ];
        let strengths = fit(6, &contests).expect("two entrants can be compared");
        assert_eq!(strengths.core, [1, 2]);
        let Place::Above(Some(least)) = strengths.places[0] else { panic!("{:?}", strengths.places) };
        // 200 pairs won in a row: the chance not to win is at most 1.5 %. With ν = 2·10/190 that is Δ = 5.03, less the
        // little that the core's two differ by.
        assert!(least > 4.9 && least < 5.1, "{least}");
        let Place::Below(Some(most)) = strengths.places[3] else { panic!("{:?}", strengths.places) };
        assert!(most < -3.0, "{most}");
        assert!(matches!(strengths.places[4], Place::Below(Some(m)) if m > most), "nine pairs say less");
        assert_eq!(strengths.places[5], Place::Above(None), "it beat only one that is itself above");
    }

    #[test]
    fn rotating_the_entrants_rotates_the_answer() {
        let contests = [contest(0, 1, 30, 10, 3, 20), contest(1, 2, 25, 9, 1, 20), contest(0, 2, 11, 30, 2, 20)];
        let turned: Vec<Contest> =
            contests.iter().map(|c| Contest { a: (c.a + 1) % 3, b: (c.b + 1) % 3, ..*c }).collect();
        let (one, two) = (fit(3, &contests).expect("fits"), fit(3, &turned).expect("fits"));
        for i in 0..3 {
            assert!((one.theta[i] - two.theta[(i + 1) % 3]).abs() < 1e-10);
            assert!((one.covariance[(i, i)] - two.covariance[((i + 1) % 3, (i + 1) % 3)]).abs() < 1e-10);
        }
    }
}
