//! `lanchester learn`: a policy made better in small steps.

use std::fs;

use crate::common::{done, json, refused};
use tempfile::tempdir;

/// A policy that fears fire more than it wants to hit keeps away from a ship that does the same: both gain by daring more.
#[test]
fn a_coward_learns_to_fight() {
    let folder = tempdir().expect("a folder");
    let [coward, bold] = ["coward.toml", "bold.toml"].map(|name| folder.path().join(name));
    let text = done(&["show", "policies/greedy"]).replace("name = \"greedy\"", "name = \"coward\"");
    let text = text.replace("take = 3\n", "take = 12\n").replace("range = 5\n", "range = -2\n");
    fs::write(&coward, text).expect("a file");
    let [coward, bold] = [&coward, &bold].map(|path| path.to_str().expect("UTF-8"));
    let words = [
        "learn",
        coward,
        "--lineup",
        "majestic",
        "majestic",
        "--hold",
        "moves.crowd",
        "--budget",
        "200000",
        "--out",
        bold,
    ];
    let answer = json(&[&words[..], &["--quiet", "--threads", "1"]].concat());
    assert_eq!(answer["better"], true, "{answer}");
    assert_eq!(answer["against"], serde_json::json!([{ "policy": "coward", "share": 1.0 }]));
    assert!(answer["battles"].as_u64().is_some_and(|battles| battles <= 200_000), "no more than the budget: {answer}");
    assert_eq!(answer["competitors"], serde_json::json!([]));
    let stages: Vec<&str> =
        answer["curve"].as_array().expect("a list").iter().filter_map(|point| point["stage"].as_str()).collect();
    assert!(stages[0] == "begin" && stages.len() > 1 && stages[1..].iter().all(|stage| *stage == "small steps"));
    // Neither weights of zero nor words change, nor what is held.
    for change in answer["changes"].as_array().expect("a list") {
        assert!(
            change[0] != "moves.crowd"
                && change[1] != "0"
                && change[1].as_str().is_some_and(|value| value.parse::<i64>().is_ok()),
            "{change}"
        );
    }
    assert_eq!(answer["file"].as_str().map(str::to_owned), fs::read_to_string(bold).ok());
    assert!(done(&["show", bold]).contains("Begun as coward"));
    let complaint = refused(&words);
    assert!(complaint.contains("is there already, and no file is overwritten"), "{complaint}");
    fs::remove_file(bold).expect("the file");
    assert_eq!(json(&[&words[..], &["--quiet", "--threads", "2", "--simd", "fallback"]].concat()), answer);
    assert_eq!(
        fs::read_dir(folder.path()).expect("the folder").count(),
        2,
        "a search that has ended leaves no journal"
    );
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("x.toml");
    let out = out.to_str().expect("UTF-8");
    for (words, expected) in [
        (&["gredy", "--out", out][..], "no policy has the id `gredy`"),
        (&["--against", "nobody", "--out", out], "nobody"),
        (&["--hold", "moves.tak", "--out", out], "no number of a policy is called `moves.tak`; expected one of "),
        (&["--budget", "20000", "--out", out], "expected at least 100,000 battles"),
        (&["--budget", "0s", "--out", out], "expected at least a second"),
        (&["--lineup", "majestic", "basalt", "--study", "default", "--out", out], "cannot be used with"),
        (&["--out", "policy"], "expected one that ends in .toml"),
        (&["greedy", "charge", "--out", out], "unexpected argument 'charge'"),
        (&["greedy"], "--out"),
    ] {
        let complaint = refused(&[&["learn"], words].concat());
        assert!(complaint.contains(expected), "{words:?}: {complaint}");
    }
    assert!(fs::read_dir(folder.path()).expect("the folder").next().is_none(), "nothing is left behind");
}
