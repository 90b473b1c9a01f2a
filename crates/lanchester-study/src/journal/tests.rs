//! A disk that is full for a moment ends a run by its own name, not as Ctrl-C does, and all that was played is kept.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use lanchester_core::arena::{CellJob, Spans};
use lanchester_core::{CHUNK_PAIRS, Force, Matchup};
use lanchester_games::{Game, Nova, Visitor};
use lanchester_lanes::Level;
use lanchester_scenario::Library;
use lanchester_store::steps::{self, Steps};
use lanchester_store::{Identity, Store};

use super::{Ended, Journal, Start};
use crate::error::StudyError;
use crate::host::{Clock, Host, Meter, Silent};
use crate::progress::Forecast;
use crate::runner::Runner;

/// A disk without room for the first write of the first commit, and with room ever after.
#[derive(Debug, Default)]
pub(crate) struct FullForAMoment {
    committing: AtomicBool,
    over: AtomicBool,
}

impl Steps for FullForAMoment {
    fn reach(&self, step: &'static str) -> io::Result<()> {
        if step == "commit begin" {
            self.committing.store(true, Ordering::Relaxed);
        }
        let full =
            step == "disk write" && self.committing.load(Ordering::Relaxed) && !self.over.swap(true, Ordering::Relaxed);
        if full { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

impl FullForAMoment {
    /// The store at this path on such a disk; what had it open is to be dropped before.
    pub(crate) fn store(path: &Path, identity: &Identity) -> Store {
        steps::open(path, Some(identity), Arc::new(Self::default())).expect("a store")
    }
}

/// Another second whenever it is looked at: each chunk is committed.
#[derive(Debug, Default)]
pub(crate) struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

impl Host for Ticking {
    fn date(&self) -> Option<String> {
        None
    }

    fn note(&self, _: &str) {}

    fn meter(&self, _: &str, _: u64) -> Box<dyn Meter> {
        Box::new(Silent)
    }

    fn heartbeat(&self, _: &Path, _: &[u8]) {}
}

/// Chunks of the one cell.
pub(crate) const CHUNKS: u64 = 40;

/// A cell of so many chunks, and the runner that plays it.
pub(crate) fn cell<G: Game>(host: &Ticking) -> (Vec<CellJob<G>>, Runner<'_>) {
    let library = Library::<G>::shipped();
    let [a, b] = ["basalt", "caracal"].map(|id| {
        let ship = library.ship(id).expect("a ship");
        let policy = library.policy("greedy").expect("a policy");
        Force { name: id.to_owned(), ships: vec![ship], stations: None, commander: policy.into() }
    });
    let matchup = Matchup { name: String::new(), forces: [a, b], options: library.options("").expect("options") };
    let cells = vec![CellJob { number: 0, matchup, pairs: CHUNKS * CHUNK_PAIRS }];
    let runner = Runner::new(host, Level::best(), 1, 1, cells.iter().map(|cell| &cell.matchup));
    (cells, runner)
}

struct Run<'p>(&'p Path);

impl Visitor for Run<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let host = Ticking::default();
        let (cells, runner) = cell::<G>(&host);
        let identity = Identity { study: "full".to_owned(), cells: 1, ..Identity::default() };
        let path = self.0.join("run.store");
        let journal = Journal::open(&host, &path, &identity, Start::New).expect("a store");
        journal.lock().store = Store::create(&self.0.join("nothing.store"), &identity).expect("a store");
        journal.lock().store = FullForAMoment::store(&path, &identity);

        let mut wanted = Spans::of_size(u64::MAX, CHUNK_PAIRS);
        wanted.push(0, 0..CHUNKS);
        let stop = AtomicBool::new(false);
        let play = |stop| journal.play(&runner, &Forecast::default(), &cells, &wanted, None, stop);
        let error = play(&stop).expect_err("the disk was full");
        let StudyError::Stopped { source, .. } = &error else { panic!("{error}") };
        assert!(source.to_string().contains("run.store: "), "{source}");
        // What was played is there, and the rest is played the next time.
        let kept = journal.kept();
        assert!((1..CHUNKS).contains(&kept), "{kept}");
        assert_eq!(play(&AtomicBool::new(false)).expect("played"), Ended::Done);
        drop(journal);
        assert_eq!(Store::read_only(&path).expect("a store").done(), CHUNKS);
    }
}

#[test]
fn a_disk_that_was_full_is_no_ctrl_c() {
    let folder = tempfile::tempdir().expect("a folder");
    Run(folder.path()).visit::<Nova>();
}
