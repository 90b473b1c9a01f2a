//! A folder of files that somebody edits: ratings are tried there, so fleets and prices must follow them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{done, json, refused};

/// The shipped Nova files in a folder, with another rating of a ship.
fn edited(folder: &Path, ship: &str, rating: u32) -> PathBuf {
    done(&["init", folder.to_str().expect("UTF-8")]);
    let path = folder.join(format!("nova/ships/{ship}.toml"));
    let text = fs::read_to_string(&path).expect("a ship");
    let line = text.lines().find(|line| line.starts_with("rating = ")).expect("a rating").to_owned();
    fs::write(&path, text.replace(&line, &format!("rating = {rating}"))).expect("a ship");
    folder.join("nova")
}

fn words(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Gives a fleet points, or takes them away.
fn set_points(fleet: &Path, points: Option<u32>) {
    let text = fs::read_to_string(fleet).expect("a fleet");
    let points = points.map(|points| format!("points = {points}"));
    let kept = text.lines().filter(|line| !line.starts_with("points = "));
    let lines = kept.flat_map(|line| [Some(line), points.as_deref().filter(|_| line.starts_with("kind = "))]);
    fs::write(fleet, lines.flatten().collect::<Vec<_>>().join("\n")).expect("a fleet");
}

/// Four fleets of the study have BASALTs and cost too much at 300 points each. The study is not played so, but it still says
/// which ships there are.
#[test]
fn prices_and_comparisons_do_not_look_at_the_fleet_actions_of_a_study() {
    let here = tempfile::tempdir().expect("a folder");
    let folder = edited(here.path(), "basalt", 300);
    for entry in fs::read_dir(folder.join("fleets")).expect("fleets") {
        set_points(&entry.expect("a file").path(), None);
    }
    let study = folder.join("studies/default.toml");
    let study = words(&study);
    let errors = refused(&["check", study]);
    assert!(errors.contains("nova::fleet-limit") && errors.contains("4 problems"), "{errors}");
    let few = ["--matchups", "640", "--precision", "0.2", "--budget", "300:600", "--quiet"];
    let charge = ["--policy-a", "charge", "--policy-b", "charge"];
    let priced = json(&[&["price", "basalt", "--against", study], &few[..], &charge].concat());
    assert_eq!(priced["prices"][0]["printed"], 300, "{priced}");
    let compared = json(&[
        "compare",
        "basalt",
        "gneiss",
        "--against",
        study,
        "--pairs",
        "1024",
        "--precision",
        "0.2",
        "--policy",
        "charge",
        "--quiet",
    ]);
    assert_eq!(compared["rating"], 300, "{compared}");
}

/// Karst hammer is 2 BASALT, GNEISS (146), MORAINE (89), SCREE (44): worked out by hand for 800 points.
#[test]
fn fleets_with_points_are_cut_and_filled_to_new_ratings() {
    let here = tempfile::tempdir().expect("a folder");
    for (rating, ships) in [
        (243, "765 points: 2 basalt, gneiss, moraine, scree"),
        // 746 with the GNEISS: no room for the MORAINE, but for the SCREE.
        (300, "790 points: 2 basalt, gneiss, scree"),
        // 399 once through, and once more nearly the same again.
        (60, "798 points: 4 basalt, 2 gneiss, 2 moraine, 2 scree"),
    ] {
        let folder = edited(&here.path().join(rating.to_string()), "basalt", rating);
        let fleet = folder.join("fleets/karst-small.toml");
        set_points(&fleet, Some(800));
        let text = done(&["check", words(&fleet)]);
        assert!(text.contains(ships), "{rating}: {text}");
        let matchup =
            ["duel", words(&fleet), "meridian-small", "--size", "small", "--battles", "2", "--quiet", "--json"];
        done(&matchup);
    }
}

/// A study whose battles are fought at another size is priced at that size, though it says nothing of prices.
#[test]
fn prices_take_the_options_of_the_study() {
    let here = tempfile::tempdir().expect("a folder");
    let priced = |options: &str| {
        let study = format!(
            "game = \"nova\"\nkind = \"study\"\nname = \"Field\"\npairs = 10\npolicies = [\"charge\"]\n{options}\n[duels]\nships = [\"gneiss\", \"sextant\", \
             \"moraine\", \"caracal\"]\n"
        );
        let path = here.path().join("field.toml");
        fs::write(&path, study).expect("a study");
        let few = ["--matchups", "576", "--precision", "0.2", "--budget", "300:500", "--quiet"];
        let answer = json(&[&["price", "gneiss", "--against", words(&path)], &few[..]].concat());
        ["capped", "battles"].map(|field| answer["prices"][0][field].as_u64().expect("a number"))
    };
    assert_eq!(priced(""), priced("[options]\nturn_cap = 30"), "the default");
    let [capped, battles] = priced("[options]\nturn_cap = 1");
    assert!(2 * capped > battles, "few battles are decided in one turn: {capped} of {battles} are not");
}

/// `all` in a list stands for what the list does not name: a ship of one's own joins the shipped ones, or stands in for one.
#[test]
fn own_ships_join_all_shipped_ones() {
    let here = tempfile::tempdir().expect("a folder");
    let own = |name: &str, rating: &str| {
        let text = done(&["show", "ships/gneiss"]).replace("rating = 146", rating);
        fs::write(here.path().join(name), text).expect("a ship");
    };
    own("mine.toml", "rating = 150");
    own("gneiss.toml", "rating = 151");
    let ships = |list: &str| {
        let study = here.path().join("mine-and-all.toml");
        let text = "game = \"nova\"\nkind = \"study\"\nname = \"X\"\npairs = 1\npolicies = [\"charge\"]\n";
        fs::write(&study, format!("{text}[duels]\nships = {list}\n")).expect("a study");
        let out = here.path().join("out");
        let answer = json(&["validate", words(&study), "--out", words(&out), "--quiet"]);
        let of = |design: &serde_json::Value| (design["id"].to_string(), design["rating"].as_u64());
        answer["designs"].as_array().expect("a list").iter().map(of).collect::<Vec<_>>()
    };
    let all = ships("\"all\"");
    for list in ["[\"mine.toml\", \"all\"]", "[\"all\", \"mine.toml\"]"] {
        let with = ships(list);
        assert_eq!(with[0], ("\"mine\"".to_owned(), Some(150)));
        assert_eq!(with[1..], all[..]);
    }
    let instead = ships("[\"gneiss.toml\", \"all\"]");
    assert_eq!(instead.len(), all.len());
    assert_eq!(instead[0], ("\"gneiss\"".to_owned(), Some(151)));
}
