//! Runs of many rounds in parts: the same bytes however they were cut; machines that play something else are found.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

#[cfg(unix)]
use lanchester_conformance::thorough::{is_thorough, repetitions};
use lanchester_store::Store;
use serde_json::Value;
use tempfile::{TempDir, tempdir};

use crate::common::{
    done, few_rollouts, few_ships_study, json, lanchester, policies_study, quick_field_study, refused, run, stderr,
    stdout, told,
};

struct Place(TempDir);

impl Place {
    fn new() -> Self {
        Self(tempdir().expect("a folder"))
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    /// Plays a command in parts, round by round, until it has its result; returns that and how many rounds it took.
    fn in_parts(&self, words: &[&str], parts: usize) -> (String, usize) {
        for round in 1..30 {
            let before = self.path(&format!("whole-{}.store", round - 1));
            let known: &[&str] = if round > 1 { &["--from", &before] } else { &[] };
            let stores: Vec<String> = (1..=parts).map(|part| self.path(&format!("{round}-{part}.store"))).collect();
            // The order of the parts and their threads leave no trace.
            for part in (1..=parts).rev() {
                let (shard, threads) = (format!("{part}/{parts}"), (1 + part % 2).to_string());
                let own = ["--store", &stores[part - 1], "--shard", &shard, "--threads", &threads];
                let said = done(&[words, &own, known].concat());
                assert!(said.contains(&format!("art {shard}")) || said.contains(&format!("\"{shard}\"")), "{said}");
            }
            let whole = self.path(&format!("whole-{round}.store"));
            let mut merge: Vec<&str> = stores.iter().map(String::as_str).collect();
            merge.extend(known.get(1));
            done(&[&["merge"], &merge[..], &["--out", &whole]].concat());
            let audit = parts.to_string();
            let output = run(&[words, &["--store", &whole, "--resume", "--no-play", "--audit", &audit]].concat());
            match output.status.code() {
                Some(0) => return (stdout(&output), round),
                Some(75) => assert!(stderr(&output).contains("Battles are missing"), "{}", stderr(&output)),
                other => panic!("{other:?}: {}", stderr(&output)),
            }
        }
        panic!("no end")
    }
}

/// The Parquet files below a folder, by name.
fn tables(out: &str, study: &str) -> BTreeMap<PathBuf, Vec<u8>> {
    let files = fs::read_dir(Path::new(out).join(study)).expect("the run's folder");
    let files = files.map(|entry| entry.expect("an entry").path());
    let tables: BTreeMap<_, _> = files
        .filter(|path| path.extension().is_some_and(|extension| extension == "parquet"))
        .map(|path| (path.file_name().expect("a name").into(), fs::read(&path).expect("a file")))
        .collect();
    assert!(tables.len() > 3);
    tables
}

/// Cells and prices: each round follows from those before it.
const SMALL: &str = r#"game = "nova"
kind = "study"
name = "Small"
seed = 3
pairs = 60
policies = ["charge"]
[duels]
ships = ["majestic", "basalt", "gneiss"]
[prices]
ships = ["basalt", "gneiss"]
budget = [200, 300]
precision = 0.2
pairs = 1
"#;

#[test]
fn a_study_in_parts_has_the_bytes_of_the_whole() {
    let place = Place::new();
    let study = place.path("small.toml");
    fs::write(&study, SMALL).expect("a file");
    let [whole, parts] = ["whole", "parts"].map(|name| place.path(name));
    done(&["validate", &study, "--out", &whole]);
    let (text, rounds) = place.in_parts(&["validate", &study, "--out", &parts], 2);
    assert!(tables(&parts, "small") == tables(&whole, "small"));
    assert!(rounds > 1 && text.contains("BASALT"), "{rounds}: {text}");
}

/// A study in which a side searches is dealt out, kept and resumed like any other, and another budget is another run.
#[test]
fn a_searched_study_in_parts_has_the_bytes_of_the_whole() {
    let place = Place::new();
    let study = place.path("searched.toml");
    let text = SMALL
        .replace("pairs = 60", "pairs = 3")
        .replace("[\"charge\"]", "[\"charge\", \"search\"]\npolicy_pairs = \"all\"")
        + "[search]\nportfolio = [\"charge\", \"greedy\"]\nrollouts = 3\n";
    fs::write(&study, &text).expect("a file");
    let [whole, parts, store] = ["whole", "parts", "run.store"].map(|name| place.path(name));
    done(&["validate", &study, "--threads", "1", "--out", &whole, "--store", &store]);
    let (text_of_parts, rounds) = place.in_parts(&["validate", &study, "--out", &parts], 2);
    assert!(tables(&parts, "searched") == tables(&whole, "searched"));
    assert!(rounds > 1 && text_of_parts.contains("search"), "{rounds}: {text_of_parts}");
    let told = done(&["validate", &study, "--full", "--out", &whole, "--store", &store, "--resume"]);
    assert!(
        told.contains("plays out at each of its decisions: charge, greedy, 3 roll-outs each, and of two"),
        "{told}"
    );
    let cell = json(&["replay", "--study", &study, "--cell", "1", "--battle", "5", "--verify"]);
    assert_eq!((&cell["policies"], &cell["verified"]), (&serde_json::json!(["charge", "search"]), &Value::Bool(true)));
    let named = place.path("search.toml");
    fs::write(&named, done(&["show", "policies/charge"])).expect("a file");
    fs::write(&study, text.replace("[\"charge\", \"search\"]", "[\"search.toml\", \"search\"]")).expect("a file");
    for file in [&study, &named] {
        assert!(refused(&["check", file]).contains("expected another name of the file"), "{file}");
    }
    fs::write(&study, text.replace("rollouts = 3", "rollouts = 4")).expect("a file");
    let said = refused(&["validate", &study, "--out", &whole, "--store", &store, "--resume"]);
    assert!(said.contains("cannot go on there"), "{said}");
}

/// A search's battles are dealt out and kept like any others.
#[test]
fn prices_under_other_commanders_in_parts_have_the_bytes_of_the_whole() {
    let place = Place::new();
    let study = few_ships_study(place.0.path());
    let text = fs::read_to_string(&study).expect("a study");
    let fewer = text.replace("\"caracal\", \"moraine\", \"stoat\", \"sextant\", ", "\"caracal\", ");
    assert_ne!(fewer, text);
    fs::write(&study, fewer).expect("a file");
    let [whole, parts] = ["whole", "parts"].map(|name| place.path(name));
    let words = ["validate", &study, "--strength", "--portfolio", "charge", "--strength-matchups", "100"];
    let words = [&words[..], few_rollouts()].concat();
    done(&[&words[..], &["--threads", "1", "--out", &whole]].concat());
    place.in_parts(&[&words[..], &["--out", &parts]].concat(), 2);
    let (whole, parts) = (tables(&whole, "few"), tables(&parts, "few"));
    assert!(whole == parts && whole.contains_key(Path::new("commanders.parquet")));
}

#[test]
fn prices_and_formulas_in_parts_are_those_of_the_whole() {
    let place = Place::new();
    let field = quick_field_study(place.0.path());
    let charge = ["--policy-a", "charge", "--policy-b", "charge"];
    let price = ["price", "gneiss", "--against", &field, "--precision", "0.2", "--matchups", "576"];
    let reprice = ["reprice", &field, "--precision", "0.2", "--matchups", "4000"];
    let fit = ["fit", "--designs", "10", "--families", "10", "--ships", "2", "--precision", "0.2"];
    // All but the formula where the tests are not thorough.
    let asked = [(&price[..], 3), (&reprice[..], 3), (&fit[..], 2)];
    for (words, least) in asked.into_iter().filter(|(words, _)| is_thorough() || words[0] != "fit") {
        let place = Place::new();
        let words = [words, &charge, &["--json", "--seed", "5"]].concat();
        let (answer, rounds) = place.in_parts(&words, 2);
        assert_eq!(answer, done(&words), "{words:?}");
        assert!(rounds >= least, "{words:?}: {rounds} rounds");
    }
}

/// Settings do not wait for each other: two more of them take no more rounds than the price alone.
#[test]
fn a_robust_price_in_parts_is_that_of_the_whole() {
    let place = Place::new();
    let study = quick_field_study(place.0.path());
    let mut text = fs::read_to_string(&study).expect("a study");
    text.push_str("[robust]\npolicies = []\nbudgets = [0.5, 2]\nprecision = 0.2\n");
    fs::write(&study, text).expect("a file");
    let words =
        ["price", "gneiss", "--against", &study, "--precision", "0.2", "--matchups", "576", "--json", "--robust"];
    let (answer, rounds) = place.in_parts(&words, 2);
    assert_eq!(answer, done(&words));
    let rows = serde_json::from_str::<Value>(&answer).expect("JSON")["robust"].as_array().map(Vec::len);
    assert!(rows == Some(3) && rounds < 12, "{rows:?} in {rounds} rounds");
}

/// Killed at seeded moments, and gone on with: cells, prices under policies and at their equilibrium, best answers.
#[cfg(unix)]
#[test]
fn a_study_that_is_killed_again_and_again_ends_the_same() {
    let place = Place::new();
    let study = policies_study(place.0.path());
    let [whole, out, store] = ["whole", "out", "run.store"].map(|name| place.path(name));
    done(&["validate", &study, "--out", &whole]);
    let words = ["validate", &study, "--out", &out, "--store", &store, "--resume", "--threads", "1"];
    let mut killed = 0;
    for kill in 0..repetitions(20, 2) {
        let mut child =
            lanchester().args(words).stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        std::thread::sleep(Duration::from_millis(40 + lanchester_lanes::dice::mix64(kill) % 400));
        if child.try_wait().expect("a state").is_none() {
            child.kill().expect("killed");
            killed += 1;
        }
        child.wait().expect("gone");
    }
    assert!(killed > 3, "{killed}");
    done(&words);
    assert!(tables(&out, "payoffs") == tables(&whole, "payoffs"));
}

/// What a queue does to a job that must make room.
#[cfg(unix)]
#[test]
fn a_part_that_is_told_to_end_keeps_what_it_has_and_asks_to_be_tried_again() {
    let place = Place::new();
    let store = place.path("part.store");
    let output = told(&["fit", "--precision", "0.002", "--store", &store, "--shard", "1/2"], "-TERM", 75);
    assert!(stderr(&output).contains("--shard 1/2 --resume"), "{}", stderr(&output));
    let kept = json(&["status", &store])["stored"]["chunks_done"].as_u64().expect("a number");
    assert!(kept > 0);
}

#[test]
fn what_does_not_belong_together_is_refused() {
    let place = Place::new();
    let study = policies_study(place.0.path());
    let [store, other] = ["run.store", "other.store"].map(|name| place.path(name));
    let words = ["validate", study.as_str(), "--no-prices", "--out", &place.path("out")].map(str::to_owned);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let with = |more: &'static [&str]| -> Vec<&str> {
        let place = |word: &&'static str| match *word {
            "STORE" => store.as_str(),
            "OTHER" => other.as_str(),
            word => word,
        };
        words.iter().copied().chain(more.iter().map(place)).collect()
    };
    assert!(refused(&with(&["--resume"])).contains("expected --store as well"));
    assert!(refused(&with(&["--shard", "1/2"])).contains("--store"));
    assert!(refused(&with(&["--store", "STORE", "--from", "OTHER"])).contains("--shard"));
    assert!(refused(&with(&["--store", "STORE", "--no-play", "--shard", "1/2"])).contains("--no-play"));
    assert!(refused(&with(&["--store", "STORE", "--no-play", "--restart"])).contains("--restart"));
    done(&with(&["--store", "STORE", "--shard", "1/2"]));
    let alone = refused(&with(&["--store", "OTHER", "--shard", "1/2", "--from", "STORE"]));
    assert!(alone.contains("part 1/2 alone"), "{alone}");
    assert!(refused(&with(&["--store", "STORE", "--shard", "1/2"])).contains("expected --resume"));
    let differs = refused(&with(&["--store", "STORE", "--shard", "1/2", "--resume", "--seed", "8"]));
    assert!(differs.contains("the seed is 8, the store's is 9"), "{differs}");
    let differs = refused(&["validate", &study, "--store", &other, "--shard", "2/2", "--from", &store]);
    let plans = "the plan is validate, the store's is validate --no-prices";
    assert!(differs.contains(plans), "with prices it is another run: {differs}");
    let part = json(&with(&["--store", "STORE", "--shard", "1/2", "--resume"]));
    assert_eq!((&part["part"], &part["waits"]), (&Value::from("1/2"), &Value::from(true)), "{part}");
}

const DUELS: &str = r#"game = "nova"
kind = "study"
name = "Duels"
seed = 4
pairs = 40960
policies = ["charge"]
[duels]
ships = ["majestic", "basalt", "caracal", "gneiss", "alidade", "astrolabe", "dioptre", "gnomon", "monolith", "noctule"]
"#;

/// A copy of a store in which one battle in a hundred that A lost is won.
fn biased(store: &str, copy: &str) {
    let from = Store::read_only(Path::new(store)).expect("a store");
    let mut to = Store::create(Path::new(copy), from.identity()).expect("a store");
    for (cell, chunk) in from.keys() {
        let mut tally = from.get(cell, chunk).expect("readable").expect("it is there");
        let turned = (tally.pairs / 100).min(tally.pair_scores[0]);
        tally.pair_scores[0] -= turned;
        tally.pair_scores[4] += turned;
        tally.wins[1] -= 2 * turned;
        tally.wins[0] += 2 * turned;
        tally.seat_wins = [tally.wins[0], tally.wins[1]];
        tally.major = [0, 0];
        tally.initiative = [tally.wins[0], tally.wins[1]];
        to.put(cell, chunk, &tally).expect("it is taken");
    }
    to.commit().expect("written");
}

#[test]
fn a_machine_that_is_off_by_one_per_cent_is_found_and_named() {
    let place = Place::new();
    let study = place.path("duels.toml");
    fs::write(&study, DUELS).expect("a file");
    let out = place.path("out");
    let stores: Vec<String> = (1..=3).map(|part| place.path(&format!("part-{part}.store"))).collect();
    for (part, store) in (1..).zip(&stores) {
        done(&["validate", &study, "--store", store, "--shard", &format!("{part}/3")]);
    }
    let [off, whole, honest] = ["off.store", "whole.store", "honest.store"].map(|name| place.path(name));
    biased(&stores[1], &off);
    done(&["merge", &stores[0], &stores[1], &stores[2], "--out", &honest]);
    let found = refused(&["merge", &stores[0], &off, &stores[2], "--out", &whole]);
    assert!(found.contains("off.store does not count what the others count") && found.contains("too high"), "{found}");
    assert!(!Path::new(&whole).exists());
    let two = refused(&["merge", &stores[0], &off, "--out", &whole]);
    assert!(two.contains("part-1.store and") && two.contains("cannot say which is wrong"), "{two}");
    // A battle of it that is played again is another one.
    done(&["merge", &stores[0], &off, &stores[2], "--out", &whole, "--trust"]);
    let look = |store: &str| {
        run(&["validate", &study, "--out", &out, "--store", store, "--resume", "--no-play", "--audit", "3"])
    };
    let output = look(&whole);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("part 2/3 in") && !Path::new(&out).join("duels").exists(), "{}", stderr(&output));
    assert_eq!(look(&honest).status.code(), Some(0));
}

#[test]
fn an_engine_gets_a_file_with_the_command_and_the_parts() {
    for engine in ["snakemake", "slurm", "kubernetes", "parallel"] {
        for (what, more, expected) in [
            ("default", &["--seed", "3"][..], "lanchester validate default --seed 3"),
            ("refits", &["--half-width", "0.01"], "lanchester sweep refits --half-width 0.01"),
            ("default", &["--for", "fit"], "lanchester fit default"),
            ("default", &["--for", "price"], "lanchester price --against default"),
        ] {
            let words = [&["plan", what, "--emit", engine, "--parts", "7"], more].concat();
            let file = done(&words);
            assert!(
                file.contains(expected) && file.contains('7') && !file.contains("@N") && !file.contains("@C"),
                "{words:?}: {file}"
            );
            assert_eq!(json(&words)["file"], file.as_str());
        }
    }
    assert!(refused(&["plan", "default", "--parts", "7"]).contains("--emit"));
    assert!(refused(&["plan", "refits", "--emit", "slurm", "--for", "fit"]).contains("`refits` is a sweep"));
    assert!(refused(&["plan", "default", "--emit", "slurm", "--half-width", "0.1"]).contains("is a study"));
    assert!(refused(&["plan", "default", "--emit", "slurm", "--for", "fit", "--pairs", "3"]).contains("not both"));
}

#[test]
fn what_is_not_there_is_named() {
    let place = Place::new();
    let study = place.path("duels.toml");
    fs::write(&study, DUELS.replace("40960", "4096")).expect("a file");
    let [first, third, whole, nothing] = ["1.store", "3.store", "whole.store", "nothing.store"].map(|n| place.path(n));
    for (part, store) in [("1/3", &first), ("3/3", &third)] {
        done(&["validate", &study, "--store", store, "--shard", part]);
    }
    let lost = refused(&["merge", &first, &nothing, "--out", &whole]);
    assert!(lost.contains("nothing.store") && lost.contains("expected the stores of the parts"), "{lost}");
    let other = refused(&["merge", &first, &study, "--out", &whole]);
    assert!(
        other.contains("duels.toml is not a store") && other.contains("expected the stores of the parts"),
        "{other}"
    );
    let next = place.path("1-again.store");
    let lost = refused(&["validate", &study, "--store", &next, "--shard", "1/3", "--from", &nothing]);
    assert!(lost.contains("nothing.store: no such file; expected what all parts played so far"), "{lost}");
    assert!(!Path::new(&next).exists());
    let merged = run(&["merge", &first, &third, "--out", &whole]);
    assert!(
        merged.status.success() && stderr(&merged).contains("No store of these is of part 2/3;"),
        "{}",
        stderr(&merged)
    );
    let again = run(&["validate", &study, "--store", &whole, "--resume", "--no-play", "--audit", "3"]);
    assert_eq!(again.status.code(), Some(75));
    assert!(stderr(&again).trim_end().ends_with("--store WHOLE --resume --no-play --audit 3"), "{}", stderr(&again));
}
