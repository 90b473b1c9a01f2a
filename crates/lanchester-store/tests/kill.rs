//! A run is killed, at every step it takes and by SIGKILL at any moment, and goes on as if nothing had happened.
//!
//! The test binary starts itself again as the run to be killed. It is a binary of its own: a child process holds the
//! parent's file locks until it has replaced itself, and other tests would find their stores in use.

#[allow(dead_code, reason = "the other tests of the store use the rest")]
#[path = "it/common/mod.rs"]
mod common;

use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use common::{
    CELLS, CHUNKS, COMMIT_EVERY, Random, expected, export, go_on, identity, make_shards, tallies, test_folder,
};
use lanchester_store::steps::{self, Steps};
use lanchester_store::{Store, StoreError, merge};

const WORK: &str = "STORE_TEST_WORK";
const FOLDER: &str = "STORE_TEST_FOLDER";
const ABORT_AT: &str = "STORE_TEST_ABORT_AT";
const PACED: &str = "STORE_TEST_PACED";

/// Steps that a run may take while the kill is on its way.
const AHEAD: u64 = 8;

/// Writes a dot at each step, and ends the process at one of them. When paced, it takes a byte of input for each step,
/// so that the kill is not outrun.
#[derive(Debug)]
struct Dots {
    count: AtomicU64,
    abort_at: u64,
    paced: bool,
}

impl Steps for Dots {
    fn reach(&self, _: &'static str) -> io::Result<()> {
        let step = self.count.fetch_add(1, Ordering::Relaxed);
        io::stderr().write_all(b".")?;
        if step == self.abort_at {
            std::process::abort();
        }
        if self.paced {
            io::stdin().read_exact(&mut [0])?;
        }
        Ok(())
    }
}

#[test]
#[ignore = "is the process that the other tests kill"]
fn worker() {
    let (Ok(work), Ok(folder)) = (std::env::var(WORK), std::env::var(FOLDER)) else { return };
    let abort_at = std::env::var(ABORT_AT).map_or(u64::MAX, |at| at.parse().unwrap());
    let dots = Arc::new(Dots { count: AtomicU64::new(0), abort_at, paced: std::env::var_os(PACED).is_some() });
    let folder = Path::new(&folder);
    if work == "merge" {
        let [a, b] = [folder.join("shard0"), folder.join("shard1")];
        return steps::merge(&[&a, &b], &folder.join("run"), dots).unwrap();
    }
    let mut store = steps::create(&folder.join("run"), &identity(), dots).unwrap();
    go_on(&mut store, |_| io::stderr().write_all(b"C").unwrap()).unwrap();
    store.close().unwrap();
}

fn worker_command(work: &str, folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["worker", "--exact", "--ignored", "--nocapture", "--test-threads=1"]);
    command.env(WORK, work).env(FOLDER, folder).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

/// Held while a child is started: until it has replaced itself it holds the parent's file locks.
static STARTING: Mutex<()> = Mutex::new(());

fn spawn(mut command: Command) -> Child {
    let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    command.spawn().unwrap()
}

fn start(work: &str, folder: &Path) -> Child {
    spawn(worker_command(work, folder))
}

fn start_to_abort(work: &str, folder: &Path, step: u64) -> Child {
    let mut command = worker_command(work, folder);
    command.env(ABORT_AT, step.to_string());
    spawn(command)
}

/// A worker that takes so many steps and then waits.
fn start_paced(work: &str, folder: &Path, steps: u64) -> Child {
    let mut command = worker_command(work, folder);
    command.env(PACED, "1").stdin(Stdio::piped());
    let mut child = spawn(command);
    child.stdin.as_mut().unwrap().write_all(&vec![0; steps as usize]).unwrap();
    child
}

/// Lets a worker run until it has written so many dots and then kills it, or until it ends. Gives dots, acknowledged
/// commits, and whether it came to its end.
fn watch(mut child: Child, kill_after: u64) -> (u64, u64, bool) {
    let mut stderr = child.stderr.take().unwrap();
    let (mut dots, mut commits) = (0, 0);
    let mut buffer = [0; 1];
    while stderr.read(&mut buffer).unwrap() == 1 {
        dots += u64::from(buffer[0] == b'.');
        commits += u64::from(buffer[0] == b'C');
        if dots == kill_after {
            child.kill().unwrap();
        }
    }
    (dots, commits, child.wait().unwrap().success())
}

/// Goes on with a run that was killed, and checks what it had kept and what it ends with.
fn resume(folder: &Path, commits: u64, expected: &str, context: &str) {
    let path = folder.join("run");
    let mut store = if path.exists() {
        Store::open(&path, Some(&identity())).unwrap_or_else(|e| panic!("{context}: {e}"))
    } else {
        assert_eq!(commits, 0, "{context}: a store that took commits is gone");
        Store::create(&path, &identity()).unwrap_or_else(|e| panic!("{context}: {e}"))
    };
    let acknowledged = (commits * COMMIT_EVERY).min(CELLS * CHUNKS);
    assert!(store.done() >= acknowledged, "{context}: {} chunks of {acknowledged} are left", store.done());
    go_on(&mut store, |_| ()).unwrap_or_else(|e| panic!("{context}: {e}"));
    assert!(tallies(&store) == expected, "{context}: the run ends with other tallies");
    drop(store);
    let names: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["run"], "{context}: something is left behind");
}

#[test]
fn a_run_aborted_at_any_step_goes_on() {
    let expected = expected();
    let folder = test_folder();
    let (steps, commits, _) = watch(start("run", folder.path()), u64::MAX);
    assert_eq!(commits, (CELLS * CHUNKS).div_ceil(COMMIT_EVERY));
    assert!(steps > 100, "{steps} steps");
    for step in 0..steps {
        let folder = test_folder();
        let (seen, commits, _) = watch(start_to_abort("run", folder.path(), step), u64::MAX);
        assert_eq!(seen, step + 1, "the run takes the same steps each time");
        resume(folder.path(), commits, &expected, &format!("aborted at step {step} of {steps}"));
    }
    println!("aborted at each of {steps} steps");
}

#[test]
fn a_run_killed_at_any_moment_goes_on() {
    let expected = expected();
    let folder = test_folder();
    let (steps, ..) = watch(start("run", folder.path()), u64::MAX);
    let mut random = Random(20);
    let mut cut_short = 0;
    for round in 0..200 {
        // The kill arrives a little after the dot, wherever the run has got to by then.
        let after = 1 + random.below(steps - AHEAD);
        let folder = test_folder();
        let (_, commits, ended) = watch(start_paced("run", folder.path(), after + AHEAD - 1), after);
        cut_short += u64::from(!ended);
        resume(folder.path(), commits, &expected, &format!("kill {round}, after step {after} of {steps}"));
    }
    println!("{cut_short} of 200 runs were killed before their end");
    assert_eq!(cut_short, 200, "every kill came in time");
}

#[test]
fn a_merge_aborted_at_any_step_leaves_all_or_nothing() {
    let folder = test_folder();
    let shards = make_shards(folder.path());
    let (steps, ..) = watch(start("merge", folder.path()), u64::MAX);
    let out = folder.path().join("run");
    let expected = export(&out);
    for step in 0..steps {
        std::fs::remove_file(&out).unwrap();
        watch(start_to_abort("merge", folder.path(), step), u64::MAX);
        match merge(&shards, &out) {
            Ok(()) | Err(StoreError::Exists { .. }) => {}
            Err(other) => panic!("step {step}: {other}"),
        }
        assert!(export(&out) == expected, "step {step}");
    }
    println!("aborted at each of {steps} steps");
}

const OTHER: &str = "STORE_TEST_OTHER";

#[test]
#[ignore = "is the other process of the next test"]
fn other_process() {
    let Ok(path) = std::env::var(OTHER) else { return };
    let path = Path::new(&path);
    assert!(matches!(Store::open(path, None), Err(StoreError::InUse { .. })));
    assert!(matches!(Store::read_only(path), Err(StoreError::InUse { .. })));
    assert!(matches!(merge(&[path], &path.with_extension("out")), Err(StoreError::InUse { .. })));
}

#[test]
fn another_process_is_told_that_a_store_is_in_use() {
    // No other child is being started while this store is closed and opened again.
    let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    // Just created, and opened again: the lock is there either way.
    let mut store = Store::create(&path, &identity()).unwrap();
    for _ in 0..2 {
        let mut other = Command::new(std::env::current_exe().unwrap());
        other.args(["other_process", "--exact", "--ignored"]).env(OTHER, &path);
        let output = other.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        drop(store);
        store = Store::open(&path, Some(&identity())).unwrap();
    }
    assert!(matches!(Store::open(&path, None), Err(StoreError::InUse { .. })), "in this process too");
}
