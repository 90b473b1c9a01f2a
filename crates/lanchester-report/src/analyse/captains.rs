//! The policies as strategies against each other, and what depends on them.

use lanchester_stats::Interval;
use lanchester_stats::equilibrium::equilibrium;
use lanchester_stats::standing::{Meeting, standings};
use nalgebra::DMatrix;

use super::bouts::Couple;
use crate::analysis::{Captains, EQUILIBRIUM, Matrix, PolicyShift};
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
pub fn captains(study: &StudyResults) -> Option<Captains> {
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
        let error = cell(p, q).half_width() / lanchester_stats::Z95;
        error * error
    });
    let found = complete.then(|| equilibrium(&mean, &variance)).and_then(Result::ok);
    Some(Captains {
        policies: names.iter().map(|name| (*name).to_owned()).collect(),
        scores,
        weights: found.as_ref().map(|f| f.weights.clone()).unwrap_or_default(),
        against: found.as_ref().map(|f| f.scores.clone()).unwrap_or_default(),
        exploitability: found.map_or(0.0, |f| f.exploitability),
    })
}

/// The couples to look at: each policy on both sides, every two against each other, and the equilibrium.
pub fn couples(study: &StudyResults, captains: Option<&Captains>) -> Vec<Couple> {
    let names = names(study);
    let of = |p: &str, q: &str| Couple::Of([p.to_owned(), q.to_owned()]);
    let mut couples: Vec<Couple> = names.iter().map(|p| of(p, p)).collect();
    for (i, p) in names.iter().enumerate() {
        couples.extend(names[i + 1..].iter().map(|q| of(p, q)));
    }
    if let Some(captains) = captains.filter(|c| !c.weights.is_empty()) {
        couples
            .push(Couple::Mixture(captains.policies.iter().cloned().zip(captains.weights.iter().copied()).collect()));
    }
    couples
}

/// How far each design's implied rating moves over the matrices of its group, the equilibrium apart: that is a mixture
/// of the others.
pub fn shifts(matrices: &[Matrix]) -> Vec<PolicyShift> {
    let mut shifts: Vec<PolicyShift> = Vec::new();
    for matrix in matrices.iter().filter(|m| m.policies[0] != EQUILIBRIUM) {
        for row in &matrix.ratings {
            let Some(residual) = row.residual else { continue };
            let here = || (matrix.policies.clone(), residual);
            match shifts.iter_mut().find(|s| s.group == matrix.group && s.design == row.design) {
                None => shifts.push(PolicyShift {
                    group: matrix.group.clone(),
                    design: row.design.clone(),
                    name: row.name.clone(),
                    least: here(),
                    most: here(),
                    moves: false,
                }),
                Some(shift) => {
                    if residual.estimate < shift.least.1.estimate {
                        shift.least = here();
                    }
                    if residual.estimate > shift.most.1.estimate {
                        shift.most = here();
                    }
                }
            }
        }
    }
    // With one couple there is nothing to move between.
    shifts.retain(|s| s.least.0 != s.most.0);
    for shift in &mut shifts {
        shift.moves = shift.least.1.high < shift.most.1.low;
    }
    shifts
}
