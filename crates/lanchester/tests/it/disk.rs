//! Disks that are full, links that somebody planted, stores that are damaged: what is written, and what is left alone.

#[cfg(unix)]
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
#[cfg(unix)]
use std::path::PathBuf;

#[cfg(target_os = "linux")]
use crate::common::dealt;
#[cfg(unix)]
use crate::common::tiny_study;
use crate::common::{done, json, refused, run, stderr};
use lanchester_core::Tally;
use lanchester_store::Store;

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Every file below a folder and its bytes, by its path in it.
#[cfg(unix)]
fn files(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            match path.strip_prefix(root) {
                Ok(name) if !path.is_dir() => drop(found.insert(name.to_owned(), fs::read(&path).expect("a file"))),
                _ => folders.push(path),
            }
        }
    }
    found
}

/// A shell in which files cannot grow beyond so many KiB, as on a full disk: with `ignored`, writing fails; else the program is
/// killed in the middle of a write.
#[cfg(unix)]
fn limited(kib: u32, ignored: bool, words: &[&str]) -> std::process::Output {
    let trap = if ignored { "trap '' XFSZ; " } else { "" };
    let script = format!("{trap}ulimit -c 0; ulimit -f {kib}; exec \"$@\"");
    let mut command = std::process::Command::new("bash");
    command.args(["-c", &script, "bash", env!("CARGO_BIN_EXE_lanchester")]).args(words).output().expect("bash starts")
}

#[cfg(unix)]
#[test]
fn init_after_a_full_disk_can_be_repeated() {
    let folder = tempfile::tempdir().expect("a folder");
    let [whole, cut] = ["whole", "cut"].map(|name| folder.path().join(name));
    done(&["init", text(&whole)]);
    let expected = files(&whole);
    let most = expected.values().map(Vec::len).max().expect("files").div_ceil(1024) as u32;
    for (kib, ignored) in [(0, true), (1, true), (3, true), (most - 1, true), (0, false), (3, false), (most - 1, false)]
    {
        let output = limited(kib, ignored, &["init", text(&cut)]);
        if ignored {
            assert_eq!(output.status.code(), Some(2), "{kib} KiB: {}", stderr(&output));
            assert!(stderr(&output).contains("too large"), "{}", stderr(&output));
        } else {
            assert_eq!(output.status.code(), None, "{kib} KiB: it was killed");
        }
        for (path, bytes) in files(&cut).iter().filter(|(path, _)| path.extension().is_none_or(|e| e != "tmp")) {
            assert!(expected.get(path) == Some(bytes), "{kib} KiB: {} is not whole", path.display());
        }
        done(&["init", text(&cut)]);
        assert!(done(&["check", text(&cut)]).contains("Nothing is wrong"), "{kib} KiB");
        assert!(done(&["init", text(&cut)]).contains("0 files written"), "{kib} KiB: nothing is missing any more");
        fs::remove_dir_all(&cut).expect("removed");
    }
}

/// A sweep that takes a moment, and the words that play it in this folder.
fn sweep(folder: &Path) -> [String; 4] {
    let path = folder.join("small.toml");
    let file = "game = \"nova\"\nkind = \"sweep\"\nname = \"Small\"\nship = \"majestic\"\nagainst = [\"basalt\"]\npairs = 300\n\
                [[parameters]]\nfield = \"ship.hull\"\nvalues = [12, 16]\n";
    fs::write(&path, file).expect("a file");
    ["sweep", text(&path), "--out", text(&folder.join("out"))].map(str::to_owned)
}

/// Temporary files have names that can be foreseen. What stands there, as a link to a file, to a folder or to nothing, is not
/// followed.
#[cfg(unix)]
#[test]
fn planted_links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().expect("a folder");
    let victim = folder.path().join("victim");
    let others = folder.path().join("others");
    fs::create_dir(&others).expect("a folder");
    fs::write(others.join("file"), "precious").expect("a file");
    let nothing = folder.path().join("nothing");
    let untouched = || {
        fs::read(&victim).is_ok_and(|bytes| bytes == b"precious")
            && fs::symlink_metadata(&nothing).is_err()
            && files(&others).len() == 1
    };
    fs::write(&victim, "precious").expect("a file");
    let words = sweep(folder.path());
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let out = folder.path().join("out");
    fs::create_dir(&out).expect("a folder");

    // The store, while it is made: nobody else has business with that name, so it is reported.
    let before = out.join(".small.store.new");
    for target in [&victim, &others, &nothing] {
        symlink(target, &before).expect("a link");
        let message = refused(&words);
        assert!(message.contains(".small.store.new is in the way"), "{message}");
        assert!(untouched() && before.is_symlink(), "{}", target.display());
        fs::remove_file(&before).expect("removed");
    }
    fs::hard_link(&victim, &before).expect("a second name");
    assert!(refused(&words).contains("is in the way") && untouched());
    fs::remove_file(&before).expect("removed");
    // The store itself.
    let store = out.join("small.store");
    symlink(&nothing, &store).expect("a link");
    assert!(refused(&words).contains("small.store exists already") && untouched());
    fs::remove_file(&store).expect("removed");

    // The status file and the file it is made in.
    for target in [&victim, &others, &nothing] {
        let links =
            ["small.store.status.json", ".small.store.status.json.new", "small.store.status.new"].map(|n| out.join(n));
        links.iter().for_each(|link| symlink(target, link).expect("a link"));
        done(&[&words[..], &["--restart"]].concat());
        assert!(untouched(), "{}", target.display());
        let status = fs::read(&links[0]).expect("a status");
        assert!(!links[0].is_symlink() && status.starts_with(b"{"), "the link was replaced");
        links.iter().for_each(|link| drop(fs::remove_file(link)));
    }

    // The results.
    let study = tiny_study(folder.path());
    let play = ["validate", &study, "--out", text(&out), "--pairs", "3"];
    fs::create_dir(out.join("tiny")).expect("a folder");
    let names = ["cells.parquet", "report.html"].map(|name| out.join("tiny").join(name));
    names.iter().for_each(|link| symlink(&victim, link).expect("a link"));
    done(&play);
    assert!(untouched() && names.iter().all(|name| !name.is_symlink()), "links are replaced");

    // Files of `init`: a link that leads nowhere is no free name.
    let mine = folder.path().join("mine");
    fs::create_dir(&mine).expect("a folder");
    symlink(&nothing, mine.join("README.md")).expect("a link");
    assert!(refused(&["init", text(&mine)]).contains("README.md") && untouched());
}

/// A store whose run is under way, as a killed one leaves it: the file of a database that is open.
fn unclean(folder: &Path, words: &[&str]) -> Vec<u8> {
    done(words);
    let path = folder.join("out/small.store");
    let identity = Store::read_only(&path).expect("a store").identity().clone();
    fs::remove_file(&path).expect("removed");
    let open = Store::create(&path, &identity).expect("a store");
    let bytes = fs::read(&path).expect("a file");
    drop(open);
    bytes
}

/// Bits of the page at which the database library panics; `lanchester-store` tries all of them and 20,000 others.
#[test]
fn a_damaged_store_is_refused_by_name_and_restart_puts_it_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = sweep(folder.path());
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let bytes = unclean(folder.path(), &words);
    let store = folder.path().join("out/small.store");
    let merged = folder.path().join("merged.store");
    let mut damages = 0;
    for byte in (8704..8752).step_by(3) {
        let mut flipped = bytes.clone();
        flipped[byte] ^= 1 << (byte % 8);
        fs::write(&store, &flipped).expect("a file");
        let resume = [&words[..], &["--resume"]].concat();
        let look = ["status", text(&store)];
        let merge = ["merge", text(&store), "--out", text(&merged)];
        let output = run(&look);
        if output.status.code() == Some(0) {
            // That bit decides nothing.
            continue;
        }
        damages += 1;
        for (words, advice) in [(&look[..], "--restart"), (&merge, "--restart"), (&resume, "--restart")] {
            let message = refused(words);
            for part in ["small.store is damaged: ", advice] {
                assert!(message.contains(part), "byte {byte}, {words:?}: {message}");
            }
            assert!(!message.contains("panicked") && !message.contains("PoisonError"), "{message}");
            assert!(fs::read(&store).expect("a file") == flipped && !merged.exists(), "byte {byte}: left as it was");
        }
        let output = run(&[&words[..], &["--restart"]].concat());
        assert_eq!(output.status.code(), Some(0), "byte {byte}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"), "{}", stderr(&output));
        let nth = if damages == 1 { "small.old".to_owned() } else { format!("small.old-{damages}") };
        assert!(fs::read(folder.path().join("out").join(nth)).expect("it was put aside") == flipped);
        assert_eq!(json(&["status", text(&store)])["stored"]["chunks_done"], 2);
    }
    assert!(damages > 0, "the page is elsewhere now");
}

/// Whatever is wrong with a store, one that a run is writing to is not put aside.
#[test]
fn a_store_in_use_is_not_put_aside() {
    let folder = tempfile::tempdir().expect("a folder");
    let words = sweep(folder.path());
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    done(&words);
    let path = folder.path().join("out/small.store");
    let mut store = Store::open(&path, None).expect("a store");
    // The other run may end: it is worth another try.
    let output = run(&[&words[..], &["--restart"]].concat());
    assert_eq!(output.status.code(), Some(75));
    assert!(stderr(&output).contains("is in use"), "{}", stderr(&output));
    assert!(store.put(0, 0, &Tally::new()).is_err() && path.exists(), "it has another tally, and is where it was");
}

/// What the program says when the system gives it too little address space.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    let sweep = sweep(folder.path());
    let out = folder.path().join("out");
    // Chunks enough for eight threads, and a quick policy: it is played dozens of times.
    let duel = ["duel", "basalt", "caracal", "--battles", "33000", "--threads", "8"];
    let commands: [Vec<&str>; 3] = [
        [&duel[..], &["--policy-a", "charge", "--policy-b", "charge"]].concat(),
        vec!["validate", &study, "--out", text(&out), "--pairs", "4", "--threads", "8"],
        [&sweep.iter().map(String::as_str).collect::<Vec<_>>()[..], &["--restart", "--threads", "8"]].concat(),
    ];
    let under = |kib: u64, words: &[&str]| {
        let mut command = std::process::Command::new("bash");
        command.env("RUST_BACKTRACE", "0").args(["-c", &format!("ulimit -c 0; ulimit -v {kib}; exec \"$@\""), "bash"]);
        command.arg(env!("CARGO_BIN_EXE_lanchester")).args(words).output().expect("bash starts")
    };
    // The least in which the program starts at all, found by halving.
    let (mut low, mut high) = (0, 4 << 20);
    while high - low > 256 {
        let middle = (low + high) / 2;
        if under(middle, &["--version"]).status.success() { high = middle } else { low = middle }
    }
    for (nth, words) in commands.iter().enumerate() {
        let whole = run(words);
        assert_eq!(whole.status.code(), Some(0), "{words:?}: {}", stderr(&whole));
        let (mut said, mut played) = (0, 0);
        // From just enough to start to plenty; the commands share the limits out.
        let limits = (2..32).chain([36, 40, 44, 48, 64, 80, 96, 128, 192, 256, 300, 512, 1024]);
        for more in dealt(nth, commands.len(), limits) {
            let output = under(high + 1024 * more, words);
            match output.status.code() {
                Some(71) => {
                    said += 1;
                    assert!(stderr(&output).contains("not enough memory"), "{}", stderr(&output));
                }
                Some(0) => played += 1,
                code => panic!("{words:?} with {more} MiB: {code:?}: {}", stderr(&output)),
            }
        }
        println!("{words:?}: {said} refused, {played} played");
        assert!(said > 0 && played > 0, "{words:?}: {said} refused, {played} played");
    }
}
