//! The designs in an order of their own, measured prices and bounds apart.

use std::cmp::Ordering;

use super::{LogPrice, MetaError, Observation};

/// A design with a price: as measured, or in place of a bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Design {
    pub family: u32,
    pub log_price: f64,
    pub error: f64,
    pub log_parts: [f64; 2],
}

/// What is known of a design's ln price where it was not measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The place of the design.
    pub design: usize,
    pub low: f64,
    pub high: f64,
}

/// Designs, family after family, and which of them have bounds, by rising place.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    pub designs: Vec<Design>,
    pub bounds: Vec<Bound>,
}

impl Sample {
    /// By family and then by numbers, so that sums do not hang on the order in which the observations came. Where there are
    /// bounds, families too are ordered by numbers, so that no random number hangs on what a family is called.
    ///
    /// A bound gets the median error of the prices that were measured: what a measurement would have had.
    pub fn of(observations: &[Observation]) -> Result<Self, MetaError> {
        if !observations.iter().all(is_fine) {
            return Err(MetaError::BadNumber);
        }
        let mut sorted = observations.to_vec();
        sorted.sort_by(|a, b| a.family.cmp(&b.family).then(by_numbers(a, b)));
        if sorted.iter().any(|o| matches!(o.log_price, LogPrice::Within { .. })) {
            let mut families: Vec<&[Observation]> = sorted.chunk_by(|a, b| a.family == b.family).collect();
            families.sort_by(|a, b| {
                let pairs = a.iter().zip(b.iter());
                pairs.fold(Ordering::Equal, |order, (x, y)| order.then(by_numbers(x, y))).then(a.len().cmp(&b.len()))
            });
            sorted = families.concat();
        }
        let mut errors: Vec<f64> = sorted.iter().filter_map(measured).collect();
        errors.sort_by(f64::total_cmp);
        let typical = errors.get(errors.len() / 2).copied().unwrap_or(1.0);
        let mut bounds = Vec::new();
        let mut designs = Vec::with_capacity(sorted.len());
        for o in &sorted {
            let (log_price, error) = match o.log_price {
                LogPrice::Measured { value, error } => (value, error),
                LogPrice::Within { low, high } => {
                    bounds.push(Bound { design: designs.len(), low, high });
                    (nearest(low, high), typical)
                }
            };
            designs.push(Design { family: o.family, log_price, error, log_parts: o.log_parts });
        }
        Ok(Self { designs, bounds })
    }

    /// Families in which a price was measured.
    pub fn measured_families(&self) -> usize {
        self.families().iter().filter(|family| family.bounds.len() < family.designs.len()).count()
    }

    /// Each family by itself.
    pub fn families(&self) -> Vec<Self> {
        let mut at = 0;
        let one = |family: &[Design]| {
            let inside = at..at + family.len();
            at = inside.end;
            let own = |bound: &&Bound| inside.contains(&bound.design);
            let moved = |bound: &Bound| Bound { design: bound.design - inside.start, ..*bound };
            Self { designs: family.to_vec(), bounds: self.bounds.iter().filter(own).map(moved).collect() }
        };
        self.designs.chunk_by(|a, b| a.family == b.family).map(one).collect()
    }

    /// Families together, in this order.
    pub fn together<'a>(families: impl Iterator<Item = &'a Self>) -> Self {
        let mut all = Self { designs: Vec::new(), bounds: Vec::new() };
        for family in families {
            let start = all.designs.len();
            all.designs.extend(&family.designs);
            all.bounds.extend(family.bounds.iter().map(|bound| Bound { design: start + bound.design, ..*bound }));
        }
        all
    }
}

fn is_fine(o: &Observation) -> bool {
    let price = match o.log_price {
        LogPrice::Measured { value, error } => value.is_finite() && error.is_finite() && error > 0.0,
        LogPrice::Within { low, high } => low < high && (low.is_finite() || high.is_finite()),
    };
    price && o.log_parts.iter().all(|x| x.is_finite())
}

fn by_numbers(a: &Observation, b: &Observation) -> Ordering {
    let numbers = |o: &Observation| {
        let price = match o.log_price {
            LogPrice::Measured { value, error } => [value, value, error],
            LogPrice::Within { low, high } => [low, high, 0.0],
        };
        [price[0], price[1], price[2], o.log_parts[0], o.log_parts[1]]
    };
    numbers(a).into_iter().zip(numbers(b)).fold(Ordering::Equal, |order, (x, y)| order.then(x.total_cmp(&y)))
}

fn measured(o: &Observation) -> Option<f64> {
    match o.log_price {
        LogPrice::Measured { error, .. } => Some(error),
        LogPrice::Within { .. } => None,
    }
}

/// A number within the bounds: the middle, or the end that there is.
fn nearest(low: f64, high: f64) -> f64 {
    match (low.is_finite(), high.is_finite()) {
        (true, true) => f64::midpoint(low, high),
        (true, false) => low,
        _ => high,
    }
}
