//! Works out what a study says, from tallies by way of statistics.

mod calibration;
mod fleets;
mod matrix;
mod payoff;
mod pooled;

pub use calibration::ratings_differ;
pub use payoff::payoffs;

use std::sync::atomic::AtomicBool;

use lanchester_core::Tally;
use lanchester_stats::Interval;
use lanchester_stats::interval::{bounded_mean, levels, pair_score, wilson_real};
use lanchester_stats::price::Verdict;
use lanchester_stats::standing::{Meeting, standings};

use crate::analysis::{Analysis, CellSummary, Matrix, Mirror, PolicyStanding};
use crate::commanders::judged_commanders;
use crate::hash::study_hash;
use crate::parity::{EQUILIBRIUM, both_sides, judged};
use crate::sizes::judged_sizes;
use crate::study::{CellResult, StudyResults};

/// Works out all that a study says.
#[must_use]
pub fn analyse(study: &StudyResults) -> Analysis {
    analyse_until(study, &AtomicBool::new(false))
}

/// Works out what a study says. Once `stop` is raised what takes long is left out, each matrix's strengths, cycles and
/// calibration, and the law of fleets: counts, scores and prices are there in any case.
#[must_use]
pub fn analyse_until(study: &StudyResults, stop: &AtomicBool) -> Analysis {
    let setup = &study.setup;
    let sum = |f: fn(&Tally) -> u64| study.cells.iter().map(|c| f(&c.tally)).sum::<u64>();
    let pairs = sum(|t| t.pairs);
    let payoffs = payoffs(study);
    let policy_pairs = payoff::policy_pairs(study, payoffs.as_ref());
    let matrices = groups(study)
        .into_iter()
        .flat_map(|group| {
            policy_pairs.iter().filter_map(move |policy_pair| matrix::matrix(study, group, policy_pair, stop))
        })
        .collect::<Vec<_>>();
    let matrices = over_policies(matrices);
    Analysis {
        study: setup.id.clone(),
        name: setup.name.clone(),
        tool_version: setup.tool_version.clone(),
        game: setup.game.clone(),
        rules_version: setup.rules_version,
        stream_version: setup.stream_version,
        seed: setup.seed,
        // A study reads its own file first.
        study_file: setup.inputs.first().map(|input| input.name.clone()).unwrap_or_default(),
        study_hash: study_hash(setup),
        options: setup.options.clone(),
        battles: 2 * pairs,
        capped: battle_share(sum(|t| t.capped) as f64, pairs),
        no_contact: battle_share(sum(|t| t.no_contact) as f64, pairs),
        major: Some(sum(|t| t.major[0] + t.major[1])).filter(|n| *n > 0).map(|n| battle_share(n as f64, pairs)),
        designs: study.designs.clone(),
        cells: study.cells.iter().map(summary).collect(),
        fleet_laws: policy_pairs.iter().filter_map(|policy_pair| fleets::law(study, policy_pair, stop)).collect(),
        prices: judged(&study.prices),
        prices_by_size: judged_sizes(&study.prices_by_size),
        readings: study.readings.clone(),
        robust: study.robust.clone(),
        commanders: judged_commanders(&study.commanders),
        shifts: payoff::shifts(&matrices),
        matrices,
        payoffs,
        mirrors: mirrors(&study.cells),
        policies: groups(study).into_iter().flat_map(|group| policies(study, group)).collect(),
        exploitability: setup.exploitability.clone(),
    }
}

/// A verdict of the equilibrium that does not hold in the hands of each policy is none.
fn over_policies(mut matrices: Vec<Matrix>) -> Vec<Matrix> {
    let verdicts: Vec<(String, String, Verdict)> = matrices
        .iter()
        .filter(|matrix| both_sides(&matrix.policies))
        .flat_map(|matrix| matrix.ratings.iter().map(|row| (matrix.group.clone(), row)))
        .filter_map(|(group, row)| Some((group, row.design.clone(), row.verdict?)))
        .collect();
    for matrix in matrices.iter_mut().filter(|matrix| matrix.policies[0] == EQUILIBRIUM) {
        for row in &mut matrix.ratings {
            let own = verdicts.iter().filter(|(group, design, _)| *group == matrix.group && *design == row.design);
            row.verdict = row.verdict.map(|verdict| verdict.over_policies(own.map(|(.., verdict)| *verdict)));
        }
    }
    matrices
}

/// The groups in the order of their first cells.
fn groups(study: &StudyResults) -> Vec<&str> {
    let mut groups = Vec::new();
    for cell in &study.cells {
        if !groups.contains(&cell.group.as_str()) {
            groups.push(&cell.group);
        }
    }
    groups
}

/// A share of the battles of so many pairs. Counted by the pair, because a pair's two battles share their dice.
pub(crate) fn battle_share(battles: f64, pairs: u64) -> Interval {
    if pairs == 0 {
        return Interval::UNKNOWN_SHARE;
    }
    wilson_real((battles / (2.0 * pairs as f64)).clamp(0.0, 1.0), pairs as f64)
}

fn mean(sum: f64, n: u64) -> f64 {
    if n == 0 { 0.0 } else { sum / n as f64 }
}

/// What one cell says.
#[must_use]
pub fn summary(cell: &CellResult) -> CellSummary {
    let tally = &cell.tally;
    let (kinds, battles) = (pooled::kinds(tally), tally.battles());
    // A pair's margin lies in −2000..=2000; stretched to 0..=1 its mean has a Wilson interval too.
    let (n, sum, squares) = (tally.pairs as f64, tally.margin as f64, tally.pair_margin_squares as f64);
    let margin = bounded_mean(tally.pairs, sum / 4000.0 + n / 2.0, squares / 16e6 + sum / 4000.0 + n / 4.0);
    CellSummary {
        number: cell.number,
        group: cell.group.clone(),
        entrants: cell.entrants.clone(),
        duel: cell.duel,
        mirror: cell.is_mirror(),
        score: pair_score(&tally.pair_scores),
        wins: levels(&kinds.by_wins()),
        draws: levels(&kinds.by_draws()),
        losses: levels(&kinds.by_losses()),
        major: tally.major.map(|battles| battle_share(battles as f64, tally.pairs)),
        capped: battle_share(tally.capped as f64, tally.pairs),
        turns_mean: mean(tally.turns as f64, battles),
        left_mean: tally.left.map(|left| mean(left as f64 / 1000.0, battles)),
        margin: margin.map_rising(|x| 2.0 * x - 1.0),
        tally: tally.clone(),
    }
}

impl CellSummary {
    /// Share of battles that A (0) or B (1) won by less than a major victory.
    #[must_use]
    pub fn minor(&self, side: usize) -> Interval {
        battle_share((self.tally.wins[side] - self.tally.major[side]) as f64, self.tally.pairs)
    }
}

fn mirrors(cells: &[CellResult]) -> Vec<Mirror> {
    let mirror = |cell: Option<&CellResult>, tally: &Tally| Mirror {
        cell: cell.map(|c| c.number),
        name: cell.map(|c| c.entrants[0].name.clone()).unwrap_or_default(),
        policy: cell.map(|c| c.entrants[0].policy.clone()).unwrap_or_default(),
        seat: seat(tally),
        initiative: initiative(tally),
        battles: tally.battles(),
    };
    let cells: Vec<&CellResult> = cells.iter().filter(|c| c.is_mirror()).collect();
    let mut mirrors: Vec<Mirror> = cells.iter().map(|c| mirror(Some(c), &c.tally)).collect();
    if cells.len() > 1 {
        let mut all = Tally::new();
        cells.iter().for_each(|cell| all.merge(&cell.tally));
        mirrors.push(mirror(None, &all));
    }
    mirrors
}

/// Points of the player in seat 0, a draw counting half.
#[must_use]
pub fn seat(tally: &Tally) -> Interval {
    battle_share(tally.seat_wins[0] as f64 + tally.draws as f64 / 2.0, tally.pairs)
}

/// Points of the winner of the first initiative, a draw counting half; `None` in a game that has no initiative.
#[must_use]
pub fn initiative(tally: &Tally) -> Option<Interval> {
    tally.initiative().map(|_| battle_share(tally.initiative[0] as f64 + tally.draws as f64 / 2.0, tally.pairs))
}

/// Battles without a shot.
#[must_use]
pub fn no_contact(tally: &Tally) -> Interval {
    battle_share(tally.no_contact as f64, tally.pairs)
}

/// How the policies of a group did against each other, by name; nothing where all cells have one policy.
fn policies(study: &StudyResults, group: &str) -> Vec<PolicyStanding> {
    let policy = |c: &CellResult, i: usize| c.entrants[i].policy.clone();
    let cells: Vec<&CellResult> =
        study.cells.iter().filter(|c| c.group == group && policy(c, 0) != policy(c, 1)).collect();
    let mut names: Vec<String> = cells.iter().flat_map(|c| [policy(c, 0), policy(c, 1)]).collect();
    names.sort();
    names.dedup();
    let index = |name: &str| names.iter().position(|n| n == name).unwrap_or(0);
    let meetings: Vec<Meeting> = cells
        .iter()
        .map(|c| Meeting {
            a: index(&c.entrants[0].policy),
            b: index(&c.entrants[1].policy),
            pair_scores: c.tally.pair_scores,
        })
        .collect();
    let standings = standings(names.len(), &meetings);
    names
        .into_iter()
        .zip(standings)
        .map(|(policy, s)| PolicyStanding {
            group: group.to_owned(),
            policy,
            score: s.score,
            cells: s.cells,
            pairs: s.pairs,
        })
        .collect()
}
