//! `lanchester tune`: a policy that beats policies.

use std::fs;

use crate::common::{done, json, refused, run, stderr, stdout};
use tempfile::tempdir;

/// A search in one duel against a policy that sits still: a moment.
const QUICK: [&str; 9] =
    ["tune", "--against", "hold", "--lineup", "majestic", "majestic", "--budget", "40000", "--quiet"];

#[test]
fn a_policy_that_passes_its_test_is_written_once_and_can_be_played() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("hunter.toml");
    let out = path.to_str().expect("UTF-8");
    let ask = |words: &[&str]| json(&[&QUICK[..], words].concat());
    let answer = ask(&["--threads", "1", "--out", out]);
    // Whoever moves shoots at a ship that sits still; shipped policies know how.
    assert_eq!(answer["better"], true, "{answer}");
    assert!(answer["matchups"].as_u64().is_some_and(|matchups| matchups >= 125), "{answer}");
    assert!(answer["battles"].as_u64().is_some_and(|battles| battles <= 40_000), "no more than the budget: {answer}");
    assert_eq!(answer["exploitability"].as_f64(), answer["score"]["low"].as_f64().map(|low| low - 0.5));
    assert_eq!(answer["file"].as_str().map(str::to_owned), fs::read_to_string(&path).ok());
    assert!(done(&["show", out]).contains("held-out matchups"));
    assert!(done(&["duel", "majestic", "majestic", "--policy-a", out, "--battles", "64"]).contains("hunter"));
    assert!(!folder.path().join("hunter.toml.store").exists(), "a search that has ended leaves no journal");
    let complaint = refused(&[&QUICK[..], &["--out", out]].concat());
    assert!(complaint.contains("is there already, and no file is overwritten"), "{complaint}");
    fs::remove_file(&path).expect("the file");
    assert_eq!(ask(&["--threads", "2", "--simd", "fallback", "--out", out]), answer);
}

#[test]
fn another_game_is_tuned_by_its_own_keys() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("x.toml");
    let out = out.to_str().expect("UTF-8");
    let words =
        ["tune", "--game", "starmada-x", "--against", "hold", "--lineup", "mouse", "mouse", "--budget", "30000"];
    let answer = json(&[&words[..], &["--out", out, "--quiet"]].concat());
    assert_eq!((answer["game"].as_str(), answer["better"].as_bool()), (Some("starmada-x"), Some(true)), "{answer}");
    assert!(done(&["show", out]).contains("lose_weapon"));
    // A game of the file's own: nobody needs to say which.
    let again = ["tune", "--against", out, "--from", out, "--lineup", "mouse", "mouse", "--budget", "20000", "--quiet"];
    let second = folder.path().join("second.toml");
    let output = run(&[&again[..], &["--out", second.to_str().expect("UTF-8")]].concat());
    assert!(matches!(output.status.code(), Some(0 | 1)), "{}", stderr(&output));
    assert!(stdout(&output).contains("starmada-x rules v"));
}

#[test]
fn where_nothing_is_better_no_file_is_written() {
    let folder = tempdir().expect("a folder");
    let [out, matchup] = ["x.toml", "short.toml"].map(|name| folder.path().join(name));
    // One turn, from the far edges of the board, in which nobody comes into range: every battle is a draw.
    let text = done(&["show", "matchups/majestic-mirror"])
        .replace("turn_cap = 30", "turn_cap = 1")
        .replace("deployment_depth = [4, 3]", "deployment_depth = [1, 1]");
    fs::write(&matchup, text).expect("a file");
    let [out_text, matchup] = [&out, &matchup].map(|path| path.to_str().expect("UTF-8"));
    let words = ["tune", "--against", "greedy", "--from", "hold", "--budget", "20000", "--matchup", matchup];
    let output = run(&[&words[..], &["--out", out_text]].concat());
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stdout(&output).contains("Nothing better than greedy was found. That proves nothing"));
    assert!(!out.exists());
}

/// A search that begins with a policy that sits still finds nothing as good as a shipped one in so few battles: `default`, which scores
/// 66 % against `greedy` in the held-out duels (benches/held-out/log.md).
#[test]
fn shipped_policies_compete_where_one_is_chosen_and_are_not_written_as_finds() {
    let folder = tempdir().expect("a folder");
    let path = folder.path().join("x.toml");
    let out = path.to_str().expect("UTF-8");
    let words =
        ["tune", "--against", "greedy", "--from", "hold", "--fights", "duels", "--budget", "20000", "--out", out];
    let output = run(&[&words[..], &["--json", "--quiet"]].concat());
    assert_eq!(output.status.code(), Some(1), "no new policy: {}", stderr(&output));
    let answer: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let competitors: Vec<&str> =
        answer["competitors"].as_array().expect("a list").iter().filter_map(|one| one["policy"].as_str()).collect();
    let mut sorted = competitors.clone();
    sorted.sort_unstable();
    let shipped = [
        "broadside",
        "charge",
        "counter",
        "default",
        "foresight",
        "front-row",
        "hold",
        "open-order",
        "random",
        "standoff",
    ];
    assert_eq!(sorted, shipped, "all but the one that is to be beaten");
    assert_eq!((&answer["better"], &answer["unchanged"]), (&true.into(), &true.into()), "{answer}");
    assert!(
        ["counter", "default", "foresight", "front-row", "open-order"]
            .contains(&answer["began_as"].as_str().expect("a policy")),
        "{answer}"
    );
    assert!(answer["matchups"].as_u64().is_some_and(|matchups| matchups >= 125), "{answer}");
    assert!(answer["battles"].as_u64().is_some_and(|battles| battles <= 20_000), "{}", answer["battles"]);
    assert!(answer["file"].is_null() && answer["out"].is_null() && !path.exists(), "nothing new is written");
    let text = stdout(&run(&[&words[..], &["--quiet"]].concat()));
    let best = answer["began_as"].as_str().expect("a policy");
    assert!(text.contains(&format!("Nothing better than {best} as it is was found, which beats greedy")), "{text}");
    assert!(text.contains("No file is written") && !text.contains("Written:"), "{text}");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 0, "nothing is left behind");
}

#[test]
fn what_cannot_be_asked_is_refused() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("x.toml");
    let out = out.to_str().expect("UTF-8");
    for (words, expected) in [
        (&["--against", "gredy", "--out", out][..], "no policy has the id `gredy`"),
        (&["--against", "greedy", "--against", "greedy", "--out", out], "is named twice"),
        (&["--against", "greedy=0", "--out", out], "expected POLICY=N"),
        (&["--from", "nobody", "--out", out], "nobody"),
        (&["--budget", "0", "--out", out], "expected at least 20,000 battles"),
        (&["--budget", "0s", "--out", out], "expected at least a second"),
        (&["--budget", "soon", "--out", out], "`soon` is neither a number of battles nor a time"),
        (&["--lineup", "majestic", "--out", out], "2 values required"),
        (&["--lineup", "majestic", "nobody", "--out", out], "no ship or fleet has the id `nobody`"),
        (&["--lineup", "majestic", "basalt", "--study", "default", "--out", out], "cannot be used with"),
        (&["--lineup", "majestic", "basalt", "--fights", "duels", "--out", out], "one or the other"),
        (&["--out", "policy"], "expected one that ends in .toml"),
        (&["--against", "greedy"], "--out"),
    ] {
        let complaint = refused(&[&["tune"], words].concat());
        assert!(complaint.contains(expected), "{words:?}: {complaint}");
    }
    assert!(fs::read_dir(folder.path()).expect("the folder").next().is_none(), "nothing is left behind");
}

#[test]
fn what_is_no_journal_is_neither_gone_on_with_nor_moved() {
    let folder = tempdir().expect("a folder");
    let [out, store] = ["x.toml", "x.store"].map(|name| folder.path().join(name).to_string_lossy().into_owned());
    fs::write(&store, "not a store").expect("a file");
    let ask = |words: &[&str]| refused(&[&QUICK[..], &["--out", &out, "--store", &store], words].concat());
    for (flags, expected) in
        [(&[][..], "no store of a run"), (&["--resume"], "not a store of a run"), (&["--restart"], "no store of a run")]
    {
        let complaint = ask(flags);
        assert!(complaint.contains(expected), "{flags:?}: {complaint}");
        assert_eq!(fs::read_to_string(&store).expect("still there"), "not a store", "{flags:?}");
    }
}
