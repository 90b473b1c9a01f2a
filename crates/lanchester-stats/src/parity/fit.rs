//! A logistic fit of scores on x, and its root.

use super::Trial;
use super::misfit::Misfit;
use crate::interval::Moments;
use crate::ratio::Ratio;
use crate::{Interval, Z95, logistic};

/// The mean score of a matchup.
pub(super) fn score(trial: &Trial) -> f64 {
    let moments = Moments::of_levels(&trial.pair_scores);
    if moments.n == 0 { 0.5 } else { moments.sum / moments.n as f64 }
}

/// Tests whether a number of points is the price.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Test {
    ratio: Ratio,
    centre: f64,
}

impl Test {
    /// The p-value of "the price is so many points".
    #[must_use]
    pub fn p_value(&self, points: f64) -> f64 {
        self.ratio.p_value(libm::log(points) - self.centre)
    }
}

/// A logistic fit of scores on x.
pub(super) struct Fit {
    /// x* = a/b.
    pub root: f64,
    /// Its standard error by the delta method, for planning.
    pub standard_error: f64,
    /// Fieller's interval and its test, where b surely is positive.
    pub price: Option<(Interval, Test)>,
    /// How far the curve is from the scores, where matchups are enough to tell.
    pub misfit: Option<Misfit>,
}

impl Fit {
    /// Fits score ≈ 1/(1 + exp(b·x − a)); `None` if b is not positive or nothing settles.
    ///
    /// The fit is regularised by one matchup at each end of the window that scored one half: where battles are certain,
    /// all won below a step and all lost above it, the slope stays finite. Both sit evenly around the middle, so what
    /// they move the root by is of the order of its distance from there over the number of matchups.
    pub fn of(trials: &[Trial], low: f64, high: f64) -> Option<Self> {
        // x is centred, so that a and b are nearly independent.
        let centre = trials.iter().map(|t| t.log_points).sum::<f64>() / trials.len() as f64;
        let ends = [low, high].map(|end| (end - centre, 0.5));
        let points: Vec<(f64, f64)> = trials.iter().map(|t| (t.log_points - centre, score(t))).chain(ends).collect();
        let (a, b) = newton(&points)?;
        if b <= 0.0 {
            return None;
        }
        let ratio = sandwich(&points, a, b)?;
        let offset = a / b;
        let variance =
            (ratio.top_variance - 2.0 * offset * ratio.covariance + offset * offset * ratio.bottom_variance) / (b * b);
        let sure = b > Z95 * ratio.bottom_variance.max(0.0).sqrt();
        let interval = sure.then(|| ratio.interval().map_rising(|x| x + centre));
        // A slope that only just is one makes Fieller's interval endless: that is no price.
        let wide = high - low;
        let known = interval.filter(|i| i.low > low - 8.0 * wide && i.high < high + 8.0 * wide);
        Some(Self {
            root: offset + centre,
            standard_error: variance.max(0.0).sqrt(),
            price: known.map(|interval| (interval, Test { ratio, centre })),
            misfit: Misfit::of(&points[..trials.len()], a, b),
        })
    }

    /// The curve does not fit, by more than chance and by more than a share of the price.
    pub fn uneven(&self) -> bool {
        self.misfit.is_some_and(|misfit| misfit.uneven())
    }
}

/// The ratio a/b with its errors: bread is the information, meat the scatter of matchups, each counted as if fitted
/// without itself (n/(n − 2)).
fn sandwich(points: &[(f64, f64)], a: f64, b: f64) -> Option<Ratio> {
    let (mut i00, mut i01, mut i11) = (0.0, 0.0, 0.0);
    let (mut m00, mut m01, mut m11) = (0.0, 0.0, 0.0);
    for (x, s) in points {
        let p = logistic(a - b * x);
        let (w, e) = (p * (1.0 - p), (s - p) * (s - p));
        (i00, i01, i11) = (i00 + w, i01 - w * x, i11 + w * x * x);
        (m00, m01, m11) = (m00 + e, m01 - e * x, m11 + e * x * x);
    }
    let det = i00 * i11 - i01 * i01;
    if det.is_nan() || det <= 0.0 {
        return None;
    }
    let (c00, c01, c11) = (i11 / det, -i01 / det, i00 / det);
    let n = points.len() as f64;
    let correction = n / (n - 2.0);
    let product = |u: [f64; 2], v: [f64; 2]| {
        correction * (u[0] * m00 * v[0] + m01 * (u[0] * v[1] + u[1] * v[0]) + u[1] * m11 * v[1])
    };
    let (ra, rb) = ([c00, c01], [c01, c11]);
    Some(Ratio {
        top: a,
        bottom: b,
        top_variance: product(ra, ra),
        covariance: product(ra, rb),
        bottom_variance: product(rb, rb),
    })
}

/// Solves the score equations of the logistic fit by Newton's method with step halving on the deviance.
fn newton(points: &[(f64, f64)]) -> Option<(f64, f64)> {
    let deviance = |a: f64, b: f64| -> f64 {
        points
            .iter()
            .map(|(x, s)| {
                let z = a - b * x;
                // ln(1 + eᶻ) − s·z, without overflow.
                let softplus = z.max(0.0) + libm::log1p(libm::exp(-z.abs()));
                softplus - s * z
            })
            .sum()
    };
    let (mut a, mut b) = (0.0, 0.0);
    let mut value = deviance(a, b);
    for _ in 0..60 {
        let (mut g0, mut g1) = (0.0, 0.0);
        let (mut h00, mut h01, mut h11) = (0.0, 0.0, 0.0);
        for (x, s) in points {
            let p = logistic(a - b * x);
            let w = p * (1.0 - p);
            (g0, g1) = (g0 + (s - p), g1 - (s - p) * x);
            (h00, h01, h11) = (h00 + w, h01 - w * x, h11 + w * x * x);
        }
        let det = h00 * h11 - h01 * h01;
        if det.is_nan() || det <= 1e-12 {
            return None;
        }
        let (da, db) = ((h11 * g0 - h01 * g1) / det, (h00 * g1 - h01 * g0) / det);
        let mut step = 1.0;
        loop {
            let next = deviance(a + step * da, b + step * db);
            if next <= value {
                (a, b, value) = (a + step * da, b + step * db, next);
                break;
            }
            step /= 2.0;
            if step < 1e-9 {
                break;
            }
        }
        if (da.abs() + db.abs()) * step < 1e-10 || step < 1e-9 {
            return Some((a, b));
        }
    }
    None
}
