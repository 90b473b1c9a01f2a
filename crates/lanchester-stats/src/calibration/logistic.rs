//! Slopes and the side bias: roots of falling functions.

use super::CalibrationError;
use super::cell::Cell;
use crate::Interval;

/// 1/(1 + e^−z).
pub fn sigmoid(z: f64) -> f64 {
    if z < 0.0 {
        let e = libm::exp(z);
        e / (1.0 + e)
    } else {
        1.0 / (1.0 + libm::exp(-z))
    }
}

/// The slope of [`sigmoid`]: p(1 − p).
pub fn steepness(z: f64) -> f64 {
    sigmoid(z) * sigmoid(-z)
}

/// A fitted slope.
pub struct Fit {
    pub k: f64,
    pub interval: Interval,
    /// Σ n·x²·p(1 − p): how far the score equation falls for a step of k.
    pub information: f64,
}

/// Why there is none.
#[derive(Debug, PartialEq)]
pub enum Failure {
    NoContrast,
    Saturated,
    OutOfRange,
}

/// Whether the favourite of a cell, whose x is not 0, took a point, and whether it gave one away.
///
/// The equation of a slope falls from the points that favourites won to (minus) those that they lost: it has a root if there
/// are some of both. Counted, not computed, so that one exception in a billion is not rounded away.
pub fn favourite(cell: &Cell, model: usize) -> [bool; 2] {
    let [all_lost, all_won] = [cell.kinds[0] == cell.n, cell.kinds[5] == cell.n];
    if cell.x[model] > 0.0 { [!all_lost, !all_won] } else { [!all_won, !all_lost] }
}

/// Fits logit P = k·x to cells.
pub fn slope<'a>(cells: impl Iterator<Item = &'a Cell>, model: usize) -> Result<Fit, Failure> {
    let cells: Vec<&Cell> = cells.filter(|cell| cell.x[model] != 0.0).collect();
    // The largest |x| becomes 1, so that neither tiny nor huge ratios leave the range of numbers on the way.
    let unit = cells.iter().fold(0.0, |unit: f64, cell| unit.max(cell.x[model].abs()));
    if unit == 0.0 {
        return Err(Failure::NoContrast);
    }
    let (mut won, mut lost) = (false, false);
    for cell in &cells {
        let [took, gave] = favourite(cell, model);
        (won, lost) = (won | took, lost | gave);
    }
    if !won || !lost {
        return Err(Failure::Saturated);
    }
    let equation = |k: f64| {
        cells.iter().fold((0.0, 0.0), |(value, fall), cell| {
            let part = part(k, cell.x[model] / unit, cell.n, cell.score);
            (value + part.0, fall + part.1)
        })
    };
    let k = root(equation).ok_or(Failure::OutOfRange)?;
    let information = equation(k).1;
    let noise = cells.iter().fold(0.0, |sum, cell| {
        let x = cell.x[model] / unit;
        sum + cell.n * x * x * cell.guarded.variance
    });
    let interval = Interval::normal(k / unit, noise.sqrt() / information / unit);
    let information = information * unit * unit;
    let usable = interval.low.is_finite() && interval.high.is_finite() && information.is_normal();
    if usable { Ok(Fit { k: interval.estimate, interval, information }) } else { Err(Failure::OutOfRange) }
}

/// What a cell adds to the equation of a slope k, and how fast that falls.
pub fn part(k: f64, x: f64, n: f64, score: f64) -> (f64, f64) {
    // A − p for the side that p is small for: 1 − p would lose it.
    let (x, score) = if k * x > 0.0 { (-x, 1.0 - score) } else { (x, score) };
    // `sigmoid` and `steepness` of k·x, which is not above 0, from one exponential.
    let e = libm::exp(k * x);
    let (p, q) = (e / (1.0 + e), 1.0 / (1.0 + e));
    (n * x * (score - p), n * x * x * (p * q))
}

/// What seat 0 adds to the logit: A's is k·x + b from seat 0 and k·x − b from seat 1.
pub fn side_bias(cells: &[Cell], k: f64) -> Result<Interval, CalibrationError> {
    let points = cells.iter().fold(0.0, |sum, cell| sum + cell.seat_points);
    let battles = cells.iter().fold(0.0, |sum, cell| sum + 2.0 * cell.n);
    if points <= 0.0 || points >= battles {
        return Err(CalibrationError::SeatSaturated);
    }
    let equation = |bias: f64| {
        cells.iter().fold((0.0, 0.0), |(value, fall), cell| {
            let z = k * cell.x[0];
            let expected = sigmoid(bias + z) + sigmoid(bias - z);
            let steepness = steepness(bias + z) + steepness(bias - z);
            (value + (cell.seat_points - cell.n * expected), fall + cell.n * steepness)
        })
    };
    let bias = root(equation).ok_or(CalibrationError::OutOfRange)?;
    let noise = cells.iter().fold(0.0, |sum, cell| sum + cell.n * cell.seat_variance);
    let interval = Interval::normal(bias, noise.sqrt() / equation(bias).1);
    let usable = interval.low.is_finite() && interval.high.is_finite();
    if usable { Ok(interval) } else { Err(CalibrationError::OutOfRange) }
}

/// The root of a falling function, given as its value and how fast it falls: Newton's steps inside a bracket, halving
/// the bracket where a step leaves it or does not shrink (W. H. Press et al., "Numerical recipes", `rtsafe`). Nothing
/// if there is no root within ±2⁴⁰.
pub fn root(f: impl Fn(f64) -> (f64, f64)) -> Option<f64> {
    let start = f(0.0).0;
    if start == 0.0 {
        return Some(0.0);
    }
    let sign = if start > 0.0 { 1.0 } else { -1.0 };
    let mut inner = 0.0;
    let mut outer = sign;
    while f(outer).0 * sign > 0.0 {
        inner = outer;
        outer *= 2.0;
        if outer.abs() > (1u64 << 40) as f64 {
            return None;
        }
    }
    let [mut low, mut high] = if sign > 0.0 { [inner, outer] } else { [outer, inner] };
    let mut at = (low + high) / 2.0;
    let mut last_step = high - low;
    // Halving alone would take a hundred steps to the last bit of any number in the bracket.
    for _ in 0..200 {
        let (value, fall) = f(at);
        if value.is_nan() {
            return None;
        }
        *(if value > 0.0 { &mut low } else { &mut high }) = at;
        let newton = at + value / fall;
        let halve = !(newton >= low && newton <= high && (newton - at).abs() <= last_step / 2.0);
        let next = if halve { (low + high) / 2.0 } else { newton };
        last_step = (next - at).abs();
        if last_step <= f64::EPSILON * next.abs() {
            return Some(next);
        }
        at = next;
    }
    Some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_found_on_plateaus_and_far_away() {
        for k in [0.0, 1e-9, -3.0, 40.0, -600.0, 1e9] {
            // Flat to both sides of the root, where Newton's steps would fly off or creep.
            let found = root(|x| (sigmoid(k - x) - 0.5, steepness(k - x))).expect("a root");
            assert!((found - k).abs() <= 1e-12 * (1.0 + k.abs()), "{found} for {k}");
        }
        let creeping = root(|x| (libm::exp(-x) - 1e-200, libm::exp(-x))).expect("a root");
        assert!((creeping - 200.0 * libm::log(10.0)).abs() < 1e-9, "{creeping}");
        assert_eq!(root(|_| (1.0, 0.0)), None);
        assert_eq!(root(|_| (-1.0, 0.0)), None);
        assert_eq!(
            root(|x| (
                if x == 1.0 {
                    -1.0
                } else if x == 0.0 {
                    1.0
                } else {
                    f64::NAN
                },
                0.0
            )),
            None
        );
    }

    #[test]
    fn the_sigmoid_is_its_own_mirror_and_never_nan() {
        for z in [0.0, 1e-300, 0.5, 30.0, 800.0, f64::INFINITY] {
            assert!((sigmoid(z) + sigmoid(-z) - 1.0).abs() < 1e-15);
            assert!(steepness(z) == steepness(-z) && steepness(z) >= 0.0);
        }
    }
}
