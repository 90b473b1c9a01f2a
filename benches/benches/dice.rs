//! Dice on lanes: pools thrown and counted, in dice a second; and streams opened.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanchester_benches::pools::{Count, Pools};
use lanchester_lanes::dice::lanes::LaneStreams;
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Kernel, LANES, Level, Row, Simd};

/// Streams opened by one lane.
const OPENED: u64 = 1000;

/// Opens streams and throws one die of each: what an activation costs beyond its dice.
struct Streams;

impl Kernel for Streams {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let keys = core::array::from_fn(|lane| lane as u64);
        let (mut streams, mut faces, mut total) = (LaneStreams::default(), [Row::ZERO; 2], 0);
        for place in 0..OPENED {
            streams.open(simd, !0, &keys, &Row([(place >> 8) as u8; LANES]), &Row([place as u8; LANES]));
            streams.two_faces(simd, !0, &mut faces);
            total += lanes_of(1 << (place % LANES as u64)).map(|lane| u64::from(faces[0].0[lane])).sum::<u64>();
        }
        total
    }
}

fn dice(criterion: &mut Criterion) {
    for (name, count) in [("attack dice counted", Count::Hits), ("shield dice counted", Count::Faces(0b00_0111))] {
        let pools = Pools { pools: 1000, count };
        let shown = Level::FALLBACK.dispatch(pools);
        println!("{name}: checksum {shown} of {} dice", pools.dice());
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Elements(pools.dice())).sample_size(20);
        for level in Level::available() {
            assert_eq!(level.dispatch(pools), shown, "{level} throws other dice");
            group.bench_function(BenchmarkId::from_parameter(level), |bencher| bencher.iter(|| level.dispatch(pools)));
        }
        group.finish();
    }
}

fn streams(criterion: &mut Criterion) {
    let shown = Level::FALLBACK.dispatch(Streams);
    println!("streams opened: checksum {shown}");
    let mut group = criterion.benchmark_group("streams opened");
    group.throughput(Throughput::Elements(OPENED * LANES as u64)).sample_size(20);
    for level in Level::available() {
        assert_eq!(level.dispatch(Streams), shown, "{level} throws other dice");
        group.bench_function(BenchmarkId::from_parameter(level), |bencher| bencher.iter(|| level.dispatch(Streams)));
    }
    group.finish();
}

criterion_group!(benches, dice, streams);
criterion_main!(benches);
