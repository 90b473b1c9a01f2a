//! Operations on 16-bit numbers.

use super::{RANDOM_CASES, Random, Results, compare, flags_of, lanes};
use crate::ops::*;
use crate::{Kernel, LANES, LaneMask, Level, Row, Scores, Simd};

/// Numbers at which signs change and sums overflow.
const EDGES: [i16; 12] = [0, 1, -1, 127, 128, 255, 256, -256, i16::MAX, i16::MIN, i16::MIN + 1, 16_384];

/// What the operations are applied to.
struct Case {
    a: [i16; LANES],
    b: [i16; LANES],
    bytes: Row,
    set: LaneMask,
}

impl Case {
    fn new(random: &mut Random, edges: bool) -> Self {
        let mut numbers = || {
            std::array::from_fn(|_| {
                let word = random.word();
                if edges { EDGES[(word % 12) as usize] } else { word as i16 }
            })
        };
        let (a, b) = (numbers(), numbers());
        let bytes = if edges { random.edges() } else { random.bytes() };
        Self { a, b, bytes, set: random.word() }
    }
}

/// Runs every operation on a case.
struct Run<'a>(&'a Case);

impl Kernel for Run<'_> {
    type Output = Results;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Results {
        let case = self.0;
        let (a, b) = (load_scores(simd, &case.a), load_scores(simd, &case.b));
        let bytes = load(simd, &case.bytes);
        let set = flags(simd, case.set);
        vec![
            ("load_scores", numbers(a)),
            ("store_scores", numbers(b)),
            ("all_scores", numbers(all_scores(simd, case.a[0]))),
            ("widen", numbers(widen(bytes))),
            ("widen_signed", numbers(widen_signed(bytes))),
            ("narrow", numbers(widen(narrow(a)))),
            ("high_byte", numbers(high_byte(a))),
            ("add_scores", numbers(add_scores(a, b))),
            ("sub_scores", numbers(sub_scores(a, b))),
            ("mul_scores", numbers(mul_scores(a, b))),
            ("raise_scores", numbers(raise_scores(simd, set, a, b))),
            ("abs_scores", numbers(abs_scores(simd, a))),
            ("half_of_scores", numbers(half_of_scores(a))),
            ("eighth_of_scores", numbers(eighth_of_scores(a))),
            ("max_scores", numbers(max_scores(a, b))),
            ("min_scores", numbers(min_scores(a, b))),
            ("scores_gt", flags_of(mask(scores_gt(simd, a, b)))),
            ("scores_eq", flags_of(mask(scores_eq(simd, a, b)))),
            ("pick_scores", numbers(pick_scores(simd, set, a, b))),
        ]
    }
}

/// The same in plain code, lane by lane.
fn plain(case: &Case) -> Results {
    let each = |of: &dyn Fn(i16, i16) -> i16| lanes(|l| of(case.a[l], case.b[l]).into());
    let when = |of: &dyn Fn(i16, i16) -> bool| lanes(|l| of(case.a[l], case.b[l]).into());
    let chosen = |yes: &dyn Fn(i16, i16) -> i16, no: &dyn Fn(i16, i16) -> i16| {
        lanes(
            |l| if case.set >> l & 1 == 1 { yes(case.a[l], case.b[l]).into() } else { no(case.a[l], case.b[l]).into() },
        )
    };
    vec![
        ("load_scores", each(&|a, _| a)),
        ("store_scores", each(&|_, b| b)),
        ("all_scores", lanes(|_| case.a[0].into())),
        ("widen", lanes(|l| case.bytes.0[l].into())),
        ("widen_signed", lanes(|l| (case.bytes.0[l] as i8).into())),
        ("narrow", each(&|a, _| (a as u8).into())),
        ("high_byte", each(&|a, _| i16::from(a.to_be_bytes()[0]))),
        ("add_scores", each(&i16::saturating_add)),
        ("sub_scores", each(&i16::saturating_sub)),
        ("mul_scores", each(&i16::wrapping_mul)),
        ("raise_scores", chosen(&i16::max, &|a, _| a)),
        ("abs_scores", each(&|a, _| a.saturating_abs())),
        ("half_of_scores", each(&|a, _| a.div_euclid(2))),
        ("eighth_of_scores", each(&|a, _| a.div_euclid(8))),
        ("max_scores", each(&i16::max)),
        ("min_scores", each(&i16::min)),
        ("scores_gt", when(&|a, b| a > b)),
        ("scores_eq", when(&|a, b| a == b)),
        ("pick_scores", chosen(&|a, _| a, &|_, b| b)),
    ]
}

#[inline(always)]
fn numbers<S: Simd>(scores: Scores<S>) -> Vec<i64> {
    let scores = store_scores(scores);
    lanes(|l| scores[l].into())
}

/// Results of some case: their names are those of the operations compared here.
pub(super) fn any_results() -> Results {
    plain(&Case::new(&mut Random(0), false))
}

#[test]
fn scores_are_those_of_plain_code() {
    let mut random = Random(4);
    for n in 0..RANDOM_CASES + 50 {
        let mut case = Case::new(&mut random, n >= RANDOM_CASES);
        if n % 4 == 0 {
            // Random numbers are hardly ever equal.
            case.b[..LANES / 2].copy_from_slice(&case.a[..LANES / 2]);
        }
        for level in Level::available() {
            compare(level, &level.dispatch(Run(&case)), &plain(&case));
        }
    }
}
