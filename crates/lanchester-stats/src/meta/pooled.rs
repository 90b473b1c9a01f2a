//! What fits to several sets of imputed prices say together: D. B. Rubin's rules, with the degrees of freedom of J. Barnard and
//! D. B. Rubin, "Small-sample degrees of freedom with multiple imputation", Biometrika 86, 1999. A single fit says what it says.

use crate::{Interval, Z95};

/// An estimate, its variance and the degrees of freedom of that.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub value: f64,
    pub variance: f64,
    pub degrees: f64,
}

/// The mean; its variance is the mean variance within a set and (1 + 1/m) times that between the sets.
pub fn estimate(sets: &[Estimate]) -> Estimate {
    if let [only] = sets {
        return *only;
    }
    let of = |f: fn(&Estimate) -> f64| mean(sets.iter().map(f));
    let (value, within, complete) = (of(|e| e.value), of(|e| e.variance), of(|e| e.degrees));
    let between = between(sets.iter().map(|e| e.value));
    let variance = within + between;
    // The share of the variance that is owed to the bounds.
    let share = if variance > 0.0 { between / variance } else { 0.0 };
    let seen = (complete + 1.0) / (complete + 3.0) * complete * (1.0 - share);
    let degrees = 1.0 / (1.0 / seen + share * share / (sets.len() as f64 - 1.0));
    Estimate { value, variance, degrees }
}

/// Intervals that are no longer to one side than to the other by chance: each side's reach is taken for 1.96 errors of that
/// side (G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a general approach", Statistics in
/// Medicine 27, 2008), to which the variance between the sets is added. Of a quantity of at least 0.
pub fn interval(sets: &[Interval]) -> Interval {
    if let [only] = sets {
        return *only;
    }
    let estimate = mean(sets.iter().map(|i| i.estimate));
    let [low, high] = [|i: &Interval| i.low, |i: &Interval| i.high].map(|end| mean(sets.iter().map(end)));
    let more = Z95 * Z95 * between(sets.iter().map(|i| i.estimate));
    let reach = |end: f64| ((end - estimate) * (end - estimate) + more).sqrt();
    Interval { estimate, low: (estimate - reach(low)).max(0.0), high: estimate + reach(high) }
}

/// The mean; of a single value that value.
pub fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let n = values.len() as f64;
    values.sum::<f64>() / n
}

/// (1 + 1/m) times the variance of m values.
fn between(values: impl ExactSizeIterator<Item = f64> + Clone) -> f64 {
    let (m, mean) = (values.len() as f64, mean(values.clone()));
    (1.0 + 1.0 / m) * values.map(|x| (x - mean) * (x - mean)).sum::<f64>() / (m - 1.0)
}
