//! The best and the worst variants: by what one gets for the points, or where that is not known by score.

use lanchester_analysis::sweep::{IntervalKind, Ranking, SweepAnalysis, VariantRow, ranking};
use lanchester_stats::price::{FAIR_WITHIN, FALSE_DISCOVERY_RATE};
use maud::{Markup, html};

use super::{described, label, say, tip};
use crate::digits::{grouped, percent_change};
use crate::html::charts::{Row, Scale, Span, whiskers};
use crate::html::grid::{Cell, Col, table};
use crate::html::sections::Section;

/// Variants up to which all are listed.
const ALL: usize = 40;
/// Of more than that, so many of the best and of the worst.
const ENDS: usize = 15;
/// Parameters that have a column of their own; of more all values share one.
const COLUMNS: usize = 8;
/// Characters of a value up to which it stands on one line.
const SHORT: usize = 24;
/// Share of battles ended by the turn limit from which on scores speak of the limit.
const CAPPED: f64 = 0.05;

/// The section; none without battles.
pub fn section(analysis: &SweepAnalysis) -> Option<Section> {
    let ranking = ranking(analysis);
    if ranking.rows.is_empty() {
        return None;
    }
    let n = ranking.rows.len();
    let cut = n > ALL;
    let ends: Vec<&[&VariantRow]> =
        if cut { vec![&ranking.rows[..ENDS], &ranking.rows[n - ENDS..]] } else { vec![&ranking.rows] };
    let what = if ranking.for_points { "for their points" } else { "by score" };
    let body = html! {
        @if !ranking.for_points {
            p.note {
                @if analysis.slope.is_none() { "No ratings can be implied: strength cannot be shown to rise with the model's rating. " }
                @else { "Most variants scored too near 0 or 100 % for a rating to be implied. " }
                "The variants stand by score instead."
            }
        }
        @if ranking.for_points { (legend()) }
        figure {
            (chart(analysis, &ranking, &ends))
            @if cut {
                figcaption { "The " (ENDS) " best and the " (ENDS) " worst of " (say::counted(n, "variant", "variants"))
                    "; all stand in " code { "variants.parquet" } "." }
            }
        }
        @if ranking.unknown > 0 {
            p.note { (say::counted(ranking.unknown, "more variant", "more variants"))
                " scored too near 0 or 100 % for an implied rating, and cannot be ranked by it." }
        }
        @if ranking.for_points {
            p.note {
                (called(analysis.interval_kind))
                @if n > 2 { " Who stands at an end of many had luck too: play it again with another seed before you build it." }
            }
        }
        @if analysis.capped.estimate >= CAPPED {
            p.note { "Beware: the turn limit ended " (say::percent(&analysis.capped))
                " of all battles, and such scores speak of the limit as much as of the variants." }
        }
        @for (i, rows) in ends.iter().enumerate() {
            @if cut { h3 { @if i == 0 { "The best " } @else { "The worst " } (what) } }
            (rows_of(analysis, rows))
        }
    };
    Some(Section {
        id: "best",
        title: if cut { "The best and the worst variants" } else { "The variants, the best first" },
        how: if ranking.for_points {
            "The implied rating is the one at which a variant's scores would be what points promise; over the rating that the \
             game's model gives it, it says what one gets for the points. Right of the line: a bargain."
        } else {
            "The mean score of each variant over all opponents and policies; the line is the mean over all variants."
        },
        body,
    })
}

/// When a variant is called what.
fn called(kind: IntervalKind) -> String {
    let within = format!("Fair comes first: significantly within {:.0} %.", 100.0 * FAIR_WITHIN);
    match kind {
        IntervalKind::FixedSample => format!(
            "{within} Over- and underpriced are called at a false discovery rate of {:.0} % over all variants.",
            100.0 * FALSE_DISCOVERY_RATE
        ),
        IntervalKind::AnytimeValid => {
            format!(
                "{within} Over- and underpriced are those whose whole interval lies on one side; that holds for all variants together."
            )
        }
    }
}

fn chart(analysis: &SweepAnalysis, ranking: &Ranking<'_>, ends: &[&[&VariantRow]]) -> Markup {
    let left_out = ranking.rows.len() - ends.iter().map(|rows| rows.len()).sum::<usize>();
    let mut lines: Vec<Row> = Vec::new();
    for (i, rows) in ends.iter().enumerate() {
        if i > 0 {
            lines.push(Row {
                name: format!("… {} between …", grouped(left_out as u64)),
                span: None,
                verdict: None,
                text: String::new(),
                tip: String::new(),
            });
        }
        lines.extend(rows.iter().map(|v| row(analysis, v, ranking.for_points)));
    }
    if ranking.for_points {
        whiskers(&lines, Scale::Worth, "implied rating / rating by the model", "What one gets for the points")
    } else {
        let mean = ranking.rows.iter().map(|v| v.score.estimate).sum::<f64>() / ranking.rows.len() as f64;
        whiskers(&lines, Scale::Share(mean), "mean score", "Mean scores of the variants")
    }
}

fn row(analysis: &SweepAnalysis, v: &VariantRow, for_points: bool) -> Row {
    let worth = v.residual.filter(|_| for_points);
    Row {
        name: label(v),
        span: Some(Span::Known(worth.unwrap_or(v.score))),
        verdict: v.verdict.filter(|_| for_points),
        text: worth.map_or_else(|| say::percent(&v.score), |residual| say::change(&residual, v.verdict)),
        tip: tip(analysis, v),
    }
}

fn rows_of(analysis: &SweepAnalysis, rows: &[&VariantRow]) -> Markup {
    let names: Vec<String> = analysis.parameters.iter().map(|p| say::name(&p.name)).collect();
    let apart = names.len() <= COLUMNS;
    let mut heads: Vec<(&str, Col)> = vec![("Variant", Col::Words)];
    if apart {
        // A column of numbers keeps each value on one line.
        let short = |p: usize| rows.iter().all(|v| v.variant.values[p].to_string().chars().count() <= SHORT);
        let column = |p: usize| if short(p) { Col::Numbers } else { Col::Words };
        heads.extend(names.iter().enumerate().map(|(p, name)| (name.as_str(), column(p))));
    } else {
        heads.push(("Values", Col::Words));
    }
    heads.push((if analysis.unrated { "House rating" } else { "Rating" }, Col::Numbers));
    let known = analysis.variants.iter().any(|v| v.implied.is_some());
    if known {
        heads.push(("Implied", Col::Numbers));
        heads.extend([("Off by %", Col::Numbers), ("Verdict", Col::Words)].into_iter().filter(|_| !analysis.unrated));
    }
    heads.extend([("Score %", Col::Numbers), ("Battles", Col::Numbers)]);
    let line = |v: &&VariantRow| {
        let mut cells: Vec<Cell> = vec![v.variant.number.to_string().into()];
        if apart {
            cells.extend(v.variant.values.iter().map(|value| Cell::from(say::name(&value.to_string()))));
        } else {
            cells.push(described(analysis, v).into());
        }
        cells.push(v.variant.rating.to_string().into());
        if known {
            cells.push(v.implied.as_ref().map_or("–".to_owned(), say::number).into());
            let residual = || v.residual.as_ref().map_or("–".to_owned(), percent_change).into();
            let verdict = || Cell::of(say::verdict_class(v.verdict), say::verdict(v.verdict));
            cells.extend((!analysis.unrated).then(|| [residual(), verdict()]).into_iter().flatten());
        }
        cells.extend([Cell::from(say::share(&v.score)), grouped(v.battles).into()]);
        cells
    };
    table(&heads, rows.iter().map(line).collect())
}

/// The marks that charts of variants bear.
pub fn legend() -> Markup {
    html! {
        div.legend {
            span.under { "▲ underpriced" } span.over { "▼ overpriced" } span.fair { "● fair" }
            span.unsure { "○ inconclusive" } span { "bars: 95 % intervals" }
        }
    }
}
