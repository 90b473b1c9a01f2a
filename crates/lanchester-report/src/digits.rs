//! Numbers as text, with no digit beyond what their interval warrants.

pub use lanchester_analysis::grouped;
use lanchester_stats::Interval;

/// The place of the last digit worth printing: that of the half-width's first. 2 is hundredths, 0 units, −1 tens.
///
/// ```
/// use lanchester_report::digits::digits;
/// use lanchester_stats::Interval;
/// assert_eq!(digits(&Interval { estimate: 0.5512, low: 0.5391, high: 0.5633 }), 2);
/// assert_eq!(digits(&Interval { estimate: 344.4, low: 331.0, high: 357.8 }), -1);
/// ```
#[must_use]
pub fn digits(interval: &Interval) -> i32 {
    /// A width of zero, or below what a table can show.
    const MOST: i32 = 6;
    let half = interval.half_width();
    if half.is_nan() || half <= 0.0 {
        return MOST;
    }
    // The exponent as written, not floor(log10): exact at powers of ten, the same on every machine. Three digits, so
    // that 0.00999999 counts as 0.01.
    let text = format!("{half:.2e}");
    let exponent = text.split_once('e').and_then(|(_, e)| e.parse::<i32>().ok()).unwrap_or(0);
    (-exponent).min(MOST)
}

/// An interval as three texts of equal precision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rounded {
    /// The estimate, rounded to the nearest.
    pub estimate: String,
    /// The lower end, rounded down.
    pub low: String,
    /// The upper end, rounded up: what is printed covers at least what was computed.
    pub high: String,
}

/// Rounds an interval to [`digits`].
#[must_use]
pub fn rounded(interval: &Interval) -> Rounded {
    let places = digits(interval);
    // A small tolerance, so that 0.29, stored as 28.999999999999996 hundredths, is not taken for less than 29.
    const HAIR: f64 = 1e-7;
    Rounded {
        estimate: fixed(interval.estimate, places, f64::round),
        low: fixed(interval.low, places, |x| (x + HAIR).floor()),
        high: fixed(interval.high, places, |x| (x - HAIR).ceil()),
    }
}

/// `0.55 [0.54, 0.57]`.
#[must_use]
pub fn text(interval: &Interval) -> String {
    let r = rounded(interval);
    format!("{} [{}, {}]", r.estimate, r.low, r.high)
}

/// The interval times a hundred, for shares shown in per cent: `55 [54, 57]`.
#[must_use]
pub fn percent(interval: &Interval) -> String {
    text(&interval.map_rising(|x| 100.0 * x))
}

/// A change in per cent with its sign, from a ratio: 1.072 is `+7 [+5, +10]`.
#[must_use]
pub fn percent_change(ratio: &Interval) -> String {
    let r = rounded(&ratio.map_rising(|x| 100.0 * (x - 1.0)));
    let signed = |text: &str| match text {
        t if t.starts_with('-') => t.replacen('-', "−", 1),
        t if t.chars().all(|c| matches!(c, '0' | '.')) => t.to_owned(),
        t => format!("+{t}"),
    };
    format!("{} [{}, {}]", signed(&r.estimate), signed(&r.low), signed(&r.high))
}

fn fixed(x: f64, places: i32, round: impl Fn(f64) -> f64) -> String {
    if !x.is_finite() {
        return "–".to_owned();
    }
    let scale = 10f64.powi(places.abs());
    let value = if places >= 0 { round(x * scale) / scale } else { round(x / scale) * scale };
    // + 0.0 turns −0 into 0.
    format!("{:.*}", places.max(0) as usize, value + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(estimate: f64, low: f64, high: f64) -> Interval {
        Interval { estimate, low, high }
    }

    #[test]
    fn the_half_width_decides() {
        assert_eq!(text(&interval(0.5512, 0.5391, 0.5633)), "0.55 [0.53, 0.57]");
        assert_eq!(text(&interval(0.5512, 0.5500, 0.5524)), "0.551 [0.550, 0.553]");
        assert_eq!(text(&interval(344.4, 331.0, 357.8)), "340 [330, 360]");
        assert_eq!(text(&interval(12345.0, 11000.0, 13690.0)), "12000 [11000, 14000]");
        assert_eq!(text(&interval(0.5, 0.0, 1.0)), "0.5 [0.0, 1.0]");
    }

    #[test]
    fn what_is_printed_covers_what_was_computed() {
        for (low, high) in [(0.1234, 0.2345), (0.29, 0.31), (-3.7, 9.2), (99.9, 100.1), (0.0, 0.003)] {
            let r = rounded(&interval(f64::midpoint(low, high), low, high));
            let [printed_low, printed_high] = [&r.low, &r.high].map(|t| t.parse::<f64>().expect("a number"));
            assert!(printed_low <= low + 1e-9 && printed_high >= high - 1e-9, "{r:?}");
        }
        assert_eq!(text(&interval(0.30, 0.29, 0.31)), "0.30 [0.29, 0.31]");
    }

    #[test]
    fn certainty_and_nonsense_are_bounded() {
        assert_eq!(digits(&interval(1.0, 1.0, 1.0)), 6);
        assert_eq!(text(&interval(f64::NAN, f64::NEG_INFINITY, f64::INFINITY)), "– [–, –]");
        assert_eq!(digits(&interval(0.0, -0.009_999_99, 0.009_999_99)), 2);
    }

    #[test]
    fn changes_have_signs() {
        assert_eq!(percent_change(&interval(1.072, 1.051, 1.093)), "+7 [+5, +10]");
        assert_eq!(percent_change(&interval(0.93, 0.92, 0.94)), "−7 [−8, −6]");
        assert_eq!(percent_change(&interval(1.0004, 0.996, 1.004)), "0.0 [−0.4, +0.4]");
    }

    #[test]
    fn percents() {
        assert_eq!(percent(&interval(0.5512, 0.5391, 0.5633)), "55 [53, 57]");
        assert_eq!(percent(&interval(1.0, 0.9962, 1.0)), "100.0 [99.6, 100.0]");
    }
}
