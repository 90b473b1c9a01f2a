//! What the charts share: marker colours, axes, marks and the shapes that carry tooltips.
//!
//! Plotters draws in marker colours that stand for a role, not a colour: `style.css` says what each looks like in light, in
//! dark and on paper. Positions are whole pixels and logarithms are `libm`'s, so a chart is the same bytes on every
//! machine.

mod axes;
mod bars;
mod columns;
mod curve;
mod heat;
mod reliability;
mod scatter;
mod whiskers;

use lanchester_stats::price::Verdict;
use maud::{Markup, PreEscaped, html};
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use unicode_width::UnicodeWidthStr;

use super::say;

pub use axes::{Axis, LogAxis, Side, frame, tick_text};
pub use bars::{Bar, Mark, bars};
pub use columns::{Column, columns};
pub use curve::curve;
pub use heat::{NUMBERS, heat, heat_step};
pub use reliability::reliability;
pub use scatter::{Point, scatter};
pub use whiskers::{Row, Scale, Span, whiskers};

/// Text.
pub const INK: RGBColor = RGBColor(1, 1, 1);
/// Text of less weight.
pub const SOFT: RGBColor = RGBColor(2, 2, 2);
/// Lines of the mesh.
pub const LINE: RGBColor = RGBColor(3, 3, 3);
/// Axes and the lines of "as printed".
pub const AXIS: RGBColor = RGBColor(4, 4, 4);
/// What charts stand on.
pub const CARD: RGBColor = RGBColor(6, 6, 6);

/// The drawing of one chart.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// Drawing into a text fails only if plotters finds the chart too small for its margins.
pub type Drawn = Result<(), Box<dyn std::error::Error>>;

/// For which screen a chart is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// Wide ones, and paper.
    Desk,
    /// Phones: all of it within [`PHONE`] units, in letters of the same size.
    Phone,
    /// Both, smaller on a phone: its numbers are in its tooltips.
    Any,
}

/// Units that a phone shows side by side without making them smaller.
pub const PHONE: i32 = 340;

impl Fit {
    const fn class(self) -> &'static str {
        match self {
            Self::Desk => "wide on-desk",
            Self::Phone => "wide on-phone",
            Self::Any => "wide",
        }
    }
}

/// A chart drawn for wide screens and again for phones; the page shows the one that fits.
pub fn both(draw: impl Fn(Fit) -> Markup) -> Markup {
    html! { (draw(Fit::Desk)) (draw(Fit::Phone)) }
}

/// A transparent shape over the chart.
struct Tip {
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    text: String,
}

/// The tooltips of a chart, filled in while it is drawn.
#[derive(Default)]
pub struct Tips {
    tips: Vec<Tip>,
    /// Cells a row, where the shapes are a matrix that arrow keys walk; else every shape is a stop of the Tab key.
    pub columns: Option<usize>,
}

impl Tips {
    /// A tooltip over a rectangle. The first line of `text` is its head.
    pub fn area(&mut self, (x, y): (i32, i32), (width, height): (i32, i32), text: String) {
        self.tips.push(Tip { x, y, width, height, text });
    }

    /// A tooltip over a mark, large enough for a finger.
    pub fn mark(&mut self, (x, y): (i32, i32), text: String) {
        self.area((x - 11, y - 11), (22, 22), text);
    }
}

/// A chart of `size` units: plotters' SVG with the tooltips over it, in a box that scrolls where the screen is narrower than it
/// was drawn for.
pub fn chart(fit: Fit, size: (u32, u32), label: &str, paint: impl FnOnce(&Area<'_>, &mut Tips) -> Drawn) -> Markup {
    let mut tips = Tips::default();
    let mut text = String::new();
    let drawn = {
        let root = SVGBackend::with_string(&mut text, size).into_drawing_area();
        paint(&root, &mut tips).and_then(|()| Ok(root.present()?))
    };
    let body = text.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>")).map(|(body, _)| body);
    let (Ok(()), Some(body)) = (drawn, body) else {
        return html! { p.note { "This chart could not be drawn; its numbers stand in the Parquet files." } };
    };
    // A third of the bytes, and half a line of offset. Texts cannot match: quotes in them are escaped.
    let body = body
        .replace(" opacity=\"1\"", "")
        .replace(" font-family=\"sans-serif\"", "")
        .replace("dy=\"0.5ex\"", "dy=\"0.35em\"")
        .replace(" stroke=\"none\"", "");
    let (width, height) = size;
    let class = if tips.columns.is_some() { "tips" } else { "tips points" };
    let stop = |i: usize| if tips.columns.is_none() || i == 0 { "0" } else { "-1" };
    html! {
        div class=(fit.class()) {
            svg viewBox={ "0 0 " (width) " " (height) } width=(width) style={ "min-width:" (if fit == Fit::Desk { width * 4 / 5 } else { 0 }) "px;max-width:100%" }
                role="group" aria-label=(label) {
                (PreEscaped(body))
                g class=(class) data-columns=[tips.columns] {
                    @for (i, tip) in tips.tips.iter().enumerate() {
                        rect.t x=(tip.x) y=(tip.y) width=(tip.width) height=(tip.height) tabindex=(stop(i)) {
                            title { (say::unbroken(&tip.text)) }
                        }
                    }
                }
            }
        }
    }
}

/// Text of `size` units, anchored as told.
pub fn text_style(size: f64, color: RGBColor, h: HPos, v: VPos) -> TextStyle<'static> {
    // Plotters writes the size divided by 1.24.
    let mut style = TextStyle::from(("sans-serif", size * 1.24).into_font());
    style.color = color.to_backend_color();
    style.pos = Pos::new(h, v);
    style
}

/// About how many units a text of `size` units is wide. Capitals, which ship names are made of, are wide letters.
pub fn text_width(text: &str, size: f64) -> i32 {
    (text.width() as f64 * size * 0.7).round() as i32
}

/// The mark of a verdict: a shape as well as a colour.
pub fn mark(area: &Area<'_>, (x, y): (i32, i32), verdict: Option<Verdict>) -> Drawn {
    let color = verdict_color(verdict);
    let shape = |corners: [(i32, i32); 4]| polygon(area, &corners.map(|(dx, dy)| (x + dx, y + dy)), color);
    match verdict {
        Some(Verdict::Overpriced) => shape([(-6, -5), (0, -5), (6, -5), (0, 6)]),
        Some(Verdict::Underpriced) => shape([(-6, 5), (0, 5), (6, 5), (0, -6)]),
        Some(Verdict::Bound | Verdict::DependsOnPolicy) => shape([(-6, 0), (0, -6), (6, 0), (0, 6)]),
        Some(Verdict::Fair) => dot(area, (x, y), color, true),
        Some(Verdict::Inconclusive) | None => dot(area, (x, y), color, false),
    }
}

/// A dot, full or hollow.
pub fn dot(area: &Area<'_>, spot: (i32, i32), color: RGBColor, full: bool) -> Drawn {
    area.draw(&Circle::new(spot, 5, if full { color } else { CARD }.filled()))?;
    Ok(area.draw(&Circle::new(spot, 5, color.stroke_width(if full { 1 } else { 2 })))?)
}

/// The marker colour of a verdict.
pub const fn verdict_color(verdict: Option<Verdict>) -> RGBColor {
    match verdict {
        Some(Verdict::Overpriced) => RGBColor(10, 0, 1),
        Some(Verdict::Underpriced) => RGBColor(10, 0, 2),
        Some(Verdict::Fair) => RGBColor(10, 0, 3),
        Some(Verdict::Inconclusive | Verdict::Bound | Verdict::DependsOnPolicy) | None => RGBColor(10, 0, 4),
    }
}

/// A filled polygon.
pub fn polygon(area: &Area<'_>, corners: &[(i32, i32)], color: RGBColor) -> Drawn {
    Ok(area.draw(&Polygon::new(corners.to_vec(), color.filled()))?)
}

/// The arrow that stands for a mark off the axes: its tip is here, and points this way (−1, 0 or 1 across and down).
pub fn arrow_head(area: &Area<'_>, (x, y): (i32, i32), (across, down): (i32, i32), color: RGBColor) -> Drawn {
    let back = (x - 11 * across, y - 11 * down);
    polygon(area, &[(x, y), (back.0 - 6 * down, back.1 - 6 * across), (back.0 + 6 * down, back.1 + 6 * across)], color)
}

/// A straight line.
pub fn line(area: &Area<'_>, from: (i32, i32), to: (i32, i32), color: RGBColor, width: u32) -> Drawn {
    Ok(area.draw(&PathElement::new(vec![from, to], color.stroke_width(width)))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chart_that_is_too_small_says_so() {
        let failed = chart(Fit::Any, (10, 10), "x", |_, _| Err("too small".into())).into_string();
        assert!(failed.contains("could not be drawn"));
        let drawn = chart(Fit::Any, (10, 10), "<x>", |area, tips| {
            tips.mark((5, 5), "a\"<b>".to_owned());
            line(area, (0, 0), (9, 9), INK, 1)
        });
        let drawn = drawn.into_string();
        assert!(
            drawn.contains("<title>a&quot;&lt;b&gt;</title>") && drawn.contains("aria-label=\"&lt;x&gt;\""),
            "{drawn}"
        );
        assert!(drawn.contains("stroke=\"#010101\""), "{drawn}");
    }
}
