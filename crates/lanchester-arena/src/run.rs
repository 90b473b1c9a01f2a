//! Plays a list of cells on a pool of threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lanchester_core::{Job, Matchup, Rules, Tally};
use lanchester_lanes::Level;

use crate::{Chunk, Chunks};

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

/// How to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunOptions {
    /// The study's seed.
    pub seed: u64,
    /// The instruction set. Leaves no trace in the result.
    pub level: Level,
    /// Threads; 0 takes all that the machine has. Leaves no trace in the result.
    pub threads: usize,
    /// Pairs of a chunk, at most [`lanchester_core::CHUNK_PAIRS`]. Leaves no trace in the result; smaller ones are for
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
    /// One a cell, in the order of the cells given; `None` where not all pairs were played.
    pub tallies: Vec<Option<Tally>>,
    /// The stop flag ended the run before all cells were finished.
    pub interrupted: bool,
}

/// A cell while it is played.
struct Slot<P> {
    /// Made by the first thread to arrive, dropped by the last to leave.
    prepared: Option<Arc<P>>,
    /// Chunks not yet counted.
    chunks_left: u64,
    /// The chunks counted so far.
    tally: Option<Tally>,
}

/// Plays every pair of every cell once.
///
/// Threads take chunks by their number in the flat list of [`Chunks`], the next one whenever they are free, so a few
/// large cells and many tiny ones keep them equally busy, and no more cells than there are threads are prepared at a
/// time. Each chunk is added to its cell as soon as it ends: tallies are integers, so the order leaves no trace, and
/// memory grows with the cells, not with the battles.
///
/// Setting `stop` lets every thread finish the chunk it is playing; finished cells keep their tally. If the pool's
/// threads cannot be started, the calling thread plays everything.
pub fn run<R: Rules>(
    cells: &[CellJob<R>],
    options: &RunOptions,
    stop: &AtomicBool,
    progress: &impl Progress,
) -> RunResult {
    let chunks = Chunks::new(cells.iter().map(|cell| cell.pairs), options.chunk_pairs);
    let work = Work {
        count: chunks.count(),
        of_cell: (0..cells.len()).map(|cell| chunks.of(cell)).collect(),
        get: |number| chunks.get(number),
    };
    play(cells, &work, options, stop, progress)
}

/// Plays these chunks of these cells once, each cell's pairs being what its chunks hold; otherwise as [`run`].
pub fn run_chunks<R: Rules>(
    cells: &[CellJob<R>],
    chunks: &[Chunk],
    options: &RunOptions,
    stop: &AtomicBool,
    progress: &impl Progress,
) -> RunResult {
    let mut of_cell = vec![0; cells.len()];
    chunks.iter().for_each(|chunk| of_cell[chunk.cell] += 1);
    let get = |number: u64| usize::try_from(number).ok().and_then(|number| chunks.get(number)).cloned();
    play(cells, &Work { count: chunks.len() as u64, of_cell, get }, options, stop, progress)
}

/// What there is to do.
struct Work<F> {
    /// Chunks in all.
    count: u64,
    /// Chunks of each cell.
    of_cell: Vec<u64>,
    /// The chunk of a number below the count.
    get: F,
}

fn play<R: Rules>(
    cells: &[CellJob<R>],
    work: &Work<impl Fn(u64) -> Option<Chunk> + Sync>,
    options: &RunOptions,
    stop: &AtomicBool,
    progress: &impl Progress,
) -> RunResult {
    let slots: Vec<Mutex<Slot<R::Prepared>>> = work
        .of_cell
        .iter()
        .map(|chunks_left| {
            let tally = (*chunks_left == 0).then(Tally::new);
            Mutex::new(Slot { prepared: None, chunks_left: *chunks_left, tally })
        })
        .collect();

    let next = AtomicU64::new(0);
    let work_on = || play_chunks(cells, &slots, work, &next, options, stop, progress);
    let threads = pool_size(options.threads, work.count);
    let pool = || rayon::ThreadPoolBuilder::new().num_threads(threads).thread_name(|i| format!("battle-{i}")).build();
    match (threads > 1).then(pool) {
        Some(Ok(pool)) => drop(pool.broadcast(|_| work_on())),
        _ => work_on(),
    }

    let tallies: Vec<Option<Tally>> = slots
        .into_iter()
        .map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner))
        .map(|slot| if slot.chunks_left == 0 { slot.tally } else { None })
        .collect();
    let interrupted = tallies.iter().any(Option::is_none);
    RunResult { tallies, interrupted }
}

/// Threads to start: what was asked for (0 = all of the machine), but never more than there are chunks.
fn pool_size(asked: usize, chunks: u64) -> usize {
    let asked = if asked == 0 { std::thread::available_parallelism().map_or(1, std::num::NonZero::get) } else { asked };
    asked.min(usize::try_from(chunks).unwrap_or(usize::MAX)).max(1)
}

/// One thread's work: takes chunks until there are none or it is told to stop.
fn play_chunks<R: Rules>(
    cells: &[CellJob<R>],
    slots: &[Mutex<Slot<R::Prepared>>],
    work: &Work<impl Fn(u64) -> Option<Chunk>>,
    next: &AtomicU64,
    options: &RunOptions,
    stop: &AtomicBool,
    progress: &impl Progress,
) {
    let mut scratch = R::scratch();
    while !stop.load(Ordering::Relaxed) {
        // Relaxed: the counter hands out numbers and guards no memory; the slots have their own locks.
        let Some(chunk) = (work.get)(next.fetch_add(1, Ordering::Relaxed)) else { break };
        let (cell, slot) = (&cells[chunk.cell], &slots[chunk.cell]);
        // Made under the lock: whoever else wants this cell needs the tables too and may as well wait.
        let prepared = Arc::clone(lock(slot).prepared.get_or_insert_with(|| Arc::new(R::prepare(&cell.matchup))));

        progress.chunk_begun(&chunk);
        let mut tally = Tally::new();
        let job = Job { seed: options.seed, cell: cell.number, pairs: chunk.pairs.clone() };
        R::play(&prepared, &mut scratch, options.level, &job, &mut tally);
        drop(prepared);

        let done = {
            let mut slot = lock(slot);
            slot.tally.get_or_insert_with(Tally::new).merge(&tally);
            slot.chunks_left -= 1;
            if slot.chunks_left == 0 {
                slot.prepared = None;
            }
            slot.chunks_left == 0
        };
        progress.chunk_done(&chunk, &tally);
        if done {
            progress.cell_done(chunk.cell);
        }
    }
}

/// Locks a slot. A thread that panicked takes the whole run down with it, so a poisoned slot is never read as a result.
fn lock<T>(slot: &Mutex<T>) -> MutexGuard<'_, T> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
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
