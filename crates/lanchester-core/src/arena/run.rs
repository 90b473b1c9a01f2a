//! Plays a list of cells on a pool of threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use crate::{CHUNK_PAIRS, Job, Matchup, Rules, Search, Tally};
use lanchester_lanes::Level;

use crate::arena::{Chunk, Chunks, search};

/// A cell to play.
#[derive(Debug)]
pub struct CellJob<R: Rules> {
    /// The cell's number, part of the key of every die; cells that share it share their dice.
    pub number: u64,
    /// Fleet A against fleet B.
    pub matchup: Matchup<R>,
    /// Pairs to play; battles are twice as many.
    pub pairs: u64,
}

/// Pairs of a chunk of a cell in which a side searches: enough to fill the lanes of their roll-outs.
pub const SEARCHED_PAIRS: u64 = 4;

/// What is worked out before the first battle of a cell; all threads that play it share it.
enum Ready<R: Rules> {
    /// Policies command.
    Policies(R::Prepared),
    /// A side searches.
    Search(Search<R::Prepared>),
}

impl<R: Rules> CellJob<R> {
    /// Pairs of a chunk at most, 1 to [`CHUNK_PAIRS`]: the game's, or [`SEARCHED_PAIRS`] where a side searches, whose battles take as
    /// long as thousands of others.
    #[must_use]
    pub fn chunk_pairs(&self) -> u64 {
        if self.matchup.searches() { SEARCHED_PAIRS } else { R::CHUNK_PAIRS }
    }

    fn ready(&self) -> Ready<R> {
        match self.matchup.searches() {
            true => Ready::Search(self.matchup.search()),
            false => Ready::Policies(R::prepare(&self.matchup)),
        }
    }
}

/// Pairs of a chunk of these cells at most. It is one number for all cells of a run: chunks are known by it.
#[must_use]
pub fn chunk_pairs<R: Rules>(cells: &[CellJob<R>]) -> u64 {
    cells.iter().map(CellJob::chunk_pairs).min().unwrap_or(R::CHUNK_PAIRS)
}

/// How to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// The study's seed.
    pub seed: u64,
    /// The instruction set. Leaves no trace in the result.
    pub level: Level,
    /// Threads; 0 takes all that the machine has. Leaves no trace in the result.
    pub threads: usize,
    /// Pairs of a chunk, at most [`chunk_pairs`]. Leaves no trace in the result; smaller ones are for
    /// those who look at each chunk.
    pub chunk_pairs: u64,
}

/// Hears what has been done, from whichever thread did it.
pub trait Progress: Sync {
    /// A chunk is about to be played by the calling thread.
    fn chunk_begun(&self, chunk: &Chunk) {
        let _ = chunk;
    }

    /// A chunk was played, and what was counted in it. Its cell is an index into the list of cells, not a cell's number.
    fn chunk_done(&self, chunk: &Chunk, tally: &Tally) {
        let _ = (chunk, tally);
    }

    /// All pairs of a cell were played.
    fn cell_done(&self, cell_index: usize) {
        let _ = cell_index;
    }
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoProgress;

impl Progress for NoProgress {}

/// What was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunResult {
    /// One a cell, in the order of the cells given: all of its pairs, or those that were played before the run was stopped.
    pub tallies: Vec<Tally>,
    /// The stop flag ended the run before all cells were finished.
    pub interrupted: bool,
}

/// A cell while it is counted.
struct Slot {
    /// Chunks not yet counted.
    chunks_left: u64,
    /// The chunks counted so far.
    tally: Tally,
}

/// Counts chunks into cells, and passes on what it hears.
struct Counting<'p, P> {
    slots: Vec<Mutex<Slot>>,
    progress: &'p P,
}

impl<P: Progress> Progress for Counting<'_, P> {
    fn chunk_begun(&self, chunk: &Chunk) {
        self.progress.chunk_begun(chunk);
    }

    fn chunk_done(&self, chunk: &Chunk, tally: &Tally) {
        let done = {
            let mut slot = lock(&self.slots[chunk.cell]);
            slot.tally.merge(tally);
            slot.chunks_left -= 1;
            slot.chunks_left == 0
        };
        self.progress.chunk_done(chunk, tally);
        if done {
            self.progress.cell_done(chunk.cell);
        }
    }
}

/// Plays every pair of every cell once.
///
/// Threads take chunks in the order of [`Chunks::in_rounds`], the next one whenever they are free, so a few large cells
/// and many tiny ones keep them equally busy, and no more cells than there are threads are prepared at a time. Each chunk
/// is added to its cell as soon as it ends: tallies are integers, so the order leaves no trace, and memory grows with the
/// cells, not with the battles.
///
/// Setting `stop` lets every thread finish the chunk it is playing. What was counted until then is kept, and it is about
/// the same share of every cell. If the pool's threads cannot be started, the calling thread plays everything.
pub fn run<R: Rules>(
    cells: &[CellJob<R>],
    options: &RunOptions,
    stop: &AtomicBool,
    progress: &impl Progress,
) -> RunResult {
    const { assert!(1 <= R::CHUNK_PAIRS && R::CHUNK_PAIRS <= CHUNK_PAIRS) };
    let chunks = Chunks::new(cells.iter().map(|cell| cell.pairs), options.chunk_pairs.min(chunk_pairs(cells)));
    let slot = |cell| Mutex::new(Slot { chunks_left: chunks.of(cell), tally: Tally::new() });
    let counting = Counting { slots: (0..cells.len()).map(slot).collect(), progress };
    let options = RunOptions { threads: pool_size(options.threads, chunks.count()), ..*options };
    run_chunks(cells, chunks.in_rounds(), &options, stop, &counting);
    let slots = counting.slots.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner));
    let mut interrupted = false;
    let tallies = slots
        .map(|slot| {
            interrupted |= slot.chunks_left > 0;
            slot.tally
        })
        .collect();
    RunResult { tallies, interrupted }
}

/// Plays these chunks of these cells, whichever they are, and lets `progress` hear of each; otherwise as [`run`].
///
/// A thread that is free takes the next of `chunks`, so they are begun in their order and none is taken before it can be
/// begun: where the iterator ends, all that it gave are played. Nothing is kept of a chunk once it was heard.
pub fn run_chunks<R: Rules>(
    cells: &[CellJob<R>],
    chunks: impl Iterator<Item = Chunk> + Send,
    options: &RunOptions,
    stop: &AtomicBool,
    progress: &impl Progress,
) {
    let source = Mutex::new(chunks.fuse());
    let next = || lock(&source).next();
    let tables = Tables { cells, open: Mutex::default() };
    let work_on = || play_chunks(&tables, &next, options, stop, progress);
    let threads = pool_size(options.threads, u64::MAX);
    let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("battle-{i}")).build();
    match (threads > 1).then(pool) {
        Some(Ok(pool)) => drop(pool.broadcast(|_| work_on())),
        _ => work_on(),
    }
}

/// Threads to start: what was asked for (0 = all of the machine), but never more than there are chunks.
fn pool_size(asked: usize, chunks: u64) -> usize {
    let asked = if asked == 0 { std::thread::available_parallelism().map_or(1, std::num::NonZero::get) } else { asked };
    asked.min(usize::try_from(chunks).unwrap_or(usize::MAX)).max(1)
}

/// The tables of a cell: made by the first thread that plays it while the others wait for them.
type Prepared<R> = Arc<OnceLock<Ready<R>>>;

/// The tables of the cells that are played just now.
struct Tables<'c, R: Rules> {
    cells: &'c [CellJob<R>],
    open: Mutex<HashMap<usize, Prepared<R>>>,
}

impl<R: Rules> Tables<'_, R> {
    /// A thread begins to play a cell.
    fn enter(&self, cell: usize) -> Prepared<R> {
        Arc::clone(lock(&self.open).entry(cell).or_default())
    }

    /// A thread goes to another cell; the last to leave drops the tables.
    fn leave(&self, cell: usize, prepared: Prepared<R>) {
        let mut open = lock(&self.open);
        drop(prepared);
        if open.get(&cell).is_some_and(|of| Arc::strong_count(of) == 1) {
            open.remove(&cell);
        }
    }
}

/// One thread's work: takes chunks until there are none or `stop` is set.
fn play_chunks<R: Rules>(
    tables: &Tables<'_, R>,
    next: &impl Fn() -> Option<Chunk>,
    options: &RunOptions,
    stop: &AtomicBool,
    progress: &impl Progress,
) {
    let mut workspace = R::workspace();
    let mut at: Option<(usize, Prepared<R>)> = None;
    while !stop.load(Ordering::Relaxed) {
        let Some(chunk) = next() else { break };
        let cell = &tables.cells[chunk.cell];
        if let Some((left, prepared)) = at.take_if(|(at, _)| *at != chunk.cell) {
            tables.leave(left, prepared);
        }
        let (_, prepared) = at.get_or_insert_with(|| (chunk.cell, tables.enter(chunk.cell)));
        let prepared = prepared.get_or_init(|| cell.ready());

        progress.chunk_begun(&chunk);
        let mut tally = Tally::new();
        let job = Job { seed: options.seed, cell: cell.number, pairs: chunk.pairs.clone() };
        match prepared {
            Ready::Policies(prepared) => R::play(prepared, &mut workspace, options.level, &job, &mut tally),
            Ready::Search(of) => search::play::<R>(of, options.level, &job, &mut tally),
        }
        progress.chunk_done(&chunk, &tally);
    }
    if let Some((left, prepared)) = at {
        tables.leave(left, prepared);
    }
}

/// Locks. A thread that panicked takes the whole run down with it, so nothing poisoned is ever read as a result.
fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::pool_size;

    #[test]
    fn a_pool_has_no_idle_threads() {
        assert_eq!(pool_size(4, 100), 4);
        assert_eq!(pool_size(4, 3), 3);
        assert_eq!(pool_size(4, 0), 1);
        assert!(pool_size(0, u64::MAX) >= 1);
    }
}
