//! Which variants are the best and which the worst: by what one gets for the points, or where that is not known by score.

use super::{SweepAnalysis, VariantRow};

/// The variants in order.
pub struct Ranking<'a> {
    /// The best first; without those that have not met every opponent, or of which it is not known.
    pub rows: Vec<&'a VariantRow>,
    /// Ordered by implied / rating of the model; else by score.
    pub for_points: bool,
    /// Variants that were played but scored too near 0 or 1 for an implied rating, where that is what orders them.
    pub unknown: usize,
}

/// Orders the variants: by implied / rating where at least half of them have it.
pub fn ranking(analysis: &SweepAnalysis) -> Ranking<'_> {
    let played: Vec<&VariantRow> = analysis.variants.iter().filter(|v| v.whole).collect();
    let worth: Vec<&VariantRow> = played.iter().copied().filter(|v| v.residual.is_some()).collect();
    let for_points = !worth.is_empty() && 2 * worth.len() >= played.len();
    let unknown = if for_points { played.len() - worth.len() } else { 0 };
    let mut rows = if for_points { worth } else { played };
    let key = |v: &VariantRow| v.residual.filter(|_| for_points).map_or(v.score.estimate, |r| r.estimate);
    rows.sort_by(|a, b| key(b).total_cmp(&key(a)).then(a.variant.number.cmp(&b.variant.number)));
    Ranking { rows, for_points, unknown }
}
