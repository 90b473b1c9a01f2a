//! Duels at every level of the machine, one core, in battles a second.
//!
//! Prints the checksum of each matchup first; compare it before you compare times.

mod battles;

use criterion::{Criterion, criterion_group, criterion_main};

fn duels(criterion: &mut Criterion) {
    battles::cases::<lanchester_rules_nova::Nova>(criterion, &lanchester_benches::DUELS);
}

criterion_group!(benches, duels);
criterion_main!(benches);
