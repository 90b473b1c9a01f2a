//! How well ratings predict battles, and whether something simpler predicts better.

use lanchester_analysis::Analysis;
use lanchester_analysis::analysis::{CalibrationSummary, ModelScore};
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
        (summary(headline))
        @for (matrix, calibration) in all {
            details { summary { "With " (say::title(matrix)) } (summary(calibration)) }
        }
    };
    Some(Section {
        id: "calibration",
        title: "Do the ratings predict?",
        how: "From two printed ratings follows a predicted score. On the line it comes true; below it the favourite wins \
              less often than its points promise.",
        body,
    })
}

/// Curve, slope, side bias and the comparison of models.
pub fn summary(c: &CalibrationSummary) -> Markup {
    html! {
        p { (slope(&c.slope)) @if let Some(bias) = &c.side_bias { " " (side(bias)) } }
        @if !c.reliability.is_empty() { figure { (reliability(&c.reliability, "Predicted against observed scores")) } }
        @if let Some(sentence) = comparison(&c.models) { p { (sentence) } }
        (models(&c.models))
        @if !c.models.is_empty() {
            p.note { "Brier score: mean squared error, 0 is perfect, a guess of one half has 0.25 where nothing is drawn. Log loss: in \
                nats. Excess: beyond the printed rating's; above zero is worse. Every cell is predicted by a slope fitted without its designs." }
        }
    }
}

fn slope(k: &Interval) -> String {
    let verdict = if k.low > 0.0 {
        format!("twice the points are worth odds of {}", say::odds(&k.map_rising(libm::exp2)))
    } else if k.high < 0.0 {
        "costlier ships lose".to_owned()
    } else {
        "it does not differ significantly from zero".to_owned()
    };
    format!("Slope of log odds on log rating ratio: {}; {verdict}.", say::number(k))
}

fn side(bias: &Interval) -> String {
    let verdict = if bias.contains(0.0) { "no significant bias" } else { "the seats are not equal" };
    format!("Seat 0 shifts the log odds by {}: {verdict}.", say::number(bias))
}

/// What the comparison says, in one sentence: what the rating beats, what beats it, what does not differ significantly from it.
fn comparison(models: &[ModelScore]) -> Option<String> {
    let rivals: Vec<(&ModelScore, &Interval)> =
        models.iter().filter_map(|m| Some((m, m.log_loss_excess.as_ref().or(m.brier_excess.as_ref())?))).collect();
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
    let rows = models.iter().map(|m| {
        vec![
            model(&m.model).into(),
            number(&m.slope).into(),
            say::number(&m.brier).into(),
            number(&m.brier_excess).into(),
            say::number(&m.log_loss).into(),
            number(&m.log_loss_excess).into(),
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
            log_loss_excess: excess.map(i),
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
        assert!(slope(&i(0.0)).contains("does not differ significantly") && slope(&i(-1.0)).contains("lose"));
    }
}
