//! What a store promises while nothing goes wrong with the disk: puts, journal, locks, shards.

use std::fs;
use std::path::Path;

use crate::common::{
    CELLS, CHUNKS, COMMIT_EVERY, Random, expected, export, go_on, identity, make_shards, tallies, tally_of,
};
use lanchester_core::{CHUNK_PAIRS, Tally};
use lanchester_store::{Identity, Shard, Store, StoreError, is_store, merge, set_aside};

#[test]
fn what_is_put_is_there_before_and_after_the_commit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let mut store = Store::create(&path, &identity()).unwrap();
    store.put(2, 1, &tally_of(2, 1)).unwrap();
    store.put(2, 3, &tally_of(2, 3)).unwrap();
    for committed in [false, true] {
        assert!(store.has(2, 1) && !store.has(1, 2));
        assert_eq!((store.done(), store.uncommitted()), (2, if committed { 0 } else { 2 }));
        assert_eq!(store.chunks_of(2).collect::<Vec<_>>(), [1, 3]);
        assert_eq!(store.missing(2, 5).collect::<Vec<_>>(), [0, 2, 4]);
        assert_eq!(store.get(2, 3).unwrap(), Some(tally_of(2, 3)));
        assert_eq!(store.get(2, 2).unwrap(), None);
        let mut sum = tally_of(2, 1);
        sum.merge(&tally_of(2, 3));
        assert_eq!(store.tally(2).unwrap(), sum);
        assert_eq!(store.tally(0).unwrap(), Tally::new());
        store.commit().unwrap();
    }
    store.put(0, 0, &tally_of(0, 0)).unwrap();
    drop(store);
    let store = Store::open(&path, Some(&identity())).unwrap();
    assert_eq!(store.keys().collect::<Vec<_>>(), [(2, 1), (2, 3)], "what was not committed is gone");
}

#[test]
fn a_chunk_has_one_tally() {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::create(&folder.path().join("run"), &identity()).unwrap();
    store.put(1, 0, &tally_of(1, 0)).unwrap();
    for _ in 0..2 {
        store.put(1, 0, &tally_of(1, 0)).unwrap();
        match store.put(1, 0, &tally_of(1, 1)) {
            Err(StoreError::Contradiction { cell: 1, chunk: 0, .. }) => {}
            other => panic!("{other:?}"),
        }
        store.commit().unwrap();
    }
    assert_eq!(store.get(1, 0).unwrap(), Some(tally_of(1, 0)));
    assert!(matches!(store.put(CELLS, 0, &Tally::new()), Err(StoreError::NoSuchCell { .. })));
    let two_chunks = Tally { pairs: CHUNK_PAIRS + 1, ..Tally::new() };
    assert!(matches!(store.put(1, 1, &two_chunks), Err(StoreError::Unstorable { .. })));
    assert!(matches!(store.put(1, 1, &Tally::default()), Err(StoreError::Unstorable { .. })), "no histogram");
    assert_eq!(store.done(), 1);
}

#[test]
fn the_journal_is_kept_with_the_batch() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let mut store = Store::create(&path, &identity()).unwrap();
    store.log(0, &[1, 2]).unwrap();
    store.commit().unwrap();
    store.log(1, &"wider").unwrap();
    store.log(0, &[1, 2]).unwrap();
    assert!(matches!(store.log(0, &[3]), Err(StoreError::RoundContradiction { round: 0, .. })));
    assert_eq!(store.rounds().collect::<Vec<_>>(), [(0, "[1,2]"), (1, "\"wider\"")]);
    drop(store);
    let store = Store::open(&path, None).unwrap();
    assert_eq!(store.rounds().collect::<Vec<_>>(), [(0, "[1,2]")]);
}

#[test]
fn a_store_is_not_overwritten_and_needs_a_place() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    fs::write(&path, "precious").unwrap();
    assert!(matches!(Store::create(&path, &identity()), Err(StoreError::Exists { .. })));
    assert_eq!(fs::read_to_string(&path).unwrap(), "precious");
    assert!(matches!(Store::create(&folder.path().join("no/run"), &identity()), Err(StoreError::Io { .. })));
    assert!(matches!(
        Store::create(Path::new("/"), &identity()),
        Err(StoreError::Io { .. } | StoreError::Exists { .. })
    ));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left behind");
}

#[test]
fn a_folder_that_cannot_be_written_is_told_and_its_stores_can_be_read() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("sealed");
    fs::create_dir(&folder).unwrap();
    let path = folder.join("run");
    go_on(&mut Store::create(&path, &identity()).unwrap(), |_| ()).unwrap();
    let set = |read_only: bool| {
        for place in [&path, &folder] {
            let mut permissions = fs::metadata(place).unwrap().permissions();
            permissions.set_readonly(read_only);
            #[cfg(unix)]
            if !read_only {
                std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
            }
            fs::set_permissions(place, permissions).unwrap();
        }
    };
    set(true);
    let read = export(&path);
    let obeyed = fs::write(folder.join("probe"), "").is_err();
    let created = Store::create(&folder.join("new"), &identity());
    let opened = Store::open(&path, None);
    set(false);
    assert_eq!(read.lines().count() as u64, 1 + CELLS * CHUNKS + CELLS * CHUNKS / COMMIT_EVERY);
    if obeyed {
        assert!(matches!(created, Err(StoreError::Io { .. })), "{created:?}");
        assert!(matches!(opened, Err(StoreError::Io { .. })), "{opened:?}");
    } else {
        println!("permissions do not bind this user; only reading was tried");
    }
    // A place where nobody may create files, whoever he is.
    if cfg!(target_os = "linux") {
        assert!(matches!(Store::create(Path::new("/proc/run"), &identity()), Err(StoreError::Io { .. })));
    }
}

#[test]
fn who_only_reads_does_not_write() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    go_on(&mut Store::create(&path, &identity()).unwrap(), |_| ()).unwrap();
    let before = fs::read(&path).unwrap();
    let mut one = Store::read_only(&path).unwrap();
    let two = Store::read_only(&path).unwrap();
    assert!(tallies(&one) == expected() && tallies(&two) == expected(), "several may read at once");
    assert!(matches!(one.put(0, 9, &Tally::new()), Err(StoreError::ReadOnly { .. })));
    assert!(matches!(one.log(9, &1), Err(StoreError::ReadOnly { .. })));
    assert!(matches!(Store::open(&path, None), Err(StoreError::InUse { .. })), "nobody writes while others read");
    one.close().unwrap();
    two.close().unwrap();
    assert!(fs::read(&path).unwrap() == before);
}

#[test]
fn merging_unites_in_any_order_and_any_number_of_times() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = make_shards(folder.path());
    let before = [fs::read(&a).unwrap(), fs::read(&b).unwrap()];
    let out = |name: &str| folder.path().join(name);
    let merged = |name: &str, paths: &[&Path]| {
        merge(paths, &out(name)).unwrap();
        (export(&out(name)), fs::read(out(name)).unwrap())
    };
    let ab = merged("ab", &[&a, &b]);
    let store = Store::open(&out("ab"), Some(&identity())).unwrap();
    assert_eq!(tallies(&store), expected(), "both shards together are the run");
    assert_eq!(store.rounds().count(), 0);
    for index in 0..2 {
        let of = store.rounds_of(Some(Shard { index, of: 2 })).collect::<Vec<_>>();
        assert_eq!(of, [(0, format!("\"of {index}\"").as_str())]);
    }
    drop(store);
    assert!(merged("ba", &[&b, &a]) == ab, "order");
    assert!(merged("aab", &[&a, &b, &a, &b]) == ab, "repeats");
    assert!(merged("abb", &[&out("ba"), &b]) == ab, "what was merged before");
    assert!([fs::read(&a).unwrap(), fs::read(&b).unwrap()] == before, "the shards are left alone");
    assert!(matches!(merge(&[&a, &b], &out("ab")), Err(StoreError::Exists { .. })));
    assert!(matches!(merge(&[] as &[&Path], &out("none")), Err(StoreError::NothingToMerge)));
}

#[test]
fn large_stores_merge_to_the_same_bytes_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let mut random = Random(25);
    let identity = Identity { cells: 100, ..identity() };
    let paths: Vec<_> = (0..3).map(|shard| folder.path().join(format!("{shard}"))).collect();
    let mut stores: Vec<_> = (0..3)
        .map(|shard| {
            let mut identity = identity.clone();
            identity.inputs[0].path = format!("../machine-{}/majestic.toml", 2 - shard);
            Store::create(&paths[shard], &identity).unwrap()
        })
        .collect();
    // Each chunk in one store or in several, put in no particular order.
    for i in 0..10_000 {
        let (cell, chunk) = (i * 37 % 100, i / 100);
        let holders = 1 + random.below(7);
        for (bit, store) in stores.iter_mut().enumerate() {
            if holders >> bit & 1 == 1 {
                store.put(cell, chunk, &tally_of(cell, chunk)).unwrap();
            }
        }
        if random.below(1000) == 0 {
            stores.iter_mut().for_each(|store| store.commit().unwrap());
        }
    }
    stores.into_iter().for_each(|store| store.close().unwrap());
    let merged = [[0, 1, 2], [2, 0, 1], [1, 2, 0]].map(|order| {
        // Each machine has its own paths; whose are kept must not depend on the order.
        let out = folder.path().join(format!("out{order:?}"));
        merge(&order.map(|i| &paths[i]), &out).unwrap();
        assert_eq!(Store::read_only(&out).unwrap().done(), 10_000);
        fs::read(&out).unwrap()
    });
    assert!(merged[0] == merged[1] && merged[0] == merged[2]);
}

#[test]
fn a_run_is_finished_with_what_it_has() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let mut store = Store::create(&path, &identity()).unwrap();
    store.log(7, &"a round").unwrap();
    store.put(0, 0, &tally_of(0, 0)).unwrap();
    assert!(!store.is_finished());
    store.finish().unwrap();
    store.close().unwrap();
    let mut store = Store::open(&path, None).unwrap();
    assert!(store.is_finished());
    assert_eq!(store.rounds().collect::<Vec<_>>(), [(7, "\"a round\"")], "it is no round");
    // One that is given more time is under way again, until it is finished again.
    store.put(0, 1, &tally_of(0, 1)).unwrap();
    assert!(!store.is_finished());
    store.finish().unwrap();
    store.finish().unwrap();
    assert!(store.is_finished());
    store.close().unwrap();
    // A part is, the whole is not.
    let [a, b] = make_shards(folder.path());
    let mut part = Store::open(&a, None).unwrap();
    part.finish().unwrap();
    part.close().unwrap();
    let out = folder.path().join("out");
    merge(&[&a, &b], &out).unwrap();
    assert!(Store::read_only(&a).unwrap().is_finished() && !Store::read_only(&out).unwrap().is_finished());
}

#[test]
fn only_stores_are_put_aside() {
    let folder = tempfile::tempdir().unwrap();
    let store = folder.path().join("run");
    go_on(&mut Store::create(&store, &identity()).unwrap(), |_| ()).unwrap();
    let bytes = fs::read(&store).unwrap();
    let other = folder.path().join("notes.txt");
    let long = [vec![b'x'; 65_530], b"lanchester abou".to_vec(), vec![b'x'; 65_530]].concat();
    for text in [&b""[..], b"notes", b"redb", &bytes[9..100], &long] {
        fs::write(&other, text).unwrap();
        assert!(!is_store(&other).unwrap());
        match set_aside(&other) {
            Err(StoreError::NotAStore { path, .. }) => assert_eq!(path, other),
            moved => panic!("{moved:?}"),
        }
        assert!(fs::read(&other).unwrap() == text);
    }
    // Damaged where a store is known by at first, wherever its tables are named.
    for before in [0, 65_520] {
        let damaged = [vec![b'x'; before], vec![0; 16], bytes[16..].to_vec()].concat();
        fs::write(&other, &damaged).unwrap();
        assert!(is_store(&other).unwrap());
        let aside = set_aside(&other).unwrap();
        assert!(fs::read(&aside).unwrap() == damaged && !other.exists());
    }
}

#[test]
fn what_does_not_belong_together_is_not_merged() {
    let folder = tempfile::tempdir().unwrap();
    let [a, b] = make_shards(folder.path());
    let out = folder.path().join("out");
    let other = folder.path().join("other");
    let refused = |change: fn(&mut Identity), fill: fn(&mut Store)| {
        let mut identity = identity();
        change(&mut identity);
        let mut store = Store::create(&other, &identity).unwrap();
        fill(&mut store);
        store.close().unwrap();
        let error = merge(&[&a, &b, &other], &out).expect_err("does not belong");
        fs::remove_file(&other).unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
        error
    };
    match refused(|i| i.rules_version = 5, |_| ()) {
        StoreError::Different { path, differences } => {
            assert_eq!(path, other);
            assert_eq!(differences, ["the version of the rules is 5, the store's is 4"]);
        }
        error => panic!("{error}"),
    }
    match refused(|_| (), |store| store.put(3, 2, &tally_of(0, 0)).unwrap()) {
        StoreError::Contradiction { path, cell: 3, chunk: 2 } => assert_eq!(path, other),
        error => panic!("{error}"),
    }
    let same_shard = |i: &mut Identity| i.shard = Some(Shard { index: 1, of: 2 });
    match refused(same_shard, |store| store.log(0, &"another").unwrap()) {
        StoreError::RoundContradiction { path, round: 0 } => assert_eq!(path, other),
        error => panic!("{error}"),
    }
    let another_part = |i: &mut Identity| i.shard = Some(Shard { index: 4, of: 9 });
    let mut store = Store::create(&other, &{
        let mut i = identity();
        another_part(&mut i);
        i
    })
    .unwrap();
    store.put(4, 9, &tally_of(4, 9)).unwrap();
    store.close().unwrap();
    merge(&[&a, &b, &other], &out).unwrap();
    assert_eq!(Store::read_only(&out).unwrap().done(), CELLS * CHUNKS + 1, "parts of other numbers are welcome");
}
