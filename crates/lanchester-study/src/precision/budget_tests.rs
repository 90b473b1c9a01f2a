//! A time budget with real battles and a real store, on a clock that goes by chunks: what is begun, what is written down,
//! and that it is the same however often the run was cut.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lanchester_core::arena::CellJob;
use lanchester_core::{CHUNK_PAIRS, Force, Matchup, Tally};
use lanchester_games::{Game, Nova, Visitor};
use lanchester_lanes::Level;
use lanchester_scenario::Library;
use lanchester_store::{Identity, Store};

use super::budget::Round;
use super::{Battles, Kept, Precision, Run, known};
use crate::host::{Clock, Silent};
use crate::journal::{Journal, Start};
use crate::runner::Runner;

/// Cells of a run.
const CELLS: usize = 3;

/// A second for each chunk that is kept; raises the flag of Ctrl-C after so many.
struct ByChunks<'r> {
    journal: &'r Journal<'r>,
    stop: &'r AtomicBool,
    stop_after: u64,
}

impl Clock for ByChunks<'_> {
    fn now(&self) -> Duration {
        let done = self.journal.kept();
        if done >= self.stop_after {
            self.stop.store(true, Ordering::Relaxed);
        }
        Duration::from_secs(done)
    }
}

fn identity() -> Identity {
    Identity { study: "budget".to_owned(), cells: CELLS as u64, ..Identity::default() }
}

/// A start of the program with so many seconds for all starts together, stopped after so many chunks in the store.
struct OneStart<'t> {
    store: &'t Path,
    seconds: u64,
    threads: usize,
    stop_after: u64,
}

/// What is in the store after it.
#[derive(Debug, PartialEq)]
struct Left {
    interrupted: bool,
    chunks: u64,
    rounds: Vec<Round>,
    /// What the tables are made from.
    cells: Vec<(Tally, lanchester_stats::Interval)>,
}

impl Visitor for OneStart<'_> {
    type Output = Left;

    fn visit<G: Game>(self) -> Left {
        let library = Library::<G>::shipped();
        let [a, b] = ["basalt", "caracal"].map(|id| {
            let ship = library.ship(id).expect("a ship");
            let policy = library.policy("charge").expect("a policy");
            Force { name: id.to_owned(), ships: vec![ship], stations: None, commander: policy.into() }
        });
        let options = library.options("").expect("options");
        let matchup = Matchup { name: String::new(), forces: [a, b], options };
        let cells: Vec<CellJob<G>> =
            (0..CELLS).map(|n| CellJob { number: n as u64, matchup: matchup.clone(), pairs: CHUNK_PAIRS }).collect();
        let runner = Runner::new(&Silent, Level::best(), self.threads, 1, cells.iter().map(|cell| &cell.matchup));
        let journal = Journal::open(&Silent, self.store, &identity(), Start::Resume).expect("a store");
        let stop = AtomicBool::new(false);
        let clock = ByChunks { journal: &journal, stop: &stop, stop_after: self.stop_after };
        let battles = Kept { runner: &runner, journal: &journal, cells: &cells, clock: &clock, stop: &stop };
        let precision = Precision::Budget(Duration::from_secs(self.seconds));
        let run = Run { battles: &battles, cells: CELLS, mine: (0..CELLS).collect(), precision, host: &Silent };
        let interrupted = run.play().expect("played");
        Left {
            interrupted,
            chunks: journal.kept(),
            rounds: battles.rounds().expect("rounds"),
            cells: (0..CELLS).map(|cell| known(&battles, cell, CELLS).expect("kept")).collect(),
        }
    }
}

fn start(store: &Path, seconds: u64, threads: usize, stop_after: u64) -> Left {
    OneStart { store, seconds, threads, stop_after }.visit::<Nova>()
}

#[test]
fn no_chunk_is_begun_after_the_deadline() {
    for (threads, seconds) in [(1, 11), (1, 2), (4, 13)] {
        let folder = tempfile::tempdir().expect("a folder");
        let left = start(&folder.path().join("x.store"), seconds, threads, u64::MAX);
        // Those that the other threads were playing when it passed.
        let most = seconds + threads as u64 - 1;
        assert!((seconds..=most).contains(&left.chunks), "{} chunks in {seconds} s, {threads} threads", left.chunks);
        let last = left.rounds.last().expect("a round");
        assert!(last.cut || last.cells.is_empty(), "{last:?}");
        assert_eq!(left.cells.iter().map(|(tally, _)| tally.pairs / CHUNK_PAIRS).sum::<u64>(), left.chunks);
    }
}

#[test]
fn a_round_that_was_cut_short_is_what_was_played() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("x.store");
    // Three cells have four chunks each after twelve seconds, and the widest is to get two more.
    let left = start(&store, 13, 1, u64::MAX);
    let cut = left.rounds.last().expect("a round").clone();
    assert!(cut.cut && cut.spent == 13_000 && cut.cells.len() == 1, "{cut:?}");
    let decision = &left.rounds[left.rounds.len() - 2];
    for (cell, reached) in &cut.cells {
        assert_eq!(left.cells[*cell].0.pairs, reached * CHUNK_PAIRS);
        assert!(decision.cells.iter().any(|(of, to)| of == cell && to > reached), "{decision:?}, {cut:?}");
    }
    // The same time again, or less, plays and writes nothing more.
    for (seconds, threads) in [(13, 1), (13, 3), (1, 2)] {
        assert_eq!(start(&store, seconds, threads, u64::MAX), left);
    }
    // More time goes on from there, and what was written down stays.
    let more = start(&store, 17, 1, u64::MAX);
    assert_eq!((more.chunks, &more.rounds[..left.rounds.len()]), (17, &left.rounds[..]));
    assert_eq!(start(&store, 17, 2, u64::MAX), more);
}

#[test]
fn a_run_that_was_stopped_ends_as_one_that_was_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = start(&folder.path().join("whole.store"), 20, 1, u64::MAX);
    for stop_after in [1, 5, 12, 19] {
        let store = folder.path().join(format!("{stop_after}.store"));
        let first = start(&store, 20, 1, stop_after);
        // The flag is raised while a chunk is taken, and that one is still played.
        assert!(first.interrupted && (stop_after..=stop_after + 1).contains(&first.chunks), "{first:?}");
        let second = start(&store, 20, 1, u64::MAX);
        assert_eq!((second.chunks, &second.cells), (whole.chunks, &whole.cells), "stopped after {stop_after}");
    }
}

#[test]
fn gaps_that_a_kill_left_are_filled_and_nothing_else_is_played_late() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("x.store");
    let tallies = start(&folder.path().join("other.store"), 13, 2, u64::MAX);
    assert!(tallies.cells[0].0.pairs >= 4 * CHUNK_PAIRS, "cells are played alike");
    // As if three threads were killed: of the second round's chunks the second is missing, and the rest behind the third.
    let mut store = Store::create(&path, &identity()).expect("a store");
    let decisions = [vec![(0, 1), (1, 1), (2, 1)], vec![(0, 6)]];
    for (number, cells) in decisions.iter().enumerate() {
        let round = Round { cells: cells.clone(), spent: 3_000 * number as u64, cut: false };
        store.log(number as u64, &round).expect("logged");
    }
    let other = Store::open(&folder.path().join("other.store"), None).expect("a store");
    for (cell, chunk) in [(0, 0), (1, 0), (2, 0), (0, 1), (0, 3)] {
        store.put(cell, chunk, &other.get(cell, chunk).expect("read").expect("a tally")).expect("put");
    }
    store.close().expect("closed");
    drop(other);
    // All of the time was spent before.
    let left = start(&path, 3, 2, u64::MAX);
    assert_eq!(left.chunks, 6, "chunk 2 of cell 0, and none behind chunk 3");
    assert_eq!(left.rounds.last(), Some(&Round { cells: vec![(0, 4)], spent: 4_000, cut: true }));
    assert_eq!(left.cells[0].0.pairs, 4 * CHUNK_PAIRS);
    assert_eq!(start(&path, 3, 2, u64::MAX), left);
}
