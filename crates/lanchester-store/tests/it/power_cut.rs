//! The power fails: of what was written since the last sync, any sectors may have reached the disk, in any order.
//! And the disk fills up: any write may fail, and later ones succeed again.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::common::{CELLS, CHUNKS, COMMIT_EVERY, Random, expected, go_on, identity, tallies, test_folder};
use lanchester_store::steps::{self, Steps, StorageBackend};
use lanchester_store::{Store, StoreError};

/// What a disk is asked to do.
#[derive(Clone, Debug)]
enum Request {
    Write(u64, Vec<u8>),
    Length(u64),
    Sync,
}

/// A disk in memory that remembers what it was asked to do.
#[derive(Debug, Default)]
struct Recorder {
    bytes: Mutex<Vec<u8>>,
    log: Mutex<Vec<Request>>,
}

fn write(bytes: &mut Vec<u8>, offset: u64, data: &[u8]) {
    let end = offset as usize + data.len();
    bytes.resize(bytes.len().max(end), 0);
    bytes[offset as usize..end].copy_from_slice(data);
}

impl StorageBackend for Recorder {
    fn len(&self) -> io::Result<u64> {
        Ok(self.bytes.lock().unwrap().len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let bytes = self.bytes.lock().unwrap();
        let from = bytes.get(offset as usize..).and_then(|rest| rest.get(..out.len()));
        out.copy_from_slice(from.ok_or(io::ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, len: u64) -> io::Result<()> {
        self.log.lock().unwrap().push(Request::Length(len));
        self.bytes.lock().unwrap().resize(len as usize, 0);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        self.log.lock().unwrap().push(Request::Sync);
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> io::Result<()> {
        self.log.lock().unwrap().push(Request::Write(offset, data.to_vec()));
        write(&mut self.bytes.lock().unwrap(), offset, data);
        Ok(())
    }
}

/// The disk after a power cut after the requests of `log`: what was synced is there, and of the rest each sector with
/// probability one half. Lengths change in the order of the requests.
fn after_cut(start: &[u8], log: &[Request], random: &mut Random) -> Vec<u8> {
    const SECTOR: usize = 512;
    let synced = log.iter().rposition(|request| matches!(request, Request::Sync)).map_or(0, |at| at + 1);
    let mut bytes = start.to_vec();
    for (at, request) in log.iter().enumerate() {
        match request {
            Request::Write(offset, data) if at < synced => write(&mut bytes, *offset, data),
            Request::Write(offset, data) => {
                for (i, sector) in data.chunks(SECTOR).enumerate() {
                    if random.below(2) == 0 {
                        write(&mut bytes, offset + (i * SECTOR) as u64, sector);
                    }
                }
            }
            Request::Length(len) if at < synced || random.below(2) == 0 => bytes.resize(*len as usize, 0),
            Request::Length(_) | Request::Sync => {}
        }
    }
    bytes
}

#[test]
fn a_power_cut_loses_nothing_that_was_acknowledged() {
    let expected = expected();
    let medium = Arc::new(Recorder::default());
    let mut store = steps::create_on(medium.clone(), &identity()).unwrap();
    let start = medium.bytes.lock().unwrap().clone();
    medium.log.lock().unwrap().clear();
    // How many requests the disk had had when each commit returned.
    let mut acknowledged = vec![];
    go_on(&mut store, |store| acknowledged.push((medium.log.lock().unwrap().len(), store.done()))).unwrap();
    store.close().unwrap();
    let log = medium.log.lock().unwrap().clone();

    let mut random = Random(21);
    let (mut cuts, mut fell_back) = (0, 0);
    for cut in 0..=log.len() {
        for _ in 0..8 {
            let bytes = after_cut(&start, &log[..cut], &mut random);
            let medium = Arc::new(Recorder { bytes: Mutex::new(bytes), log: Mutex::default() });
            let mut store = steps::open_on(medium).unwrap_or_else(|e| panic!("cut at {cut} of {}: {e}", log.len()));
            let safe = acknowledged.iter().rev().find(|(at, _)| *at <= cut).map_or(0, |(_, done)| *done);
            assert!(store.done() >= safe, "cut at {cut}: {} chunks of {safe} are left", store.done());
            let whole_commits = store.done().is_multiple_of(COMMIT_EVERY) || store.done() == CELLS * CHUNKS;
            assert!(whole_commits, "cut at {cut}: a part of a commit is there, {} chunks", store.done());
            go_on(&mut store, |_| ()).unwrap();
            assert!(tallies(&store) == expected, "cut at {cut}");
            cuts += 1;
            fell_back += u64::from(safe == store.done());
        }
    }
    println!("{cuts} power cuts among {} writes and syncs; {fell_back} after the last commit", log.len());
}

/// Fails at one step of the disk, once or from then on.
#[derive(Debug)]
struct Full {
    count: AtomicU64,
    from: u64,
    to: AtomicU64,
}

impl Steps for Full {
    fn reach(&self, step: &'static str) -> io::Result<()> {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        let full = (self.from..self.to.load(Ordering::Relaxed)).contains(&count) && step.starts_with("disk");
        if full { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }
}

#[test]
fn a_full_disk_stops_a_commit_and_nothing_more() {
    let expected = expected();
    let run = |full: Arc<Full>| -> (bool, u64) {
        let folder = test_folder();
        let path = folder.path().join("run");
        let made = steps::create(&path, &identity(), full.clone());
        let Ok(mut store) = made else {
            assert!(matches!(made, Err(StoreError::Io { .. })), "{made:?}");
            full.to.store(0, Ordering::Relaxed);
            return (true, 0);
        };
        let mut refused = 0;
        while let Err(error) = go_on(&mut store, |_| ()) {
            assert!(matches!(error, StoreError::Io { .. }), "{error}");
            refused += 1;
            // Somebody makes room after the third refusal; until then the store keeps what it was given.
            if refused == 3 {
                full.to.store(0, Ordering::Relaxed);
            }
        }
        assert!(tallies(&store) == expected);
        drop(store);
        assert!(tallies(&Store::open(&path, Some(&identity())).unwrap()) == expected);
        (refused > 0, full.count.load(Ordering::Relaxed))
    };
    let full = |from, to| Arc::new(Full { count: AtomicU64::new(0), from, to: AtomicU64::new(to) });
    let (refused, steps) = run(full(0, 0));
    assert!(!refused && steps > 100);
    let mut stopped = 0;
    for step in 0..steps {
        // Once, and until somebody makes room.
        stopped += u64::from(run(full(step, step + 1)).0);
        stopped += u64::from(run(full(step, u64::MAX)).0);
    }
    println!("of {} failing disks {stopped} stopped a commit", 2 * steps);
    assert!(stopped > steps / 2);
}
