//! The prices of a study under other readings of the rules: what each reading adds to a price is measured with the dice that
//! the price itself was measured with.
//!
//! How the two are played beside each other stands in `price/beside.rs`.

use std::sync::atomic::AtomicBool;

use lanchester_analysis::readings::{OWN, PricesUnder};
use lanchester_games::Game;
use lanchester_scenario::PriceSettings;

use crate::price::{Answer, Named, Number, Policies, Question, beside, field};
use crate::runner::Runner;

/// The prices under the study's own options, as they are, and under each of its readings, which `policy` commands on both
/// sides; none if it has no readings. The flag says whether all were finished before `stop` came.
pub fn readings<G: Game>(
    asked: &PriceSettings<G>,
    policy: &Named<G>,
    runner: &Runner,
    own: &[Answer],
    stop: &AtomicBool,
) -> (Vec<PricesUnder>, bool) {
    if asked.readings.is_empty() {
        return (Vec::new(), true);
    }
    let policies = Policies::both(policy);
    let number = Number::Budget(asked.budget);
    let questions: Vec<(Question<G>, &Answer)> = asked
        .designs
        .iter()
        .filter_map(|design| Some((design, own.iter().find(|answer| answer.row.design == design.id)?)))
        .map(|(design, answer)| (Question { design, number, policies: &policies }, answer))
        .collect();
    let first: Vec<_> = questions.iter().map(|(_, answer)| (answer.row.clone(), None)).collect();
    let mut all = vec![PricesUnder::new(OWN.to_owned(), &first)];
    for (branch, reading) in (2..).zip(&asked.readings) {
        match beside(&runner.with_branch(branch), &field(asked, &reading.options), &questions, stop) {
            Some(rows) => all.push(PricesUnder::new(reading.name.clone(), &rows)),
            None if runner.waits() => {}
            None => return (all, false),
        }
    }
    let whole = all.len() == asked.readings.len() + 1;
    (all, whole)
}
