//! Bad files: each in `tests/bad/` of the game's crate with the exact messages beside it, as `<name>.expected`.
//!
//! `LANCHESTER_BLESS=1 cargo test -p lanchester-rules-<game> --test it bad_file` writes the expected texts again; read
//! every one that changed as a user would: does it say what to fix?

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lanchester_scenario::{Library, Problems};

use crate::TestGame;

/// The folder of the game's bad files.
#[must_use]
pub fn folder<T: TestGame>() -> PathBuf {
    Path::new(T::CRATE).join("tests/bad")
}

fn fixtures<T: TestGame>() -> Vec<(PathBuf, Problems)> {
    let library = Library::<T::Game>::shipped();
    let entries = fs::read_dir(folder::<T>()).expect("the folder of bad files");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    assert!(files.len() >= T::BAD_FILES, "{} fixtures", files.len());
    let problems = |path: PathBuf| {
        let problems = library.check(&path).expect_err(&path.display().to_string());
        (path, problems)
    };
    files.into_iter().map(problems).collect()
}

/// The one-line forms, with paths relative to the folder of bad files.
fn lines<T: TestGame>(problems: &Problems) -> String {
    let folder = folder::<T>();
    let above = folder.parent().unwrap_or(&folder);
    format!("{problems}\n")
        .replace(&format!("{}/", folder.display()), "")
        .replace(&format!("{}/", above.display()), "../")
}

/// The messages of every bad file are those beside it.
///
/// # Panics
/// If they are not.
pub fn every_bad_file_says_what_to_fix<T: TestGame>() {
    let bless = std::env::var_os("LANCHESTER_BLESS").is_some();
    let mut wrong = Vec::new();
    for (path, problems) in fixtures::<T>() {
        assert!(problems.frames(true, 80).contains("expected"), "{}", path.display());
        let (lines, beside) = (lines::<T>(&problems), path.with_extension("expected"));
        if bless {
            fs::write(&beside, &lines).expect("the folder can be written to");
        } else if fs::read_to_string(&beside).unwrap_or_default() != lines {
            wrong.push(format!("{}:\n{lines}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "not as expected:\n{}", wrong.join("\n"));
}

/// Every problem names file, line, column and text, unless a file as a whole is meant.
///
/// # Panics
/// If one does not.
pub fn every_bad_file_has_a_place_to_look_at<T: TestGame>() {
    for (_, problems) in fixtures::<T>() {
        for problem in problems.list() {
            assert!(problem.file.is_some() && !problem.message.is_empty() && !problem.expected.is_empty(), "{problem}");
            let whole_file = problem.code == "scenario::bad-id" && problem.line.is_none();
            assert!(whole_file || (problem.line.is_some() && problem.column.is_some()), "{problem}");
            assert!(!format!("{problem}").contains('\n'), "{problem}");
        }
    }
}

/// Every code of [`TestGame::codes`] is seen in a bad file, and no file shows a code without a meaning.
///
/// # Panics
/// If one is not.
pub fn every_code_has_a_bad_file<T: TestGame>() {
    let fixtures = fixtures::<T>();
    let seen: BTreeSet<&str> =
        fixtures.iter().flat_map(|(_, problems)| problems.list().iter().map(|problem| problem.code)).collect();
    for (code, meaning) in T::codes() {
        assert!(!meaning.is_empty());
        assert!(seen.contains(code), "no bad file for {code}");
    }
    let known: BTreeSet<&str> = Library::<T::Game>::codes().into_iter().map(|(code, _)| code).collect();
    assert!(seen.is_subset(&known), "undocumented: {:?}", seen.difference(&known));
}
