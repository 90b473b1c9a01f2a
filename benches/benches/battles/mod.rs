//! Whole battles of some cases.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, BenchmarkId, Criterion, Throughput};
use lanchester_benches::{Case, checksum, play};
use lanchester_core::{Job, Tally};
use lanchester_lanes::Level;
use lanchester_scenario::GameFiles;

/// Benches of one case.
pub type Group<'c> = BenchmarkGroup<'c, WallTime>;

/// Plays every case at every level; `more` adds what else is to be compared.
pub fn cases<G: GameFiles>(criterion: &mut Criterion, cases: &[Case], more: fn(&mut Group<'_>, &Case)) {
    for case in cases {
        let (matchup, pairs) = (case.matchup::<G>(), case.pairs);
        let tally = play(&matchup, Level::best(), pairs);
        let turns = tally.turns as f64 / tally.battles() as f64;
        println!(
            "{}: checksum {:?} over {} battles, {turns:.2} turns a battle",
            case.name,
            checksum(&tally),
            tally.battles()
        );
        let tables = G::prepare(&matchup);
        let mut workspace = G::workspace();
        let mut group = criterion.benchmark_group(case.name);
        group.throughput(Throughput::Elements(2 * pairs)).sample_size(10);
        for level in Level::available() {
            assert_eq!(checksum(&play(&matchup, level, pairs)), checksum(&tally), "{level} plays something else");
            group.bench_function(BenchmarkId::from_parameter(level), |bencher| {
                let mut tally = Tally::new();
                let job = Job { seed: 1, cell: 0, pairs: 0..pairs };
                bencher.iter(|| G::play(&tables, &mut workspace, level, &job, &mut tally));
            });
        }
        more(&mut group, case);
        group.finish();
    }
}
