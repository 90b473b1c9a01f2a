//! Whole battles at every level of the machine, one core: duels and fleet actions, in battles a second.
//!
//! Prints the checksum of each matchup first; compare it before you compare times.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanchester_benches::{checksum, matchup, play};
use lanchester_core::{Job, Rules, Tally};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;

/// Name, fleet A, fleet B, policy, pairs an iteration.
const CASES: [(&str, &str, &str, &str, u64); 6] = [
    ("majestic mirror, greedy", "majestic", "majestic", "greedy", 2048),
    ("majestic mirror, charge", "majestic", "majestic", "charge", 2048),
    ("majestic mirror, foresight", "majestic", "majestic", "foresight", 512),
    ("majestic mirror, hold", "majestic", "majestic", "hold", 2048),
    ("two medium fleets, greedy", "meridian-medium", "karst-medium", "greedy", 256),
    ("swarm v capital, greedy", "vesper-swarm", "meridian-capital", "greedy", 256),
];

fn battles(criterion: &mut Criterion) {
    for (name, a, b, policy, pairs) in CASES {
        let matchup = matchup(a, b, policy);
        let tally = play(&matchup, Level::best(), pairs);
        let turns = tally.turns as f64 / tally.battles() as f64;
        println!("{name}: checksum {:?} over {} battles, {turns:.2} turns a battle", checksum(&tally), tally.battles());
        let tables = Nova::prepare(&matchup);
        let mut scratch = Nova::scratch();
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(2 * pairs)).sample_size(10);
        for level in Level::available() {
            assert_eq!(checksum(&play(&matchup, level, pairs)), checksum(&tally), "{level} plays something else");
            group.bench_function(BenchmarkId::from_parameter(level), |bencher| {
                let mut tally = Tally::new();
                let job = Job { seed: 1, cell: 0, pairs: 0..pairs };
                bencher.iter(|| Nova::play(&tables, &mut scratch, level, &job, &mut tally));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, battles);
criterion_main!(benches);
