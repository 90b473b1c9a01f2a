//! Predicted against observed: does what the ratings promise come true?

use lanchester_analysis::analysis::ReliabilityBin;
use maud::Markup;
use plotters::prelude::*;

use super::{AXIS, Axis, Fit, PHONE, Side, both, chart, frame, line};
use crate::digits::grouped;
use crate::html::say;

/// The colour of these points: they judge no design.
const POINT: RGBColor = RGBColor(10, 0, 2);

/// The reliability curve. Every cell is taken from the side that is predicted to win, so the axis begins at one half.
pub fn reliability(bins: &[ReliabilityBin], label: &str) -> Markup {
    both(|fit| draw(bins, fit, label))
}

fn draw(bins: &[ReliabilityBin], fit: Fit, label: &str) -> Markup {
    let (size, room, right) = match fit {
        Fit::Phone => ((PHONE as u32, 320), 58, 22),
        Fit::Desk | Fit::Any => ((560, 440), 72, 24),
    };
    let lowest = bins.iter().map(|b| b.observed.low).filter(|x| x.is_finite()).fold(0.5, f64::min);
    // Down to the tenth below the lowest whisker.
    let from = ((lowest * 10.0).floor() / 10.0).clamp(0.0, 0.5);
    let tenths: Vec<f64> = (0..=10).map(|i| f64::from(i) / 10.0).collect();
    let kept = |low: f64| tenths.iter().copied().filter(|t| *t >= low - 1e-9).collect::<Vec<f64>>();
    chart(fit, size, label, |area, tips| {
        let tick = |share: &f64| format!("{:.0} %", 100.0 * share);
        let side =
            |low, about, room| Side { axis: Axis { low, high: 1.0, ticks: kept(low) }, about, tick: &tick, room };
        let x = side(0.5, "score that the printed ratings predict", 52);
        let plot = frame(area, x, side(from, "score observed", room), right)?;
        let at = |x: f64, y: f64| {
            let within = |v: f64, low: f64| if v >= low { v.min(1.0) } else { low };
            plot.backend_coord(&(within(x, 0.5), within(y, from)))
        };
        line(area, at(0.5, 0.5), at(1.0, 1.0), AXIS, 2)?;
        let path: Vec<(i32, i32)> = bins.iter().map(|b| at(b.predicted, b.observed.estimate)).collect();
        area.draw(&PathElement::new(path, POINT.stroke_width(1)))?;
        for bin in bins {
            let (low, high) = (at(bin.predicted, bin.observed.low), at(bin.predicted, bin.observed.high));
            let spot = at(bin.predicted, bin.observed.estimate);
            line(area, low, high, POINT, 2)?;
            for (x, y) in [low, high] {
                line(area, (x - 4, y), (x + 4, y), POINT, 2)?;
            }
            area.draw(&Circle::new(spot, 5, POINT.filled()))?;
            tips.mark(
                spot,
                format!(
                    "Predicted {:.0} %, observed {}\n{}, {} pairs of battles",
                    100.0 * bin.predicted,
                    say::percent(&bin.observed),
                    say::counted(bin.cells, "cell", "cells"),
                    grouped(bin.pairs)
                ),
            );
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use lanchester_stats::Interval;

    use super::*;

    #[test]
    fn every_bin_is_a_point() {
        let bin = |predicted, estimate, low, high| ReliabilityBin {
            predicted,
            observed: Interval { estimate, low, high },
            cells: 3,
            pairs: 6000,
        };
        let bins = [bin(0.55, 0.52, 0.5, 0.54), bin(0.7, 0.31, 0.29, 0.33), bin(f64::NAN, f64::NAN, 0.0, 1.0)];
        let svg = reliability(&bins, "x").into_string();
        assert_eq!(svg.matches("class=\"t\"").count(), 2 * 3);
        assert!(svg.contains("Predicted 55 %, observed 52.0 % [50.0,\u{a0}54.0]\n3 cells, 6,000 pairs"), "{svg}");
        assert!(!svg.contains("\"NaN"), "{svg}");
    }
}
