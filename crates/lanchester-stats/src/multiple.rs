//! Many tests at once: q-values that hold the false discovery rate.
//!
//! Sources: Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", JRSS B 57 (1995); Y. Benjamini and
//! D. Yekutieli, "The control of the false discovery rate in multiple testing under dependency", Annals of Statistics
//! 29 (2001).

/// What is known of how the tests hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependence {
    /// Independent or positively dependent: Benjamini and Hochberg.
    PositiveOrNone,
    /// Anything: Benjamini and Yekutieli, stricter by 1 + 1/2 + … + 1/n.
    Any,
}

/// The q-value of each p-value: the smallest false discovery rate at which the test would be a discovery.
///
/// ```
/// use lanchester_stats::multiple::{Dependence, q_values};
/// let q = q_values(&[0.01, 0.04, 0.03, 0.5], Dependence::PositiveOrNone);
/// assert!((q[0] - 0.04).abs() < 1e-12);
/// assert!((q[1] - q[2]).abs() < 1e-12, "a larger p-value lends its rank to smaller ones");
/// ```
#[must_use]
pub fn q_values(p: &[f64], dependence: Dependence) -> Vec<f64> {
    let n = p.len();
    let strictness = match dependence {
        Dependence::PositiveOrNone => 1.0,
        Dependence::Any => (1..=n).map(|i| 1.0 / i as f64).sum(),
    };
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|i, j| p[*i].total_cmp(&p[*j]).then(i.cmp(j)));
    let mut q = vec![1.0; n];
    let mut least = 1.0f64;
    for (rank, i) in order.iter().enumerate().rev() {
        least = least.min(p[*i] * n as f64 * strictness / (rank + 1) as f64);
        q[*i] = least;
    }
    q
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_example() {
        // Benjamini & Hochberg (1995), table of fifteen p-values: four discoveries at 5 %.
        let p = [
            0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528,
            0.7590, 1.0,
        ];
        let discoveries = |dependence| q_values(&p, dependence).iter().filter(|q| **q <= 0.05).count();
        assert_eq!(discoveries(Dependence::PositiveOrNone), 4);
        assert_eq!(discoveries(Dependence::Any), 3);
    }

    #[test]
    fn nothing_and_certainties() {
        assert!(q_values(&[], Dependence::Any).is_empty());
        assert_eq!(q_values(&[0.0, 1.0], Dependence::PositiveOrNone), [0.0, 1.0]);
    }
}
