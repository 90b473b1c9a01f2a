//! `lanchester fit`: the rating formula of a game.

use std::sync::LazyLock;

#[cfg(unix)]
use crate::common::{interrupted, stderr, stdout};
use crate::common::{json, refused};
use serde_json::Value;
use tempfile::tempdir;

/// Few designs at a coarse precision, under the policy that takes the least time: seconds.
const QUICK: [&str; 13] = [
    "fit",
    "--designs",
    "10",
    "--families",
    "10",
    "--ships",
    "2",
    "--precision",
    "0.2",
    "--policy-a",
    "charge",
    "--policy-b",
    "charge",
];

/// What it says, played once for all tests.
static ANSWER: LazyLock<Value> = LazyLock::new(|| json(&[&QUICK[..], &["--threads", "2"]].concat()));

#[test]
fn a_result_hangs_on_study_and_seed_alone_and_is_written_once() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("fit");
    let out = out.to_str().expect("UTF-8");
    let answer = json(&[&QUICK[..], &["--threads", "1", "--out", out]].concat());
    assert_eq!(answer, *ANSWER);
    let written = std::fs::read_to_string(folder.path().join("fit").join("fit.json")).expect("a file");
    assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), answer);
    let complaint = refused(&[&QUICK[..], &["--out", out]].concat());
    assert!(complaint.contains("is there already, and no file is overwritten"), "{complaint}");
}

/// Another field changes whom the designs meet, and not what they are.
#[test]
fn the_designs_are_those_of_the_study_whatever_they_meet() {
    let (usual, other) = (&*ANSWER, json(&[&QUICK[..], &["--field", "karst"]].concat()));
    let designs = |answer: &Value| -> Vec<[Value; 3]> {
        let prices = answer["prices"].as_array().expect("prices");
        prices.iter().map(|one| ["name", "offence", "defence"].map(|key| one[key].clone())).collect()
    };
    assert_eq!(designs(usual), designs(&other));
    assert_ne!(usual["prices"], other["prices"]);
    assert_eq!([&usual["field"], &other["field"]], ["default", "karst"]);
    assert_eq!([&usual["study"], &other["study"]], ["default", "default"]);
}

/// Ctrl-C before there are enough families. A fifth of a per cent takes hundreds of thousands of matchups.
#[cfg(unix)]
#[test]
fn an_interrupted_fit_says_how_far_it_came() {
    let output = interrupted(&["fit", "--precision", "0.002"]);
    let said = stderr(&output);
    assert!(
        said.contains(
            "Interrupted: 0 of 240 designs were priced, 0 of 40 families, too few to say anything of the formula"
        ),
        "{said}"
    );
    assert!(said.contains("lanchester fit default --designs 240") && stdout(&output).is_empty(), "{said}");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    for (words, expected) in [
        (&["fit", "--ships", "90"][..], "more than a side may have"),
        (&["fit", "--designs", "20", "--families", "30"], "at least one each"),
        (&["fit", "--within", "0"], "expected a number from 1 to 100"),
    ] {
        let complaint = refused(words);
        assert!(complaint.contains(expected), "{words:?}: {complaint}");
    }
}
