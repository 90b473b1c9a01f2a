//! Whole battles of some cases, and the plain program beside the lanes where the game has a player.

use criterion::{BenchmarkId, Criterion, Throughput};
use lanchester_benches::scalar::Benched;
use lanchester_benches::{Case, checksum, play};
use lanchester_core::{Job, Tally};
use lanchester_lanes::Level;

/// Plays every case at every level, and by the plain program.
pub fn cases<G: Benched>(criterion: &mut Criterion, cases: &[Case]) {
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
        let few = pairs / 16;
        group.throughput(Throughput::Elements(2 * few));
        if let Some(program) = G::program(&matchup, &tables) {
            assert_eq!(checksum(&program.play(1, few)), checksum(&play(&matchup, Level::best(), few)), "{}", case.name);
            group.bench_function(BenchmarkId::from_parameter("plain"), |bencher| {
                bencher.iter(|| program.play(1, few));
            });
        }
        group.finish();
    }
}
