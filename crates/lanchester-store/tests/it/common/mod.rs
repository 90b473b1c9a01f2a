//! A small run to be interrupted, and what it must end with.

use std::cell::Cell;
use std::path::Path;
use std::sync::Once;

use lanchester_core::{Outcome, Side, Tally, Verdict};
use lanchester_store::{Identity, InputFile, Shard, Store, StoreError};

/// Cells of the run.
pub const CELLS: u64 = 5;
/// Chunks of each cell.
pub const CHUNKS: u64 = 4;
/// Chunks between two commits.
pub const COMMIT_EVERY: u64 = 3;

/// SplitMix64 (Steele, Lea and Flood 2014): seeded, the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }
}

/// The tally that a chunk has in every run.
pub fn tally_of(cell: u64, chunk: u64) -> Tally {
    let mut random = Random(cell << 32 | chunk);
    let mut tally = Tally::new();
    for _ in 0..20 {
        let mut battle = || {
            let left = [random.below(1001) as u16, random.below(1001) as u16];
            let verdict = match random.below(5) {
                0 | 1 => Verdict::Win(Side::A),
                2 | 3 => Verdict::Win(Side::B),
                _ => Verdict::Draw,
            };
            let initiative = Some(if random.below(2) == 0 { Side::A } else { Side::B });
            let major = random.below(3) == 0;
            Outcome { verdict, major, capped: false, contact: true, turns: random.below(30) as u16, left, initiative }
        };
        tally.record_pair([battle(), battle()]);
    }
    tally
}

pub fn identity() -> Identity {
    Identity {
        study: "default".into(),
        game: "nova".into(),
        rules_version: 4,
        stream_version: 1,
        seed: 1,
        study_hash: "f00d".into(),
        inputs: vec![InputFile { path: "ships/majestic.toml".into(), blake3: "11".into() }],
        cells: CELLS,
        plan: format!("{} pairs a cell", 2048 * CHUNKS),
        shard: None,
    }
}

/// Goes on with the run until it is done; `acknowledged` hears of each commit.
pub fn go_on(store: &mut Store, mut acknowledged: impl FnMut(&Store)) -> Result<(), StoreError> {
    for cell in 0..CELLS {
        for chunk in store.missing(cell, CHUNKS).collect::<Vec<_>>() {
            store.put(cell, chunk, &tally_of(cell, chunk))?;
            if store.uncommitted() == COMMIT_EVERY {
                // A round is a function of what is done, so a run that goes on logs the same ones.
                store.log(store.done(), &format!("{} done", store.done()))?;
                store.commit()?;
                acknowledged(store);
            }
        }
    }
    store.commit()?;
    acknowledged(store);
    Ok(())
}

/// The store's tallies as text; rounds are left out, since a run that was stopped commits at other moments.
pub fn tallies(store: &Store) -> String {
    let mut text = Vec::new();
    store.export(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    text.lines().filter(|line| !line.starts_with("{\"round\"")).map(|line| format!("{line}\n")).collect()
}

pub fn export(path: &Path) -> String {
    let mut text = Vec::new();
    Store::read_only(path).unwrap().export(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// A folder that is gone with the test, in memory where there is one: a killed process leaves the same files there as on
/// a disk, and these tests sync tens of thousands of times.
pub fn test_folder() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// What a run that nothing stopped ends with.
pub fn expected() -> String {
    let folder = test_folder();
    let mut store = Store::create(&folder.path().join("run"), &identity()).unwrap();
    go_on(&mut store, |_| ()).unwrap();
    assert_eq!(store.done(), CELLS * CHUNKS);
    tallies(&store)
}

/// The stores of two shards that overlap, in `folder`.
pub fn make_shards(folder: &Path) -> [std::path::PathBuf; 2] {
    [0, 1].map(|index| {
        let path = folder.join(format!("shard{index}"));
        let shard = Some(Shard { index, of: 2 });
        let mut store = Store::create(&path, &Identity { shard, ..identity() }).unwrap();
        for cell in 0..CELLS {
            for chunk in (0..CHUNKS).filter(|chunk| chunk % 2 == u64::from(index) || *chunk == 0) {
                store.put(cell, chunk, &tally_of(cell, chunk)).unwrap();
            }
        }
        store.log(0, &format!("of {index}")).unwrap();
        store.close().unwrap();
        path
    })
}

/// How many damaged files a test tries: an eighth of `all`, and all of them where `LANCHESTER_THOROUGH` is set.
pub fn tried(all: u64) -> u64 {
    if std::env::var_os("LANCHESTER_THOROUGH").is_some() { all } else { all / 8 }
}

/// Panics of the database library on this thread so far, which the store catches. From the first call on they are
/// counted instead of printed: printing one with its backtrace takes more memory than anything that is measured here.
/// All others are printed, without a backtrace.
pub fn library_panics() -> u64 {
    static HOOK: Once = Once::new();
    thread_local! {
        static CAUGHT: Cell<u64> = const { Cell::new(0) };
    }
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|panic| {
            if panic.location().is_some_and(|at| at.file().contains("redb")) {
                CAUGHT.with(|caught| caught.set(caught.get() + 1));
            } else {
                eprintln!("{panic}");
            }
        }));
    });
    CAUGHT.get()
}
