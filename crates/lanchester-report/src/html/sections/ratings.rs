//! Printed against implied ratings, and by how much each printed rating is off.

use lanchester_analysis::Analysis;
use lanchester_analysis::analysis::{Matrix, RatingRow};
use lanchester_stats::price::{FAIR_WITHIN, FALSE_DISCOVERY_RATE, Implied};
use maud::{Markup, html};

use super::Section;
use crate::charge::change_judged;
use crate::digits::{self, grouped};
use crate::html::charts::{Point, Row, Scale, Span, scatter, whiskers};
use crate::html::grid::{Cell, Col, table};
use crate::html::say;

/// The scatter of the headline matrix, or why there is none.
pub fn printed_and_implied(analysis: &Analysis) -> Option<Section> {
    let matrix = analysis.matrices.first()?;
    let points: Vec<Point> = matrix.ratings.iter().filter_map(point).collect();
    let body = html! {
        h3 { "With " (say::title(matrix)) }
        @if points.is_empty() { (refused(matrix)) } @else {
            (legend())
            figure { (scatter(&points, "printed rating", "Printed against implied ratings")) }
        }
        (rows(matrix))
    };
    Some(Section {
        id: "ratings",
        title: "Printed against implied rating",
        how: "The implied rating is the one at which a ship's duels would be fair. On the line: fair. Above it the ship \
              fights better than its points, below it worse.",
        body,
    })
}

/// The residuals of every matrix that has some.
pub fn residuals(analysis: &Analysis) -> Option<Section> {
    let mut charts = analysis.matrices.iter().filter_map(|m| Some((m, chart(m)?)));
    let (first, headline) = charts.next()?;
    let body = html! {
        h3 { "With " (say::title(first)) }
        (legend())
        (headline)
        p.note {
            (format!("Fair comes first: significantly within {:.0} %. Over- and underpriced are called at a false discovery rate of {:.0} %.",
                100.0 * FAIR_WITHIN, 100.0 * FALSE_DISCOVERY_RATE))
        }
        @for (matrix, chart) in charts {
            details { summary { "With " (say::title(matrix)) } (chart) (rows(matrix)) }
        }
    };
    Some(Section {
        id: "residuals",
        title: "By how much each rating is off",
        how: "The same as a list, the most underpriced first: implied rating over printed rating. Right of the line the \
              ship fights like a costlier one, left of it like a cheaper one.",
        body,
    })
}

fn point(r: &RatingRow) -> Option<Point> {
    let implied = match r.implied? {
        Implied::Rating(interval) => Span::Known(interval),
        Implied::AtLeast(x) => Span::AtLeast(x),
        Implied::AtMost(x) => Span::AtMost(x),
        Implied::Nothing => return None,
    };
    Some(Point { name: r.name.clone(), printed: f64::from(r.printed?), implied, verdict: r.verdict, tip: tip(r) })
}

fn chart(matrix: &Matrix) -> Option<Markup> {
    let key = |r: &RatingRow| match (r.residual, r.implied) {
        (Some(residual), _) => residual.estimate,
        (None, Some(Implied::AtLeast(x) | Implied::AtMost(x))) => x / f64::from(r.rating),
        (None, _) => 1.0,
    };
    let mut rows: Vec<(f64, Row)> = matrix.ratings.iter().filter_map(|r| Some((key(r), row(r)?))).collect();
    rows.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rows: Vec<Row> = rows.into_iter().map(|(_, row)| row).collect();
    (!rows.is_empty()).then(|| {
        html! { figure { (whiskers(&rows, Scale::Change, "implied rating / printed rating", "By how much each rating is off")) } }
    })
}

fn row(r: &RatingRow) -> Option<Row> {
    let printed = f64::from(r.printed?);
    let over = |x: f64| x / printed;
    let (span, text) = match (r.residual, r.implied?) {
        (Some(residual), _) => (Span::Known(residual), say::change(&residual, r.verdict)),
        (None, Implied::AtLeast(x)) => (Span::AtLeast(over(x)), digits::at_least(over(x)).replace("≥ ", "at least ×")),
        (None, Implied::AtMost(x)) => (Span::AtMost(over(x)), digits::at_most(over(x)).replace("≤ ", "at most ×")),
        (None, Implied::Rating(_) | Implied::Nothing) => return None,
    };
    Some(Row { name: r.name.clone(), span: Some(span), verdict: r.verdict, text, tip: tip(r) })
}

fn tip(r: &RatingRow) -> String {
    let off = r.residual.map(|residual| format!(", {}", say::change(&residual, r.verdict))).unwrap_or_default();
    format!(
        "{}: {}\nprinted {}, implied {}{off}\nscores {} in {} battles",
        say::name(&r.name),
        say::rating_verdict(r),
        digits::printed(r.printed),
        say::implied(r.implied.as_ref(), r.printed, r.verdict),
        say::percent(&r.score),
        grouped(r.battles)
    )
}

/// Why a matrix has no implied ratings.
fn refused(matrix: &Matrix) -> Markup {
    let why = match (&matrix.no_strengths, matrix.no_prices) {
        (Some(why), _) => say::name(why),
        (None, Some(why)) => why.to_string(),
        (None, None) => "too few battles".to_owned(),
    };
    html! { p.note { "No ratings can be implied: " (why) "." } }
}

fn rows(matrix: &Matrix) -> Markup {
    let heads = [
        ("Design", Col::Words),
        ("Verdict", Col::Words),
        ("Printed", Col::Numbers),
        ("Implied", Col::Numbers),
        ("Off by %", Col::Numbers),
        ("Score %", Col::Numbers),
        ("Battles", Col::Numbers),
    ];
    let lines = matrix.ratings.iter().map(|r| {
        vec![
            say::name(&r.name).into(),
            Cell::of(say::verdict_class(r.verdict), say::rating_verdict(r)),
            digits::printed(r.printed).into(),
            say::implied(r.implied.as_ref(), r.printed, r.verdict).into(),
            r.residual.as_ref().map(|x| change_judged(x, r.verdict)).unwrap_or_default().into(),
            say::share(&r.score).into(),
            grouped(r.battles).into(),
        ]
    });
    table(&heads, lines.collect())
}

fn legend() -> Markup {
    html! {
        div.legend {
            span.under { "▲ underpriced" } span.over { "▼ overpriced" } span.fair { "● fair" }
            span.unsure { "○ inconclusive" } span.unsure { "◆ bound only" } span { "bars: 95 % intervals" }
        }
    }
}
