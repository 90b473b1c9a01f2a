//! Whole battles of some cases, the scalar program's where it knows the policy.

use criterion::{BenchmarkId, Criterion, Throughput};
use lanchester_benches::scalar::Scalar;
use lanchester_benches::{Case, checksum, play};
use lanchester_core::{Job, Rules, Tally};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;

pub fn cases(criterion: &mut Criterion, cases: &[Case]) {
    for case in cases {
        let (matchup, pairs) = (case.matchup(), case.pairs);
        let tally = play(&matchup, Level::best(), pairs);
        let turns = tally.turns as f64 / tally.battles() as f64;
        println!(
            "{}: checksum {:?} over {} battles, {turns:.2} turns a battle",
            case.name,
            checksum(&tally),
            tally.battles()
        );
        let tables = Nova::prepare(&matchup);
        let mut scratch = Nova::scratch();
        let mut group = criterion.benchmark_group(case.name);
        group.throughput(Throughput::Elements(2 * pairs)).sample_size(10);
        for level in Level::available() {
            assert_eq!(checksum(&play(&matchup, level, pairs)), checksum(&tally), "{level} plays something else");
            group.bench_function(BenchmarkId::from_parameter(level), |bencher| {
                let mut tally = Tally::new();
                let job = Job { seed: 1, cell: 0, pairs: 0..pairs };
                bencher.iter(|| Nova::play(&tables, &mut scratch, level, &job, &mut tally));
            });
        }
        if let Some(scalar) = Scalar::new(&matchup, &tables) {
            let pairs = pairs / 16;
            group.throughput(Throughput::Elements(2 * pairs));
            assert_eq!(checksum(&scalar.play(1, pairs)), checksum(&play(&matchup, Level::best(), pairs)), "scalar");
            group.bench_function(BenchmarkId::from_parameter("scalar"), |bencher| {
                bencher.iter(|| scalar.play(1, pairs));
            });
        }
        group.finish();
    }
}
