//! Bad input and bad places to write to: exit code 2, a message that helps, nothing half done. Never a panic.

use std::fs;
#[cfg(target_os = "linux")]
use std::process::Stdio;

use crate::common::{done, lanchester, levels, refused, run, stderr, stdout};

#[test]
fn usage_is_refused_with_a_reason() {
    for (words, part) in [
        (&["duel", "majestic", "moraine", "--battles", "0"][..], "expected a whole number from 1 to"),
        (&["validate", "--pairs", "0"], "expected a whole number from 1 to"),
        (&["duel", "majestic", "moraine", "--battles", "-5"], "expected a whole number from 1 to"),
        (&["sweep", "refits", "--budget", "0s"], "expected more than no time"),
        (&["validate", "."], "`.` is a folder"),
        (&["duel", "majestic"], "has no opponent"),
        (&["duel"], "nobody to fight"),
        (&["duel", "majestik", "moraine"], "expected `majestic`"),
        (&["duel", "majestic", "greedy"], "`greedy` is a policy"),
        (&["duel", "majestic", "moraine", "--policy-a", "gredy"], "expected `greedy`"),
        (&["duel", "majestic", "moraine", "--options", "turn_cpa=3"], "expected `turn_cap`"),
        (&["duel", "majestic", "moraine", "--options", "turn_cap"], "KEY=VALUE"),
        (&["duel", "crossing-paths", "--size", "small"], "are those of its file"),
        (&["duel", "karst-large", "vesper-large", "--size", "small"], "allows 800"),
        (&["duel", "no-such.toml", "majestic"], "no-such.toml"),
        (&["replay", "--study", "default", "--cell", "99999"], "expected 0 to"),
        (&["replay", "--study", "default", "--cell", "0", "--battle", "99999999"], "expected 0 to"),
        (&["replay", "--study", "default"], "--cell"),
        (&["odds", "majestic", "moraine", "--range", "40"], "at most 15"),
        (&["replay", "majestic", "basalt", "--cell", "3"], "expected --study STUDY with it"),
        (
            &["odds", "tempest", "gaur", "--game", "fires", "--range", "0", "--committed", "3"],
            "expected --missiles with it",
        ),
        (
            &["odds", "tempest", "gaur", "--game", "fires", "--range", "0", "--missiles", "3", "--bank", "1"],
            "expected `missiles` there too",
        ),
        (&["odds", "tempest", "gaur", "--game", "fires", "--range", "0", "--missiles", "99"], "expected at most"),
        (&["odds", "majestic", "moraine", "--range", "4", "--bank", "XX"], "Fusion Beams"),
        (&["policies", "greedy"], "at least two"),
        (&["policies", "greedy", "greedy"], "named twice"),
        (&["policies", "greedy", "search"], "`search` commands a side of a matchup"),
        (&["duel", "majestic", "moraine", "--policy-a", "search", "--policy-b", "search"], "expected --believe"),
        (&["duel", "majestic", "moraine", "--portfolio", "greedy"], "nobody who searches"),
        (&["duel", "majestic", "moraine", "--policy-a", "serach"], "expected `search`"),
        (&["compare", "majestic", "moraine", "--rollouts", "4"], "expected --policy search"),
        (&["compare", "majestic", "moraine", "--pairs", "100"], "expected at least 1000"),
        (&["price", "majestic", "--believe", "charge"], "expected --strength, --policy-a search"),
        (&["price", "majestic", "--strength", "--believe", "charge"], "the study's own policy"),
        (&["price", "--strength", "--policy-a", "search", "--policy-b", "search"], "here `search` commands"),
        (&["validate", "--rollouts", "4"], "expected --strength with it, or [search] in the file"),
        (&["duel", "majestic", "moraine", "--policy-a", "Search"], "expected `search`"),
        (&["replay", "--study", "default", "--cell", "0", "--secret"], "cannot be used with"),
        (&["replay", "majestic", "moraine", "--policy-a", "search", "--portfolio", "charge,charge"], "named twice"),
        (&["search", "greedy", "--portfolio", "charge,"], "a policy without a name"),
        (&["search", "greedy", "--portfolio", "all,charge"], "expected it alone"),
        (&["search", "greedy", "--secret"], "expected no --secret"),
        (&["policies", "--strength", "--search", "4", "--secret"], "expected no --secret"),
        (&["policies", "--strength", "--secret"], "--search"),
        (&["duel", "majestic", "moraine", "--policy-a", "search", "--secret"], "in Starmada Nova"),
        (&["duel", "majestic", "moraine", "--secret"], "nobody who searches"),
        (&["search", "gredy"], "expected `greedy`"),
        (&["show", "majestik"], "expected `majestic`"),
        (&["show", "search"], "`lanchester help duel`"),
        (&["validate", "defualt"], "expected `default`"),
        (&["list", "boats"], "ships"),
        (&["rules", "chess"], "nova"),
        (&["list", "--simd", "avx1024"], "avx512, avx2, neon, simd128 or fallback"),
        (&["odds", "majestic", "moraine", "--range", "70"], "expected a whole number from 0 to 60"),
        (&["odds", "majestic", "moraine", "--range", "0"], "expected a whole number from 1 to 60"),
        (&["odds", "majestic", "moraine", "--range", "4", "--boxes-lost", "999"], "expected a whole number from 0 to "),
        (&["duel", "majestic", "moraine", "--threads", "0"], "expected a whole number from 1 to 1024"),
        (&["list", "--seed", "-1"], "expected a whole number from 0 to 18446744073709551615"),
        (&["price", "majestic", "--precision", "-1"], "`-1` is no share; expected a number from 0.002 to 0.2"),
        (&["rate", "majestic", "--precision", "-0.5"], "`-0.5` is no share"),
        (&["price", "majestic", "--budget", "-5"], "`-5` is no range of points; expected two whole numbers"),
        (&["price", "majestic", "--budget", "-5:10"], "`-5:10` is no range of points"),
        (&["price", "majestic", "--matchups", "-1,000"], "expected a whole number from 576 to 1000000"),
        (&["price", "--game", "-1"], "invalid value '-1' for '--game <GAME>'"),
        (&["reprice", "--integer", "-1"], "'-1' for '--integer[=<N>]': expected a whole number from 1 to 1000"),
        (&["reprice", "--integer", "-1,2"], "'-1,2' for '--integer[=<N>]': expected a whole number from 1 to 1000"),
        (&["sensitivity", "majestic", "--steps", "-1"], "expected a whole number from 1 to 100"),
        (&["sensitivity", "majestic", "--steps", "-1,2"], "expected a whole number from 1 to 100"),
        (&["sweep", "refits", "--half-width", "-1"], "`-1` is no half-width; expected a share"),
        (&["sweep", "refits", "--budget", "-1"], "`-1` is no time; expected a number with its unit, such as 8h or 30m"),
        (
            &["sweep", "refits", "--budget", "-3h"],
            "`-3h` is no time; expected a number with its unit, such as 8h or 30m",
        ),
        (&["sweep", "refits", "--budget", "abc"], "`abc` is no time; expected a number with its unit"),
        (
            &["tune", "--budget", "abc", "--out", "x.toml"],
            "`abc` is neither a number of battles nor a time; expected at least 20,000 battles, or a time such as 30m",
        ),
        (&["plan", "nope"], "no study or sweep has the id `nope`"),
        (&["plan", "refit"], "expected `refits`"),
        (&["plan", "no such"], "neither an id nor a path"),
        (&["report", "no-such-run"], "expected a folder that `lanchester validate`"),
        (&["status", "no-such-run"], "expected the store of a run"),
        (&["schema", "--json"], "--json has no effect"),
        (&["list", "--seed", "3"], "--seed has no effect"),
        (&["merge", "a.store", "b.store", "--out", "c.store", "--seed", "3"], "--seed has no effect"),
        (&["status", "no-such-run", "--game", "nova"], "--game has no effect"),
        (&["rules", "nova", "--game", "starmada-x"], "--game has no effect"),
        (&["fight"], "fight"),
        (&[], "Type first"),
    ] {
        let message = refused(words);
        assert!(message.contains(part), "{words:?}: {message}");
        assert!(!message.contains("panicked"), "{words:?}: {message}");
    }
}

/// What was meant is named, and what takes it: a fleet, a study or several ships where one ship is asked for.
#[test]
fn a_ship_that_is_something_else_is_refused_with_what_takes_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (study, fleet) = (path("mystudy.toml"), path("three.toml"));
    fs::write(&study, done(&["show", "studies/default"])).expect("a file");
    let fleet_of_two = path("two.toml");
    fs::write(
        &fleet_of_two,
        "game = \"nova\"\nkind = \"fleet\"\nname = \"Two\"\n[[ships]]\nship = \"majestic\"\ncount = 2\n",
    )
    .expect("a file");
    for (words, parts) in [
        (&["price", &study][..], &["a study file", "`lanchester validate", "`lanchester price SHIP --against"][..]),
        (&["price", "studies/default"], &["`lanchester price SHIP --against default` prices a ship by its ships"]),
        (&["price", "meridian-medium"], &["is a fleet", "`lanchester duel meridian-medium` takes a fleet"]),
        (&["price", "meridian-medum"], &["no ship has the id", "`meridian-medium` is a fleet"]),
        (
            &["plan", "majestic"],
            &["`majestic` is a ship", "expected the id of a study or a sweep; `lanchester price majestic`"],
        ),
        (&["plan", &fleet_of_two], &["is a fleet", "expected the id of a study or a sweep; `lanchester duel"]),
        (&["price", "majestik"], &["expected `majestic`"]),
        (&["price", "3xmajestic"], &["[[ships]]", "`ship = \"majestic\"` and `count = 3`"]),
        (&["duel", "3*majestic", "basalt"], &["`ship = \"majestic\"` and `count = 3`"]),
        (&["duel", "2 basalt", "majestic"], &["`ship = \"basalt\"` and `count = 2`"]),
    ] {
        let message = refused(words).split_whitespace().collect::<Vec<_>>().join(" ");
        for part in parts {
            assert!(message.contains(part), "{words:?}, {part}: {message}");
        }
    }
    // What the message says how to write is a fleet.
    let text = "game = \"nova\"\nkind = \"fleet\"\nname = \"Three\"\n[[ships]]\nship = \"majestic\"\ncount = 3\n";
    fs::write(&fleet, text).expect("a file");
    assert!(done(&["check", &fleet]).contains("1,032 points: 3 majestic"));
}

/// A player who forgets the weapons, or the rating, is told by `check`.
#[test]
fn a_ship_without_weapons_is_remarked_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("bare.toml").to_str().expect("UTF-8").to_owned();
    let text = done(&["show", "ships/majestic"]);
    let (bare, _) = text.split_once("[[batteries]]").expect("batteries");
    fs::write(&file, bare).expect("a file");
    let said = done(&["check", &file]);
    assert!(said.contains("no weapons that count in its house rating (nova-house-1)"), "{said}");
    assert!(said.contains("printed rating 344, house rating (nova-house-1) 1: far apart"), "{said}");
    fs::write(&file, &text).expect("a file");
    let said = done(&["check", &file]);
    assert!(!said.contains("no weapons") && !said.contains("far apart"), "{said}");
}

/// Of a folder every ship that cannot be read is named, and what is not there is sought as a file and as a folder.
#[test]
fn every_broken_ship_of_a_folder_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = done(&["show", "ships/majestic"]);
    for (name, from, to) in [("a", "", ""), ("b", "\nshields", "\nsheilds"), ("c", "\nhull", "\nhul")] {
        fs::write(folder.path().join(format!("{name}.toml")), text.replace(from, to)).expect("a file");
    }
    let message = refused(&["price", folder.path().to_str().expect("UTF-8")]);
    for part in ["unknown key `sheilds`", "unknown key `hul`", "2 problems in 2 files"] {
        assert!(message.contains(part), "{message}");
    }
    let absent = folder.path().join("absent").to_str().expect("UTF-8").to_owned();
    assert!(refused(&["check", &absent]).contains("there is no file or folder"));
}

/// One letter is a slip; two may be another ship.
#[test]
fn a_guess_is_called_one() {
    let said =
        |ship: &str| refused(&["price", ship, "--game", "talon"]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(said("terran-b").contains("expected `terran-bb`"), "{}", said("terran-b"));
    assert!(said("terran-ff").contains("perhaps `terran-bb`, or a path"), "{}", said("terran-ff"));
}

/// A price list wants the folder of a run, and says so of anything else.
#[test]
fn a_price_list_of_no_run_is_refused_with_what_was_expected() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mine.toml");
    fs::write(&file, "rating = 1\n").expect("a file");
    let (folder, file) = (folder.path().to_str().expect("UTF-8"), file.to_str().expect("UTF-8"));
    for (run, part) in [
        ("no-such-run", "there is no `no-such-run`"),
        (file, "mine.toml` is a file"),
        (folder, "holds no manifest.json"),
    ] {
        let message = refused(&["list", "ships", "--prices", run]);
        let expected = "expected the folder of a study's run, such as reports/default";
        assert!(message.contains(part) && message.contains(expected), "{message}");
        assert!(!message.contains("os error"), "{message}");
    }
}

#[test]
fn all_is_named_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("field.toml");
    let text = "game = \"nova\"\nkind = \"study\"\nname = \"Field\"\npairs = 1\n[duels]\nships = [\"all\", \"all\"]\n";
    for (listed, wrong) in
        [("\"all\", \"all\"", "`all` is named twice"), ("\"basalt\", \"all\", \"basalt\"", "`basalt` is named twice")]
    {
        fs::write(&file, text.replace("\"all\", \"all\"", listed)).expect("a file");
        let message = refused(&["check", file.to_str().expect("UTF-8")]);
        assert!(message.contains(wrong) && message.contains("field.toml:6:"), "{message}");
    }
}

/// Accounts go by the names of weapons, so two of one name are counted together, and `check` says so; a sweep that names one of them
/// names neither.
#[test]
fn two_weapons_of_one_name_are_remarked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (ship, sweep) = (path("twins.toml"), path("sweep.toml"));
    let text = done(&["show", "majestic"]).replace("\"MAJESTIC\"", "\"TWINS\"");
    fs::write(&ship, text.replace("Lightning Turrets", "Fusion Beams")).expect("a file");
    let remark = "2 weapons are named Fusion Beams: what they do is counted together";
    assert!(done(&["check", &ship]).contains(remark));
    let duel = run(&["duel", &ship, "basalt", "--battles", "128", "--why"]);
    assert!(stderr(&duel).contains(remark), "{}", stderr(&duel));
    assert_eq!(stdout(&duel).matches("Fusion Beams").count(), 1, "{}", stdout(&duel));
    let text = "game = \"nova\"\nkind = \"sweep\"\nname = \"S\"\nship = \"twins.toml\"\nagainst = [\"basalt\"]\n\
                [[parameters]]\nfield = \"ship.batteries.Fusion Beams.range\"\nvalues = [\"5-10-15\"]\n";
    fs::write(&sweep, text).expect("a file");
    let message = refused(&["check", &sweep]).split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        message.contains("names 2 of the batteries") && message.contains("number of one of them: 1, 2"),
        "{message}"
    );
}

/// A player who means shields of 4+ and writes five fours gets shields of one face; `check` says so.
#[test]
fn five_equal_shield_icons_are_remarked() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |icons: &str| {
        let file = folder.path().join("heron.toml").to_str().expect("UTF-8").to_owned();
        let text = done(&["show", "majestic"]).replace("[5, 6, 6, 6, 6]", icons).replace("\"MAJESTIC\"", "\"HERON\"");
        fs::write(&file, text).expect("a file");
        done(&["check", &file])
    };
    let said = check("[4, 4, 4, 4, 4]");
    assert!(
        said.contains("all five shield icons are 4") && said.contains("shields of 4+ have [4, 5, 5, 6, 6]"),
        "{said}"
    );
    assert!(check("[4, 5, 5, 6, 6]").contains("Nothing is wrong") && !check("[6, 6, 6, 6, 6]").contains("icons"));
}

#[test]
fn a_level_that_the_machine_lacks_is_refused_with_those_it_has() {
    let has = levels();
    for level in ["avx512", "avx2", "neon", "simd128"] {
        let output = run(&["list", "--simd", level]);
        if output.status.code() == Some(0) {
            eprintln!("skipped: this machine has {level}");
        } else {
            assert_eq!(output.status.code(), Some(2));
            let message = stderr(&output);
            let listed = message.split_once("it has: ").map_or("", |(_, listed)| listed);
            assert!(has.iter().any(|level| listed.contains(level)), "{message}");
        }
    }
}

#[test]
fn every_problem_of_a_file_is_told_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("heron.toml");
    let text = done(&["show", "ships/majestic"]).replace("hull = 17", "hull = 99").replace("\"FF\"", "\"FQ\"");
    fs::write(&path, format!("colour = \"red\"\n{text}")).expect("a file");
    let path = path.to_str().expect("UTF-8");
    let message = refused(&["check", path]);
    for part in ["colour", "99", "FQ", "heron.toml:1:1", "3 problems in 1 file"] {
        assert!(message.contains(part), "{part}: {message}");
    }
    assert!(refused(&["duel", path, "majestic"]).contains("3 problems"));

    let output = run(&["check", path, "--json"]);
    assert_eq!(output.status.code(), Some(2));
    let json: serde_json::Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(json["ok"], false);
    assert_eq!(json["problems"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["problems"][0]["line"], 1);
}

#[test]
fn init_writes_files_that_pass_and_never_overwrites() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("mine");
    let dir = path.to_str().expect("UTF-8");
    assert!(done(&["init", dir]).contains("files written"));
    assert!(done(&["check", dir]).contains("Nothing is wrong in "));
    assert!(done(&["init", dir]).contains("already"), "the same files again are no conflict");

    let ship = path.join("nova/ships/majestic.toml");
    fs::write(&ship, "changed").expect("a file");
    let policy = path.join("nova/policies/greedy.toml");
    fs::remove_file(&policy).expect("it was written");
    let message = refused(&["init", dir]);
    assert!(message.contains("majestic.toml") && message.contains("nothing was written"), "{message}");
    assert!(!policy.exists() && fs::read_to_string(&ship).is_ok_and(|text| text == "changed"));
}

#[test]
fn an_empty_folder_is_nothing_to_check() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(refused(&["check", folder.path().to_str().expect("UTF-8")]).contains("no .toml file"));
}

/// As after `| head -1`: the reader is gone before the first byte.
#[test]
fn a_closed_pipe_is_no_error() {
    for words in
        [&["rules", "nova"][..], &["list"], &["--help"], &["completions", "bash"], &["replay", "basalt", "basalt"]]
    {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = lanchester().args(words).stdout(writer).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{words:?}: {}", stderr(&output));
        assert!(!stderr(&output).contains("panicked"));
    }
}

/// A closed pipe hides the text, not the answer.
#[test]
fn a_closed_pipe_keeps_the_exit_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let bad = folder.path().join("bad.toml");
    fs::write(&bad, "game = \"nova\"\nkind = \"ship\"\n").expect("written");
    for last in ["--quiet", "--json"] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = lanchester().arg("check").arg(&bad).arg(last).stdout(writer).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2), "{last}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = || Stdio::from(fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full"));
    for words in
        [&["rules", "nova"][..], &["list", "--json"], &["--help"], &["duel", "basalt", "basalt", "--battles", "2"]]
    {
        let output = lanchester().args(words).stdout(full()).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(75), "{words:?}");
        assert!(stderr(&output).contains("No space left"), "{words:?}: {}", stderr(&output));
    }
    // With nowhere left to complain there is still an exit code.
    let status = lanchester().args(["show", "nothing"]).stderr(full()).status().expect("the program starts");
    assert_eq!(status.code(), Some(2));
}

/// Output to a pipe has no colour in any case; with NO_COLOR a terminal has none either, which only a terminal shows.
#[test]
fn pipes_get_no_colours() {
    for no_color in [None, Some("1")] {
        for words in [&["list"][..], &["policies", "hold", "random", "--pairs", "1"], &["show", "nothing"]] {
            let mut command = lanchester();
            if let Some(value) = no_color {
                command.env("NO_COLOR", value);
            }
            let output = command.args(words).output().expect("the program starts");
            assert!(!stdout(&output).contains('\u{1b}') && !stderr(&output).contains('\u{1b}'), "{words:?}");
        }
    }
}
