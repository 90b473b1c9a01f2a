//! From matchups to tallies: the start-up self-check, a meter on stderr, Ctrl-C.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lanchester_arena::{CellJob, Chunk, Chunks, Progress, RunOptions, RunResult, run, run_chunks, self_check};
use lanchester_core::{CHUNK_PAIRS, Matchup, Tally};
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

/// Where battles are played: a seed, a level that was checked, and threads.
pub struct Table<'s> {
    settings: &'s Settings,
    /// Seed of every die.
    pub seed: u64,
    /// The instruction set that plays.
    pub level: Level,
    /// Threads that play, if there is work for all of them.
    pub threads: usize,
}

impl<'s> Table<'s> {
    /// A table for battles like these.
    pub fn new<'m, G: Game>(
        settings: &'s Settings,
        seed: u64,
        matchups: impl IntoIterator<Item = &'m Matchup<G>, IntoIter: Clone>,
    ) -> Self {
        // Duels and fleet actions go different ways through the vector code; one of each is checked.
        let ships = |m: &&Matchup<G>| m.forces.iter().map(|force| force.ships.len()).sum::<usize>();
        let matchups = matchups.into_iter();
        let small = matchups.clone().min_by_key(ships);
        let large = matchups.max_by_key(ships).filter(|m| ships(m) > 2);
        let level = checked_level(settings, small.into_iter().chain(large));
        Self { settings, seed, level, threads: settings.threads }
    }

    /// Plays cells and hands each chunk of at most so many pairs to `watch`, from whichever thread played it. The meter
    /// stands on stderr under `what`, unless that is empty.
    pub fn play<G: Game>(
        &self,
        what: &str,
        cells: &[CellJob<G>],
        stop: &AtomicBool,
        chunk_pairs: u64,
        watch: impl Fn(&Chunk, &Tally) + Sync,
    ) -> (RunResult, Duration) {
        let meter = Meter::new(what, battles(cells), self.settings.quiet);
        let options = RunOptions { seed: self.seed, level: self.level, threads: self.threads, chunk_pairs };
        let result = run(cells, &options, stop, &Watched { meter: &meter, watch });
        (result, meter.finish())
    }
}

impl Table<'_> {
    /// Plays these chunks of these cells on at most so many threads, each chunk heard by `progress`.
    pub fn play_chunks<G: Game>(
        &self,
        cells: &[CellJob<G>],
        chunks: impl Iterator<Item = Chunk> + Send,
        threads: usize,
        stop: &AtomicBool,
        progress: &impl Progress,
    ) {
        let options = RunOptions { seed: self.seed, level: self.level, threads, chunk_pairs: CHUNK_PAIRS };
        run_chunks(cells, chunks, &options, stop, progress);
    }

    /// A meter for so many battles.
    pub fn meter(&self, what: &str, battles: u64) -> Meter {
        Meter::new(what, battles, self.settings.quiet)
    }
}

/// A meter, and someone who looks at every chunk.
struct Watched<'m, W> {
    meter: &'m Meter,
    watch: W,
}

impl<W: Fn(&Chunk, &Tally) + Sync> Progress for Watched<'_, W> {
    fn chunk_done(&self, chunk: &Chunk, tally: &Tally) {
        (self.watch)(chunk, tally);
        self.meter.chunk_done(chunk, tally);
    }
}

fn battles<G: Game>(cells: &[CellJob<G>]) -> u64 {
    cells.iter().map(|cell| 2 * cell.pairs).sum()
}

/// Plays the cells with their seed, and says on stderr how long it took.
pub fn play<G: Game>(settings: &Settings, seed: u64, cells: &[CellJob<G>], stop: &AtomicBool) -> Played {
    let mut table = Table::new(settings, seed, cells.iter().map(|cell| &cell.matchup));
    // No more threads play than there are chunks to take.
    let chunks = Chunks::new(cells.iter().map(|cell| cell.pairs), CHUNK_PAIRS).count();
    table.threads = table.threads.min(usize::try_from(chunks).unwrap_or(usize::MAX)).max(1);
    let (result, elapsed) = table.play("", cells, stop, CHUNK_PAIRS, |_, _| ());
    if !result.interrupted {
        settings.remark(&took(battles(cells), elapsed, table.threads, table.level));
    }
    Played {
        tallies: result.tallies,
        interrupted: stop.load(Ordering::Relaxed) && result.interrupted,
        level: table.level,
        threads: table.threads,
    }
}

/// `1,000 battles in 0.50 s, 2,000 a second, on 2 threads at avx512`.
pub fn took(battles: u64, elapsed: Duration, threads: usize, level: Level) -> String {
    let seconds = elapsed.as_secs_f64();
    let rate = grouped((battles as f64 / seconds.max(1e-6)) as u64);
    let time = if seconds < 10.0 { format!("{seconds:.2} s") } else { format!("{seconds:.0} s") };
    let threads = count(threads as u64, "thread");
    format!("{} in {time}, {rate} a second, on {threads} at {level}", count(battles, "battle"))
}
