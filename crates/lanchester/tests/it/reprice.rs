//! `lanchester reprice`: all ships of a study priced together.

use std::path::Path;

use crate::common::{done, json, refused, simplest};
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

/// A coarse precision, under the policy that takes the least time.
const QUICK: [&str; 8] = ["--precision", "0.2", "--matchups", "4000", "--policy-a", "charge", "--policy-b", "charge"];

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
    assert_eq!(answer, ask(&["--simd", simplest()]));
    assert_ne!(answer["designs"], ask(&["--seed", "4"])["designs"]);
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

/// The new files in a study of their own, priced again with other dice: no design moves by more than the errors of the two
/// answers and the rounding to whole points allow, at a false alarm of one in 10,000 over all designs.
#[test]
fn a_navy_at_its_prices_keeps_them() {
    const FALSE_ALARM: f64 = 1e-4;
    let folder = tempdir().expect("a folder");
    let study = navy(folder.path());
    let new = folder.path().join("new");
    let quick = ["--precision", "0.08", "--matchups", "20000", "--policy-a", "charge", "--policy-b", "charge"];
    let first = json(&[&["reprice", &study, "--write", new.to_str().expect("UTF-8")], &quick[..]].concat());
    let ids = ["majestic", "basalt", "caracal", "gneiss"];
    let again =
        ids.iter().fold(STUDY.to_owned(), |text, id| text.replace(&format!("\"{id}\""), &format!("\"new/{id}.toml\"")));
    let path = folder.path().join("again.toml");
    std::fs::write(&path, again).expect("a file");
    let second = json(&[&["reprice", path.to_str().expect("UTF-8"), "--seed", "77"], &quick[..]].concat());
    // The logarithm of a price and its standard error.
    let known = |answer: &Value, i: usize| {
        let number = |end: &str| answer["designs"][i]["price"][end].as_f64().expect("a number").ln();
        [number("estimate"), (number("high") - number("low")) / (2.0 * 1.96)]
    };
    let mut moved = 0.0f64;
    for (i, (points, id)) in points(&first).into_iter().zip(ids).enumerate() {
        assert_eq!(second["designs"][i]["printed"], points, "{id}");
        let ([one, error], [other, other_error]) = (known(&first, i), known(&second, i));
        let rounding = 0.5 / points;
        let off = ((other - one).abs() - rounding).max(0.0) / error.hypot(other_error);
        let p = lanchester_stats::two_sided_p(off) * ids.len() as f64;
        assert!(p > FALSE_ALARM, "{id} moves from {:.0} to {:.0}", one.exp(), other.exp());
        // The printed points were another matter: the first answer moved them.
        let printed = first["designs"][i]["printed"].as_f64().expect("a number").ln();
        moved = moved.max((one - printed).abs() / error);
    }
    assert!(moved > 4.0, "a navy that was priced right shows nothing: {moved}");
    // Fleets of equal points are no less even the second time than the first answer made them.
    let advantage = |answer: &Value, which: &str, end: &str| answer[which][end].as_f64().expect("a number");
    assert!(advantage(&second, "advantage_printed", "low") <= advantage(&first, "advantage_new", "high"), "{second}");
}

#[test]
fn the_study_declares_the_law_of_its_fleets_and_the_flag_overrides_it() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("navy.toml");
    std::fs::write(&path, STUDY.replace("[prices]\n", "[prices]\nlaw = \"all\"\n")).expect("a file");
    let study = path.to_str().expect("UTF-8");
    let ask = |words: &[&str]| {
        let text = done(&[&["reprice", study], &QUICK[..], words].concat());
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let declared = ask(&[]);
    assert!(declared.contains("every ship drawn from all designs") && declared.contains("law = \"all\" of the study"));
    let other = ask(&["--law", "two"]);
    assert!(other.contains("two designs that chance picks") && other.contains("by --law; the study says \"all\""));
    assert!(refused(&["reprice", study, "--law", "three"]).contains("two, all"));
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
