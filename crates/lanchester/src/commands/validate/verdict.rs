//! The verdict of a study in a few sentences, before its tables.

use lanchester_report::analysis::{Analysis, Matrix, RatingRow};
use lanchester_report::table::clean;
use lanchester_stats::price::Verdict;

use crate::wording::wrapped;

/// One paragraph a group of duels, and a sentence that helps to read the tables.
pub fn verdict(analysis: &Analysis) -> Vec<String> {
    let several = analysis.matrices.len() > 1;
    let mut sentences: Vec<String> = analysis
        .matrices
        .iter()
        .map(|matrix| {
            let group = if several { format!("{}: ", matrix.group) } else { String::new() };
            wrapped(&clean(&format!("{group}{}", of_matrix(matrix))), 100, 0)
        })
        .collect();
    if analysis.matrices.iter().any(|matrix| matrix.no_prices.is_none() && matrix.no_strengths.is_none()) {
        let help = "Implied is the rating at which a design's results would be fair: off by +20 % is a ship that fights \
                    like one that costs 20 % more, and so is underpriced.";
        sentences.push(wrapped(help, 100, 0));
    }
    sentences
}

fn of_matrix(matrix: &Matrix) -> String {
    let designs = matrix.ratings.len();
    if matrix.ratings.iter().all(|row| row.verdict.is_none()) {
        return format!("The duels of {designs} designs do not tell what their ratings should be.");
    }
    let list = |verdict: Verdict, what: &str| {
        let mut rows: Vec<&RatingRow> = matrix.ratings.iter().filter(|row| row.verdict == Some(verdict)).collect();
        // The worst first.
        let off = |row: &RatingRow| row.residual.map_or(0.0, |residual| residual.estimate.max(1e-9).ln().abs());
        rows.sort_by(|a, b| off(b).total_cmp(&off(a)));
        let names = rows.iter().map(|row| row.name.as_str()).collect::<Vec<_>>().join(", ");
        (!rows.is_empty()).then(|| format!("{} {what} ({names})", rows.len()))
    };
    let parts: Vec<String> = [
        list(Verdict::Overpriced, "overpriced"),
        list(Verdict::Underpriced, "underpriced"),
        list(Verdict::Honest, "honest"),
        list(Verdict::CannotTell, "cannot be told"),
        list(Verdict::Bound, "never lost or never won"),
    ]
    .into_iter()
    .flatten()
    .collect();
    format!("Of {designs} designs: {}.", parts.join("; "))
}
