//! The second game through the program: a file names its game, and every command knows it.

mod common;

use std::fs;
use std::path::Path;

use common::{done, json, refused, run, stderr};

/// A shipped file of the second game, by its path on disk.
fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/starmada-x");
    root.join(path).to_str().expect("UTF-8").to_owned()
}

#[test]
fn a_file_names_its_game() {
    let matchup = file("matchups/mouse-and-monkey.toml");
    let answer = json(&["duel", &matchup, "--battles", "200"]);
    assert_eq!(answer["game"], "starmada-x");
    assert!(answer["tally"]["mutual"].as_u64().is_some_and(|n| n > 0), "{answer}");
    assert!(done(&["replay", &matchup, "--battle", "3", "--verify"]).contains("Mouse"));
    // What is typed again asks for the game where the file did not.
    let asked = json(&["duel", "mouse", "lab-rat", "--battles", "20", "--game", "starmada-x"]);
    assert!(asked["command"].as_str().is_some_and(|again| again.ends_with("--game starmada-x")), "{asked}");
    // Ids without --game are the first game's; where they are known is said.
    for words in [
        &["duel", "mouse", "lab-rat"][..],
        &["price", "mouse"],
        &["show", "mouse"],
        &["odds", "mouse", "monkey", "--range", "3"],
    ] {
        let told = refused(words).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains("`mouse` is a ship of starmada-x (`--game starmada-x`)"), "{words:?}: {told}");
    }
    let told = refused(&["duel", "mouse", "majestic", "--game", "starmada-x"]);
    assert!(told.contains("`majestic` is a ship of nova"), "{told}");
}

#[test]
fn every_command_knows_the_game() {
    let game = ["--game", "starmada-x"];
    let with = |words: &[&str]| json(&[words, &game].concat());
    assert_eq!(with(&["odds", "mouse", "monkey", "--range", "3"])["game"], "starmada-x");
    assert_eq!(json(&["rules", "starmada-x"])["game"], "starmada-x");
    assert!(done(&["list", "--game", "starmada-x"]).contains("Amphisbaena"));
    assert!(done(&["show", "bunyan", "--game", "starmada-x"]).contains("Particle Beam"));
    assert!(done(&["plan", &file("sweeps/what-makes-a-zenith.toml")]).contains("72 cells"));
    let here = tempfile::tempdir().expect("a folder");
    let out = here.path().to_str().expect("UTF-8");
    let told = json(&["validate", &file("studies/trio.toml"), "--pairs", "20", "--no-prices", "--out", out]);
    assert_eq!(told["designs"].as_array().map(Vec::len), Some(3));
    assert!(fs::metadata(here.path().join("trio/report.html")).is_ok_and(|page| page.len() > 10_000));
    assert!(fs::metadata(here.path().join("trio/cells.parquet")).is_ok());
    assert!(done(&["report", here.path().join("trio").to_str().expect("UTF-8")]).contains("report.html"));
}

/// Carriers bring flights along, of which a side has only so many: no fleet that prices are made of has more.
#[test]
fn carriers_are_priced_in_fleets_that_can_fly() {
    let here = tempfile::tempdir().expect("a folder");
    let study = here.path().join("carriers.toml");
    let text = "game = \"starmada-x\"\nkind = \"study\"\nname = \"Carriers\"\npairs = 4\n\n\
                [prices]\nships = [\"halo\", \"hydra\", \"corona\"]\nbudget = [700, 2500]\nprecision = 0.2\npairs = 4\n\
                [[random]]\nships = [\"halo\", \"hydra\", \"corona\", \"lodestar\", \"adder\"]\npoints = 1500\nmatchups = 30\n";
    fs::write(&study, text).expect("a file");
    let (study, out) = (study.to_str().expect("UTF-8"), here.path().to_str().expect("UTF-8"));
    let told = json(&["validate", study, "--out", out]);
    assert_eq!(told["prices"].as_array().map(Vec::len), Some(3), "{told}");
}

#[test]
fn files_of_two_games_are_checked_each_by_its_own() {
    let here = tempfile::tempdir().expect("a folder");
    let folder = here.path().to_str().expect("UTF-8");
    done(&["init", folder]);
    done(&["init", folder, "--game", "starmada-x"]);
    assert!(done(&["check", folder]).contains("Nothing is wrong"));
    let told = stderr(&run(&["check", folder, "--game", "nova"]));
    assert!(told.contains("the file is for the game `starmada-x`"), "{told}");
}

#[test]
fn equipment_without_effect_is_said() {
    let ship = file("ships/bunyan.toml");
    assert!(done(&["check", &ship]).contains("Anti-Fighter Batteries is carried without effect"));
    let duel = run(&["duel", "mouse", "monkey", "--battles", "20", "--game", "starmada-x"]);
    assert!(stderr(&duel).contains("Hyperdrive is carried without effect: its rule is not known (Monkey, Mouse)"));
    let quiet = run(&["duel", "mouse", "monkey", "--battles", "20", "--game", "starmada-x", "--quiet"]);
    assert_eq!(stderr(&quiet), "");
}
