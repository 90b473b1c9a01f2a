//! The one table for people, as words that page and terminal share: what each design is worth and what to charge.

use std::collections::BTreeSet;

use lanchester_analysis::Analysis;
use lanchester_analysis::advice::{AdviceRow, Worth};
use lanchester_analysis::robust::Varied;
use lanchester_stats::Interval;
use lanchester_stats::price::{FAIR_WITHIN, Verdict};

use crate::columns::clean;
use crate::digits::{Marks, Rounded, grouped, percent_change, percent_change_judged, rounded, rounded_against, whole};
use crate::validate::fleet;

/// A price beside the printed one: digits enough for the verdict, and no more.
#[must_use]
pub fn judged(price: &Interval, printed: Option<u32>, verdict: Option<Verdict>) -> Rounded {
    let Some(printed) = printed.map(f64::from) else { return rounded(price) };
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

/// What is said of a design whose price an interrupted run has not found: duels alone have another verdict, often the opposite one.
pub const NO_PRICE_YET: &str = "no price yet";

/// Whether a price was asked for that an interrupted run has not found.
#[must_use]
pub fn awaits_price(analysis: &Analysis, row: &AdviceRow) -> bool {
    let asked = || analysis.options.keys().any(|key| key.starts_with("prices."));
    row.fleets.is_none() && analysis.partial().is_some() && asked()
}

/// The verdicts on what duels and what fleets say: the advice goes by one of them.
#[must_use]
pub fn verdicts(row: &AdviceRow) -> [Option<Verdict>; 2] {
    let verdict = row.advice.verdict;
    if row.fleets.is_some() { [None, verdict] } else { [verdict, None] }
}

/// A price alone, in whole points, as they are charged: with digits where whole points would contradict the verdict.
#[must_use]
pub fn charged(price: &Interval, printed: Option<u32>, verdict: Option<Verdict>) -> String {
    let whole = whole(price);
    let off = matches!(verdict, Some(Verdict::Overpriced | Verdict::Underpriced));
    if off && printed.is_some_and(|printed| whole == printed.to_string()) {
        judged(price, printed, verdict).estimate
    } else {
        whole
    }
}

/// What to do, in whole points.
#[must_use]
pub fn advice_text(row: &AdviceRow) -> String {
    let beside = [row.duels, row.fleets].into_iter().zip(verdicts(row));
    let known: Vec<(Interval, Option<Verdict>)> = beside
        .filter_map(|(worth, verdict)| match worth? {
            Worth::Points(points) => Some((points, verdict)),
            Worth::Between(..) | Worth::AtLeast(_) | Worth::AtMost(_) => None,
        })
        .collect();
    let text = row.advice.text(|points| {
        let verdict = known.iter().rev().find(|(other, _)| other == points).and_then(|(_, verdict)| *verdict);
        charged(points, row.advice.printed, verdict)
    });
    match &row.by_number {
        Some(ends) => format!("{text}; {}", by_number(ends)),
        None => text,
    }
}

/// `depends on the number: 252 alone, 200 in fleets of 12`.
#[must_use]
pub fn by_number(ends: &[(u32, Interval); 2]) -> String {
    let [few, many] = ends.map(|(ships, price)| format!("{} {}", whole(&price), fleet(ships)));
    format!("depends on the number: {few}, {many}")
}

/// Designs that are named in a sentence, at most.
const MOST_NAMES: usize = 8;

/// What to do where duels and fleets disagree, and when they are said to; nothing where they do not.
#[must_use]
pub fn disagreement(rows: &[AdviceRow]) -> Option<String> {
    let apart: Vec<&AdviceRow> = rows.iter().filter(|row| row.advice.in_duels.is_some()).collect();
    let designs = if apart.len() == 1 { "1 design".to_owned() } else { format!("{} designs", apart.len()) };
    (!apart.is_empty()).then(|| {
        format!(
            "Duels and fleets disagree on {designs}: neither interval or bound reaches the other, and the two are more than \
             {:.0} % apart or on different sides of the printed rating.{} Charge the fleets' number where points buy fleets; \
             the duels' number is for games of one ship a side.",
            100.0 * FAIR_WITHIN,
            opposed(&apart)
        )
    })
}

/// Of which designs duels say one thing of the printed rating and fleets the other, with a space before it.
fn opposed(rows: &[&AdviceRow]) -> String {
    let named = |fleets: Verdict, high: &str, low: &str| {
        let of = rows.iter().filter(|row| row.advice.verdict == Some(fleets) && row.advice.opposed());
        let all: Vec<String> = of.map(|row| clean(&row.name)).collect();
        let more = all.len().saturating_sub(MOST_NAMES);
        let mut list = all.iter().take(MOST_NAMES).cloned().collect::<Vec<_>>().join(", ");
        if more > 0 {
            list.push_str(&format!(" and {more} more"));
        }
        (!all.is_empty()).then(|| format!(" {list}: {high} in fleets, {low} in duels."))
    };
    let under = named(Verdict::Underpriced, "underpriced", "not worth more than printed");
    let over = named(Verdict::Overpriced, "overpriced", "not worth less than printed");
    [under, over].into_iter().flatten().collect()
}

/// The policies that the advice goes by.
#[must_use]
pub fn policies(analysis: &Analysis) -> Option<&[String; 2]> {
    let first = analysis.prices.first().map(|row| &row.policies);
    first.or_else(|| analysis.matrices.first().map(|matrix| &matrix.policies))
}

/// What was played: `1,000 battles`, with prices `1,000 battles, 2,000 for prices`, and where prices are all there is `2,000 battles
/// for prices`. Prices by size are prices too.
#[must_use]
pub fn battles(analysis: &Analysis) -> String {
    let own = analysis.prices.iter().map(|row| row.battles);
    let sizes = analysis.prices_by_size.iter().flat_map(|of| &of.prices).map(|price| price.battles);
    match (analysis.battles, own.chain(sizes).sum()) {
        (cells, 0) => format!("{} battles", grouped(cells)),
        (0, prices) => format!("{} battles for prices", grouped(prices)),
        (cells, prices) => format!("{} battles, {} for prices", grouped(cells), grouped(prices)),
    }
}

/// Battles of prices under other readings, settings and commanders, which may come from an earlier run; nothing without those.
#[must_use]
pub fn other_battles(analysis: &Analysis) -> Option<String> {
    // The first are the study's own options: its own prices.
    let readings = analysis.readings.iter().skip(1).flat_map(|under| &under.rows).map(|row| row.price.battles);
    let settings = analysis.robust.iter().filter(|row| row.varied != Varied::Nothing).map(|row| row.price.battles);
    let commanders = analysis.commanders.iter().map(|row| row.battles);
    let all = [("readings", readings.sum()), ("settings", settings.sum()), ("commanders", commanders.sum::<u64>())];
    let (names, battles): (Vec<&str>, Vec<u64>) = all.into_iter().filter(|(_, battles)| *battles > 0).unzip();
    let sum = grouped(battles.iter().sum());
    (!names.is_empty()).then(|| format!("{sum} for prices under other {}", names.join(" and ")))
}

/// The designs that fought or were priced.
#[must_use]
pub fn designs(analysis: &Analysis) -> usize {
    let fought = analysis.designs.iter().map(|design| design.id.as_str());
    let priced = analysis.prices.iter().map(|row| row.design.as_str());
    fought.chain(priced).collect::<BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use lanchester_analysis::advice::{Evidence, advise};

    use super::*;
    use crate::html::sections::tests::blank;

    fn row(name: &str, printed: u32, duels: (Worth, Verdict), fleets: (f64, Verdict)) -> AdviceRow {
        let give = |x: f64| Worth::Points(Interval { estimate: x, low: 0.98 * x, high: 1.02 * x });
        let says = |worth, verdict| Evidence { headline: Some((worth, Some(verdict))), ..Evidence::default() };
        AdviceRow {
            under_search: None,
            by_number: None,
            design: name.to_lowercase(),
            name: name.to_owned(),
            house: None,
            duels: Some(duels.0),
            fleets: Some(give(fleets.0)),
            advice: advise(Some(printed), &says(duels.0, duels.1), &says(give(fleets.0), fleets.1)),
        }
    }

    #[test]
    fn designs_that_duels_and_fleets_judge_otherwise_are_named() {
        let rows = [
            row("ORRERY", 539, (Worth::AtLeast(669.0), Verdict::Underpriced), (560.0, Verdict::Underpriced)),
            row("SCREE", 44, (Worth::AtMost(44.0), Verdict::Bound), (46.0, Verdict::Underpriced)),
            row("MIDGE", 44, (Worth::AtMost(44.0), Verdict::Bound), (37.6, Verdict::Overpriced)),
            row("BUNYAN", 510, (Worth::AtLeast(510.0), Verdict::Bound), (320.0, Verdict::Overpriced)),
        ];
        assert_eq!(
            disagreement(&rows).expect("three of them"),
            "Duels and fleets disagree on 3 designs: neither interval or bound reaches the other, and the two are more than 5 % \
             apart or on different sides of the printed rating. SCREE: underpriced in fleets, not worth more than printed in \
             duels. BUNYAN: overpriced in fleets, not worth less than printed in duels. Charge the fleets' number where points buy \
             fleets; the duels' number is for games of one ship a side."
        );
        assert_eq!(disagreement(&rows[2..3]), None);
        assert_eq!(advice_text(&rows[0]), "charge 560 in fleets; at least 669 in duels; 539 is too low");
    }

    #[test]
    fn a_price_is_awaited_where_it_was_asked_for_and_the_run_ended_before_it() {
        let priced = row("ORRERY", 539, (Worth::AtLeast(669.0), Verdict::Underpriced), (560.0, Verdict::Underpriced));
        let open = AdviceRow { fleets: None, ..priced.clone() };
        let awaits = |options: &[&str], row: &AdviceRow| {
            let options = options.iter().map(|key| ((*key).to_owned(), String::new())).collect();
            awaits_price(&Analysis { options, ..blank() }, row)
        };
        assert!(awaits(&["partial", "prices.turn_cap"], &open));
        assert!(!awaits(&["partial", "prices.turn_cap"], &priced));
        assert!(!awaits(&["partial", "prices"], &open), "--no-prices");
        assert!(!awaits(&["prices.turn_cap"], &open));
    }

    #[test]
    fn a_charge_is_in_whole_points_unless_they_contradict_the_verdict() {
        let price = Interval { estimate: 100.4, low: 100.1, high: 100.7 };
        assert_eq!(charged(&price, Some(100), Some(Verdict::Underpriced)), "100.40");
        assert_eq!(charged(&price, Some(98), Some(Verdict::Underpriced)), "100");
        assert_eq!(charged(&price, Some(100), None), "100");
    }
}
