//! The ledger, the headings in the code and the test modules say the same; every lost rule is in it.

use std::collections::BTreeSet;

use lanchester_core::Status;
use lanchester_rules_starmada_x::design::equipment::LOST;
use lanchester_rules_starmada_x::rulebook::LEDGER;

#[test]
fn the_ledger_is_complete() {
    let ids: BTreeSet<_> = LEDGER.iter().map(|e| e.id).collect();
    // Every section of the book that survives.
    let sections = [
        ("0", vec!["1", "1.1", "1.2", "1.3", "1.4", "1.5", "2"]),
        ("1", (1..=11).map(|n| ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11"][n - 1]).collect()),
        ("2", vec!["1", "1.1", "1.2", "2", "2.1", "2.2", "2.3", "2.4", "2.5", "3"]),
        ("3", vec!["1", "2", "2.1", "2.2", "3", "3.1", "3.2"]),
        ("4", vec!["1", "1.1", "1.2", "1.3", "1.4", "2", "2.1", "2.2", "2.3", "3", "3.1", "3.2"]),
        ("5", vec!["1", "1.1", "1.2", "2", "2.1", "3", "3.1", "3.2", "3.3", "3.4"]),
    ];
    for (chapter, rules) in sections {
        for rule in rules {
            assert!(ids.contains(format!("X {chapter}.{rule}").as_str()), "X {chapter}.{rule}");
        }
    }
    for entry in LEDGER {
        assert!(entry.page.starts_with("p. "), "{entry:?}");
    }
}

/// What a ship file is refused for is in the ledger as left out.
#[test]
fn lost_equipment_is_left_out() {
    for (name, page) in LOST {
        let entry = LEDGER.iter().find(|entry| entry.title == name).unwrap_or_else(|| panic!("{name}"));
        assert!(matches!(entry.status, Status::LeftOut(why) if why.contains("no text has survived")), "{name}");
        assert_eq!(entry.page, page);
    }
}
