//! Bad files: each in `tests/bad/` with the exact messages beside it, as `<name>.expected`. The reader of files is tested
//! with the first game's; here is what only this game's files can get wrong.
//!
//! `LANCHESTER_BLESS=1 cargo test -p lanchester-rules-starmada-x --test it bad_files` writes the expected texts anew; read
//! every one that changed as a user would: does it say what to fix?

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::files::codes;
use lanchester_scenario::{Library, Problems};

fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bad");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "toml"));
    files.sort();
    files
}

fn told(problems: &Problems, path: &Path) -> String {
    format!("{problems}\n").replace(&format!("{}/", path.parent().unwrap().display()), "")
}

#[test]
fn every_bad_file_says_what_to_fix() {
    let library = Library::<StarmadaX>::shipped();
    let bless = std::env::var_os("LANCHESTER_BLESS").is_some();
    let mut wrong = Vec::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let files = fixtures();
    assert!(files.len() >= 25, "{} fixtures", files.len());
    for path in files {
        let problems = library.check(&path).expect_err(&path.display().to_string());
        for problem in problems.list() {
            assert!(!problem.message.is_empty() && !problem.expected.is_empty(), "{problem}");
            assert!(problem.line.is_some() && problem.column.is_some(), "{problem}");
            seen.insert(problem.code);
        }
        let (told, beside) = (told(&problems, &path), path.with_extension("expected"));
        if bless {
            fs::write(&beside, &told).unwrap();
        } else if fs::read_to_string(&beside).unwrap_or_default() != told {
            wrong.push(format!("{}:\n{told}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "not as expected:\n{}", wrong.join("\n"));
    for (code, meaning) in codes::ALL {
        assert!(!meaning.is_empty() && seen.contains(code), "no bad file for {code}");
    }
}

/// Equipment without a surviving text is refused by name, wherever it comes from.
#[test]
fn lost_equipment_is_refused_by_name() {
    let here = tempfile::tempdir().unwrap();
    let path = here.path().join("s.toml");
    for (name, page) in lanchester_rules_starmada_x::design::equipment::LOST {
        let text = format!(
            "game = \"starmada-x\"\nkind = \"ship\"\nname = \"Test\"\nrating = 9\norigin = \"original\"\nhull = 5\n\
             engines = 5\nshields = 2\n[[equipment]]\nname = \"{name}\"\nboxes = 1\n"
        );
        fs::write(&path, text).unwrap();
        let problems = Library::<StarmadaX>::shipped().ship(path.to_str().unwrap()).unwrap_err();
        let [problem] = problems.list() else { panic!("{problems}") };
        assert_eq!((problem.code, problem.line), (codes::NO_TEXT, Some(10)));
        assert!(problem.message.contains(name) && problem.message.contains(page), "{problem}");
    }
}
