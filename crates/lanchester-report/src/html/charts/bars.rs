//! Shares as bars, each with a notch at the share that chance alone would give.

use maud::Markup;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Axis, Fit, INK, SOFT, Side, chart, frame, line, text_style, text_width};
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
    /// Where its notch stands, 0 to 1.
    pub chance: f64,
    /// The number at the right.
    pub text: String,
    /// What the tooltip says.
    pub tip: String,
}

/// The chart of these bars, in their order.
pub fn bars(rows: &[Bar], about: &str, label: &str) -> Markup {
    let usable = |x: f64| if x.is_finite() { x.clamp(0.0, 1.0) } else { 0.0 };
    let names: Vec<String> = rows.iter().map(|r| say::short(&r.name, 34)).collect();
    let left = names.iter().map(|t| text_width(t, FONT)).max().unwrap_or(0) + 14;
    let right = rows.iter().map(|r| text_width(&r.text, FONT * 0.86)).max().unwrap_or(0) + 18;
    let longest = rows.iter().flat_map(|r| [r.share, r.chance]).map(usable).fold(0.05, f64::max);
    let high = (1.04 * longest).min(1.0);
    let step = [1, 2, 5, 10, 20].into_iter().find(|s| f64::from(*s) / 100.0 >= high / 9.0).unwrap_or(20);
    let ticks = (0..=100).step_by(step as usize).map(|t| f64::from(t) / 100.0).filter(|t| *t <= high).collect();
    let n = rows.len().max(1) as f64;
    let size = (WIDTH.max(left + right + 360) as u32, (rows.len() as i32 * STEP + 70) as u32);
    chart(Fit::Any, size, label, |area, tips| {
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
            let number = text_style(FONT * 0.92, SOFT, HPos::Right, VPos::Center);
            area.draw(&Text::new(row.text.as_str(), (size.0 as i32 - 6, middle), number))?;
            let (end, _) = plot.backend_coord(&(usable(row.share), y));
            area.draw(&Rectangle::new([(edge, middle - 7), (end.max(edge + 1), middle + 7)], BAR.filled()))?;
            let (notch, _) = plot.backend_coord(&(usable(row.chance), y));
            line(area, (notch, middle - 10), (notch, middle + 10), INK, 2)?;
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
        let bar = |share, chance| Bar { name: "<x>".into(), share, chance, text: "?".into(), tip: "tip".into() };
        let svg = bars(&[bar(0.5, 0.1), bar(f64::NAN, -1.0), bar(7.0, f64::INFINITY)], "x", "y").into_string();
        assert!(svg.matches("class=\"t\"").count() == 3 && svg.contains("&lt;x&gt;") && !svg.contains("NaN"), "{svg}");
        assert!(bars(&[], "x", "y").into_string().contains("<svg"));
    }
}
