//! Rock, paper, scissors: triples in which each surely beats the next.
//!
//! A triple is a discovery if all three legs are, so its p-value is that of its least sure leg (an intersection-union
//! test: R. L. Berger, "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24, 1982). Every
//! three entrants that all met are two hypotheses, one a direction. Triples share legs, so the false discovery rate is
//! held by Benjamini and Yekutieli's rule for any dependence, see [`crate::multiple`].

use serde::{Deserialize, Serialize};

use super::split::Edge;
use crate::interval::{Moments, pair_score};
use crate::price::FALSE_DISCOVERY_RATE;
use crate::{Interval, two_sided_p};

/// Three entrants of which each beats the next and the last beats the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Triple {
    /// By index; the smallest stands first.
    pub entrants: [usize; 3],
    /// Mean pair score of the first against the second, of the second against the third, of the third against the
    /// first.
    pub legs: [Interval; 3],
    /// The lowest of the three scores.
    pub weakest: f64,
    /// The false discovery rate at which it would just be found.
    pub q: f64,
}

/// The triples found, the one with the highest weakest leg first, at most `most` of them; and how many there are.
/// `met` names the entrants.
pub fn worst(met: &[usize], edges: &[Edge], most: usize) -> (Vec<Triple>, usize) {
    let n = met.len();
    // p of "i does not beat j"; nothing where they did not meet.
    let mut p: Vec<Vec<Option<f64>>> = vec![vec![None; n]; n];
    let mut score = vec![vec![0.0; n]; n];
    for edge in edges {
        let forth = Moments::of_levels(&edge.counts);
        let mean = forth.sum / forth.n as f64;
        (score[edge.i][edge.j], score[edge.j][edge.i]) = (mean, 1.0 - mean);
        let beats = doubt(forth, mean);
        (p[edge.i][edge.j], p[edge.j][edge.i]) = (Some(beats), Some(1.0 - beats));
    }

    let triangles: usize =
        edges.iter().map(|e| (e.j + 1..n).filter(|k| p[e.i][*k].is_some() && p[e.j][*k].is_some()).count()).sum();
    // A triple above the rate is no discovery at any rank, so only legs below it are walked.
    let beaten: Vec<Vec<(usize, f64)>> = p
        .iter()
        .map(|row| row.iter().enumerate().filter_map(|(j, p)| Some((j, (*p)?)).filter(below_rate)).collect())
        .collect();
    let mut candidates: Vec<(f64, [usize; 3])> = Vec::new();
    for i in 0..n {
        for (j, first) in beaten[i].iter().filter(|(j, _)| *j > i) {
            for (k, second) in beaten[*j].iter().filter(|(k, _)| *k > i) {
                if let Some(third) = p[*k][i].filter(|third| *third <= FALSE_DISCOVERY_RATE) {
                    candidates.push((first.max(*second).max(third), [i, *j, *k]));
                }
            }
        }
    }
    candidates.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));

    let mut found: Vec<(f64, f64, [usize; 3])> = q_values_of_least(&candidates, 2 * triangles)
        .into_iter()
        .zip(&candidates)
        .filter(|(q, _)| *q <= FALSE_DISCOVERY_RATE)
        .map(|(q, (_, [i, j, k]))| (score[*i][*j].min(score[*j][*k]).min(score[*k][*i]), q, [*i, *j, *k]))
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    let count = found.len();
    found.truncate(most);
    let leg = |a: usize, b: usize| {
        let edge = &edges[edges.partition_point(|e| (e.i, e.j) < (a.min(b), a.max(b)))];
        let mut counts = edge.counts;
        if a > b {
            counts.reverse();
        }
        pair_score(&counts)
    };
    let triple = |(weakest, q, [i, j, k]): (f64, f64, [usize; 3])| Triple {
        entrants: [met[i], met[j], met[k]],
        legs: [leg(i, j), leg(j, k), leg(k, i)],
        weakest,
        q,
    };
    (found.into_iter().map(triple).collect(), count)
}

fn below_rate((_, p): &(usize, f64)) -> bool {
    *p <= FALSE_DISCOVERY_RATE
}

/// The chance of so high a mean score, or a higher one, between equals: Wilson's test at the effective sample size, so
/// that it is below 2.5 % exactly where the interval of [`pair_score`] lies above ½.
fn doubt(moments: Moments, mean: f64) -> f64 {
    let guarded = moments.guarded();
    let n = moments.n as f64 * guarded.mean * (1.0 - guarded.mean) / guarded.variance;
    let z = (mean - 0.5) * 2.0 * n.sqrt();
    let beyond = two_sided_p(z) / 2.0;
    if z > 0.0 { beyond } else { 1.0 - beyond }
}

/// Benjamini and Yekutieli's q-values of the least of `tests` p-values, sorted; the rest of them lie above the rate.
fn q_values_of_least(sorted: &[(f64, [usize; 3])], tests: usize) -> Vec<f64> {
    let strictness: f64 = (1..=tests).map(|i| 1.0 / i as f64).sum();
    let mut q = vec![1.0; sorted.len()];
    let mut least = 1.0f64;
    for (rank, (p, _)) in sorted.iter().enumerate().rev() {
        least = least.min(p * tests as f64 * strictness / (rank + 1) as f64);
        q[rank] = least;
    }
    q
}

#[cfg(test)]
mod tests {
    use super::super::cycles;
    use super::*;
    use crate::PairKinds;
    use crate::bradley_terry::Contest;
    use crate::multiple::{Dependence, q_values};

    fn contest(a: usize, b: usize, won: u64, split: u64, lost: u64) -> Contest {
        Contest { a, b, pairs: PairKinds { won_both: won, split, lost_both: lost, ..PairKinds::default() } }
    }

    #[test]
    fn triples_are_rotated_ranked_and_capped() {
        let contests = [
            contest(5, 3, 500, 400, 100), // 5 beats 3 beats 8 beats 5
            contest(3, 8, 600, 300, 100),
            contest(8, 5, 400, 400, 200),
            contest(0, 3, 900, 50, 50), // 0 beats 3 beats 8 beats 0, more clearly
            contest(0, 8, 100, 100, 800),
            contest(0, 5, 350, 300, 350),
        ];
        let all = cycles(9, &contests, 10).expect("loops");
        assert_eq!(all.triples_found, 2);
        assert_eq!(all.triples[0].entrants, [0, 3, 8]);
        assert_eq!(all.triples[1].entrants, [3, 8, 5]);
        let [first, second, third] = all.triples[1].legs;
        assert!((first.estimate - 0.75).abs() < 1e-12 && (third.estimate - 0.7).abs() < 1e-12);
        assert!((second.estimate - 0.6).abs() < 1e-12 && second.low > 0.5);
        assert!((all.triples[1].weakest - 0.6).abs() < 1e-12 && all.triples[1].q < 1e-6);
        let one = cycles(9, &contests, 1).expect("loops");
        assert_eq!((one.triples.len(), one.triples_found), (1, 2));
    }

    #[test]
    fn a_weak_leg_spoils_a_triple() {
        let contests = [contest(0, 1, 900, 0, 100), contest(1, 2, 900, 0, 100), contest(2, 0, 265, 500, 235)];
        let found = cycles(3, &contests, 10).expect("a loop");
        assert_eq!(found.triples_found, 0, "{found:?}");
    }

    #[test]
    fn the_test_of_a_leg_is_its_intervals() {
        for counts in [[100, 0, 300, 0, 135], [0, 0, 10, 0, 1], [3, 1, 5, 2, 12], [0, 0, 0, 0, 4]] {
            let moments = Moments::of_levels(&counts);
            let mean = moments.sum / moments.n as f64;
            assert_eq!(doubt(moments, mean) < 0.025, pair_score(&counts).low > 0.5, "{counts:?}");
        }
    }

    #[test]
    fn the_least_have_the_q_values_that_they_have_among_all() {
        let p = [0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.3, 0.5, 0.6, 0.99, 1.0];
        let all = q_values(&p, Dependence::Any);
        let sorted: Vec<(f64, [usize; 3])> = p[..5].iter().map(|p| (*p, [0; 3])).collect();
        for (least, full) in q_values_of_least(&sorted, p.len()).iter().zip(all) {
            assert!((least - full).abs() < 1e-12, "{least} {full}");
        }
    }
}
