//! Geometry on lanes: distance, bearing, room ahead and the edge of the board, in positions a second.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use lanchester_lanes::hex::Board;
use lanchester_lanes::hex::lanes::{bearing, distance, on_board, room};
use lanchester_lanes::ops::{all, load, mask, store};
use lanchester_lanes::{Bytes, Kernel, LANES, Level, Row, Simd};

const BOARD: Board = Board { cols: 24, rows: 18 };

/// What is asked of every position.
#[derive(Clone, Copy, Debug)]
enum Ask {
    Distance,
    Bearing,
    Room,
    OnBoard,
}

/// A ship in every lane, and every hex of the board as seen from it.
struct Look(Ask);

impl Kernel for Look {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let lane = |f: fn(u8) -> u8| Row(core::array::from_fn(|lane| f(lane as u8)));
        let (q, h) = (load(simd, &lane(|n| n % 24)), load(simd, &lane(|n| 2 * (n % 18) + n % 2)));
        let facing = load(simd, &lane(|n| n % 6));
        let (mut sum, mut count) = (all(simd, 0), 0);
        for column in 0..BOARD.cols {
            for row in 0..BOARD.rows {
                let (to_q, to_h) = (all(simd, column), all(simd, 2 * row + column % 2));
                let answer: Bytes<S> = match self.0 {
                    Ask::Distance => distance(to_q - q, to_h - h),
                    Ask::Bearing => bearing(simd, to_q - q, to_h - h),
                    Ask::Room => room(simd, BOARD, to_q, to_h, facing),
                    Ask::OnBoard => {
                        count += u64::from(mask(on_board(simd, BOARD, to_q + q, to_h + h)).count_ones());
                        continue;
                    }
                };
                sum += answer;
            }
        }
        let mut sums = Row::ZERO;
        store(sum, &mut sums);
        count + sums.0.iter().map(|lane| u64::from(*lane)).sum::<u64>()
    }
}

fn geometry(criterion: &mut Criterion) {
    for ask in [Ask::Distance, Ask::Bearing, Ask::Room, Ask::OnBoard] {
        let answer = Level::FALLBACK.dispatch(Look(ask));
        println!("{ask:?}: checksum {answer}");
        let mut group = criterion.benchmark_group(format!("{ask:?}"));
        let positions = LANES as u64 * u64::from(BOARD.cols) * u64::from(BOARD.rows);
        group.throughput(Throughput::Elements(positions)).sample_size(20);
        for level in Level::available() {
            assert_eq!(level.dispatch(Look(ask)), answer, "{level} sees something else");
            group.bench_function(BenchmarkId::from_parameter(level), |bencher| {
                bencher.iter(|| level.dispatch(Look(std::hint::black_box(ask))));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, geometry);
criterion_main!(benches);
