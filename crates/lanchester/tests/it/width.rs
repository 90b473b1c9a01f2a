//! Results and tables keep to the width of the terminal; a command that can be copied and an address stay whole.

use lanchester_conformance::thorough::is_thorough;

use crate::common::{lanchester, stdout};

/// What is asked, with few battles.
const ASKED: [&str; 22] = [
    "list",
    "list ships --game talon",
    "list --prices ../../reports/nova/default",
    "rules nova",
    "rules talon",
    "check ../../scenarios/nova/studies",
    "replay majestic basalt --battle 3",
    "duel meridian-medium karst-medium --size medium --battles 200 --why",
    "price majestic --precision 0.2",
    "compare majestic basalt --no-prices --pairs 1000",
    "sensitivity majestic --pairs 1000",
    "odds majestic moraine --range 4",
    "rate majestic --precision 0.2 --against karst",
    "plan karst",
    "search greedy --pairs 1 --study karst",
    "sweep refits --pairs 20 --restart",
    "sweep refits --pairs 20 --restart --shard 1/2",
    "status OUT/refits.store",
    "policies --pairs 5",
    "validate karst --pairs 20 --no-prices --full",
    "reprice karst --precision 0.2",
    "tune --against greedy --from charge --fights duels --budget 20000 --out OUT/found.toml",
];

/// What plays for longer than a moment.
const SLOW: [&str; 9] = ["price", "compare", "sensitivity", "rate", "search", "sweep", "policies", "reprice", "tune"];

/// The slowest are commanded by a quick policy where the tests are not thorough.
fn quick(asked: &str) -> &'static str {
    match asked.split(' ').next() {
        _ if is_thorough() => "",
        Some("compare" | "sensitivity") => " --policy charge",
        Some("reprice") => " --policy-a charge --policy-b charge",
        _ => "",
    }
}

/// Results keep to a terminal of so many columns, and wide tables take what is there. What takes longest is asked in the narrowest
/// alone where the tests are not thorough.
fn results_keep_to(columns: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("out");
    let mut widest = 0;
    let slow = |asked: &str| asked.starts_with("status") || SLOW.iter().any(|slow| asked.starts_with(slow));
    for asked in ASKED.into_iter().filter(|asked| columns == 80 || is_thorough() || !slow(asked)) {
        let mut command = lanchester();
        let asked = format!("{asked}{}", quick(asked));
        let words = asked.split(' ').map(|word| word.replace("OUT", out.to_str().expect("UTF-8")));
        command.args(words).env("COLUMNS", columns.to_string());
        if ["validate", "sweep"].iter().any(|written| asked.starts_with(written)) {
            command.arg("--out").arg(&out);
        }
        let output = command.output().expect("the program starts");
        // A search that finds nothing better ends with 1.
        let expected = if asked.starts_with("tune") { 0..=1 } else { 0..=0 };
        assert!(output.status.code().is_some_and(|code| expected.contains(&code)), "{asked}: {output:?}");
        for line in stdout(&output).lines().filter(|line| !line.contains("lanchester ") && line.trim().contains(' ')) {
            let long = line.chars().count();
            assert!(long <= columns, "{asked}, {long} of {columns} columns: {line}");
            widest = widest.max(long);
        }
    }
    assert_eq!(widest > 120, columns == 150, "{widest} of {columns} columns");
}

#[test]
fn results_keep_to_80_columns() {
    results_keep_to(80);
}

#[test]
fn results_keep_to_100_columns() {
    results_keep_to(100);
}

#[test]
fn results_keep_to_150_columns() {
    results_keep_to(150);
}
