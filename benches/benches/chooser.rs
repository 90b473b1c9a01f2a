//! Choosing a move in the middle of battles: one ship in 64 lanes, by policy and size of fleet, in moves a second.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanchester_benches::matchup;
use lanchester_benches::midway::{When, midway};
use lanchester_core::Rules;
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Kernel, Level, Row, Simd};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::lanes::chooser::choose;
use lanchester_rules_nova::lanes::state::{Batch, Scratch};
use lanchester_rules_nova::lanes::tables::Tables;

/// Chooses for the first ship of A wherever she is on the board. The sum of where she goes.
struct Choose<'a> {
    tables: &'a Tables,
    batch: &'a Batch,
    scratch: &'a mut Scratch,
}

impl Kernel for Choose<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let Choose { tables, batch, scratch } = self;
        let live = batch.ships[0].alive;
        scratch.fleet_slots = Row::ZERO;
        let choice = simd.vectorize(
            #[inline(always)]
            || choose(simd, tables, batch, scratch, 0, live),
        );
        let candidates = &tables.ships[0].candidates;
        let ends = lanes_of(choice.found & live).filter_map(|lane| choice.end(candidates, scratch, lane));
        ends.map(|end| 6 * u64::from(end.hex) + u64::from(end.turned)).sum()
    }
}

fn chooser(criterion: &mut Criterion) {
    let cases = [
        ("duel, greedy, approach", "majestic", "majestic", "greedy", 1),
        ("duel, greedy, in reach", "majestic", "majestic", "greedy", 3),
        ("duel, charge, in reach", "majestic", "majestic", "charge", 2),
        ("duel, foresight, in reach", "majestic", "majestic", "foresight", 3),
        ("six mixed a side, greedy", "meridian-large", "vesper-large", "greedy", 4),
        ("swarm of 12 v 3, greedy", "vesper-swarm", "karst-medium", "greedy", 3),
    ];
    for (name, a, b, policy, turn) in cases {
        let tables = Nova::prepare(&matchup(a, b, policy));
        let batch = midway(&tables, turn, When::Movement);
        let mut scratch = Scratch::default();
        let mut went = |level: Level| level.dispatch(Choose { tables: &tables, batch: &batch, scratch: &mut scratch });
        let (moves, truth) = (batch.ships[0].alive.count_ones(), went(Level::FALLBACK));
        println!("{name}: checksum {truth} of {moves} ships");
        let mut group = criterion.benchmark_group(format!("move: {name}"));
        group.throughput(Throughput::Elements(moves.into())).sample_size(20);
        for level in Level::available() {
            assert_eq!(went(level), truth, "{level} goes elsewhere");
            group.bench_function(BenchmarkId::from_parameter(level), |bencher| bencher.iter(|| went(level)));
        }
        group.finish();
    }
}

criterion_group!(benches, chooser);
criterion_main!(benches);
