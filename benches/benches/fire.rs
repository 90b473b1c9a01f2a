//! Fire in the middle of battles: targets, attack dice, shield dice and damage of one ship in 64 lanes, in ships a second.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanchester_benches::matchup;
use lanchester_benches::midway::{When, midway};
use lanchester_core::Rules;
use lanchester_lanes::{Kernel, Level, Row, Simd};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::lanes::combat::fire_ship;
use lanchester_rules_nova::lanes::state::{Batch, Scratch};
use lanchester_rules_nova::lanes::tables::Tables;

/// Fires with the first ship of A wherever she is on the board. Lanes in which she does.
struct Fire<'a> {
    tables: &'a Tables,
    batch: &'a mut Batch,
    scratch: &'a mut Scratch,
}

impl Kernel for Fire<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let Fire { tables, batch, scratch } = self;
        let live = batch.ships[0].alive;
        scratch.fleet_slots = Row::ZERO;
        simd.vectorize(
            #[inline(always)]
            || fire_ship(simd, tables, batch, scratch, 0, live),
        )
    }
}

/// Boxes checked in all lanes.
fn boxes(batch: &Batch) -> u64 {
    batch.ships.iter().flat_map(|ship| ship.track.0).map(u64::from).sum()
}

fn fire(criterion: &mut Criterion) {
    let cases = [
        ("duel, nobody in reach", "majestic", "majestic", "greedy", 1),
        ("duel, in reach", "majestic", "majestic", "greedy", 2),
        ("six mixed a side", "meridian-large", "vesper-large", "greedy", 4),
        ("swarm of 12 v 3", "vesper-swarm", "karst-medium", "greedy", 3),
    ];
    for (name, a, b, policy, turn) in cases {
        let tables = Nova::prepare(&matchup(a, b, policy));
        let before = midway(&tables, turn, When::Fire);
        let mut scratch = Scratch::default();
        let mut fire = |level: Level, batch: &mut Batch| {
            level.dispatch(Fire { tables: &tables, batch, scratch: &mut scratch }).count_ones()
        };
        let ships = before.ships[0].alive.count_ones();
        let mut after = before.clone();
        let truth = (fire(Level::FALLBACK, &mut after), boxes(&after));
        println!("{name}: checksum {} of {ships} ships fire, {} boxes", truth.0, truth.1);
        let mut group = criterion.benchmark_group(format!("fire: {name}"));
        group.throughput(Throughput::Elements(ships.into())).sample_size(20);
        for level in Level::available() {
            let mut after = before.clone();
            assert_eq!((fire(level, &mut after), boxes(&after)), truth, "{level} fires otherwise");
            group.bench_function(BenchmarkId::from_parameter(level), |bencher| {
                bencher.iter_batched_ref(|| before.clone(), |batch| fire(level, batch), BatchSize::SmallInput);
            });
        }
        group.finish();
    }
}

criterion_group!(benches, fire);
criterion_main!(benches);
