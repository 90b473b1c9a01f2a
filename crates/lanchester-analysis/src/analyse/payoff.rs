//! The policies as strategies against each other, and what depends on them.

use lanchester_stats::equilibrium::equilibrium;
use lanchester_stats::multiple::{Dependence, q_values};
use lanchester_stats::price::FALSE_DISCOVERY_RATE;
use lanchester_stats::standing::{Meeting, standings};
use lanchester_stats::{Interval, Z95, two_sided_p};
use nalgebra::DMatrix;

use super::pooled::PolicyPair;
use crate::analysis::{Matrix, Payoffs, PolicyShift};
use crate::parity::EQUILIBRIUM;
use crate::study::StudyResults;

/// Every policy, in the order of first appearance.
fn names(study: &StudyResults) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for policy in study.cells.iter().flat_map(|c| c.entrants.iter().map(|e| e.policy.as_str())) {
        if !names.contains(&policy) {
            names.push(policy);
        }
    }
    names
}

/// The policies against each other; nothing if no two different ones met.
pub fn payoffs(study: &StudyResults) -> Option<Payoffs> {
    let names = names(study);
    let score = |p: usize, q: usize| -> Option<Interval> {
        let meetings: Vec<Meeting> = study
            .cells
            .iter()
            .filter(|c| p != q && c.tally.pairs > 0)
            .filter_map(|c| {
                let [first, second] = c.entrants.each_ref().map(|e| e.policy.as_str());
                let flown = |a: usize, b: usize| first == names[a] && second == names[b];
                let (a, b) = if flown(p, q) {
                    (0, 1)
                } else if flown(q, p) {
                    (1, 0)
                } else {
                    return None;
                };
                Some(Meeting { a, b, pair_scores: c.tally.pair_scores })
            })
            .collect();
        (!meetings.is_empty()).then(|| standings(2, &meetings)[0].score)
    };
    let all = || 0..names.len();
    let scores: Vec<Vec<Option<Interval>>> = all().map(|p| all().map(|q| score(p, q)).collect()).collect();
    if scores.iter().flatten().all(Option::is_none) {
        return None;
    }
    let complete = all().all(|p| all().all(|q| p == q || scores[p][q].is_some()));
    let cell = |p: usize, q: usize| scores[p][q].unwrap_or(Interval { estimate: 0.5, low: 0.5, high: 0.5 });
    let mean = DMatrix::from_fn(names.len(), names.len(), |p, q| cell(p, q).estimate);
    let variance = DMatrix::from_fn(names.len(), names.len(), |p, q| {
        let error = cell(p, q).half_width() / Z95;
        error * error
    });
    let found = complete.then(|| equilibrium(&mean, &variance)).and_then(Result::ok);
    Some(Payoffs {
        policies: names.iter().map(|name| (*name).to_owned()).collect(),
        scores,
        weights: found.as_ref().map(|f| f.weights.clone()).unwrap_or_default(),
        against: found.as_ref().map(|f| f.scores.clone()).unwrap_or_default(),
        exploitable_by: found.map_or(0.0, |f| f.exploitable_by),
    })
}

/// The pairs to look at: the equilibrium, which is what headlines quote, each policy on both sides, and every two against each
/// other.
pub fn policy_pairs(study: &StudyResults, payoffs: Option<&Payoffs>) -> Vec<PolicyPair> {
    let names = names(study);
    let of = |p: &str, q: &str| PolicyPair::Of([p.to_owned(), q.to_owned()]);
    let mut policy_pairs: Vec<PolicyPair> = Vec::new();
    if let Some(payoffs) = payoffs.filter(|c| !c.weights.is_empty()) {
        policy_pairs
            .push(PolicyPair::Mixture(payoffs.policies.iter().cloned().zip(payoffs.weights.iter().copied()).collect()));
    }
    policy_pairs.extend(names.iter().map(|p| of(p, p)));
    for (i, p) in names.iter().enumerate() {
        policy_pairs.extend(names[i + 1..].iter().map(|q| of(p, q)));
    }
    policy_pairs
}

/// How far each design's implied rating moves over the matrices of its group, the equilibrium apart: that is a mixture
/// of the others.
///
/// Whether it moves is a test of any two matrices, which were played apart: the smallest p-value of all pairs of them
/// times their number (C. E. Bonferroni), and over the designs the false discovery rate at 5 %.
pub fn shifts(matrices: &[Matrix]) -> Vec<PolicyShift> {
    let flown: Vec<&Matrix> = matrices.iter().filter(|m| m.policies[0] != EQUILIBRIUM).collect();
    let mut places: Vec<(&str, &str)> = Vec::new();
    for (matrix, row) in flown.iter().flat_map(|m| m.ratings.iter().map(move |row| (m, row))) {
        let place = (matrix.group.as_str(), row.design.as_str());
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let (mut shifts, mut p) = (Vec::new(), Vec::new());
    for (group, design) in places {
        let here: Vec<(&Matrix, &str, Interval)> = flown
            .iter()
            .filter(|m| m.group == group)
            .filter_map(|m| {
                let row = m.ratings.iter().find(|row| row.design == design)?;
                Some((*m, row.name.as_str(), row.residual?))
            })
            .collect();
        let by = |a: &&(&Matrix, &str, Interval), b: &&(&Matrix, &str, Interval)| a.2.estimate.total_cmp(&b.2.estimate);
        let (Some(least), Some(most)) = (here.iter().min_by(by), here.iter().max_by(by)) else { continue };
        if here.len() < 2 {
            continue;
        }
        let logs: Vec<(f64, f64)> = here.iter().map(|(_, _, r)| log_error(r)).collect();
        let policy_pairs = || (0..logs.len()).flat_map(|i| (i + 1..logs.len()).map(move |j| (i, j)));
        let apart = |(i, j): (usize, usize)| two_sided_p((logs[i].0 - logs[j].0) / logs[i].1.hypot(logs[j].1));
        p.push((policy_pairs().map(apart).fold(1.0, f64::min) * policy_pairs().count() as f64).min(1.0));
        shifts.push(PolicyShift {
            group: group.to_owned(),
            design: design.to_owned(),
            name: least.1.to_owned(),
            least: (least.0.policies.clone(), least.2),
            most: (most.0.policies.clone(), most.2),
            moves: false,
        });
    }
    for (shift, q) in shifts.iter_mut().zip(q_values(&p, Dependence::Any)) {
        shift.moves = q <= FALSE_DISCOVERY_RATE;
    }
    shifts
}

/// The logarithm of a ratio, and its standard error.
fn log_error(ratio: &Interval) -> (f64, f64) {
    let [estimate, low, high] = [ratio.estimate, ratio.low, ratio.high].map(|x| libm::log(x.max(1e-300)));
    (estimate, ((high - low) / (2.0 * Z95)).max(1e-12))
}
