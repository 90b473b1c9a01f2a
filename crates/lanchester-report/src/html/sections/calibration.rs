//! How well ratings predict battles, and whether something simpler predicts better.

use std::collections::BTreeSet;

use lanchester_analysis::Analysis;
use lanchester_analysis::analysis::{CalibrationSummary, CellSummary, Matrix, ModelScore};
use lanchester_analysis::study::Entrant;
use lanchester_stats::Interval;
use maud::{Markup, html};

use super::Section;
use crate::html::charts::reliability;
use crate::html::grid::{Col, table};
use crate::html::say;

/// The section; none where nothing was calibrated.
pub fn section(analysis: &Analysis) -> Option<Section> {
    let mut all = analysis.matrices.iter().filter_map(|m| Some((m, m.calibration.as_ref()?)));
    let (first, headline) = all.next()?;
    let body = html! {
        h3 { "With " (say::title(first)) }
        (summary(headline, reach(first)))
        @for (matrix, calibration) in all {
            details { summary { "With " (say::title(matrix)) } (summary(calibration, reach(matrix))) }
        }
        @if let Some(left_out) = left_out(first) { p.note { (left_out) } }
    };
    Some(Section {
        id: "calibration",
        title: "Do the ratings predict?",
        how: "From two printed ratings follows a predicted score. On the line it comes true; below it the favourite wins \
              less often than its points promise.",
        body,
    })
}

/// Which designs of a matrix have no printed rating, so that their duels are predicted by none; nothing where all have one.
fn left_out(matrix: &Matrix) -> Option<String> {
    let unrated = matrix.ratings.iter().filter(|r| r.printed.is_none());
    let names: Vec<String> = unrated.map(|r| say::name(&r.name)).collect();
    (!names.is_empty())
        .then(|| format!("Left out, because nothing is printed that could predict: {}.", names.join(", ")))
}

/// The largest ratio of printed ratings of two designs that met: what points are worth beyond it nobody has played.
pub fn reach(matrix: &Matrix) -> f64 {
    let points = |place: usize| Some(f64::from(matrix.ratings.get(place)?.printed?.max(1)));
    let ratios = matrix.meetings.iter().filter_map(|m| Some(ratio(points(m.a)?, points(m.b)?)));
    ratios.fold(1.0, f64::max)
}

/// The fleet actions of ships that all have printed ratings.
pub fn printed_actions(analysis: &Analysis) -> impl Iterator<Item = &CellSummary> {
    let unrated: BTreeSet<&String> = analysis.designs.iter().filter(|d| d.unrated).map(|d| &d.id).collect();
    let printed = move |entrant: &Entrant| !entrant.ships.iter().any(|ship| unrated.contains(ship));
    analysis.cells.iter().filter(move |cell| !cell.duel && cell.entrants.iter().all(&printed))
}

/// The largest ratio of the printed points of two fleets that met.
pub fn reach_of_actions(analysis: &Analysis) -> f64 {
    let points = |entrant: &Entrant| f64::from(entrant.rating.max(1));
    let actions = printed_actions(analysis);
    actions.map(|cell| ratio(points(&cell.entrants[0]), points(&cell.entrants[1]))).fold(1.0, f64::max)
}

fn ratio(a: f64, b: f64) -> f64 {
    if a > b { a / b } else { b / a }
}

/// A ratio of points that sides of this reach have met at, `wanted` at the most, and its words: `twice the points`,
/// `8 % more points`. Nothing where all points are within one per cent.
pub fn more_points(wanted: f64, reach: f64) -> Option<(f64, String)> {
    // A hair's breadth, so that 1.1, stored as less, is a tenth more.
    let percent = (100.0 * (wanted.min(reach) - 1.0) + 1e-6).floor();
    match percent {
        100.0 => Some((2.0, "twice the points".to_owned())),
        1.0.. => Some((1.0 + percent / 100.0, format!("{percent:.0} % more points"))),
        _ => None,
    }
}

/// Curve, slope, side bias and the comparison of models; `reach` is the largest ratio of points that was played.
pub fn summary(c: &CalibrationSummary, reach: f64) -> Markup {
    html! {
        p { (slope(&c.slope, reach)) @if let Some(bias) = &c.side_bias { " " (side(bias)) } }
        @if !c.reliability.is_empty() { figure { (reliability(&c.reliability, "Predicted against observed scores")) } }
        @if let Some(sentence) = comparison(&c.models) { p { (sentence) } }
        (models(&c.models))
        @if !c.models.is_empty() {
            p.note { "Brier score: mean squared error, 0 is perfect, a guess of one half has 0.25 where nothing is drawn. Log loss: in \
                nats. Excess: beyond the printed rating's; above zero is worse; its interval allows for other designs like these. Every cell is predicted by a slope fitted without its designs." }
        }
    }
}

fn slope(k: &Interval, reach: f64) -> String {
    let verdict = if k.low > 0.0 {
        match more_points(2.0, reach) {
            Some((ratio, points)) => {
                format!("{points} are worth odds of {}", say::odds(&k.map_rising(|k| libm::exp(k * libm::log(ratio)))))
            }
            None => "the sides that met have nearly equal points".to_owned(),
        }
    } else if k.high < 0.0 {
        "costlier ships lose".to_owned()
    } else {
        "it does not differ significantly from zero".to_owned()
    };
    format!("Slope of log odds on log rating ratio: {}; {verdict}.", say::against(k, 0.0))
}

fn side(bias: &Interval) -> String {
    let verdict = if bias.contains(0.0) { "no significant bias" } else { "the seats are not equal" };
    format!("Seat 0 shifts the log odds by {}: {verdict}.", say::against(bias, 0.0))
}

/// What the comparison says, in one sentence: what the rating beats, what beats it, what does not differ significantly from it.
fn comparison(models: &[ModelScore]) -> Option<String> {
    let rivals: Vec<(&ModelScore, &Interval)> =
        models.iter().filter_map(|m| Some((m, m.log_loss_excess_designs.as_ref()?))).collect();
    let names = |keep: &dyn Fn(&Interval) -> bool| {
        let names: Vec<String> = rivals.iter().filter(|(_, e)| keep(e)).map(|(m, _)| model(&m.model)).collect();
        match names.as_slice() {
            [] => None,
            [one] => Some(one.clone()),
            [rest @ .., last] => Some(format!("{} and {last}", rest.join(", "))),
        }
    };
    let parts: Vec<String> = [
        names(&|e| e.low > 0.0).map(|n| format!("predicts better than {n}")),
        names(&|e| e.high < 0.0).map(|n| format!("predicts worse than {n}")),
        names(&|e| e.contains(0.0)).map(|n| format!("does not differ significantly from {n}")),
    ]
    .into_iter()
    .flatten()
    .collect();
    (!parts.is_empty()).then(|| format!("The printed rating {}.", parts.join(", ")))
}

fn model(name: &str) -> String {
    match name {
        "rating" => "printed rating".to_owned(),
        "coin" => "a coin".to_owned(),
        other => say::name(&other.replace('_', " ")),
    }
}

fn models(models: &[ModelScore]) -> Markup {
    let heads = [
        ("Predicted by", Col::Words),
        ("Slope", Col::Numbers),
        ("Brier score", Col::Numbers),
        ("Excess", Col::Numbers),
        ("Log loss", Col::Numbers),
        ("Excess", Col::Numbers),
    ];
    let number = |i: &Option<Interval>| i.as_ref().map_or("–".to_owned(), say::number);
    let excess = |i: &Option<Interval>| i.as_ref().map_or("–".to_owned(), |i| say::against(i, 0.0));
    let rows = models.iter().map(|m| {
        vec![
            model(&m.model).into(),
            number(&m.slope).into(),
            say::number(&m.brier).into(),
            excess(&m.brier_excess_designs).into(),
            say::number(&m.log_loss).into(),
            excess(&m.log_loss_excess_designs).into(),
        ]
    });
    table(&heads, rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_comparison_is_one_sentence() {
        let i = |estimate: f64| Interval { estimate, low: estimate - 0.01, high: estimate + 0.01 };
        let model = |name: &str, excess: Option<f64>| ModelScore {
            model: name.to_owned(),
            slope: None,
            brier: i(0.2),
            log_loss: i(0.6),
            brier_excess: None,
            log_loss_excess: None,
            brier_excess_designs: None,
            log_loss_excess_designs: excess.map(i),
        };
        let all = [
            model("rating", None),
            model("hull", Some(0.05)),
            model("coin", Some(0.2)),
            model("house_rating", Some(-0.03)),
            model("x", Some(0.0)),
        ];
        assert_eq!(
            comparison(&all).as_deref(),
            Some(
                "The printed rating predicts better than hull and a coin, predicts worse than house rating, does not differ significantly from x."
            )
        );
        assert_eq!(comparison(&all[..1]), None);
        assert!(slope(&i(0.0), 2.0).contains("does not differ significantly") && slope(&i(-1.0), 2.0).contains("lose"));
    }
}
