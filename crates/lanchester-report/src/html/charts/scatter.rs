//! Printed against implied ratings: points with whiskers around the diagonal of fair prices, named where there is
//! room.

use lanchester_stats::price::Verdict;
use maud::Markup;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::axes::tick_text;
use super::{
    AXIS, Fit, INK, LogAxis, PHONE, Side, arrow_head, both, chart, frame, line, mark, polygon, text_style, text_width,
    verdict_color,
};
use crate::html::charts::Span;
use crate::html::say;

const FONT: f64 = 11.0;
/// From how far above or below its point a name is joined to it by a line.
const JOINED: i32 = 24;

/// A point.
#[derive(Clone, Debug)]
pub struct Point {
    /// The design's name.
    pub name: String,
    /// Its printed rating.
    pub printed: f64,
    /// What its results imply.
    pub implied: Span,
    /// Decides mark and colour.
    pub verdict: Option<Verdict>,
    /// What the tooltip says.
    pub tip: String,
}

/// The chart of these points on two equal logarithmic axes; `printed` says what the lower one measures.
pub fn scatter(points: &[Point], printed: &str, label: &str) -> Markup {
    both(|fit| draw(points, fit, printed, label))
}

/// The axis of both sides: it shows every printed rating, and of what they imply what lies within a factor of four.
fn axis(points: &[Point], fit: Fit) -> LogAxis {
    let values = points.iter().flat_map(|p| match p.implied {
        Span::Known(i) | Span::Between(i, ..) => [i.low, i.high, i.estimate, p.printed],
        Span::AtLeast(x) | Span::AtMost(x) => [x, x, x, p.printed],
    });
    // A whisker that ends far off every rating must not press the rest together.
    let ratings = || points.iter().map(|p| p.printed).filter(|p| *p > 0.0);
    let (low, high) = (ratings().fold(f64::INFINITY, f64::min), ratings().fold(0.0, f64::max));
    let (low, high) = if high > 0.0 { (low, high) } else { (10.0, 100.0) };
    let gap = if fit == Fit::Phone { 0.13 } else { 0.07 };
    // A lone design, or several of the same rating, still have some room around them.
    LogAxis::of_amounts(values, (0.97 * low, 1.03 * high), (low / 4.0, high * 4.0), gap)
}

fn draw(points: &[Point], fit: Fit, printed: &str, label: &str) -> Markup {
    let axis = axis(points, fit);
    let (size, room, right) = match fit {
        Fit::Phone => ((PHONE as u32, 360), 54, 8),
        Fit::Desk | Fit::Any => ((760, 620), 68, 18),
    };
    chart(fit, size, label, |area, tips| {
        let tick = |log: &f64| tick_text(libm::exp(*log));
        let side = |about, room| Side { axis: axis.0.clone(), about, tick: &tick, room };
        let plot = frame(area, side(printed, 52), side("implied rating", room), right)?;
        let at = |x: f64, y: f64| plot.backend_coord(&(axis.place(x), axis.place(y)));
        let (start, end) =
            (plot.backend_coord(&(axis.0.low, axis.0.low)), plot.backend_coord(&(axis.0.high, axis.0.high)));
        line(area, start, end, AXIS, 2)?;

        let mut taken: Vec<Frame> = Vec::new();
        let mut spots = Vec::new();
        for p in points {
            let color = verdict_color(p.verdict);
            let spot = match p.implied {
                Span::Known(i) | Span::Between(i, ..) => {
                    let (low, high) = (at(p.printed, i.low), at(p.printed, i.high));
                    line(area, low, high, color, 2)?;
                    for (end, value, way) in [(low, i.low, 1), (high, i.high, -1)] {
                        if axis.off(value) {
                            arrow_head(area, end, (0, way), color)?;
                        }
                    }
                    at(p.printed, i.estimate)
                }
                // Off the axis its head alone is drawn, with the marks.
                Span::AtLeast(x) | Span::AtMost(x) if axis.off(x) => at(p.printed, x),
                Span::AtLeast(x) | Span::AtMost(x) => {
                    let (spot, way) = (at(p.printed, x), if matches!(p.implied, Span::AtLeast(_)) { -1 } else { 1 });
                    taken.push(Frame { left: spot.0 - 6, top: spot.1.min(spot.1 + 30 * way), width: 12, height: 30 });
                    arrow(area, spot, way, color)?
                }
            };
            taken.push(Frame { left: spot.0 - 6, top: spot.1 - 6, width: 12, height: 12 });
            spots.push(spot);
        }
        for (p, spot) in points.iter().zip(&spots) {
            let worth = p.implied.middle();
            match () {
                () if axis.off(worth) => {
                    let way = if axis.place(worth) > axis.0.low { -1 } else { 1 };
                    arrow_head(area, *spot, (0, way), verdict_color(p.verdict))?;
                }
                () if axis.off(p.printed) => arrow_head(area, *spot, (-1, 0), verdict_color(p.verdict))?,
                () => mark(area, *spot, p.verdict)?,
            }
            tips.mark(*spot, p.tip.clone());
        }
        let inside = Frame { left: start.0, top: end.1, width: end.0 - start.0, height: start.1 - end.1 };
        names(area, points, &spots, taken, &inside)
    })
}

/// Names each point beside it, off what is taken already and off the other names, where there is room.
fn names(
    area: &super::Area<'_>,
    points: &[Point],
    spots: &[(i32, i32)],
    mut taken: Vec<Frame>,
    inside: &Frame,
) -> super::Drawn {
    // Names keep off the diagonal too, if they can.
    let marks = taken.len();
    let steps = inside.width / 6;
    taken.extend((0..steps).map(|i| {
        let (x, y) = (inside.left + inside.width * i / steps, inside.top + inside.height - inside.height * i / steps);
        Frame { left: x, top: y - 5, width: 6, height: 6 }
    }));
    let lines = marks..taken.len();
    for (p, spot) in points.iter().zip(spots) {
        let name = say::short(&p.name, 16);
        let width = text_width(&name, FONT);
        let place = free(*spot, width, &taken, inside).or_else(|| {
            let others: Vec<Frame> = [&taken[..lines.start], &taken[lines.end..]].concat();
            free(*spot, width, &others, inside)
        });
        // Without room for it the tooltip and the table below have the name.
        let Some(frame) = place else { continue };
        // Left of its point a name ends there: its width is only guessed.
        let (x, h) =
            if frame.left + width <= spot.0 { (frame.left + width, HPos::Right) } else { (frame.left, HPos::Left) };
        let middle = frame.top + 6;
        if (middle - spot.1).abs() >= JOINED {
            let from = if middle > spot.1 { 7 } else { -7 };
            line(area, (spot.0, spot.1 + from), (x.clamp(frame.left, frame.left + width), middle - from), AXIS, 1)?;
        }
        area.draw(&Text::new(name, (x, middle), text_style(FONT, INK, h, VPos::Center)))?;
        taken.push(frame);
    }
    Ok(())
}

/// An arrow to where the truth lies: up is −1.
fn arrow(
    area: &super::Area<'_>,
    (x, y): (i32, i32),
    way: i32,
    color: RGBColor,
) -> Result<(i32, i32), Box<dyn std::error::Error>> {
    line(area, (x, y), (x, y + 22 * way), color, 2)?;
    polygon(area, &[(x, y + 30 * way), (x - 5, y + 21 * way), (x + 5, y + 21 * way)], color)?;
    Ok((x, y))
}

/// Where something stands, in units of the chart.
#[derive(Clone, Copy, Debug)]
struct Frame {
    left: i32,
    top: i32,
    width: i32,
    height: i32,
}

impl Frame {
    const fn meets(&self, other: &Self) -> bool {
        self.left < other.left + other.width
            && other.left < self.left + self.width
            && self.top < other.top + other.height
            && other.top < self.top + self.height
    }

    const fn holds(&self, other: &Self) -> bool {
        self.left <= other.left
            && other.left + other.width <= self.left + self.width
            && self.top <= other.top
            && other.top + other.height <= self.top + self.height
    }
}

/// The first place beside a point where a name meets nothing: right, left, then both again up and down.
fn free((x, y): (i32, i32), width: i32, taken: &[Frame], inside: &Frame) -> Option<Frame> {
    [0, -9, 9, -16, 16, -24, 24, -34, 34, -46, 46, -60, 60].into_iter().find_map(|nudge| {
        [x + 9, x - 9 - width, x - width / 2].into_iter().enumerate().find_map(|(side, left)| {
            let frame = Frame { left, top: y - 7 + nudge, width, height: 13 };
            // Straight above and below only where the mark is not in the way.
            let clear = side < 2 || nudge.abs() >= 16;
            (clear && inside.holds(&frame) && !taken.iter().any(|t| t.meets(&frame))).then_some(frame)
        })
    })
}

#[cfg(test)]
mod tests {
    use lanchester_stats::Interval;

    use super::*;

    fn point(printed: f64, implied: Span) -> Point {
        Point { name: "SHIP".into(), printed, implied, verdict: None, tip: "tip".into() }
    }

    #[test]
    fn names_keep_clear_of_each_other() {
        let inside = Frame { left: 0, top: 0, width: 500, height: 500 };
        let mut taken = Vec::new();
        for _ in 0..12 {
            let frame = free((250, 250), 60, &taken, &inside).expect("room for twelve");
            assert!(!taken.iter().any(|t: &Frame| t.meets(&frame)));
            taken.push(frame);
        }
        assert!(free((2, 2), 600, &[], &inside).is_none(), "no room at all");
    }

    #[test]
    fn every_point_is_drawn_whatever_it_holds() {
        let known = |estimate, low, high| Span::Known(Interval { estimate, low, high });
        let points = [
            point(0.0, known(1.0, 0.5, 2.0)),
            point(100.0, known(f64::NAN, f64::NEG_INFINITY, f64::INFINITY)),
            point(100.0, Span::AtLeast(1e12)),
            point(1e9, Span::AtMost(-3.0)),
        ];
        let svg = scatter(&points, "x", "y").into_string();
        assert_eq!(svg.matches("class=\"t\"").count(), 2 * 4, "{svg}");
        assert!(scatter(&[], "x", "y").into_string().contains("<svg"));
    }
}
