//! How much of a matrix of results no single number can carry, and the worst rock-paper-scissors triples.
//!
//! yᵢⱼ is the log odds of i's mean pair score against j. The best numbers θ are those for which Σ w (y − (θᵢ − θⱼ))² is
//! least, with the weight w = s(1 − s) of the score s, the information that a pair of such a score carries. What they
//! leave over, e, runs in cycles, and the share of the cycles is Σ w e² / Σ w y²: 0 where the matrix is a ranking, 1
//! where it is pure rock, paper, scissors. Weights do not depend on how many pairs were played, so the share belongs to
//! the designs and not to the study.
//!
//! Noise looks like cycles: a ranking played a few times would show a share well above 0. The expected noise is taken
//! off both sums, and the interval holds every share from which the estimate could have come by noise: see `split.rs`.
//!
//! Source: X. Jiang, L.-H. Lim, Y. Yao and Y. Ye, "Statistical ranking and combinatorial Hodge theory", Mathematical
//! Programming 127 (2011), for the split; corrections for noise by expanding both sums to second order in the scores.

mod split;
mod triples;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::Interval;
use crate::bradley_terry::Contest;

use split::Edge;
pub use triples::Triple;

/// More entrants than this are refused: the work grows with their third power.
pub const MOST_ENTRANTS: usize = 500;

/// The cyclic part of a matrix of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cycles {
    /// Share of the matrix's variance that runs in cycles, from 0 to 1.
    pub share: Interval,
    /// Pairs of entrants that met.
    pub edges: usize,
    /// Independent loops among them: pairs beyond those that a ranking fits anyway.
    pub loops: usize,
    /// The worst triples, the one with the clearest weakest leg first, no more than were asked for.
    pub triples: Vec<Triple>,
    /// All triples that are surely rock, paper, scissors; the false discovery rate is held at
    /// [`crate::price::FALSE_DISCOVERY_RATE`].
    pub triples_found: usize,
}

/// Why nothing can be said of cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum CyclesError {
    /// More than [`MOST_ENTRANTS`] entrants met.
    #[error("{0} entrants are more than the {MOST_ENTRANTS} that can be looked through for cycles")]
    TooMany(usize),
    /// No three or more entrants met all the way around.
    #[error("no entrants met all the way around, so any results are a ranking")]
    NoLoops,
    /// No score can be told from ½: there is nothing to carry.
    #[error("the scores does not differ significantly from a half, so there is nothing that a number could carry")]
    NoDifferences,
    /// The scores are so one-sided that the split cannot be worked out.
    #[error("the results leave the split undetermined")]
    Singular,
}

/// Splits the results of contests between `entrants` entrants and looks for triples, of which at most `most` are
/// given. Contests of an entrant against itself, without pairs, or with an index out of range are left out; several
/// contests of the same two entrants are added up.
///
/// # Errors
/// See [`CyclesError`].
///
/// ```
/// use lanchester_stats::PairKinds;
/// use lanchester_stats::bradley_terry::Contest;
/// use lanchester_stats::cycles::cycles;
/// // Each beats the next 70 : 30, all the way around.
/// let pairs = PairKinds { won_both: 500, split: 400, lost_both: 100, ..PairKinds::default() };
/// let contests = [(0, 1), (1, 2), (2, 0)].map(|(a, b)| Contest { a, b, pairs });
/// let found = cycles(3, &contests, 10).expect("a loop");
/// assert!(found.share.low > 0.95);
/// assert_eq!(found.triples[0].entrants, [0, 1, 2]);
/// ```
pub fn cycles(entrants: usize, contests: &[Contest], most: usize) -> Result<Cycles, CyclesError> {
    let policy_pairs = policy_pairs(entrants, contests);
    let mut met: Vec<usize> = policy_pairs.keys().flat_map(|(a, b)| [*a, *b]).collect();
    met.sort_unstable();
    met.dedup();
    if met.len() > MOST_ENTRANTS {
        return Err(CyclesError::TooMany(met.len()));
    }
    let position = |entrant: &usize| met.partition_point(|m| m < entrant);
    let edges: Vec<Edge> =
        policy_pairs.iter().map(|((a, b), counts)| Edge::new(position(a), position(b), counts)).collect();
    let groups = groups(met.len(), &edges);
    let components = groups.iter().enumerate().filter(|(i, group)| i == *group).count();
    let loops = edges.len() + components - met.len();
    if loops == 0 {
        return Err(CyclesError::NoLoops);
    }
    let share = split::share(&edges, &groups)?;
    let (triples, triples_found) = triples::worst(&met, &edges, most);
    Ok(Cycles { share, edges: edges.len(), loops, triples, triples_found })
}

/// Pairs by the score of the entrant with the smaller index, for each policy pair that met.
fn policy_pairs(entrants: usize, contests: &[Contest]) -> BTreeMap<(usize, usize), [u64; 5]> {
    let mut policy_pairs: BTreeMap<(usize, usize), [u64; 5]> = BTreeMap::new();
    for c in contests.iter().filter(|c| c.a != c.b && c.a.max(c.b) < entrants && c.pairs.pairs() > 0) {
        let mut counts = c.pairs.scores();
        if c.a > c.b {
            counts.reverse();
        }
        let sums = policy_pairs.entry((c.a.min(c.b), c.a.max(c.b))).or_default();
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum = sum.saturating_add(count));
    }
    policy_pairs
}

/// For each entrant the smallest entrant that it met, directly or by way of others.
fn groups(entrants: usize, edges: &[Edge]) -> Vec<usize> {
    fn root(of: &[usize], mut i: usize) -> usize {
        while of[i] != i {
            i = of[i];
        }
        i
    }
    let mut of: Vec<usize> = (0..entrants).collect();
    for edge in edges {
        let (a, b) = (root(&of, edge.i), root(&of, edge.j));
        of[a.max(b)] = a.min(b);
    }
    (0..entrants).map(|i| root(&of, i)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PairKinds;

    /// Pairs of independent battles at a score, counts as expected.
    fn contest(a: usize, b: usize, score: f64, n: f64) -> Contest {
        let [won, lost] = [score * score, (1.0 - score) * (1.0 - score)].map(|p| (n * p).round() as u64);
        let pairs = PairKinds { won_both: won, lost_both: lost, split: n as u64 - won - lost, ..PairKinds::default() };
        Contest { a, b, pairs }
    }

    fn logistic(x: f64) -> f64 {
        1.0 / (1.0 + (-x).exp())
    }

    #[test]
    fn a_ranking_has_no_cycles_and_a_circle_is_nothing_else() {
        let theta = [1.2, 0.4, 0.0, -0.9];
        let line: Vec<Contest> =
            (0..4).flat_map(|a| (a + 1..4).map(move |b| contest(a, b, logistic(theta[a] - theta[b]), 1e6))).collect();
        let found = cycles(4, &line, 5).expect("loops");
        assert_eq!((found.edges, found.loops, found.triples_found), (6, 3, 0));
        assert!(found.share.low == 0.0 && found.share.high < 1e-4, "{:?}", found.share);

        let circle = [contest(0, 1, 0.7, 1e6), contest(1, 2, 0.7, 1e6), contest(0, 2, 0.3, 1e6)];
        let found = cycles(3, &circle, 5).expect("a loop");
        assert!(found.share.estimate > 0.9999, "{:?}", found.share);
    }

    #[test]
    fn the_split_is_that_of_a_hand_computation() {
        // Equal weights would be needed for round numbers; three scores of the same distance from ½ have them.
        // y = (l, l, l): all ranking in the sense that 0 → 1, 1 → 2, 0 → 2 is an order; curl l + l − l = l, so
        // e = (l, l, −l)/3 and the share is (3·l²/9)/(3·l²) = 1/9.
        let order = [contest(0, 1, 0.8, 1e7), contest(1, 2, 0.8, 1e7), contest(0, 2, 0.8, 1e7)];
        let found = cycles(3, &order, 5).expect("a loop");
        assert!(found.share.contains(1.0 / 9.0) && found.share.half_width() < 1e-3, "{:?}", found.share);
    }

    #[test]
    fn names_order_and_parts_of_contests_do_not_matter() {
        let whole = [contest(0, 1, 0.7, 900.0), contest(1, 2, 0.6, 900.0), contest(0, 2, 0.45, 900.0)];
        let parts: Vec<Contest> = [(7, 9, 0.7), (9, 4, 0.6), (7, 4, 0.45)]
            .into_iter()
            .flat_map(|(a, b, score)| [contest(a, b, score, 300.0), contest(b, a, 1.0 - score, 600.0)])
            .chain([contest(4, 4, 0.9, 100.0), contest(4, 70, 0.9, 100.0)])
            .collect();
        let (one, other) = (cycles(3, &whole, 5).expect("a loop"), cycles(10, &parts, 5).expect("a loop"));
        // Rounding to whole pairs moves a score by up to half a pair in 900, and log odds by 4 of those.
        assert!((one.share.estimate - other.share.estimate).abs() < 4.0 * 0.5 / 900.0 * 2.0, "{one:?} {other:?}");
        assert_eq!(one.triples[0].entrants.map(|i| [7, 9, 4][i]), [7, 9, 4]);
        assert_eq!(other.triples[0].entrants, [4, 7, 9]);
        assert_eq!((one.edges, one.loops), (other.edges, other.loops));
    }

    #[test]
    fn errors() {
        let chain = [contest(0, 1, 0.7, 100.0), contest(1, 2, 0.7, 100.0)];
        assert_eq!(cycles(3, &chain, 5), Err(CyclesError::NoLoops));
        assert_eq!(cycles(0, &[], 5), Err(CyclesError::NoLoops));
        let even = [contest(0, 1, 0.5, 100.0), contest(1, 2, 0.5, 100.0), contest(0, 2, 0.5, 100.0)];
        assert_eq!(cycles(3, &even, 5), Err(CyclesError::NoDifferences));
        let star: Vec<Contest> = (1..=MOST_ENTRANTS).map(|b| contest(0, b, 0.7, 10.0)).collect();
        assert_eq!(cycles(1000, &star, 5), Err(CyclesError::TooMany(MOST_ENTRANTS + 1)));
    }

    #[test]
    fn sweeps_stay_finite() {
        let sweep = |a, b, n| Contest { a, b, pairs: PairKinds { won_both: n, ..PairKinds::default() } };
        for n in [1, 1000, 1 << 40] {
            match cycles(3, &[sweep(0, 1, n), sweep(1, 2, n), sweep(2, 0, n)], 5) {
                Ok(found) => assert!(found.share.low >= 0.0 && found.share.high <= 1.0, "{found:?}"),
                Err(error) => assert!(matches!(error, CyclesError::NoDifferences | CyclesError::Singular), "{error}"),
            }
        }
    }
}
