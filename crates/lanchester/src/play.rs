//! From matchups to tallies: the start-up self-check, a meter on stderr, Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lanchester_arena::{CellJob, Chunks, RunOptions, run, self_check};
use lanchester_core::{Matchup, Tally};
use lanchester_games::Game;
use lanchester_lanes::Level;

use crate::cli::Settings;
use crate::meter::Meter;
use crate::output::note;
use crate::wording::{count, grouped};

/// What was played.
pub struct Played {
    /// One a cell; `None` where Ctrl-C came before its end.
    pub tallies: Vec<Option<Tally>>,
    /// Ctrl-C came.
    pub interrupted: bool,
    /// The instruction set that played.
    pub level: Level,
    /// Threads that played.
    pub threads: usize,
}

/// The level to play these matchups at: the one asked for, unless it computes something else than the fallback.
pub fn checked_level<'m, G: Game>(settings: &Settings, matchups: impl IntoIterator<Item = &'m Matchup<G>>) -> Level {
    matchups.into_iter().fold(settings.level, |level, matchup| {
        let (level, warning) = self_check(&cut_down(matchup), level);
        if let Some(warning) = warning {
            note(&format!("lanchester: warning: {warning}"));
        }
        level
    })
}

/// Most ships a side in a self-check: two go through all that twelve go through, and the fallback is done with them in
/// a few hundredths of a second.
const CHECKED_SHIPS: usize = 2;

fn cut_down<G: Game>(matchup: &Matchup<G>) -> Matchup<G> {
    let mut matchup = matchup.clone();
    for force in &mut matchup.forces {
        force.ships.truncate(CHECKED_SHIPS);
        if let Some(stations) = &mut force.stations {
            stations.truncate(CHECKED_SHIPS);
        }
    }
    matchup
}

/// Plays the cells with their seed, and says on stderr how long it took.
pub fn play<G: Game>(settings: &Settings, seed: u64, cells: &[CellJob<G>], stop: &AtomicBool) -> Played {
    // Duels and fleet actions go different ways through the vector code; one of each is checked.
    let ships = |m: &&Matchup<G>| m.forces.iter().map(|force| force.ships.len()).sum::<usize>();
    let small = cells.iter().map(|cell| &cell.matchup).min_by_key(ships);
    let large = cells.iter().map(|cell| &cell.matchup).max_by_key(ships).filter(|m| ships(m) > 2);
    let level = checked_level(settings, small.into_iter().chain(large));
    let threads = match settings.threads {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        threads => threads,
    };
    // No more threads play than there are chunks to take.
    let chunks = cells.iter().map(|cell| Chunks::of(cell.pairs)).sum::<u64>();
    let threads = threads.min(usize::try_from(chunks).unwrap_or(usize::MAX)).max(1);
    let battles = cells.iter().map(|cell| 2 * cell.pairs).sum();
    let meter = Meter::new(battles, settings.quiet);
    let result = run(cells, &RunOptions { seed, level, threads }, stop, &meter);
    let elapsed = meter.finish();
    if !result.interrupted {
        settings.remark(&took(battles, elapsed, threads, level));
    }
    Played { tallies: result.tallies, interrupted: stop.load(Ordering::Relaxed) && result.interrupted, level, threads }
}

fn took(battles: u64, elapsed: Duration, threads: usize, level: Level) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = grouped((battles as f64 / seconds.max(1e-6)) as u64);
    let time = if seconds < 10.0 { format!("{seconds:.2} s") } else { format!("{seconds:.0} s") };
    let threads = count(threads as u64, "thread");
    format!("{} in {time}, {rate} a second, on {threads} at {level}", count(battles, "battle"))
}
