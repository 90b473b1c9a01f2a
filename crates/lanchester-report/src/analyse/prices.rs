//! Parity prices, judged together.

use lanchester_stats::multiple::{Dependence, q_values};
use lanchester_stats::price::judge;

use crate::analysis::ParityRow;

/// The rows with their verdicts. Each couple of policies is a question of its own, so the false discovery rate is held
/// within it. Prices share their field and their dice, so
/// any dependence is allowed for.
pub fn judged(rows: &[ParityRow]) -> Vec<ParityRow> {
    let mut rows = rows.to_vec();
    let mut couples: Vec<[String; 2]> = rows.iter().map(|r| r.policies.clone()).collect();
    couples.sort();
    couples.dedup();
    for couple in couples {
        let of: Vec<usize> = (0..rows.len()).filter(|i| rows[*i].policies == couple && rows[*i].p.is_some()).collect();
        let p: Vec<f64> = of.iter().filter_map(|i| rows[*i].p).collect();
        for (i, q) in of.iter().zip(q_values(&p, Dependence::Any)) {
            rows[*i].q = Some(q);
            if let Some(multiplier) = rows[*i].multiplier {
                rows[*i].verdict = judge(multiplier, q);
            }
        }
    }
    rows
}
