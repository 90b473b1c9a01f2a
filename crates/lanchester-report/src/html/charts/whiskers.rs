//! Dots with whiskers, one line a design, on a logarithmic axis of ratios around "as printed".

use lanchester_stats::Interval;
use lanchester_stats::price::Verdict;
use maud::Markup;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{
    AXIS, Area, Axis, Drawn, INK, LINE, LogAxis, SOFT, Side, chart, dot, frame, line, mark, polygon, text_style,
    text_width, verdict_color,
};
use crate::html::say;

/// Ratios that deserve a tick, the more telling first.
const TICKS: [f64; 23] = [
    1.0, 0.5, 2.0, 0.2, 5.0, 0.1, 10.0, 0.7, 1.5, 0.8, 1.2, 0.9, 1.1, 0.95, 1.05, 0.6, 1.3, 0.3, 3.0, 0.4, 4.0, 1.75,
    2.5,
];
/// Share of the axis that ticks keep apart: the widest label.
const GAP: f64 = 0.115;
/// Ratios beyond these are shown as arrows at the edge.
const WITHIN: (f64, f64) = (0.08, 12.0);
const FONT: f64 = 13.0;
const WIDTH: i32 = 760;

/// What is known of a ratio.
#[derive(Clone, Copy, Debug)]
pub enum Span {
    /// An estimate with its interval.
    Known(Interval),
    /// Two estimates: the least and the most of several, and whether they surely differ.
    Between(Interval, Interval, bool),
    /// No number, but at least this.
    AtLeast(f64),
    /// No number, but at most this.
    AtMost(f64),
}

/// A line of the chart.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is about.
    pub name: String,
    /// What is known.
    pub span: Span,
    /// Decides mark and colour.
    pub verdict: Option<Verdict>,
    /// The number at the right.
    pub text: String,
    /// What the tooltip says.
    pub tip: String,
}

/// How ratios are written at the axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// ×1.2
    Times,
    /// +20 %
    Change,
}

impl Scale {
    fn tick(self, log: f64) -> String {
        let ratio = libm::exp(log);
        match self {
            // Two digits say every one of the ticks; trailing noughts say nothing.
            Self::Times => format!("×{}", (ratio * 100.0).round() / 100.0),
            Self::Change => match ((ratio - 1.0) * 100.0).round() as i64 {
                0 => "as printed".to_owned(),
                down @ ..0 => format!("−{} %", -down),
                up => format!("+{up} %"),
            },
        }
    }
}

/// The chart of these rows, in their order.
pub fn whiskers(rows: &[Row], scale: Scale, about: &str, label: &str) -> Markup {
    let values = rows.iter().flat_map(|r| match r.span {
        Span::Known(i) => [i.low, i.high, i.estimate, 1.0],
        Span::Between(a, b, _) => [a.low, a.high, b.low, b.high],
        // Room for the arrow.
        Span::AtLeast(x) => [x, 1.12 * x, x, x],
        Span::AtMost(x) => [x, 0.88 * x, x, x],
    });
    let axis = LogAxis::new(values, (0.9, 1.11), WITHIN, &TICKS, GAP);
    let step = if rows.len() > 40 { 20 } else { 26 };
    let names: Vec<String> = rows.iter().map(|r| say::short(&r.name, 18)).collect();
    let left = names.iter().map(|t| text_width(t, FONT)).max().unwrap_or(0) + 14;
    let right = rows.iter().map(|r| text_width(&r.text, FONT * 0.86)).max().unwrap_or(0) + 18;
    // An axis needs a length.
    let n = rows.len().max(1) as f64;
    let height = rows.len() as i32 * step + 70;
    let size = (WIDTH.max(left + right + 360) as u32, height as u32);
    chart(size, label, |area, tips| {
        let x = Side { axis: axis.0.clone(), about, tick: &|log| scale.tick(*log), room: 52 };
        let y = Side {
            axis: Axis { low: 0.0, high: n, ticks: Vec::new() },
            about: "",
            tick: &|_| String::new(),
            room: left,
        };
        let plot = frame(area, x, y, right)?;
        let at = |ratio: f64, y: f64| plot.backend_coord(&(axis.place(ratio), y));
        line(area, at(1.0, 0.0), at(1.0, n), AXIS, 2)?;
        for (i, row) in rows.iter().enumerate() {
            let y = n - i as f64 - 0.5;
            let (edge, middle) = plot.backend_coord(&(axis.0.low, y));
            let name = text_style(FONT, INK, HPos::Right, VPos::Center);
            area.draw(&Text::new(names[i].as_str(), (edge - 9, middle), name))?;
            let number = text_style(FONT * 0.92, SOFT, HPos::Right, VPos::Center);
            area.draw(&Text::new(row.text.as_str(), (size.0 as i32 - 6, middle), number))?;
            let end = plot.backend_coord(&(axis.0.high, y));
            line(area, (edge, middle), end, LINE, 1)?;
            let color = verdict_color(row.verdict);
            let spot = match row.span {
                Span::Known(known) => {
                    whisker(area, &axis, &known, &|ratio| at(ratio, y), color)?;
                    at(known.estimate, y)
                }
                Span::Between(least, most, sure) => {
                    let color = if sure { INK } else { color };
                    line(area, at(least.estimate, y), at(most.estimate, y), color, 3)?;
                    for end in [least, most] {
                        whisker(area, &axis, &end, &|ratio| at(ratio, y), color)?;
                        dot(area, at(end.estimate, y), color, sure)?;
                        tips.mark(at(end.estimate, y), row.tip.clone());
                    }
                    continue;
                }
                Span::AtLeast(ratio) => bound(area, at(ratio, y), 1, color)?,
                Span::AtMost(ratio) => bound(area, at(ratio, y), -1, color)?,
            };
            mark(area, spot, row.verdict)?;
            tips.mark(spot, row.tip.clone());
        }
        Ok(())
    })
}

/// An interval as a line with feet; an end that lies off the axis is an arrow.
fn whisker(
    area: &Area<'_>,
    axis: &LogAxis,
    known: &Interval,
    at: &dyn Fn(f64) -> (i32, i32),
    color: RGBColor,
) -> Drawn {
    let (low, high) = (at(known.low), at(known.high));
    line(area, low, high, color, 2)?;
    for ((x, y), ratio, way) in [(low, known.low, -1), (high, known.high, 1)] {
        if axis.off(ratio) {
            polygon(area, &[(x + 6 * way, y), (x - way, y - 5), (x - way, y + 5)], color)?;
        } else if high.0 - low.0 > 14 {
            // Feet within the mark would only blur it.
            line(area, (x, y - 5), (x, y + 5), color, 2)?;
        }
    }
    Ok(())
}

/// A bound: its mark with an arrow to where the truth lies.
fn bound(
    area: &Area<'_>,
    (x, y): (i32, i32),
    way: i32,
    color: RGBColor,
) -> Result<(i32, i32), Box<dyn std::error::Error>> {
    line(area, (x, y), (x + 22 * way, y), color, 2)?;
    polygon(area, &[(x + 30 * way, y), (x + 21 * way, y - 5), (x + 21 * way, y + 5)], color)?;
    Ok((x, y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_read_as_what_they_are() {
        assert_eq!(Scale::Times.tick(0.0), "×1");
        assert_eq!(Scale::Times.tick(libm::log(1.2)), "×1.2");
        assert_eq!(Scale::Change.tick(libm::log(0.8)), "−20 %");
        assert_eq!(Scale::Change.tick(libm::log(1.5)), "+50 %");
        assert_eq!(Scale::Change.tick(0.0), "as printed");
    }

    #[test]
    fn nonsense_is_drawn_as_something() {
        let row = |span| Row { name: "<x>".into(), span, verdict: None, text: "?".into(), tip: "tip".into() };
        let known = |estimate, low, high| Span::Known(Interval { estimate, low, high });
        let rows = [
            row(known(f64::NAN, f64::NEG_INFINITY, f64::INFINITY)),
            row(known(1.0, 0.0, 1e9)),
            row(Span::AtLeast(50.0)),
            row(Span::AtMost(0.0)),
        ];
        let svg = whiskers(&rows, Scale::Times, "x", "y").into_string();
        assert_eq!(svg.matches("class=\"t\"").count(), 4);
        assert!(svg.contains("&lt;x&gt;") && !svg.contains("NaN"), "{svg}");
        assert!(whiskers(&[], Scale::Times, "x", "y").into_string().contains("<svg"));
    }
}
