//! Mutated files of this game: `lanchester_conformance::fuzz`.

use std::path::Path;

use lanchester_conformance::fuzz::no_mutated_file_makes_its_reader_panic_or_hang;
use lanchester_rules_nova::Nova;

#[test]
fn mutated_files_are_read_or_told() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/nova");
    no_mutated_file_makes_its_reader_panic_or_hang::<Nova>(&root);
}
