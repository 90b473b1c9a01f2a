//! One flipped bit, anywhere in a store of any state, is refused or does not matter in each of the four things that a
//! command does with a store: look at it, merge it, go on with it, begin again. None of them panics.
//!
//! The database library panics on some of these stores, and again when such a database is closed: a page of the file's
//! last commits, bytes 8704 to 8751, is where most of those bits are, so all bits there are tried.

use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::common::{CELLS, Random, identity, library_panics, tallies, tally_of, test_folder, tried};
use lanchester_store::steps::{self, Steps};
use lanchester_store::{Store, StoreError, merge, set_aside};

/// Chunks a cell.
const CHUNKS: u64 = 20;
/// Where all bits are tried.
const PAGE: std::ops::Range<u64> = 8704..8752;
/// Bits tried elsewhere, in all states together, by a thorough test.
const ELSEWHERE: u64 = 20_000;

/// Keeps what the file holds at every write to it: what a kill or a power cut at that moment leaves.
#[derive(Debug)]
struct Moments {
    path: PathBuf,
    seen: Mutex<Vec<Vec<u8>>>,
}

impl Steps for Moments {
    fn reach(&self, step: &'static str) -> io::Result<()> {
        if step == "disk half written" && self.path.exists() {
            self.seen.lock().unwrap().push(fs::read(&self.path)?);
        }
        Ok(())
    }
}

fn put(store: &mut Store, cell: u64) {
    for chunk in 0..CHUNKS {
        store.put(cell, chunk, &tally_of(cell, chunk)).unwrap();
    }
    store.log(cell, &"a round").unwrap();
    store.commit().unwrap();
}

/// Stores in several states: the name of the state, and the file.
fn stores(folder: &Path) -> Vec<(&'static str, Vec<u8>)> {
    let path = folder.join("made");
    let store = Store::create(&path, &identity()).unwrap();
    let open = fs::read(&path).unwrap();
    store.close().unwrap();
    let created = fs::read(&path).unwrap();

    let moments = Arc::new(Moments { path: path.clone(), seen: Mutex::default() });
    let mut store = steps::open(&path, None, moments.clone()).unwrap();
    (0..CELLS - 1).for_each(|cell| put(&mut store, cell));
    let running = fs::read(&path).unwrap();
    moments.seen.lock().unwrap().clear();
    put(&mut store, CELLS - 1);
    let seen = std::mem::take(&mut *moments.seen.lock().unwrap());
    // Not the last writes: by then the commit is whole.
    let killed = seen[seen.len() / 3].clone();
    store.close().unwrap();
    let closed = fs::read(&path).unwrap();
    fs::remove_file(&path).unwrap();
    vec![
        ("just created and open", open),
        ("just created", created),
        ("between two commits", running),
        ("killed in a commit", killed),
        ("closed", closed),
    ]
}

/// Whether a result is refused as damage is; what was accepted must be what was written.
fn refused<T>(result: Result<T, StoreError>, context: &str, right: impl FnOnce(&T) -> bool) -> bool {
    match result {
        Ok(value) => {
            assert!(right(&value), "{context}: other data");
            false
        }
        Err(error) => {
            let damage = matches!(
                error,
                StoreError::Damaged { .. } | StoreError::NotAStore { .. } | StoreError::OtherVersion { .. }
            );
            assert!(damage, "{context}: {error}");
            assert!(error.to_string().contains("damaged"), "{context}: the file is not named: {error}");
            true
        }
    }
}

/// The four things that commands do, on one damaged file. True if any of them refused it.
fn four_ways(folder: &Path, bytes: &[u8], right: &str, context: &str) -> bool {
    let [path, out] = ["damaged", "out"].map(|name| folder.join(name));
    let is_right = |store: &Store| tallies(store) == right;
    let say = |what: &str| format!("{context}: {what}");
    fs::write(&path, bytes).unwrap();
    let status = refused(Store::read_only(&path), &say("status"), is_right);

    let merged = merge(&[&path], &out).and_then(|()| Store::read_only(&out));
    let merged = refused(merged, &say("merge"), is_right);
    assert_eq!(merged, !out.exists(), "{}", say("merge leaves a file or none"));
    drop(fs::remove_file(&out));
    assert!(fs::read(&path).unwrap() == bytes, "{}", say("status or merge wrote to it"));

    let aside = set_aside(&path).unwrap_or_else(|e| panic!("{}: {e}", say("restart")));
    assert!(aside == path.with_extension("old") && fs::read(&aside).unwrap() == bytes, "{}", say("restart"));
    fs::rename(&aside, &path).unwrap();

    let resumed = refused(Store::open(&path, Some(&identity())), &say("resume"), is_right);
    assert!(!resumed || fs::read(&path).unwrap() == bytes, "{}", say("resume wrote to a damaged file"));
    status || merged || resumed
}

/// Flips bits of one store. Says how many flips were refused.
fn flip(state: &str, bytes: &[u8], elsewhere: u64, seed: u64) -> usize {
    let folder = test_folder();
    let path = folder.path().join("right");
    fs::write(&path, bytes).unwrap();
    let right = tallies(&Store::read_only(&path).unwrap());
    let mut random = Random(seed);
    let elsewhere = (0..elsewhere).map(|_| random.below(bytes.len() as u64 * 8));
    let bits: Vec<u64> = (PAGE.start * 8..PAGE.end * 8).chain(elsewhere).collect();
    let refused = bits.iter().filter(|bit| {
        let mut damaged = bytes.to_vec();
        damaged[(*bit / 8) as usize] ^= 1 << (*bit % 8);
        let context = format!("{state}, bit {} of byte {}", *bit % 8, *bit / 8);
        let done = catch_unwind(AssertUnwindSafe(|| four_ways(folder.path(), &damaged, &right, &context)));
        done.unwrap_or_else(|_| panic!("{context}: a panic got out"))
    });
    let refused = refused.count();
    println!("{state}, {} bytes: {} flips, {refused} refused", bytes.len(), bits.len());
    refused
}

/// Takes about 30 seconds of processor time, 80 where it is thorough, and as long as a few stores at once can be flipped.
#[test]
fn no_flipped_bit_makes_a_command_panic() {
    library_panics();
    let folder = test_folder();
    let states = stores(folder.path());
    let elsewhere = tried(ELSEWHERE) / states.len() as u64;
    let panics = std::thread::scope(|threads| {
        let flips = states.iter().zip(25..).map(|((state, bytes), seed)| {
            (state, threads.spawn(move || (flip(state, bytes, elsewhere, seed), library_panics())))
        });
        let mut panics = 0;
        for (state, flipped) in flips.collect::<Vec<_>>() {
            let (refused, caught) = flipped.join().unwrap();
            assert!(refused > 0, "{state}: some flips matter");
            panics += caught;
        }
        panics
    });
    println!("{panics} panics of the library caught");
    assert!(panics > 0, "the library panics on some of these files: is that page elsewhere now?");
}
