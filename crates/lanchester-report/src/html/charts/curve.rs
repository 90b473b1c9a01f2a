//! The price of a design against the number of its ships.

use lanchester_analysis::sizes::PricesBySize;
use lanchester_stats::parity::Parity;
use maud::Markup;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{AXIS, Axis, Fit, LogAxis, PHONE, SOFT, Side, arrow_head, chart, frame, line, text_style, tick_text};
use crate::digits;
use crate::html::say;

/// The colour of these points: what they judge is the price list, not a rating.
const POINT: RGBColor = RGBColor(10, 0, 2);
/// Height of the chart.
const HEIGHT: u32 = 240;

/// The curve of a design that has at least one price, range or bound: points with interval bars, ranges as bars without a
/// point, bounds as arrows, the printed rating as a line. Both axes are logarithmic, so that a fleet of n worth nᵖ is a straight
/// line.
pub fn curve(design: &PricesBySize) -> Markup {
    let ends = |parity: Parity| parity.ends().into_iter().flatten().collect::<Vec<f64>>();
    let values = design.prices.iter().flat_map(|price| ends(price.parity));
    let values: Vec<f64> = values.chain(design.printed.map(f64::from)).filter(|x| x.is_finite() && *x > 0.0).collect();
    let [least, most] = [values.iter().copied().fold(f64::MAX, f64::min), values.iter().copied().fold(0.0, f64::max)];
    let [least, most] = if values.is_empty() { [1.0, 2.0] } else { [least, most] };
    let y = LogAxis::of_amounts(values.iter().copied(), (0.97 * least, 1.03 * most), (0.9 * least, 1.1 * most), 0.12);
    let ships: Vec<f64> = design.prices.iter().map(|price| libm::log2(f64::from(price.ships.max(1)))).collect();
    let last = ships.iter().copied().fold(1.0, f64::max);
    let x = Axis { low: -0.3, high: last + 0.3, ticks: ships.clone() };
    let label = format!("Price of {} against the number of ships", say::name(&design.name));
    chart(Fit::Any, (PHONE as u32, HEIGHT), &label, |area, tips| {
        let count = |place: &f64| format!("{:.0}", libm::exp2(*place));
        let points = |place: &f64| tick_text(libm::exp(*place));
        let right = x.high;
        let across = Side { axis: x, about: "ships", tick: &count, room: 44 };
        let up = Side { axis: y.0.clone(), about: "points a ship", tick: &points, room: 62 };
        let plot = frame(area, across, up, 12)?;
        let at = |x: f64, points: f64| plot.backend_coord(&(x, y.place(points)));
        if let Some(printed) = design.printed {
            let (from, to) = (at(-0.3, f64::from(printed)), at(right, f64::from(printed)));
            line(area, from, to, AXIS, 2)?;
            let style = text_style(11.0, SOFT, HPos::Right, VPos::Bottom);
            area.draw(&Text::new("printed", (to.0 - 2, to.1 - 3), style))?;
        }
        let known = design.prices.iter().zip(&ships);
        let path: Vec<_> = known.filter_map(|(price, x)| Some(at(*x, price.parity.price()?.estimate))).collect();
        area.draw(&PathElement::new(path, POINT.stroke_width(1)))?;
        for (price, x) in design.prices.iter().zip(&ships) {
            let head = format!("{} of {}", price.ships, say::name(&design.name));
            let bar = |low: f64, high: f64| {
                let (low, high) = (at(*x, low), at(*x, high));
                line(area, low, high, POINT, 2)?;
                [low, high].into_iter().try_for_each(|(x, y)| line(area, (x - 4, y), (x + 4, y), POINT, 2))
            };
            let (spot, says) = match price.parity {
                Parity::Price(known) => {
                    bar(known.low, known.high)?;
                    area.draw(&Circle::new(at(*x, known.estimate), 5, POINT.filled()))?;
                    (at(*x, known.estimate), say::number(&known))
                }
                Parity::Range(low, high) => {
                    bar(low, high)?;
                    (at(*x, libm::sqrt(low * high)), digits::between(low, high))
                }
                Parity::AtLeast(least) => {
                    arrow_head(area, at(*x, least), (0, -1), POINT)?;
                    (at(*x, least), digits::at_least(least))
                }
                Parity::AtMost(most) => {
                    arrow_head(area, at(*x, most), (0, 1), POINT)?;
                    (at(*x, most), digits::at_most(most))
                }
                Parity::Unclear => continue,
            };
            tips.mark(spot, format!("{head}: {says} points each\n{} matchups", digits::grouped(price.matchups)));
        }
        Ok(())
    })
}
