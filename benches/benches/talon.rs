//! Whole battles of Talon at every level of the machine, one core, in battles a second: duels, and fleets at 300 points.
//!
//! Prints the checksum of each matchup first; compare it before you compare times.

mod battles;

use criterion::{Criterion, criterion_group, criterion_main};
use lanchester_rules_talon::Talon;

fn talon(criterion: &mut Criterion) {
    battles::cases::<Talon>(criterion, &lanchester_benches::TALON);
}

criterion_group!(benches, talon);
criterion_main!(benches);
