//! Rock, paper, scissors: what no single number a ship can carry.

use lanchester_analysis::Analysis;
use lanchester_analysis::analysis::{CyclesSummary, Matrix, TripleRow};
use maud::{Markup, html};

use super::Section;
use crate::html::grid::{Col, table};
use crate::html::say;

/// The section; none where no matrix was split.
pub fn section(analysis: &Analysis) -> Option<Section> {
    let mut all = analysis.matrices.iter().filter_map(|m| Some((m, m.cycles.as_ref()?)));
    let (first, headline) = all.next()?;
    let body = html! {
        h3 { "With " (say::title(first)) }
        (split(first, headline))
        @for (matrix, cycles) in all { details { summary { "With " (say::title(matrix)) } (split(matrix, cycles)) } }
    };
    Some(Section {
        id: "cycles",
        title: "Rock, paper, scissors",
        how: "A single number per ship can only say by how much each beats every other alike. What depends on who meets \
              whom it cannot express, least of all a cycle: A beats B beats C beats A.",
        body,
    })
}

fn split(matrix: &Matrix, cycles: &CyclesSummary) -> Markup {
    let heads = [
        ("First", Col::Words),
        ("beats second", Col::Words),
        ("by %", Col::Numbers),
        ("beats third", Col::Words),
        ("by %", Col::Numbers),
        ("beats first by %", Col::Numbers),
    ];
    let found = cycles.triples_found;
    html! {
        p { "Of the variance of the log odds, " strong { (say::percent(&cycles.share)) } " depends on who meets whom, beyond any single number per ship. "
            @match found {
                0 => "No triple is significantly cyclic.",
                _ => { (say::counted(found, "triple is", "triples are")) " significantly cyclic, at a false discovery rate of 5 %." }
            }
            @if cycles.triples.len() < found { " The worst " (cycles.triples.len()) ":" }
        }
        (table(&heads, cycles.triples.iter().map(|t| triple(matrix, t)).collect()))
    }
}

fn triple(matrix: &Matrix, t: &TripleRow) -> Vec<crate::html::grid::Cell> {
    let name = |i: usize| matrix.ratings.get(t.designs[i]).map_or(String::new(), |r| say::name(&r.name));
    vec![
        name(0).into(),
        name(1).into(),
        say::share(&t.legs[0]).into(),
        name(2).into(),
        say::share(&t.legs[1]).into(),
        say::share(&t.legs[2]).into(),
    ]
}
