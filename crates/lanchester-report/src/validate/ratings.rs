//! A matrix of duels as text: what every rating should be, how well ratings predict, and what moves with the policies.

use lanchester_analysis::analysis::{Analysis, CalibrationSummary, Matrix, PolicyShift, RatingRow};
use lanchester_analysis::parity::EQUILIBRIUM;
use lanchester_stats::price::{FAIR_WITHIN, FALSE_DISCOVERY_RATE, Implied};

use super::{plain, policy_pair, rating_verdict, verdict_text};
use crate::charge::{change_judged, judged};
use crate::columns::{Align, TextTable, Tone, clean};
use crate::digits::{at_least, at_most, bracketed, grouped, percent, percent_change, printed, rounded, text};

/// Printed and implied rating of every design of a matrix.
pub fn table(matrix: &Matrix) -> TextTable {
    let mut table = TextTable::new(&[
        ("Design", Align::Left),
        ("Printed", Align::Right),
        ("Implied", Align::Right),
        ("Off by %", Align::Right),
        ("Verdict", Align::Left),
        ("Score %", Align::Right),
    ]);
    for r in &matrix.ratings {
        // The estimate alone: its interval is that of the implied rating.
        let off = r.residual.map(|off| estimate(&change_judged(&off, r.verdict)));
        table.row([
            plain(&r.name),
            plain(&printed(r.printed)),
            plain(&implied(r)),
            plain(&off.unwrap_or_default()),
            rating_verdict(r),
            plain(&percent(&r.score)),
        ]);
    }
    table
}

/// What stands before the brackets.
fn estimate(interval: &str) -> String {
    interval.split(' ').next().unwrap_or_default().to_owned()
}

fn implied(r: &RatingRow) -> String {
    match &r.implied {
        Some(Implied::Rating(interval)) => bracketed(&judged(interval, r.printed, r.verdict)),
        Some(Implied::AtLeast(x)) => at_least(*x),
        Some(Implied::AtMost(x)) => at_most(*x),
        Some(Implied::Nothing) | None => String::new(),
    }
}

/// The slope of a matrix, how ratings predict, and what verdicts mean.
pub fn slope_lines(matrix: &Matrix) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(slope) = &matrix.slope {
        lines.push(format!("Slope k of log odds on log rating ratio: {}", text(slope)));
    }
    if let Some(calibration) = &matrix.calibration {
        lines.extend(calibration_line(calibration, matrix.ratings.iter().any(|r| r.printed.is_none())));
    }
    if let Some(cycles) = &matrix.cycles {
        lines.push(format!(
            "Depends on who meets whom, beyond what one number per ship can carry: {} % of the matrix; {} significant \
             rock-paper-scissors triples",
            percent(&cycles.share),
            grouped(cycles.triples_found as u64)
        ));
    }
    if let Some(why) = &matrix.no_strengths {
        lines.push(format!("No strengths: {}.", clean(why)));
    }
    if let Some(why) = matrix.no_prices {
        lines.push(format!("No implied ratings: {why}."));
    } else if matrix.no_strengths.is_none() {
        lines.push(format!(
            "Fair comes first: significantly within {:.0} %. Over- and underpriced: at a false discovery rate of {:.0} %.",
            100.0 * FAIR_WITHIN,
            100.0 * FALSE_DISCOVERY_RATE
        ));
    }
    lines
}

/// How the rating predicts beside other values; whether `some` ships have no printed rating and are left out.
fn calibration_line(calibration: &CalibrationSummary, some: bool) -> Option<String> {
    let (rating, others) = calibration.models.split_first()?;
    let others: Vec<String> =
        others.iter().map(|m| format!("{} {}", clean(&m.model).replace('_', " "), text(&m.brier))).collect();
    Some(format!(
        "Brier score of a prediction (0 is perfect, ships predicted without themselves{}): {}",
        if some { ", those without a printed rating left out" } else { "" },
        [vec![format!("rating {}", text(&rating.brier))], others].concat().join(", ")
    ))
}

/// How far each printed rating is off in each matrix of a group, and the slopes below.
pub fn side_by_side(group: &[&Matrix]) -> TextTable {
    let heads: Vec<String> = group
        .iter()
        .map(|m| match &m.policies {
            [a, _] if a == EQUILIBRIUM => "equilibrium".to_owned(),
            [a, b] if a == b => clean(a),
            [a, b] => format!("{} : {}", clean(a), clean(b)),
        })
        .collect();
    let mut columns = vec![("Design", Align::Left)];
    columns.extend(heads.iter().map(|head| (head.as_str(), Align::Right)));
    let mut table = TextTable::new(&columns);
    for row in &group[0].ratings {
        let mut cells = vec![plain(&row.name)];
        for matrix in group {
            let here = matrix.ratings.iter().find(|r| r.design == row.design);
            let (_, tone) = verdict_text(here.and_then(|r| r.verdict));
            // The estimate alone, to the digit that its interval warrants.
            let off = here.and_then(|r| r.residual).map(|r| percent_change(&r)).unwrap_or_default();
            cells.push((estimate(&off), tone));
        }
        table.row(cells);
    }
    let mut slopes = vec![("slope k".to_owned(), Tone::Dim)];
    slopes.extend(group.iter().map(|m| (m.slope.as_ref().map(|k| rounded(k).estimate).unwrap_or_default(), Tone::Dim)));
    table.row(slopes);
    table
}

/// Designs whose implied ratings depend on the policies, the most first.
pub fn shift_lines(analysis: &Analysis) -> Vec<String> {
    if analysis.shifts.is_empty() {
        return Vec::new();
    }
    let mut moving: Vec<&PolicyShift> = analysis.shifts.iter().filter(|s| s.moves).collect();
    let spread = |s: &PolicyShift| s.most.1.estimate / s.least.1.estimate;
    moving.sort_by(|a, b| spread(b).total_cmp(&spread(a)));
    let mut lines = vec![
        String::new(),
        format!(
            "Implied ratings that move with the policies by more than their intervals: {} of {}",
            moving.len(),
            analysis.shifts.len()
        ),
    ];
    for s in moving.iter().take(10) {
        lines.push(format!(
            "  {}: {} % ({}) to {} % ({})",
            clean(&s.name),
            percent_change(&s.least.1),
            policy_pair(&s.least.0),
            percent_change(&s.most.1),
            policy_pair(&s.most.0)
        ));
    }
    lines
}
