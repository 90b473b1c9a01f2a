//! What prices may be: anchor, holds and bounds, and the conditions on a step that follow.

use nalgebra::DVector;
use serde::{Deserialize, Serialize};

use super::JointError;
use super::fit::Point;
use super::quadratic::{Conditions, unit};

/// What stays when nothing is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Anchor {
    /// The sum of the designs' points.
    Sum,
    /// Their geometric mean.
    Geometric,
}

/// What prices may be.
#[derive(Clone, Debug, PartialEq)]
pub struct Limits {
    /// Printed points of each design: the anchor's value, and the price of those that are held; each above zero.
    pub printed: Vec<f64>,
    /// What stays when nothing is held.
    pub anchor: Anchor,
    /// Designs that keep their printed points. They set the scale, and the anchor has no say.
    pub holds: Vec<bool>,
    /// The least and the most points of each design; held ones are exempt.
    pub bounds: Option<Vec<[f64; 2]>>,
}

/// What stands at these places, in this order.
pub(super) fn reordered<T: Copy>(of: &[T], places: &[usize]) -> Vec<T> {
    places.iter().filter_map(|place| of.get(*place).copied()).collect()
}

impl Limits {
    /// No holds and no bounds.
    #[must_use]
    pub fn anchored(printed: Vec<f64>, anchor: Anchor) -> Self {
        let holds = vec![false; printed.len()];
        Self { printed, anchor, holds, bounds: None }
    }

    /// The same of the designs at these places, in this order.
    #[must_use]
    pub fn reordered(&self, places: &[usize]) -> Self {
        Self {
            printed: reordered(&self.printed, places),
            anchor: self.anchor,
            holds: reordered(&self.holds, places),
            bounds: self.bounds.as_ref().map(|bounds| reordered(bounds, places)),
        }
    }

    pub(super) fn bounds_of(&self, design: usize) -> Option<[f64; 2]> {
        self.bounds.as_ref().filter(|_| !self.holds[design]).map(|bounds| bounds[design])
    }

    /// Into the bounds, held ones to what is printed, and at the anchor where bounds allow.
    pub(super) fn admit(&self, prices: &mut [f64]) {
        for (design, price) in prices.iter_mut().enumerate() {
            if self.holds[design] {
                *price = self.printed[design];
            }
        }
        if !self.holds.contains(&true) {
            let scale = match self.anchor {
                Anchor::Sum => self.printed.iter().sum::<f64>() / prices.iter().sum::<f64>(),
                Anchor::Geometric => {
                    let logs = self.printed.iter().zip(&*prices).map(|(r, c)| libm::log(r / c)).sum::<f64>();
                    libm::exp(logs / prices.len() as f64)
                }
            };
            prices.iter_mut().for_each(|price| *price *= scale);
        }
        for (design, price) in prices.iter_mut().enumerate() {
            if let Some([low, high]) = self.bounds_of(design) {
                *price = price.clamp(low, high);
            }
        }
    }

    pub(super) fn check(&self) -> Result<(), JointError> {
        let k = self.printed.len();
        let positive = |x: f64| x.is_finite() && x > 0.0;
        if k < 2 || self.holds.len() != k || self.bounds.as_ref().is_some_and(|b| b.len() != k) {
            return Err(JointError::Shape);
        }
        if self.holds.iter().all(|held| *held) {
            return Err(JointError::AllHeld);
        }
        if let Some(design) = self.printed.iter().position(|points| !positive(*points)) {
            return Err(JointError::BadPoints(design));
        }
        let Some(bounds) = &self.bounds else { return Ok(()) };
        if let Some(design) = bounds.iter().position(|[low, high]| !positive(*low) || !positive(*high) || low > high) {
            return Err(JointError::BadPoints(design));
        }
        let total = |points: &dyn Fn(usize) -> f64| match self.anchor {
            Anchor::Sum => (0..k).map(points).sum::<f64>(),
            Anchor::Geometric => (0..k).map(|design| libm::log(points(design))).sum(),
        };
        let [low, high] = [0, 1].map(|end| total(&|design| bounds[design][end]));
        let kept = total(&|design| self.printed[design]);
        let met = self.holds.contains(&true) || (low <= kept && kept <= high);
        if met { Ok(()) } else { Err(JointError::BoundsAgainstAnchor) }
    }
}

impl Limits {
    /// The conditions on a step from here.
    pub(super) fn conditions(&self, prices: &[f64], at: &Point) -> Conditions {
        let k = prices.len();
        let now = at.prices(prices);
        let mut conditions = Conditions::default();
        for (design, _) in self.holds.iter().enumerate().filter(|(_, held)| **held) {
            conditions.equalities.push((unit(k + 1, design), 0.0));
        }
        if conditions.equalities.is_empty() {
            let row = |f: &dyn Fn(usize) -> f64| DVector::from_fn(k + 1, |i, _| if i < k { f(i) } else { 0.0 });
            conditions.equalities.push(match self.anchor {
                Anchor::Geometric => {
                    let off = now.iter().zip(&self.printed).map(|(c, r)| libm::log(c / r)).sum::<f64>();
                    (row(&|_| 1.0), -off)
                }
                Anchor::Sum => {
                    // Relative to the sum, so that the row is of the same size as that of the other anchor.
                    let sum: f64 = now.iter().sum();
                    (row(&|i| now[i] / sum), self.printed.iter().sum::<f64>() / sum - 1.0)
                }
            });
        }
        if let Some(bounds) = &self.bounds {
            for (design, [low, high]) in bounds.iter().enumerate().filter(|(design, _)| !self.holds[*design]) {
                conditions.bounds.push((design, [libm::log(low / now[design]), libm::log(high / now[design])]));
            }
        }
        conditions
    }
}
