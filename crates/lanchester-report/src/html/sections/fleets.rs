//! Fleet actions: who won them, and whether ratings may be added up.

use lanchester_analysis::Analysis;
use lanchester_analysis::analysis::{CellSummary, FleetLaw};
use maud::{Markup, html};

use super::{Section, calibration};
use crate::actions::counted as counted_actions;
use crate::html::grid::{Col, table};
use crate::html::say;

/// Rows that the table has at most.
const ROWS: usize = 60;

/// The section; none without fleet actions.
pub fn section(analysis: &Analysis) -> Option<Section> {
    actions(analysis, true)
}

/// Without the laws that are fitted to them; none without fleet actions.
pub fn counted(analysis: &Analysis) -> Option<Section> {
    actions(analysis, false)
}

fn actions(analysis: &Analysis, judge: bool) -> Option<Section> {
    let mut actions: Vec<&CellSummary> = analysis.cells.iter().filter(|c| !c.duel && !c.mirror).collect();
    if actions.is_empty() && (analysis.fleet_laws.is_empty() || !judge) {
        return None;
    }
    let (found, all) = (actions.len(), counted_actions(&actions, "action", "actions"));
    if found > ROWS {
        let off = |c: &CellSummary| (c.score.estimate - 0.5).abs();
        actions.sort_by(|a, b| off(b).total_cmp(&off(a)));
        actions.truncate(ROWS);
    }
    let body = html! {
        @for law in analysis.fleet_laws.iter().filter(|_| judge) { (exponent(law, &analysis.cells)) }
        (rows(&actions))
        @if found > ROWS {
            p.note { "The " (ROWS) " least even of " (all) "; all stand in " code { "cells.parquet" } "." }
        }
        @for law in analysis.fleet_laws.iter().filter(|_| judge) {
            @if let Some(c) = &law.calibration {
                details { summary { "Do sums of ratings predict? With " (say::policy_pair(&law.policies)) } (calibration::summary(c, calibration::reach_of_actions(analysis))) }
            }
        }
    };
    Some(Section {
        id: "fleets",
        title: "Fleet actions",
        how: "Fleets whose points are about equal should score about 50 %. The exponent p says how ratings add up to a \
              fleet's worth, Σ ratingᵖ: at 1 a fleet is worth the sum of its ships.",
        body,
    })
}

/// The actions that a law is fitted to. Under a mixture several cells make one.
fn fitted(law: &FleetLaw, cells: &[CellSummary]) -> String {
    let [a, b] = &law.policies;
    let under = |cell: &&CellSummary| {
        let [p, q] = cell.entrants.each_ref().map(|entrant| &entrant.policy);
        !cell.duel && !cell.mirror && ([p, q] == [a, b] || [p, q] == [b, a])
    };
    let actions: Vec<&CellSummary> = cells.iter().filter(under).collect();
    let all = say::counted(law.actions, "action", "actions");
    if actions.len() == law.actions { counted_actions(&actions, "action", "actions") } else { all }
}

fn exponent(law: &FleetLaw, cells: &[CellSummary]) -> Markup {
    let policy_pair = say::policy_pair(&law.policies);
    let actions = fitted(law, cells);
    html! {
        p { @match (&law.exponent, &law.no_exponent) {
            (Some(p), _) => {
                "With " (policy_pair) ", over " (actions) ": p = " strong { (say::against(p, 1.0)) } ". "
                @if p.contains(1.0) { "Ratings add up, as far as this can tell." }
                @else if p.estimate < 1.0 { "Numbers beat quality: at equal points the many small ships win." }
                @else { "Quality beats numbers: at equal points the few great ships win." }
            }
            (None, Some(why)) => { "With " (policy_pair) ", over " (actions) ", no exponent can be given: " (say::name(why)) "." }
            (None, None) => { "With " (policy_pair) ", over " (actions) ", no exponent was fitted." }
        } }
    }
}

fn rows(actions: &[&CellSummary]) -> Markup {
    let heads = [
        ("A", Col::Words),
        ("B", Col::Words),
        ("Policies", Col::Words),
        ("Points", Col::Numbers),
        ("A scores %", Col::Numbers),
        ("Draws %", Col::Numbers),
        ("Turn limit %", Col::Numbers),
        ("Turns", Col::Numbers),
    ];
    let graded = actions.iter().any(|c| c.tally.major != [0, 0]);
    let heads: Vec<_> =
        heads.into_iter().chain(graded.then_some(("Major victory of A, of B %", Col::Numbers))).collect();
    let lines = actions.iter().map(|c| {
        let mut line = vec![
            say::name(&c.entrants[0].name).into(),
            say::name(&c.entrants[1].name).into(),
            say::policies_of(&c.entrants).into(),
            format!("{} : {}", c.entrants[0].rating, c.entrants[1].rating).into(),
            say::score(&c.score).into(),
            say::share(&c.draws).into(),
            say::share(&c.capped).into(),
            // The tally keeps no squares of turns, hence no interval: whole turns only.
            format!("{:.0}", c.turns_mean).into(),
        ];
        line.extend(graded.then(|| c.major.each_ref().map(say::share).join(", ").into()));
        line
    });
    table(&heads, lines.collect())
}
