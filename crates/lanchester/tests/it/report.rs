//! `lanchester report` and `lanchester schema`: stored runs, and what their columns mean.

use std::fs;

use crate::common::{done, json, policies_study, refused};
use tempfile::tempdir;

#[test]
fn a_page_is_made_again_from_the_tables_alone() {
    let folder = tempdir().expect("a folder");
    let study = policies_study(folder.path());
    let out = folder.path().join("out");
    done(&["validate", &study, "--out", out.to_str().expect("UTF-8")]);
    let run = out.join("payoffs");
    let page = run.join("report.html");
    let first = fs::read(&page).expect("a page");
    fs::remove_file(&page).expect("removed");
    let run_text = run.to_str().expect("UTF-8");
    assert_eq!(done(&["report", run_text]), format!("{}\n", page.display()));
    assert!(fs::read(&page).expect("a page") == first, "the same bytes");

    let elsewhere = folder.path().join("page.html");
    done(&["report", run_text, "--out", elsewhere.to_str().expect("UTF-8")]);
    assert!(fs::read(&elsewhere).expect("a page") == first);
    let answer = json(&["report", run_text]);
    assert_eq!((&answer["study"], &answer["seed"]), (&"payoffs".into(), &9.into()));
    assert_eq!(answer["matrices"].as_array().map(Vec::len), Some(4));
}

#[test]
fn what_is_no_run_or_a_damaged_one_is_refused_by_name() {
    let folder = tempdir().expect("a folder");
    let empty = folder.path().to_str().expect("UTF-8");
    assert!(refused(&["report", empty]).contains("manifest.json"));
    let study = policies_study(folder.path());
    let out = folder.path().join("out");
    done(&["validate", &study, "--no-prices", "--pairs", "3", "--out", out.to_str().expect("UTF-8")]);
    let run = out.join("payoffs");
    let cells = run.join("cells.parquet");
    let mut bytes = fs::read(&cells).expect("a file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&cells, bytes).expect("written");
    let message = refused(&["report", run.to_str().expect("UTF-8")]);
    assert!(message.contains("cells.parquet") && message.contains("hash"), "{message}");
}

#[test]
fn the_schema_page_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src/columns.md");
    let page = done(&["schema"]);
    if std::env::var_os("LANCHESTER_BLESS").is_some() {
        fs::write(path, &page).expect("written");
    }
    let stored = fs::read_to_string(path).unwrap_or_default();
    assert!(
        stored == page,
        "book/src/columns.md is not what `lanchester schema` prints; LANCHESTER_BLESS=1 rewrites it"
    );
}

/// With `--json` no page is written, so none can be opened or named.
#[test]
fn json_and_a_page_are_not_asked_for_at_once() {
    for option in [&["--open"][..], &["--out", "page.html"]] {
        let said = refused(&[&["report", "nowhere", "--json"], option].concat());
        assert!(said.contains("--json prints the analysis and writes no page"), "{said}");
    }
}

/// `--open` hands the page to the system's opener; without one the page is written, and the message says so.
#[cfg(target_os = "linux")]
#[test]
fn the_page_is_opened_or_the_message_names_it() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let run = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reports/talon/fleets");
    let report = || {
        let mut command = crate::common::lanchester();
        command.args(["report", run, "--open", "--out"]).arg(&page).env("PATH", folder.path());
        command.output().expect("the program starts")
    };
    let without = report();
    assert_eq!(without.status.code(), Some(2), "{without:?}");
    let said = crate::common::stderr(&without);
    assert!(said.contains("--open: `xdg-open` cannot open the page") && said.contains("page.html"), "{said}");
    assert!(page.exists());

    let opener = folder.path().join("xdg-open");
    let seen = folder.path().join("seen");
    fs::write(&opener, format!("#!/bin/sh\necho \"$1\" > {}\n", seen.display())).expect("a program");
    fs::set_permissions(&opener, fs::Permissions::from_mode(0o755)).expect("a program");
    let with = report();
    assert!(with.status.success(), "{with:?}");
    assert_eq!(fs::read_to_string(seen).expect("opened").trim(), page.to_str().expect("UTF-8"));
}
