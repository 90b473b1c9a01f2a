//! The one table for people, as words that page and terminal share: what each design is worth and what to charge.

use lanchester_analysis::Analysis;
use lanchester_analysis::advice::{AdviceRow, Worth};
use lanchester_stats::Interval;
use lanchester_stats::price::{FAIR_WITHIN, Verdict};

use crate::digits::{Marks, Rounded, grouped, percent_change, percent_change_judged, rounded, rounded_against};
use crate::validate::fleet;

/// A price beside the printed one: digits enough for the verdict, and no more.
#[must_use]
pub fn judged(price: &Interval, printed: f64, verdict: Option<Verdict>) -> Rounded {
    match verdict {
        Some(Verdict::Overpriced | Verdict::Underpriced) => rounded_against(price, &Marks::at(printed)),
        Some(Verdict::Fair) => {
            let within = Some(((1.0 - FAIR_WITHIN) * printed, (1.0 + FAIR_WITHIN) * printed));
            rounded_against(price, &Marks { apart: f64::NAN, within })
        }
        Some(Verdict::Inconclusive | Verdict::Bound | Verdict::DependsOnPolicy) | None => rounded(price),
    }
}

/// A ratio to the printed rating as a change in per cent, `+7 [+5, +10]`: digits enough for the verdict, and no more.
#[must_use]
pub fn change_judged(ratio: &Interval, verdict: Option<Verdict>) -> String {
    match verdict {
        Some(Verdict::Overpriced | Verdict::Underpriced | Verdict::Fair) => percent_change_judged(ratio, FAIR_WITHIN),
        Some(Verdict::Inconclusive | Verdict::Bound | Verdict::DependsOnPolicy) | None => percent_change(ratio),
    }
}

/// The verdicts on what duels and what fleets say: the advice goes by one of them.
#[must_use]
pub fn verdicts(row: &AdviceRow) -> [Option<Verdict>; 2] {
    let verdict = row.advice.verdict;
    if row.fleets.is_some() { [None, verdict] } else { [verdict, None] }
}

/// What to do, with every number as it stands in the columns beside it.
#[must_use]
pub fn advice_text(row: &AdviceRow) -> String {
    let beside = [row.duels, row.fleets].into_iter().zip(verdicts(row));
    let known: Vec<(Interval, Option<Verdict>)> = beside
        .filter_map(|(worth, verdict)| match worth? {
            Worth::Points(points) => Some((points, verdict)),
            Worth::Between(..) | Worth::AtLeast(_) | Worth::AtMost(_) => None,
        })
        .collect();
    let printed = f64::from(row.advice.printed);
    let text = row.advice.text(|points| {
        let verdict = known.iter().rev().find(|(other, _)| other == points).and_then(|(_, verdict)| *verdict);
        judged(points, printed, verdict).estimate
    });
    match &row.by_number {
        Some(ends) => format!("{text}; {}", by_number(ends)),
        None => text,
    }
}

/// `depends on the number: 252 alone, 200 in fleets of 12`.
#[must_use]
pub fn by_number(ends: &[(u32, Interval); 2]) -> String {
    let [few, many] = ends.map(|(ships, price)| format!("{} {}", rounded(&price).estimate, fleet(ships)));
    format!("depends on the number: {few}, {many}")
}

/// What to do where duels and fleets disagree, and when they are said to; nothing where they do not.
#[must_use]
pub fn disagreement(rows: &[AdviceRow]) -> Option<String> {
    let apart = rows.iter().filter(|row| row.advice.in_duels.is_some()).count();
    let designs = if apart == 1 { "1 design".to_owned() } else { format!("{apart} designs") };
    (apart > 0).then(|| {
        format!(
            "Duels and fleets disagree on {designs}: neither interval reaches the other, and the two are more than {:.0} % \
             apart. Charge the fleets' number where points buy fleets; the duels' number is for games of one ship a side.",
            100.0 * FAIR_WITHIN
        )
    })
}

/// The policies that the advice goes by.
#[must_use]
pub fn policies(analysis: &Analysis) -> Option<&[String; 2]> {
    let first = analysis.prices.first().map(|row| &row.policies);
    first.or_else(|| analysis.matrices.first().map(|matrix| &matrix.policies))
}

/// `1,000 battles`, or where there are prices `1,000 battles and 2,000 for prices`.
#[must_use]
pub fn battles(analysis: &Analysis) -> String {
    let cells = format!("{} battles", grouped(analysis.battles));
    match analysis.prices.iter().map(|row| row.battles).sum() {
        0 => cells,
        prices => format!("{cells} and {} for prices", grouped(prices)),
    }
}
