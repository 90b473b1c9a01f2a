//! `lanchester validate`: the text, the files, and that nothing but the study decides them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[cfg(unix)]
use crate::common::interrupted;
use crate::common::{
    done, few_rollouts, few_ships_study, json, levels, policies_study, refused, run, simplest, stderr, stdout,
    tiny_study, written,
};
use lanchester_conformance::thorough::is_thorough;
#[cfg(unix)]
use lanchester_study::words::grouped;
use serde_json::Value;
use tempfile::tempdir;

/// The Parquet files of a run, by name.
fn tables(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("the run's folder").map(|entry| entry.expect("an entry").path());
    let parquet = entries.filter(|path| path.extension().is_some_and(|extension| extension == "parquet"));
    let name = |path: &Path| path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
    parquet.map(|path| (name(&path), fs::read(&path).expect("a file"))).collect()
}

#[test]
fn a_study_is_answered_as_text_and_as_files() {
    let folder = tempdir().expect("a folder");
    let (study, out) = (tiny_study(folder.path()), folder.path().join("out"));
    let words = ["validate", &study, "--out", out.to_str().expect("UTF-8")];
    let output = run(&words);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let brief = stdout(&output);
    let text = done(&[&words[..], &["--full"]].concat());
    assert!(["In duels with ", "The printed ratings"].iter().any(|begin| text.starts_with(begin)), "{text}");
    for part in
        ["MAJESTIC", "Printed", "Implied", "Fleet actions", "Equal sides", "turn limit", "Without a shot", "seed 9"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    for text in [&text, &brief] {
        assert!(text.contains(&format!("This again: lanchester validate {study} --out ")), "{text}");
    }
    assert!(brief.contains("MAJESTIC") && !brief.contains("Fleet actions") && brief.contains("--full"), "{brief}");
    assert!(stderr(&output).contains("500 battles"), "{}", stderr(&output));

    let names: Vec<String> = tables(&out.join("tiny")).into_keys().collect();
    assert_eq!(names.len(), 12, "{names:?}");
    assert!(fs::read_to_string(out.join("tiny/report.html")).is_ok_and(|page| page.contains("MAJESTIC")));
    let manifest = fs::read_to_string(out.join("tiny/manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    assert_eq!((&manifest["study"], &manifest["seed"]), (&"tiny".into(), &9.into()));
    assert_eq!(manifest["options"]["very-small.size"], "very-small");
    assert!(manifest["options"]["partial"].is_null());
    assert!(manifest["created"].as_str().is_some_and(|date| date.ends_with('Z')));
    assert_eq!(manifest["forces"].as_array().map(Vec::len), Some(5));
}

#[test]
fn neither_threads_nor_levels_leave_a_trace_in_the_tables() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    let with = |name: &str, words: &[&str]| {
        let out = folder.path().join(name);
        let text = done(&[&["validate", &study, "--out", out.to_str().expect("UTF-8")], words].concat());
        (tables(&out.join("tiny")), text.replace(name, "OUT"))
    };
    let truth = with("one-thread", &["--threads", "1"]);
    assert_eq!(truth, with("two-threads", &["--threads", "2"]));
    for level in levels() {
        assert!(truth == with(level, &["--simd", level]), "{level} gives other results");
    }
    assert!(truth.0 != with("seed", &["--seed", "10"]).0);
}

#[test]
fn json_names_its_study() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    let answer = json(&["validate", &study, "--out", folder.path().to_str().expect("UTF-8"), "--pairs", "5"]);
    assert_eq!((&answer["study"], answer.get("partial"), &answer["battles"]), (&"tiny".into(), None, &70.into()));
}

#[test]
fn a_bad_study_writes_nothing() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    let text = fs::read_to_string(&study).expect("a file");
    fs::write(&study, text.replace("basalt", "basald").replace("seed", "sede")).expect("a file");
    let out = folder.path().join("out");
    let message = refused(&["validate", &study, "--out", out.to_str().expect("UTF-8")]);
    for part in ["tiny.toml:5:1", "`seed`", "tiny.toml:8", "`basalt`", "2 problems in 1 file"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert!(!out.exists());
}

#[test]
fn a_place_that_cannot_be_written_to_is_told_before_the_first_battle() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    let message = refused(&["validate", &study, "--out", &format!("{study}/out")]);
    assert!(message.contains("cannot be made; expected a folder") && !message.contains("battles"), "{message}");
}

/// Policies, random fleets, prices: nothing but the study decides what stands in the files, the page included.
#[test]
fn a_study_of_policies_and_prices_is_the_same_on_any_number_of_threads() {
    let folder = tempdir().expect("a folder");
    let study = policies_study(folder.path());
    let with = |name: &str, words: &[&str]| {
        let out = folder.path().join(name);
        let text = done(&[&["validate", &study, "--out", out.to_str().expect("UTF-8")], words].concat());
        let page = fs::read_to_string(out.join("payoffs/report.html")).expect("a page");
        (tables(&out.join("payoffs")), page, text.replace(name, "OUT"))
    };
    let truth = with("run-1", &["--threads", "1"]);
    assert!(truth == with("run-2", &["--threads", "2"]));
    // A build of the dev profile has one level.
    assert!(!is_thorough() || truth == with("run-3", &["--simd", simplest()]));
    let (_, page, text) = &truth;
    for part in ["Parity price", "equilibrium", "by who commands", "Numbers against quality", "greedy against charge"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(page.contains("Parity prices") && page.len() < 6_000_000);
    let without = with("run-4", &["--no-prices"]);
    assert!(!without.2.contains("Parity price") && without.2.contains("--no-prices"), "{}", without.2);
}

/// Ctrl-C: what was counted is reported, of every cell as much, and the manifest says what is missing.
#[cfg(unix)]
#[test]
fn an_interrupted_study_reports_what_is_done() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    // Six duels of 40 pairs are done in a moment, the action would take hours.
    let text = fs::read_to_string(&study).expect("a file").replace("pairs = 10\n", "pairs = 50000000\n");
    fs::write(&study, text).expect("a file");
    let out = folder.path().join("out");
    let output = interrupted(&["validate", &study, "--out", out.to_str().expect("UTF-8")]);
    let said = stdout(&output);
    assert!(said.contains("No verdict: ") && !said.contains("MAJESTIC"), "some cells lack battles: {said}");
    let said = said.strip_prefix("PARTIAL: interrupted: ").and_then(|said| said.split(" of 100,000,").next());
    let played: u64 = said.map(|said| said.replace(',', "")).and_then(|n| n.parse().ok()).expect("battles played");
    assert!(played > 6 * 80, "{played}");
    assert!(stderr(&output).contains("lanchester validate"), "{}", stderr(&output));
    let manifest = fs::read_to_string(out.join("tiny/manifest.json")).expect("a manifest");
    assert!(manifest.contains(&format!("\"partial\": \"interrupted: {} of 100,000,", grouped(played))), "{manifest}");
    assert!(out.join("tiny/report.html").exists(), "what was counted has its page");
}

/// Ctrl-C in a duel: the battles that were played are an answer, and it says that it is partial.
#[cfg(unix)]
#[test]
fn an_interrupted_duel_reports_what_was_played() {
    for json in [false, true] {
        // Chunks of a few hundredths of a second; the whole would take the better part of an hour.
        let words = ["duel", "majestic", "dioptre", "--battles", "1000000000", "--json"];
        let output = interrupted(&words[..if json { 6 } else { 5 }]);
        let text = stdout(&output);
        if json {
            let answer: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(answer["interrupted"], true);
            let (pairs, tally) = (answer["pairs"].as_u64().expect("a number"), &answer["tally"]);
            assert!(pairs > 0 && pairs < 500_000_000 && pairs % 2048 == 0, "{pairs}");
            assert_eq!(tally["pairs"], pairs);
            assert_eq!(answer["battles"], 2 * pairs);
            // What was asked for is asked for again.
            assert!(answer["command"].as_str().is_some_and(|c| c.contains("--battles 1000000000")), "{answer}");
        } else {
            assert!(text.starts_with("PARTIAL: interrupted after "), "{text}");
            assert!(text.contains(" battles of 1,000,000,000.") && text.contains("is the stronger"), "{text}");
        }
    }
}

/// The same prices under other options: a file of their own beside those of the study's own options.
#[test]
fn readings_stand_side_by_side() {
    let folder = tempdir().expect("a folder");
    let (study, out) = (folder.path().join("readings.toml"), folder.path().join("out"));
    let text = "game = \"nova\"\nkind = \"study\"\nname = \"Readings\"\npairs = 1\npolicies = [\"charge\"]\n[prices]\nships = [\"majestic\", \
                \"gneiss\", \"caracal\"]\nprecision = 0.2\nmost_matchups = 600\npairs = 2\nbudget = [300, 700]\n\
                [[prices.readings]]\nname = \"the other edges\"\nswapped_edges = true\n\
                [[prices.readings]]\nname = \"to the target\"\nsize = \"medium\"\n";
    fs::write(&study, text).expect("a file");
    let text = done(&["validate", study.to_str().expect("UTF-8"), "--out", out.to_str().expect("UTF-8")]);
    assert!(text.starts_with("Under “the other edges” "), "the opening sentence says what the rule does: {text}");
    for part in ["2: the other edges", "Reading 3 (to the target) beside reading 1", "Another verdict, ", "Difference"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let files = tables(&out.join("readings"));
    assert!(files.contains_key("readings.parquet") && files.contains_key("prices.parquet"), "{:?}", files.keys());
    let written = fs::read_to_string(out.join("readings/readings.txt")).expect("the same as text");
    assert!(text.contains(&written), "{written}");
    let manifest = fs::read_to_string(out.join("readings/manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&manifest).expect("JSON");
    let options = &manifest["options"];
    let edges = ["prices.swapped_edges", "prices (the other edges).swapped_edges", "prices (to the target).size"];
    assert_eq!(edges.map(|key| options[key].as_str()), [Some("false"), Some("true"), Some("medium")], "{options}");
    assert!(options["prices (to the target).swapped_edges"].is_null(), "as in the study: {options}");
}

/// A reading that changes no battle moves no price at all; one that does moves it by the difference of the two prices, which is
/// known better than they are; and the page that is drawn again from the tables says the same.
#[test]
fn a_reading_moves_prices_by_a_difference_with_its_own_interval() {
    let folder = tempdir().expect("a folder");
    let (study, out) = (folder.path().join("rule.toml"), folder.path().join("out"));
    let text = "game = \"nova\"\nkind = \"study\"\nname = \"Rule\"\npairs = 1\npolicies = [\"charge\"]\n[prices]\nships = \
                [\"majestic\", \"caracal\", \"basalt\", \"gnomon\", \"gneiss\"]\nprecision = 0.05\n\
                [[prices.readings]]\nname = \"a later cap\"\nturn_cap = 60\n\
                [[prices.readings]]\nname = \"the other edges\"\nswapped_edges = true\n";
    fs::write(&study, text).expect("a file");
    let words = ["validate", study.to_str().expect("UTF-8"), "--out", out.to_str().expect("UTF-8"), "--json"];
    let answer: Value = serde_json::from_str(&done(&words)).expect("JSON");
    let [own, cap, edges] = [0, 1, 2].map(|i| answer["readings"][i]["rows"].as_array().expect("rows"));
    let number = |value: &Value| value.as_f64().expect("a number");
    let (mut compared, mut narrower) = (0, 0);
    for ((own, cap), edges) in own.iter().zip(cap).zip(edges) {
        assert_eq!(
            own["price"],
            answer["prices"]
                .as_array()
                .expect("prices")
                .iter()
                .find(|row| row["design"] == own["design"])
                .expect("a price")["price"]
        );
        assert!(own["difference"].is_null());
        if own["price"].is_null() || edges["price"].is_null() {
            assert!(edges["difference"].is_null());
            continue;
        }
        compared += 1;
        // No battle of `charge` lasts 30 turns.
        assert_eq!([&cap["difference"]["low"], &cap["difference"]["high"]], [0.0, 0.0], "{cap}");
        assert_eq!(cap["price"]["estimate"], own["price"]["estimate"]);
        let (before, after, moved) = (&own["price"], &edges["price"], &edges["difference"]);
        let gap = number(&after["estimate"]) - number(&before["estimate"]);
        assert!((gap - number(&moved["estimate"])).abs() < 1e-9, "{gap} {moved}");
        let half = |interval: &Value| (number(&interval["high"]) - number(&interval["low"])) / 2.0;
        narrower += i32::from(half(moved) < half(before).hypot(half(after)));
    }
    assert!(compared >= 3 && narrower >= compared - 1, "the same dice: {narrower} of {compared}");
    let page = out.join("rule/report.html");
    let first = fs::read_to_string(&page).expect("a page");
    assert!(first.contains("id=\"readings\"") && first.contains("Under “the other edges” "), "{first}");
    done(&["report", out.join("rule").to_str().expect("UTF-8")]);
    assert_eq!(fs::read_to_string(&page).expect("a page"), first);
}

/// `--robust` stores the prices under other settings; a later run of the same study shows them, and one with another seed does not.
#[test]
fn a_stored_range_is_shown_by_later_runs() {
    let folder = tempdir().expect("a folder");
    let study = policies_study(folder.path());
    let text = fs::read_to_string(&study).expect("a study");
    let text =
        ["policies = \"all\"\n", "policy_pairs = \"all\"\n"].iter().fold(text, |text, line| text.replace(line, ""));
    // As few ships as have a price: two of the eleven policies are slow.
    let text = text
        .replace("\"greedy\", \"charge\"", "\"charge\"")
        .replace("ships = [\"majestic\", \"gneiss\"]", "ships = [\"majestic\", \"gneiss\", \"caracal\"]");
    fs::write(&study, text).expect("a file");
    let out = folder.path().join("out");
    let words = ["validate", &study, "--out", out.to_str().expect("UTF-8")];
    let plain = done(&words);
    let page = || fs::read_to_string(out.join("payoffs/report.html")).expect("a page");
    assert!(!plain.contains("From – to") && !page().contains("From – to"), "{plain}");
    assert!(!out.join("payoffs/robust.parquet").exists());
    let robust = json(&[&words[..], &["--robust"]].concat());
    let rows = robust["robust"].as_array().expect("a list");
    // Three ships; of eleven policies ten are others, and budgets of 150 to 350 and 600 to 1400.
    assert_eq!(rows.len(), 3 * (1 + 10 + 2), "{rows:?}");
    assert!(page().contains("From – to"));
    let text = done(&[&words[..], &["--full"]].concat());
    assert!(text.contains("From – to") && text.contains("MAJESTIC: from ") && page().contains("From – to"), "{text}");
    // Read back, what the later run stored says the same.
    let report = json(&["report", out.join("payoffs").to_str().expect("UTF-8")]);
    assert_eq!((&report["robust"], &report["prices"]), (&robust["robust"], &robust["prices"]));
    let other = json(&[&words[..], &["--seed", "77"]].concat());
    assert_eq!(other["robust"].as_array().map(Vec::len), Some(0), "another seed, other prices");
}

/// What is priced need not stand in any matchup of the study.
#[test]
fn a_ship_that_is_priced_without_a_duel_is_in_the_answer() {
    let folder = tempdir().expect("a folder");
    let study = few_ships_study(folder.path());
    let answer = done(&["validate", &study, "--out", folder.path().join("out").to_str().expect("UTF-8")]);
    let (_, table) = answer.split_once("\nDesign ").expect("a table");
    let names = ["MAJESTIC", "GNEISS", "CARACAL", "MORAINE", "STOAT", "SEXTANT", "ALIDADE", "GNOMON"];
    assert!(names.iter().all(|name| table.contains(&format!("\n{name} "))), "{answer}");
}

#[test]
fn a_study_without_prices_has_no_ranges() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    assert!(refused(&["validate", &study, "--robust"]).contains("[prices]"));
    assert!(refused(&["validate", "--no-prices", "--robust"]).contains("--robust"));
}

/// `--strength` stores the prices under other commanders; later runs of the same study show them, and one with another seed does not. A
/// search that has one policy to play out is that policy: its prices differ by chance alone.
#[test]
fn stored_prices_under_other_commanders_are_shown_by_later_runs() {
    let folder = tempdir().expect("a folder");
    let study = few_ships_study(folder.path());
    let out = folder.path().join("out");
    let words = ["validate", &study, "--out", out.to_str().expect("UTF-8")];
    let page = || fs::read_to_string(out.join("few/report.html")).expect("a page");
    let asked = ["--strength", "--portfolio", "charge", "--strength-matchups", "400"];
    let asked = [&words[..], &asked, few_rollouts()].concat();
    let found = json(&asked);
    let rows = found["commanders"].as_array().expect("a list");
    let changes: Vec<&Value> = rows.iter().filter(|row| row["rollouts"].is_u64()).collect();
    assert!(changes.len() >= 4 && rows.len() == changes.len() + 8, "{rows:?}");
    let holds = |row: &&&Value| row["change"]["low"].as_f64() < Some(0.0) && row["change"]["high"].as_f64() > Some(0.0);
    let within = changes.iter().filter(holds).count();
    assert!(within + 1 >= changes.len(), "of {} intervals {within} hold no change: {changes:?}", changes.len());
    assert!(
        changes.iter().all(|row| !["up", "down"].contains(&row["verdict"].as_str().expect("a word"))),
        "{changes:?}"
    );
    assert!(page().contains("Would better play move the prices?"));

    let later = json(&words);
    assert_eq!((&later["commanders"], &later["prices"]), (&found["commanders"], &found["prices"]));
    let text = done(&words);
    assert!(text.contains("Under a search ") && text.contains(" prices stay within 5 %"), "{text}");
    let report = json(&["report", out.join("few").to_str().expect("UTF-8")]);
    assert_eq!(report["commanders"], found["commanders"]);
    let other = json(&[&words[..], &["--seed", "77"]].concat());
    assert_eq!(other["commanders"].as_array().map(Vec::len), Some(0), "another seed, other prices");
}

/// The order of a study's ships and what they are called move no price under another commander, of no decision either, and no verdict.
#[test]
fn no_order_and_no_name_moves_a_price_under_other_commanders() {
    let folder = tempdir().expect("a folder");
    let study = few_ships_study(folder.path());
    let text = fs::read_to_string(&study).expect("a study");
    let gnomon = done(&["show", "ships/gnomon"]).replace("name = \"GNOMON\"", "name = \"AARDVARK\"");
    assert!(gnomon.contains("AARDVARK"));
    written(folder.path(), "gnomon.toml", &gnomon);
    let all = ["majestic", "gneiss", "caracal", "moraine", "stoat", "sextant", "alidade", "gnomon"];
    assert!(text.contains(&format!("{all:?}")), "{text}");
    // Five are fleets enough where the tests are not thorough.
    let ships: Vec<&str> =
        all.into_iter().filter(|ship| is_thorough() || !["moraine", "stoat", "sextant"].contains(ship)).collect();
    let back: Vec<&str> = ships.iter().rev().map(|ship| if *ship == "gnomon" { "gnomon.toml" } else { ship }).collect();
    let text_of = |ships: &[&str]| text.replace(&format!("{all:?}"), &format!("{ships:?}"));
    fs::write(&study, text_of(&ships)).expect("a file");
    let other = text_of(&back).replace("Few ships", "A few ships");
    let other = written(folder.path(), "other.toml", &other);
    let asked =
        ["--strength", "--portfolio", "charge,hold", "--rollouts", "2", "--strength-matchups", "100", "--decisions"];
    let out = folder.path().join("out");
    let [one, other] = [&study, &other].map(|study| {
        let found = json(&[&["validate", study, "--out", out.to_str().expect("UTF-8")][..], &asked].concat());
        let mut rows = found["commanders"].as_array().expect("a list").clone();
        rows.iter_mut().for_each(|row| {
            row.as_object_mut().expect("a row").remove("name");
        });
        rows.sort_by_key(|row| ["design", "commander", "rollouts", "decision"].map(|key| row[key].to_string()));
        rows
    });
    assert!(one.iter().any(|row| row["decision"] == "moves" && row["verdict"].is_string()), "{one:?}");
    assert_eq!(one, other);
}

#[test]
fn a_study_without_prices_has_none_under_other_commanders() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    assert!(refused(&["validate", &study, "--strength"]).contains("[prices]"));
    assert!(refused(&["validate", "--no-prices", "--strength"]).contains("--strength"));
    assert!(refused(&["validate", "--rollouts", "4"]).contains("--strength"));
    assert!(refused(&["validate", "--strength", "--portfolio", "nobody"]).contains("nobody"));
}

/// Where the points hardly decide, an interval reaches past all that are printed, 44 to 669: the estimate in it, of millions of points,
/// is none.
#[test]
fn an_interval_that_says_nothing_is_no_estimate() {
    let folder = tempdir().expect("a folder");
    let out = folder.path().to_str().expect("UTF-8");
    let words = [
        "validate",
        "karst",
        "--options",
        "turn_cap=1",
        "--pairs",
        "100",
        "--seed",
        "2",
        "--no-prices",
        "--full",
        "--out",
        out,
    ];
    let answer = json(&words);
    let ratings = answer["matrices"][0]["ratings"].as_array().expect("ratings");
    let known = ratings.iter().filter(|row| row["implied"] != "nothing");
    for interval in known.filter_map(|row| row["implied"].get("rating")) {
        let ends = ["low", "high"].map(|end| interval[end].as_f64());
        assert!(ends[0] > Some(0.95 * 44.0) || ends[1].is_some_and(|high| high < 1.05 * 669.0), "{interval}");
    }
    let none = ratings.iter().filter(|row| row["implied"] == "nothing");
    assert!(none.clone().count() > 0 && none.clone().all(|row| row["verdict"] == "inconclusive"), "{ratings:?}");
    assert!(none.clone().all(|row| row["residual"].is_null() && row["q"].is_null()), "{ratings:?}");
    let text = done(&words);
    assert!(!text.contains("[0.0, ") && !text.contains("inconclusive: "), "{text}");
}
