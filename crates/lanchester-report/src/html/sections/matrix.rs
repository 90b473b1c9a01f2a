//! Who beats whom: the matrices as heat maps.

use lanchester_analysis::Analysis;
use lanchester_analysis::analysis::Matrix;
use maud::{Markup, html};

use super::Section;
use crate::html::charts::{NUMBERS, heat};
use crate::html::say;

/// Designs beyond which a matrix is not drawn.
const DRAWN: usize = 100;
/// Cells that all heat maps of a page may have together: about three megabytes.
const CELLS: usize = 14_000;

/// The section; none without duels.
pub fn section(analysis: &Analysis) -> Option<Section> {
    let mut room = CELLS;
    let mut maps = analysis
        .matrices
        .iter()
        .filter(|m| !m.meetings.is_empty())
        .map(|m| (m, map(m, analysis.partial().is_none(), &mut room)))
        .collect::<Vec<_>>()
        .into_iter();
    let (first, headline) = maps.next()?;
    let body = html! {
        h3 { "With " (say::title(first)) }
        (headline)
        @for (matrix, map) in maps { details { summary { "With " (say::title(matrix)) } (map) } }
    };
    Some(Section {
        id: "matrix",
        title: "Who beats whom",
        how: "Each cell is the score, in per cent, of the ship at the left against the ship above, the strongest first: \
              orange where the row wins, blue where it loses.",
        body,
    })
}

fn map(matrix: &Matrix, judge: bool, room: &mut usize) -> Markup {
    let n = matrix.ratings.len();
    if n > DRAWN || n * n > *room {
        return html! { p.note { "This matrix of " (say::counted(n, "design", "designs"))
        " is too large to draw; its numbers stand in " code { "cells.parquet" } "." } };
    }
    *room -= n * n;
    let sure = matrix.meetings.iter().filter(|m| m.significant).count();
    html! {
        (legend(n, judge))
        figure {
            (heat(matrix, &order(matrix), judge, "Scores of every design against every other"))
            @if judge { figcaption { (crate::digits::grouped(sure as u64)) " of " (say::counted(matrix.meetings.len(), "meeting", "meetings"))
                " differ significantly from 50 %, at a false discovery rate of 5 %." } }
        }
    }
}

fn legend(designs: usize, judge: bool) -> Markup {
    html! {
        div.legend {
            span { "row loses" span.bar { @for step in 0..=20 { i class={ "h" (step) } {} } } "row wins" }
            @if !judge {} @else if designs <= NUMBERS {
                span { b { "Bold" } ": differs significantly from 50 %" }
                span { "Framed or ringed: could be even" }
            } @else { span { "Ringed: could be even" } }
        }
    }
}

/// Places of the designs, the strongest first: by strength where every one has it, else by score.
fn order(matrix: &Matrix) -> Vec<usize> {
    let rows = &matrix.ratings;
    let by_strength = rows.iter().all(|r| r.strength.is_some());
    let key = |i: usize| match rows[i].strength {
        Some(strength) if by_strength => strength.estimate,
        _ => rows[i].score.estimate,
    };
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|a, b| key(*b).total_cmp(&key(*a)));
    order
}

#[cfg(test)]
mod tests {
    use lanchester_stats::Interval;

    use super::*;
    use crate::html::sections::tests::{matrix, rating};

    #[test]
    fn the_strongest_come_first_and_score_stands_in() {
        let row = |name: &str, strength: Option<f64>, score: f64| {
            let of = |estimate: f64| Interval { estimate, low: estimate - 0.1, high: estimate + 0.1 };
            let mut row = rating(name, 100, None, of(1.0));
            (row.strength, row.score) = (strength.map(of), of(score));
            row
        };
        let full = matrix(vec![row("A", Some(0.0), 0.9), row("B", Some(2.0), 0.1), row("C", Some(1.0), 0.5)]);
        assert_eq!(order(&full), [1, 2, 0]);
        let gap = matrix(vec![row("A", Some(0.0), 0.4), row("B", None, 1.0), row("C", Some(1.0), 0.5)]);
        assert_eq!(order(&gap), [1, 2, 0]);
    }
}
