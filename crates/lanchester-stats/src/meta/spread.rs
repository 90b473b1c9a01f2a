//! The true spread between designs that a form leaves, τ = √(σ²F + σ²W), with a profile-likelihood interval: all τ whose best
//! split into the two effects has a restricted likelihood within χ²₁(0.95)/2 of the best (D. A. Harville, "Maximum likelihood
//! approaches to variance component estimation and to related problems", JASA 72, 1977).

use super::model::{Effects, Linear, Reml};
use crate::{Interval, Z95};

/// Steps of the golden section: it ends with the share within 10⁻⁴, where a likelihood at its top is flat.
const STEPS: usize = 20;

/// Steps of the bisection of an end.
const HALVINGS: usize = 20;

/// τ with its interval.
pub fn interval(linear: &Linear, reml: &Reml) -> Interval {
    let estimate = reml.effects.total().sqrt();
    let level = reml.gls.restricted - Z95 * Z95 / 2.0;
    let inside = |tau: f64| profile(linear, tau) >= level;
    let low = if inside(0.0) { 0.0 } else { edge(&inside, estimate, 0.0) };
    let mut out = estimate.max(1e-3);
    while inside(out) && out < 1e3 {
        out *= 2.0;
    }
    Interval { estimate, low: low.min(estimate), high: edge(&inside, estimate, out).max(estimate) }
}

/// Where it changes between a τ inside and one outside.
fn edge(inside: &impl Fn(f64) -> bool, mut within: f64, mut without: f64) -> f64 {
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(within, without);
        *(if inside(middle) { &mut within } else { &mut without }) = middle;
    }
    within
}

/// The best restricted likelihood of this τ over the share of the family effect, by golden section.
fn profile(linear: &Linear, tau: f64) -> f64 {
    let at = |share: f64| {
        let total = tau * tau;
        let effects = Effects { family: share * total, within: (1.0 - share) * total };
        linear.gls(effects).map_or(f64::MIN, |gls| gls.restricted)
    };
    let golden = (5f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.0, 1.0);
    let mut inner = [high - golden * (high - low), low + golden * (high - low)];
    let mut values = inner.map(at);
    for _ in 0..STEPS {
        if values[0] >= values[1] {
            high = inner[1];
            (inner[1], values[1]) = (inner[0], values[0]);
            inner[0] = high - golden * (high - low);
            values[0] = at(inner[0]);
        } else {
            low = inner[0];
            (inner[0], values[0]) = (inner[1], values[1]);
            inner[1] = low + golden * (high - low);
            values[1] = at(inner[1]);
        }
    }
    values[0].max(values[1]).max(at(0.0)).max(at(1.0))
}
