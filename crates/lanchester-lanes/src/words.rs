//! 64-bit words, eight lanes a vector: what the dice streams are made of; and their halves, two dice a word.

use fearless_simd::{Bytes, Select, Simd, SimdBase, SimdMask, i32x16, i64x8, mask32x16, mask64x8, u32x16, u64x8};

use crate::LANES;

/// One 64-bit word in each of eight neighbouring lanes.
pub type Words<S> = u64x8<S>;

/// One flag in each of eight neighbouring lanes.
pub type WordFlags<S> = mask64x8<S>;

/// The two 32-bit halves of each word, low half first.
pub type Halves<S> = u32x16<S>;

/// One flag for each half of a word.
pub type HalfFlags<S> = mask32x16<S>;

/// Groups of eight lanes in a batch.
pub const GROUPS: usize = LANES / 8;

/// The same word in every lane.
#[inline(always)]
pub fn all<S: Simd>(simd: S, word: u64) -> Words<S> {
    Words::splat(simd, word)
}

/// Reads the words of a group.
#[inline(always)]
pub fn load<S: Simd>(simd: S, words: &[u64; LANES], group: usize) -> Words<S> {
    Words::from_slice(simd, &words[8 * group..8 * group + 8])
}

/// Writes the words of a group.
#[inline(always)]
pub fn store<S: Simd>(value: Words<S>, words: &mut [u64; LANES], group: usize) {
    value.store_slice(&mut words[8 * group..8 * group + 8]);
}

/// Reads the bytes of a group as words.
#[inline(always)]
pub fn widen<S: Simd>(simd: S, bytes: &[u8; LANES], group: usize) -> Words<S> {
    Words::load_array(
        simd,
        core::array::from_fn(
            #[inline(always)]
            |i| u64::from(bytes[8 * group + i]),
        ),
    )
}

/// Writes words, each below 256, as the bytes of a group.
#[inline(always)]
pub fn narrow<S: Simd>(value: Words<S>, bytes: &mut [u8; LANES], group: usize) {
    let value = value.to_array();
    for i in 0..8 {
        bytes[8 * group + i] = value[i] as u8;
    }
}

/// Flags from eight bits.
#[inline(always)]
pub fn flags<S: Simd>(simd: S, bits: u8) -> WordFlags<S> {
    WordFlags::from_bitmask(simd, u64::from(bits))
}

/// `a` where set, else `b`.
#[inline(always)]
pub fn pick<S: Simd>(set: WordFlags<S>, a: Words<S>, b: Words<S>) -> Words<S> {
    set.select(a, b)
}

/// `a > b`, for words below 2⁶³.
///
/// PERF: AVX2 compares signed numbers only.
#[inline(always)]
pub fn gt<S: Simd>(a: Words<S>, b: Words<S>) -> WordFlags<S> {
    let (a, b): (i64x8<S>, i64x8<S>) = (a.bitcast(), b.bitcast());
    a.simd_gt(b)
}

/// Rotates every word left by `N` bits.
#[inline(always)]
pub fn rotate_left<const N: u32, S: Simd>(a: Words<S>) -> Words<S> {
    (a << N) | (a >> (64 - N))
}

/// The halves of words.
#[inline(always)]
pub fn halves<S: Simd>(a: Words<S>) -> Halves<S> {
    a.bitcast()
}

/// The same number in every half.
#[inline(always)]
pub fn all_halves<S: Simd>(simd: S, number: u32) -> Halves<S> {
    Halves::splat(simd, number)
}

/// `a > b`, for halves below 2³¹.
#[inline(always)]
pub fn halves_gt<S: Simd>(a: Halves<S>, b: Halves<S>) -> HalfFlags<S> {
    let (a, b): (i32x16<S>, i32x16<S>) = (a.bitcast(), b.bitcast());
    a.simd_gt(b)
}

/// `a >= b`.
#[inline(always)]
pub fn halves_ge<S: Simd>(a: Halves<S>, b: Halves<S>) -> HalfFlags<S> {
    a.simd_ge(b)
}

/// Whether the lowest bit of each half is set.
#[inline(always)]
pub fn halves_odd<S: Simd>(simd: S, a: Halves<S>) -> HalfFlags<S> {
    (a & all_halves(simd, 1)).simd_ne(all_halves(simd, 0))
}

/// Each half of `a` shifted right by that of `by`.
#[inline(always)]
pub fn shift_halves<S: Simd>(a: Halves<S>, by: Halves<S>) -> Halves<S> {
    a >> by
}

/// `a + 1` where set, else `a`.
#[inline(always)]
pub fn count_halves<S: Simd>(simd: S, set: HalfFlags<S>, a: Halves<S>) -> Halves<S> {
    set.select(a + all_halves(simd, 1), a)
}

/// The sum of the two halves of each word, which must be below 2³².
#[inline(always)]
pub fn sum_of_halves<S: Simd>(simd: S, a: Halves<S>) -> Words<S> {
    let words: Words<S> = a.bitcast();
    (words & all(simd, 0xffff_ffff)) + (words >> 32u32)
}
