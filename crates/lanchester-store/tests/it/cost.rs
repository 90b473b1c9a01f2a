//! What a store costs, printed: `cargo test --release -p lanchester-store --test it cost:: -- --nocapture`. Times are for
//! the reader; what is asserted is memory and the size of the file.

use std::time::Instant;

use crate::common::{identity, tally_of};
use lanchester_store::{Identity, Store};

const CELLS: u64 = 10_000;
const CHUNKS: u64 = 10;
const BATCH: u64 = 5_000;

#[test]
fn ten_thousand_cells_of_ten_chunks() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let identity = Identity { cells: CELLS, ..identity() };
    let tallies: Vec<_> = (0..97).map(|i| tally_of(i, 0)).collect();
    let fill = || {
        let mut store = Store::create(&path, &identity).unwrap();
        for chunk in 0..CHUNKS {
            for cell in 0..CELLS {
                store.put(cell, chunk, &tallies[((cell * CHUNKS + chunk) % 97) as usize]).unwrap();
                if store.uncommitted() == BATCH {
                    store.commit().unwrap();
                }
            }
        }
        store.close().unwrap();
    };
    let start = Instant::now();
    let writing = allocation_counter::measure(fill);
    let written = start.elapsed();

    let entries = CELLS * CHUNKS;
    let bytes = std::fs::metadata(&path).unwrap().len();
    let start = Instant::now();
    let mut store = None;
    let opening = allocation_counter::measure(|| store = Some(Store::open(&path, Some(&identity)).unwrap()));
    let opened = start.elapsed();
    let store = store.unwrap();
    assert_eq!(store.done(), entries);
    let start = Instant::now();
    let pairs: u64 = (0..CELLS).map(|cell| store.tally(cell).unwrap().pairs).sum();
    let read = start.elapsed();
    assert_eq!(pairs, entries * 20);

    let rate = |time: std::time::Duration| entries as f64 / time.as_secs_f64();
    println!("{entries} entries in batches of {BATCH}: {:.0} puts/s, commits included", rate(written));
    println!("{:.0} bytes of file an entry ({bytes} in all)", bytes as f64 / entries as f64);
    println!("open and verify {:.0} entries/s; tallies of all cells {:.0} entries/s", rate(opened), rate(read));
    println!(
        "memory at most {} KiB while writing, {} KiB while opening, {} KiB while open",
        writing.bytes_max / 1024,
        opening.bytes_max / 1024,
        opening.bytes_current / 1024
    );
    // The library may hold 8 MiB of pages, twice while a file is looked at before it is opened; a batch of 5,000 and
    // what the library holds of a transaction come to less than as much again.
    assert!(writing.bytes_max < 64 << 20 && opening.bytes_max < 64 << 20);
}
