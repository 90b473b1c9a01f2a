//! The operations the rules need, on one byte a lane ([`Bytes`]), one flag a lane ([`Flags`]) and one 16-bit number a
//! lane, a score or a coordinate ([`Scores`]).

use fearless_simd::prelude::Bytes as Bitcast;
use fearless_simd::{Select, Simd, SimdBase, SimdInt, SimdMask, SimdNarrow, SimdWiden, i8x64, i16x32, mask8x64, u8x64};

use crate::LANES;
use crate::row::{LaneMask, Row};

/// One unsigned byte a lane. Signed small numbers are kept in two's complement and read by the `signed_` operations.
pub type Bytes<S> = u8x64<S>;

/// One flag a lane.
pub type Flags<S> = mask8x64<S>;

/// One 16-bit signed number a lane, lanes 0-31 and 32-63.
pub type Scores<S> = [i16x32<S>; 2];

/// The same byte in every lane.
#[inline(always)]
pub fn all<S: Simd>(simd: S, byte: u8) -> Bytes<S> {
    Bytes::splat(simd, byte)
}

/// Reads a row.
#[inline(always)]
pub fn load<S: Simd>(simd: S, row: &Row) -> Bytes<S> {
    Bytes::load_array_ref(simd, &row.0)
}

/// Writes a row.
#[inline(always)]
pub fn store<S: Simd>(bytes: Bytes<S>, row: &mut Row) {
    bytes.store_array(&mut row.0);
}

/// Writes the lanes that are set, leaves the others.
#[inline(always)]
pub fn store_where<S: Simd>(simd: S, set: Flags<S>, bytes: Bytes<S>, row: &mut Row) {
    store(set.select(bytes, load(simd, row)), row);
}

/// Flags of a lane mask.
#[inline(always)]
pub fn flags<S: Simd>(simd: S, mask: LaneMask) -> Flags<S> {
    Flags::from_bitmask(simd, mask)
}

/// Lane mask of flags.
#[inline(always)]
pub fn mask<S: Simd>(set: Flags<S>) -> LaneMask {
    set.to_bitmask()
}

/// `a` where set, else `b`.
#[inline(always)]
pub fn pick<S: Simd>(set: Flags<S>, a: Bytes<S>, b: Bytes<S>) -> Bytes<S> {
    set.select(a, b)
}

/// `a` where set, else 0.
#[inline(always)]
pub fn only<S: Simd>(simd: S, set: Flags<S>, a: Bytes<S>) -> Bytes<S> {
    set.select(a, all(simd, 0))
}

/// `a + 1` where set, else `a`.
#[inline(always)]
pub fn count_if<S: Simd>(simd: S, set: Flags<S>, a: Bytes<S>) -> Bytes<S> {
    set.select(a + all(simd, 1), a)
}

/// `a == b`.
#[inline(always)]
pub fn eq<S: Simd>(a: Bytes<S>, b: Bytes<S>) -> Flags<S> {
    a.simd_eq(b)
}

/// `a < b` of unsigned bytes.
#[inline(always)]
pub fn lt<S: Simd>(a: Bytes<S>, b: Bytes<S>) -> Flags<S> {
    a.simd_lt(b)
}

/// `a <= b` of unsigned bytes.
#[inline(always)]
pub fn le<S: Simd>(a: Bytes<S>, b: Bytes<S>) -> Flags<S> {
    a.simd_le(b)
}

/// `a > b` of unsigned bytes.
#[inline(always)]
pub fn gt<S: Simd>(a: Bytes<S>, b: Bytes<S>) -> Flags<S> {
    a.simd_gt(b)
}

/// `a >= b` of unsigned bytes.
#[inline(always)]
pub fn ge<S: Simd>(a: Bytes<S>, b: Bytes<S>) -> Flags<S> {
    a.simd_ge(b)
}

/// `a == 0`.
#[inline(always)]
pub fn is_zero<S: Simd>(simd: S, a: Bytes<S>) -> Flags<S> {
    a.simd_eq(all(simd, 0))
}

/// The eight bits of a byte, each in every lane.
static BITS: [Row; 8] = {
    let mut rows = [Row([0; LANES]); 8];
    let mut bit = 0;
    while bit < 8 {
        rows[bit] = Row([1 << bit; LANES]);
        bit += 1;
    }
    rows
};

/// Whether `a` lacks the bit of this number (0 to 7).
#[inline(always)]
pub fn lacks_bit<S: Simd>(simd: S, a: Bytes<S>, bit: usize) -> Flags<S> {
    (a & load(simd, &BITS[bit])).simd_eq(all(simd, 0))
}

/// Whether `a` has any of the bits in common with `bits`.
#[inline(always)]
pub fn has_bits<S: Simd>(simd: S, a: Bytes<S>, bits: u8) -> Flags<S> {
    (a & all(simd, bits)).simd_ne(all(simd, 0))
}

/// The lesser of unsigned bytes.
#[inline(always)]
pub fn min<S: Simd>(a: Bytes<S>, b: Bytes<S>) -> Bytes<S> {
    a.min(b)
}

/// The greater of unsigned bytes.
#[inline(always)]
pub fn max<S: Simd>(a: Bytes<S>, b: Bytes<S>) -> Bytes<S> {
    a.max(b)
}

/// `a + b` of unsigned bytes, at most 255.
#[inline(always)]
pub fn plus<S: Simd>(a: Bytes<S>, b: Bytes<S>) -> Bytes<S> {
    a.saturating_add(b)
}

/// `a - b` of unsigned bytes, at least 0.
#[inline(always)]
pub fn minus<S: Simd>(a: Bytes<S>, b: Bytes<S>) -> Bytes<S> {
    a.saturating_sub(b)
}

/// |a| of signed bytes.
#[inline(always)]
pub fn signed_abs<S: Simd>(a: Bytes<S>) -> Bytes<S> {
    as_unsigned(as_signed(a).abs())
}

/// `a < b` of signed bytes.
#[inline(always)]
pub fn signed_lt<S: Simd>(a: Bytes<S>, b: Bytes<S>) -> Flags<S> {
    as_signed(a).simd_lt(as_signed(b))
}

/// `a + b`, clamped to a signed byte.
#[inline(always)]
pub fn signed_add<S: Simd>(a: Bytes<S>, b: Bytes<S>) -> Bytes<S> {
    as_unsigned(as_signed(a).saturating_add(as_signed(b)))
}

/// Half of an unsigned byte, rounded down.
#[inline(always)]
pub fn half<S: Simd>(a: Bytes<S>) -> Bytes<S> {
    a >> 1u32
}

/// Looks each lane's index (0 to 15, else unspecified) up in a table of 16 bytes.
#[inline(always)]
pub fn lookup16<S: Simd>(simd: S, table: &[u8; 16], index: Bytes<S>) -> Bytes<S> {
    let table = fearless_simd::u8x16::load_array_ref(simd, table);
    Bytes::block_splat(table).swizzle_dyn_within_blocks(index)
}

/// Each lane takes the byte of the lane named by its index (0 to 63, else unspecified).
#[inline(always)]
pub fn permute<S: Simd>(a: Bytes<S>, index: Bytes<S>) -> Bytes<S> {
    a.swizzle_dyn(index)
}

/// Looks each lane's index (0 to 63, else unspecified) up in a table of 64 bytes.
#[inline(always)]
pub fn lookup64<S: Simd>(simd: S, table: &Row, index: Bytes<S>) -> Bytes<S> {
    load(simd, table).swizzle_dyn(index)
}

/// Widens unsigned bytes to scores.
#[inline(always)]
pub fn widen<S: Simd>(a: Bytes<S>) -> Scores<S> {
    let (low, high) = a.widen();
    [low.bitcast(), high.bitcast()]
}

/// Widens signed bytes to scores.
#[inline(always)]
pub fn widen_signed<S: Simd>(a: Bytes<S>) -> Scores<S> {
    let (low, high) = as_signed(a).widen();
    [low, high]
}

/// The low byte of each score: what it is if it is a byte.
#[inline(always)]
pub fn narrow<S: Simd>(a: Scores<S>) -> Bytes<S> {
    as_unsigned(a[0].narrow(a[1]))
}

/// The same score in every lane.
#[inline(always)]
pub fn all_scores<S: Simd>(simd: S, score: i16) -> Scores<S> {
    [i16x32::splat(simd, score); 2]
}

/// Reads a score a lane.
#[inline(always)]
pub fn load_scores<S: Simd>(simd: S, scores: &[i16; LANES]) -> Scores<S> {
    [i16x32::from_slice(simd, &scores[..32]), i16x32::from_slice(simd, &scores[32..])]
}

/// The scores as an array.
#[inline(always)]
pub fn store_scores<S: Simd>(scores: Scores<S>) -> [i16; LANES] {
    let mut out = [0; LANES];
    scores[0].store_slice(&mut out[..32]);
    scores[1].store_slice(&mut out[32..]);
    out
}

/// The upper byte of each score, as 0 to 255.
#[inline(always)]
pub fn high_byte<S: Simd>(a: Scores<S>) -> Scores<S> {
    [(a[0] >> 8u32) & 255, (a[1] >> 8u32) & 255]
}

/// `a + b`, clamped.
#[inline(always)]
pub fn add_scores<S: Simd>(a: Scores<S>, b: Scores<S>) -> Scores<S> {
    [a[0].saturating_add(b[0]), a[1].saturating_add(b[1])]
}

/// `a - b`, clamped.
#[inline(always)]
pub fn sub_scores<S: Simd>(a: Scores<S>, b: Scores<S>) -> Scores<S> {
    [a[0].saturating_sub(b[0]), a[1].saturating_sub(b[1])]
}

/// `a * b`, wrapping. Sums of worth keep their products within 16 bits; a hash may want them to wrap.
#[inline(always)]
pub fn mul_scores<S: Simd>(a: Scores<S>, b: Scores<S>) -> Scores<S> {
    [a[0] * b[0], a[1] * b[1]]
}

/// The greater of two where set, else `a`.
#[inline(always)]
pub fn raise_scores<S: Simd>(simd: S, set: Flags<S>, a: Scores<S>, b: Scores<S>) -> Scores<S> {
    let (low, high) = simd.widen_mask8x64(set);
    [low.select(a[0].max(b[0]), a[0]), high.select(a[1].max(b[1]), a[1])]
}

/// |a|; of the least number the greatest.
#[inline(always)]
pub fn abs_scores<S: Simd>(simd: S, a: Scores<S>) -> Scores<S> {
    max_scores(a, sub_scores(all_scores(simd, 0), a))
}

/// Half of each score, rounded down.
#[inline(always)]
pub fn half_of_scores<S: Simd>(a: Scores<S>) -> Scores<S> {
    [a[0] >> 1u32, a[1] >> 1u32]
}

/// An eighth of each score, rounded down.
#[inline(always)]
pub fn eighth_of_scores<S: Simd>(a: Scores<S>) -> Scores<S> {
    [a[0] >> 3u32, a[1] >> 3u32]
}

/// The greater of two.
#[inline(always)]
pub fn max_scores<S: Simd>(a: Scores<S>, b: Scores<S>) -> Scores<S> {
    [a[0].max(b[0]), a[1].max(b[1])]
}

/// The lesser of two.
#[inline(always)]
pub fn min_scores<S: Simd>(a: Scores<S>, b: Scores<S>) -> Scores<S> {
    [a[0].min(b[0]), a[1].min(b[1])]
}

/// `a > b`.
#[inline(always)]
pub fn scores_gt<S: Simd>(simd: S, a: Scores<S>, b: Scores<S>) -> Flags<S> {
    simd.narrow_mask16x32(a[0].simd_gt(b[0]), a[1].simd_gt(b[1]))
}

/// `a == b`.
#[inline(always)]
pub fn scores_eq<S: Simd>(simd: S, a: Scores<S>, b: Scores<S>) -> Flags<S> {
    simd.narrow_mask16x32(a[0].simd_eq(b[0]), a[1].simd_eq(b[1]))
}

/// `a` where set, else `b`.
#[inline(always)]
pub fn pick_scores<S: Simd>(simd: S, set: Flags<S>, a: Scores<S>, b: Scores<S>) -> Scores<S> {
    let (low, high) = simd.widen_mask8x64(set);
    [low.select(a[0], b[0]), high.select(a[1], b[1])]
}

#[inline(always)]
fn as_signed<S: Simd>(a: Bytes<S>) -> i8x64<S> {
    a.bitcast()
}

#[inline(always)]
fn as_unsigned<S: Simd>(a: i8x64<S>) -> Bytes<S> {
    a.bitcast()
}
