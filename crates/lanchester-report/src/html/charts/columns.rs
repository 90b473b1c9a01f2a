//! Amounts by a whole number, such as harm by hexes of range.

use maud::Markup;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Axis, Fit, PHONE, Side, chart, frame, tick_text};
use super::{SOFT, text_style};

/// The colour of the columns: they judge nothing.
const COLUMN: RGBColor = RGBColor(10, 0, 2);
/// Height of the chart.
const HEIGHT: u32 = 200;
/// Numbers that have room beneath the columns.
const NUMBERS: u32 = 12;

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// The number that it stands at.
    pub at: u32,
    /// Its height, 0 or more.
    pub amount: f64,
    /// What the tooltip says.
    pub tip: String,
}

/// Round amounts from 0 to a positive one, four at most beside 0.
fn ticks(most: f64) -> Vec<f64> {
    let power = libm::pow(10.0, libm::floor(libm::log10(most)));
    let step =
        [0.2, 0.5, 1.0, 2.0, 5.0].map(|of| of * power).into_iter().find(|step| most / step < 5.0).unwrap_or(power);
    (0..5).map(|nth| f64::from(nth) * step).filter(|tick| *tick <= most).collect()
}

/// The chart of these columns, which rise in `at`; `about` says what is counted to the right and upward.
pub fn columns(columns: &[Column], about: [&str; 2], label: &str) -> Markup {
    let [first, last] = [columns.first(), columns.last()].map(|column| column.map_or(0, |column| column.at));
    let usable = |amount: f64| if amount.is_finite() { amount.max(0.0) } else { 0.0 };
    let most = columns.iter().map(|column| usable(column.amount)).fold(0.0, f64::max);
    let most = if most > 0.0 { most } else { 1.0 };
    let every = (last - first) / NUMBERS + 1;
    let numbers = (first..=last).filter(|at| at % every == 0).map(f64::from).collect();
    chart(Fit::Any, (PHONE as u32, HEIGHT), label, |area, tips| {
        let x = Side {
            axis: Axis { low: f64::from(first) - 0.6, high: f64::from(last) + 0.6, ticks: numbers },
            about: about[0],
            tick: &|at| format!("{at:.0}"),
            room: 44,
        };
        let y = Side {
            axis: Axis { low: 0.0, high: 1.05 * most, ticks: ticks(most) },
            about: "",
            tick: &|amount| tick_text(*amount),
            room: 44,
        };
        let plot = frame(area, x, y, 12)?;
        area.draw(&Text::new(about[1], (46, 2), text_style(12.0, SOFT, HPos::Left, VPos::Top)))?;
        for column in columns {
            let place = f64::from(column.at);
            let (left, bottom) = plot.backend_coord(&(place - 0.4, 0.0));
            let (right, top) = plot.backend_coord(&(place + 0.4, usable(column.amount)));
            area.draw(&Rectangle::new([(left, top), (right.max(left + 1), bottom)], COLUMN.filled()))?;
            let (_, ceiling) = plot.backend_coord(&(place, most));
            tips.area((left, ceiling), ((right - left).max(4), bottom - ceiling), column.tip.clone());
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        for (most, step) in [(6.44, 2.0), (2.6, 1.0), (12.5, 5.0), (0.047, 0.01), (1.0, 0.5), (99.0, 20.0)] {
            let ticks = ticks(most);
            assert!((2..=5).contains(&ticks.len()) && (ticks[1] - step).abs() < 1e-12 * step, "{most}: {ticks:?}");
        }
    }

    #[test]
    fn every_column_is_drawn_whatever_it_holds() {
        let column = |at, amount| Column { at, amount, tip: "<tip>".into() };
        let svg = columns(&[column(1, 0.5), column(2, f64::NAN), column(40, 7.0)], ["x", "y"], "z").into_string();
        assert!(
            svg.matches("class=\"t\"").count() == 3 && svg.contains("&lt;tip&gt;") && !svg.contains("NaN"),
            "{svg}"
        );
        assert!(columns(&[], ["x", "y"], "z").into_string().contains("<svg"));
    }
}
