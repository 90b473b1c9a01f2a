//! Damage is reported or does not matter: a store that was cut short or has a bit flipped anywhere is refused, or gives
//! exactly what was written. It never gives anything else, never panics, and never takes memory without bound.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{CELLS, CHUNKS, Random, go_on, identity, library_panics, tallies, tally_of, test_folder, tried};
use lanchester_store::{Identity, Store, StoreError};
use redb::{Database, TableDefinition};

/// Chunks a cell of the stores that are damaged: enough for branch pages and several leaves.
const MANY: u64 = 20;

/// A store with a few commits, closed, and one like it whose run was killed.
fn stores(folder: &Path) -> [(&'static str, Vec<u8>); 2] {
    let path = folder.join("whole");
    let mut store = Store::create(&path, &identity()).unwrap();
    for cell in 0..CELLS {
        for chunk in 0..MANY {
            store.put(cell, chunk, &tally_of(cell, chunk)).unwrap();
        }
        store.log(cell, &"a round").unwrap();
        store.commit().unwrap();
    }
    // While the store is open, the file is that of a run that was killed just now.
    let killed = fs::read(&path).unwrap();
    store.close().unwrap();
    [("closed", fs::read(&path).unwrap()), ("killed", killed)]
}

/// Whether the error is one that damage may have.
fn reported(error: &StoreError) -> bool {
    matches!(error, StoreError::Damaged { .. } | StoreError::NotAStore { .. } | StoreError::OtherVersion { .. })
}

/// Reads a damaged file. True if it was read, and then it was right.
fn right_or_told(path: &Path, bytes: &[u8], right: &str, context: &str) -> bool {
    fs::write(path, bytes).unwrap();
    match Store::read_only(path) {
        Ok(store) => {
            assert!(tallies(&store) == right, "{context}: other data was read");
            for cell in 0..CELLS {
                let mut sum = lanchester_core::Tally::new();
                (0..MANY).for_each(|chunk| sum.merge(&tally_of(cell, chunk)));
                assert_eq!(store.tally(cell).unwrap(), sum, "{context}");
            }
            true
        }
        Err(error) => {
            assert!(reported(&error), "{context}: {error}");
            false
        }
    }
}

/// Opens a damaged file to write to it. If that works, what is written and what was there must both be right when the
/// file is opened the next time; if not, the file must be as it was.
fn goes_on_or_is_left_alone(path: &Path, bytes: &[u8], right: &str, context: &str) -> bool {
    fs::write(path, bytes).unwrap();
    match Store::open(path, Some(&identity())) {
        Ok(mut store) => {
            assert!(tallies(&store) == right, "{context}: other data was opened");
            for chunk in MANY..MANY + 30 {
                store.put(0, chunk, &tally_of(0, chunk)).unwrap();
                store.commit().unwrap_or_else(|e| panic!("{context}: {e}"));
            }
            drop(store);
            let store = Store::open(path, Some(&identity())).unwrap_or_else(|e| panic!("{context}: {e}"));
            assert_eq!(store.done(), CELLS * MANY + 30, "{context}");
            for (cell, chunk) in store.keys() {
                assert_eq!(store.get(cell, chunk).unwrap(), Some(tally_of(cell, chunk)), "{context}");
            }
            true
        }
        Err(error) => {
            assert!(reported(&error), "{context}: {error}");
            assert!(fs::read(path).unwrap() == bytes, "{context}: a damaged file was written to");
            false
        }
    }
}

#[test]
fn a_flipped_bit_is_told_or_does_not_matter() {
    library_panics();
    let folder = test_folder();
    let path = folder.path().join("damaged");
    let mut random = Random(22);
    for (state, bytes) in stores(folder.path()) {
        fs::write(&path, &bytes).unwrap();
        let right = tallies(&Store::read_only(&path).unwrap());
        let sound = allocation_counter::measure(|| drop(Store::read_only(&path).unwrap())).bytes_max;

        // Every bit of the header, where few bytes decide everything, and others anywhere.
        let header = 320 * 8;
        let anywhere = (0..tried(header)).map(|_| random.below(bytes.len() as u64 * 8));
        let (mut read, mut opened, mut most) = (0, 0, 0);
        let mut flipped = 0;
        for bit in (0..header).chain(anywhere.collect::<Vec<_>>()) {
            let mut damaged = bytes.clone();
            damaged[(bit / 8) as usize] ^= 1 << (bit % 8);
            let context = format!("{state}, bit {} of byte {}", bit % 8, bit / 8);
            let memory =
                allocation_counter::measure(|| read += u64::from(right_or_told(&path, &damaged, &right, &context)));
            most = most.max(memory.bytes_max);
            // Writing is slower, for it waits for the disk.
            if flipped % 16 == 0 {
                opened += u64::from(goes_on_or_is_left_alone(&path, &damaged, &right, &context));
            }
            flipped += 1;
        }
        println!(
            "{state}: {flipped} flips in {} bytes; {read} read rightly, the others refused; {opened} of {} written to; at \
             most {most} bytes of memory, {sound} without damage; {} panics of the library caught so far",
            bytes.len(),
            flipped / 16,
            library_panics()
        );
        assert!(read > 0 && read < flipped, "some flips matter, and some do not");
        assert!(most < sound + 16 * bytes.len() as u64, "{most} bytes of memory were taken");
    }
}

#[test]
fn a_file_cut_short_or_extended_is_told_or_does_not_matter() {
    let folder = test_folder();
    let path = folder.path().join("damaged");
    let mut random = Random(23);
    for (state, bytes) in stores(folder.path()) {
        fs::write(&path, &bytes).unwrap();
        let right = tallies(&Store::read_only(&path).unwrap());
        let len = bytes.len() as u64;
        let pages = (0..=len).step_by(4096);
        let near = [1, 8, 9, 10, 64, 319, 320, 321, 4095, 4097, len - 1];
        let lengths: Vec<u64> = pages.chain(near).chain((0..200).map(|_| random.below(len))).collect();
        for cut in [len / 2, 4096, 320, 100] {
            fs::write(&path, &bytes[..cut as usize]).unwrap();
            let said = refused(&path).to_string();
            assert!(
                said.contains(" is damaged: it ends before its database does, "),
                "{state}, {cut} of {len}: {said}"
            );
        }
        for cut in &lengths {
            let context = format!("{state}, cut to {cut} of {len}");
            right_or_told(&path, &bytes[..*cut as usize], &right, &context);
            goes_on_or_is_left_alone(&path, &bytes[..*cut as usize], &right, &context);
        }
        for more in [1, 4096, 1 << 20] {
            let longer = [&bytes[..], &vec![0xaa; more]].concat();
            let context = format!("{state}, {more} bytes more");
            right_or_told(&path, &longer, &right, &context);
            goes_on_or_is_left_alone(&path, &longer, &right, &context);
        }
        println!("{state}: {} lengths", lengths.len() + 3);
    }
}

#[test]
fn a_page_in_another_place_or_of_another_moment_is_told_or_does_not_matter() {
    library_panics();
    let folder = test_folder();
    let path = folder.path().join("damaged");
    let mut random = Random(24);
    for (state, bytes) in stores(folder.path()) {
        fs::write(&path, &bytes).unwrap();
        let right = tallies(&Store::read_only(&path).unwrap());
        let pages = bytes.len() as u64 / 4096;
        let mut refused = 0;
        for _ in 0..400 {
            let [from, to] = [random.below(pages), random.below(pages)].map(|page| page as usize * 4096);
            let mut damaged = bytes.clone();
            damaged.copy_within(from..from + 4096, to);
            let context = format!("{state}, page at {from} over the one at {to}");
            refused += u64::from(!right_or_told(&path, &damaged, &right, &context));
        }
        assert!(refused > 0, "no page mattered");
    }
}

fn refused(path: &Path) -> StoreError {
    let before = fs::read(path).unwrap();
    let error = Store::open(path, None).expect_err("not a store");
    assert_eq!(error.to_string(), Store::read_only(path).expect_err("not a store").to_string());
    assert!(fs::read(path).unwrap() == before, "what is not a store was written to");
    error
}

#[test]
fn other_files_are_not_stores() {
    let folder = test_folder();
    let file = |name: &str, bytes: &[u8]| -> PathBuf {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        path
    };
    let reason = |path: &Path| match refused(path) {
        StoreError::NotAStore { why, .. } => why,
        other => panic!("{other}"),
    };
    assert_eq!(reason(&file("empty", b"")), "it is empty");
    assert_eq!(reason(&file("short", b"redb")), "it is too short");
    assert_eq!(reason(&file("text", &b"name = \"MAJESTIC\"\n".repeat(1000))), "it does not begin as one");

    let foreign = folder.path().join("foreign");
    let database = Database::create(&foreign).unwrap();
    let write = database.begin_write().unwrap();
    write.open_table(TableDefinition::<u64, u64>::new("prices")).unwrap().insert(1, 2).unwrap();
    write.commit().unwrap();
    drop(database);
    assert_eq!(reason(&foreign), "it is a database of something else");

    let folder_error = Store::open(folder.path(), None).expect_err("a folder");
    assert!(matches!(folder_error, StoreError::Io { .. }), "{folder_error}");
    let nothing = Store::open(&folder.path().join("nothing"), None).expect_err("nothing");
    assert!(matches!(nothing, StoreError::Io { .. }), "{nothing}");
}

/// What another version would write, by the library alone: this also says that the check of the format must stay.
#[test]
fn a_store_of_another_format_is_refused_by_name() {
    let folder = test_folder();
    let path = folder.path().join("run");
    go_on(&mut Store::create(&path, &identity()).unwrap(), |_| ()).unwrap();
    let about = TableDefinition::<&str, &[u8]>::new("lanchester about");
    let change = |bytes: &[u8]| {
        let database = Database::open(&path).unwrap();
        let write = database.begin_write().unwrap();
        write.open_table(about).unwrap().insert("format", bytes).unwrap();
        write.commit().unwrap();
    };
    let checked = |format: u32| {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&6u64.to_le_bytes()).update(b"format").update(&0u64.to_le_bytes());
        hasher.update(&4u64.to_le_bytes()).update(&format.to_le_bytes());
        [&format.to_le_bytes()[..], &hasher.finalize().as_bytes()[..16]].concat()
    };
    change(&checked(7));
    match refused(&path) {
        StoreError::OtherVersion { found: 7, expected: 3, .. } => {}
        other => panic!("{other}"),
    }
    change(&[7; 20]);
    assert!(matches!(refused(&path), StoreError::Damaged { .. }));
    change(&checked(3));
    assert_eq!(Store::open(&path, None).unwrap().done(), CELLS * CHUNKS);
    // Format 2, whose entries were four bytes shorter: its tables are not even opened.
    change(&checked(2));
    let database = Database::open(&path).unwrap();
    let write = database.begin_write().unwrap();
    write.delete_table(TableDefinition::<(u64, u64), &[u8; 158]>::new("lanchester tallies")).unwrap();
    let shorter = TableDefinition::<(u64, u64), &[u8; 154]>::new("lanchester tallies");
    write.open_table(shorter).unwrap().insert((0, 0), &[0; 154]).unwrap();
    write.commit().unwrap();
    drop(database);
    assert!(matches!(refused(&path), StoreError::OtherVersion { found: 2, expected: 3, .. }));
}

/// The library's table of tallies.
type Entries<'a> = redb::Table<'a, (u64, u64), &'static [u8; 158]>;

/// Entries that the library holds for good, but that are not those of the seal.
#[test]
fn an_entry_taken_away_or_put_under_another_key_is_damage() {
    let folder = test_folder();
    let path = folder.path().join("run");
    go_on(&mut Store::create(&path, &identity()).unwrap(), |_| ()).unwrap();
    let good = fs::read(&path).unwrap();
    let entries = TableDefinition::<(u64, u64), &[u8; 158]>::new("lanchester tallies");
    let damage = |change: fn(&mut Entries<'_>)| {
        fs::write(&path, &good).unwrap();
        let database = Database::open(&path).unwrap();
        let write = database.begin_write().unwrap();
        change(&mut write.open_table(entries).unwrap());
        write.commit().unwrap();
        drop(database);
        match refused(&path) {
            StoreError::Damaged { why, .. } => why,
            other => panic!("{other}"),
        }
    };
    let gone = damage(|table| drop(table.remove((1, 1)).unwrap()));
    assert_eq!(gone, "the 19 tallies in it are not those it was sealed with");
    let moved = damage(|table| {
        let entry = *table.remove((1, 1)).unwrap().unwrap().value();
        table.insert((1, 9), &entry).unwrap();
    });
    assert_eq!(moved, "cell 1, chunk 9 does not check");
}

#[test]
fn an_identity_of_another_run_leaves_the_file_alone() {
    let folder = test_folder();
    let path = folder.path().join("run");
    Store::create(&path, &identity()).unwrap().close().unwrap();
    let before = fs::read(&path).unwrap();
    match Store::open(&path, Some(&Identity { seed: 2, ..identity() })) {
        Err(StoreError::Different { differences, .. }) => {
            assert_eq!(differences, ["the seed is 2, the store's is 1"]);
        }
        other => panic!("{other:?}"),
    }
    assert!(fs::read(&path).unwrap() == before);
}
