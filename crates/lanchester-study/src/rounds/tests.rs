//! A disk that is full for a moment ends a run of rounds by its own name too.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use lanchester_games::{Game, Nova, Visitor};
use lanchester_store::{Identity, Store};

use super::{Mode, Rounds, RoundsSoFar, rounds_so_far};
use crate::error::StudyError;
use crate::journal::Start;
use crate::journal::tests::{CHUNKS, FullForAMoment, Ticking, cell};
use crate::runner::Runner;

/// The same runner with what is played kept there.
fn on<'r>(runner: &Runner<'r>, rounds: &'r Rounds) -> Runner<'r> {
    Runner { rounds: Some(rounds), ..*runner }
}

struct Run<'p>(&'p Path);

impl Visitor for Run<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let host = Ticking::default();
        let (cells, runner) = cell::<G>(&host);
        let identity = Identity { study: "full".to_owned(), cells: Identity::OPEN_ENDED, ..Identity::default() };
        let path = self.0.join("run.store");
        let open = |start| Rounds::open(&host, &path, &identity, start, None, Mode::Play).expect("a store");
        let rounds = open(Start::New);
        rounds.lock().store = Store::create(&self.0.join("nothing.store"), &identity).expect("a store");
        rounds.lock().store = FullForAMoment::store(&path, &identity);
        assert!(on(&runner, &rounds).play_all(&cells, &AtomicBool::new(false)).interrupted);
        let error = rounds.finish().expect_err("the disk was full");
        assert!(matches!(error, StudyError::Stopped { .. }), "{error}");
        let kept = rounds.kept();
        assert!((1..CHUNKS).contains(&kept), "{kept}");
        let so_far = || rounds_so_far(&Store::read_only(&path).expect("a store"));
        drop(rounds);
        assert_eq!(so_far(), Some(RoundsSoFar { cells: 1, whole: 0, chunks: CHUNKS }));
        let rounds = open(Start::Resume);
        assert_eq!(rounds.kept(), kept);
        assert!(!on(&runner, &rounds).play_all(&cells, &AtomicBool::new(false)).interrupted);
        rounds.finish().expect("kept");
        assert_eq!(rounds.kept(), CHUNKS);
        drop(rounds);
        assert_eq!(so_far(), Some(RoundsSoFar { cells: 1, whole: 1, chunks: CHUNKS }));
    }
}

#[test]
fn a_disk_that_was_full_is_no_ctrl_c() {
    let folder = tempfile::tempdir().expect("a folder");
    Run(folder.path()).visit::<Nova>();
}
