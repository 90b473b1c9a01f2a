//! The ledger, the headings in the code and the test modules say the same.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use lanchester_core::{Rules, Status};

use crate::TestGame;

/// All Rust sources under a directory, in one string a file.
fn sources(directory: &Path, all: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(directory) else { return };
    for entry in entries.map(|e| e.expect("a folder's entry").path()) {
        if entry.is_dir() {
            sources(&entry, all);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            all.push(std::fs::read_to_string(&entry).expect("a source"));
        }
    }
}

/// Id, and title with page, of a heading such as `/// ### NOVA 5.4 Attack modifier (p. 13)` where the prefix is `NOVA`. What stands
/// on no known page has none.
fn heading(prefix: &str, line: &str) -> Option<[String; 2]> {
    let (number, rest) = line.strip_prefix(&format!("/// ### {prefix} "))?.split_once(' ')?;
    if let Some((_, page)) = rest.strip_suffix(')').and_then(|rest| rest.rsplit_once(" (p. ")) {
        page.parse::<u32>().ok().filter(|page| *page > 0)?;
    }
    Some([format!("{prefix} {number}"), rest.to_owned()])
}

/// Ids of the test modules such as `mod nova_5_4 { … }` with a test in them, by the indentation of their braces.
fn tested(prefix: &str, source: &str) -> Vec<String> {
    let module = format!("mod {}_", prefix.to_lowercase());
    let mut ids = Vec::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let indent = line.len() - line.trim_start().len();
        let Some(name) = line.trim().strip_prefix(&module).and_then(|l| l.strip_suffix(" {")) else { continue };
        let end = format!("{}}}", " ".repeat(indent));
        let body: Vec<_> = lines.by_ref().take_while(|l| *l != end).collect();
        let tests = body.windows(2).filter(|two| two[0].trim() == "#[test]" && two[1].trim().starts_with("fn "));
        if tests.count() > 0 {
            ids.push(format!("{prefix} {}", name.replace('_', ".").to_uppercase()));
        }
    }
    ids
}

/// Every rule of the ledger that is built or ruled on has a heading with its title and page over the code that does it, and
/// a test module named after it, and no heading or module names another rule. The ledger has each rule once, with a title.
///
/// # Panics
/// If one has not.
pub fn ledger_headings_and_tests_agree<T: TestGame>() {
    let (root, prefix, ledger) = (Path::new(T::CRATE), T::RULES, T::Game::ledger());
    let ids: BTreeSet<_> = ledger.iter().map(|entry| entry.id).collect();
    assert_eq!(ids.len(), ledger.len(), "a rule that stands twice");
    assert!(ledger.iter().all(|entry| !entry.title.is_empty()), "a rule without a title");
    let mut all = Vec::new();
    sources(&root.join("src"), &mut all);
    sources(&root.join("tests"), &mut all);
    assert!(all.len() > 10, "no sources under {}", root.display());

    let mut wrong = Vec::new();
    // A rule may have several headings, where several functions do it; all of them say the same.
    let mut headings = BTreeMap::<String, BTreeSet<String>>::new();
    for line in
        all.iter().flat_map(|s| s.lines()).map(str::trim).filter(|l| l.starts_with(&format!("/// ### {prefix} ")))
    {
        match heading(prefix, line) {
            Some([id, heading]) => _ = headings.entry(id).or_default().insert(heading),
            None => wrong.push(format!("not a heading: {line}")),
        }
    }
    let tests: BTreeSet<_> = all.iter().flat_map(|s| tested(prefix, s)).collect();
    let mut due = BTreeSet::new();
    for entry in ledger.iter().filter(|e| !matches!(e.status, Status::LeftOut(_))) {
        due.insert(entry.id.to_owned());
        let expected = match entry.page {
            "" => entry.title.to_owned(),
            page => format!("{} ({page})", entry.title),
        };
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
