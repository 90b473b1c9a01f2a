//! What seat and initiative are worth, and battles that were never decided.

use lanchester_analysis::Analysis;
use lanchester_analysis::analysis::CellSummary;
use maud::html;

use super::Section;
use crate::digits::grouped;
use crate::html::grid::{Cell, Col, table};
use crate::html::say;
use crate::validate::seat_has_initiative;

/// Mirror matches listed at most; the line for all together is always there.
const MIRRORS: usize = 40;
/// Cells listed of those that the turn limit ended most often.
const WORST: usize = 10;

/// The section; none without battles.
pub fn section(analysis: &Analysis) -> Option<Section> {
    if analysis.cells.is_empty() {
        return None;
    }
    // Seat 0 may have the initiative by the rules, and a game may have none: then there is no column of its own.
    let same = seat_has_initiative(analysis);
    let initiative = !same && analysis.mirrors.iter().any(|mirror| mirror.initiative.is_some());
    let seat = if same { "Seat 0, with the initiative, scores %" } else { "Seat 0 scores %" };
    let mut heads = vec![("Both sides", Col::Words), ("Policy", Col::Words), (seat, Col::Numbers)];
    heads.extend(initiative.then_some(("First initiative scores %", Col::Numbers)));
    heads.push(("Battles", Col::Numbers));
    let all = analysis.mirrors.iter().filter(|m| m.cell.is_none());
    let each = analysis.mirrors.iter().filter(|m| m.cell.is_some());
    let left_out = each.clone().count().saturating_sub(MIRRORS);
    let mirrors: Vec<_> = all
        .chain(each.take(MIRRORS))
        .map(|m| {
            let mut row: Vec<Cell> = vec![
                if m.cell.is_none() { "All together".to_owned() } else { say::name(&m.name) }.into(),
                say::name(&m.policy).into(),
                say::score(&m.seat).into(),
            ];
            row.extend(initiative.then(|| m.initiative.as_ref().map(say::score).unwrap_or_default().into()));
            row.push(grouped(m.battles).into());
            row
        })
        .collect();
    let body = html! {
        @if mirrors.is_empty() { p.note { "No mirror matches were played, so what seat and initiative are worth was not measured." } }
        (table(&heads, mirrors))
        @if left_out > 0 { p.note { (left_out) " more mirror matches stand in " code { "cells.parquet" } "." } }
        h3 { "Battles left undecided" }
        @if analysis.battles == 0 { p.note { "No battle was played but those that prices are made of." } }
        @else { p { "The turn limit ended " strong { (say::percent(&analysis.capped)) } " of all battles; in "
            strong { (say::percent(&analysis.no_contact)) } " there was not a shot." } }
        @if let Some(major) = &analysis.major { p { "The winner had a major victory, by the game's own measure, in "
            strong { (say::percent(major)) } " of all battles." } }
        (capped(&analysis.cells))
    };
    Some(Section {
        id: "sides",
        title: "Sides, initiative and the turn limit",
        how: "Where both sides are the same ships under the same policy, 50 % is even and anything else is worth what the \
              seat or the first initiative throw is worth.",
        body,
    })
}

fn capped(cells: &[CellSummary]) -> maud::Markup {
    let mut worst: Vec<&CellSummary> = cells.iter().filter(|c| c.tally.capped > 0).collect();
    worst.sort_by(|a, b| b.capped.estimate.total_cmp(&a.capped.estimate));
    worst.truncate(WORST);
    let heads = [
        ("A", Col::Words),
        ("B", Col::Words),
        ("Policies", Col::Words),
        ("Turn limit %", Col::Numbers),
        ("Draws %", Col::Numbers),
        ("A scores %", Col::Numbers),
    ];
    let rows = worst.iter().map(|c| {
        vec![
            say::name(&c.entrants[0].name).into(),
            say::name(&c.entrants[1].name).into(),
            say::policies_of(&c.entrants).into(),
            say::share(&c.capped).into(),
            say::share(&c.draws).into(),
            say::score(&c.score).into(),
        ]
    });
    table(&heads, rows.collect())
}
