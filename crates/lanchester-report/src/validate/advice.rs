//! What to charge, first of all that is printed.

use lanchester_analysis::Analysis;
use lanchester_analysis::advice::{AdviceRow, Worth, advice};
use lanchester_stats::price::Verdict;

use super::{COLUMNS, folded, policy_pair};
use crate::charge;
use crate::columns::{Align, Screen, TextTable, Tone, clean};
use crate::digits::{at_least, at_most, between};

/// Fewest columns for the advice.
const LEAST: usize = 24;

/// The table and what to do where duels and fleets disagree; empty where neither says what a design is worth.
#[must_use]
pub fn advice_table(analysis: &Analysis, color: impl Into<Screen>) -> String {
    let color = color.into();
    let rows = advice(analysis);
    if rows.is_empty() {
        return String::new();
    }
    let house = rows.iter().any(|row| row.house.is_some());
    let mut heads = vec![("Design", Align::Left), ("Printed", Align::Right)];
    heads.extend(house.then_some(("House", Align::Right)));
    heads.extend([("Duels", Align::Right), ("Fleets", Align::Right)]);
    let numbers: Vec<Vec<String>> = rows.iter().map(|row| numbers(row, house)).collect();
    let width = |column: usize| {
        let cells = numbers.iter().map(|row| row[column].chars().count());
        cells.chain([heads[column].0.chars().count()]).max().unwrap_or(0) + 2
    };
    let left = COLUMNS.saturating_sub((0..heads.len()).map(width).sum()).max(LEAST);
    heads.push(("Advice", Align::Left));
    let mut table = TextTable::new(&heads);
    for (row, numbers) in rows.iter().zip(numbers) {
        let tone = match row.advice.verdict {
            Some(Verdict::Overpriced | Verdict::Underpriced) => Tone::Bad,
            Some(Verdict::Fair) => Tone::Good,
            _ => Tone::Plain,
        };
        let blank = vec![String::new(); numbers.len()];
        let mut numbers = Some(numbers);
        for line in folded(&charge::advice_text(row), left) {
            let cells = numbers.take().unwrap_or_else(|| blank.clone()).into_iter().map(|text| (text, Tone::Plain));
            table.row(cells.chain([(line, tone)]));
        }
    }
    let with = charge::policies(analysis).map(|policies| format!(" with {}", policy_pair(policies)));
    let mut text = format!("What to charge{}\n{}", with.unwrap_or_default(), table.render(color));
    if let Some(disagree) = charge::disagreement(&rows) {
        folded(&disagree, COLUMNS).iter().for_each(|line| text.push_str(&format!("{line}\n")));
    }
    text
}

/// Name, printed, house rating, duels, fleets.
fn numbers(row: &AdviceRow, house: bool) -> Vec<String> {
    let worth = |(worth, verdict): (Option<Worth>, _)| match worth {
        Some(Worth::Points(points)) => charge::charged(&points, row.advice.printed, verdict),
        Some(Worth::Between(low, high)) => between(low, high),
        Some(Worth::AtLeast(bound)) => at_least(bound),
        Some(Worth::AtMost(bound)) => at_most(bound),
        None => "–".to_owned(),
    };
    let mut cells = vec![clean(&row.name), row.advice.printed.to_string()];
    cells.extend(house.then(|| row.house.map_or_else(|| "–".to_owned(), |points| format!("{points:.0}"))));
    cells.extend([row.duels, row.fleets].into_iter().zip(charge::verdicts(row)).map(worth));
    cells
}
