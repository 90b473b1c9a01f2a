//! `lanchester policies --strength`: policies and searches on one scale.

use std::collections::BTreeMap;
use std::fs;

use serde_json::Value;
use tempfile::tempdir;

use crate::common::{done, json, refused};

/// The strength of each commander, as estimate, low and high.
fn strengths(answer: &Value) -> BTreeMap<String, [f64; 3]> {
    let rows = answer["commanders"].as_array().expect("a list");
    let of = |row: &Value| {
        let name = row["commander"].as_str().expect("a name").to_owned();
        let title = row["rollouts"].as_u64().map_or(name.clone(), |rollouts| format!("{name} {rollouts}"));
        (title, ["estimate", "low", "high"].map(|end| row["strength"][end].as_f64().expect("a number")))
    };
    rows.iter().map(of).collect()
}

/// `default` is the zero point, the strongest stands first, who plays at random last; no order of words and no number of threads
/// changes a figure.
#[test]
fn commanders_stand_on_one_scale() {
    let words = ["policies", "random", "greedy", "default", "--strength", "--pairs", "40"];
    let answer = json(&words);
    let all = strengths(&answer);
    assert_eq!((all["default"], &answer["zero"]), ([0.0; 3], &"default".into()));
    assert!(all["random"][2] < all["greedy"][0] && all["greedy"][0] < 0.0, "{all:?}");
    let rows = answer["commanders"].as_array().expect("a list");
    assert!(rows[0]["commander"] == "default" && rows[2]["commander"] == "random" && rows[2]["above_next"].is_null());
    let other = json(&["policies", "default", "random", "greedy", "--strength", "--pairs", "40", "--threads", "1"]);
    for (name, strength) in strengths(&other) {
        assert!(
            strength.iter().zip(all[&name]).all(|(one, other)| (one - other).abs() < 1e-6),
            "{name}: {strength:?} {all:?}"
        );
    }
    let text = done(&words);
    assert!(
        text.starts_with("default is the strongest.") && text.contains("Intervals are over 7 line-ups. Other line-ups"),
        "{text}"
    );
}

/// The same commander under two names is as strong as itself: what it is called changes nothing.
#[test]
fn a_commander_is_as_strong_as_its_copy() {
    let folder = tempdir().expect("a folder");
    let copy = folder.path().join("zwilling.toml");
    fs::write(&copy, done(&["show", "policies/default"]).replace("name = \"default\"", "name = \"zwilling\""))
        .expect("written");
    let copy = copy.to_str().expect("a path");
    let answer = json(&["policies", "default", copy, "charge", "--strength", "--pairs", "40"]);
    let all = strengths(&answer);
    // All meet the same dice, so not even chance tells them apart.
    assert!(all["zwilling"].iter().all(|figure| figure.abs() < 1e-6), "{all:?}");
}

/// A search stands among the policies that it plays out, says whom it takes its opponents for, and knows nothing of who they are:
/// one that takes all for who they are not is another commander.
#[test]
fn searches_stand_among_policies() {
    let words = [
        "policies",
        "hold",
        "charge",
        "--strength",
        "--search",
        "3,1",
        "--matchups-of",
        "karst",
        "--every",
        "2",
        "--pairs",
        "10",
    ];
    let answer = json(&[&words[..], &["--believe", "hold"]].concat());
    let all = strengths(&answer);
    assert_eq!(all.keys().collect::<Vec<_>>(), ["charge", "hold", "search 1", "search 3"]);
    assert_eq!((&answer["believes"], &answer["portfolio"]), (&"hold".into(), &serde_json::json!(["hold", "charge"])));
    assert_eq!(answer["zero"], "hold");
    let other = strengths(&json(&[&words[..], &["--believe", "charge"]].concat()));
    assert_eq!(all["charge"], other["charge"], "a search moves no policy");
    assert_ne!(all["search 3"], other["search 3"], "whom a search takes its opponents for changes what it scores");
    let text = done(&[&words[..], &["--believe", "hold"]].concat()).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("A search plays out hold, charge, so many times each"), "{text}");
    assert!(
        text.contains("takes its opponent for hold") && text.contains("--search 3,1 --search-pairs 1 --believe hold"),
        "{text}"
    );
}

/// The answer says what kind of search it is of, and a search that foresees nothing scores otherwise.
#[test]
fn searches_may_take_secret_choices_as_secret() {
    let words = ["policies", "charge", "greedy", "--strength", "--search", "4", "--believe", "charge", "--pairs", "5"];
    let words = [&words[..], &["--game", "starmada-x"]].concat();
    let [foresees, secret] = [&[][..], &["--secret"]].map(|more| json(&[&words[..], more].concat()));
    assert_eq!((&foresees["secret"], &secret["secret"]), (&Value::Null, &true.into()));
    let [one, other] = [&foresees, &secret].map(strengths);
    assert_eq!(one["greedy"], other["greedy"], "a search moves no policy");
    assert_ne!(one["search 4"], other["search 4"]);
    let text = done(&[&words[..], &["--secret"]].concat()).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(text.contains("it takes as secret.") && text.contains("--believe charge --secret"), "{text}");
}

#[test]
fn what_makes_no_scale_is_refused() {
    for (words, complaint) in [
        (&["greedy", "default", "--search", "4"][..], "--strength"),
        (&["greedy", "default", "--strength", "--believe", "hold"], "--search"),
        (&["greedy", "default", "--strength", "--every", "2"], "--matchups-of"),
        (&["greedy", "default", "--strength", "--search", "4,4"], "names 4 twice"),
        (&["greedy", "default", "--strength", "--search", "0"], "expected a whole number from 1 to 4096"),
        (&["greedy", "default", "--strength", "--search", "4", "--believe", "nobody"], "nobody"),
        (&["greedy", "default", "--strength", "--study", "karst"], "expected --matchups-of"),
        (&["greedy", "default", "--strength", "--grow", "1", "--out", "x"], "cannot be used with"),
        (&["default", "--strength"], "one policy has nobody to meet"),
        (
            &["greedy", "default", "--strength", "--matchups-of", "karst", "--every", "1000"],
            "one line-up says nothing of others",
        ),
    ] {
        let refusal = refused(&[&["policies"], words].concat());
        assert!(refusal.contains(complaint), "{words:?}: {refusal}");
    }
}

/// A number of roll-outs is part of the command again, and of the answer.
#[test]
fn a_search_has_a_budget() {
    let words = [
        "duel",
        "basalt",
        "scree",
        "--policy-a",
        "search",
        "--portfolio",
        "hold,charge",
        "--rollouts",
        "2",
        "--battles",
        "2",
    ];
    assert_eq!(json(&words)["rollouts"], 2);
    let text = done(&words);
    assert!(
        text.contains("The search plays out: hold, charge, 2 roll-outs each.") && text.contains("--rollouts 2"),
        "{text}"
    );
    let events = |rollouts| {
        json(&["replay", "majestic", "majestic", "--policy-a", "search", "--rollouts", rollouts])["events"].clone()
    };
    assert_ne!(events("1"), events("32"));
    let plain = json(&["replay", "majestic", "majestic", "--policy-a", "search"]);
    assert_eq!((&plain["rollouts"], &plain["events"]), (&32.into(), &events("32")));
    let folder = tempdir().expect("a folder");
    let complaint = refused(&["duel", folder.path().to_str().expect("UTF-8"), "scree"]);
    assert!(complaint.contains("is a folder") && complaint.contains("a ship or a fleet"), "{complaint}");
    let complaint = refused(&["duel", "basalt", "scree", "--rollouts", "3"]);
    assert!(complaint.contains("a number of roll-outs (--rollouts), and nobody who searches"), "{complaint}");
}

/// Both sides may search, when it is said whom each takes the other for: a battle that the reference agrees with.
#[test]
fn two_searches_meet() {
    let words =
        ["replay", "majestic", "basalt", "--policy-a", "search", "--policy-b", "search", "--portfolio", "hold,charge"];
    let complaint = refused(&words);
    assert!(complaint.contains("expected --believe with the policy that each takes the other for"), "{complaint}");
    let believes = [&words[..], &["--believe", "charge"]].concat();
    let text = done(&[&believes[..], &["--verify"]].concat());
    assert!(text.contains("Policies: A search, B search.") && text.contains("\nVerified"), "{text}");
    let both = json(&believes);
    assert_eq!(both["policies"], serde_json::json!(["search", "search"]));
    let [one, other] = [["charge", "search"], ["search", "charge"]].map(|[a, b]| {
        json(&["replay", "majestic", "basalt", "--policy-a", a, "--policy-b", b, "--portfolio", "hold,charge"])
    });
    assert!(both["events"] != one["events"] || both["events"] != other["events"], "nobody searches");
}
