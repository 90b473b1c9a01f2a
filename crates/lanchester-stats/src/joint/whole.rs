//! Prices in whole steps that are as near to the best ones as the battles can tell.
//!
//! Nearest means: in the metric of the fit's information, in which what is hard to tell apart is near. Prices are rounded
//! one after another, cheapest first, because a step is the most to them; after each the others move to where they are
//! best beside those that are rounded, under the same anchor (the nearest plane: L. Babai, "On Lovász' lattice reduction and
//! the nearest lattice point problem", Combinatorica 6, 1986). The most expensive design takes what is left: a sum of prices
//! stays to the nearest step, a geometric mean to within that design's rounding.

use nalgebra::{DMatrix, DVector};

use super::fit::Point;
use super::quadratic::{best_step, unit};
use super::{Anchor, Limits};

/// Prices rounded to multiples of `step`, each at least one step; held ones stay as they are.
pub fn whole(prices: &[f64], information: &DMatrix<f64>, limits: &Limits, step: f64) -> Vec<f64> {
    let k = prices.len();
    let mut order: Vec<usize> = (0..k).filter(|design| !limits.holds[*design]).collect();
    order.sort_by(|i, j| prices[*i].total_cmp(&prices[*j]).then(i.cmp(j)));
    let summed = limits.anchor == Anchor::Sum && !limits.holds.contains(&true);
    let total = (limits.printed.iter().sum::<f64>() / step).round() * step;
    // Logarithms over the best prices.
    let mut shifts = vec![0.0; k];
    let mut rounded: Vec<f64> = prices.to_vec();
    let mut done: Vec<usize> = (0..k).filter(|design| limits.holds[*design]).collect();
    for (place, design) in order.iter().enumerate() {
        let wanted = prices[*design] * libm::exp(shifts[*design]);
        let last = place + 1 == order.len();
        let others: f64 = (0..k).filter(|other| other != design).map(|other| rounded[other]).sum();
        rounded[*design] =
            nearest(if last && summed { total - others } else { wanted }, step, limits.bounds_of(*design));
        done.push(*design);
        if !last {
            let at = |design: usize| libm::log(rounded[design] / prices[design]);
            let fixed: Vec<(usize, f64)> = done.iter().map(|design| (*design, at(*design))).collect();
            shifts = beside(prices, information, limits, &fixed, &shifts).unwrap_or(shifts);
        }
    }
    rounded
}

/// The nearest multiple of a step that is positive and, if there is one, within the bounds.
fn nearest(wanted: f64, step: f64, bounds: Option<[f64; 2]>) -> f64 {
    let mut steps = (wanted / step).round();
    if let Some([low, high]) = bounds {
        let (least, most) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
        if least <= most {
            steps = steps.clamp(least, most);
        }
    }
    steps.max(1.0) * step
}

/// The best shifts where some are fixed.
fn beside(
    prices: &[f64],
    information: &DMatrix<f64>,
    limits: &Limits,
    fixed: &[(usize, f64)],
    from: &[f64],
) -> Option<Vec<f64>> {
    let k = prices.len();
    let mut at = Point { shifts: from.to_vec(), slope: 1.0 };
    // The sum of points is linear only in small steps.
    for _ in 0..20 {
        let free = Limits { holds: vec![false; k], ..limits.clone() };
        let mut conditions = free.conditions(prices, &at);
        if limits.holds.contains(&true) {
            // What is held sets the scale, and is among the fixed.
            conditions.equalities.clear();
        }
        conditions.bounds.retain(|(design, _)| fixed.iter().all(|(known, _)| known != design));
        conditions.equalities.extend(fixed.iter().map(|(i, shift)| (unit(k + 1, *i), shift - at.shifts[*i])));
        let gradient = DVector::from_fn(k + 1, |i, _| -(0..k).map(|j| information[(i, j)] * at.shifts[j]).sum::<f64>());
        let best = best_step(information, &gradient, &conditions)?;
        at.shifts.iter_mut().zip(best.step.iter()).for_each(|(shift, d)| *shift += d);
        if best.step.rows(0, k).iter().all(|d| d.abs() < 1e-12) {
            break;
        }
    }
    Some(at.shifts)
}
