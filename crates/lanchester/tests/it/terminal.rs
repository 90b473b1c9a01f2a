//! Files and paths that somebody else made cannot steer the terminal: whatever they hold, no control character but the
//! line feed comes out, and no mark that turns or hides text.

use std::fs;
use std::path::Path;

use crate::common::{done, lanchester, stderr, stdout, tiny_study};
use lanchester_report::manifest::MANIFEST_FILE;
use lanchester_report::{read_run, rebuild, write_run};
use lanchester_scenario::steers;
use serde_json::{Value, json};

/// Clears the screen, sets the title, rings, overwrites the line; as C1 too; turns and hides text.
const HOSTILE: &str = "x\u{1b}[2J\u{1b}]0;t\u{7}\r\u{9b}31m\u{85}\u{202e}\u{2066}\u{200b}\u{61c}\u{7f}\u{8}y";

/// Runs the program and looks at every character of both streams; gives the exit code and all of it.
fn looked_at(words: &[&str]) -> (Option<i32>, String) {
    let output = lanchester().args(words).output().expect("the program starts");
    let text = stdout(&output) + &stderr(&output);
    let raw: Vec<String> =
        text.chars().filter(|c| steers(*c) && *c != '\n').map(|c| c.escape_unicode().to_string()).collect();
    assert!(raw.is_empty(), "{words:?}: {raw:?} in {text}");
    (output.status.code(), text)
}

/// As [`looked_at`], in words and as JSON.
fn both(words: &[&str], code: i32) -> String {
    let (as_json, answer) = looked_at(&[words, &["--json"]].concat());
    let (in_words, text) = looked_at(words);
    assert_eq!((in_words, as_json), (Some(code), Some(code)), "{words:?}: {text}{answer}");
    text
}

/// Puts the text in the place of every text of a JSON value but these.
fn spoil(value: &mut Value, keep: &[&str]) {
    match value {
        Value::String(text) => HOSTILE.clone_into(text),
        Value::Array(list) => list.iter_mut().for_each(|value| spoil(value, keep)),
        Value::Object(map) => {
            map.iter_mut().filter(|(key, _)| !keep.contains(&key.as_str())).for_each(|(_, value)| spoil(value, keep));
        }
        _ => {}
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

#[test]
fn a_status_file_cannot() {
    let folder = tempfile::tempdir().expect("a folder");
    let sweep = folder.path().join("small.toml");
    let file = "game = \"nova\"\nkind = \"sweep\"\nname = \"Small\"\nship = \"majestic\"\nagainst = [\"basalt\"]\npairs = 300\n\
                [[parameters]]\nfield = \"ship.hull\"\nvalues = [12, 16]\n";
    fs::write(&sweep, file).expect("a file");
    done(&["sweep", text(&sweep), "--out", text(&folder.path().join("out"))]);
    let store = folder.path().join("out/small.store");
    let status = folder.path().join("out/small.store.status.json");
    let mut heartbeat: Value = serde_json::from_slice(&fs::read(&status).expect("a status")).expect("JSON");
    spoil(&mut heartbeat, &[]);
    fs::write(&status, heartbeat.to_string()).expect("written");
    let said = both(&["status", text(&store)], 0);
    assert!(said.contains(r"x\u{1b}[2J"), "what the status file says is shown: {said}");
    let keys: Vec<Value> = (0..3).map(|_| json!(HOSTILE)).collect();
    fs::write(&status, json!({ HOSTILE: keys }).to_string()).expect("written");
    both(&["status", text(&store)], 0);
}

#[test]
fn a_manifest_and_values_of_tables_cannot() {
    let folder = tempfile::tempdir().expect("a folder");
    let study = tiny_study(folder.path());
    let out = folder.path().join("out");
    let play = ["validate", &study, "--out", text(&out)];
    done(&play);
    let run = out.join("tiny");

    // Names of designs and fleets, as Parquet holds them.
    let mut results = rebuild(&read_run(&run).expect("a run")).expect("a study");
    results.designs.iter_mut().for_each(|design| {
        HOSTILE.clone_into(&mut design.name);
        HOSTILE.clone_into(&mut design.class);
        HOSTILE.clone_into(&mut design.origin);
        design.faction = Some(HOSTILE.to_owned());
    });
    results.cells.iter_mut().flat_map(|cell| &mut cell.entrants).for_each(|of| HOSTILE.clone_into(&mut of.name));
    HOSTILE.clone_into(&mut results.setup.name);
    write_run(&out, &results, &[]).expect("written");
    both(&["report", text(&run)], 0);
    results.cells[0].entrants[0].ships = vec![HOSTILE.to_owned()];
    HOSTILE.clone_into(&mut results.cells[0].group);
    write_run(&out, &results, &[]).expect("written");
    for words in [&["report", text(&run)][..], &play] {
        looked_at(words);
    }

    let manifest = run.join(MANIFEST_FILE);
    let good: Value = serde_json::from_slice(&fs::read(&manifest).expect("a manifest")).expect("JSON");
    for keep in [&["file"][..], &["file", "blake3"], &["file", "blake3", "study_hash"], &[]] {
        let mut spoilt = good.clone();
        spoil(&mut spoilt, keep);
        fs::write(&manifest, spoilt.to_string()).expect("written");
        looked_at(&["report", text(&run)]);
        let (code, said) = looked_at(&play);
        assert!(code == Some(2) && said.contains(r"x\u{1b}[2J"), "another study's folder: {said}");
    }
    fs::write(&manifest, json!({ HOSTILE: 1 }).to_string()).expect("written");
    both(&["report", text(&run)], 2);
}

#[test]
fn a_scenario_file_cannot() {
    let folder = tempfile::tempdir().expect("a folder");
    let ship = done(&["show", "ships/majestic"]);
    let escaped: String =
        HOSTILE.chars().map(|c| if steers(c) { format!("\\u{:04x}", u32::from(c)) } else { c.into() }).collect();
    let name = ship.lines().find(|line| line.starts_with("name")).expect("a name");
    for (i, line) in [
        format!("name = \"{escaped}\""),
        format!("name = \"{HOSTILE}\""),
        format!("\"{escaped}\" = 1\n{name}"),
        format!("{HOSTILE} = 1\n{name}"),
        format!("{name}\nnotes = \"{escaped}\""),
    ]
    .iter()
    .enumerate()
    {
        let path = folder.path().join(format!("{i}.toml"));
        fs::write(&path, ship.replace(name, line)).expect("a file");
        for words in [&["check", text(&path)][..], &["duel", text(&path), "majestic"], &["show", text(&path)]] {
            let (code, said) = looked_at(words);
            assert_eq!(code, Some(2), "{words:?}: {said}");
        }
        looked_at(&["check", text(&path), "--json"]);
    }
}

#[test]
fn a_path_cannot() {
    let folder = tempfile::tempdir().expect("a folder");
    let hostile = folder.path().join(HOSTILE);
    fs::create_dir(&hostile).expect("a folder");
    let ship = hostile.join("heron.toml");
    fs::write(&ship, done(&["show", "ships/majestic"])).expect("a file");
    let duel = ["duel", text(&ship), "basalt", "--battles", "20"];
    let said = both(&duel, 0);
    // The command to be typed again works in a shell.
    let again = said.split("lanchester duel $'").nth(1).expect("a command");
    assert!(again.contains(r"x\x1b[2J\x1b]0;t\x07\x0d\u009b31m\u0085\u202e"), "{said}");
    both(&["check", text(&hostile)], 0);
    both(&["show", text(&ship)], 0);
    both(&["init", text(&hostile)], 0);
    both(&["check", text(&folder.path().join(format!("{HOSTILE}.toml")))], 2);
    let missing = hostile.join("nothing");
    both(&["status", text(&missing)], 2);
    both(&["report", text(&hostile)], 2);
    both(&["duel", text(&missing), "basalt"], 2);
    both(&["merge", text(&missing), "--out", text(&hostile.join("out/store"))], 2);
    fs::write(&missing, HOSTILE).expect("a file");
    both(&["status", text(&missing)], 2);
    both(&["check", text(&missing)], 2);
    both(&["validate", "--out", text(&missing)], 2);
    // The command line's own messages, which quote it.
    for words in
        [&["duel", "a", "b", HOSTILE][..], &["list", HOSTILE], &[HOSTILE], &["duel", "a", "b", "--pairs", HOSTILE]]
    {
        assert_eq!(looked_at(words).0, Some(2));
    }
}

#[cfg(unix)]
#[test]
fn a_path_that_is_no_text_cannot() {
    use std::os::unix::ffi::OsStrExt;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(std::ffi::OsStr::from_bytes(b"a\x1b[2J\x9b\xff\x07"));
    for command in ["check", "status", "report"] {
        let output = lanchester().arg(command).arg(&path).output().expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        assert!(!stderr(&output).contains(|c| steers(c) && c != '\n'), "{}", stderr(&output).escape_debug());
    }
}
