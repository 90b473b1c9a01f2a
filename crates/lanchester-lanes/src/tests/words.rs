//! Operations on 64-bit words and their halves.

use super::{RANDOM_CASES, Random, Results, assert_all_are_compared, compare};
use crate::words::*;
use crate::{Kernel, LANES, Level, Row, Simd};

/// Words at which signs change, sums carry and halves meet.
const EDGES: [u64; 9] = [0, 1, 0xffff_ffff, 0x1_0000_0000, 0x7fff_ffff, 0x8000_0000, u64::MAX, u64::MAX >> 1, 1 << 63];

/// What the operations are applied to: words of a whole batch, taken group by group.
struct Case {
    a: [u64; LANES],
    b: [u64; LANES],
    bytes: Row,
    /// Eight flags of words.
    set: u8,
    /// Sixteen flags of halves, as odd and even halves.
    odd: [u64; LANES],
    group: usize,
}

impl Case {
    fn new(random: &mut Random, edges: bool) -> Self {
        let mut numbers = || {
            std::array::from_fn(|_| {
                let word = random.word();
                if edges { EDGES[(word % 9) as usize] } else { word }
            })
        };
        let (a, b, odd) = (numbers(), numbers(), numbers());
        let bytes = if edges { random.edges() } else { random.bytes() };
        Self { a, b, bytes, set: random.word() as u8, odd, group: (random.word() % GROUPS as u64) as usize }
    }
}

/// Runs every operation on a case.
struct Run<'a>(&'a Case);

impl Kernel for Run<'_> {
    type Output = Results;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Results {
        let case = self.0;
        let group = case.group;
        let (a, b, odd) = (load(simd, &case.a, group), load(simd, &case.b, group), load(simd, &case.odd, group));
        let set = flags(simd, case.set);
        let (none, one) = (all(simd, 0), all(simd, 1));
        // The comparisons are for numbers whose highest bit is clear, sums for those that do not carry.
        let (low_a, low_b) = (a & all(simd, u64::MAX >> 1), b & all(simd, u64::MAX >> 1));
        let clear = all_halves(simd, u32::MAX >> 1);
        let (half_a, half_b) = (halves(a) & clear, halves(b) & clear);
        let short = halves(a) & all_halves(simd, 31);
        let is_odd = halves_odd(simd, halves(odd));
        let mut narrowed = case.bytes.0;
        narrow(b & all(simd, 255), &mut narrowed, group);
        vec![
            ("all", words(all(simd, case.a[0]))),
            ("load", words(a)),
            ("store", words(b)),
            ("widen", words(widen(simd, &case.bytes.0, group))),
            ("narrow", narrowed.iter().map(|byte| i64::from(*byte)).collect()),
            ("flags", words(pick(set, one, none))),
            ("pick", words(pick(set, a, b))),
            ("gt", words(pick(gt(low_a, low_b), one, none))),
            ("rotate_left", words(rotate_left::<23, S>(a))),
            ("rotate_left", words(rotate_left::<45, S>(a))),
            ("halves", split(halves(a))),
            ("all_halves", split(all_halves(simd, case.a[0] as u32))),
            ("halves_gt", split(ones(simd, halves_gt(half_a, half_b)))),
            ("halves_ge", split(ones(simd, halves_ge(halves(a), halves(b))))),
            ("halves_odd", split(ones(simd, is_odd))),
            ("shift_halves", split(shift_halves(halves(b), short))),
            ("count_halves", split(count_halves(simd, is_odd, halves(a)))),
            ("sum_of_halves", words(sum_of_halves(simd, half_a))),
            ("+", words(a + b)),
            ("-", words(a - b)),
            ("*", words(a * b)),
            ("^", words(a ^ b)),
            ("<<", words(a << 17u32)),
            (">>", words(a >> 30u32)),
        ]
    }
}

#[inline(always)]
fn ones<S: Simd>(simd: S, set: HalfFlags<S>) -> Halves<S> {
    count_halves(simd, set, all_halves(simd, 0))
}

/// The words of a group, as they lie in memory.
#[inline(always)]
fn words<S: Simd>(value: Words<S>) -> Vec<i64> {
    let mut all = [0; LANES];
    store(value, &mut all, 3);
    all[24..32].iter().map(|word| *word as i64).collect()
}

/// Halves, low half first.
#[inline(always)]
fn split<S: Simd>(value: Halves<S>) -> Vec<i64> {
    let mut halves = [0u32; 16];
    fearless_simd::SimdBase::store_slice(&value, &mut halves);
    halves.map(i64::from).to_vec()
}

/// The same in plain code, lane by lane.
fn plain(case: &Case) -> Results {
    let lane = |i: usize| 8 * case.group + i;
    let each = |of: &dyn Fn(u64, u64) -> u64| (0..8).map(|i| of(case.a[lane(i)], case.b[lane(i)]) as i64).collect();
    let half = |word: u64, which: usize| (word >> (32 * which)) as u32;
    let halved = |of: &dyn Fn(u32, u32, bool) -> u32| -> Vec<i64> {
        let of_half = |n: usize| {
            let (word, which) = (lane(n / 2), n % 2);
            let odd = half(case.odd[word], which) % 2 == 1;
            of(half(case.a[word], which), half(case.b[word], which), odd).into()
        };
        (0..16).map(of_half).collect()
    };
    let set = |i: usize| case.set >> i & 1 == 1;
    let (clear, half_clear) = (u64::MAX >> 1, u32::MAX >> 1);
    let mut narrowed = case.bytes.0;
    for i in 0..8 {
        narrowed[lane(i)] = case.b[lane(i)] as u8;
    }
    vec![
        ("all", vec![case.a[0] as i64; 8]),
        ("load", each(&|a, _| a)),
        ("store", each(&|_, b| b)),
        ("widen", (0..8).map(|i| case.bytes.0[lane(i)].into()).collect()),
        ("narrow", narrowed.iter().map(|byte| i64::from(*byte)).collect()),
        ("flags", (0..8).map(|i| set(i).into()).collect()),
        ("pick", (0..8).map(|i| if set(i) { case.a[lane(i)] } else { case.b[lane(i)] } as i64).collect()),
        ("gt", each(&|a, b| ((a & clear) > (b & clear)).into())),
        ("rotate_left", each(&|a, _| a.rotate_left(23))),
        ("rotate_left", each(&|a, _| a.rotate_left(45))),
        ("halves", halved(&|a, _, _| a)),
        ("all_halves", vec![i64::from(case.a[0] as u32); 16]),
        ("halves_gt", halved(&|a, b, _| ((a & half_clear) > (b & half_clear)).into())),
        ("halves_ge", halved(&|a, b, _| (a >= b).into())),
        ("halves_odd", halved(&|_, _, odd| odd.into())),
        ("shift_halves", halved(&|a, b, _| b >> (a % 32))),
        ("count_halves", halved(&|a, _, odd| if odd { a.wrapping_add(1) } else { a })),
        ("sum_of_halves", each(&|a, _| u64::from(half(a, 0) & half_clear) + u64::from(half(a, 1) & half_clear))),
        ("+", each(&u64::wrapping_add)),
        ("-", each(&u64::wrapping_sub)),
        ("*", each(&u64::wrapping_mul)),
        ("^", each(&|a, b| a ^ b)),
        ("<<", each(&|a, _| a << 17)),
        (">>", each(&|a, _| a >> 30)),
    ]
}

#[test]
fn words_are_those_of_plain_code() {
    let mut random = Random(6);
    for n in 0..RANDOM_CASES + 200 {
        let mut case = Case::new(&mut random, n >= RANDOM_CASES);
        if n % 4 == 0 {
            // Random words are hardly ever equal.
            case.b[..LANES / 2].copy_from_slice(&case.a[..LANES / 2]);
        }
        for level in Level::available() {
            compare(level, &level.dispatch(Run(&case)), &plain(&case));
        }
    }
}

#[test]
fn every_operation_on_words_is_compared() {
    let names: Vec<&str> = plain(&Case::new(&mut Random(7), false)).into_iter().map(|(name, _)| name).collect();
    assert_all_are_compared(include_str!("../words.rs"), &names);
}
