//! `lanchester policies --grow`: a population that best responses join.

use std::fs;

use crate::common::{done, json, refused};
use tempfile::tempdir;

/// Searches in one duel among policies that do not know how to duel: seconds.
const QUICK: [&str; 11] =
    ["policies", "hold", "random", "--lineup", "majestic", "majestic", "--budget", "30000", "--quiet", "--seed", "3"];

#[test]
fn what_beats_a_population_joins_it() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().join("found");
    let ask = |place: &str, words: &[&str]| {
        let out = folder.path().join(place);
        let words = [&QUICK[..], &["--out", out.to_str().expect("UTF-8")], words].concat();
        let mut answer = json(&words);
        answer["command"].take();
        answer
    };
    let answer = ask("found", &["--grow", "2", "--threads", "1"]);
    let members: Vec<&str> =
        answer["policies"].as_array().expect("a list").iter().filter_map(|member| member["policy"].as_str()).collect();
    assert_eq!(members[..3], ["hold", "random", "tuned-1"], "whoever moves and aims beats both");
    assert_eq!(answer["rounds"][0]["policy"], "tuned-1");
    // The mixture: shares of a whole, none on what was beaten, and no policy scores more than a half against it.
    let number = |member: usize, field: &str| answer["policies"][member][field].as_f64().expect("a number");
    let shares: Vec<f64> = (0..members.len()).map(|member| number(member, "share")).collect();
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9 && shares[0] == 0.0, "{shares:?}");
    for member in 0..members.len() {
        let score = answer["policies"][member]["score"]["estimate"].as_f64().expect("a number");
        assert!(score < 0.5 + 1e-6, "{answer}");
    }
    // A policy scores against another what the other leaves it.
    let score = |a: usize, b: usize| answer["policies"][a]["scores"][b]["estimate"].as_f64().expect("a number");
    assert!((score(0, 2) + score(2, 0) - 1.0).abs() < 1e-12 && score(2, 0) > 0.6);
    // Fewer searches are the first of more; threads and the vector level change nothing.
    let short = ask("short", &["--grow", "1", "--threads", "2", "--simd", "fallback"]);
    assert_eq!(short["rounds"][0], answer["rounds"][0]);
    assert_eq!(
        fs::read_to_string(folder.path().join("short/tuned-1.toml"))
            .expect("a file")
            .lines()
            .skip(5)
            .collect::<Vec<_>>(),
        fs::read_to_string(out.join("tuned-1.toml")).expect("a file").lines().skip(5).collect::<Vec<_>>()
    );
    // Every policy that joined is a file that can be played; the searches leave nothing else.
    let tuned = out.join("tuned-1.toml");
    assert!(done(&["show", tuned.to_str().expect("UTF-8")]).contains("held-out matchups"));
    let files = fs::read_dir(&out).expect("a folder").count();
    assert_eq!(files, answer["rounds"].as_array().expect("a list").iter().filter(|r| r["better"] == true).count());
}

#[test]
fn what_cannot_grow_is_refused() {
    let folder = tempdir().expect("a folder");
    let full = folder.path().to_str().expect("UTF-8");
    let taken = folder.path().join("tuned-1.toml");
    fs::write(&taken, done(&["show", "policies/charge"]).replace("name = \"charge\"", "name = \"tuned-1\""))
        .expect("a file");
    let other = folder.path().join("other");
    let (taken, other) = (taken.to_str().expect("UTF-8"), other.to_str().expect("UTF-8"));
    for (words, expected) in [
        (&["--grow", "1"][..], "--out"),
        (&["--grow", "1", "--out", full], "is not empty, and no file is overwritten"),
        (&["--grow", "0", "--out", other], "0"),
        (&["--grow", "1", "--out", other, "--pairs", "5"], "--pairs"),
        (&["--study", "default"], "expected --grow"),
        (&["--out", other, "--pairs", "1"], "--out is about a population that grows; expected --grow N with it"),
        (&["greedy", taken, "--grow", "1", "--out", other], "is what one of the new policies will be called"),
        (&["--grow", "1", "--out", other, "--budget", "5"], "at least 20,000 battles"),
    ] {
        let complaint = refused(&[&["policies"], words].concat());
        assert!(complaint.contains(expected), "{words:?}: {complaint}");
    }
}
