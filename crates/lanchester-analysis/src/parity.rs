//! Parity prices, judged together.

use lanchester_stats::Interval;
use lanchester_stats::multiple::{Dependence, q_values};
use lanchester_stats::parity::Parity;
use lanchester_stats::price::{Verdict, judge};
use serde::Serialize;

/// What stands in place of a policy where each side's policy is the equilibrium mixture over the study's policies. No
/// file can have this id.
pub const EQUILIBRIUM: &str = "(equilibrium)";

/// What the study's own options are called among its readings.
pub const OWN: &str = "(the study's own options)";

/// The parity price of a design: the points at which fleets of it fight the reference field evenly at equal points.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ParityRow {
    /// The design's id.
    pub design: String,
    /// Its name.
    pub name: String,
    /// Its printed rating.
    pub printed: u32,
    /// The policies of the design's side and of the field's, or twice [`EQUILIBRIUM`].
    pub policies: [String; 2],
    /// Parity price / printed rating, as the search found it.
    #[serde(flatten)]
    pub parity: Parity,
    /// The p-value of "the printed rating is right", where there is a number.
    pub p: Option<f64>,
    /// What to say of the printed rating.
    pub verdict: Verdict,
    /// The false discovery rate at which it would just be called mispriced, among the designs under these policies.
    pub q: Option<f64>,
    /// Random matchups of the last round, from which the price is read.
    pub matchups: u64,
    /// Battles of all rounds.
    pub battles: u64,
    /// Battles of all rounds that the turn limit ended.
    pub capped: u64,
    /// Battles of all rounds that nobody won.
    pub draws: u64,
}

impl ParityRow {
    /// The price in points.
    #[must_use]
    pub fn price(&self) -> Option<Interval> {
        self.parity.times(f64::from(self.printed)).multiplier()
    }
}

/// The rows with their verdicts. Each policy pair is a question of its own, so the false discovery rate is held
/// within it. Prices share their field and their dice, so
/// any dependence is allowed for.
pub fn judged(rows: &[ParityRow]) -> Vec<ParityRow> {
    let mut rows = rows.to_vec();
    let mut policy_pairs: Vec<[String; 2]> = rows.iter().map(|r| r.policies.clone()).collect();
    policy_pairs.sort();
    policy_pairs.dedup();
    for policy_pair in policy_pairs {
        let of: Vec<usize> =
            (0..rows.len()).filter(|i| rows[*i].policies == policy_pair && rows[*i].p.is_some()).collect();
        let p: Vec<f64> = of.iter().filter_map(|i| rows[*i].p).collect();
        for (i, q) in of.iter().zip(q_values(&p, Dependence::Any)) {
            rows[*i].q = Some(q);
            if let Some(multiplier) = rows[*i].parity.multiplier() {
                rows[*i].verdict = judge(multiplier, q);
            }
        }
    }
    rows
}

/// The prices of all designs under one reading.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PricesUnder {
    /// Its name.
    pub reading: String,
    /// The prices, judged together.
    pub rows: Vec<ParityRow>,
}

impl PricesUnder {
    /// Judges the prices of a reading: each is a question of its own, so the false discovery rate is held within it.
    #[must_use]
    pub fn new(reading: String, rows: &[ParityRow]) -> Self {
        Self { reading, rows: judged(rows) }
    }
}
