//! Fleet actions at every level of the machine, one core, in battles a second.
//!
//! Prints the checksum of each matchup first; compare it before you compare times.

mod battles;

use criterion::{Criterion, criterion_group, criterion_main};

fn fleets(criterion: &mut Criterion) {
    battles::cases::<lanchester_rules_nova::Nova>(criterion, &lanchester_benches::FLEETS);
}

criterion_group!(benches, fleets);
criterion_main!(benches);
