//! The second game through the program: a file names its game, and every command knows it.

use std::fs;
use std::path::Path;

use crate::common::{done, json, refused, run, stderr};

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
        let errors = refused(words).split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(errors.contains("`mouse` is a ship of starmada-x (`--game starmada-x`)"), "{words:?}: {errors}");
    }
    // So for a name as a table prints it.
    let errors = refused(&["price", "Lab Rat"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(errors.contains("`Lab Rat` is a ship of starmada-x (`--game starmada-x`)"), "{errors}");
    let errors = refused(&["duel", "mouse", "majestic", "--game", "starmada-x"]);
    assert!(errors.contains("`majestic` is a ship of nova"), "{errors}");
}

/// A duel of two ships has one loser: twice nothing is nothing, so every victory by the cap or before is major unless both
/// went. Every victory has one grade, and a record of the battle says the same.
#[test]
fn victories_have_grades() {
    let words = ["duel", "mouse", "monkey", "--battles", "400", "--game", "starmada-x"];
    let duel = json(&words);
    let count = |name: &str, side: usize| duel["tally"][name][side].as_u64().expect("a count");
    for side in 0..2 {
        let (major, wins) = (count("major", side), count("wins", side));
        assert!(major > 0 && major <= wins, "side {side}: {major} of {wins}");
        let share = |name: &str| duel[name][side]["estimate"].as_f64().expect("a share");
        assert!((share("major") - major as f64 / 400.0).abs() < 1e-12);
        assert!((share("minor") - (wins - major) as f64 / 400.0).abs() < 1e-12);
    }
    // Mouse is worth 133 and Monkey 128: who loses both ships in one phase has not twice as many points as the other.
    let minor: u64 = (0..2).map(|side| count("wins", side) - count("major", side)).sum();
    assert_eq!(minor, duel["tally"]["mutual"].as_u64().expect("a count"));
    assert!(minor > 0, "no battle of 400 ended with both lost");
    // The row of each side has its share and both ends of the interval.
    let text = done(&words);
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("by a major victory"))
        .map(|row| row.split_whitespace().collect())
        .collect();
    assert_eq!(rows.len(), 2, "{text}");
    for (side, row) in rows.iter().enumerate() {
        let [estimate, low, high] =
            ["estimate", "low", "high"].map(|field| 100.0 * duel["major"][side][field].as_f64().expect("a number"));
        assert!(low < estimate && estimate < high, "{low} {estimate} {high}");
        let [shown, from, "to", to] = row[..] else { panic!("{text}") };
        for (shown, figure) in [(shown, estimate), (from, low), (to, high)] {
            let shown: f64 = shown.parse().expect("a number");
            // Both ends are rounded outward.
            assert!((shown - figure).abs() < 0.1, "{shown} is not {figure}: {text}");
        }
    }
}

/// X 2.1.1: a tenth of the lower total is the most that two sides may differ by.
#[test]
fn far_from_even_points_are_remarked_on() {
    let duel = |a: &str, b: &str| stderr(&run(&["duel", a, b, "--battles", "2", "--game", "starmada-x"]));
    assert!(
        duel("mouse", "bunyan").contains("a difference of at most 13 even (X 2.1.1)"),
        "{}",
        duel("mouse", "bunyan")
    );
    assert!(!duel("mouse", "lab-rat").contains("2.1.1"));
    // Starmada Nova has no such rule: its remark names none.
    let other = stderr(&run(&["duel", "majestic", "dioptre", "--battles", "2"]));
    assert!(other.contains("even") && !other.contains("2.1.1"), "{other}");
}

/// The chart on which dice are read, whether the file has it or not.
#[test]
fn check_says_which_chart_is_played() {
    let [zenith, rat] = ["zenith", "lab-rat"].map(|ship| file(&format!("ships/{ship}.toml")));
    let text = done(&["check", &zenith, &rat]);
    assert!(text.contains("    damage chart Ha Eb H S H Q\n"), "{text}");
    assert!(text.contains("    damage chart HQ Ea Ha Eb Hb S\n"), "{text}");
    let answer = json(&["check", &zenith]);
    assert_eq!(answer["files"][0]["notes"][0], "damage chart Ha Eb H S H Q");
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
    let answer = json(&["validate", &file("studies/trio.toml"), "--pairs", "20", "--no-prices", "--out", out]);
    assert_eq!(answer["designs"].as_array().map(Vec::len), Some(3));
    assert!(fs::metadata(here.path().join("trio/report.html")).is_ok_and(|page| page.len() > 10_000));
    assert!(fs::metadata(here.path().join("trio/cells.parquet")).is_ok());
    assert!(done(&["report", here.path().join("trio").to_str().expect("UTF-8")]).contains("report.html"));
}

/// Carriers bring flights along, of which a side has only so many: no fleet that prices are made of has more.
#[test]
fn carriers_are_priced_in_fleets_that_can_fly() {
    let here = tempfile::tempdir().expect("a folder");
    let study = here.path().join("carriers.toml");
    let text = "game = \"starmada-x\"\nkind = \"study\"\nname = \"Carriers\"\npairs = 4\n\
                policies = [\"charge\"]\n\
                [prices]\nships = [\"halo\", \"hydra\", \"corona\"]\nbudget = [700, 2500]\nprecision = 0.2\npairs = 4\n\
                [[random]]\nships = [\"halo\", \"hydra\", \"corona\", \"lodestar\", \"adder\"]\npoints = 1500\nmatchups = 30\n";
    fs::write(&study, text).expect("a file");
    let (study, out) = (study.to_str().expect("UTF-8"), here.path().to_str().expect("UTF-8"));
    let answer = json(&["validate", study, "--out", out]);
    assert_eq!(answer["prices"].as_array().map(Vec::len), Some(3), "{answer}");
}

#[test]
fn files_of_two_games_are_checked_each_by_its_own() {
    let here = tempfile::tempdir().expect("a folder");
    let folder = here.path().to_str().expect("UTF-8");
    done(&["init", folder]);
    done(&["init", folder, "--game", "starmada-x"]);
    assert!(done(&["check", folder]).contains("Nothing is wrong"));
    let errors = stderr(&run(&["check", folder, "--game", "nova"]));
    assert!(errors.contains("the file is for the game `starmada-x`"), "{errors}");
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
