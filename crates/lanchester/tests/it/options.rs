//! `--options` of the commands that play a study: what it says is what a study with these options in its file says.

use std::path::Path;

use serde_json::Value;
use tempfile::tempdir;

use crate::common::{dealt, done, field_study, json, quick_field_study, refused, run, stderr, tiny_study};

/// The study with these lines as its `[options]`, under the same name in another folder.
fn with_options(folder: &Path, study: &str, lines: &str) -> String {
    let text = std::fs::read_to_string(study).expect("a study");
    assert_eq!(text.matches("[duels]").count(), 1);
    let folder = folder.join("changed");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(Path::new(study).file_name().expect("a name"));
    std::fs::write(&path, text.replace("[duels]", &format!("[options]\n{lines}\n[duels]"))).expect("a file");
    path.to_str().expect("UTF-8").to_owned()
}

/// What a command says without its own words.
fn plain(words: &[&str]) -> Value {
    let mut answer = json(words);
    answer.as_object_mut().expect("an object").remove("command");
    answer
}

#[test]
fn an_option_of_the_command_line_is_one_of_the_study() {
    let folder = tempdir().expect("a folder");
    let study = quick_field_study(folder.path());
    let changed = with_options(folder.path(), &study, "turn_cap = 9");
    let commands: [&[&str]; 4] = [
        &["price", "majestic", "--precision", "0.2", "--matchups", "640", "--against"],
        &["rate", "caracal", "--precision", "0.2", "--against"],
        &["compare", "basalt", "gneiss", "--pairs", "1024", "--precision", "0.2", "--against"],
        &["reprice", "--precision", "0.2", "--matchups", "2000"],
    ];
    // Half of them where the tests are not thorough.
    for command in dealt(0, 2, commands) {
        let mut flag = json(&[command, &[&study, "--options", "turn_cap=9"]].concat());
        // The command that is printed has the option.
        let again = flag.as_object_mut().and_then(|flag| flag.remove("command")).expect("a command");
        assert!(again.as_str().is_some_and(|again| again.contains("--options turn_cap=9 ")), "{again}");
        let file = plain(&[command, &[changed.as_str()]].concat());
        assert_eq!(flag, file, "{command:?}");
        assert_eq!(flag["options"]["turn_cap"], "9", "{command:?}");
        assert_ne!(flag, plain(&[command, &[study.as_str()]].concat()), "{command:?}");
    }
}

/// All cells of a study and its prices: turns are cut, in the blocks with options of their own too, and the manifest says so.
#[test]
fn a_whole_study_is_played_under_the_options() {
    let folder = tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    let text = std::fs::read_to_string(&study).expect("a study");
    let mut text = text.replace("pairs = 40\n", "pairs = 40\npolicies = [\"charge\"]\n");
    text.push_str("turn_cap = 9\n[prices]\nprecision = 0.2\nmost_matchups = 600\n");
    std::fs::write(&study, text).expect("a file");
    let out = folder.path().join("out");
    let words = ["validate", &study, "--out", out.to_str().expect("UTF-8"), "--options", "turn_cap=3"];
    let answer = json(&words);
    for cell in answer["cells"].as_array().expect("cells") {
        let (turns, battles) = (&cell["tally"]["turns"], 2 * cell["tally"]["pairs"].as_u64().expect("pairs"));
        assert!(turns.as_u64().is_some_and(|turns| turns <= 3 * battles), "{cell}");
    }
    for key in ["duels.turn_cap", "very-small.turn_cap", "prices.turn_cap"] {
        assert_eq!(answer["options"][key], "3", "{}", answer["options"]);
    }
    assert!(answer["prices"].as_array().is_some_and(|rows| rows.len() == 3));
    let manifest = std::fs::read_to_string(out.join("tiny/manifest.json")).expect("a manifest");
    assert!(manifest.contains(r#""prices.turn_cap": "3""#), "{manifest}");
    let text = done(&words);
    assert!(
        text.contains("With the options turn_cap=3 (turn_cap = 9 of the study gives way to 3)."),
        "what is overruled is said: {text}"
    );
    assert!(text.contains("--options turn_cap=3"), "{text}");
}

/// A store of other options is another run's.
#[test]
fn a_store_goes_on_under_its_own_options_alone() {
    let folder = tempdir().expect("a folder");
    let study = quick_field_study(folder.path());
    let store = folder.path().join("run.lan");
    let play = |options: &[&str]| {
        let words = ["price", "majestic", "--against", &study, "--precision", "0.2", "--matchups", "600"];
        let store = ["--store", store.to_str().expect("UTF-8")];
        run(&[&words[..], &store, options].concat())
    };
    assert!(play(&["--options", "turn_cap=4"]).status.success());
    let other = play(&["--options", "turn_cap=5", "--resume"]);
    assert_eq!(other.status.code(), Some(2), "{}", stderr(&other));
    assert!(play(&["--options", "turn_cap=4", "--resume"]).status.success());
}

#[test]
fn wrong_options_are_refused_as_those_of_a_duel_are() {
    let folder = tempdir().expect("a folder");
    let study = field_study(folder.path());
    for (option, part) in [("turn_cap", "no value"), ("turn_kap=4", "turn_cap"), ("turn_cap=0", "(options)")] {
        let duel = refused(&["duel", "majestic", "gneiss", "--options", option]);
        assert!(duel.contains(part), "{duel}");
        let commands: [&[&str]; 5] = [
            &["price", "majestic", "--against", &study],
            &["rate", "majestic", "--against", &study],
            &["compare", "basalt", "gneiss", "--against", &study],
            &["reprice", &study],
            &["validate", &study],
        ];
        for command in commands {
            assert_eq!(refused(&[command, &["--options", option]].concat()), duel, "{command:?}");
        }
    }
}
