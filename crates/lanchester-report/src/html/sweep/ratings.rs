//! The rating that the game's model gives each variant, against the one that its results imply.

use std::collections::BTreeSet;

use lanchester_analysis::sweep::{SweepAnalysis, VariantRow, ranking};
use maud::html;

use super::{best, say, tip};
use crate::html::charts::{Point, Span, scatter};
use crate::html::sections::Section;

/// Points up to which every variant is drawn; of more a third from the best, a third from the worst, and a third evenly
/// from between.
const DRAWN: usize = 300;

/// The section; none where no rating is implied, or none is printed that could be judged.
pub fn section(analysis: &SweepAnalysis) -> Option<Section> {
    if analysis.unrated {
        return None;
    }
    let ranking = ranking(analysis);
    let all: Vec<&VariantRow> = if ranking.for_points {
        ranking.rows
    } else {
        analysis.variants.iter().filter(|v| v.implied.is_some()).collect()
    };
    let shown = drawn(&all);
    let points: Vec<Point> = shown.iter().filter_map(|v| Some(point(analysis, v, v.implied?))).collect();
    if points.is_empty() {
        return None;
    }
    let body = html! {
        (best::legend())
        figure {
            (scatter(&points, "rating by the model", "Ratings by the model against implied ratings"))
            figcaption {
                @if points.len() < all.len() {
                    (points.len()) " of " (say::counted(all.len(), "variant", "variants")) ": a third the best, a third the worst, a third evenly from between; all stand in "
                    code { "variants.parquet" } ". "
                }
                "Numbers are those of the variants."
            }
        }
        @if let Some(slope) = &analysis.slope {
            p.note { "Slope of log odds on log rating ratio over all battles of the sweep: " (say::number(slope)) ". Its error moves all implied ratings alike and is not in the bars." }
        }
    };
    Some(Section {
        id: "ratings",
        title: "Rating against implied rating",
        how: "On the line a variant fights as well as the game's model rates it. Above it it fights better, below it worse. A \
              cloud that leaves the line in one direction says that the model charges too little, or too much, for something.",
        body,
    })
}

fn drawn<'a>(all: &[&'a VariantRow]) -> Vec<&'a VariantRow> {
    let n = all.len();
    if n <= DRAWN {
        return all.to_vec();
    }
    let part = DRAWN / 3;
    let between = (0..part).map(|i| part + i * (n - 2 * part) / part);
    let places: BTreeSet<usize> = (0..part).chain(between).chain(n - part..n).collect();
    places.into_iter().map(|place| all[place]).collect()
}

fn point(analysis: &SweepAnalysis, v: &VariantRow, implied: lanchester_stats::Interval) -> Point {
    Point {
        name: v.variant.number.to_string(),
        printed: f64::from(v.variant.rating),
        implied: Span::Known(implied),
        verdict: v.verdict,
        tip: tip(analysis, v),
    }
}
