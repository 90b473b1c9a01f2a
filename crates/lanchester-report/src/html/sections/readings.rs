//! What each reading of the rules does to the prices: before, after, and the difference with its own interval.

use lanchester_analysis::Analysis;
use lanchester_analysis::readings::PricesUnder;
use lanchester_stats::price::FALSE_DISCOVERY_RATE;
use maud::{Markup, html};

use super::Section;
use crate::digits;
use crate::html::charts::{Row, Scale, Span, whiskers};
use crate::html::grid::{Cell, Col, cards};
use crate::html::say;
use crate::readings::{Moved, other_verdicts, price, sentence};

/// The section; none where the study has no readings.
pub fn section(analysis: &Analysis) -> Option<Section> {
    let (first, others) = analysis.readings.split_first()?;
    if others.is_empty() {
        return None;
    }
    let policies = first.rows.first().map(|row| say::policy_pair(&row.price.policies)).unwrap_or_default();
    let body = html! {
        p { "With " (policies) }
        @for under in others {
            h3 { (say::name(&under.reading)) }
            (reading(first, under))
        }
        p.note {
            (format!("A price moves significantly at a false discovery rate of {:.0} % among the designs of a reading. Change: of the price before.",
                100.0 * FALSE_DISCOVERY_RATE))
        }
    };
    Some(Section {
        id: "readings",
        title: "What each reading of the rules does",
        how: "Before: the price under the study's own options. After: under the reading. The difference is measured in the same \
              matchups with the same dice, so its interval is narrower than those of the two prices.",
        body,
    })
}

fn reading(first: &PricesUnder, under: &PricesUnder) -> Markup {
    let mut rows = Moved::all(first, under);
    let change = |row: &Moved| row.ratio().map_or(1.0, |ratio| ratio.estimate);
    // The most raised first; the order of the study decides ties.
    rows.sort_by(|a, b| change(b).total_cmp(&change(a)));
    let chart: Vec<Row> = rows.iter().filter_map(drawn).collect();
    let heads = [
        ("Design", Col::Words),
        ("Printed", Col::Numbers),
        ("Before", Col::Numbers),
        ("After", Col::Numbers),
        ("Difference", Col::Numbers),
        ("Change %", Col::Numbers),
        ("Verdict after", Col::Words),
    ];
    let or_dash = |text: String| if text.is_empty() { "–".to_owned() } else { text };
    let lines = rows.iter().map(|row| {
        let after = &row.after.price;
        vec![
            say::name(&after.name).into(),
            digits::printed(after.printed).into(),
            or_dash(price(row.before)).into(),
            or_dash(price(after)).into(),
            or_dash(row.difference()).into(),
            or_dash(row.change()).into(),
            Cell::of(say::price_class(after), say::price_verdict(after)),
        ]
    });
    html! {
        p { (say::unbroken(&sentence(first, under))) " Another verdict, " (other_verdicts(first, under)) "." }
        @if !chart.is_empty() {
            figure { (whiskers(&chart, Scale::Moved, "change of the price", "Changes of the prices under a reading")) }
        }
        (cards(&heads, lines.collect()))
    }
}

fn drawn(row: &Moved) -> Option<Row> {
    let ratio = row.ratio()?;
    let name = say::name(&row.before.name);
    Some(Row {
        tip: format!("{name}: {}\n{} before, {} after", row.difference(), price(row.before), price(&row.after.price)),
        name,
        span: Some(Span::Known(ratio)),
        verdict: None,
        text: row.difference(),
    })
}
