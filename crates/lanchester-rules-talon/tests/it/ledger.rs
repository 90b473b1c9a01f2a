//! The ledger is complete. That headings and test modules agree with it is part of the conformance suite.

use std::collections::BTreeSet;

use lanchester_conformance::held;
use lanchester_core::{LedgerEntry, Status};
use lanchester_rules_talon::Talon;
use lanchester_rules_talon::rulebook::LEDGER;
use lanchester_scenario::GameFiles;

#[test]
fn the_ledger_is_complete() {
    let ids: BTreeSet<_> = LEDGER.iter().map(|entry| entry.id).collect();
    // Every section whose text has survived.
    for section in [
        "7.5.1", "7.5.2", "7.5.3", "8.1.1", "8.1.2", "8.1.3", "8.2.1", "8.2.2", "8.2.3", "8.3", "8.4.1", "8.4.2",
        "8.4.3", "8.5", "8.6.1", "8.6.2", "8.6.3", "8.6.4", "8.6.5", "8.7", "9.1", "9.2.1", "9.2.2", "9.3", "9.4",
    ] {
        assert!(ids.contains(format!("TALON {section}").as_str()), "{section}");
    }
    for left_out in ["Fighters", "Black holes", "Planets that block fire", "Transmitting power"] {
        let entry = LEDGER.iter().find(|entry| entry.title == left_out);
        assert!(entry.is_some_and(|entry| matches!(entry.status, Status::LeftOut(_))), "{left_out}");
    }
}

/// Each option is named by the rule that it is about.
#[test]
fn every_option_stands_in_the_ledger() {
    let ruled = held!(LEDGER, LedgerEntry { status: Status::Ruled(why), .. } => *why);
    for key in Talon::options_keys().schema().keys {
        assert!(ruled.iter().any(|why| why.contains(key.name)), "{}", key.name);
        let rule = key.doc.rsplit_once("(TALON ").and_then(|(_, rest)| rest.strip_suffix(").")).unwrap_or_default();
        let entry = LEDGER.iter().find(|entry| entry.id == format!("TALON {rule}"));
        assert!(entry.is_some_and(|entry| matches!(entry.status, Status::Ruled(_))), "{}: {}", key.name, key.doc);
    }
}
