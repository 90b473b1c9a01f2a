//! Dice on lanes: attack pools counted, in dice a second.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanchester_dice::lanes::LaneStreams;
use lanchester_lanes::{Kernel, LANES, Level, Row, Simd};

const POOL: u8 = 100;
const POOLS: usize = 1000;

struct Pools;

impl Kernel for Pools {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let keys = core::array::from_fn(|lane| lane as u64);
        let mut streams = LaneStreams::default();
        streams.open(simd, !0, &keys, &[1; LANES]);
        let count = Row([POOL; LANES]);
        (0..POOLS).map(|_| u64::from(streams.count_hits(simd, &count).0[0])).sum()
    }
}

fn dice(criterion: &mut Criterion) {
    let hits = Level::FALLBACK.dispatch(Pools);
    println!("checksum {hits} hits in lane 0");
    let mut group = criterion.benchmark_group("attack dice counted");
    group.throughput(Throughput::Elements(u64::from(POOL) * (LANES * POOLS) as u64)).sample_size(20);
    for level in Level::available() {
        assert_eq!(level.dispatch(Pools), hits);
        group.bench_function(BenchmarkId::from_parameter(level), |bencher| bencher.iter(|| level.dispatch(Pools)));
    }
    group.finish();
}

criterion_group!(benches, dice);
criterion_main!(benches);
