//! Axes: where ticks stand, and the frame of mesh and labels that all charts with two axes have.

use std::ops::Range;

use plotters::coord::ranged1d::{DefaultFormatting, KeyPointHint};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Area, LINE, SOFT, text_style};

/// A linear axis whose ticks stand where they are told to.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Left or lower end.
    pub low: f64,
    /// Right or upper end, above `low`.
    pub high: f64,
    /// Where ticks stand.
    pub ticks: Vec<f64>,
}

impl Ranged for Axis {
    type FormatOption = DefaultFormatting;
    type ValueType = f64;

    fn map(&self, value: &f64, (start, end): (i32, i32)) -> i32 {
        let share = (value - self.low) / (self.high - self.low);
        // The cast saturates; what is not a number stands at the axis' start.
        start + (share * f64::from(end - start)).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, hint: Hint) -> Vec<f64> {
        if hint.weight().allow_light_points() { Vec::new() } else { self.ticks.clone() }
    }

    fn range(&self) -> Range<f64> {
        self.low..self.high
    }
}

/// A logarithmic axis: limits and ticks are natural logarithms.
#[derive(Clone, Debug, PartialEq)]
pub struct LogAxis(pub Axis);

impl LogAxis {
    /// An axis that shows all of `values` that are above zero and finite, `within` at the most, and at least what
    /// lies between `base`. Ticks stand at those of `marks` that it shows, the first before the later, as long as
    /// they keep `gap` of the axis apart.
    pub fn new(
        values: impl Iterator<Item = f64>,
        base: (f64, f64),
        within: (f64, f64),
        marks: &[f64],
        gap: f64,
    ) -> Self {
        let usable = values.filter(|v| v.is_finite() && *v > 0.0).map(|v| v.clamp(within.0, within.1));
        let (low, high) = usable.fold(base, |(low, high), v| (low.min(v), high.max(v)));
        let (low, high) = (libm::log(low), libm::log(high));
        let air = 0.05 * (high - low).max(0.05);
        let (low, high) = (low - air, high + air);
        let mut ticks: Vec<f64> = Vec::new();
        for tick in marks.iter().map(|m| libm::log(*m)).filter(|t| (low..=high).contains(t)) {
            if ticks.iter().all(|t| (t - tick).abs() >= gap * (high - low)) {
                ticks.push(tick);
            }
        }
        ticks.sort_by(f64::total_cmp);
        Self(Axis { low, high, ticks })
    }

    /// An axis for amounts of whatever size, with ticks at round numbers: it shows all of `values` that are above zero and
    /// finite, `within` at the most, and at least what lies between `base`. However narrow or wide that is, two ticks at the
    /// least stand on it.
    pub fn of_amounts(values: impl Iterator<Item = f64>, base: (f64, f64), within: (f64, f64), gap: f64) -> Self {
        let Self(axis) = Self::new(values, base, within, &[], gap);
        let marks = round_numbers(libm::exp(axis.low), libm::exp(axis.high));
        Self::new([axis.low, axis.high].map(libm::exp).into_iter(), base, within, &marks, gap)
            .with_ends(axis.low, axis.high)
    }

    /// The same ticks between these ends.
    fn with_ends(mut self, low: f64, high: f64) -> Self {
        (self.0.low, self.0.high) = (low, high);
        self.0.ticks.retain(|tick| (low..=high).contains(tick));
        self
    }

    /// The logarithm of a value, moved onto the axis if it lies off it. What is not a positive number is at its left.
    pub fn place(&self, value: f64) -> f64 {
        if value > 0.0 { libm::log(value).clamp(self.0.low, self.0.high) } else { self.0.low }
    }

    /// Whether a value lies off the axis.
    pub fn off(&self, value: f64) -> bool {
        !(value > 0.0 && (self.0.low..=self.0.high).contains(&libm::log(value)))
    }
}

/// Numbers that deserve a tick between two positive ones, the rounder first: powers of ten and what divides them, or where
/// less than a factor of five is shown, three to seven even steps.
fn round_numbers(low: f64, high: f64) -> Vec<f64> {
    let power = |exponent: i32| if exponent < 0 { 1.0 / 10f64.powi(-exponent) } else { 10f64.powi(exponent) };
    let decade = |x: f64| libm::floor(libm::log10(x)) as i32;
    if high >= 5.0 * low {
        let powers: Vec<f64> = (decade(low)..=decade(high)).map(power).collect();
        return [1.0, 5.0, 2.0, 3.0, 7.0].into_iter().flat_map(|m| powers.iter().map(move |p| m * p)).collect();
    }
    let coarse = decade(high - low) + 1;
    let steps = (coarse - 3..=coarse).flat_map(|exponent| [1.0, 2.0, 5.0].map(|m| m * power(exponent)));
    let step = steps.into_iter().find(|step| (high - low) / step <= 6.0).unwrap_or(high - low);
    let first = libm::ceil(low / step);
    (0..8).map(|i| step * (first + f64::from(i))).filter(|tick| (low..=high).contains(tick)).collect()
}

/// A tick's number with as many digits as it has, 1e12 and its like short.
pub fn tick_text(x: f64) -> String {
    let exact = |digits: usize| if x >= 1e7 { format!("{x:.digits$e}") } else { format!("{x:.digits$}") };
    let same = |text: &String| text.parse::<f64>().is_ok_and(|found| (found - x).abs() <= 1e-9 * x.abs());
    (0..9).map(exact).find(same).unwrap_or_else(|| exact(9))
}

/// What one axis of a chart looks like.
pub struct Side<'a> {
    /// Limits and ticks.
    pub axis: Axis,
    /// What it measures.
    pub about: &'a str,
    /// Writes a tick.
    pub tick: &'a dyn Fn(&f64) -> String,
    /// Units left free for the labels.
    pub room: i32,
}

/// A chart with its mesh drawn.
pub type Plot<'a, 's> = ChartContext<'a, SVGBackend<'s>, Cartesian2d<Axis, Axis>>;

/// Draws mesh, ticks and what the axes measure; `right` units stay free at the right.
pub fn frame<'a, 's>(
    area: &'a Area<'s>,
    x: Side<'_>,
    y: Side<'_>,
    right: i32,
) -> Result<Plot<'a, 's>, Box<dyn std::error::Error>> {
    let mut plot = ChartBuilder::on(area)
        .margin_top(14)
        .margin_right(right)
        .x_label_area_size(x.room)
        .y_label_area_size(y.room)
        .build_cartesian_2d(x.axis, y.axis)?;
    let label = || text_style(12.0, SOFT, HPos::Center, VPos::Center);
    plot.configure_mesh()
        .bold_line_style(LINE)
        .light_line_style(TRANSPARENT)
        .axis_style(LINE)
        .label_style(label())
        .axis_desc_style(label())
        .x_label_formatter(x.tick)
        .y_label_formatter(y.tick)
        .x_desc(x.about)
        .y_desc(y.about)
        .set_all_tick_mark_size(4)
        .draw()?;
    Ok(plot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_survive_nonsense() {
        let values = [f64::NAN, f64::INFINITY, -1.0, 0.0, 1e300, 0.5];
        let axis = LogAxis::new(values.into_iter(), (0.9, 1.1), (0.05, 20.0), &[1.0, 0.1, 0.5, 2.0, 10.0], 0.1);
        assert!(axis.0.low.is_finite() && axis.0.high < libm::log(30.0) && axis.0.ticks.contains(&0.0), "{axis:?}");
        assert_eq!(axis.place(f64::NAN), axis.0.low);
        assert!(axis.off(f64::NAN) && axis.off(1e300) && !axis.off(1.0));
    }

    #[test]
    fn ticks_keep_apart_and_the_first_come_first() {
        let ticks =
            |gap| LogAxis::new([0.5, 2.0].into_iter(), (0.9, 1.1), (0.1, 10.0), &[1.0, 1.1, 0.5, 2.0], gap).0.ticks;
        assert_eq!(ticks(0.2), [0.5, 1.0, 2.0].map(libm::log));
        assert_eq!(ticks(0.01).len(), 4);
    }

    #[test]
    fn any_range_has_ticks_that_can_be_read() {
        for (low, high) in [
            (123.0, 133.9),
            (133.0, 133.0),
            (0.001, 0.0011),
            (44.0, 773.0),
            (1e-3, 1e12),
            (1.0, 4.9),
            (999.0, 1001.0),
            (4e9, 4.1e9),
        ] {
            let base = (0.97 * low, 1.03 * high);
            let axis = LogAxis::of_amounts([low, high].into_iter(), base, (low / 4.0, 4.0 * high), 0.07);
            let ticks = &axis.0.ticks;
            assert!((2..=12).contains(&ticks.len()), "{low} to {high}: {ticks:?}");
            assert!(ticks.iter().all(|t| (axis.0.low..=axis.0.high).contains(t)), "{low} to {high}: {ticks:?}");
            let texts: std::collections::BTreeSet<String> = ticks.iter().map(|t| tick_text(libm::exp(*t))).collect();
            assert_eq!(texts.len(), ticks.len(), "{low} to {high}: {texts:?}");
            assert!(texts.iter().all(|t| t.len() <= 8), "{low} to {high}: {texts:?}");
        }
        let texts = |low, high| -> Vec<String> {
            LogAxis::of_amounts(std::iter::empty(), (low, high), (low, high), 0.07)
                .0
                .ticks
                .iter()
                .map(|t| tick_text(libm::exp(*t)))
                .collect()
        };
        assert_eq!(texts(123.0, 133.0), ["124", "126", "128", "130", "132"]);
        assert_eq!(texts(44.0, 773.0), ["50", "70", "100", "200", "300", "500", "700"]);
    }

    #[test]
    fn values_become_units() {
        let axis = Axis { low: 0.0, high: 2.0, ticks: Vec::new() };
        assert_eq!([0.0, 0.5, 2.0].map(|v| axis.map(&v, (100, 0))), [100, 75, 0]);
        assert_eq!(axis.map(&f64::NAN, (10, 20)), 10);
    }
}
