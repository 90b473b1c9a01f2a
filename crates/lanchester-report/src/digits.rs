//! Numbers as text, with no digit beyond what their interval warrants.

pub use lanchester_analysis::grouped;
use lanchester_stats::Interval;

/// A printed rating, or a dash where nothing is printed.
#[must_use]
pub fn printed(points: Option<u32>) -> String {
    points.map_or_else(|| "–".to_owned(), |points| points.to_string())
}

/// Digits of the half-width that are printed. With one, 400 ± 13 would be `400 [380, 420]`: half as wide again as was measured.
const OF_HALF_WIDTH: i32 = 2;

/// The place of the last digit worth printing: that of the half-width's second. 2 is hundredths, 0 units, −1 tens.
///
/// ```
/// use lanchester_report::digits::digits;
/// use lanchester_stats::Interval;
/// assert_eq!(digits(&Interval { estimate: 0.5512, low: 0.5391, high: 0.5633 }), 3);
/// assert_eq!(digits(&Interval { estimate: 344.4, low: 331.0, high: 357.8 }), 0);
/// assert_eq!(digits(&Interval { estimate: 12_345.0, low: 11_000.0, high: 13_690.0 }), -2);
/// ```
#[must_use]
pub fn digits(interval: &Interval) -> i32 {
    /// A width of zero, or below what a table can show.
    const MOST: i32 = 6;
    let half = interval.half_width();
    if half.is_nan() || half <= 0.0 {
        return MOST;
    }
    (OF_HALF_WIDTH - 1 - exponent(half)).min(MOST)
}

/// The power of ten of a positive number's first digit.
fn exponent(x: f64) -> i32 {
    // As written, not floor(log10): exact at powers of ten, the same on every machine. Three digits, so that 0.00999999
    // counts as 0.01.
    let text = format!("{x:.2e}");
    text.split_once('e').and_then(|(_, e)| e.parse::<i32>().ok()).unwrap_or(0)
}

/// A small tolerance, so that 0.29, stored as 28.999999999999996 hundredths, is not taken for less than 29.
const HAIR: f64 = 1e-7;

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

/// What the rounded texts of an interval must not contradict.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Marks {
    /// An interval that leaves this number out is still seen to; NaN where there is none.
    pub apart: f64,
    /// An interval that lies within these limits is still seen to.
    pub within: Option<(f64, f64)>,
}

impl Marks {
    /// Nothing but this number matters.
    #[must_use]
    pub const fn at(apart: f64) -> Self {
        Self { apart, within: None }
    }

    /// Whether rounded numbers say of the marks what the interval says.
    fn agree(&self, interval: &Interval, rounded: &Rounded) -> bool {
        let [estimate, low, high] =
            [&rounded.estimate, &rounded.low, &rounded.high].map(|text| text.parse::<f64>().unwrap_or(f64::NAN));
        // A hair's breadth, for limits such as 1.05 times a rating.
        let hair = 1e-9 * self.apart.abs().max(1.0);
        let above = self.apart.is_nan() || interval.low <= self.apart || (low > self.apart && estimate > self.apart);
        let below = self.apart.is_nan() || interval.high >= self.apart || (high < self.apart && estimate < self.apart);
        let inside = self.within.is_none_or(|(least, most)| {
            interval.low < least || interval.high > most || (low >= least - hair && high <= most + hair)
        });
        above && below && inside
    }
}

/// Rounds an interval to [`digits`], or to more of them where fewer would contradict what it says of the marks: an
/// interval from 1.004 is printed from 1.004, not from 1.00, where 1 is what a verdict is about.
///
/// ```
/// use lanchester_report::digits::{Marks, rounded, rounded_against};
/// use lanchester_stats::Interval;
/// let interval = Interval { estimate: 263.4, low: 250.1, high: 276.7 };
/// assert_eq!(rounded(&interval).low, "250");
/// assert_eq!(rounded_against(&interval, &Marks::at(250.0)).low, "250.1");
/// ```
#[must_use]
pub fn rounded_against(interval: &Interval, marks: &Marks) -> Rounded {
    /// Digits beyond those that the half-width warrants, at most.
    const MORE: i32 = 6;
    let first = digits(interval);
    let all = (first..=first + MORE).map(|places| rounded_to(interval, places));
    all.into_iter().find(|rounded| marks.agree(interval, rounded)).unwrap_or_else(|| rounded(interval))
}

/// Rounds an interval to [`digits`].
#[must_use]
pub fn rounded(interval: &Interval) -> Rounded {
    rounded_to(interval, digits(interval))
}

/// Rounds an interval to so many places.
fn rounded_to(interval: &Interval, places: i32) -> Rounded {
    Rounded {
        estimate: fixed(interval.estimate, places, nearest),
        low: fixed(interval.low, places, |x| (x + HAIR).floor()),
        high: fixed(interval.high, places, |x| (x - HAIR).ceil()),
    }
}

/// `≥ 730`: three digits, or all of a whole number, rounded down, so that no more is said than is known.
#[must_use]
pub fn at_least(x: f64) -> String {
    format!("≥ {}", bound(x, |x| (x + HAIR).floor()))
}

/// `≤ 730`: the same rounded up.
#[must_use]
pub fn at_most(x: f64) -> String {
    format!("≤ {}", bound(x, |x| (x - HAIR).ceil()))
}

fn bound(x: f64, round: impl Fn(f64) -> f64) -> String {
    let text = fixed(x, (2 - exponent(x)).clamp(0, 6), round);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// The estimate alone, in whole points, as books print them: `344`, or `12300` where the interval warrants no more.
#[must_use]
pub fn whole(points: &Interval) -> String {
    rounded_to(points, digits(points).min(0)).estimate
}

/// The estimate alone with so many decimals; with none, as [`whole`] has it.
pub(crate) fn with_decimals(points: &Interval, decimals: usize) -> String {
    if decimals == 0 { whole(points) } else { format!("{:.decimals$}", points.estimate) }
}

/// `90 to 130`: each end rounded outwards.
#[must_use]
pub fn between(low: f64, high: f64) -> String {
    let (low, high) = (at_least(low), at_most(high));
    format!("{} to {}", low.trim_start_matches("≥ "), high.trim_start_matches("≤ "))
}

/// `0.55 [0.54, 0.57]`.
#[must_use]
pub fn text(interval: &Interval) -> String {
    bracketed(&rounded(interval))
}

/// The same, with digits enough not to contradict what the interval says of the marks.
#[must_use]
pub fn text_against(interval: &Interval, marks: &Marks) -> String {
    bracketed(&rounded_against(interval, marks))
}

/// The three texts together.
pub(crate) fn bracketed(r: &Rounded) -> String {
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
    signed(&rounded(&ratio.map_rising(|x| 100.0 * (x - 1.0))))
}

/// The same, with digits enough not to contradict a verdict on a rating: off zero stays off zero, and within `fair`, a share
/// such as 0.05, stays within it.
#[must_use]
pub fn percent_change_judged(ratio: &Interval, fair: f64) -> String {
    let marks = Marks { apart: 0.0, within: Some((-100.0 * fair, 100.0 * fair)) };
    signed(&rounded_against(&ratio.map_rising(|x| 100.0 * (x - 1.0)), &marks))
}

/// A difference with its sign, `+20 [+17, +23]`; where it is said to be `off` zero, with digits enough not to contradict that.
#[must_use]
pub fn difference(points: &Interval, off: bool) -> String {
    if points.low == 0.0 && points.high == 0.0 {
        return "0".to_owned();
    }
    signed(&if off { rounded_against(points, &Marks::at(0.0)) } else { rounded(points) })
}

fn signed(r: &Rounded) -> String {
    let [estimate, low, high] = [&r.estimate, &r.low, &r.high].map(|text| with_sign(text));
    format!("{estimate} [{low}, {high}]")
}

/// A number as text, such as `-2.7`, with a true minus or a plus; zero has neither.
#[must_use]
pub fn with_sign(text: &str) -> String {
    match text.strip_prefix('-') {
        Some(rest) => format!("−{rest}"),
        None if is_zero(text) => text.to_owned(),
        None => format!("+{text}"),
    }
}

/// A number with so many decimals and a true minus: `−2.7`. What is rounded to zero has no sign.
///
/// ```
/// use lanchester_report::digits::decimal;
/// assert_eq!([-2.71, -0.04, 0.04].map(|x| decimal(x, 1)), ["−2.7", "0.0", "0.0"]);
/// ```
#[must_use]
pub fn decimal(x: f64, decimals: usize) -> String {
    unsigned_zero(x, decimals).replacen('-', "−", 1)
}

/// The same with a plus where it is above zero: `+2.7`.
#[must_use]
pub fn signed_decimal(x: f64, decimals: usize) -> String {
    with_sign(&unsigned_zero(x, decimals))
}

/// A number with so many decimals, and zero without a sign.
fn unsigned_zero(x: f64, decimals: usize) -> String {
    let text = format!("{x:.decimals$}");
    match text.strip_prefix('-') {
        Some(zero) if is_zero(zero) => zero.to_owned(),
        _ => text,
    }
}

/// Whether a text says zero, such as `0.00`.
fn is_zero(text: &str) -> bool {
    text.chars().all(|c| matches!(c, '0' | '.'))
}

/// The nearest whole number, of two equally near the even one: scores of two sides that make 100 still do when they are rounded.
pub(crate) fn nearest(x: f64) -> f64 {
    let below = x.floor();
    match x - below - 0.5 {
        above if above.abs() > HAIR => x.round(),
        _ if below % 2.0 == 0.0 => below,
        _ => below + 1.0,
    }
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
    fn two_digits_of_the_half_width_decide() {
        // Half-widths of 0.0121, 0.0012, 13.4, 1345 and 0.5.
        assert_eq!(text(&interval(0.5512, 0.5391, 0.5633)), "0.551 [0.539, 0.564]");
        assert_eq!(text(&interval(0.5512, 0.5500, 0.5524)), "0.5512 [0.5500, 0.5524]");
        assert_eq!(text(&interval(344.4, 331.0, 357.8)), "344 [331, 358]");
        assert_eq!(text(&interval(12345.0, 11000.0, 13690.0)), "12300 [11000, 13700]");
        assert_eq!(text(&interval(0.5, 0.0, 1.0)), "0.50 [0.00, 1.00]");
        // A price above 380 that is known to 3.3 %, which one digit would print as 400 [380, 420].
        assert_eq!(text(&interval(399.6, 386.5, 412.9)), "400 [386, 413]");
    }

    #[test]
    fn what_is_printed_covers_what_was_computed() {
        for (low, high) in [(0.1234, 0.2345), (0.29, 0.31), (-3.7, 9.2), (99.9, 100.1), (0.0, 0.003)] {
            let r = rounded(&interval(f64::midpoint(low, high), low, high));
            let [printed_low, printed_high] = [&r.low, &r.high].map(|t| t.parse::<f64>().expect("a number"));
            assert!(printed_low <= low + 1e-9 && printed_high >= high - 1e-9, "{r:?}");
        }
        assert_eq!(text(&interval(0.30, 0.29, 0.31)), "0.300 [0.290, 0.310]");
    }

    #[test]
    fn bounds_have_three_digits_and_whole_points() {
        assert_eq!([at_least(44.38), at_most(44.32)], ["≥ 44.3", "≤ 44.4"]);
        assert_eq!([at_least(669.0), at_most(44.0)], ["≥ 669", "≤ 44"]);
        assert_eq!([at_least(1234.5), at_most(1234.5)], ["≥ 1234", "≤ 1235"]);
        assert_eq!(at_most(0.2931), "≤ 0.294");
        assert_eq!(between(90.04, 129.2), "90 to 130");
    }

    #[test]
    fn a_charge_is_whole_points() {
        // Half-widths of 2.55, 13.4 and 1345.
        assert_eq!(whole(&interval(127.3, 124.8, 129.9)), "127");
        assert_eq!(whole(&interval(344.4, 331.0, 357.8)), "344");
        assert_eq!(whole(&interval(12345.0, 11000.0, 13690.0)), "12300");
    }

    #[test]
    fn certainty_and_nonsense_are_bounded() {
        assert_eq!(digits(&interval(1.0, 1.0, 1.0)), 6);
        assert_eq!(text(&interval(f64::NAN, f64::NEG_INFINITY, f64::INFINITY)), "– [–, –]");
        assert_eq!(digits(&interval(0.0, -0.009_999_99, 0.009_999_99)), 3);
    }

    #[test]
    fn changes_have_signs() {
        assert_eq!(percent_change(&interval(1.072, 1.051, 1.093)), "+7.2 [+5.1, +9.3]");
        assert_eq!(percent_change(&interval(0.93, 0.92, 0.94)), "−7.0 [−8.0, −6.0]");
        assert_eq!(percent_change(&interval(1.0004, 0.996, 1.004)), "+0.04 [−0.40, +0.40]");
    }

    #[test]
    fn a_zero_has_no_sign() {
        assert_eq!([-0.04, -0.0, 0.0, 0.04, -0.06].map(|x| decimal(x, 1)), ["0.0", "0.0", "0.0", "0.0", "−0.1"]);
        assert_eq!([-0.4, 0.4, -1.2, 12.0].map(|x| signed_decimal(x, 0)), ["0", "0", "−1", "+12"]);
    }

    #[test]
    fn no_rounding_contradicts_a_verdict() {
        // Printed 250, worth 263.4 ± 13.3: two digits of 13.3 would say 250.
        let near = interval(263.4, 250.1, 276.7);
        assert_eq!(text(&near), "263 [250, 277]");
        assert_eq!(text_against(&near, &Marks::at(250.0)), "263.4 [250.1, 276.7]");
        let wide = interval(1.016, 1.0004, 1.0316);
        assert_eq!(text(&wide), "1.016 [1.000, 1.032]");
        assert_eq!(text_against(&wide, &Marks::at(1.0)), "1.0160 [1.0004, 1.0316]");
        // What leaves nothing out needs no more digits.
        assert_eq!(text_against(&interval(1.016, 0.99, 1.042), &Marks::at(1.0)), "1.016 [0.990, 1.042]");
        // Fair is within five per cent, ends included; 0.950 and 1.050 still are.
        let fair = Marks { apart: 1.0, within: Some((0.95, 1.05)) };
        assert_eq!(text(&interval(0.998, 0.9501, 1.0499)), "0.998 [0.950, 1.050]");
        assert_eq!(text_against(&interval(0.998, 0.9501, 1.0499), &fair), "0.998 [0.950, 1.050]");
        assert_eq!(percent_change_judged(&interval(1.0, 0.951, 1.049), 0.05), "0.0 [−4.9, +4.9]");
        assert_eq!(percent_change_judged(&interval(0.92, 0.8407, 0.9993), 0.05), "−8.00 [−15.93, −0.07]");
        // Numbers that no digit can tell apart, and what is none, end somewhere.
        assert_eq!(text_against(&interval(1.0, 1.0, 1.0), &Marks::at(1.0 - 1e-15)), "1.000000 [1.000000, 1.000000]");
        assert!(text_against(&interval(f64::NAN, f64::NAN, f64::NAN), &fair).contains('–'));
    }

    /// All scores of 20,000 battles, half of which lie in the middle of two of two decimals.
    #[test]
    fn scores_of_two_sides_make_a_hundred() {
        let printed = |wins: u32| {
            let score = f64::from(wins) / 20_000.0;
            let r = rounded(&interval(score, score - 0.006, score + 0.006).map_rising(|x| 100.0 * x));
            r.estimate.parse::<f64>().expect("a number")
        };
        for wins in 0..=20_000 {
            let sum = printed(wins) + printed(20_000 - wins);
            assert!((sum - 100.0).abs() < 1e-9, "{wins}: {sum}");
            assert!((printed(wins) - f64::from(wins) / 200.0).abs() < 0.005 + 1e-9, "{wins}");
        }
    }

    #[test]
    fn percents() {
        assert_eq!(percent(&interval(0.5512, 0.5391, 0.5633)), "55.1 [53.9, 56.4]");
        assert_eq!(percent(&interval(1.0, 0.9962, 1.0)), "100.00 [99.62, 100.00]");
    }
}
