//! `lanchester reprice`: all ships of a study priced together.

use std::path::Path;

use crate::common::{done, json, refused};
use serde_json::Value;
use tempfile::tempdir;

const STUDY: &str = r#"game = "nova"
kind = "study"
name = "Navy"
seed = 9
pairs = 2
[prices]
ships = ["majestic", "basalt", "caracal", "gneiss"]
pairs = 2
budget = [300, 900]
"#;

/// Writes the study to a folder and returns its path.
fn navy(folder: &Path) -> String {
    let path = folder.join("navy.toml");
    std::fs::write(&path, STUDY).expect("a file in a fresh folder");
    path.to_str().expect("UTF-8").to_owned()
}

const QUICK: [&str; 4] = ["--precision", "0.2", "--matchups", "4000"];

fn points(answer: &Value) -> Vec<f64> {
    let designs = answer["designs"].as_array().expect("a list");
    designs.iter().map(|design| design["points"].as_f64().expect("a number")).collect()
}

#[test]
fn joint_prices_depend_on_study_and_seed_alone() {
    let folder = tempdir().expect("a folder");
    let study = navy(folder.path());
    let ask = |words: &[&str]| json(&[&["reprice", &study], &QUICK[..], words].concat());
    let answer = ask(&["--threads", "1"]);
    assert_eq!(answer, ask(&["--threads", "2"]));
    assert_eq!(answer, ask(&["--simd", "sse4.2"]));
    assert_ne!(answer["designs"], ask(&["--seed", "4"])["designs"]);
    let documentation = include_str!("../../../../docs/json.md");
    for object in [&answer, &answer["designs"][0], &answer["misfit"], &answer["misfit"]["pure"]] {
        for field in object.as_object().expect("an object").keys() {
            assert!(documentation.contains(&format!("`{field}`")), "docs/json.md does not name `{field}`");
        }
    }
    // The sum of the points stays.
    let sum: f64 = points(&answer).iter().sum();
    let printed: f64 = answer["designs"].as_array().into_iter().flatten().filter_map(|d| d["printed"].as_f64()).sum();
    assert!((sum / printed - 1.0).abs() < 1e-9, "{sum} {printed}");
}

#[test]
fn new_ratings_are_written_and_nothing_is_overwritten() {
    let folder = tempdir().expect("a folder");
    let study = navy(folder.path());
    let new = folder.path().join("new");
    let written = new.to_str().expect("UTF-8");
    let words = [&["reprice", &study, "--hold", "majestic", "--write", written], &QUICK[..]].concat();
    let answer = json(&words);
    let designs = answer["designs"].as_array().expect("a list");
    for (design, points) in designs.iter().zip(points(&answer)) {
        let id = design["design"].as_str().expect("an id");
        let file = std::fs::read_to_string(new.join(format!("{id}.toml"))).expect("a file");
        assert!(
            file.lines().any(|line| line.split('#').next().unwrap_or("").trim() == format!("rating = {points}")),
            "{file}"
        );
        // Line by line the shipped file, comments and all, but for the rating.
        let shipped = format!("{}/../../scenarios/nova/ships/{id}.toml", env!("CARGO_MANIFEST_DIR"));
        let shipped = std::fs::read_to_string(shipped).expect("a shipped file");
        let other = shipped.lines().zip(file.lines()).filter(|(old, new)| old != new).map(|(old, _)| old);
        assert!(other.clone().count() <= 1 && other.clone().all(|line| line.starts_with("rating")), "{file}");
        if id == "majestic" {
            assert_eq!(design["standing"], "held");
            assert_eq!(file, shipped);
        }
    }
    done(&["check", written]);
    let message = refused(&words);
    assert!(message.contains("is there already") && message.contains("--write"), "{message}");
}

#[test]
fn joint_prices_as_text_say_how_they_were_found() {
    let folder = tempdir().expect("a folder");
    let study = navy(folder.path());
    let text = done(&[&["reprice", &study, "--integer=5", "--within", "0.1", "--law", "all"], &QUICK[..]].concat());
    for part in [
        "MAJESTIC",
        "Joint price",
        "every ship drawn from all designs",
        "sum of the designs' points",
        "On fresh fleets",
        "What no points can say",
        "This again: lanchester reprice",
        "--integer=5",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn navies_that_cannot_be_priced_are_refused() {
    let folder = tempdir().expect("a folder");
    let study = navy(folder.path());
    let refuse = |words: &[&str], parts: &[&str]| {
        let message = refused(&[&["reprice", &study], words].concat());
        for part in parts {
            assert!(message.contains(part), "{part}: {message}");
        }
    };
    refuse(&["--hold", "majestik"], &["majestik", "majestic"]);
    refuse(&["--within", "2"], &["0.25"]);
    refuse(&["--integer=0"], &["whole number"]);
    refuse(
        &["--hold", "majestic", "--hold", "basalt", "--hold", "caracal", "--hold", "gneiss"],
        &["every ship is held"],
    );
    refuse(&["--budget", "60:90"], &["too few fleets", "--budget"]);
}
