//! A round of several designs that was fixed before: the same draws for all, each around a price of its own.

use lanchester_stats::parity::Played;

use super::*;

/// Plays for each question a round that was fixed before; and what each took. `None` if `stop` came.
///
/// Matchup *i* of rounds of one number and size has the same place in its window and draws from the same stream.
pub fn rounds_of<G: Game>(
    runner: &Runner,
    field: &Field<G>,
    asked: &[(&Question<G>, Round)],
    stop: &AtomicBool,
) -> Option<Vec<(Played, Tally)>> {
    rounds_headed(runner, field, asked, "prices: the same matchups for all", stop)
}

/// The same; the meter is headed by `what`.
pub fn rounds_headed<G: Game>(
    runner: &Runner,
    field: &Field<G>,
    asked: &[(&Question<G>, Round)],
    what: &str,
    stop: &AtomicBool,
) -> Option<Vec<(Played, Tally)>> {
    if asked.is_empty() {
        return Some(Vec::new());
    }
    let mut cells: Vec<CellJob<G>> = Vec::new();
    let played = |(question, round): &(&Question<G>, Round)| {
        let running = Running::new(question, field);
        let mut trial = |i| {
            let (drawn, trial) = running.matchup(runner.seed, field, round, i)?;
            cells.push(drawn);
            Some(trial)
        };
        Played { round: *round, trials: (0..round.matchups).map(&mut trial).collect() }
    };
    let mut played: Vec<Played> = asked.iter().map(played).collect();
    let (result, _) = runner.play(what, &cells, stop, G::CHUNK_PAIRS, |_, _| ());
    if result.interrupted {
        return None;
    }
    let mut tallies = result.tallies.iter();
    let spent = |played: &mut Played| {
        let mut spent = Tally::new();
        for (trial, tally) in played.trials.iter_mut().flatten().zip(&mut tallies) {
            trial.pair_scores = tally.pair_scores;
            spent.merge(tally);
        }
        spent
    };
    let spent: Vec<Tally> = played.iter_mut().map(spent).collect();
    Some(played.into_iter().zip(spent).collect())
}
