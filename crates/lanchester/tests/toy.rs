//! Every command plays the toy: `cargo test -p lanchester --features toy --test toy`. What the seam between program and games
//! says of games in general holds of one that has no initiative, other dice, wide maps, formations and a word of its own for
//! points.

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program on the toy with these words, in this folder.
fn run(folder: &Path, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lanchester"));
    command.env_remove("NO_COLOR").env_remove("COLUMNS").current_dir(folder).args(words).args(["--game", "toy"]);
    command.output().expect("the program starts")
}

/// Runs it, expects success, and returns what it wrote to stdout.
fn done(folder: &Path, words: &[&str]) -> String {
    let output = run(folder, words);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{words:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn commands_that_only_read() {
    let here = tempfile::tempdir().expect("a folder");
    let all = |words: &[&str]| done(here.path(), words);
    assert!(all(&["list", "ships"]).contains("WASP"));
    assert!(all(&["list", "fleets"]).contains("swarm"));
    assert!(all(&["show", "swarm"]).contains("formation = 2"));
    assert!(all(&["show", "fox"]).contains("points = 40"));
    assert!(all(&["rules"]).contains("TOY 5"));
    all(&["init", "files"]);
    let schema = std::fs::read_to_string(here.path().join("files/schema/toy-ship.json")).expect("a schema");
    assert!(schema.contains("Sides of their dice"));
    all(&["check", "files"]);
}

#[test]
fn commands_that_play() {
    let here = tempfile::tempdir().expect("a folder");
    let all = |words: &[&str]| done(here.path(), words);
    let duel = all(&["duel", "fox", "bear", "--battles", "1400", "--seed", "3"]);
    assert!(!duel.contains("initiative"), "the toy has none: {duel}");
    let duel = all(&["duel", "fox", "bear", "--battles", "1400", "--seed", "3", "--json"]);
    let duel: serde_json::Value = serde_json::from_str(&duel).expect("JSON");
    assert!(duel["initiative"].is_null() && duel["seat"]["estimate"].is_f64(), "{duel}");
    let odds = all(&["odds", "fox", "bear", "--range", "20"]);
    // Two D10 that need 4: 14/10 hits, and 2/10 critical hits besides.
    assert!(odds.contains("1.6"), "{odds}");
    all(&["selftest"]);
    all(&["policies", "--pairs", "20"]);
    all(&["compare", "fox", "bear", "--pairs", "1024"]);
    all(&["sensitivity", "fox", "--pairs", "1024"]);
    all(&["price", "wasp", "--precision", "0.2", "--matchups", "1024"]);
    // A shipped policy answers best: it is named, and no file is written.
    let tuned = run(here.path(), &["tune", "--against", "hold", "--budget", "40000", "--out", "tuned.toml"]);
    let said = String::from_utf8_lossy(&tuned.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(tuned.status.code(), Some(1), "{said}");
    assert!(said.contains("Nothing better than foresight as it is was found, which beats hold"), "{said}");
    assert!(!here.path().join("tuned.toml").exists());
}

#[test]
fn replays_are_verified_and_say_the_games_words() {
    let here = tempfile::tempdir().expect("a folder");
    let replay = done(here.path(), &["replay", "swarm", "pair", "--battle", "1", "--verify"]);
    assert!(replay.contains("Swarm, build points 120"), "{replay}");
}

#[test]
fn studies_run_are_kept_and_are_reported_again() {
    let here = tempfile::tempdir().expect("a folder");
    let all = |words: &[&str]| done(here.path(), words);
    all(&["plan", "default"]);
    for (command, file, folder) in [("validate", "default", "one"), ("sweep", "hulls", "two")] {
        let text = all(&[command, file, "--out", folder]);
        if command == "validate" {
            assert!(text.contains("Equal sides: who gains from the seat (50 % is fair)"), "{text}");
            assert!(!text.to_lowercase().contains("initiative"), "the toy has none: {text}");
        }
        let page = here.path().join(folder).join(file).join("report.html");
        let text = std::fs::read_to_string(&page).expect("a page");
        // The tables alone make the page again; they know which game they are of.
        let run = [folder, file].join("/");
        let again =
            Command::new(env!("CARGO_BIN_EXE_lanchester")).current_dir(here.path()).args(["report", &run]).output();
        assert_eq!(again.expect("the program starts").status.code(), Some(0));
        assert_eq!(std::fs::read_to_string(&page).expect("a page"), text);
    }
}

/// In the toy the best play of some fleets is known: OWLs hit from afar and nothing hits them there, so they stay where they are, and what has
/// to be close goes there. With `charge` on both sides the OWL loses its range. The price under a search goes from that price towards the one
/// under best play as its budget rises, and is within noise of it in the end.
#[test]
fn prices_under_a_search_go_to_that_of_best_play() {
    let here = tempfile::tempdir().expect("a folder");
    let json = |words: &[&str]| -> serde_json::Value {
        let words = [words, &["--options", "distance=300", "--quiet", "--json"]].concat();
        serde_json::from_str(&done(here.path(), &words)).expect("JSON")
    };
    let head = "game = \"toy\"\n";
    for (name, points, hull, guns) in [("RAM", 53, 16, 2), ("CAT", 47, 12, 2), ("DOG", 67, 20, 3), ("PIG", 79, 30, 2)] {
        let numbers = format!("points = {points}\nhull = {hull}\nguns = {guns}\ndie = 6\n");
        let text = format!("{head}kind = \"ship\"\nname = \"{name}\"\norigin = \"original\"\n{numbers}");
        std::fs::write(here.path().join(format!("{}.toml", name.to_lowercase())), text).expect("a file");
    }
    // So few points that no side has more than four ships.
    let study = "kind = \"study\"\nname = \"Owls\"\nseed = 1\npairs = 1\npolicies = [\"charge\"]\n\
                 [duels]\nships = [\"owl\", \"bear\"]\n\
                 [prices]\nships = [\"owl\", \"bear\", \"ram.toml\", \"cat.toml\", \"dog.toml\", \"pig.toml\"]\n\
                 precision = 0.05\nbudget = [90, 150]\n";
    std::fs::write(here.path().join("owls.toml"), format!("{head}{study}")).expect("a file");
    let change = |rollouts: &str| {
        let words = ["validate", "owls.toml", "--strength", "--portfolio", "charge,hold", "--strength-matchups", "500"];
        let answer = json(&[&words[..], &["--rollouts", rollouts]].concat());
        let rows = answer["commanders"].as_array().expect("a list");
        let row = rows.iter().find(|row| row["design"] == "owl" && !row["rollouts"].is_null()).expect("the owl's");
        ["estimate", "low", "high"].map(|end| row["change"][end].as_f64().expect("a number"))
    };
    let price = |policy: &str| {
        let under = ["--policy-a", policy, "--policy-b", "charge", "--precision", "0.01"];
        let answer = json(&[&["price", "owl", "--against", "owls.toml"][..], &under].concat());
        answer["prices"][0]["price"]["estimate"].as_f64().expect("a number")
    };
    let best = price("hold") / price("charge") - 1.0;
    let changes = ["1", "4", "64"].map(change);
    println!("best play {best:.3}; {changes:.3?}");
    assert!(best > 0.2, "{best}");
    assert!(changes[0][2] < changes[1][0] && changes[1][0] < changes[2][0], "{changes:?}");
    assert!(changes[2][1] < best && best < changes[2][2], "{best}: {changes:?}");
}
