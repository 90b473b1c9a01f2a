//! From matchups to tallies, with the program's settings around them.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use lanchester_core::arena::CellJob;
use lanchester_core::{Commander, Force, Matchup, Tally};
use lanchester_games::Game;
use lanchester_lanes::Level;
use lanchester_scenario::StudyDesign;
use lanchester_study::host::Clock;
use lanchester_study::rounds::Rounds;
use lanchester_study::runner::{Played, Runner};
use lanchester_study::study_prices::PriceCost;

use crate::settings::Settings;
use crate::wording::{count, grouped};

/// A runner for battles like these.
pub fn runner<'s, 'm, G: Game>(
    settings: &'s Settings,
    seed: u64,
    matchups: impl IntoIterator<Item = &'m Matchup<G>, IntoIter: Clone>,
) -> Runner<'s> {
    Runner::new(settings, settings.level, settings.threads, seed, matchups)
}

/// A runner for fleets of these designs, whatever fleets those will be.
pub fn fleet_runner<'s, G: Game>(
    settings: &'s Settings,
    seed: u64,
    designs: &[StudyDesign<G>],
    options: &G::Options,
    commander: &Commander<G>,
) -> Runner<'s> {
    // One ship a side and two go all the ways through the vector code that there are.
    let matchup = |ships: usize| {
        let side = |design: &StudyDesign<G>| Force {
            name: String::new(),
            ships: vec![Arc::clone(&design.design); ships],
            stations: None,
            commander: commander.clone(),
        };
        let ends = [designs.first()?, designs.last()?];
        Some(Matchup { name: String::new(), forces: ends.map(side), options: options.clone() })
    };
    let matchups: Vec<Matchup<G>> = [1, 2].into_iter().filter_map(matchup).collect();
    runner(settings, seed, &matchups)
}

/// Plays the cells with their seed, kept in `rounds` if there is somewhere, and says on stderr how long it took.
pub fn play<G: Game>(
    settings: &Settings,
    seed: u64,
    cells: &[CellJob<G>],
    rounds: Option<&Rounds>,
    stop: &AtomicBool,
) -> Played {
    let runner = Runner { rounds, ..runner(settings, seed, cells.iter().map(|cell| &cell.matchup)) };
    let played = runner.play_all(cells, stop);
    let fresh = rounds.map_or_else(|| played.battles(), Rounds::played);
    settings.remark(&took_beside_a_store(played.battles(), fresh, played.elapsed, played.threads, played.level));
    played
}

/// Plays a cell, or as much of it as Ctrl-C allows, and says on stderr how long it took. Every chunk that was begun is played to
/// its end, so that what is counted does not depend on how battles go.
pub fn play_what_can_be<G: Game>(settings: &Settings, seed: u64, cell: &CellJob<G>, stop: &AtomicBool) -> Tally {
    let mut runner = runner(settings, seed, [&cell.matchup]);
    runner.threads =
        runner.threads.min(usize::try_from(cell.pairs.div_ceil(cell.chunk_pairs())).unwrap_or(usize::MAX)).max(1);
    let (result, elapsed) = runner.play("", std::slice::from_ref(cell), stop, cell.chunk_pairs(), |_, _| ());
    let tally = result.tallies.into_iter().next().unwrap_or_default();
    settings.remark(&took(tally.battles(), elapsed, runner.threads, runner.level));
    tally
}

/// `17 parity prices: about 120,000 battles, 9s`, before they are found.
pub fn what_prices_cost(cost: &PriceCost) -> String {
    let seconds = Duration::from_secs_f64(cost.seconds.max(1.0).round());
    let [prices, battles] = [count(cost.prices, "parity price"), count(cost.battles, "battle")];
    format!("{prices}: about {battles}, {}", humantime::format_duration(seconds))
}

/// Says on stderr how long the battles of a whole run took, which began then.
pub fn say_time(settings: &Settings, runner: &Runner, battles: u64, began: Duration) {
    let fresh = runner.rounds.map_or(battles, Rounds::played);
    let elapsed = settings.now().saturating_sub(began);
    settings.remark(&took_beside_a_store(battles, fresh, elapsed, runner.threads, runner.level));
}

/// [`took`], of battles of which only `fresh` were played now: the others were in the store already. What was looked up has
/// no speed.
pub fn took_beside_a_store(battles: u64, fresh: u64, elapsed: Duration, threads: usize, level: Level) -> String {
    let kept = battles.saturating_sub(fresh);
    if kept == 0 {
        return took(battles, elapsed, threads, level);
    }
    let all = count(battles, "battle");
    if kept == battles {
        return format!("{all}, all in the store already: read in {}", seconds(elapsed));
    }
    format!("{all}, {} in the store already; {}", grouped(kept), took(fresh, elapsed, threads, level))
}

/// `1,000 battles in 0.50 s, 2,000 per second, on 2 threads at avx512`.
pub fn took(battles: u64, elapsed: Duration, threads: usize, level: Level) -> String {
    // What takes no time has no speed.
    let rate = if elapsed < Duration::from_millis(5) {
        String::new()
    } else {
        format!(", {} per second", grouped((battles as f64 / elapsed.as_secs_f64()) as u64))
    };
    let threads = count(threads as u64, "thread");
    format!("{} in {}{rate}, on {threads} at {level}", count(battles, "battle"), seconds(elapsed))
}

/// `0.50 s`, `12 s`.
fn seconds(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    if seconds < 10.0 { format!("{seconds:.2} s") } else { format!("{seconds:.0} s") }
}

#[cfg(test)]
mod tests {
    use lanchester_lanes::LevelName;

    use super::*;

    #[test]
    fn what_the_store_held_has_no_speed() {
        let said = |battles, fresh, seconds| {
            took_beside_a_store(
                battles,
                fresh,
                Duration::from_secs_f64(seconds),
                2,
                Level::of(LevelName::Fallback).expect("every machine has it"),
            )
        };
        assert_eq!(said(1000, 1000, 0.5), "1,000 battles in 0.50 s, 2,000 per second, on 2 threads at fallback");
        assert_eq!(said(1000, 0, 0.5), "1,000 battles, all in the store already: read in 0.50 s");
        assert_eq!(
            said(1000, 600, 20.0),
            "1,000 battles, 400 in the store already; 600 battles in 20 s, 30 per second, on 2 threads at fallback"
        );
    }
}
