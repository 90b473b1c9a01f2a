//! Damage: boxes checked on one ship in 64 lanes, and the damage checks that they bring about, in ships a second.

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanchester_benches::matchup;
use lanchester_benches::midway::{When, midway};
use lanchester_core::{Rules, Side};
use lanchester_lanes::{Kernel, LANES, Level, Row, Simd};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::lanes::damage::apply;
use lanchester_rules_nova::lanes::state::{Batch, Scratch};
use lanchester_rules_nova::lanes::tables::Tables;

/// Boxes in a lane.
type Boxes = fn(u8) -> u8;

/// Checks what `scratch.damage` says on the first ship of B.
struct Damage<'a> {
    tables: &'a Tables,
    batch: &'a mut Batch,
    scratch: &'a mut Scratch,
}

impl Kernel for Damage<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Damage { tables, batch, scratch } = self;
        let codes = Row(core::array::from_fn(|lane| lane as u8));
        scratch.dice.open(simd, !0, &batch.keys, &Row::ZERO, &codes);
        simd.vectorize(
            #[inline(always)]
            || apply(simd, tables, batch, scratch, tables.ships.side(Side::B).start, 0),
        );
    }
}

/// Boxes checked, everything lost, and ships left.
fn shown(batch: &Batch, ship: usize) -> [u64; 3] {
    let rows = &batch.ships[ship];
    let sum = |row: &Row| row.0.iter().map(|lane| u64::from(*lane)).sum::<u64>();
    [sum(&rows.track), rows.lost.iter().map(sum).sum(), rows.alive.count_ones().into()]
}

fn damage(criterion: &mut Criterion) {
    let tables = Nova::prepare(&matchup("majestic", "majestic", "greedy"));
    let before = midway(&tables, 1, When::Movement);
    // A scratch in every lane, enough to make about half of them roll a check, and enough to make all of them sink.
    let loads: [(&str, Boxes); 3] =
        [("no check", |_| 1), ("half of them check", |lane| 2 + lane % 12), ("all sink", |_| 60)];
    for (name, load) in loads {
        let mut scratch = Scratch::default();
        scratch.damage[0] = Row(core::array::from_fn(|lane| load(lane as u8)));
        let mut suffer = |level: Level, batch: &mut Batch| {
            level.dispatch(Damage { tables: &tables, batch, scratch: &mut scratch });
        };
        let mut after = before.clone();
        suffer(Level::FALLBACK, &mut after);
        let truth = shown(&after, tables.ships.side(Side::B).start);
        println!("{name}: checksum {truth:?}: boxes, losses, ships left");
        let mut group = criterion.benchmark_group(format!("damage: {name}"));
        group.throughput(Throughput::Elements(LANES as u64)).sample_size(20);
        for level in Level::available() {
            let mut after = before.clone();
            suffer(level, &mut after);
            assert_eq!(shown(&after, tables.ships.side(Side::B).start), truth, "{level} suffers otherwise");
            group.bench_function(BenchmarkId::from_parameter(level), |bencher| {
                bencher.iter_batched_ref(|| before.clone(), |batch| suffer(level, batch), BatchSize::SmallInput);
            });
        }
        group.finish();
    }
}

criterion_group!(benches, damage);
criterion_main!(benches);
