//! One round of several designs that differ in nothing but the design: the same draws, each around a price of its own.

use lanchester_stats::parity::Played;

use super::*;

/// Beyond the rounds of every search, so that nothing that chose the windows is played again.
const NUMBER: u32 = 1 << 20;

/// Plays a round of so many matchups of each question around the points given, in the last window of a search; and what that
/// took. `None` if `stop` came.
///
/// Matchup *i* has the same place in every window and draws from the same stream.
pub fn round<G: Game>(
    table: &Table,
    field: &Field<G>,
    asked: &[(&Question<G>, f64)],
    matchups: u64,
    stop: &AtomicBool,
) -> Option<(Vec<Played>, Tally)> {
    let mut cells: Vec<CellJob<G>> = Vec::new();
    let played = |(question, points): &(&Question<G>, f64)| {
        let round = Round { number: NUMBER, ..Search::last_round(*points, matchups) };
        let running = Running::new(question, field);
        let mut trial = |i| {
            let (cell, trial) = running.matchup(table.seed, field, &round, i)?;
            cells.push(cell);
            Some(trial)
        };
        Played { round, trials: (0..matchups).map(&mut trial).collect() }
    };
    let mut played: Vec<Played> = asked.iter().map(played).collect();
    let (result, _) = table.play("prices: the same matchups for all", &cells, stop, G::CHUNK_PAIRS, |_, _| ());
    if result.interrupted {
        return None;
    }
    let mut spent = Tally::new();
    let trials = played.iter_mut().flat_map(|played| played.trials.iter_mut().flatten());
    for (trial, tally) in trials.zip(&result.tallies) {
        trial.pair_scores = tally.pair_scores;
        spent.merge(tally);
    }
    Some((played, spent))
}
