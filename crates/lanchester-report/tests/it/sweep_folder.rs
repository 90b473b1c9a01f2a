//! The folder of a sweep: read back it gives the same page and the same analysis; what is not what the manifest says is
//! reported before it is read.

use std::fs;
use std::path::{Path, PathBuf};

use lanchester_analysis::hash::hash;
use lanchester_analysis::sweep::{SweepResults, analyse};
use lanchester_report::frame::Values;
use lanchester_report::manifest::MANIFEST_FILE;
use lanchester_report::schema::{SWEEP, SWEEP_TABLES};
use lanchester_report::sweep::{frames, rebuild, text};
use lanchester_report::{
    FolderError, Frame, Output, RunKind, folder, parquet, read_run, rebuild as rebuild_study, sweep_html, write_sweep,
};
use lanchester_stats::Interval;
use lanchester_stats::price::Verdict;

use crate::sweeps::{many, odd, spoil, toys};

fn written(reports: &Path, sweep: &SweepResults) -> PathBuf {
    write_sweep(reports, sweep, &analyse(sweep), &[]).expect("written")
}

#[test]
fn what_is_read_back_says_the_same() {
    let mut hostile = toys();
    spoil(&mut hostile);
    // A column can be called anything, and so can a parameter.
    for (i, sweep) in [vec![toys(), many(300), hostile], odd()].concat().iter().enumerate() {
        let reports = tempfile::tempdir().expect("a folder");
        let (folder, analysis) = (written(reports.path(), sweep), analyse(sweep));
        let run = read_run(&folder).expect("read");
        assert_eq!((run.kind, run.frames.len()), (RunKind::Sweep, SWEEP_TABLES.len()));
        assert_eq!(run.frames, frames(sweep, &analysis), "{i}");
        let again = analyse(&rebuild(&run).expect("a sweep"));
        let json = |a| serde_json::to_string(a).expect("JSON");
        assert_eq!(json(&again), json(&analysis), "{i}");
        assert!(sweep_html(&again) == sweep_html(&analysis), "{i}");
    }
}

/// A house rating is nobody's printed number: scores and implied ratings stay, and nothing is judged, also when read back.
#[test]
fn variants_of_a_ship_without_a_rating_are_not_judged() {
    let sweep = SweepResults { unrated: true, ..toys() };
    let (reports, analysis) = (tempfile::tempdir().expect("a folder"), analyse(&sweep));
    let rated = analyse(&toys());
    for (row, judged) in analysis.variants.iter().zip(&rated.variants) {
        assert_eq!((row.score, row.implied), (judged.score, judged.implied));
        assert!(row.residual.is_none() && row.q.is_none() && row.verdict.is_none());
    }
    assert!(rated.variants.iter().any(|row| row.verdict.is_some()));
    let again = analyse(&rebuild(&read_run(&written(reports.path(), &sweep)).expect("read")).expect("a sweep"));
    assert!(again.unrated && sweep_html(&again) == sweep_html(&analysis));
    let sentence = "Not judged: what is varied has no printed rating";
    for says in [text(&analysis, false), sweep_html(&analysis)] {
        assert!(says.contains(sentence) && says.contains("House rating"), "{says}");
        for verdict in ["Off by", "Off the model", "underpriced</", "for their points", "For its points"] {
            assert!(!says.contains(verdict), "{verdict}: {says}");
        }
    }
    assert!(!text(&rated, false).contains(sentence) && text(&rated, false).contains("Off by %"));
}

/// The toys as a run in which results decided how much of each cell was played.
fn sequential() -> SweepResults {
    let mut sweep = toys();
    for (i, cell) in sweep.cells.iter_mut().enumerate() {
        let plain = cell.score();
        let reach = 0.01 + 0.001 * i as f64;
        let (low, high) = ((plain.low - reach).max(0.0), (plain.high + reach).min(1.0));
        cell.sequence = Some(Interval { low, high, ..plain });
    }
    sweep
}

#[test]
fn intervals_of_sequences_are_kept_and_all_that_follows_is_made_from_them() {
    let (sweep, reports) = (sequential(), tempfile::tempdir().expect("a folder"));
    let (folder, analysis) = (written(reports.path(), &sweep), analyse(&sweep));
    let run = read_run(&folder).expect("read");
    let again = rebuild(&run).expect("a sweep");
    assert!(again.cells.iter().zip(&sweep.cells).all(|(a, b)| a.sequence.is_some() && a.sequence == b.sequence));
    let json = |a| serde_json::to_string(a).expect("JSON");
    assert_eq!(json(&analyse(&again)), json(&analysis));
    let kinds: Vec<&Values> = run.frames.iter().filter_map(|frame| frame.get("interval_kind")).collect();
    assert_eq!(kinds.len(), 4, "every table with intervals of scores says their kind");
    for kind in kinds {
        let Values::Text(words) = kind else { panic!("words") };
        assert!(words.iter().all(|word| word.as_deref() == Some("anytime-valid")));
    }
    // A mean over cells lies between the means of the ends, and so does the mean over variants.
    for (v, row) in analysis.variants.iter().enumerate() {
        let cells: Vec<Interval> = sweep.cells.iter().filter(|c| c.variant == v).map(|c| c.score()).collect();
        let mean = |end: fn(&Interval) -> f64| cells.iter().map(end).sum::<f64>() / cells.len() as f64;
        assert!((row.score.low - mean(|i| i.low)).abs() < 1e-12 && (row.score.high - mean(|i| i.high)).abs() < 1e-12);
        assert!(row.score.contains(row.score.estimate) && row.q.is_none());
        let residual = row.residual.expect("a residual");
        let called = matches!(row.verdict, Some(Verdict::Overpriced | Verdict::Underpriced));
        assert!(!called || !residual.contains(1.0), "{residual:?}");
    }
    let text = text(&analysis, false);
    assert!(text.contains("confidence sequences") && text.contains("take the number of battles as fixed"), "{text}");
    assert!(sweep_html(&analysis).contains("confidence sequences"));
    let plain = printed(&toys());
    assert!(plain.contains("95 % each") && !plain.contains("sequence"), "{plain}");

    let refused = |change: &dyn Fn(&mut Columns), part: &str| {
        let mut run = run.clone();
        change(&mut run.frames[0].columns);
        let error = rebuild(&run).expect_err(part).to_string();
        assert!(error.contains(part), "{error}");
    };
    let column = |columns: &mut Columns, name: &str, change: &dyn Fn(&mut Values)| {
        change(&mut columns.iter_mut().find(|(n, _)| n == name).expect("a column").1);
    };
    for (name, value) in [("score_low", f64::NAN), ("score_low", -0.1), ("score_high", 1.5), ("score", 7.0)] {
        let set = |values: &mut Values| {
            let Values::Real(v) = values else { panic!("reals") };
            v[3] = Some(value);
        };
        refused(&|columns| column(columns, name, &set), "row 4: a score of");
    }
    for (word, part) in [("nonsense", "row 6: the kind of interval `nonsense`"), ("fixed-sample", "both kinds")] {
        let set = |values: &mut Values| {
            let Values::Text(v) = values else { panic!("words") };
            v[5] = Some(word.to_owned());
        };
        refused(&|columns| column(columns, "interval_kind", &set), part);
    }
}

type Columns = [(String, Values)];

/// What a sweep prints.
fn printed(sweep: &SweepResults) -> String {
    text(&analyse(sweep), false)
}

#[test]
fn a_run_is_rebuilt_as_what_it_is() {
    let reports = tempfile::tempdir().expect("a folder");
    let run = read_run(&written(reports.path(), &toys())).expect("read");
    let error = rebuild_study(&run).expect_err("a sweep is no study").to_string();
    assert!(error.contains("cells.parquet") && error.contains("missing"), "{error}");
}

#[test]
fn the_page_can_be_replaced_and_the_tables_cannot() {
    let reports = tempfile::tempdir().expect("a folder");
    let folder = written(reports.path(), &toys());
    let output = |name: &str| Output { name: name.to_owned(), bytes: b"x".to_vec() };
    folder::replace_output(&folder, &output("report.html")).expect("replaced");
    assert_eq!(read_run(&folder).expect("still whole").manifest.outputs.len(), SWEEP_TABLES.len() + 1);
    for table in SWEEP_TABLES {
        assert!(matches!(folder::replace_output(&folder, &output(table.file)), Err(FolderError::BadName(_))));
    }
}

#[test]
fn damage_is_told_before_anything_is_read() {
    let reports = tempfile::tempdir().expect("a folder");
    let folder = written(reports.path(), &toys());
    for table in SWEEP_TABLES {
        let path = folder.join(table.file);
        let whole = fs::read(&path).expect("a file");
        let refused = |bytes: &[u8]| {
            fs::write(&path, bytes).expect("written");
            let error = read_run(&folder).expect_err("refused");
            assert!(matches!(error, FolderError::Damaged { .. }), "{error}");
            assert!(error.to_string().contains(table.file) && error.to_string().contains("hash"), "{error}");
        };
        for at in (0..whole.len()).step_by(whole.len() / 20) {
            let mut bytes = whole.clone();
            bytes[at] ^= 1 << (at % 8);
            refused(&bytes);
        }
        refused(&whole[..whole.len() - 1]);
        refused(&whole[..whole.len() / 2]);
        refused(b"");
        fs::remove_file(&path).expect("removed");
        let error = read_run(&folder).expect_err("refused");
        assert!(matches!(&error, FolderError::Io { path, .. } if path.ends_with(table.file)), "{error}");
        fs::write(&path, whole).expect("written");
    }
    read_run(&folder).expect("whole again");
}

/// Puts a file into a run, and its hash into the manifest.
fn smuggle(folder: &Path, file: &str, bytes: &[u8]) {
    let mut manifest = folder::read_manifest(folder).expect("a manifest");
    let listed = manifest.outputs.iter_mut().find(|o| o.file == file).expect("it is listed");
    listed.blake3 = hash(bytes);
    fs::write(folder.join(file), bytes).expect("written");
    fs::write(folder.join(MANIFEST_FILE), serde_json::to_vec(&manifest).expect("JSON")).expect("written");
}

#[test]
fn foreign_files_are_told_even_where_the_hash_is_right() {
    let refused = |file: &str, bytes: &[u8], why: &str| {
        let reports = tempfile::tempdir().expect("a folder");
        let folder = written(reports.path(), &toys());
        smuggle(&folder, file, bytes);
        let error = read_run(&folder).expect_err("refused").to_string();
        assert!(error.contains(file) && error.contains(why), "{why}: {error}");
    };
    refused("sweep.parquet", b"PAR1 is not all that it takes PAR1", "damaged");
    let frame = Frame { columns: vec![("variant".to_owned(), Values::Count(vec![Some(1)]))] };
    refused("variants.parquet", &parquet::write(&frame, &[]).expect("Parquet"), "columns");
    let mut other = toys();
    other.setup.seed = 8;
    let elsewhere = tempfile::tempdir().expect("a folder");
    let folder = written(elsewhere.path(), &other);
    for table in SWEEP_TABLES {
        refused(table.file, &fs::read(folder.join(table.file)).expect("a file"), "hash of the study");
    }
}

#[test]
fn tables_that_the_manifest_does_not_list_are_missed() {
    let reports = tempfile::tempdir().expect("a folder");
    let folder = written(reports.path(), &toys());
    let mut manifest = folder::read_manifest(&folder).expect("a manifest");
    manifest.outputs.retain(|o| o.file != "interactions.parquet");
    fs::write(folder.join(MANIFEST_FILE), serde_json::to_vec(&manifest).expect("JSON")).expect("written");
    let error = read_run(&folder).expect_err("refused").to_string();
    assert!(error.contains("interactions.parquet"), "{error}");
}

#[test]
fn values_that_contradict_each_other_are_no_run() {
    let reports = tempfile::tempdir().expect("a folder");
    let whole = read_run(&written(reports.path(), &toys())).expect("read");
    let refused = |column: &str, change: &dyn Fn(&mut Values), part: &str| {
        let mut run = whole.clone();
        let (_, values) = run.frames[0].columns.iter_mut().find(|(name, _)| name == column).expect("a column");
        change(values);
        let error = rebuild(&run).expect_err(column).to_string();
        assert!(error.contains(SWEEP.file) && error.contains(part), "{column}: {error}");
    };
    let count = |row: usize, n: Option<u64>| {
        move |values: &mut Values| {
            let Values::Count(v) = values else { panic!("counts") };
            v[row] = n;
        }
    };
    for column in ["wins", "losses", "draws", "pairs", "pairs_0", "pairs_50", "seat_0_wins"] {
        refused(column, &count(4, Some(u64::MAX)), "row 5: its counts do not add up");
        refused(column, &count(4, None), &format!("row 5 has no `{column}`"));
    }
    refused("capped", &count(0, Some(801)), "row 1: its counts");
    refused("rating", &count(1, Some(3)), "row 2: this variant differs from itself");
    refused("opponent_rating", &count(1, Some(3)), "row 2: this opponent differs from itself");
    refused("opponent_rating", &count(0, Some(1 << 40)), "row 1: `opponent_rating` is");
    let word = |row: usize, text: &'static str| {
        move |values: &mut Values| {
            let Values::Text(v) = values else { panic!("words") };
            v[row] = Some(text.to_owned());
        }
    };
    refused("policy", &word(2, "nobody"), "row 3: the policy `nobody`");
    refused("param_shields", &word(2, "other"), "row 3: this variant differs");
    refused("param_shields", &|values| *values = Values::Count(vec![Some(1); 72]), "row 1 has no `param_shields`");

    let mut run = whole.clone();
    run.frames[0].columns.retain(|(name, _)| name != "param_hull");
    assert!(rebuild(&run).expect_err("refused").to_string().contains("no column `param_hull`"));
    let mut run = whole.clone();
    run.frames[0].columns.push(("param_more".to_owned(), Values::Flag(vec![Some(true); 72])));
    assert!(rebuild(&run).expect_err("refused").to_string().contains("4 columns of parameters, but 3 parameters"));
    for (key, text) in [("lanchester.sweep", "{"), ("lanchester.sweep", "{}"), ("lanchester.seed", "x")] {
        let mut run = whole.clone();
        run.footer.iter_mut().filter(|(k, _)| k == key).for_each(|(_, value)| *value = text.to_owned());
        assert!(rebuild(&run).expect_err("refused").to_string().contains(key), "{key}");
        run.footer.retain(|(k, _)| k != key);
        assert!(rebuild(&run).expect_err("refused").to_string().contains(key), "{key}");
    }
}
