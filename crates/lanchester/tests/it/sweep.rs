//! `lanchester sweep`: the same bytes however a run was cut, stopped or killed.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::process::Stdio;
#[cfg(unix)]
use std::time::Duration;

#[cfg(unix)]
use crate::common::lanchester;
use crate::common::{done, json, refused, run, stderr, stdout};
use lanchester_conformance::thorough::is_thorough;
#[cfg(unix)]
use lanchester_conformance::thorough::repetitions;
use tempfile::tempdir;

const SWEEP: &str = r#"game = "nova"
kind = "sweep"
name = "Small"
seed = 3
ship = "majestic"
against = ["basalt", "caracal"]
policies = ["greedy", "charge"]
pairs = 2100
[[parameters]]
field = "ship.hull"
values = [12, 16]
[[parameters]]
field = "ship.shields"
values = ["none", "4+"]
[[parameters]]
field = "policy.moves.deal"
values = [3, 5]
[[constraints]]
rule = "hull + deal <= 20"
"#;

struct Place {
    folder: tempfile::TempDir,
    sweep: String,
}

impl Place {
    fn new() -> Self {
        let folder = tempdir().expect("a folder");
        let sweep = folder.path().join("small.toml");
        fs::write(&sweep, SWEEP).expect("a file");
        let sweep = sweep.to_str().expect("UTF-8").to_owned();
        Self { folder, sweep }
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    /// The words of a sweep whose results go to a folder of this name.
    fn words<'w>(&'w self, out: &'w str, more: &[&'w str]) -> Vec<&'w str> {
        [&["sweep", &self.sweep, "--out", out], more].concat()
    }
}

/// The Parquet files of a run, by name.
fn tables(out: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let folder = Path::new(out).join("small");
    let files = fs::read_dir(folder).expect("the run's folder").map(|entry| entry.expect("an entry").path());
    let parquet = files.filter(|path| path.extension().is_some_and(|e| e == "parquet"));
    parquet.map(|path| (path.file_name().expect("a name").into(), fs::read(&path).expect("a file"))).collect()
}

#[test]
fn a_sweep_says_what_each_parameter_does_and_is_never_played_twice() {
    let place = Place::new();
    let out = place.path("out");
    let text = done(&place.words(&out, &[]));
    for part in [
        "hull",
        "shields",
        "deal",
        "What each parameter does",
        "Off the model",
        "6 variants",
        "refuses them: 2",
        "This again",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let first = tables(&out);
    assert_eq!(first.len(), 5);
    let message = refused(&place.words(&out, &[]));
    assert!(message.contains("--resume") && message.contains("small.store"), "{message}");
    let again = done(&place.words(&out, &["--resume", "--threads", "1", "--simd", "fallback"]));
    assert_eq!(text.split("This again").next(), again.split("This again").next());
    assert!(tables(&out) == first, "the same bytes without a battle");
    let answer = json(&place.words(&out, &["--resume"]));
    assert_eq!(answer["variants"].as_array().map(Vec::len), Some(6));
    let shields = answer["effects"].as_array().expect("effects").iter().filter(|e| e["parameter"] == "shields");
    let scores: Vec<f64> = shields.map(|e| e["score"]["estimate"].as_f64().expect("a score")).collect();
    assert!(scores.len() == 2 && scores[1] > scores[0] + 0.1, "shields help: {scores:?}");
    done(&place.words(&out, &["--restart", "--seed", "4"]));
    assert!(tables(&out) != first && Path::new(&out).join("small.old").exists());
}

/// Chunks of a searched sweep are pairs; shards, a store and a precision do with them what they do with others.
#[test]
fn a_sweep_under_search_has_the_same_bytes_in_shards() {
    let place = Place::new();
    let policy = "[[parameters]]\nfield = \"policy.moves.deal\"\nvalues = [3, 5]\n";
    let text = SWEEP
        .replace("[\"greedy\", \"charge\"]", "[\"charge\", \"search\"]")
        .replace("pairs = 2100", "pairs = 5")
        .replace(policy, "")
        .replace("hull + deal <= 20", "hull <= 20")
        + "[search]\nportfolio = [\"charge\", \"greedy\"]\nrollouts = 2\n";
    fs::write(&place.sweep, &text).expect("a file");
    let whole = place.path("whole");
    let said = done(&place.words(&whole, &["--threads", "1"]));
    assert!(said.contains("The search plays out: charge, greedy, 2 roll-outs each"), "{said}");
    let stores = [1, 2].map(|part| {
        let store = place.path(&format!("{part}.store"));
        done(&["sweep", &place.sweep, "--store", &store, "--shard", &format!("{part}/2")]);
        store
    });
    let (merged, parts) = (place.path("merged.store"), place.path("parts"));
    done(&["merge", &stores[0], &stores[1], "--out", &merged]);
    done(&place.words(&parts, &["--store", &merged, "--resume"]));
    let tables = |of: &str| fs::read(Path::new(of).join("small/sweep.parquet")).expect("a table");
    assert!(tables(&whole) == tables(&parts));
    fs::write(&place.sweep, text.replace("rollouts = 2", "rollouts = 3")).expect("a file");
    assert!(refused(&place.words(&parts, &["--store", &merged, "--resume"])).contains("cannot go on there"));
}

/// The file of a ship without a rating is varied like any other; unless a parameter rates it, nothing is judged.
#[test]
fn a_sweep_of_a_ship_without_a_rating_judges_nothing() {
    let place = Place::new();
    let text = done(&["show", "ships/majestic"]).replace("MAJESTIC", "PLAIN").replace("rating = 344\n", "");
    fs::write(place.path("plain.toml"), text).expect("a file");
    let sweep = fs::read_to_string(&place.sweep).expect("a file").replace("\"majestic\"", "\"plain.toml\"");
    fs::write(&place.sweep, &sweep).expect("a file");
    let out = place.path("out");
    let answer = json(&place.words(&out, &["--pairs", "200"]));
    assert_eq!(answer["unrated"], true);
    for row in answer["variants"].as_array().expect("variants") {
        assert!(row["residual"].is_null() && row["verdict"].is_null() && row["rating"].is_u64(), "{row}");
    }
    assert!(done(&place.words(&out, &["--pairs", "200", "--resume"])).contains("\nNot judged: what is varied has no"));
    // Given a rating, it is judged by that.
    let rated = sweep.replace("\"ship.hull\"\nvalues = [12, 16]", "\"ship.rating\"\nvalues = [300, 400]");
    fs::write(&place.sweep, rated.split("[[constraints]]").next().expect("text")).expect("a file");
    let answer = json(&place.words(&place.path("rated"), &["--pairs", "200"]));
    assert_eq!(answer["unrated"], false);
}

#[test]
fn the_page_of_a_sweep_is_made_again_from_its_tables_alone() {
    let place = Place::new();
    let out = place.path("out");
    let output = run(&place.words(&out, &["--pairs", "300"]));
    let folder = place.path("out/small");
    let page = Path::new(&folder).join("report.html");
    assert!(stderr(&output).contains(&format!("Report: {}", page.display())), "{}", stderr(&output));
    let first = fs::read(&page).expect("a page");
    let text = String::from_utf8(first.clone()).expect("UTF-8");
    assert!(text.contains("6 variants, which differ in hull, shields and deal, fought BASALT and CARACAL"));
    assert!(text.contains("lanchester sweep small --pairs 300 --seed 3"));
    let answer = json(&place.words(&out, &["--pairs", "300", "--resume"]));

    fs::remove_file(&page).expect("removed");
    assert_eq!(done(&["report", &folder]), format!("{}\n", page.display()));
    assert!(fs::read(&page).expect("a page") == first, "the same bytes");
    let elsewhere = place.path("page.html");
    done(&["report", &folder, "--out", &elsewhere]);
    assert!(fs::read(&elsewhere).expect("a page") == first);
    let mut expected = answer.as_object().expect("an object").clone();
    assert!(expected.remove("command").is_some() && expected.remove("reports").is_some());
    assert_eq!(json(&["report", &folder]), serde_json::Value::Object(expected), "the same analysis");

    // Whatever file is not what the manifest says is named, and why.
    for (file, bytes) in tables(&out) {
        let path = Path::new(&folder).join(&file);
        let refuse = |why: &str| {
            let message = refused(&["report", &folder]);
            assert!(message.contains(file.to_str().expect("UTF-8")) && message.contains(why), "{message}");
        };
        for at in [0, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1] {
            let mut flipped = bytes.clone();
            flipped[at] ^= 8;
            fs::write(&path, flipped).expect("written");
            refuse("hash");
        }
        fs::write(&path, &bytes[..bytes.len() / 2]).expect("written");
        refuse("hash");
        fs::remove_file(&path).expect("removed");
        refuse("cannot be read as a run");
        fs::write(&path, bytes).expect("written");
    }
    done(&["report", &folder]);
    // Tables of another seed.
    let other = place.path("other");
    done(&place.words(&other, &["--pairs", "300", "--seed", "8"]));
    fs::copy(place.path("other/small/sweep.parquet"), place.path("out/small/sweep.parquet")).expect("copied");
    assert!(refused(&["report", &folder]).contains("sweep.parquet is damaged or from another run"));
}

#[test]
fn shards_in_any_order_merge_to_the_same_bytes() {
    let place = Place::new();
    let (whole, parts) = (place.path("whole"), place.path("parts"));
    done(&place.words(&whole, &[]));
    let stores: Vec<String> = (1..=3).map(|i| place.path(&format!("part-{i}.store"))).collect();
    for (i, threads) in [(3, "1"), (1, "2"), (2, "2")] {
        let shard = format!("{i}/3");
        let text = done(&place.words(&parts, &["--shard", &shard, "--store", &stores[i - 1], "--threads", threads]));
        assert!(text.contains("lanchester merge"), "{text}");
    }
    let merged = place.path("parts/small.store");
    done(&["merge", &stores[1], &stores[0], &stores[2], &stores[1], "--out", &merged]);
    done(&place.words(&parts, &["--resume"]));
    assert!(tables(&parts) == tables(&whole));
    // A part that is missing is played, not invented.
    let two = place.path("two/small.store");
    fs::create_dir_all(place.path("two")).expect("a folder");
    let answer = json(&["merge", &stores[0], &stores[2], "--out", &two]);
    assert_eq!((answer["store"].as_str(), answer["cells"].as_u64()), (Some(two.as_str()), Some(24)), "{answer}");
    done(&place.words(&place.path("two"), &["--resume"]));
    assert!(tables(&place.path("two")) == tables(&whole));
    // With --no-play it is neither: an engine is told to try again. Of what is there, a chunk of each part is played again.
    let one = place.path("one/small.store");
    fs::create_dir_all(place.path("one")).expect("a folder");
    done(&["merge", &stores[0], "--out", &one]);
    let output = run(&place.words(&place.path("one"), &["--resume", "--no-play"]));
    assert_eq!(output.status.code(), Some(75), "{}", stderr(&output));
    let output = run(&place.words(&parts, &["--resume", "--no-play", "--audit", "3"]));
    assert!(
        output.status.success() && stderr(&output).contains("3 chunks played again: the same"),
        "{}",
        stderr(&output)
    );
    // Another seed's store is refused by name.
    let other = place.path("other.store");
    done(&place.words(&place.path("other"), &["--seed", "8", "--store", &other]));
    let message = refused(&["merge", &stores[0], &other, "--out", &place.path("never.store")]);
    assert!(message.contains("seed"), "{message}");
    assert!(!Path::new(&place.path("never.store")).exists());
}

#[test]
fn what_changed_is_named_and_not_gone_on_with() {
    let place = Place::new();
    let out = place.path("out");
    done(&place.words(&out, &[]));
    let refuse = |more: &[&str], part: &str| {
        let message = refused(&place.words(&out, &[&["--resume"], more].concat()));
        assert!(message.contains(part) && message.contains("--restart"), "{part}: {message}");
    };
    refuse(&["--seed", "9"], "the seed is 9, the store's is 3");
    refuse(&["--pairs", "77"], "77 pairs a cell");
    refuse(&["--half-width", "0.05"], "half-width 0.05");
    fs::write(&place.sweep, SWEEP.replace("12, 16", "12, 15")).expect("a file");
    refuse(&[], "small.toml has changed");
    fs::write(&place.sweep, SWEEP).expect("a file");
    let store = Path::new(&out).join("small.store");
    let mut bytes = fs::read(&store).expect("a store");
    let middle = bytes.len() / 2;
    bytes[middle..middle + 64].iter_mut().for_each(|b| *b ^= 0xff);
    let damaged = place.path("damaged.store");
    fs::write(&damaged, &bytes).expect("a file");
    let output = run(&place.words(&out, &["--resume", "--store", &damaged]));
    // Where nobody looks a changed byte does no harm; where somebody does it is reported.
    assert!(matches!(output.status.code(), Some(0 | 2)), "{}", stderr(&output));
    // Some pages in wrong places make the library of the store panic: nobody is to see that.
    let whole = fs::read(&store).expect("a store");
    let pages: Vec<&[u8]> = whole.chunks(4096).collect();
    // How long the file is and where its pages lie is the library's affair; the empty ones hold nothing.
    let used: Vec<usize> = (0..pages.len()).filter(|&page| pages[page].iter().any(|&byte| byte != 0)).collect();
    let (mut tried, mut refusals) = (0, 0);
    for (nth, &from) in used.iter().enumerate() {
        for to in
            [1, 2, 5].map(|step| used[(nth + step) % used.len()]).into_iter().filter(|&to| pages[to] != pages[from])
        {
            let mut bytes = whole.clone();
            bytes[to * 4096..][..pages[from].len()].copy_from_slice(pages[from]);
            fs::write(&damaged, &bytes).expect("a file");
            let output = run(&["status", &damaged]);
            let errors = stderr(&output);
            assert!(
                matches!(output.status.code(), Some(0 | 2)) && !errors.contains("panicked"),
                "page {from} at {to}: {errors}"
            );
            tried += 1;
            refusals += usize::from(output.status.code() == Some(2));
        }
    }
    println!("{refusals} of {tried} refused");
    assert!(refusals * 4 > tried && tried > 20, "{refusals} of {tried} refused");
    for (name, text) in [("empty.store", ""), ("text.store", "not a store at all")] {
        let path = place.path(name);
        fs::write(&path, text).expect("a file");
        let message = refused(&place.words(&out, &["--resume", "--store", &path]));
        assert!(message.contains(name) && message.contains("expected another --store"), "{message}");
        // Nor is it moved out of the way.
        let message = refused(&place.words(&out, &["--restart", "--store", &path]));
        assert!(message.contains(name) && message.contains("is no store of a run, and stays"), "{message}");
        assert_eq!(fs::read_to_string(&path).expect("it is there"), text);
    }
    assert!(refused(&["status", &place.path("nothing.store")]).contains("nothing.store"));
}

/// Killed at 200 seeded moments, each run that is resumed to its end has the tables of one that was left alone.
#[cfg(unix)]
#[test]
fn a_run_that_is_killed_again_and_again_ends_the_same() {
    let place = Place::new();
    let whole = place.path("whole");
    // Enough battles for the kills to find something to interrupt.
    let more = ["--pairs", "20000", "--threads", "1"];
    done(&place.words(&whole, &more));
    let (mut killed, mut runs) = (0, 0);
    let kills = repetitions(100, 5);
    while killed < kills {
        let out = place.path(&format!("out-{runs}"));
        let words = |how: &'static [&str]| {
            place
                .words(&out, &[&["--resume"], more.as_slice(), how].concat())
                .into_iter()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        };
        let mut ended = false;
        while killed < kills && !ended {
            let mut child =
                lanchester().args(words(&[])).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
            // From before the store is there to some commits later.
            std::thread::sleep(Duration::from_millis(5 + lanchester_lanes::dice::mix64(killed) % 245));
            ended = child.try_wait().expect("a state").is_some();
            if !ended {
                child.kill().expect("killed");
                child.wait().expect("gone");
                killed += 1;
            }
        }
        done(&words(&["--quiet"]).iter().map(String::as_str).collect::<Vec<_>>());
        assert!(tables(&out) == tables(&whole), "after {killed} kills");
        runs += 1;
    }
    println!("{killed} kills in {runs} runs");
}

/// A time budget, killed at seeded moments: what its store says is what its tables are made from, wherever it lies and
/// however often it is gone on with.
#[cfg(unix)]
#[test]
fn a_budget_that_is_killed_again_and_again_is_what_was_played() {
    let place = Place::new();
    let out = place.path("out");
    let words = place.words(&out, &["--budget", "3s", "--resume"]);
    for kill in 0..8 {
        let mut child =
            lanchester().args(&words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(50 + lanchester_lanes::dice::mix64(kill) % 700));
        if child.try_wait().expect("a state").is_none() {
            child.kill().expect("killed");
        }
        child.wait().expect("gone");
    }
    done(&words);
    let first = tables(&out);
    let elsewhere = place.path("elsewhere");
    fs::create_dir_all(&elsewhere).expect("a folder");
    fs::copy(place.path("out/small.store"), place.path("elsewhere/small.store")).expect("copied");
    for (out, more) in [(&out, "1"), (&elsewhere, "2")] {
        done(&place.words(out, &["--budget", "3s", "--resume", "--threads", more]));
        assert!(tables(out) == first, "the same bytes from the store alone");
    }
}

/// A store from the future, and clocks that stand wrong or run away between two starts, decide nothing.
#[cfg(unix)]
#[test]
fn clocks_that_jump_change_nothing() {
    let required = std::env::var_os("LANCHESTER_REQUIRE_FAKETIME").is_some_and(|v| v == "1");
    if std::process::Command::new("faketime").arg("--version").output().is_err() {
        assert!(!required, "faketime is required");
        println!("skipped: no faketime");
        return;
    }
    let place = Place::new();
    let (whole, out) = (place.path("whole"), place.path("out"));
    done(&place.words(&whole, &[]));
    let at = |clock: &str, words: &[&str]| {
        let mut command = std::process::Command::new("faketime");
        command.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        let output =
            command.args(["-f", clock, env!("CARGO_BIN_EXE_lanchester")]).args(words).output().expect("it starts");
        assert!(output.status.success(), "{clock}: {}", stderr(&output));
        stdout(&output)
    };
    // The wall clock alone jumps: a machine's monotonic clock does not.
    let words: Vec<String> = (1..=3).map(|i| format!("{i}/3")).collect();
    for (shard, clock) in words.iter().zip(["+20y", "-30y", "+0 x100"]) {
        let store = place.path(&format!("part-{}.store", &shard[..1]));
        at(clock, &place.words(&out, &["--shard", shard, "--store", &store]));
        assert!(at("-30y", &["status", &store]).contains("no run is writing"));
    }
    let parts: Vec<String> = (1..=3).map(|i| place.path(&format!("part-{i}.store"))).collect();
    let merged = place.path("out/small.store");
    at("-10y", &["merge", &parts[0], &parts[1], &parts[2], "--out", &merged]);
    at("+5y", &place.words(&out, &["--resume"]));
    assert!(tables(&out) == tables(&whole));
    // A budget that has been spent is not given back by a clock put back, nor does one put forward end it.
    let budget = place.path("budget");
    at("+0", &place.words(&budget, &["--budget", "1s"]));
    let kept = tables(&budget);
    for clock in ["-20y", "+20y"] {
        at(clock, &place.words(&budget, &["--budget", "1s", "--resume"]));
        assert!(tables(&budget) == kept, "{clock}");
    }
}

#[test]
fn precision_and_budget_decide_how_much_is_played() {
    let place = Place::new();
    let half = if is_thorough() { 0.03 } else { 0.12 };
    let half_width = ["--half-width", &half.to_string()];
    let width = place.path("width");
    let answer = json(&place.words(&width, &[&half_width[..], &["--threads", "1"]].concat()));
    let wide = |answer: &serde_json::Value| {
        let width = |v: &serde_json::Value| {
            v["score"]["high"].as_f64().unwrap_or(1.0) - v["score"]["low"].as_f64().unwrap_or(0.0)
        };
        answer["variants"].as_array().expect("variants").iter().map(width).fold(0.0, f64::max)
    };
    assert!(wide(&answer) < 2.0 * half, "{}", wide(&answer));
    // A reader sees what its intervals promise, in the answer, the text, the page and what is made from the tables.
    assert_eq!(answer["interval_kind"], "anytime-valid");
    let text = done(&place.words(&width, &[&half_width[..], &["--resume"]].concat()));
    assert!(text.contains("confidence sequences") && !text.contains("fixed beforehand"), "{text}");
    let page = fs::read_to_string(place.path("width/small/report.html")).expect("a page");
    assert!(page.contains("confidence sequences") && !page.contains("false discovery rate"));
    let mut expected = answer.as_object().expect("an object").clone();
    assert!(expected.remove("command").is_some() && expected.remove("reports").is_some());
    assert_eq!(json(&["report", &place.path("width/small")]), serde_json::Value::Object(expected));
    let first = tables(&width);
    let other = place.path("other");
    done(&place.words(&other, &[&half_width[..], &["--threads", "2"]].concat()));
    assert!(tables(&other) == first, "how much is played depends on the battles alone");
    // A budget: the rounds are kept, and going on repeats them.
    let budget = place.path("budget");
    done(&place.words(&budget, &["--budget", "1s"]));
    let kept = tables(&budget);
    for again in ["1s", "1ms"] {
        done(&place.words(&budget, &["--budget", again, "--resume"]));
        assert!(tables(&budget) == kept, "the same time again, or less, plays nothing more");
    }
    let status = json(&["status", &place.path("budget/small.store")]);
    assert_eq!(status["stored"]["study"], "small");
    assert!(status["stored"]["chunks_done"].as_u64() >= Some(1), "{status}");
    let answer = json(&place.words(&budget, &["--budget", "1s", "--resume"]));
    assert_eq!(answer["interval_kind"], "anytime-valid");
    assert_eq!(json(&place.words(&place.path("pairs"), &["--pairs", "64"]))["interval_kind"], "fixed-sample");
    let plan = json(&["plan", &place.sweep]);
    // Six variants that keep the constraint, two opponents, two policies.
    assert_eq!((&plan["cells"], &plan["battles"]), (&24.into(), &(24 * 4200).into()));
    // 136 duels under 16 pairs of policies, 17 mirrors under 10, 30 fleet actions under 16; 2,500 and 100 pairs.
    assert!(stdout(&run(&["plan", "policies"])).contains("11,826,000 battles in 2,826 cells"));
}
