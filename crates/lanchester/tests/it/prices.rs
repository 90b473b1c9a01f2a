//! `lanchester price`, `compare` and `sensitivity`: what a designer asks of a ship.

use std::collections::BTreeSet;

use crate::common::{
    done, few_ships_study, field_study, json, lanchester, policies_study, quick_field_study, refused, run, stderr,
    tiny_study, written,
};
#[cfg(unix)]
use crate::common::{interrupted, stdout};
use serde_json::Value;
use tempfile::tempdir;

/// The policy that takes the least time, on both sides.
const CHARGE: [&str; 4] = ["--policy-a", "charge", "--policy-b", "charge"];

fn number(interval: &Value, field: &str) -> f64 {
    interval[field].as_f64().unwrap_or_else(|| panic!("{interval} has no number {field}"))
}

#[test]
fn a_price_has_an_interval_and_depends_on_study_and_seed_alone() {
    let folder = tempdir().expect("a folder");
    let study = field_study(folder.path());
    let ask = |words: &[&str]| {
        json(
            &[
                &["price", "majestic", "gneiss", "--against", &study, "--precision", "0.1", "--matchups", "800"],
                &CHARGE[..],
                words,
            ]
            .concat(),
        )
    };
    let answer = ask(&["--threads", "1"]);
    assert_eq!(answer, ask(&["--threads", "2"]));
    assert_eq!(answer, ask(&["--simd", "fallback"]));
    assert_ne!(answer["prices"], ask(&["--seed", "4"])["prices"]);
    let price = &answer["prices"][0]["price"];
    let (low, estimate, high) = (number(price, "low"), number(price, "estimate"), number(price, "high"));
    assert!(low < estimate && estimate < high && high < 1.5 * low, "{price}");
    assert_eq!(answer["prices"][0]["policies"], serde_json::json!(["charge", "charge"]));
}

/// The same ship in a file that says 688 instead of 344, to the last ship and to a victory-point target: every number but
/// those that compare it with what is printed is the same.
#[test]
fn a_price_does_not_depend_on_the_printed_rating() {
    let folder = tempdir().expect("a folder");
    let expensive = folder.path().join("expensive.toml");
    let text = done(&["show", "ships/majestic"]).replace("rating = 344", "rating = 688");
    std::fs::write(&expensive, text).expect("a file");
    for options in ["", "[options]\nsize = \"large\"\n"] {
        let study = field_study(folder.path());
        let text = std::fs::read_to_string(&study).expect("a study").replace("[duels]", &format!("{options}[duels]"));
        std::fs::write(&study, text).expect("a file");
        // MAJESTIC is not in the field.
        let [own, other] = ["majestic", expensive.to_str().expect("UTF-8")].map(|ship| {
            let answer = json(&["price", ship, "--against", &study, "--precision", "0.1", "--matchups", "1000"]);
            let mut row = answer["prices"][0].as_object().expect("a price").clone();
            assert_eq!(row["policies"], serde_json::json!(["default", "default"]));
            let multiplier = number(&row["multiplier"], "estimate");
            assert!(
                (multiplier * number(&answer["prices"][0], "printed") / number(&row["price"], "estimate") - 1.0).abs()
                    < 1e-9
            );
            for field in ["design", "printed", "multiplier", "p", "q", "verdict"] {
                row.remove(field);
            }
            row
        });
        assert_eq!(own, other, "{options:?}");
    }
}

/// Where nothing is printed there is nothing to judge, in text and in JSON.
#[test]
fn a_ship_without_a_rating_has_a_price_and_no_verdict() {
    let folder = tempdir().expect("a folder");
    let study = field_study(folder.path());
    let file = folder.path().join("unrated.toml");
    let text = done(&["show", "ships/caracal"]);
    let kept: Vec<&str> = text.lines().filter(|line| !line.starts_with("rating = ")).collect();
    assert_eq!(kept.len() + 1, text.lines().count(), "one line has the rating");
    std::fs::write(&file, kept.join("\n").replace("CARACAL", "UNRATED")).expect("a file");
    let file = file.to_str().expect("UTF-8");
    let words = [&["price", file, "--against", &study, "--precision", "0.2"], &CHARGE[..]].concat();
    let price = &json(&words)["prices"][0];
    assert!(price["printed"].is_null() && price["verdict"].is_null(), "{price}");
    assert_eq!(price["undecided"], false);
    let text = done(&words);
    assert!(!text.contains("inconclusive") && text.contains("UNRATED has no printed rating"), "{text}");
}

#[test]
fn a_price_as_text_says_what_to_do() {
    let folder = tempdir().expect("a folder");
    let study = policies_study(folder.path());
    let text = done(&["price", "caracal", "--against", &study, "--precision", "0.15", "--matchups", "700"]);
    for part in
        ["CARACAL ", "Parity price", "Verdict", "random fleets", "This again: lanchester price caracal --against"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
}

/// Ctrl-C: no price that is not known is given for one, and where the search stood is said. A fifth of a per cent takes hundreds of
/// thousands of matchups.
#[cfg(unix)]
#[test]
fn an_interrupted_price_says_where_it_stood() {
    let words =
        [&["price", "majestic", "midge", "--precision", "0.002", "--matchups", "1000000"], &CHARGE[..]].concat();
    let output = interrupted(&[&words[..], &["--json"]].concat());
    let answer: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!((answer["interrupted"].as_bool(), answer["prices"].as_array().map(Vec::len)), (Some(true), Some(0)));
    let open = answer["open"].as_array().expect("those that are open");
    assert_eq!(open.iter().map(|ship| &ship["design"]).collect::<Vec<_>>(), ["majestic", "midge"]);
    // Within a fifth of the prices of the committed report under this policy, 385 and 43.1.
    let about = [0, 1].map(|ship: usize| open[ship]["about"].as_f64().expect("a price about which it was searched"));
    assert!((308.0..462.0).contains(&about[0]) && (34.0..52.0).contains(&about[1]), "{about:?}");
    assert!(answer["command"].as_str().is_some_and(|command| command.contains("--precision 0.002")), "{answer}");
    let said = stderr(&output);
    assert!(
        said.contains("Interrupted before the last price was known") && said.contains("lanchester price"),
        "{said}"
    );
    let text = stdout(&interrupted(&words));
    assert!(text.starts_with("PARTIAL") && text.contains("MAJESTIC") && !text.contains("should cost"), "{text}");
}

/// Each number of ships has a price, a range or a bound of its own, and the ship a verdict.
#[test]
fn prices_by_the_number_of_ships_stand_beside_the_price() {
    let folder = tempdir().expect("a folder");
    let study = field_study(folder.path());
    let words =
        [&["price", "majestic", "--against", &study, "--precision", "0.2"], &CHARGE[..], &["--by-size"]].concat();
    let ask = |more: &[&str]| json(&[&words[..], more].concat());
    let answer = ask(&["--threads", "1"]);
    assert_eq!(answer, ask(&["--threads", "2"]));
    let design = &answer["prices_by_size"][0];
    let ships: Vec<u64> =
        design["prices"].as_array().expect("a list").iter().filter_map(|p| p["ships"].as_u64()).collect();
    assert_eq!(ships, [1, 2, 4, 8, 12]);
    // The price of budgets is what it is without them.
    let alone = json(&words[..words.len() - 1]);
    assert_eq!(answer["prices"], alone["prices"]);
    let text = done(&words);
    assert!(
        text.contains("MAJESTIC is worth") && text.contains(" --by-size --policy-a charge --policy-b charge --seed "),
        "{text}"
    );
    // What was asked for is not recommended.
    assert!(text.contains("--robust says how much") && !text.contains("(--by-size)"), "{text}");
    assert!(done(&words[..words.len() - 1]).contains("(--by-size)"));
}

/// A ship that nobody has rated is a ship: what needs points takes its house rating, and says so.
#[test]
fn a_ship_without_a_rating_is_rated() {
    let folder = tempdir().expect("a folder");
    let study = quick_field_study(folder.path());
    for (game, ship, house) in [("nova", "majestic", "nova-house-1"), ("starmada-x", "hydra", "x-house-1")] {
        let file = folder.path().join(format!("{game}.toml"));
        let shown = done(&["show", &format!("ships/{ship}"), "--game", game]);
        let rating = shown.lines().find(|line| line.starts_with("rating = ")).expect("a rating").to_owned();
        std::fs::write(&file, shown.replace(&format!("{rating}\n"), "")).expect("a file");
        let file = file.to_str().expect("UTF-8");
        let line = "no printed rating: its house rating";
        assert!(done(&["check", file]).contains(line));
        let shown = done(&["show", file, "--game", game]);
        assert!(shown.contains("# rating: absent (no printed rating"), "{shown}");
        let duel = run(&["duel", file, ship, "--battles", "128", "--game", game]);
        assert!(duel.status.success() && stderr(&duel).contains(line), "{}", stderr(&duel));
        assert!(stderr(&duel).contains(house), "{}", stderr(&duel));
    }
    let file = folder.path().join("nova.toml");
    let words = ["rate", file.to_str().expect("UTF-8"), "caracal", "--against", &study, "--precision", "0.2"];
    let answer = json(&words);
    assert_eq!(answer["house_rating"], "nova-house-1");
    // MAJESTIC is printed at 344, which fixes the formula's constant.
    assert_eq!([&answer["ships"][0]["house"], &answer["ships"][0]["printed"]], [&Value::from(344), &Value::Null]);
    assert_eq!(answer["ships"][1]["printed"], answer["ships"][1]["house"], "ours are printed at their house ratings");
    // Battles do not ask what is printed.
    let priced = json(&["price", "majestic", "--against", &study, "--precision", "0.2"]);
    assert_eq!(answer["ships"][0]["price"], priced["prices"][0]["price"]);
    let table = done(&words);
    let row = table.lines().find(|line| line.starts_with("MAJESTIC")).expect("a row");
    assert_eq!(row.split_whitespace().nth(1), Some("–"), "{table}");
}

/// What nobody has printed is neither judged nor counted as printed, wherever points stand.
#[test]
fn a_ship_without_a_rating_is_not_judged() {
    let folder = tempdir().expect("a folder");
    let text = done(&["show", "ships/majestic"]).replace("MAJESTIC", "PLAIN").replace("rating = 344\n", "");
    let plain = written(folder.path(), "plain.toml", &text);
    let field = std::fs::read_to_string(quick_field_study(folder.path())).expect("a study");
    let field =
        field.replace("ships = [", "ships = [\"plain.toml\", ").replace("[prices]\n", "[prices]\nprecision = 0.2\n");
    let study = written(folder.path(), "plain-field.toml", &field);
    let out = folder.path().join("out");
    let words = ["validate", &study, "--out", out.to_str().expect("UTF-8")];
    let answer = json(&words);
    let rows = answer["matrices"][0]["ratings"].as_array().expect("rows");
    let (bare, others): (Vec<_>, Vec<_>) = rows.iter().partition(|row| row["name"] == "PLAIN");
    assert_eq!(bare.len(), 1);
    assert!(bare[0]["rating"].as_u64().is_some_and(|points| points > 0) && !bare[0]["implied"].is_null());
    for field in ["printed", "residual", "q", "verdict"] {
        assert!(bare[0][field].is_null(), "{field}: {}", bare[0]);
    }
    assert!(others.iter().all(|row| row["printed"] == row["rating"] && row["printed"].is_u64()));
    let run = out.join("plain-field");
    let run = run.to_str().expect("UTF-8");
    // The stored run says the same, on the page and as a list.
    let stored = json(&["report", run]);
    assert_eq!(stored["matrices"], answer["matrices"]);
    let page = std::fs::read_to_string(format!("{run}/report.html")).expect("a page");
    assert!(page.contains("Not drawn, because nothing is printed that its price could be compared with: PLAIN."));
    // Seven ships are priced; what six are printed at is judged.
    assert!(page.contains("of 6 designs") && !page.contains("of 7 designs"));
    let list = done(&["list", "ships", "--prices", run, "--format", "csv"]);
    let line = list.lines().find(|line| line.contains("PLAIN")).expect("a line");
    let cells: Vec<&str> = line.split(',').collect();
    assert_eq!(cells[3], "", "{line}");
    let [low, high] = [cells[5], cells[6]].map(|cell| cell.parse::<f64>().expect("an end of its interval"));
    assert!(low < high, "{line}");
    // Terminal, page and comparison mark what is not printed alike; the formula's points are named.
    let tables = done(&["validate", &study, "--full", "--out", out.to_str().expect("UTF-8")]);
    let rows = tables.lines().filter(|line| line.starts_with("PLAIN ") && !line.contains(" : "));
    let marked = rows.map(|row| row.split_whitespace().nth(1)).collect::<Vec<_>>();
    assert!(marked.len() >= 3 && marked.iter().all(|mark| *mark == Some("–")), "{marked:?}: {tables}");
    let checked = done(&["check", &study]);
    assert!(checked.contains("no printed rating, so priced, but not judged: PLAIN\n"), "{checked}");
    assert!(!done(&["check", &quick_field_study(folder.path())]).contains("no printed"));
    // MAJESTIC is printed at 344, which fixes the formula's constant.
    let from = done(&["compare", &plain, "caracal", "--against", &study, "--pairs", "1000", "--no-prices"]);
    assert!(from.contains("PLAIN (no printed rating: at its house rating of 344 points) scores"), "{from}");
    let compared = done(&["compare", "caracal", &plain, "--against", &study, "--pairs", "1000", "--precision", "0.2"]);
    let unjudged = compared.contains("What it is charged is not") && !compared.contains("charged fairly");
    assert!(unjudged, "{compared}");
}

/// A file that is a ship of the field under another id, name and origin meets what that ship meets, has its price to the last
/// digit, and says so.
#[test]
fn a_copy_never_meets_its_original() {
    let folder = tempdir().expect("a folder");
    let study = quick_field_study(folder.path());
    let write = |id: &str, text: String| {
        let file = folder.path().join(format!("{id}.toml"));
        std::fs::write(&file, text).expect("a file");
        file.to_str().expect("UTF-8").to_owned()
    };
    let shown = done(&["show", "ships/caracal"]);
    let renamed =
        shown.replace("name = \"CARACAL\"", "name = \"LYNX\"").replace("Turret cruiser", "Ours. A turret cruiser");
    assert!(renamed.contains("LYNX") && renamed.contains("Ours."), "{renamed}");
    let (same, renamed) = (write("same", shown.clone()), write("lynx", renamed));
    let ask = |ship: &str| {
        let answer = json(&["price", ship, "--against", &study, "--precision", "0.2"]);
        let mut row = answer["prices"][0].as_object().expect("a price").clone();
        assert_eq!(row["against"]["left_out"], serde_json::json!(["caracal"]));
        assert_eq!(row["against"]["ships"], 5);
        row.remove("design");
        row.remove("name");
        row
    };
    let original = ask("caracal");
    assert_eq!(ask(&same), original);
    assert_eq!(ask(&renamed), original);
    let says = |ship: &str| {
        let text = done(&["price", ship, "--against", &study, "--precision", "0.2"]);
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let text = says(&renamed);
    let itself = "Against 5 other ships of the study `field`; CARACAL is the ship itself and is left out.";
    assert!(text.contains(itself) && text.contains("The field decides the price"), "{text}");
    let otherwise = "Other policies, budgets and boards give other prices (--robust says how much)";
    assert!(text.contains(otherwise), "{text}");
    let text = says("majestic");
    assert!(text.contains("Against 6 other ships of the study `field`; none of them is the ship itself."), "{text}");
    // A variant under the id of its original takes its place.
    let varied =
        write("caracal", shown.replace("name = \"CARACAL\"", "name = \"LYNX\"").replace("hull = ", "hull = 1"));
    let text = says(&varied);
    assert!(text.contains("CARACAL has the ship's id and is left out as what it varies"), "{text}");
}

#[test]
fn questions_that_cannot_be_answered_are_refused() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    let refuse = |words: &[&str], parts: &[&str]| {
        let message = refused(words);
        for part in parts {
            assert!(message.contains(part), "{part}: {message}");
        }
    };
    refuse(&["price", "majestik", "--against", &study], &["majestik", "majestic"]);
    refuse(&["price", "majestic", "majestic", "--against", &study], &["named twice"]);
    refuse(&["price", "--against", "nowhere"], &["nowhere"]);
    refuse(&["price", "--precision", "0.0001"], &["0.002"]);
    refuse(&["price", "--precision", "abc"], &["abc"]);
    refuse(&["price", "--budget", "900:300"], &["900:300", "300:1000"]);
    refuse(&["price", "majestic", "--policy-a", "gredy"], &["gredy", "greedy"]);
    refuse(&["compare", "majestic"], &["VARIANT"]);
    // A budget that buys not one ship: it fights alone, and the option is named.
    let price = |budget: &str| done(&["price", "majestic", "--precision", "0.2", "--budget", budget]);
    let alone = price("10:20");
    assert!(
        alone.contains("Beware: 10 to 20 points buy no MAJESTIC") && alone.contains("--budget LOW:HIGH"),
        "{alone}"
    );
    assert!(!price("300:1000").contains("buy no"));
    refuse(&["compare", "majestic", "majestic"], &["named twice"]);
    // The tiny study has three ships: two opponents at most.
    refuse(&["sensitivity", "majestic", "--against", &study], &["at least three"]);
    refuse(&["sensitivity", "majestic", "--pairs", "3"], &["1000"]);
}

/// It plays for minutes on the shipped study: what is under way is said before, and what was played after.
/// A table that is too wide comes in parts, and each says of how many steps its lines are.
#[test]
fn steps_stand_in_every_part_of_a_table() {
    let folder = tempdir().expect("a folder");
    let study = policies_study(folder.path());
    let mut command = lanchester();
    command.args(["sensitivity", "majestic", "--against", &study, "--pairs", "1000", "--steps", "2", "--quiet"]);
    let output = command.env("COLUMNS", "60").output().expect("the program starts");
    let text = stdout(&output);
    let parts: Vec<&str> = text.split("More of").skip(1).collect();
    let steps = |part: &str| part.lines().filter(|line| line.starts_with("  2 steps")).count();
    assert!(parts.len() > 1 && parts.iter().all(|part| steps(part) == steps(parts[0]) && steps(part) > 3), "{text}");
}

#[test]
fn sensitivity_says_what_it_plays() {
    let folder = tempdir().expect("a folder");
    let study = policies_study(folder.path());
    let output = run(&["sensitivity", "majestic", "--against", &study, "--pairs", "1000", "--steps", "1"]);
    assert!(output.status.success());
    let (answer, remarks) = (stdout(&output), stderr(&output));
    let said = remarks.lines().find_map(|line| line.strip_prefix("Duels of ")).unwrap_or_else(|| panic!("{remarks}"));
    let (ships, rest) = said.split_once(" ships with 3 opponents: ").expect("its opponents");
    let ships: usize = ships.parse().expect("a number of ships");
    let battles = ships * 3 * 2000;
    assert_eq!(rest.replace(',', ""), format!("{battles} battles"));
    let one_more = |line: &&str| line.starts_with("1 ") || line.starts_with("a hex more ");
    let changed = answer.lines().filter(one_more).count();
    assert_eq!(ships, changed + 1, "the ship as it is, and one with each thing more: {answer}");
    let played = remarks.lines().any(|line| line.replace(',', "").starts_with(&format!("{battles} battles in ")));
    assert!(played, "{remarks}");
}

#[test]
fn one_thing_more_has_a_worth() {
    let folder = tempdir().expect("a folder");
    let study = policies_study(folder.path());
    let ask =
        |words: &[&str]| json(&[&["sensitivity", "majestic", "--against", &study, "--pairs", "2000"], words].concat());
    let answer = ask(&["--threads", "1"]);
    assert_eq!(answer, ask(&["--threads", "2"]));
    // In the order in which prices take them, which is no file's.
    let opponents = answer["opponents"].as_array().expect("a list").iter().filter_map(Value::as_str);
    assert_eq!(opponents.collect::<BTreeSet<_>>(), BTreeSet::from(["basalt", "caracal", "gneiss"]));
    let steps = answer["variants"].as_array().expect("a list");
    let step = |what: &str| steps.iter().find(|s| s["name"] == what).unwrap_or_else(|| panic!("no {what}"));
    let face = &step("1 shield face more")["difference"];
    assert!(number(face, "low") > 0.0, "a shield face helps: {face}");
    assert!(number(&step("1 shield face more")["points"], "low") > 10.0);
    // The same dice: a hull box changes little else.
    assert!(number(step("1 hull box more"), "gain") > 2.0);
    let singles = steps.iter().filter(|s| s["steps"] == 1);
    let gains: Vec<f64> = singles.map(|s| number(&s["difference"], "estimate")).collect();
    assert!(gains.is_sorted_by(|a, b| a >= b), "the most valuable first");
}

/// Several steps are played, not added up: six boxes more are the ship whose file says 23 boxes instead of 17.
#[test]
fn several_steps_are_the_ship_with_all_of_them() {
    let folder = tempdir().expect("a folder");
    let study = policies_study(folder.path());
    let against = ["--against", &study, "--pairs", "1024"];
    let answer = json(&[&["sensitivity", "majestic", "--steps", "6,2", "--together"], against.as_slice()].concat());
    let steps = answer["variants"].as_array().expect("a list");
    let boxes: Vec<&Value> = steps.iter().filter(|s| s["name"] == "1 hull box more").collect();
    assert_eq!(boxes.iter().map(|s| s["steps"].as_u64()).collect::<Vec<_>>(), [Some(1), Some(2), Some(6)]);

    let path = folder.path().join("six.toml");
    std::fs::write(&path, done(&["show", "ships/majestic"]).replace("hull = 17", "hull = 23")).expect("a file");
    let six = ["compare", "majestic", path.to_str().expect("UTF-8"), "--no-prices"];
    let six = &json(&[six.as_slice(), &against].concat())["variants"][0];
    for part in ["base", "variant", "difference", "gain", "points"] {
        assert_eq!(boxes[2][part], six[part], "{part}");
    }
    // What the table says beyond the sum is the total less six single boxes.
    let points = |step: &Value| number(&step["points"], "estimate");
    let beyond = points(boxes[2]) - 6.0 * points(boxes[0]);
    assert!((number(&boxes[2]["beyond"], "estimate") - beyond).abs() < 1e-6, "{beyond}: {}", boxes[2]);
    assert!(boxes[0]["beyond"].is_null());
    // The same of two things at once.
    let both = &answer["together"][0];
    let single = |what: &Value| steps.iter().find(|s| s["name"] == *what && s["steps"] == 1).expect("a single step");
    let sum: f64 = both["things"].as_array().expect("two").iter().map(|what| points(single(what))).sum();
    assert!((number(&both["beyond"], "estimate") - (points(both) - sum)).abs() < 1e-6, "{both}");
}

#[test]
fn variants_are_compared_with_the_ship_as_it_is() {
    let folder = tempdir().expect("a folder");
    let study = quick_field_study(folder.path());
    let file = |name: &str, changes: &[(&str, &str)]| {
        let show = done(&["show", "ships/majestic"]);
        let text = changes.iter().fold(show, |text, (from, to)| {
            assert!(text.contains(from), "{from}");
            text.replace(from, to)
        });
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let refit = file("refit.toml", &[("hull = 17", "hull = 29"), ("\"MAJESTIC\"", "\"REFIT\"")]);
    let dear = file("dear.toml", &[("rating = 344", "rating = 900")]);
    let words = ["compare", "majestic", &refit, &dear, "--against", &study, "--pairs", "1024", "--precision", "0.1"];
    let answer = json(&words);
    let [refit, dear] = [0, 1].map(|i| &answer["variants"][i]);
    assert_eq!(refit["name"], "REFIT");
    assert!(number(&refit["difference"], "low") > 0.0 && number(&refit["points"], "low") > 0.0, "{refit}");
    let sum = number(&refit["base"], "estimate") + number(&refit["difference"], "estimate");
    assert!((sum - number(&refit["variant"], "estimate")).abs() < 1e-12);
    // In fleets: twelve boxes more for nothing.
    let fleets = &refit["fleets"];
    assert_eq!((&fleets["charged"], &fleets["deal"]), (&0.into(), &"bargain".into()), "{fleets}");
    let more = number(&fleets["price"], "estimate") - number(&answer["fleets"]["price"], "estimate");
    assert!((number(&fleets["more"], "estimate") - more).abs() < 1e-6, "{fleets}");
    // The ship's price is that of the command that prices it alone, and a variant's does not depend on other variants.
    let alone = json(&["price", "majestic", "--against", &study, "--precision", "0.1"]);
    assert_eq!(alone["prices"][0]["price"], answer["fleets"]["price"]);
    let one = json(&[&words[..3], &words[4..]].concat());
    assert_eq!(one["variants"][0]["fleets"], *fleets);
    assert!(number(fleets, "formula") > 0.0, "twelve boxes more for nothing: {fleets}");
    // The same ship at another price.
    assert_eq!((&dear["same_battles"], &dear["fleets"]["formula"]), (&true.into(), &0.into()));
    assert_eq!(dear["fleets"]["price"], answer["fleets"]["price"]);
    assert_eq!((&dear["fleets"]["charged"], &dear["fleets"]["deal"]), (&556.into(), &"overcharged".into()));
    let text = done(&words);
    for part in [
        "REFIT is a bargain: worth ",
        "is the same ship as MAJESTIC",
        "It is charged 556 more",
        "Worth more",
        "(by the formula +",
        "MAJESTIC is priced as by `lanchester price`",
    ] {
        assert!(text.split_whitespace().collect::<Vec<_>>().join(" ").contains(part), "{part}: {text}");
    }
}

/// A study that says which settings are tried.
fn robust_study(folder: &std::path::Path) -> String {
    let study = quick_field_study(folder);
    let mut text = std::fs::read_to_string(&study).expect("a study");
    text.push_str(
        "precision = 0.15\nmost_matchups = 700\n[[prices.readings]]\nname = \"short\"\nturn_cap = 2\n\
         [robust]\npolicies = [\"broadside\"]\nbudgets = [0.5]\nprecision = 0.15\n",
    );
    std::fs::write(&study, text).expect("a file");
    study
}

/// The price is what it is without the flag; every setting has a row; the range is that of the rows that count.
#[test]
fn a_robust_price_has_a_range_around_the_plain_one() {
    let folder = tempdir().expect("a folder");
    let study = robust_study(folder.path());
    let words = ["price", "majestic", "--against", &study];
    let plain = json(&words);
    let words = [&words[..], &["--robust"]].concat();
    let answer = json(&words);
    assert_eq!((&answer["prices"], plain.get("robust")), (&plain["prices"], None));
    let rows = answer["robust"].as_array().expect("a list");
    let settings: Vec<&str> = rows.iter().filter_map(|row| row["setting"].as_str()).collect();
    assert_eq!(settings, ["as in the study", "broadside on both sides", "budgets 150:500", "reading “short”"]);
    assert_eq!(rows[0]["price"], plain["prices"][0]["price"], "the first row is the price itself");
    // Each row is what the same question asked for itself gives.
    let alone =
        |more: &[&str]| json(&[&["price", "majestic", "--against", &study], more].concat())["prices"][0].clone();
    assert_eq!(rows[1]["price"], alone(&["--policy-a", "broadside", "--policy-b", "broadside"])["price"]);
    assert_eq!(rows[2]["price"], alone(&["--budget", "150:500"])["price"]);
    assert_eq!(rows[3]["capped"], alone(&["--options", "turn_cap=2"])["capped"]);
    // After two turns nearly every battle is undecided.
    assert_eq!([0, 1, 2, 3].map(|row| rows[row]["undecided"] == true), [false, false, false, true]);
    let points: Vec<f64> = rows[..3].iter().map(|row| number(&row["price"], "estimate")).collect();
    let low = points.iter().copied().fold(f64::MAX, f64::min);
    let high = points.iter().copied().fold(0.0, f64::max);
    assert!(low < high && (low..=high).contains(&number(&plain["prices"][0]["price"], "estimate")));
    let text = done(&words);
    let sentence = text.lines().find(|line| line.contains("MAJESTIC: from ")).unwrap_or_else(|| panic!("{text}"));
    let ends: Vec<f64> = sentence.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    assert!(ends.iter().zip([low, high]).all(|(said, is)| (said / is - 1.0).abs() < 0.05), "{sentence}: {low} {high}");
    for part in
        ["From – to", "Not counted, as the turn limit ended most battles: reading “short”", "±15.0 %", " --robust "]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("--robust says how much"), "{text}");
}

/// A run with --store goes on, and the whole of its parts is the run that was played at once.
#[test]
fn a_robust_price_is_kept_and_dealt_out() {
    let folder = tempdir().expect("a folder");
    let study = robust_study(folder.path());
    let words = ["price", "majestic", "--against", &study, "--robust"];
    let store = folder.path().join("run.lan");
    let kept = [&words[..], &["--store", store.to_str().expect("UTF-8")]].concat();
    let whole = json(&kept);
    assert_eq!(whole, json(&words));
    assert_eq!(json(&[&kept[..], &["--resume", "--no-play"]].concat()), whole, "everything is in the store");
    // A plain price is another run.
    let plain = [&words[..4], &["--store", store.to_str().expect("UTF-8"), "--resume"]].concat();
    assert!(refused(&plain).contains("run.lan"));
}

/// A copy at another price changes nothing that is counted, and a harder ship survives more; the formula stands beside.
#[test]
fn a_comparison_says_what_a_change_changes() {
    let folder = tempdir().expect("a folder");
    let study = quick_field_study(folder.path());
    let show = done(&["show", "ships/majestic"]);
    let file = |name: &str, from: &str, to: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, show.replace(from, to)).expect("a file");
        path.to_str().expect("UTF-8").to_owned()
    };
    let dear = file("dear.toml", "rating = 344", "rating = 900");
    let refit = file("refit.toml", "hull = 17", "hull = 29");
    let words = ["compare", "majestic", &dear, &refit, "--against", &study, "--pairs", "1024", "--no-prices", "--why"];
    let answer = json(&words);
    let figures = |variant: usize| answer["variants"][variant]["why"]["figures"].as_array().expect("figures").clone();
    for figure in figures(0) {
        assert_eq!((number(&figure["difference"], "estimate"), &figure["differs"]), (0.0, &false.into()), "{figure}");
        let sum = number(&figure, "base") + number(&figure["difference"], "estimate");
        assert!((sum - number(&figure, "variant")).abs() < 1e-9, "{figure}");
    }
    let survives = &figures(1)[0];
    assert_eq!((&survives["what"], &survives["differs"]), (&"survives".into(), &true.into()));
    assert!(number(&survives["difference"], "low") > 0.0, "{survives}");
    // What was asked for changes no other figure.
    let plain = json(&words[..words.len() - 1]);
    assert!(plain["variants"][1].get("why").is_none());
    assert_eq!(plain["variants"][1]["difference"], answer["variants"][1]["difference"]);
    let text = done(&words);
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in ["Nothing that is counted differs", "survives, %", "The game's formula gives 344 before and", "--why"] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn fleets_are_compared_with_the_fleet_as_it_is() {
    let folder = tempdir().expect("a folder");
    let show = done(&["show", "fleets/karst-medium"]);
    let path = folder.path().join("copy.toml");
    std::fs::write(&path, &show).expect("a file");
    let copy = path.to_str().expect("UTF-8");
    let words = ["compare", "karst-medium", copy, "vesper-medium", "--pairs", "1000", "--policy", "charge"];
    let answer = json(&words);
    let [same, other] = [0, 1].map(|i| &answer["variants"][i]);
    assert_eq!((&same["same_battles"], number(&same["difference"], "estimate")), (&true.into(), 0.0));
    assert_eq!(other["same_battles"], false);
    // Points are those of the ships, the fleet and its variants are no opponents, and all opponents are about as costly.
    assert_eq!((&answer["rating"], &other["rating"]), (&961.into(), &988.into()));
    let opponents = answer["opponents"].as_array().expect("a list");
    assert_eq!(other["by_opponent"].as_array().map(Vec::len), Some(opponents.len()));
    let mean: f64 =
        other["by_opponent"].as_array().expect("a list").iter().map(|of| number(&of["difference"], "estimate")).sum();
    let mean = mean / opponents.len() as f64;
    assert!((mean - number(&other["difference"], "estimate")).abs() < 1e-9, "{other}");
    assert!(opponents.iter().all(|name| *name != "Vesper pack" && *name != "Karst dreadnought group"), "{answer}");
    let text = done(&words);
    assert!(text.contains("is the same fleet") && text.contains("Vesper pack against"), "{text}");
    for (words, part) in [
        (&["compare", "karst-medium", "vesper-medium", "--no-prices"][..], "has no parity price"),
        (&["compare", "karst-medium", "majestic-x"], "no ship or fleet has the id"),
        (&["compare", "karst-medium", "karst-medium"], "named twice"),
        (&["compare", "karst-medium", "vesper-medium", "--against", "swarm"], "expected --against"),
    ] {
        let refusal = refused(words);
        assert!(refusal.contains(part), "{words:?}: {refusal}");
    }
}

/// A search that has one policy to play out is that policy; two different policies are no commander that others are put beside.
#[test]
fn one_ship_under_other_commanders() {
    let folder = tempdir().expect("a folder");
    let study = few_ships_study(folder.path());
    let words =
        ["price", "gnomon", "--against", &study, "--strength", "--portfolio", "charge", "--strength-matchups", "200"];
    let answer = json(&words);
    let rows = answer["commanders"].as_array().expect("a list");
    let titles: Vec<_> = rows.iter().map(|row| (row["commander"].as_str(), row["rollouts"].as_u64())).collect();
    assert_eq!(titles, [(Some("charge"), None), (Some("search"), Some(32))]);
    let change = &rows[1]["change"];
    assert!(change["low"].as_f64() < Some(0.0) && change["high"].as_f64() > Some(0.0), "{change}");
    let text = done(&words);
    assert!(text.contains("Parity prices under other commanders") && text.contains("GNOMON"), "{text}");
    let wrong = refused(&[&words[..], &["--policy-a", "greedy"]].concat());
    assert!(wrong.contains("here greedy meets charge"), "{wrong}");
}
