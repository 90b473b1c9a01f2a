//! The arena on a toy game: nothing but cells and seed decides what is counted.

mod toy;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use lanchester_core::arena::{
    CellJob, Chunk, Chunks, NoProgress, Progress, RunOptions, RunResult, SEARCHED_PAIRS, Spans, chunk_pairs, run,
    run_chunks, self_check,
};
use lanchester_core::{CHUNK_PAIRS, Job, Rules, Searcher, Side, Tally};
use lanchester_lanes::Level;
use toy::{ALIVE, MOST_ALIVE, Toy, duel};

type Game = Toy<false>;

fn cells(pairs: impl IntoIterator<Item = u64>) -> Vec<CellJob<Game>> {
    (0..)
        .zip(pairs)
        .map(|(i, pairs)| CellJob { number: 7 * i + 1, matchup: duel(100 + (i % 50) as u32, 128), pairs })
        .collect()
}

fn options(threads: usize) -> RunOptions {
    RunOptions { seed: 42, level: Level::FALLBACK, threads, chunk_pairs: CHUNK_PAIRS }
}

fn play(cells: &[CellJob<Game>], threads: usize) -> RunResult {
    run(cells, &options(threads), &AtomicBool::new(false), &NoProgress)
}

/// What one loop without chunks or threads counts.
fn plain(cell: &CellJob<Game>) -> Tally {
    let mut tally = Tally::new();
    let job = Job { seed: 42, cell: cell.number, pairs: 0..cell.pairs };
    Game::play(&Game::prepare(&cell.matchup), &mut Game::workspace(), Level::FALLBACK, &job, &mut tally);
    tally
}

/// Counts what it hears; asks to stop after so many chunks.
struct Ear<'a> {
    pairs: Vec<AtomicU64>,
    cells: AtomicU64,
    chunks: AtomicU64,
    stop: Option<(u64, &'a AtomicBool)>,
}

impl<'a> Ear<'a> {
    fn new(cells: usize, stop: Option<(u64, &'a AtomicBool)>) -> Self {
        let pairs = (0..cells).map(|_| AtomicU64::new(0)).collect();
        Self { pairs, cells: AtomicU64::new(0), chunks: AtomicU64::new(0), stop }
    }
}

impl Progress for Ear<'_> {
    fn chunk_done(&self, chunk: &Chunk, tally: &Tally) {
        assert_eq!(chunk.pairs.end - chunk.pairs.start, tally.pairs);
        self.pairs[chunk.cell].fetch_add(tally.pairs, Ordering::SeqCst);
        let chunks = self.chunks.fetch_add(1, Ordering::SeqCst) + 1;
        if let Some((limit, stop)) = self.stop
            && chunks == limit
        {
            stop.store(true, Ordering::SeqCst);
        }
    }

    fn cell_done(&self, cell_index: usize) {
        let _ = self.pairs[cell_index].load(Ordering::SeqCst);
        self.cells.fetch_add(1, Ordering::SeqCst);
    }
}

#[test]
fn threads_and_chunks_leave_no_trace() {
    let pairs = [1, CHUNK_PAIRS - 1, CHUNK_PAIRS, CHUNK_PAIRS + 1, 0, 9 * CHUNK_PAIRS + 77, 3];
    let cells = cells(pairs);
    let truth: Vec<Tally> = cells.iter().map(plain).collect();
    for threads in [1, 2, 3, 8, 0] {
        let result = play(&cells, threads);
        assert_eq!(result.tallies, truth, "{threads} threads");
        assert!(!result.interrupted);
    }
    for chunk_pairs in [1, 32, 1000] {
        let options = RunOptions { chunk_pairs, ..options(2) };
        let result = run(&cells, &options, &AtomicBool::new(false), &NoProgress);
        assert_eq!(result.tallies, truth, "chunks of {chunk_pairs}");
    }
}

#[test]
fn searched_cells_are_counted_as_others_are() {
    let cells = cells([5, 0, 12]);
    let truth: Vec<Tally> = cells.iter().map(plain).collect();
    let search = Arc::new(Searcher::among([(); 3].map(Arc::new).to_vec()));
    let searched: Vec<CellJob<Game>> = cells
        .into_iter()
        .map(|mut cell| {
            let commander = &mut cell.matchup.forces[Side::B].commander;
            *commander = commander.clone().searching(&search);
            cell
        })
        .collect();
    let of = searched[0].matchup.search();
    assert_eq!((of.sides, of.believed[Side::B].len()), ([false, true], 3));
    assert_eq!(chunk_pairs(&searched), SEARCHED_PAIRS, "chunks are short");
    for threads in [1, 4] {
        let result = run(&searched, &options(threads), &AtomicBool::new(false), &NoProgress);
        assert_eq!(result.tallies, truth, "{threads} threads");
    }
}

#[test]
fn a_part_and_the_rest_are_the_whole() {
    let cells = cells([300, 0, 77, 1000]);
    let whole = play(&cells, 2).tallies;
    let plan = Chunks::new(cells.iter().map(|cell| cell.pairs), 64);
    let all: Vec<Chunk> = (0..plan.count()).filter_map(|number| plan.get(number)).collect();
    let (odd, even): (Vec<_>, Vec<_>) = all.into_iter().enumerate().partition(|(i, _)| i % 2 == 1);
    let part = |chunks: Vec<(usize, Chunk)>| {
        let heard = Heard { tallies: Mutex::new(vec![Tally::new(); cells.len()]) };
        let chunks = chunks.into_iter().rev().map(|(_, chunk)| chunk);
        run_chunks(&cells, chunks, &options(3), &AtomicBool::new(false), &heard);
        heard.tallies.into_inner().expect("tallies")
    };
    for ((mut sum, even), whole) in part(odd).into_iter().zip(part(even)).zip(whole) {
        sum.merge(&even);
        assert_eq!(sum, whole);
    }
}

/// Adds up what it hears of each cell.
struct Heard {
    tallies: Mutex<Vec<Tally>>,
}

impl Progress for Heard {
    fn chunk_done(&self, chunk: &Chunk, tally: &Tally) {
        self.tallies.lock().expect("tallies")[chunk.cell].merge(tally);
    }
}

/// Counts the chunks between being taken and being heard.
struct Waiting<'a> {
    taken: &'a AtomicU64,
    heard: AtomicU64,
    most: AtomicU64,
    stop: &'a AtomicBool,
}

impl Progress for Waiting<'_> {
    fn chunk_done(&self, _: &Chunk, _: &Tally) {
        // Between the two another may be taken and heard.
        let waiting = self.taken.load(Ordering::SeqCst).saturating_sub(self.heard.load(Ordering::SeqCst));
        self.most.fetch_max(waiting, Ordering::SeqCst);
        if self.heard.fetch_add(1, Ordering::SeqCst) + 1 == 500 {
            self.stop.store(true, Ordering::SeqCst);
        }
    }
}

#[test]
fn of_ten_thousand_million_chunks_only_those_that_are_played_exist() {
    let cells = cells(vec![0; 20_000]);
    let mut spans = Spans::new(u64::MAX);
    (0..cells.len()).for_each(|cell| spans.push(cell, 0..500_000));
    assert_eq!((spans.count(), spans.ranges().len()), (10_000_000_000, 20_000));
    for threads in [1, 4] {
        let (taken, stop) = (AtomicU64::new(0), AtomicBool::new(false));
        let ear = Waiting { taken: &taken, heard: AtomicU64::new(0), most: AtomicU64::new(0), stop: &stop };
        let chunks = spans.chunks().inspect(|_| {
            taken.fetch_add(1, Ordering::SeqCst);
        });
        run_chunks(&cells, chunks, &options(threads), &stop, &ear);
        let heard = ear.heard.load(Ordering::SeqCst);
        assert_eq!(taken.load(Ordering::SeqCst), heard, "what was taken was played");
        assert!((500..500 + threads as u64).contains(&heard), "{heard}");
        let most = ear.most.load(Ordering::SeqCst);
        assert!(most <= threads as u64, "{most} chunks at once on {threads} threads");
    }
}

#[test]
fn many_tiny_cells_are_all_played_and_heard_of() {
    let cells = cells((0..3000).map(|i| i % 7));
    let ear = Ear::new(cells.len(), None);
    let result = run(&cells, &options(4), &AtomicBool::new(false), &ear);
    for (i, (cell, tally)) in cells.iter().zip(&result.tallies).enumerate() {
        assert_eq!(tally, &plain(cell));
        assert_eq!(ear.pairs[i].load(Ordering::SeqCst), cell.pairs);
    }
    let with_pairs = cells.iter().filter(|cell| cell.pairs > 0).count();
    assert_eq!(ear.cells.load(Ordering::SeqCst), with_pairs as u64);
}

#[test]
fn nothing_to_play_is_a_finished_run() {
    assert_eq!(play(&[], 4), RunResult { tallies: vec![], interrupted: false });
    assert_eq!(play(&cells([0]), 4), RunResult { tallies: vec![Tally::new()], interrupted: false });
}

#[test]
fn an_interrupted_run_keeps_what_it_counted_the_same_share_of_each_cell() {
    let cells = cells([32 * CHUNK_PAIRS, 16 * CHUNK_PAIRS, 64 * CHUNK_PAIRS, CHUNK_PAIRS]);
    for threads in [1, 3] {
        let stop = AtomicBool::new(false);
        // A round is 2 + 1 + 4 chunks, the first one more: the third ends with the twenty-second.
        let ear = Ear::new(cells.len(), Some((22, &stop)));
        let result = run(&cells, &options(threads), &stop, &ear);
        assert!(result.interrupted);
        let chunks = ear.chunks.load(Ordering::SeqCst);
        assert!(chunks < 22 + threads as u64, "each thread ends the chunk it plays and takes no other: {chunks}");
        let played: Vec<u64> = result.tallies.iter().map(|tally| tally.pairs / CHUNK_PAIRS).collect();
        assert_eq!(played.iter().sum::<u64>(), chunks, "what was played is kept");
        assert!((6..=8).contains(&played[0]) && (3..=4).contains(&played[1]) && (10..=13).contains(&played[2]));
        assert_eq!(result.tallies[3], plain(&cells[3]));
        if threads == 1 {
            let CellJob { number, matchup, .. } = &cells[0];
            let first = CellJob { number: *number, matchup: matchup.clone(), pairs: result.tallies[0].pairs };
            assert_eq!(result.tallies[0], plain(&first), "the first of its pairs");
        }
    }
}

#[test]
fn a_run_stopped_before_it_starts_plays_nothing() {
    let cells = cells([5, 0]);
    let ear = Ear::new(2, None);
    let result = run(&cells, &options(2), &AtomicBool::new(true), &ear);
    assert_eq!(result, RunResult { tallies: vec![Tally::new(); 2], interrupted: true });
    assert_eq!(ear.chunks.load(Ordering::SeqCst), 0);
}

#[test]
fn a_level_that_lies_is_refused() {
    assert_eq!(self_check(&duel::<true>(100, 100), Level::FALLBACK), (Level::FALLBACK, None));
    let best = Level::best();
    assert_eq!(self_check(&duel::<false>(100, 100), best), (best, None));
    if best == Level::FALLBACK {
        eprintln!("skipped in part: this machine has no vector level");
        return;
    }
    let (used, warning) = self_check(&duel::<true>(100, 100), best);
    assert_eq!(used, Level::FALLBACK);
    let text = warning.expect("a refused level is reported").to_string();
    assert!(text.contains(best.name().name()) && text.contains("fallback"), "{text}");
}

#[test]
fn tables_are_dropped_when_their_cell_is_done() {
    // In a process of its own would be exact; beside the other tests, which hold at most a few, this bound is ample.
    let cells = cells((0..2000).map(|_| 3));
    play(&cells, 4);
    assert!(MOST_ALIVE.load(Ordering::SeqCst) < 100, "tables pile up: {}", MOST_ALIVE.load(Ordering::SeqCst));
    assert!(ALIVE.load(Ordering::SeqCst) < 100);
}
