//! The parity prices of a study.

use std::sync::atomic::AtomicBool;

use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::parity::{OWN, PricesUnder};
use lanchester_analysis::payoffs;
use lanchester_analysis::sizes::PricesBySize;
use lanchester_analysis::study::StudyResults;
use lanchester_games::Game;
use lanchester_scenario::{PriceSettings, Study};

use crate::price::{Number, Policies, Question, field, price, price_by_size, sample, size_questions};
use crate::table::Table;

/// Prices every design that the study wants priced, under every policy pair that it wants; `None` if `stop` came.
///
/// The equilibrium is that of the cells already played, so it is known before the first of its battles.
fn parity<G: Game>(
    study: &Study<G>,
    asked: &PriceSettings<G>,
    table: &Table,
    results: &StudyResults,
    stop: &AtomicBool,
) -> Option<Vec<ParityRow>> {
    let options = &asked.options;
    let policies = if asked.all_policies { study.policies.as_slice() } else { &study.policies[..1] };
    let mut pairs: Vec<Policies<G>> = Vec::new();
    for a in policies {
        pairs.extend(policies.iter().map(|b| Policies::Of([a.clone(), b.clone()])));
    }
    if policies.len() > 1
        && let Some(found) = payoffs(results).filter(|found| !found.weights.is_empty())
    {
        let weight = |id: &String| found.policies.iter().position(|known| known == id).map(|i| found.weights[i]);
        let mixture = policies.iter().filter_map(|named| Some((named.clone(), weight(&named.0)?))).collect();
        pairs.push(Policies::Mixture(mixture));
    }
    let number = Number::Budget(asked.budget);
    let questions: Vec<Question<G>> = pairs
        .iter()
        .flat_map(|pairs| asked.designs.iter().map(move |design| Question { design, number, policies: pairs }))
        .collect();
    price(table, &field(asked, options), &questions, stop)
}

/// What a study's prices are, as far as they are known.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The prices under the study's own options; none if `stop` came before the last of them.
    pub rows: Vec<ParityRow>,
    /// Those by the number of ships, if the study asks for them.
    pub by_size: Vec<PricesBySize>,
    /// Beside them those under each reading that was finished.
    pub readings: Vec<PricesUnder>,
    /// What `stop` left out, in words for the manifest.
    pub missing: Option<&'static str>,
}

impl Found {
    /// Prices found, and battles that they took.
    #[must_use]
    pub fn cost(&self) -> (u64, u64) {
        let every = self.rows.iter().chain(self.readings.iter().skip(1).flat_map(|reading| &reading.rows));
        let sizes = self.by_size.iter().flat_map(|design| &design.prices).map(|price| price.battles);
        every.map(|row| row.battles).chain(sizes).fold((0, 0), |(prices, all), battles| (prices + 1, all + battles))
    }
}

/// What all prices of a study cost, at least.
#[derive(Clone, Copy, Debug, Default)]
pub struct PriceCost {
    /// Prices.
    pub prices: u64,
    /// Battles of all of them.
    pub battles: u64,
    /// Seconds on this machine.
    pub seconds: f64,
}

/// Plays a few battles of the prices that a study asks for, and says what all of them cost.
pub fn cost<G: Game>(study: &Study<G>, asked: &PriceSettings<G>, table: &Table, stop: &AtomicBool) -> PriceCost {
    let policies = Policies::Of([study.policies[0].clone(), study.policies[0].clone()]);
    let number = Number::Budget(asked.budget);
    let questions: Vec<Question<G>> =
        asked.designs.iter().map(|design| Question { design, number, policies: &policies }).collect();
    // Every pair of policies and the equilibrium, or the first on both sides; readings are priced under one pair.
    let pairs = if asked.all_policies { study.policies.len().pow(2) as u64 + 1 } else { 1 };
    let by_size = if asked.by_size { size_questions(&asked.designs, &policies) } else { Vec::new() };
    let mut cost = PriceCost::default();
    for (questions, times) in [(questions, pairs + asked.readings.len() as u64), (by_size, 1)] {
        if questions.is_empty() {
            continue;
        }
        let found = sample(table, &field(asked, &asked.options), &questions, stop);
        let prices = times * questions.len() as u64;
        cost.prices += prices;
        cost.battles += prices * found.battles_each;
        cost.seconds += prices as f64 * found.seconds_each;
    }
    cost
}

/// All prices that a study asks for, and those under its readings beside them.
pub fn all<G: Game>(
    study: &Study<G>,
    asked: &PriceSettings<G>,
    table: &Table,
    results: &StudyResults,
    stop: &AtomicBool,
) -> Found {
    let Some(rows) = parity(study, asked, table, results, stop) else {
        return Found { missing: Some("interrupted: no parity prices"), ..Found::default() };
    };
    let policy = &study.policies[0];
    let policies = Policies::Of([policy.clone(), policy.clone()]);
    let by_size = if asked.by_size {
        price_by_size(table, &field(asked, &asked.options), &asked.designs, &policies, stop)
    } else {
        Ok(Vec::new())
    };
    let by_size = match by_size {
        Ok(by_size) => by_size,
        Err(by_size) => {
            let missing = Some("interrupted: some parity prices by the number of ships are missing");
            return Found { rows, by_size, missing, ..Found::default() };
        }
    };
    let (readings, whole) = readings(study, asked, table, &rows, stop);
    Found { rows, by_size, readings, missing: (!whole).then_some("interrupted: some readings have no parity prices") }
}

/// The prices under the study's own options and under each of its readings, which the first policy commands on both
/// sides; none if it has no readings. The flag says whether all were finished before `stop` came.
fn readings<G: Game>(
    study: &Study<G>,
    asked: &PriceSettings<G>,
    table: &Table,
    own: &[ParityRow],
    stop: &AtomicBool,
) -> (Vec<PricesUnder>, bool) {
    if asked.readings.is_empty() {
        return (Vec::new(), true);
    }
    let policy = &study.policies[0];
    let pairs = Policies::Of([policy.clone(), policy.clone()]);
    let number = Number::Budget(asked.budget);
    let questions: Vec<Question<G>> =
        asked.designs.iter().map(|design| Question { design, number, policies: &pairs }).collect();
    let same = |row: &&ParityRow| row.policies == [policy.0.clone(), policy.0.clone()];
    let first = PricesUnder::new(OWN.to_owned(), &own.iter().filter(same).cloned().collect::<Vec<_>>());
    let mut all = vec![first];
    for reading in &asked.readings {
        let Some(rows) = price(table, &field(asked, &reading.options), &questions, stop) else { return (all, false) };
        all.push(PricesUnder::new(reading.name.clone(), &rows));
    }
    (all, true)
}
