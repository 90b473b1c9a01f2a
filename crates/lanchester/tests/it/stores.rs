//! `--store`, `--resume`, `--restart` and `--no-play` where the name is not that of the store that is meant; and `status`.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::common::{done, json, refused, run, stderr, tiny_study};

/// A folder with a small study and a small sweep.
struct Place {
    folder: TempDir,
    study: String,
    sweep: String,
}

impl Place {
    fn new() -> Self {
        let folder = tempdir().expect("a folder");
        let study = tiny_study(folder.path());
        let sweep = folder.path().join("small.toml");
        let text = "game = \"nova\"\nkind = \"sweep\"\nname = \"Small\"\nship = \"majestic\"\nagainst = [\"basalt\"]\npairs = 30\n\
                    [[parameters]]\nfield = \"ship.hull\"\nvalues = [12, 16]\n";
        fs::write(&sweep, text).expect("a file");
        let sweep = sweep.to_str().expect("UTF-8").to_owned();
        Self { folder, study, sweep }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    /// The words of the study and of the sweep, with this store and more.
    fn both<'w>(&'w self, out: &'w str, store: &'w str, more: &[&'w str]) -> [Vec<&'w str>; 2] {
        [["validate", &self.study], ["sweep", &self.sweep]]
            .map(|words| [&words[..], &["--out", out, "--store", store], more].concat())
    }
}

#[test]
fn what_is_no_store_is_neither_moved_nor_called_a_run() {
    let place = Place::new();
    let (out, notes, folder) = (place.path("out"), place.path("notes.txt"), place.path("."));
    fs::write(&notes, "precious").expect("a file");
    for more in [&["--restart"][..], &[]] {
        for words in place.both(&out, &notes, more) {
            let message = refused(&words);
            for part in ["notes.txt: this is no store of a run, and stays where it is", "notes.store"] {
                assert!(message.contains(part), "{words:?}: {message}");
            }
        }
    }
    for more in [&["--restart"][..], &["--resume"], &[]] {
        for words in place.both(&out, &folder, more) {
            let message = refused(&words);
            assert!(message.contains(": this is a folder; expected the name of a store"), "{words:?}: {message}");
            assert!(message.contains("run.store") && !message.contains("has begun"), "{words:?}: {message}");
        }
    }
    assert_eq!(fs::read_to_string(&notes).expect("it is there"), "precious");
    assert!(!Path::new(&place.path("notes.old")).exists());
    // A store is moved, and it is said where to.
    let store = place.path("run.store");
    done(&place.both(&out, &store, &[])[0]);
    let again = run(&place.both(&out, &store, &["--restart"])[0]);
    assert!(again.status.success() && stderr(&again).contains("run.old now."), "{}", stderr(&again));
}

#[test]
fn a_mistyped_store_is_not_gone_on_with_in_silence() {
    let place = Place::new();
    let (out, store) = (place.path("out"), place.path("typo.store"));
    for words in place.both(&out, &store, &["--resume", "--no-play"]) {
        let message = refused(&words);
        assert!(message.contains("typo.store: no such store") && message.contains("--begin"), "{words:?}: {message}");
        assert!(!Path::new(&store).exists(), "{words:?}");
    }
    for words in place.both(&out, &store, &["--resume", "--no-play", "--begin"]) {
        let output = run(&words);
        assert_eq!(output.status.code(), Some(75), "{words:?}: {}", stderr(&output));
        assert_eq!(json(&["status", &store])["stored"]["chunks_done"], 0);
        // It is there now, and still lacks everything.
        assert_eq!(run(&words).status.code(), Some(75), "{words:?}");
        fs::remove_file(&store).expect("removed");
    }
    for words in place.both(&out, &store, &["--resume"]) {
        let output = run(&words);
        assert!(output.status.success(), "{words:?}: {}", stderr(&output));
        assert!(stderr(&output).contains("Nothing to resume: "), "{words:?}: {}", stderr(&output));
        let again = run(&words);
        assert!(again.status.success() && !stderr(&again).contains("Nothing to resume"), "{}", stderr(&again));
        fs::remove_file(&store).expect("removed");
    }
    for words in place.both(&out, &store, &["--begin"]) {
        assert!(refused(&words).contains("--no-play"), "{words:?}");
    }
}

#[test]
fn changed_pairs_and_prices_are_named() {
    let place = Place::new();
    let (out, store) = (place.path("out"), place.path("run.store"));
    done(&place.both(&out, &store, &["--pairs", "3"])[0]);
    for (more, part) in [
        (&["--resume", "--pairs", "4"][..], "the plan is validate --pairs 4, the store's is validate --pairs 3"),
        (&["--resume"], "the plan is validate, the store's is validate --pairs 3"),
        (
            &["--resume", "--pairs", "3", "--no-prices"],
            "validate --pairs 3 --no-prices, the store's is validate --pairs 3",
        ),
    ] {
        let message = refused(&place.both(&out, &store, more)[0]);
        assert!(message.contains(part) && message.contains("--restart"), "{message}");
    }
    done(&place.both(&out, &store, &["--pairs", "3", "--resume"])[0]);
}

#[test]
fn status_of_a_finished_run_says_so() {
    let place = Place::new();
    let (out, store) = (place.path("out"), place.path("run.store"));
    for words in place.both(&out, &store, &[]) {
        done(&words);
        let text = done(&["status", &store]);
        assert!(text.contains("The run is finished: nothing is left to play.") && !text.contains("--resume"), "{text}");
        assert_eq!(json(&["status", &store])["stored"]["finished"], true);
        fs::remove_file(&store).expect("removed");
    }
    // A part that waits for the others is not; nor is what has been merged, until all of it is there.
    let parts = ["1", "2"].map(|part| place.path(&format!("{part}.store")));
    for (part, own) in [("1/2", &parts[0]), ("2/2", &parts[1])] {
        done(&place.both(&out, own, &["--shard", part])[0]);
        assert!(done(&["status", own]).contains(" that it has come to, "), "{part}");
        assert_eq!(json(&["status", own])["stored"]["finished"], false, "{part}");
    }
    done(&["merge", &parts[0], &parts[1], "--out", &store]);
    let finished = || json(&["status", &store])["stored"]["finished"].clone();
    assert_eq!(finished(), false);
    done(&place.both(&out, &store, &["--resume", "--no-play", "--audit", "2"])[0]);
    assert_eq!(finished(), true);
    assert!(matches!(finished(), Value::Bool(true)));
}
