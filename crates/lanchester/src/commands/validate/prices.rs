//! The parity prices of a study.

use std::sync::atomic::AtomicBool;

use lanchester_games::Game;
use lanchester_report::analysis::ParityRow;
use lanchester_report::{StudyResults, captains as meetings};
use lanchester_scenario::{PriceSettings, Study};

use crate::commands::price::field;
use crate::parity::{Captains, Question, price};
use crate::play::Table;

/// Prices every design that the study wants priced, under every couple of policies that it wants; `None` if `stop` came.
///
/// The equilibrium is that of the cells already played, so it is known before the first of its battles.
pub fn parity<G: Game>(
    study: &Study<G>,
    asked: &PriceSettings<G>,
    table: &Table,
    results: &StudyResults,
    stop: &AtomicBool,
) -> Option<Vec<ParityRow>> {
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
    price(table, &field(asked), &questions, stop)
}
