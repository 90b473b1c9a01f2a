//! Parity prices: what a design should cost for fleets of it to be a fair match.

use lanchester_analysis::Analysis;
use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::robust::RobustRow;
use lanchester_stats::Interval;
use lanchester_stats::parity::Parity;
use lanchester_stats::price::{FAIR_WITHIN, FALSE_DISCOVERY_RATE, Verdict};
use maud::{Markup, html};

use super::Section;
use crate::digits::{self, grouped};
use crate::html::charts::{Row, Scale, Span, whiskers};
use crate::html::grid::{Cell, Col, table};
use crate::html::say;
use crate::robust::{range_of, range_text, robust_sentences};
use crate::validate::{headline, undecided_prices};

/// The section; none where no prices were asked for.
pub fn section(analysis: &Analysis) -> Option<Section> {
    let mut policy_pairs: Vec<&[String; 2]> = Vec::new();
    for row in &analysis.prices {
        if !policy_pairs.contains(&&row.policies) {
            policy_pairs.push(&row.policies);
        }
    }
    let of =
        |policy_pair: &[String; 2]| analysis.prices.iter().filter(|r| r.policies == *policy_pair).collect::<Vec<_>>();
    let (first, others) = policy_pairs.split_first()?;
    let body = html! {
        h3 { "With " (say::policy_pair(first)) }
        (policy_pair(&of(first), &analysis.robust))
        @if !analysis.robust.is_empty() {
            details { summary { "From – to: which setting gives each end" }
                ul { @for sentence in robust_sentences(&analysis.robust) { li { (sentence) } } }
            }
        }
        p.note {
            (format!("Fair comes first: significantly within {:.0} % of the printed rating. Over- and underpriced are called at a false discovery rate of {:.0} %.",
                100.0 * FAIR_WITHIN, 100.0 * FALSE_DISCOVERY_RATE))
        }
        @if let Some(beware) = undecided_prices(headline(analysis)) { p.note { (beware) } }
        @for other in others {
            details { summary { "With " (say::policy_pair(other)) } (policy_pair(&of(other), &[])) }
        }
    };
    Some(Section {
        id: "prices",
        title: "Parity prices",
        how: "Fleets of a design fight a field of fleets at equal points, over and over at random budgets; the price at \
              which they score one half is what it should cost. Right of the line: worth more than printed.",
        body,
    })
}

fn policy_pair(rows: &[&ParityRow], robust: &[RobustRow]) -> Markup {
    let mut sorted = rows.to_vec();
    // The most underpriced first; the order of the study decides ties.
    sorted.sort_by(|a, b| key(b).total_cmp(&key(a)));
    let chart: Vec<Row> = sorted.iter().filter_map(|r| drawn(r)).collect();
    let mut heads = vec![
        ("Design", Col::Words),
        ("Verdict", Col::Words),
        ("Printed", Col::Numbers),
        ("Parity price", Col::Numbers),
        ("Price / printed", Col::Numbers),
        ("Matchups", Col::Numbers),
        ("Battles", Col::Numbers),
        ("Draws", Col::Numbers),
        ("Turn limit", Col::Numbers),
    ];
    let ranges = !robust.is_empty();
    if ranges {
        heads.insert(4, ("From – to", Col::Numbers));
    }
    let lines = sorted.iter().map(|r| {
        let mut line: Vec<Cell> = vec![
            say::name(&r.name).into(),
            Cell::of(say::price_class(r), say::price_verdict(r)),
            digits::printed(r.printed).into(),
            price(r).into(),
            multiplier(r).into(),
            grouped(r.matchups).into(),
            grouped(r.battles).into(),
            grouped(r.draws).into(),
            grouped(r.capped).into(),
        ];
        if ranges {
            line.insert(4, range_of(robust, r).as_ref().map_or_else(|| "–".to_owned(), range_text).into());
        }
        line
    });
    html! {
        @if !chart.is_empty() {
            figure { (whiskers(&chart, Scale::Times, "parity price / printed rating", "Parity prices as multiples of printed ratings")) }
            @if let Some(beyond) = unprinted(&sorted) { p.note { (beyond) } }
        }
        (table(&heads, lines.collect()))
    }
}

/// Why a priced design is not drawn among multiples of printed ratings.
fn unprinted(rows: &[&ParityRow]) -> Option<String> {
    let names: Vec<String> = rows.iter().filter(|row| row.printed.is_none()).map(|row| say::name(&row.name)).collect();
    (!names.is_empty()).then(|| {
        format!("Not drawn, because nothing is printed that its price could be compared with: {}.", names.join(", "))
    })
}

fn key(row: &ParityRow) -> f64 {
    row.times_printed().ends().into_iter().flatten().next().filter(|x| !x.is_nan()).unwrap_or(1.0)
}

fn drawn(row: &ParityRow) -> Option<Row> {
    let span = match row.times_printed() {
        Parity::Price(m) => Span::Known(m),
        Parity::Range(low, high) => Span::Known(Interval { estimate: (low * high).sqrt(), low, high }),
        Parity::AtLeast(x) => Span::AtLeast(x),
        Parity::AtMost(x) => Span::AtMost(x),
        Parity::Unclear => return None,
    };
    let name = say::name(&row.name);
    Some(Row {
        tip: format!(
            "{name}: {} points\nprinted {}, {}\n{}; {} battles",
            price(row),
            digits::printed(row.printed),
            times(row),
            say::price_verdict(row),
            grouped(row.battles)
        ),
        name,
        span: Some(span),
        verdict: row.verdict.filter(|_| !row.undecided()),
        text: times(row),
    })
}

fn price(row: &ParityRow) -> String {
    text(row.parity, row.printed, row.verdict)
}

fn multiplier(row: &ParityRow) -> String {
    text(row.times_printed(), Some(1), row.verdict)
}

/// A number, a bound, or a dash; `printed` is what a verdict compares it with.
fn text(parity: Parity, printed: Option<u32>, verdict: Option<Verdict>) -> String {
    match parity {
        Parity::Price(m) => say::judged(&m, printed, verdict),
        Parity::Range(low, high) => digits::between(low, high),
        Parity::AtLeast(x) => digits::at_least(x),
        Parity::AtMost(x) => digits::at_most(x),
        Parity::Unclear => "–".to_owned(),
    }
}

/// The multiplier where no column says what it is.
fn times(row: &ParityRow) -> String {
    let text = multiplier(row);
    match text.split_once(' ') {
        Some((sign @ ("≥" | "≤"), number)) => format!("{sign} ×{number}"),
        _ => format!("×{text}"),
    }
}
