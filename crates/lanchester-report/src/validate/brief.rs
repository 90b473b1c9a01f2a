//! The answer of a study that judges designs, in one table; all tables are in [`super::validate`].

use lanchester_analysis::Analysis;
use lanchester_analysis::advice::{AdviceRow, Worth, advice};
use lanchester_analysis::parity::ParityRow;
use lanchester_stats::price::Verdict;

use super::{headline, plain, policy_pair, price_verdict, rating_verdict};
use crate::columns::{Align, Screen, TextTable, Tone, clean};
use crate::commanders::{commanders_sentence, searched_range};
use crate::digits::{at_least, at_most, between, bracketed, percent_change, printed};
use crate::robust::{range_of, range_text, ranges};
use crate::{charge, exploited};

/// Designs that are named as furthest off.
const FURTHEST: usize = 3;

/// What each design is worth, which three are furthest off, and how far the policies can be beaten: sentences and one table, each
/// sentence a line. Nothing where the study judges no design, or asks for more than one table answers (policies, readings, numbers
/// of ships, ranges): all tables are the answer then. It is written for `screen`.
#[must_use]
pub fn brief(analysis: &Analysis, screen: impl Into<Screen>) -> Option<Brief> {
    let rows = advice(analysis);
    let several = analysis.prices.iter().any(|row| row.policies != analysis.prices[0].policies)
        || analysis.matrices.len() > 1
        || !(analysis.prices_by_size.is_empty() && analysis.readings.is_empty() && analysis.policies.is_empty());
    if rows.is_empty() || several {
        return None;
    }
    let with = charge::policies(analysis).map(|pair| format!(", {}", policy_pair(pair))).unwrap_or_default();
    let head = format!("{}{with}: {}, seed {}.", clean(&analysis.name), charge::battles(analysis), analysis.seed);
    let mut after: Vec<String> = furthest(analysis).into_iter().collect();
    after.extend(disagreement(&rows));
    after.extend(commanders_sentence(&analysis.commanders, &rows).filter(|_| analysis.partial().is_none()));
    let limits = exploited::short(analysis);
    Some(Brief { head, table: table(analysis, &rows).render(screen), after, limits })
}

/// See [`brief`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brief {
    /// What was played.
    pub head: String,
    /// What each design is worth, with a line break at its end.
    pub table: String,
    /// Which designs are furthest off, and on how many duels and fleets disagree.
    pub after: Vec<String>,
    /// What limits the answer.
    pub limits: Vec<String>,
}

/// Of 80 columns at most with names of 13.
fn table(analysis: &Analysis, rows: &[AdviceRow]) -> TextTable {
    let fleets = rows.iter().any(|row| row.fleets.is_some());
    let duels = rows.iter().any(|row| row.duels.is_some());
    let mut heads = vec![("Design", Align::Left), ("Printed", Align::Right)];
    heads.extend(duels.then_some(("In duels", Align::Right)));
    heads.extend(fleets.then_some(("In fleets", Align::Right)));
    let ranges = !ranges(analysis).is_empty();
    heads.extend(ranges.then_some(("From – to", Align::Right)));
    heads.extend([("Off by %", Align::Right), ("Verdict", Align::Left)]);
    let mut table = TextTable::new(&heads);
    for row in rows {
        let mut cells = vec![plain(&row.name), plain(&printed(row.advice.printed))];
        let [of_duels, of_fleets] = charge::verdicts(row);
        // The price that the verdict goes by has its interval.
        cells.extend(duels.then(|| plain(&said(row.duels, row.advice.printed, of_duels, !fleets))));
        cells.extend(fleets.then(|| {
            let searched = searched_range(analysis, row);
            plain(&searched.unwrap_or_else(|| said(row.fleets, row.advice.printed, of_fleets, true)))
        }));
        cells.extend(ranges.then(|| plain(&range(analysis, row))));
        cells.extend(judgement(analysis, row, fleets));
        table.row(cells);
    }
    table
}

/// A price, in whole points or with its interval.
fn said(worth: Option<Worth>, printed: Option<u32>, verdict: Option<Verdict>, interval: bool) -> String {
    match worth {
        Some(Worth::Points(points)) if interval => bracketed(&charge::judged(&points, printed, verdict)),
        Some(Worth::Points(points)) => charge::charged(&points, printed, verdict),
        Some(Worth::Between(low, high)) => between(low, high),
        Some(Worth::AtLeast(bound)) => at_least(bound),
        Some(Worth::AtMost(bound)) => at_most(bound),
        None => "–".to_owned(),
    }
}

/// From where to where its price moves under other settings.
fn range(analysis: &Analysis, row: &AdviceRow) -> String {
    let price = headline(analysis).find(|price| price.design == row.design);
    price.and_then(|price| range_of(ranges(analysis), price)).as_ref().map(range_text).unwrap_or_default()
}

/// How far the printed rating is off, and what is said of it: by fleets, or where none were fought by duels, which is said where others
/// have fleets.
fn judgement(analysis: &Analysis, row: &AdviceRow, beside_fleets: bool) -> [(String, Tone); 2] {
    if let Some(price) = headline(analysis).find(|price| price.design == row.design && row.fleets.is_some()) {
        return [plain(&off(price)), price_verdict(price)];
    }
    if charge::awaits_price(analysis, row) {
        return [plain(""), plain(charge::NO_PRICE_YET)];
    }
    let rating = analysis.matrices.first().and_then(|m| m.ratings.iter().find(|rating| rating.design == row.design));
    let change = rating.and_then(|rating| rating.residual).map(|residual| estimate(&percent_change(&residual)));
    let (verdict, tone) = rating.map_or_else(|| plain(""), rating_verdict);
    let from = if beside_fleets && !verdict.is_empty() { " in duels" } else { "" };
    [plain(&change.unwrap_or_default()), (format!("{verdict}{from}"), tone)]
}

/// The change of a price to the printed rating in per cent, without its interval, which the price has.
fn off(price: &ParityRow) -> String {
    price.multiplier().map(|times| estimate(&charge::change_judged(&times, price.verdict))).unwrap_or_default()
}

/// `+30.3` of `+30.3 [+27.1, +33.8]`.
fn estimate(with_interval: &str) -> String {
    with_interval.split(" [").next().unwrap_or_default().to_owned()
}

/// The designs whose printed ratings are off in fleets by most per cent, among those whose verdicts say that they are.
fn furthest(analysis: &Analysis) -> Option<String> {
    let wrong = |row: &&ParityRow| matches!(row.verdict, Some(Verdict::Overpriced | Verdict::Underpriced));
    let mut off_by: Vec<(&ParityRow, f64)> = headline(analysis)
        .filter(wrong)
        .filter_map(|row| Some((row, (row.multiplier()?.estimate - 1.0).abs())))
        .collect();
    off_by.sort_by(|one, other| other.1.total_cmp(&one.1));
    let named: Vec<String> =
        off_by.iter().take(FURTHEST).map(|(row, _)| format!("{} ({} %)", clean(&row.name), off(row))).collect();
    (!named.is_empty()).then(|| format!("Furthest off in fleets: {}.", named.join(", ")))
}

fn disagreement(rows: &[AdviceRow]) -> Option<String> {
    let apart = rows.iter().filter(|row| row.advice.in_duels.is_some()).count();
    let designs = if apart == 1 { "1 design".to_owned() } else { format!("{apart} designs") };
    (apart > 0)
        .then(|| format!("Duels and fleets disagree on {designs}: charge the fleets' number where points buy fleets."))
}
