//! Shares as bars, each with a notch at the share that chance alone would give, or with its interval.

use maud::Markup;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Axis, Fit, INK, PHONE, SOFT, Side, chart, frame, line, text_style, text_width};
use crate::html::say;

const FONT: f64 = 13.0;
const WIDTH: i32 = 760;
const STEP: i32 = 28;
/// The colour of the bars: they judge nothing.
const BAR: RGBColor = RGBColor(10, 0, 2);

/// A bar.
#[derive(Clone, Debug)]
pub struct Bar {
    /// What it is about.
    pub name: String,
    /// How long it is, 0 to 1.
    pub share: f64,
    /// Where its notch stands, 0 to 1; two ends: a line from the one to the other.
    pub mark: Mark,
    /// The number at the right.
    pub text: String,
    /// What the tooltip says.
    pub tip: String,
}

/// What is marked on a bar.
#[derive(Clone, Copy, Debug)]
pub enum Mark {
    /// The share that chance alone would give.
    Chance(f64),
    /// The ends of the share's interval.
    Interval(f64, f64),
}

impl Mark {
    const fn ends(self) -> [f64; 2] {
        match self {
            Self::Chance(at) => [at, at],
            Self::Interval(low, high) => [low, high],
        }
    }
}

/// The chart of these bars, in their order. On a phone the numbers are in the tooltips alone.
pub fn bars(fit: Fit, rows: &[Bar], about: &str, label: &str) -> Markup {
    let phone = fit == Fit::Phone;
    let usable = |x: f64| if x.is_finite() { x.clamp(0.0, 1.0) } else { 0.0 };
    let names: Vec<String> = rows.iter().map(|r| say::short(&r.name, if phone { 18 } else { 34 })).collect();
    let left = names.iter().map(|t| text_width(t, FONT)).max().unwrap_or(0) + 14;
    let texts = rows.iter().filter(|_| !phone).map(|r| text_width(&r.text, FONT * 0.86));
    let right = texts.max().unwrap_or(0) + 18;
    let longest = rows.iter().flat_map(|r| [r.share, r.mark.ends()[1]]).map(usable).fold(0.05, f64::max);
    let high = (1.04 * longest).min(1.0);
    let step = [1, 2, 5, 10, 20]
        .into_iter()
        .find(|s| f64::from(*s) / 100.0 >= high / if phone { 4.0 } else { 9.0 })
        .unwrap_or(20);
    let ticks = (0..=100).step_by(step as usize).map(|t| f64::from(t) / 100.0).filter(|t| *t <= high).collect();
    let n = rows.len().max(1) as f64;
    let width = if phone { PHONE } else { WIDTH.max(left + right + 360) };
    let size = (width as u32, (rows.len() as i32 * STEP + 70) as u32);
    chart(fit, size, label, |area, tips| {
        let x = Side {
            axis: Axis { low: 0.0, high, ticks },
            about,
            tick: &|share| format!("{:.0} %", 100.0 * share),
            room: 52,
        };
        let y = Side {
            axis: Axis { low: 0.0, high: n, ticks: Vec::new() },
            about: "",
            tick: &|_| String::new(),
            room: left,
        };
        let plot = frame(area, x, y, right)?;
        for (i, row) in rows.iter().enumerate() {
            let y = n - i as f64 - 0.5;
            let (edge, middle) = plot.backend_coord(&(0.0, y));
            let name = text_style(FONT, INK, HPos::Right, VPos::Center);
            area.draw(&Text::new(names[i].as_str(), (edge - 9, middle), name))?;
            if !phone {
                let number = text_style(FONT * 0.92, SOFT, HPos::Right, VPos::Center);
                area.draw(&Text::new(row.text.as_str(), (size.0 as i32 - 6, middle), number))?;
            }
            let (end, _) = plot.backend_coord(&(usable(row.share), y));
            area.draw(&Rectangle::new([(edge, middle - 7), (end.max(edge + 1), middle + 7)], BAR.filled()))?;
            let ends = row.mark.ends().map(|end| plot.backend_coord(&(usable(end), y)).0);
            match row.mark {
                Mark::Chance(_) => line(area, (ends[0], middle - 10), (ends[0], middle + 10), INK, 2)?,
                Mark::Interval(..) => {
                    line(area, (ends[0], middle), (ends[1], middle), INK, 2)?;
                    ends.into_iter().try_for_each(|at| line(area, (at, middle - 4), (at, middle + 4), INK, 2))?;
                }
            }
            let (last, _) = plot.backend_coord(&(high, y));
            tips.area((edge, middle - 11), (last - edge, 22), row.tip.clone());
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bar_is_drawn_whatever_it_holds() {
        let bar = |share, mark| Bar { name: "<x>".into(), share, mark, text: "?".into(), tip: "tip".into() };
        let rows = [
            bar(0.5, Mark::Chance(0.1)),
            bar(f64::NAN, Mark::Interval(-1.0, f64::NAN)),
            bar(7.0, Mark::Chance(f64::INFINITY)),
        ];
        let svg = bars(Fit::Any, &rows, "x", "y").into_string();
        assert!(svg.matches("class=\"t\"").count() == 3 && svg.contains("&lt;x&gt;") && !svg.contains("NaN"), "{svg}");
        let phone = bars(Fit::Phone, &rows, "x", "y").into_string();
        assert!(phone.contains("width=\"340\"") && phone.matches("class=\"t\"").count() == 3, "{phone}");
        assert!(bars(Fit::Any, &[], "x", "y").into_string().contains("<svg"));
    }
}
