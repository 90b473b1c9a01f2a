//! Operations on bytes and flags.

use super::{EDGES, RANDOM_CASES, Random, Results, assert_all_are_compared, compare, flags_of, lanes};
use crate::ops::*;
use crate::{Flags, Kernel, LaneMask, Level, Row, Simd};

/// What the operations are applied to.
#[derive(Clone)]
struct Case {
    a: Row,
    b: Row,
    /// Indices from 0 to 63.
    index: Row,
    set: LaneMask,
    byte: u8,
    bit: usize,
}

impl Case {
    fn new(random: &mut Random, edges: bool) -> Self {
        let [a, b] = [0, 1].map(|_| if edges { random.edges() } else { random.bytes() });
        let index = Row(random.bytes().0.map(|byte| byte % 64));
        let byte = if edges { EDGES[random.word() as usize % EDGES.len()] } else { random.word() as u8 };
        let set = match random.word() % 8 {
            0 => 0,
            1 => LaneMask::MAX,
            _ => random.word(),
        };
        Self { a, b, index, set, byte, bit: (random.word() % 8) as usize }
    }

    /// The first sixteen bytes of `b`, a table.
    fn table16(&self) -> [u8; 16] {
        std::array::from_fn(|i| self.b.0[i])
    }
}

/// Runs every operation on a case.
struct Run<'a>(&'a Case);

impl Kernel for Run<'_> {
    type Output = Results;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Results {
        let case = self.0;
        let (a, b) = (load(simd, &case.a), load(simd, &case.b));
        let index = load(simd, &case.index);
        let set = flags(simd, case.set);
        let mut partly = case.b;
        store_where(simd, set, a, &mut partly);
        vec![
            ("all", row(all(simd, case.byte))),
            ("load", row(a)),
            ("store_where", lanes(|l| partly.0[l].into())),
            ("flags", bits(set)),
            ("pick", row(pick(set, a, b))),
            ("only", row(only(simd, set, a))),
            ("count_if", row(count_if(simd, set, a))),
            ("eq", bits(eq(a, b))),
            ("lt", bits(lt(a, b))),
            ("le", bits(le(a, b))),
            ("gt", bits(gt(a, b))),
            ("ge", bits(ge(a, b))),
            ("is_zero", bits(is_zero(simd, a))),
            ("lacks_bit", bits(lacks_bit(simd, a, case.bit))),
            ("has_bits", bits(has_bits(simd, a, case.byte))),
            ("min", row(min(a, b))),
            ("max", row(max(a, b))),
            ("plus", row(plus(a, b))),
            ("minus", row(minus(a, b))),
            ("signed_abs", row(signed_abs(a))),
            ("signed_lt", bits(signed_lt(a, b))),
            ("signed_add", row(signed_add(a, b))),
            ("half", row(half(a))),
            ("lookup16", row(lookup16(simd, &case.table16(), only(simd, lt(index, all(simd, 16)), index)))),
            ("permute", row(permute(a, index))),
            ("lookup64", row(lookup64(simd, &case.b, index))),
            ("+", row(a + b)),
            ("-", row(a - b)),
            ("&", row(a & b)),
            ("|", row(a | b)),
            ("^", row(a ^ b)),
            ("& of flags", bits(set & eq(a, b))),
            ("| of flags", bits(set | eq(a, b))),
            ("! of flags", bits(!set)),
        ]
    }
}

/// The same in plain code, lane by lane.
fn plain(case: &Case) -> Results {
    let each = |of: &dyn Fn(u8, u8) -> u8| lanes(|l| of(case.a.0[l], case.b.0[l]).into());
    let when = |of: &dyn Fn(u8, u8) -> bool| lanes(|l| of(case.a.0[l], case.b.0[l]).into());
    let chosen = |yes: &dyn Fn(usize) -> u8, no: &dyn Fn(usize) -> u8| {
        lanes(|l| if case.set >> l & 1 == 1 { yes(l).into() } else { no(l).into() })
    };
    let index = |l: usize| usize::from(case.index.0[l]);
    let set = |l: usize| case.set >> l & 1 == 1;
    vec![
        ("all", lanes(|_| case.byte.into())),
        ("load", each(&|a, _| a)),
        ("store_where", chosen(&|l| case.a.0[l], &|l| case.b.0[l])),
        ("flags", lanes(|l| set(l).into())),
        ("pick", chosen(&|l| case.a.0[l], &|l| case.b.0[l])),
        ("only", chosen(&|l| case.a.0[l], &|_| 0)),
        ("count_if", chosen(&|l| case.a.0[l].wrapping_add(1), &|l| case.a.0[l])),
        ("eq", when(&|a, b| a == b)),
        ("lt", when(&|a, b| a < b)),
        ("le", when(&|a, b| a <= b)),
        ("gt", when(&|a, b| a > b)),
        ("ge", when(&|a, b| a >= b)),
        ("is_zero", when(&|a, _| a == 0)),
        ("lacks_bit", when(&|a, _| a >> case.bit & 1 == 0)),
        ("has_bits", when(&|a, _| a & case.byte != 0)),
        ("min", each(&|a, b| a.min(b))),
        ("max", each(&|a, b| a.max(b))),
        ("plus", each(&|a, b| a.saturating_add(b))),
        ("minus", each(&|a, b| a.saturating_sub(b))),
        ("signed_abs", each(&|a, _| (a as i8).unsigned_abs())),
        ("signed_lt", when(&|a, b| (a as i8) < (b as i8))),
        ("signed_add", each(&|a, b| (a as i8).saturating_add(b as i8) as u8)),
        ("half", each(&|a, _| a / 2)),
        ("lookup16", lanes(|l| case.b.0[if index(l) < 16 { index(l) } else { 0 }].into())),
        ("permute", lanes(|l| case.a.0[index(l)].into())),
        ("lookup64", lanes(|l| case.b.0[index(l)].into())),
        ("+", each(&u8::wrapping_add)),
        ("-", each(&u8::wrapping_sub)),
        ("&", each(&|a, b| a & b)),
        ("|", each(&|a, b| a | b)),
        ("^", each(&|a, b| a ^ b)),
        ("& of flags", lanes(|l| (set(l) && case.a.0[l] == case.b.0[l]).into())),
        ("| of flags", lanes(|l| (set(l) || case.a.0[l] == case.b.0[l]).into())),
        ("! of flags", lanes(|l| (!set(l)).into())),
    ]
}

#[inline(always)]
fn row<S: Simd>(bytes: Bytes<S>) -> Vec<i64> {
    let mut row = Row::ZERO;
    store(bytes, &mut row);
    lanes(|l| row.0[l].into())
}

#[inline(always)]
fn bits<S: Simd>(set: Flags<S>) -> Vec<i64> {
    flags_of(mask(set))
}

#[test]
fn bytes_and_flags_are_those_of_plain_code() {
    let mut random = Random(1);
    for n in 0..RANDOM_CASES + 50 {
        let case = Case::new(&mut random, n >= RANDOM_CASES);
        for level in Level::available() {
            compare(level, &level.dispatch(Run(&case)), &plain(&case));
        }
    }
}

/// Every pair of bytes there is, for the operations of two bytes: 64 to a case.
#[test]
fn every_pair_of_bytes() {
    let mut random = Random(2);
    for first in 0..=255u8 {
        for second in (0..=255u8).step_by(64) {
            let mut case = Case::new(&mut random, false);
            case.a = Row([first; crate::LANES]);
            case.b = Row(std::array::from_fn(|l| second + l as u8));
            for level in Level::available() {
                compare(level, &level.dispatch(Run(&case)), &plain(&case));
            }
        }
    }
}

#[test]
fn every_operation_on_bytes_and_scores_is_compared() {
    let mut random = Random(3);
    let mut names: Vec<&str> =
        plain(&Case::new(&mut random, false)).into_iter().chain(super::scores::any_results()).map(|(n, _)| n).collect();
    // What every result above is read by.
    names.extend(["store", "mask"]);
    assert_all_are_compared(include_str!("../ops.rs"), &names);
}
