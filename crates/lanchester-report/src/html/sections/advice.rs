//! The one table for people: what each design is printed at, what it is worth, and what to charge.

use lanchester_analysis::Analysis;
use lanchester_analysis::advice::{AdviceRow, Worth, advice};
use lanchester_analysis::robust::PriceRange;
use lanchester_stats::price::Verdict;
use maud::html;

use super::Section;
use crate::charge;
use crate::commanders::{searched_range, survival_text};
use crate::digits;
use crate::html::grid::{Cell, Col, cards};
use crate::html::say;
use crate::robust::range_text;

/// The section; none where neither duels nor fleets say what a design is worth.
pub fn section(analysis: &Analysis) -> Option<Section> {
    let rows = advice(analysis);
    if rows.is_empty() {
        return None;
    }
    let house = rows.iter().any(|row| row.house.is_some());
    let mut heads = vec![("Design", Col::Words), ("Printed", Col::Numbers)];
    heads.extend(house.then_some(("House rating", Col::Numbers)));
    heads.extend([("Duels", Col::Numbers), ("Fleets", Col::Numbers)]);
    let robust = &analysis.robust;
    heads.extend((!robust.is_empty()).then_some(("From – to", Col::Numbers)));
    let asked = rows.iter().any(|row| row.under_search.is_some());
    heads.push(("Advice", Col::Words));
    heads.extend(asked.then_some(("Under a search", Col::Words)));
    let policies = charge::policies(analysis).map(say::policy_pair);
    let body = html! {
        @if let Some(policies) = policies { h3 { "With " (policies) } }
        (cards(&heads, rows.iter().map(|row| line(analysis, row, house, asked)).collect()))
        @if !robust.is_empty() { p.note { "From – to: the fleets' price over other policies, budgets, boards and readings, each varied alone." } }
        @if rows.iter().any(|row| searched_range(analysis, row).is_some()) {
            p.note { "A range in the column Fleets: from the price under these policies to that under a search, which differ by more than chance explains." }
        }
        @if asked {
            p.note {
                "Under a search: whether what is said of the printed rating holds where a search has both sides, with the errors of both \
                 prices. Where another verdict stands there, it hangs on who commands. –: no one price that says something certain."
            }
        }
        @if let Some(disagree) = charge::disagreement(&rows) { p.note { (disagree) } }
    };
    Some(Section {
        id: "advice",
        title: "What to charge",
        how: "Duels: the rating that duels imply. Fleets: the points at which fleets of the design have an even fight. The advice \
              goes by fleets where they were fought.",
        body,
    })
}

fn line(analysis: &Analysis, row: &AdviceRow, house: bool, asked: bool) -> Vec<Cell> {
    let robust = &analysis.robust;
    let advice = &row.advice;
    let class = match advice.verdict {
        Some(Verdict::Overpriced) => "over-text",
        Some(Verdict::Underpriced) => "under-text",
        _ => "plain",
    };
    // Each number beside the printed one, with digits enough for the verdict that the advice is made of.
    let worth = |worth: Option<Worth>, verdict| match worth {
        Some(Worth::Points(points)) => say::judged(&points, advice.printed, verdict),
        Some(Worth::Between(low, high)) => digits::between(low, high),
        Some(Worth::AtLeast(bound)) => digits::at_least(bound),
        Some(Worth::AtMost(bound)) => digits::at_most(bound),
        None => "–".to_owned(),
    };
    let [of_duels, of_fleets] = charge::verdicts(row);
    let mut cells: Vec<Cell> = vec![say::name(&row.name).into(), digits::printed(advice.printed).into()];
    cells.extend(house.then(|| row.house.map_or("–".to_owned(), |points| format!("{points:.0}")).into()));
    let fleets = searched_range(analysis, row).unwrap_or_else(|| worth(row.fleets, of_fleets));
    cells.extend([worth(row.duels, of_duels).into(), fleets.into()]);
    if !robust.is_empty() {
        let range = PriceRange::of(robust, &row.design);
        cells.push(range.as_ref().map_or_else(|| "–".to_owned(), range_text).into());
    }
    cells.push(Cell::of(class, charge::advice_text(row)));
    cells.extend(asked.then(|| survival_text(row).unwrap_or("–").into()));
    cells
}
