//! Dots with whiskers, one line a design or variant, on a logarithmic axis of ratios around "as printed", or on a linear
//! one of shares.

use lanchester_stats::Interval;
use lanchester_stats::price::Verdict;
use maud::Markup;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{
    AXIS, Area, Axis, CARD, Drawn, Fit, INK, LINE, LogAxis, PHONE, SOFT, Side, arrow_head, both, chart, dot, frame,
    line, mark, polygon, text_style, text_width, verdict_color,
};
use crate::html::say;

/// Ratios that deserve a tick, the more telling first.
const TICKS: [f64; 23] = [
    1.0, 0.5, 2.0, 0.2, 5.0, 0.1, 10.0, 0.7, 1.5, 0.8, 1.2, 0.9, 1.1, 0.95, 1.05, 0.6, 1.3, 0.3, 3.0, 0.4, 4.0, 1.75,
    2.5,
];
/// Share of the axis that ticks keep apart: the widest label, on wide screens and on phones.
const GAP: [f64; 2] = [0.115, 0.2];
/// Ratios beyond these are shown as arrows at the edge.
const WITHIN: (f64, f64) = (0.08, 12.0);
const FONT: f64 = 13.0;
/// Characters of a name.
const NAME: usize = 30;
const WIDTH: i32 = 760;
/// The colour of numbers that judge nothing.
const PLAIN: RGBColor = RGBColor(10, 0, 2);

/// What is known of a ratio.
#[derive(Clone, Copy, Debug)]
pub enum Span {
    /// An estimate with its interval.
    Known(Interval),
    /// Two estimates: the least and the most of several, and whether they differ significantly.
    Between(Interval, Interval, bool),
    /// No number, but at least this.
    AtLeast(f64),
    /// No number, but at most this.
    AtMost(f64),
}

impl Span {
    /// The number that its mark stands at.
    pub const fn middle(&self) -> f64 {
        match self {
            Self::Known(i) | Self::Between(i, ..) => i.estimate,
            Self::AtLeast(x) | Self::AtMost(x) => *x,
        }
    }
}

/// A line of the chart.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is about.
    pub name: String,
    /// What is known; nothing in a line that heads the ones below it, or stands for some left out.
    pub span: Option<Span>,
    /// Decides mark and colour.
    pub verdict: Option<Verdict>,
    /// The number at the right.
    pub text: String,
    /// What the tooltip says.
    pub tip: String,
}

/// How ratios are written at the axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scale {
    /// ×1.2
    Times,
    /// +20 %
    Change,
    /// +20 %, of ratings that no page has printed.
    Worth,
    /// Ratios as changes in per cent of what was before.
    Moved,
    /// 20 %, a share on a linear axis, with the line at this one.
    Share(f64),
}

impl Scale {
    fn tick(self, place: f64) -> String {
        let ratio = libm::exp(place);
        match self {
            // Two digits say every one of the ticks; trailing zeros say nothing.
            Self::Times => format!("×{}", (ratio * 100.0).round() / 100.0),
            Self::Change | Self::Worth | Self::Moved => match ((ratio - 1.0) * 100.0).round() as i64 {
                0 if self == Self::Worth => "as rated".to_owned(),
                0 if self == Self::Moved => "unchanged".to_owned(),
                0 => "as printed".to_owned(),
                down @ ..0 => format!("−{} %", -down),
                up => format!("+{up} %"),
            },
            Self::Share(_) => format!("{:.0} %", 100.0 * place),
        }
    }

    /// Whether what has no verdict is a number like any other, not one that could not be judged.
    const fn judges_nothing(self) -> bool {
        matches!(self, Self::Worth | Self::Moved | Self::Share(_))
    }

    /// Where the line stands that all are compared to.
    const fn even(self) -> f64 {
        match self {
            Self::Times | Self::Change | Self::Worth | Self::Moved => 1.0,
            Self::Share(even) => even,
        }
    }
}

/// The axis of a chart, and where values stand on it.
enum Ruler {
    Ratios(LogAxis),
    Shares(Axis),
}

impl Ruler {
    fn new(scale: Scale, gap: f64, values: impl Iterator<Item = f64>) -> Self {
        let Scale::Share(even) = scale else {
            return Self::Ratios(LogAxis::new(values, (0.9, 1.11), WITHIN, &TICKS, gap));
        };
        let usable = values.filter(|v| v.is_finite()).map(|v| v.clamp(0.0, 1.0));
        let (low, high) = usable.fold((even - 0.02, even + 0.02), |(low, high), v| (low.min(v), high.max(v)));
        let air = 0.05 * (high - low);
        let (low, high) = ((low - air).max(0.0), (high + air).min(1.0));
        // The finest steps that leave labels their room.
        let step = [1, 2, 5, 10, 20].into_iter().find(|s| f64::from(*s) / 100.0 >= gap * (high - low)).unwrap_or(20);
        let ticks = (0..=100).step_by(step as usize).map(|t| f64::from(t) / 100.0);
        Self::Shares(Axis { low, high, ticks: ticks.filter(|t| (low..=high).contains(t)).collect() })
    }

    const fn axis(&self) -> &Axis {
        match self {
            Self::Ratios(LogAxis(axis)) | Self::Shares(axis) => axis,
        }
    }

    /// Where a value stands, moved onto the axis if it lies off it; what is not a number is at its left.
    fn place(&self, value: f64) -> f64 {
        match self {
            Self::Ratios(axis) => axis.place(value),
            Self::Shares(axis) if value >= axis.low => value.min(axis.high),
            Self::Shares(axis) => axis.low,
        }
    }

    fn off(&self, value: f64) -> bool {
        match self {
            Self::Ratios(axis) => axis.off(value),
            Self::Shares(axis) => !(axis.low..=axis.high).contains(&value),
        }
    }
}

/// The chart of these rows, in their order.
///
/// On phones the name and the number stand above what is drawn, not beside it.
pub fn whiskers(rows: &[Row], scale: Scale, about: &str, label: &str) -> Markup {
    both(|fit| draw(rows, scale, fit, about, label))
}

/// Where things stand in a chart.
struct Layout {
    /// Units a row.
    step: i32,
    /// Units left of the axis and right of it.
    sides: [i32; 2],
    /// From the middle of a row down to what is drawn, and to name and number.
    down: [i32; 2],
    /// Width and height of the chart.
    size: (u32, u32),
    /// The names as they are written.
    names: Vec<String>,
}

impl Layout {
    fn of(rows: &[Row], fit: Fit) -> Self {
        let number = |row: &Row| text_width(&row.text, FONT * 0.86);
        if fit == Fit::Phone {
            // What the number beside it leaves, in letters of ordinary width.
            let room = |row: &Row| ((PHONE - 26 - number(row)).max(40) as f64 / (FONT * 0.7)) as usize;
            let names = rows.iter().map(|r| say::short(&r.name, room(r).min(NAME))).collect();
            let (step, height) = (40, rows.len() as i32 * 40 + 70);
            return Self { step, sides: [22, 22], down: [9, -9], size: (PHONE as u32, height as u32), names };
        }
        let names: Vec<String> = rows.iter().map(|r| say::short(&r.name, NAME)).collect();
        let left = names.iter().map(|t| text_width(t, FONT)).max().unwrap_or(0) + 14;
        let right = rows.iter().map(number).max().unwrap_or(0) + 18;
        let step = if rows.len() > 40 { 20 } else { 26 };
        let size = (WIDTH.max(left + right + 360) as u32, (rows.len() as i32 * step + 70) as u32);
        Self { step, sides: [left, right], down: [0, 0], size, names }
    }
}

fn draw(rows: &[Row], scale: Scale, fit: Fit, about: &str, label: &str) -> Markup {
    let values = rows.iter().filter_map(|r| r.span).flat_map(|span| match span {
        Span::Known(i) => [i.low, i.high, i.estimate, scale.even()],
        Span::Between(a, b, _) => [a.low, a.high, b.low, b.high],
        // Room for the arrow.
        Span::AtLeast(x) => [x, 1.12 * x, x, x],
        Span::AtMost(x) => [x, 0.88 * x, x, x],
    });
    let ruler = Ruler::new(scale, GAP[usize::from(fit == Fit::Phone)], values);
    let Layout { step, sides: [left, right], down, size, names } = Layout::of(rows, fit);
    // An axis needs a length.
    let n = rows.len().max(1) as f64;
    chart(fit, size, label, |area, tips| {
        let x = Side { axis: ruler.axis().clone(), about, tick: &|place| scale.tick(*place), room: 52 };
        let y = Side {
            axis: Axis { low: 0.0, high: n, ticks: Vec::new() },
            about: "",
            tick: &|_| String::new(),
            room: left,
        };
        let plot = frame(area, x, y, right)?;
        // Rows below their middles, as much as name and number stand above.
        let drop = f64::from(down[0]) / f64::from(step);
        let at = |value: f64, y: f64| plot.backend_coord(&(ruler.place(value), y - drop));
        line(area, at(scale.even(), drop), at(scale.even(), n + drop), AXIS, 2)?;
        for (i, row) in rows.iter().enumerate() {
            let y = n - i as f64 - 0.5;
            let (edge, middle) = plot.backend_coord(&(ruler.axis().low, y));
            let above = middle + down[1];
            if fit == Fit::Phone {
                // No line of the chart runs through the words above what is drawn.
                let band = [(0, above - 8), (size.0 as i32, above + 8)];
                area.draw(&Rectangle::new(band, CARD.filled()))?;
            }
            let (start, anchor) = if fit == Fit::Phone { (4, HPos::Left) } else { (edge - 9, HPos::Right) };
            let style = text_style(FONT, INK, anchor, VPos::Center);
            let weight = if row.span.is_none() { FontStyle::Bold } else { FontStyle::Normal };
            let font = style.font.style(weight);
            area.draw(&Text::new(names[i].as_str(), (start, above), TextStyle { font, ..style }))?;
            let number = text_style(FONT * 0.92, SOFT, HPos::Right, VPos::Center);
            area.draw(&Text::new(row.text.as_str(), (size.0 as i32 - 6, above), number))?;
            let Some(span) = row.span else { continue };
            let ends = [ruler.axis().low, ruler.axis().high].map(|end| plot.backend_coord(&(end, y - drop)));
            line(area, ends[0], ends[1], LINE, 1)?;
            let plain = row.verdict.is_none() && scale.judges_nothing();
            let color = if plain { PLAIN } else { verdict_color(row.verdict) };
            let spot = match span {
                Span::Known(known) => {
                    whisker(area, &ruler, &known, &|ratio| at(ratio, y), color)?;
                    at(known.estimate, y)
                }
                Span::Between(least, most, sure) => {
                    let color = if sure { INK } else { color };
                    line(area, at(least.estimate, y), at(most.estimate, y), color, 3)?;
                    for end in [least, most] {
                        whisker(area, &ruler, &end, &|ratio| at(ratio, y), color)?;
                        dot(area, at(end.estimate, y), color, sure)?;
                        tips.mark(at(end.estimate, y), row.tip.clone());
                    }
                    continue;
                }
                // Off the axis its head alone is drawn, as the mark.
                Span::AtLeast(ratio) | Span::AtMost(ratio) if ruler.off(ratio) => at(ratio, y),
                Span::AtLeast(ratio) => bound(area, at(ratio, y), 1, color)?,
                Span::AtMost(ratio) => bound(area, at(ratio, y), -1, color)?,
            };
            if ruler.off(span.middle()) {
                let way = if ruler.place(span.middle()) > ruler.axis().low { 1 } else { -1 };
                arrow_head(area, spot, (way, 0), color)?
            } else if plain {
                dot(area, spot, PLAIN, true)?
            } else {
                mark(area, spot, row.verdict)?
            }
            tips.mark(spot, row.tip.clone());
        }
        Ok(())
    })
}

/// An interval as a line with feet; an end that lies off the axis is an arrow.
fn whisker(area: &Area<'_>, ruler: &Ruler, known: &Interval, at: &dyn Fn(f64) -> (i32, i32), color: RGBColor) -> Drawn {
    let (low, high) = (at(known.low), at(known.high));
    line(area, low, high, color, 2)?;
    for ((x, y), ratio, way) in [(low, known.low, -1), (high, known.high, 1)] {
        if ruler.off(ratio) {
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
        let row =
            |span| Row { name: "<x>".into(), span: Some(span), verdict: None, text: "?".into(), tip: "tip".into() };
        let known = |estimate, low, high| Span::Known(Interval { estimate, low, high });
        let rows = [
            row(known(f64::NAN, f64::NEG_INFINITY, f64::INFINITY)),
            row(known(1.0, 0.0, 1e9)),
            row(Span::AtLeast(50.0)),
            row(Span::AtMost(0.0)),
        ];
        let svg = whiskers(&rows, Scale::Times, "x", "y").into_string();
        assert_eq!(svg.matches("class=\"t\"").count(), 2 * 4);
        assert!(svg.contains("&lt;x&gt;") && !svg.contains("NaN"), "{svg}");
        assert!(whiskers(&[], Scale::Times, "x", "y").into_string().contains("<svg"));
        let svg = whiskers(&rows, Scale::Share(0.5), "x", "y").into_string();
        assert!(svg.matches("class=\"t\"").count() == 2 * 4 && !svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn shares_stand_on_a_linear_axis_and_heads_have_no_mark() {
        let of = |estimate: f64| Interval { estimate, low: estimate - 0.01, high: estimate + 0.01 };
        let ruler = Ruler::new(Scale::Share(0.6), GAP[0], [0.45, 0.8].into_iter());
        assert_eq!(ruler.axis().ticks, [0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8]);
        assert_eq!((ruler.place(0.7), ruler.off(0.7), ruler.off(0.99)), (0.7, false, true));
        let row = |span| Row { name: "hull".into(), span, verdict: None, text: "?".into(), tip: "tip".into() };
        let svg = whiskers(&[row(None), row(Some(Span::Known(of(0.6))))], Scale::Share(0.5), "x", "y").into_string();
        assert!(svg.matches("class=\"t\"").count() == 2 && svg.matches("hull").count() == 4, "{svg}");
    }
}
