//! The ledger is complete. That headings and test modules agree with it is part of the conformance suite.

use std::collections::BTreeSet;

use lanchester_core::Status;
use lanchester_rules_nova::rulebook::LEDGER;

#[test]
fn the_ledger_is_complete() {
    let ids: BTreeSet<_> = LEDGER.iter().map(|e| e.id).collect();
    for (chapter, rules) in [(1, 7), (2, 4), (3, 4), (4, 6), (5, 12), (7, 2)] {
        assert!((1..=rules).all(|rule| ids.contains(format!("NOVA {chapter}.{rule}").as_str())), "chapter {chapter}");
    }
    for entry in LEDGER {
        assert!(entry.page.starts_with("p. "), "{entry:?}");
        if let Status::LeftOut(_) = entry.status {
            assert!(entry.id.starts_with(&format!("NOVA p.{} ", &entry.page[3..])), "{entry:?}");
        }
    }
}
