//! What each parameter does: its share of the variance, and score and worth by its values.

use lanchester_analysis::sweep::{EffectRow, ShareRow, SweepAnalysis};
use maud::{Markup, html};

use super::{percent, say, whose};
use crate::digits::{grouped, percent_change};
use crate::html::charts::{Bar, Fit, Mark, Row, Scale, Span, bars, whiskers};
use crate::html::grid::{Cell, Col, table};
use crate::html::sections::Section;

/// Parameters that are drawn, the most telling.
const DRAWN: usize = 10;
/// Values of a parameter that are shown: of more, half from either end of the scores.
const VALUES: usize = 16;

/// The section; none without a parameter that has two values.
pub fn section(analysis: &SweepAnalysis) -> Option<Section> {
    let groups = groups(analysis);
    if !groups.iter().any(|g| g.rows.len() > 1) {
        return None;
    }
    let varies =
        |s: &&ShareRow| s.parameters.len() == 1 && groups.iter().any(|g| g.name == s.parameters[0] && g.found > 1);
    let shares: Vec<&ShareRow> = analysis.shares.iter().filter(varies).collect();
    let drawn: Vec<&Group<'_>> = groups.iter().filter(|g| g.found > 1).collect();
    let worth = analysis.effects.iter().any(|e| e.residual.is_some());
    let body = html! {
        @if shares.len() > 1 {
            h3 { "What matters" }
            (chance_legend())
            figure { (bars(Fit::Any, &shares.iter().take(DRAWN).map(|s| bar(s)).collect::<Vec<_>>(), "share of the variance between variants", "Shares of variance of the parameters")) }
            @if shares.len() > DRAWN { (left_out(shares.len())) }
        }
        h3 { "Mean score by value" }
        figure {
            (chart(&drawn, false))
            figcaption { "The line is the mean over all variants. All variants meet the same dice, so differences between values are known better than the overlap of their bars suggests." }
        }
        @if drawn.len() > DRAWN { (left_out(drawn.len())) }
        @if worth {
            h3 { "What one gets for the points, by value" }
            figure {
                (chart(&drawn, true))
                figcaption { "Right of the line the model asks too little for the value, left of it too much." }
            }
        }
        (rows(&groups, !analysis.unrated))
        @if groups.iter().any(|g| g.found > g.rows.len()) {
            p.note { "Of a parameter with more than " (VALUES) " values only the best and the worst are shown; all stand in " code { "effects.parquet" } "." }
        }
    };
    Some(Section {
        id: "effects",
        title: "What each parameter does",
        how: "Each value stands for the variants that have it, averaged over everything else that was varied. Numbers of more than \
              eight values are reported in ranges.",
        body,
    })
}

/// What the notch of the bars is.
pub fn chance_legend() -> Markup {
    html! {
        div.legend { span { b { "|" } " what chance alone would give in a random sample; on a full grid a shorter bar can be real too" } }
    }
}

fn left_out(found: usize) -> Markup {
    html! { p.note { "The " (DRAWN) " most telling of " (say::counted(found, "parameter", "parameters")) "; the others stand in the table and in "
    code { "shares.parquet" } "." } }
}

/// The bar of a parameter or policy pair.
pub fn bar(share: &ShareRow) -> Bar {
    Bar {
        name: whose(share),
        share: share.share,
        mark: Mark::Chance(share.chance),
        text: percent(share.share),
        tip: format!("{}: {} of the variance\nby chance {}", whose(share), percent(share.share), percent(share.chance)),
    }
}

/// A parameter with the values that are shown.
struct Group<'a> {
    name: String,
    rows: Vec<&'a EffectRow>,
    found: usize,
    /// Mean score of all variants.
    mean: f64,
}

/// The parameters, the most telling first.
fn groups(analysis: &SweepAnalysis) -> Vec<Group<'_>> {
    let share = |name: &str| {
        let of = analysis.shares.iter().find(|s| s.parameters.len() == 1 && s.parameters[0] == name);
        of.map_or(0.0, |s| s.share)
    };
    let mut names: Vec<&str> = analysis.parameters.iter().map(|p| p.name.as_str()).collect();
    names.sort_by(|a, b| share(b).total_cmp(&share(a)));
    let group = |name: &str| {
        let mut rows: Vec<&EffectRow> = analysis.effects.iter().filter(|e| e.parameter == name).collect();
        let found = rows.len();
        let variants = rows.iter().map(|e| e.variants as f64).sum::<f64>();
        let mean = rows.iter().map(|e| e.variants as f64 * e.score.estimate).sum::<f64>() / variants;
        if found > VALUES {
            rows.sort_by(|a, b| b.score.estimate.total_cmp(&a.score.estimate));
            rows.drain(VALUES / 2..found - VALUES / 2);
        }
        Group { name: name.to_owned(), rows, found, mean }
    };
    names.into_iter().map(group).collect()
}

fn chart(groups: &[&Group<'_>], worth: bool) -> Markup {
    let mut lines: Vec<Row> = Vec::new();
    for group in groups.iter().take(DRAWN) {
        let head = |name: String| Row { name, span: None, verdict: None, text: String::new(), tip: String::new() };
        lines.push(head(say::name(&group.name)));
        for e in &group.rows {
            let Some(interval) = (if worth { e.residual } else { Some(e.score) }) else { continue };
            lines.push(Row {
                name: say::name(&e.value),
                span: Some(Span::Known(interval)),
                verdict: None,
                text: if worth { say::change(&interval, None) } else { say::percent(&interval) },
                tip: tip(e),
            });
        }
    }
    if worth {
        whiskers(&lines, Scale::Worth, "implied rating / rating by the model", "What one gets for the points by value")
    } else {
        let mean = groups.first().map_or(0.5, |g| g.mean);
        whiskers(&lines, Scale::Share(mean), "mean score", "Mean scores by value")
    }
}

fn tip(e: &EffectRow) -> String {
    let worth = e.residual.map(|r| format!("\nimplied / rating {}", say::change(&r, None))).unwrap_or_default();
    format!(
        "{} {}\nscores {}{worth}\n{}",
        say::name(&e.parameter),
        say::name(&e.value),
        say::percent(&e.score),
        say::counted(e.variants as usize, "variant", "variants")
    )
}

fn rows(groups: &[Group<'_>], judged: bool) -> Markup {
    let mut heads =
        vec![("Parameter", Col::Words), ("Value", Col::Words), ("Variants", Col::Numbers), ("Score %", Col::Numbers)];
    heads.extend(judged.then_some(("Off the model by %", Col::Numbers)));
    let lines = groups.iter().flat_map(|group| {
        group.rows.iter().enumerate().map(|(i, e)| {
            let mut row = vec![
                Cell::from(if i == 0 { say::name(&group.name) } else { String::new() }),
                say::name(&e.value).into(),
                grouped(e.variants).into(),
                say::share(&e.score).into(),
            ];
            row.extend(judged.then(|| e.residual.as_ref().map_or("–".to_owned(), percent_change).into()));
            row
        })
    });
    table(&heads, lines.collect())
}
