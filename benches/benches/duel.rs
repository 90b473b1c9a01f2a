//! Whole battles at every level of the machine, one core: duels and fleet actions, in battles a second.
//!
//! Prints the checksum of each matchup first; compare it before you compare times.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanchester_benches::{checksum, matchup, play};
use lanchester_core::{Job, Tally};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_scenario::GameFiles;

/// Name, fleet A, fleet B, policy, pairs an iteration.
type Case = (&'static str, &'static str, &'static str, &'static str, u64);

const NOVA: [Case; 6] = [
    ("majestic mirror, greedy", "majestic", "majestic", "greedy", 2048),
    ("majestic mirror, charge", "majestic", "majestic", "charge", 2048),
    ("majestic mirror, foresight", "majestic", "majestic", "foresight", 512),
    ("majestic mirror, hold", "majestic", "majestic", "hold", 2048),
    ("two medium fleets, greedy", "meridian-medium", "karst-medium", "greedy", 256),
    ("swarm v capital, greedy", "vesper-swarm", "meridian-capital", "greedy", 256),
];

const STARMADA_X: [Case; 7] = [
    ("X: mouse mirror, greedy", "mouse", "mouse", "greedy", 2048),
    ("X: mouse mirror, charge", "mouse", "mouse", "charge", 2048),
    ("X: mouse mirror, foresight", "mouse", "mouse", "foresight", 512),
    ("X: mouse mirror, hold", "mouse", "mouse", "hold", 2048),
    ("X: two fleet carriers, greedy", "corona", "hydra", "greedy", 512),
    ("X: two lines at 1000 points, greedy", "league-line", "pact-line", "greedy", 128),
    ("X: two carrier fleets at 1000 points, greedy", "league-carriers", "pact-carriers", "greedy", 128),
];

fn nova(criterion: &mut Criterion) {
    NOVA.iter().for_each(|case| battles::<Nova>(criterion, *case));
}

fn starmada_x(criterion: &mut Criterion) {
    STARMADA_X.iter().for_each(|case| battles::<StarmadaX>(criterion, *case));
}

fn battles<G: GameFiles>(criterion: &mut Criterion, (name, a, b, policy, pairs): Case) {
    let matchup = matchup::<G>(a, b, policy);
    let tally = play(&matchup, Level::best(), pairs);
    let turns = tally.turns as f64 / tally.battles() as f64;
    println!("{name}: checksum {:?} over {} battles, {turns:.2} turns a battle", checksum(&tally), tally.battles());
    let tables = G::prepare(&matchup);
    let mut scratch = G::scratch();
    let mut group = criterion.benchmark_group(name);
    group.throughput(Throughput::Elements(2 * pairs)).sample_size(10);
    for level in Level::available() {
        assert_eq!(checksum(&play(&matchup, level, pairs)), checksum(&tally), "{level} plays something else");
        group.bench_function(BenchmarkId::from_parameter(level), |bencher| {
            let mut tally = Tally::new();
            let job = Job { seed: 1, cell: 0, pairs: 0..pairs };
            bencher.iter(|| G::play(&tables, &mut scratch, level, &job, &mut tally));
        });
    }
    group.finish();
}

criterion_group!(benches, nova, starmada_x);
criterion_main!(benches);
