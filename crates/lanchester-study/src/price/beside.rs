//! Prices beside others that were found before: the same design under a reading of the rules, or a variant of it.
//!
//! A coarse search with dice of its own finds about which price each design fights evenly. Then the design plays the matchups again
//! from which the price beside it was read: the same round, matchup for matchup with the same draws and dice. Its price and the
//! difference are read from that round, so that the price before and the difference add up to the price after.

use lanchester_stats::jackknife::Jackknife;
use lanchester_stats::parity::Played;

use super::*;

/// Half-width of the prices around which the last round is then played, as a share: near enough for its window.
const COARSE: f64 = 0.1;

/// Within this of the middle of the own window, in log points, that window serves again: then all matchups are the same, and what
/// does not differ cancels.
const NEAR: f64 = 0.1;

/// Mixed into the seed of the matchups in which windows are found.
const WINDOWS: u64 = 0x7769_6e64_6f77_7321;

/// The price of each question, and what it adds to the price of the answer beside it; `None` if `stop` came. Of an answer
/// without a price the question is priced on its own.
pub fn beside<G: Game>(
    runner: &Runner,
    fine: &Field<G>,
    questions: &[(Question<G>, &Answer)],
    stop: &AtomicBool,
) -> Option<Vec<(ParityRow, Option<Jackknife>)>> {
    let coarse = fine.at_precision(fine.precision.max(COARSE));
    let elsewhere = runner.with_seed(mix64(runner.seed ^ mix64(WINDOWS)));
    let (priced, others): (Vec<_>, Vec<_>) = questions.iter().partition(|(_, answer)| own_round(answer).is_some());
    // What has no number before has no difference either.
    let mut others = price(runner, fine, &plain(&others), stop)?.into_iter();
    let found = price(&elsewhere, &coarse, &plain(&priced), stop)?;
    let again: Vec<(&Question<G>, Round)> = priced
        .iter()
        .zip(&found)
        .filter_map(|((question, answer), row)| Some((question, window(&own_round(answer)?.round, row)?)))
        .collect();
    let mut again = rounds_of(runner, fine, &again, stop)?.into_iter();
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

/// The round that the answer's is compared with, around the price that was found; none where none was.
fn window(own: &Round, found: &ParityRow) -> Option<Round> {
    let price = found.price()?.estimate;
    let middle = f64::midpoint(own.low, own.high);
    let near = (libm::log(price) - middle).abs() <= NEAR;
    let around = Search::last_round(price, own.matchups);
    Some(if near { *own } else { Round { number: own.number, ..around } })
}
