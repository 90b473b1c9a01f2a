//! What to charge, first of all that is printed.

use lanchester_analysis::Analysis;
use lanchester_analysis::advice::{AdviceRow, Worth, advice};
use lanchester_stats::price::Verdict;

use super::{COLUMNS, policy_pair};
use crate::charge;
use crate::columns::{Align, Screen, TextTable, Tone, clean, folded};
use crate::commanders::searched_range;
use crate::digits::{at_least, at_most, between, printed};

/// The table and what to do where duels and fleets disagree; empty where neither says what a design is worth.
#[must_use]
pub fn advice_table(analysis: &Analysis, screen: impl Into<Screen>) -> String {
    let rows = advice(analysis);
    if rows.is_empty() {
        return String::new();
    }
    let house = rows.iter().any(|row| row.house.is_some());
    let mut heads = vec![("Design", Align::Left), ("Printed", Align::Right)];
    heads.extend(house.then_some(("House", Align::Right)));
    heads.extend([("Duels", Align::Right), ("Fleets", Align::Right), ("Advice", Align::Left)]);
    let mut table = TextTable::new(&heads);
    for row in &rows {
        let (advice, verdict) = match charge::awaits_price(analysis, row) {
            true => (charge::NO_PRICE_YET.to_owned(), None),
            false => (charge::advice_text(row), row.advice.verdict),
        };
        let tone = match verdict {
            Some(Verdict::Overpriced | Verdict::Underpriced) => Tone::Bad,
            Some(Verdict::Fair) => Tone::Good,
            _ => Tone::Plain,
        };
        let numbers = numbers(analysis, row, house).into_iter().map(|text| (text, Tone::Plain));
        table.row(numbers.chain([(advice, tone)]));
    }
    let with = charge::policies(analysis).map(|policies| format!(" with {}", policy_pair(policies)));
    let mut text = format!("What to charge{}\n{}", with.unwrap_or_default(), table.within(COLUMNS).render(screen));
    if let Some(disagree) = charge::disagreement(&rows) {
        folded(&disagree, COLUMNS).iter().for_each(|line| text.push_str(&format!("{line}\n")));
    }
    text
}

/// Name, printed, house rating, duels, fleets.
fn numbers(analysis: &Analysis, row: &AdviceRow, house: bool) -> Vec<String> {
    let worth = |(worth, verdict): (Option<Worth>, _)| match worth {
        Some(Worth::Points(points)) => charge::charged(&points, row.advice.printed, verdict),
        Some(Worth::Between(low, high)) => between(low, high),
        Some(Worth::AtLeast(bound)) => at_least(bound),
        Some(Worth::AtMost(bound)) => at_most(bound),
        None => "–".to_owned(),
    };
    let mut cells = vec![clean(&row.name), printed(row.advice.printed)];
    cells.extend(house.then(|| row.house.map_or_else(|| "–".to_owned(), |points| format!("{points:.0}"))));
    let [of_duels, of_fleets] = charge::verdicts(row);
    cells.push(worth((row.duels, of_duels)));
    cells.push(searched_range(analysis, row).unwrap_or_else(|| worth((row.fleets, of_fleets))));
    cells
}
