//! The parity prices of a study.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use lanchester_analysis::captains as meetings;
use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::parity::{OWN, PricesUnder};
use lanchester_analysis::study::StudyResults;
use lanchester_games::Game;
use lanchester_scenario::{PriceSettings, Study};

use crate::cli::Settings;
use crate::commands::price::field;
use crate::parity::{Captains, Question, price};
use crate::play::{Table, took};
use crate::wording::count;

/// Prices every design that the study wants priced, under every couple of policies that it wants; `None` if `stop` came.
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
    let mut captains: Vec<Captains<G>> = Vec::new();
    for a in policies {
        captains.extend(policies.iter().map(|b| Captains::Of([a.clone(), b.clone()])));
    }
    if policies.len() > 1
        && let Some(found) = meetings(results).filter(|found| !found.weights.is_empty())
    {
        let weight = |id: &String| found.policies.iter().position(|known| known == id).map(|i| found.weights[i]);
        let mixture = policies.iter().filter_map(|named| Some((named.clone(), weight(&named.0)?))).collect();
        captains.push(Captains::Mixture(mixture));
    }
    let questions: Vec<Question<G>> = captains
        .iter()
        .flat_map(|captains| asked.designs.iter().map(move |design| Question { design, captains }))
        .collect();
    price(table, &field(asked, options), &questions, stop)
}

/// All prices that a study asks for, and those under its readings beside them; says what they took. `None` if `stop`
/// came.
pub fn all<G: Game>(
    study: &Study<G>,
    asked: &PriceSettings<G>,
    table: &Table,
    results: &StudyResults,
    settings: &Settings,
    stop: &AtomicBool,
) -> Option<(Vec<ParityRow>, Vec<PricesUnder>)> {
    let start = Instant::now();
    let rows = parity(study, asked, table, results, stop)?;
    let under = readings(study, asked, table, &rows, stop)?;
    let every = rows.iter().chain(under.iter().skip(1).flat_map(|reading| &reading.rows));
    let battles = every.clone().map(|row| row.battles).sum();
    let took = took(battles, start.elapsed(), table.threads, table.level);
    settings.remark(&format!("{}: {took}", count(every.count() as u64, "parity price")));
    Some((rows, under))
}

/// The prices under the study's own options and under each of its readings, which the first policy commands on both
/// sides; none if it has no readings, `None` if `stop` came.
fn readings<G: Game>(
    study: &Study<G>,
    asked: &PriceSettings<G>,
    table: &Table,
    own: &[ParityRow],
    stop: &AtomicBool,
) -> Option<Vec<PricesUnder>> {
    if asked.readings.is_empty() {
        return Some(Vec::new());
    }
    let policy = &study.policies[0];
    let captains = Captains::Of([policy.clone(), policy.clone()]);
    let questions: Vec<Question<G>> =
        asked.designs.iter().map(|design| Question { design, captains: &captains }).collect();
    let same = |row: &&ParityRow| row.policies == [policy.0.clone(), policy.0.clone()];
    let first = PricesUnder::new(OWN.to_owned(), &own.iter().filter(same).cloned().collect::<Vec<_>>());
    let mut all = vec![first];
    for reading in &asked.readings {
        let rows = price(table, &field(asked, &reading.options), &questions, stop)?;
        all.push(PricesUnder::new(reading.name.clone(), &rows));
    }
    Some(all)
}
