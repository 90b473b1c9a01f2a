//! The prices of a study under other readings of the rules: what each reading adds to a price is measured with the dice that
//! the price itself was measured with.
//!
//! A coarse search with dice of its own finds about which price each design fights evenly under the reading. Then the design
//! plays the matchups again from which its price under the study's own options was read: the same round, matchup for matchup
//! with the same draws and dice. The price under the reading and the difference are read from that round, so that the price
//! before and the difference add up to the price after.

use std::sync::atomic::AtomicBool;

use lanchester_analysis::parity::ParityRow;
use lanchester_analysis::readings::{OWN, PricesUnder};
use lanchester_dice::mix64;
use lanchester_games::Game;
use lanchester_scenario::PriceSettings;
use lanchester_stats::jackknife::Jackknife;
use lanchester_stats::parity::{Played, Round, Search};

use crate::price::{Answer, Field, Named, Number, Policies, Question, field, price, rounds_of, row};
use crate::table::Table;

/// Half-width of the prices around which the last round is then played, as a share: near enough for its window.
const COARSE: f64 = 0.1;

/// Within this of the middle of the own window, in log points, the own window serves the reading too: then all matchups are
/// the same, and what the reading does not change cancels.
const NEAR: f64 = 0.1;

/// Mixed into the seed of the matchups in which windows are found.
const WINDOWS: u64 = 0x7769_6e64_6f77_7321;

/// The prices under the study's own options, as they are, and under each of its readings, which `policy` commands on both
/// sides; none if it has no readings. The flag says whether all were finished before `stop` came.
pub fn readings<G: Game>(
    asked: &PriceSettings<G>,
    policy: &Named<G>,
    table: &Table,
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
        match under(&table.with_branch(branch), &field(asked, &reading.options), &questions, stop) {
            Some(rows) => all.push(PricesUnder::new(reading.name.clone(), &rows)),
            None if table.waits() => {}
            None => return (all, false),
        }
    }
    let whole = all.len() == asked.readings.len() + 1;
    (all, whole)
}

/// The prices under one reading, each with what it adds to the own price; `None` if `stop` came.
fn under<G: Game>(
    table: &Table,
    fine: &Field<G>,
    questions: &[(Question<G>, &Answer)],
    stop: &AtomicBool,
) -> Option<Vec<(ParityRow, Option<Jackknife>)>> {
    let coarse = fine.at_precision(fine.precision.max(COARSE));
    let elsewhere = table.with_seed(mix64(table.seed ^ mix64(WINDOWS)));
    let (priced, others): (Vec<_>, Vec<_>) = questions.iter().partition(|(_, answer)| own_round(answer).is_some());
    // What has no number before has no difference either.
    let mut others = price(table, fine, &plain(&others), stop)?.into_iter();
    let found = price(&elsewhere, &coarse, &plain(&priced), stop)?;
    let again: Vec<(&Question<G>, Round)> = priced
        .iter()
        .zip(&found)
        .filter_map(|((question, answer), row)| Some((question, window(&own_round(answer)?.round, row)?)))
        .collect();
    let mut again = rounds_of(table, fine, &again, stop)?.into_iter();
    let mut found = found.into_iter();
    let of = |(question, answer): &(Question<G>, &Answer)| {
        let Some(own) = own_round(answer) else { return others.next().map(|row| (row, None)) };
        let coarse = found.next()?;
        if coarse.price().is_none() {
            return Some((coarse, None));
        }
        let (played, spent) = again.next()?;
        let Some(finding) = played.finding() else { return Some((coarse, None)) };
        let mut found = row(question, &finding, &spent);
        found.undrawn += coarse.undrawn;
        found.battles += coarse.battles;
        found.capped += coarse.capped;
        found.draws += coarse.draws;
        Some((found, played.gap(own)))
    };
    questions.iter().map(of).collect()
}

/// The questions alone.
fn plain<'q, G: Game>(questions: &[&(Question<'q, G>, &Answer)]) -> Vec<Question<'q, G>> {
    questions
        .iter()
        .map(|(Question { design, number, policies }, _)| Question { design, number: *number, policies })
        .collect()
}

/// The round that an own price was read from; none where there is no price.
fn own_round(answer: &Answer) -> Option<&Played> {
    answer.row.price().and(answer.last.as_ref())
}

/// The round of a reading that the own round is compared with, around the price that was found; none where none was.
fn window(own: &Round, found: &ParityRow) -> Option<Round> {
    let price = found.price()?.estimate;
    let middle = f64::midpoint(own.low, own.high);
    let near = (libm::log(price) - middle).abs() <= NEAR;
    let around = Search::last_round(price, own.matchups);
    Some(if near { *own } else { Round { number: own.number, ..around } })
}
