//! Whole battles of Starmada X at every level of the machine, one core, in battles a second: duels, carriers, and fleet
//! actions at 1000 points.
//!
//! Prints the checksum of each matchup first; compare it before you compare times.

mod battles;

use criterion::{Criterion, criterion_group, criterion_main};
use lanchester_rules_starmada_x::StarmadaX;

fn starmada_x(criterion: &mut Criterion) {
    battles::cases::<StarmadaX>(criterion, &lanchester_benches::STARMADA_X);
}

criterion_group!(benches, starmada_x);
criterion_main!(benches);
