//! A run's folder: the same bytes every time, checked before it is read, never another study's.

use std::fs;
use std::path::Path;

use crate::sample::{HOSTILE, commanders, payoffs, readings, study};
use lanchester_analysis::analyse;
use lanchester_analysis::hash::hash;
use lanchester_analysis::study::StudyResults;
use lanchester_report::frame::Values;
use lanchester_report::manifest::{MANIFEST_FILE, SCHEMA_KEY};
use lanchester_report::schema::{CELLS, READINGS, SCHEMA_VERSION, TABLES};
use lanchester_report::{
    FolderError, Frame, Output, folder, frames, html, parquet, read_run, rebuild, validate, write_run,
};

fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry"))
        .map(|e| (e.file_name().to_string_lossy().into_owned(), fs::read(e.path()).expect("a file")))
        .collect();
    files.sort();
    files
}

#[test]
fn a_run_is_the_same_bytes_wherever_it_was_played() {
    let reports = tempfile::tempdir().expect("a folder");
    let mut study = study();
    let folder = write_run(reports.path(), &study, &[]).expect("written");
    let first = files(&folder);
    let names: Vec<&str> = first.iter().map(|(name, _)| name.as_str()).collect();
    let mut expected: Vec<&str> = TABLES.iter().map(|table| table.file).chain([MANIFEST_FILE]).collect();
    expected.sort_unstable();
    assert_eq!(names, expected);
    study.setup.level = "fallback".to_owned();
    study.setup.threads = 77;
    write_run(reports.path(), &study, &[]).expect("replaced");
    for ((name, one), (_, two)) in first.iter().zip(files(&folder)) {
        assert_eq!(*one == two, name != MANIFEST_FILE, "{name}");
    }
}

#[test]
fn what_is_read_is_what_was_written() {
    let reports = tempfile::tempdir().expect("a folder");
    let study = study();
    let note = Output { name: "note.txt".to_owned(), bytes: b"hello".to_vec() };
    let folder = write_run(reports.path(), &study, &[note]).expect("written");
    let run = read_run(&folder).expect("read");
    let expected = frames(&analyse(&study));
    assert_eq!(run.frames, expected);
    assert!(run.frames.iter().zip(TABLES).all(|(frame, table)| frame.fits(&table)));
    assert_eq!(run.manifest.seed, u64::MAX);
    assert_eq!(run.manifest.outputs.len(), TABLES.len() + 1);
    assert_eq!(run.manifest.inputs[1].file, "ships/b.toml");
    assert_eq!(run.manifest.forces[0].name, HOSTILE);
    let Some(Values::Text(names)) = run.frames[0].get("b_name") else { panic!("a column of names") };
    assert_eq!(names[1].as_deref(), Some(HOSTILE));
    let Some(Values::Real(extras)) = run.frames[1].get("extra_house_rating") else { panic!("the game's own column") };
    assert_eq!(extras[..3], [Some(104.5), None, None]);

    let bytes = fs::read(folder.join(CELLS.file)).expect("a file");
    let (_, footer) = parquet::read(&bytes).expect("Parquet");
    let value = |key: &str| footer.iter().find(|(k, _)| k == key).map(|(_, v)| v.clone());
    assert_eq!(value("lanchester.seed"), Some(u64::MAX.to_string()));
    assert_eq!(value("lanchester.study_hash"), Some(run.manifest.study_hash));
}

#[test]
fn a_run_is_rebuilt_from_its_tables_alone() {
    for study in [study(), payoffs()] {
        let reports = tempfile::tempdir().expect("a folder");
        let folder = write_run(reports.path(), &study, &[]).expect("written");
        let again = rebuild(&read_run(&folder).expect("read")).expect("a study");
        assert_eq!(again.cells.len(), study.cells.len());
        for (one, two) in again.cells.iter().zip(&study.cells) {
            assert_eq!((&one.tally, &one.entrants, one.number), (&two.tally, &two.entrants, two.number));
        }
        let json = |study| serde_json::to_string(&analyse(study)).expect("JSON");
        // A number that is none is no number of a design any more.
        let mut study = study;
        study.designs[1].extras.retain(|_, value| value.is_finite());
        assert_eq!(json(&again), json(&study));
    }
}

#[test]
fn counts_that_do_not_add_up_are_no_run() {
    let reports = tempfile::tempdir().expect("a folder");
    let folder = write_run(reports.path(), &study(), &[]).expect("written");
    let mut run = read_run(&folder).expect("read");
    let (_, wins) = run.frames[0].columns.iter_mut().find(|(name, _)| name == "wins_a").expect("a column");
    let Values::Count(wins) = wins else { panic!("counts") };
    wins[1] = Some(3);
    let error = rebuild(&run).expect_err("refused").to_string();
    assert!(error.contains("cells.parquet") && error.contains("row 2"), "{error}");
    wins_missing(&mut run);
    let error = rebuild(&run).expect_err("refused").to_string();
    assert!(error.contains("row 1 has no `pairs`"), "{error}");
}

/// More major victories than victories: no run.
#[test]
fn every_major_victory_is_a_victory() {
    let reports = tempfile::tempdir().expect("a folder");
    let folder = write_run(reports.path(), &study(), &[]).expect("written");
    let mut run = read_run(&folder).expect("read");
    let count = |run: &lanchester_report::StoredRun, wanted: &str| {
        let (_, values) = run.frames[0].columns.iter().find(|(name, _)| name == wanted).expect("a column");
        let Values::Count(values) = values else { panic!("counts") };
        values[1].expect("a count")
    };
    assert!(count(&run, "major_a") > 0, "the sample has major victories");
    let wins = count(&run, "wins_a");
    let (_, major) = run.frames[0].columns.iter_mut().find(|(name, _)| name == "major_a").expect("a column");
    let Values::Count(major) = major else { panic!("counts") };
    major[1] = Some(wins + 1);
    let error = rebuild(&run).expect_err("refused").to_string();
    assert!(error.contains("cells.parquet") && error.contains("row 2"), "{error}");
}

/// A run of before a column came or went: refused by the version of its tables, not as damage.
#[test]
fn a_run_of_another_schema_version_is_refused_by_name() {
    let reports = tempfile::tempdir().expect("a folder");
    let folder = write_run(reports.path(), &study(), &[]).expect("written");
    let path = folder.join("cells.parquet");
    let (mut frame, mut footer) = parquet::read(&fs::read(&path).expect("a file")).expect("a table");
    frame.columns.retain(|(name, _)| !name.starts_with("major_"));
    footer.iter_mut().find(|(key, _)| key == SCHEMA_KEY).expect("the version").1 = "3".to_owned();
    let bytes = parquet::write(&frame, &footer).expect("written");
    let manifest = fs::read_to_string(folder.join(MANIFEST_FILE)).expect("a file");
    let old = hash(&fs::read(&path).expect("a file"));
    fs::write(folder.join(MANIFEST_FILE), manifest.replace(&old, &hash(&bytes))).expect("written");
    fs::write(&path, bytes).expect("written");
    let error = read_run(&folder).expect_err("refused");
    assert!(matches!(&error, FolderError::OtherSchema { found, .. } if found == "3"), "{error}");
    let expected = format!("columns of schema version 3, this program reads version {SCHEMA_VERSION}");
    assert!(error.to_string().contains(&expected), "{error}");
}

fn wins_missing(run: &mut lanchester_report::StoredRun) {
    let (_, pairs) = run.frames[0].columns.iter_mut().find(|(name, _)| name == "pairs").expect("a column");
    let Values::Count(pairs) = pairs else { panic!("counts") };
    pairs[0] = None;
}

#[test]
fn a_further_file_is_replaced_and_the_tables_are_not() {
    let reports = tempfile::tempdir().expect("a folder");
    let folder = write_run(reports.path(), &study(), &[]).expect("written");
    let page = |text: &str| Output { name: "page.html".to_owned(), bytes: text.as_bytes().to_vec() };
    for text in ["one", "two"] {
        folder::replace_output(&folder, &page(text)).expect("replaced");
        assert_eq!(read_run(&folder).expect("still whole").manifest.outputs.len(), TABLES.len() + 1);
        assert_eq!(fs::read_to_string(folder.join("page.html")).expect("a file"), text);
    }
    for name in ["cells.parquet", MANIFEST_FILE, "../x"] {
        let bad = Output { name: name.to_owned(), bytes: Vec::new() };
        assert!(matches!(folder::replace_output(&folder, &bad), Err(FolderError::BadName(_))), "{name}");
    }
}

#[test]
fn damage_is_told_before_anything_is_read() {
    let reports = tempfile::tempdir().expect("a folder");
    let folder = write_run(reports.path(), &study(), &[]).expect("written");
    let path = folder.join("ratings.parquet");
    let whole = fs::read(&path).expect("a file");
    for at in (0..whole.len()).step_by(whole.len() / 50) {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        fs::write(&path, bytes).expect("written");
        assert!(matches!(read_run(&folder), Err(FolderError::Damaged { .. })), "byte {at}");
    }
    fs::write(&path, &whole[..100]).expect("written");
    assert!(matches!(read_run(&folder), Err(FolderError::Damaged { .. })));
    fs::remove_file(&path).expect("removed");
    assert!(matches!(read_run(&folder), Err(FolderError::Io { .. })));
    fs::write(folder.join(MANIFEST_FILE), "{}").expect("written");
    assert!(matches!(read_run(&folder), Err(FolderError::BadManifest { .. })));
}

#[test]
fn another_studys_results_are_never_overwritten() {
    let reports = tempfile::tempdir().expect("a folder");
    let mut other = study();
    let folder = write_run(reports.path(), &other, &[]).expect("written");
    // The same folder by another name: what a user does who copies results.
    let moved = reports.path().join("second-look");
    fs::rename(&folder, &moved).expect("renamed");
    let before = files(&moved);
    other.setup.id = "second-look".to_owned();
    let error = write_run(reports.path(), &other, &[]).expect_err("refused");
    assert!(error.to_string().contains("`first-look`"), "{error}");
    fs::write(moved.join(MANIFEST_FILE), "not JSON").expect("written");
    assert!(matches!(write_run(reports.path(), &other, &[]), Err(FolderError::BadManifest { .. })));
    let (_, manifest) = before.iter().find(|(name, _)| name == MANIFEST_FILE).expect("a manifest");
    fs::write(moved.join(MANIFEST_FILE), manifest).expect("written");
    assert!(files(&moved) == before, "nothing was written");
}

#[test]
fn a_failure_leaves_the_earlier_run_as_it_was() {
    let reports = tempfile::tempdir().expect("a folder");
    let folder = write_run(reports.path(), &study(), &[]).expect("written");
    let before = files(&folder);
    // A folder where the temporary file should go makes the last but one file fail.
    let obstacle = folder.join(format!(".z.txt.{}.tmp", std::process::id()));
    fs::create_dir(&obstacle).expect("a folder");
    let mut changed = study();
    changed.setup.seed = 1;
    let z = Output { name: "z.txt".to_owned(), bytes: Vec::new() };
    assert!(matches!(write_run(reports.path(), &changed, &[z]), Err(FolderError::Io { .. })));
    fs::remove_dir(&obstacle).expect("removed");
    assert!(files(&folder) == before, "nothing was written");
}

#[test]
fn names_that_leave_the_folder_are_refused() {
    let reports = tempfile::tempdir().expect("a folder");
    for id in ["", "..", "a/b", ".hidden", "a b", "ü", "a\\b", HOSTILE] {
        let mut study = study();
        study.setup.id = id.to_owned();
        assert!(matches!(write_run(reports.path(), &study, &[]), Err(FolderError::BadName(_))), "{id:?}");
    }
    for name in ["manifest.json", "cells.parquet", "../x"] {
        let output = Output { name: name.to_owned(), bytes: Vec::new() };
        assert!(matches!(write_run(reports.path(), &study(), &[output]), Err(FolderError::BadName(_))), "{name}");
    }
}

#[test]
fn a_study_without_cells_has_empty_tables() {
    let reports = tempfile::tempdir().expect("a folder");
    let mut study = study();
    study.cells.clear();
    study.designs.clear();
    study.prices.clear();
    study.prices_by_size.clear();
    let folder = write_run(reports.path(), &study, &[]).expect("written");
    assert!(read_run(&folder).expect("read").frames.iter().all(|f: &Frame| f.rows() == 0));
}

/// A run from before there were prices by the number of ships has none.
#[test]
fn a_run_without_prices_by_size_is_read() {
    let reports = tempfile::tempdir().expect("a folder");
    let folder = write_run(reports.path(), &study(), &[]).expect("written");
    let whole = rebuild(&read_run(&folder).expect("read")).expect("a study");
    assert_eq!(whole.prices_by_size[0].prices.len(), 3);
    let path = folder.join(MANIFEST_FILE);
    let mut manifest: serde_json::Value = serde_json::from_slice(&fs::read(&path).expect("a manifest")).expect("JSON");
    manifest["outputs"].as_array_mut().expect("a list").retain(|listed| listed["file"] != "sizes.parquet");
    fs::write(&path, manifest.to_string()).expect("written");
    fs::remove_file(folder.join("sizes.parquet")).expect("a file");
    let before = rebuild(&read_run(&folder).expect("read")).expect("a study");
    assert!(before.prices_by_size.is_empty());
    assert_eq!(before.prices, whole.prices);
}

/// What the readings add comes back, and of a run from before differences were kept the prices do.
#[test]
fn prices_under_readings_are_rebuilt() {
    let reports = tempfile::tempdir().expect("a folder");
    let study = StudyResults { readings: readings(), ..study() };
    let folder = write_run(reports.path(), &study, &[]).expect("written");
    let again = rebuild(&read_run(&folder).expect("read")).expect("a study");
    assert_eq!(again.readings, study.readings);
    let page = html(&analyse(&again));
    // Student's 97.5 % point of 24 degrees of freedom is 2.064: 9 ± 1.5 × 2.064.
    assert!(page.contains("id=\"readings\"") && page.contains("+9.0 [+5.9, +12.1]"), "{page}");
    assert!(!page.contains(HOSTILE));

    let path = folder.join(READINGS.file);
    let (mut frame, footer) = parquet::read(&fs::read(&path).expect("a file")).expect("Parquet");
    frame.columns.truncate(READINGS.columns.len() - 4);
    let bytes = parquet::write(&frame, &footer).expect("Parquet");
    let manifest = fs::read_to_string(folder.join(MANIFEST_FILE)).expect("a manifest");
    let manifest = manifest.replace(&hash(&fs::read(&path).expect("a file")), &hash(&bytes));
    fs::write(folder.join(MANIFEST_FILE), manifest).expect("written");
    fs::write(&path, bytes).expect("written");
    let before = rebuild(&read_run(&folder).expect("read")).expect("a study");
    let rows = |study: &StudyResults| study.readings.iter().flat_map(|under| under.rows.clone()).collect::<Vec<_>>();
    assert!(
        rows(&before).iter().zip(rows(&study)).all(|(old, new)| old.price == new.price && old.difference.is_none())
    );
}

/// What was found under other commanders comes back; page and text say where the price goes and which decision is worth something.
#[test]
fn prices_under_other_commanders_are_rebuilt() {
    let reports = tempfile::tempdir().expect("a folder");
    let study = StudyResults { commanders: commanders(), ..study() };
    let folder = write_run(reports.path(), &study, &[]).expect("written");
    let again = rebuild(&read_run(&folder).expect("read")).expect("a study");
    assert_eq!(again.commanders, study.commanders);
    let analysis = analyse(&again);
    let page = html(&analysis).replace('\u{a0}', " ");
    let text = validate(&analysis, false);
    for said in [&page, &text] {
        assert!(said.contains("0 of 2 prices are settled"), "{said}");
        assert!(said.contains("+12 [+8, +16]") || said.contains("+12.0 [+9.0, +15.0]"), "{said}");
        assert!(said.contains("Which decisions move a price") && said.contains("[+4.0, +10.0] *"), "{said}");
        assert!(said.contains("Without a price in fleets of so few ships: 1."), "{said}");
        assert!(said.contains("−20") && !said.contains(HOSTILE), "{said}");
    }
}

/// Names of temporary files can be foreseen: links that stand there are not followed.
#[cfg(unix)]
#[test]
fn planted_links_are_not_followed() {
    use std::os::unix::fs::symlink;
    let reports = tempfile::tempdir().expect("a folder");
    let [victim, nothing] = ["victim", "nothing"].map(|name| reports.path().join(name));
    fs::write(&victim, "precious").expect("a file");
    let study = study();
    let folder = write_run(reports.path(), &study, &[]).expect("written");
    let whole = files(&folder);
    let temporary = |name: &str| folder.join(format!(".{name}.{}.tmp", std::process::id()));
    for target in [&victim, &nothing, &reports.path().to_owned()] {
        whole.iter().for_each(|(name, _)| symlink(target, temporary(name)).expect("a link"));
        let beside = folder.join(".page.html.new");
        symlink(target, &beside).expect("a link");
        symlink(target, folder.join("page.html")).expect("a link");
        write_run(reports.path(), &study, &[]).expect("written");
        folder::replace_file(&folder.join("page.html"), b"page").expect("written");
        assert!(!folder.join("page.html").is_symlink(), "the link is replaced");
        fs::remove_file(folder.join("page.html")).expect("a file");
        assert!(files(&folder) == whole, "the same files, and no link among them");
        assert!(fs::read(&victim).is_ok_and(|bytes| bytes == b"precious") && !nothing.exists());
    }
    // A folder cannot be removed so: then nothing is written.
    fs::create_dir(temporary(CELLS.file)).expect("a folder");
    assert!(write_run(reports.path(), &study, &[]).is_err());
    fs::remove_dir(temporary(CELLS.file)).expect("still there");
    assert!(files(&folder) == whole);
}

/// Where nothing is printed there is no verdict to be had: null in the file, and none when it is read.
#[test]
fn a_price_of_a_design_without_a_rating_has_no_verdict() {
    let reports = tempfile::tempdir().expect("a folder");
    let mut study = study();
    (study.prices[0].printed, study.prices[0].verdict, study.prices[0].p) = (None, None, None);
    let folder = write_run(reports.path(), &study, &[]).expect("written");
    let run = read_run(&folder).expect("read");
    let prices = run.frames.iter().zip(TABLES).find(|(_, table)| table.file == "prices.parquet").expect("prices").0;
    let Some(Values::Text(verdicts)) = prices.get("verdict") else { panic!("a column of verdicts") };
    assert!(verdicts[0].is_none() && verdicts[1].is_some(), "{verdicts:?}");
    let again = rebuild(&run).expect("a study");
    assert_eq!((again.prices[0].verdict, again.prices[0].printed), (None, None));
}
