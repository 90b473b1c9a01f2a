//! From matchups to tallies: the start-up self-check, a meter, threads.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lanchester_core::arena::{
    CellJob, Chunk, Chunks, Progress, RunOptions, RunResult, chunk_pairs, run, run_chunks, self_check,
};
use lanchester_core::{Matchup, Tally};
use lanchester_games::Game;
use lanchester_lanes::Level;

use crate::host::{Host, Meter};
use crate::rounds::Rounds;

/// What was played.
pub struct Played {
    /// One per cell: what was played of it before Ctrl-C came.
    pub tallies: Vec<Tally>,
    /// Ctrl-C came before the end.
    pub interrupted: bool,
    /// The instruction set that played.
    pub level: Level,
    /// Threads that played.
    pub threads: usize,
    /// How long it took.
    pub elapsed: Duration,
}

impl Played {
    /// Battles that were played.
    #[must_use]
    pub fn battles(&self) -> u64 {
        self.tallies.iter().map(Tally::battles).sum()
    }
}

/// The level to play these matchups at: the one asked for, unless it computes something else than the fallback.
pub fn checked_level<'m, G: Game>(
    host: &dyn Host,
    level: Level,
    matchups: impl IntoIterator<Item = &'m Matchup<G>>,
) -> Level {
    matchups.into_iter().fold(level, |level, matchup| {
        let (level, warning) = self_check(&cut_down(matchup), level);
        if let Some(warning) = warning {
            host.note(&format!("lanchester: warning: {warning}"));
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
pub struct Runner<'h> {
    /// The program around it.
    pub host: &'h dyn Host,
    /// Seed of every die.
    pub seed: u64,
    /// The instruction set that plays.
    pub level: Level,
    /// Threads that play, if there is work for all of them.
    pub threads: usize,
    /// Where what is played is kept, if it is.
    pub rounds: Option<&'h Rounds>,
    /// Which of several sequences of rounds that do not wait for each other is played, from 0 to 2²⁰.
    pub branch: u64,
}

impl<'h> Runner<'h> {
    /// A runner for battles like these, at this level if it computes what the fallback does.
    pub fn new<'m, G: Game>(
        host: &'h dyn Host,
        level: Level,
        threads: usize,
        seed: u64,
        matchups: impl IntoIterator<Item = &'m Matchup<G>, IntoIter: Clone>,
    ) -> Self {
        // Duels and fleet actions go different ways through the vector code; one of each is checked.
        let ships = |m: &&Matchup<G>| m.forces.iter().map(|force| force.ships.len()).sum::<usize>();
        let matchups = matchups.into_iter();
        let small = matchups.clone().min_by_key(ships);
        let large = matchups.max_by_key(ships).filter(|m| ships(m) > 2);
        let level = checked_level(host, level, small.into_iter().chain(large));
        Self { host, seed, level, threads, rounds: None, branch: 0 }
    }

    /// The same runner with other dice.
    #[must_use]
    pub fn with_seed(&self, seed: u64) -> Self {
        Self { seed, ..*self }
    }

    /// The same runner for rounds that do not wait for those of other branches.
    #[must_use]
    pub fn with_branch(&self, branch: u64) -> Self {
        Self { branch, ..*self }
    }

    /// Whether battles are missing that this run is not to play: see [`Rounds`].
    #[must_use]
    pub fn waits(&self) -> bool {
        self.rounds.is_some_and(Rounds::waits)
    }

    /// Plays cells and hands each chunk of at most so many pairs to `watch`, from whichever thread played it. The meter
    /// is headed by `what`.
    pub fn play<G: Game>(
        &self,
        what: &str,
        cells: &[CellJob<G>],
        stop: &AtomicBool,
        most: u64,
        watch: impl Fn(&Chunk, &Tally) + Sync,
    ) -> (RunResult, Duration) {
        let start = self.host.now();
        if let Some(rounds) = self.rounds {
            let result = rounds.play(self, what, cells, stop, most, watch);
            return (result, self.host.now().saturating_sub(start));
        }
        let meter = self.host.meter(what, battles(cells));
        let options = RunOptions { seed: self.seed, level: self.level, threads: self.threads, chunk_pairs: most };
        let result = run(cells, &options, stop, &Watched { meter: &*meter, watch });
        meter.finish();
        (result, self.host.now().saturating_sub(start))
    }

    /// Plays these chunks of these cells on at most so many threads, each chunk heard by `progress`.
    pub fn play_chunks<G: Game>(
        &self,
        cells: &[CellJob<G>],
        chunks: impl Iterator<Item = Chunk> + Send,
        threads: usize,
        stop: &AtomicBool,
        progress: &impl Progress,
    ) {
        let options = RunOptions { seed: self.seed, level: self.level, threads, chunk_pairs: chunk_pairs(cells) };
        run_chunks(cells, chunks, &options, stop, progress);
    }

    /// Plays one chunk; `None` if `stop` came first.
    pub fn play_one<G: Game>(&self, cells: &[CellJob<G>], chunk: Chunk, stop: &AtomicBool) -> Option<Tally> {
        let heard = Heard(Mutex::new(None));
        self.play_chunks(cells, std::iter::once(chunk), 1, stop, &heard);
        heard.0.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Plays whole cells, on no more threads than there are chunks to take.
    pub fn play_all<G: Game>(mut self, cells: &[CellJob<G>], stop: &AtomicBool) -> Played {
        let chunks = Chunks::new(cells.iter().map(|cell| cell.pairs), chunk_pairs(cells)).count();
        self.threads = self.threads.min(usize::try_from(chunks).unwrap_or(usize::MAX)).max(1);
        let (result, elapsed) = self.play("", cells, stop, chunk_pairs(cells), |_, _| ());
        Played {
            interrupted: result.interrupted,
            tallies: result.tallies,
            level: self.level,
            threads: self.threads,
            elapsed,
        }
    }
}

/// A meter, and someone who looks at every chunk.
struct Watched<'m, W> {
    meter: &'m dyn Meter,
    watch: W,
}

impl<W: Fn(&Chunk, &Tally) + Sync> Progress for Watched<'_, W> {
    fn chunk_done(&self, chunk: &Chunk, tally: &Tally) {
        (self.watch)(chunk, tally);
        self.meter.add(tally.battles());
    }
}

/// Keeps what it hears last.
struct Heard(Mutex<Option<Tally>>);

impl Progress for Heard {
    fn chunk_done(&self, _: &Chunk, tally: &Tally) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(tally.clone());
    }
}

/// Battles of all these cells.
pub fn battles<G: Game>(cells: &[CellJob<G>]) -> u64 {
    cells.iter().map(|cell| 2 * cell.pairs).sum()
}
