//! Parity prices under other readings of the rules, and by how much each reading moves them.

use lanchester_stats::Interval;
use lanchester_stats::jackknife::Jackknife;
use lanchester_stats::multiple::{Dependence, q_values};
use lanchester_stats::price::FALSE_DISCOVERY_RATE;
use serde::Serialize;

use crate::parity::{ParityRow, judged};

/// What the study's own options are called among its readings.
pub const OWN: &str = "(the study's own options)";

/// The prices of all designs under one reading.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PricesUnder {
    /// Its name.
    pub reading: String,
    /// The prices, judged together.
    pub rows: Vec<ReadingRow>,
}

/// A price under a reading, beside the one under the study's own options.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ReadingRow {
    /// The price under the reading.
    #[serde(flatten)]
    pub price: ParityRow,
    /// By how many points the reading raises the price, from matchups with the same draws and dice; where both are numbers.
    pub difference: Option<Interval>,
    /// The false discovery rate at which the reading would just be said to move the price, among the designs under it.
    pub difference_q: Option<f64>,
}

impl ReadingRow {
    /// Whether the reading is said to move the price.
    #[must_use]
    pub fn moves(&self) -> bool {
        self.difference_q.is_some_and(|q| q <= FALSE_DISCOVERY_RATE)
    }
}

impl PricesUnder {
    /// Judges the prices of a reading: each is a question of its own, so the false discovery rate is held within it.
    #[must_use]
    pub fn new(reading: String, rows: &[(ParityRow, Option<Jackknife>)]) -> Self {
        let prices: Vec<ParityRow> = rows.iter().map(|(row, _)| row.clone()).collect();
        let p: Vec<f64> = rows.iter().filter_map(|(_, gap)| Some(gap.as_ref()?.p_of_zero())).collect();
        // All differences have the field and the dice in common.
        let mut q = q_values(&p, Dependence::Any).into_iter();
        let row = |(price, (_, gap)): (ParityRow, &(ParityRow, Option<Jackknife>))| ReadingRow {
            price,
            difference: gap.as_ref().map(Jackknife::interval),
            difference_q: gap.as_ref().and_then(|_| q.next()),
        };
        Self { reading, rows: judged(&prices).into_iter().zip(rows).map(row).collect() }
    }

    /// The price of a design.
    #[must_use]
    pub fn of(&self, design: &str) -> Option<&ReadingRow> {
        self.rows.iter().find(|row| row.price.design == design)
    }
}
