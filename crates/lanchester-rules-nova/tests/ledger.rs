//! The ledger, the headings in the code and the test modules say the same.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use lanchester_core::Status;
use lanchester_rules_nova::rulebook::LEDGER;

/// All Rust sources under a directory, in one string a file.
fn sources(directory: &Path, all: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.map(|e| e.unwrap().path()) {
        if entry.is_dir() {
            sources(&entry, all);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            all.push(std::fs::read_to_string(&entry).unwrap());
        }
    }
}

/// Id, and title with page, of a heading such as `/// ### NOVA 5.4 Attack modifier (p. 13)`.
fn heading(line: &str) -> Option<[String; 2]> {
    let (number, rest) = line.strip_prefix("/// ### NOVA ")?.split_once(' ')?;
    let (_, page) = rest.strip_suffix(')')?.rsplit_once(" (p. ")?;
    page.parse::<u32>().ok()?;
    Some([format!("NOVA {number}"), rest.to_owned()])
}

/// Ids of the test modules `mod nova_5_4 { … }` with a test in them, by the indentation of their braces.
fn tested(source: &str) -> Vec<String> {
    let mut ids = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        let Some(name) = line.trim().strip_prefix("mod nova_").and_then(|l| l.strip_suffix(" {")) else { continue };
        let end = format!("{}}}", " ".repeat(indent));
        let body: Vec<_> = lines.by_ref().take_while(|l| *l != end).collect();
        let tests = body.windows(2).filter(|two| two[0].trim() == "#[test]" && two[1].trim().starts_with("fn "));
        if tests.count() > 0 {
            ids.push(format!("NOVA {}", name.replace('_', ".")));
        }
    }
    ids
}

#[test]
fn ledger_headings_and_tests_agree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    sources(&root.join("src"), &mut all);
    sources(&root.join("tests"), &mut all);
    assert!(all.len() > 10, "no sources under {}", root.display());

    let mut wrong = Vec::new();
    // A rule may have several headings, where several functions do it; all of them say the same.
    let mut headings = BTreeMap::<String, BTreeSet<String>>::new();
    for line in all.iter().flat_map(|s| s.lines()).map(str::trim).filter(|l| l.starts_with("/// ### NOVA")) {
        match heading(line) {
            Some([id, heading]) => _ = headings.entry(id).or_default().insert(heading),
            None => wrong.push(format!("not a heading: {line}")),
        }
    }
    let tests: BTreeSet<_> = all.iter().flat_map(|s| tested(s)).collect();
    let mut due = BTreeSet::new();
    for entry in LEDGER.iter().filter(|e| !matches!(e.status, Status::LeftOut(_))) {
        due.insert(entry.id.to_owned());
        let expected = format!("{} ({})", entry.title, entry.page);
        match headings.get(entry.id) {
            None => wrong.push(format!("{} has no heading", entry.id)),
            Some(found) => wrong.extend(
                found
                    .iter()
                    .filter(|h| **h != expected)
                    .map(|h| format!("{}: {h} is {expected} in the ledger", entry.id)),
            ),
        }
        if !tests.contains(entry.id) {
            wrong.push(format!("{} has no test", entry.id));
        }
    }
    wrong.extend(headings.keys().filter(|id| !due.contains(*id)).map(|id| format!("{id} has a heading, but no entry")));
    wrong.extend(tests.iter().filter(|id| !due.contains(*id)).map(|id| format!("{id} has a test, but no entry")));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_ledger_is_complete_and_names_nothing_twice() {
    let ids: BTreeSet<_> = LEDGER.iter().map(|e| e.id).collect();
    assert_eq!(ids.len(), LEDGER.len());
    for (chapter, rules) in [(1, 7), (2, 4), (3, 4), (4, 6), (5, 11), (7, 2)] {
        assert!((1..=rules).all(|rule| ids.contains(format!("NOVA {chapter}.{rule}").as_str())), "chapter {chapter}");
    }
    for entry in LEDGER {
        assert!(!entry.title.is_empty() && entry.page.starts_with("p. "), "{entry:?}");
        if let Status::LeftOut(_) = entry.status {
            assert!(entry.id.starts_with(&format!("NOVA p.{} ", &entry.page[3..])), "{entry:?}");
        }
    }
}
