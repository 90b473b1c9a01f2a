//! What a study costs beyond its battles: cells, from one to 4,096 of them, and the start: data, tables, self-check, first
//! battles. The start of the whole program is in `scripts/bench-report`.

use std::sync::atomic::AtomicBool;

use criterion::{BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use lanchester_benches::{DUELS, checksum, matchup, play};
use lanchester_core::arena::{CellJob, NoProgress, RunOptions, run, self_check};
use lanchester_core::{CHUNK_PAIRS, Rules, Tally};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;

/// Pairs of a cell.
const PAIRS: u64 = 256;

fn studied(cells: &[CellJob<Nova>]) -> Tally {
    let options = RunOptions { seed: 1, level: Level::best(), threads: 1, chunk_pairs: CHUNK_PAIRS };
    let result = run(cells, &options, &AtomicBool::new(false), &NoProgress);
    let mut all = Tally::new();
    result.tallies.iter().for_each(|tally| all.merge(tally));
    all
}

fn cells(criterion: &mut Criterion) {
    let case = DUELS[1];
    let mut group = criterion.benchmark_group(format!("cells of {} battles: {}", 2 * PAIRS, case.name));
    group.sample_size(10).sampling_mode(SamplingMode::Flat);
    for count in [1, 16, 256, 4096] {
        let cells = case.cells(count, PAIRS);
        println!("{count} cells: checksum {:?}", checksum(&studied(&cells)));
        group.throughput(Throughput::Elements(2 * PAIRS * count));
        group.bench_function(BenchmarkId::from_parameter(count), |bencher| bencher.iter(|| studied(&cells)));
    }
    group.finish();
}

fn start(criterion: &mut Criterion) {
    let first = || {
        let matchup = matchup::<Nova>("majestic", "majestic", "greedy");
        let (level, warning) = self_check(&matchup, Level::best());
        assert!(warning.is_none(), "{warning:?}");
        play(&matchup, level, 1)
    };
    println!("first pair: checksum {:?}", checksum(&first()));
    let mut group = criterion.benchmark_group("start");
    group.sample_size(20);
    group.bench_function("data, tables, self-check, first pair", |bencher| bencher.iter(first));
    let six = matchup::<Nova>("meridian-large", "vesper-large", "greedy");
    group.bench_function("tables of six ships a side", |bencher| bencher.iter(|| Nova::prepare(&six)));
    group.bench_function("working memory", |bencher| bencher.iter(Nova::workspace));
    group.finish();
}

criterion_group!(benches, cells, start);
criterion_main!(benches);
