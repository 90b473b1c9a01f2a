//! The streams of [`crate::dice::stream`], one a lane: the same seeds, the same generator, the same dice.
//!
//! A lane's generator advances only when its battle rolls, so a neighbour's dice never move it.

use crate::ops::{all, gt, load, mask};
use crate::row::{LaneMask, Row};
use crate::words::{self, GROUPS, HalfFlags, Words};
use crate::{LANES, Simd};

use crate::dice::stream::{BattleKey, face, mix64};

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;
/// A die shows 5 or 6 when its 32-bit word is at least ⌈4·2³²/6⌉.
const FIVE_OR_SIX: u32 = (4u64 << 32).div_ceil(6) as u32;

/// The low half of a word.
const LOW: u64 = 0xffff_ffff;

/// One Xoshiro256++ a lane (Blackman & Vigna 2021).
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct LaneStreams([[u64; LANES]; 4]);

impl Default for LaneStreams {
    fn default() -> Self {
        Self([[0; LANES]; 4])
    }
}

/// The state words of eight lanes, in registers.
struct Group<S: Simd>([Words<S>; 4]);

impl<S: Simd> Group<S> {
    #[inline(always)]
    fn load(simd: S, streams: &LaneStreams, group: usize) -> Self {
        Self(core::array::from_fn(
            #[inline(always)]
            |w| words::load(simd, &streams.0[w], group),
        ))
    }

    #[inline(always)]
    fn store(self, streams: &mut LaneStreams, group: usize) {
        let [a, b, c, d] = self.0;
        words::store(a, &mut streams.0[0], group);
        words::store(b, &mut streams.0[1], group);
        words::store(c, &mut streams.0[2], group);
        words::store(d, &mut streams.0[3], group);
    }

    /// The next word of every lane; only the lanes in `rolling` advance.
    #[inline(always)]
    fn next(&mut self, rolling: words::WordFlags<S>) -> Words<S> {
        let [a, b, c, d] = self.0;
        let word = words::rotate_left::<23, S>(a + d) + a;
        let t = b << 17u32;
        let c2 = c ^ a;
        let d2 = d ^ b;
        let (b3, a3) = (b ^ c2, a ^ d2);
        let (c3, d3) = (c2 ^ t, words::rotate_left::<45, S>(d2));
        self.0 = [
            words::pick(rolling, a3, a),
            words::pick(rolling, b3, b),
            words::pick(rolling, c3, c),
            words::pick(rolling, d3, d),
        ];
        word
    }
}

impl LaneStreams {
    /// Opens, in the lanes of `which`, the stream of a turn and a code (both below 256) of battle `keys[lane]`.
    #[inline(always)]
    pub fn open<S: Simd>(&mut self, simd: S, which: LaneMask, keys: &[u64; LANES], turns: &Row, codes: &Row) {
        self.open_at(
            simd,
            which,
            keys,
            #[inline(always)]
            |group| words::widen(simd, &turns.0, group) << 32u32 | words::widen(simd, &codes.0, group),
        );
    }

    /// Opens, in the lanes of `which`, the stream of a turn below 65,536, its low bytes before its high ones, and a code below 256
    /// of battle `keys[lane]`.
    #[inline(always)]
    pub fn open_late<S: Simd>(
        &mut self,
        simd: S,
        which: LaneMask,
        keys: &[u64; LANES],
        [low, high]: &[Row; 2],
        codes: &Row,
    ) {
        self.open_at(
            simd,
            which,
            keys,
            #[inline(always)]
            |group| {
                let turn = words::widen(simd, &low.0, group) | words::widen(simd, &high.0, group) << 8u32;
                turn << 32u32 | words::widen(simd, &codes.0, group)
            },
        );
    }

    #[inline(always)]
    fn open_at<S: Simd>(&mut self, simd: S, which: LaneMask, keys: &[u64; LANES], place: impl Fn(usize) -> Words<S>) {
        for group in 0..GROUPS {
            let lanes = (which >> (8 * group)) as u8;
            if lanes == 0 {
                continue;
            }
            let chosen = words::flags(simd, lanes);
            let mut seed = mix(simd, words::load(simd, keys, group) ^ (place(group) * words::all(simd, GOLDEN)));
            for state in &mut self.0 {
                seed += words::all(simd, GOLDEN);
                let old = words::load(simd, state, group);
                words::store(words::pick(chosen, mix(simd, seed), old), state, group);
            }
        }
    }

    /// Opens the stream of a turn and a code of the battle with this key in one lane: for what few lanes do at a time.
    pub const fn open_lane(&mut self, lane: usize, key: BattleKey, turn: u32, code: u32) {
        let mut seed = key.stream_seed(turn, code);
        let mut word = 0;
        while word < 4 {
            seed = seed.wrapping_add(GOLDEN);
            self.0[word][lane] = mix64(seed);
            word += 1;
        }
    }

    /// Rolls a pool of six-sided dice in one lane.
    pub fn pool_in(&mut self, lane: usize, faces: &mut [u8]) {
        for pair in faces.chunks_mut(2) {
            let word = self.next_in(lane);
            for (die, half) in pair.iter_mut().zip([word as u32, (word >> 32) as u32]) {
                *die = face(half);
            }
        }
    }

    /// The next word of one lane.
    const fn next_in(&mut self, lane: usize) -> u64 {
        let [a, b, c, d] = [self.0[0][lane], self.0[1][lane], self.0[2][lane], self.0[3][lane]];
        let (c, d) = (c ^ a, d ^ b);
        let word = self.0[0][lane].wrapping_add(self.0[3][lane]).rotate_left(23).wrapping_add(a);
        self.0[0][lane] = a ^ d;
        self.0[1][lane] = b ^ c;
        self.0[2][lane] = c ^ b << 17;
        self.0[3][lane] = d.rotate_left(45);
        word
    }

    /// Rolls a pool of `count[lane]` dice in each lane and counts those that show 5 or 6.
    #[inline(always)]
    pub fn count_hits<S: Simd>(&mut self, simd: S, count: &Row) -> Row {
        let five = words::all_halves(simd, FIVE_OR_SIX);
        self.count_pool(
            simd,
            count,
            #[inline(always)]
            |_, dice| words::halves_ge(words::halves(dice), five),
        )
    }

    /// Rolls a pool of `count[lane]` dice in each lane and counts those whose face is in `faces[lane]` (bit 0: face 1).
    #[inline(always)]
    pub fn count_faces<S: Simd>(&mut self, simd: S, count: &Row, faces: &Row) -> Row {
        self.count_pool(
            simd,
            count,
            #[inline(always)]
            |group, dice| {
                let set = words::widen(simd, &faces.0, group);
                let low = face_index(dice & words::all(simd, LOW));
                let high = face_index(dice >> 32u32) << 32u32;
                let sets = words::halves(set | set << 32u32);
                words::halves_odd(simd, words::shift_halves(sets, words::halves(low | high)))
            },
        )
    }

    /// Rolls a pool of `count[lane]` dice of `sides[lane]` sides in each lane and counts those that show `least[lane]` or
    /// more.
    #[inline(always)]
    pub fn count_at_least<S: Simd>(&mut self, simd: S, sides: &Row, count: &Row, least: &Row) -> Row {
        let first = words::all(simd, 1 | 1 << 32);
        self.count_pool(
            simd,
            count,
            #[inline(always)]
            |group, dice| {
                let sides = words::widen(simd, &sides.0, group);
                let low = face_index_of(sides, dice & words::all(simd, LOW));
                let high = face_index_of(sides, dice >> 32u32) << 32u32;
                let least = words::widen(simd, &least.0, group);
                words::halves_ge(words::halves((low | high) + first), words::halves(least | least << 32u32))
            },
        )
    }

    /// PERF: both dice of a word are looked at in one go, and all groups of lanes take as many words as the largest pool
    /// needs: a lane that has enough does not advance, and a loop that always ends alike is not mispredicted.
    #[inline(always)]
    fn count_pool<S: Simd>(&mut self, simd: S, count: &Row, counts: impl Fn(usize, Words<S>) -> HalfFlags<S>) -> Row {
        let mut total = Row::ZERO;
        let dice = load(simd, count);
        let rolling = mask(gt(dice, all(simd, 0)));
        let mut most = 0u32;
        while most < 256 && mask(gt(dice, all(simd, most as u8))) != 0 {
            most += 2;
        }
        let (none, one) = (words::all(simd, 0), words::all(simd, 1));
        for group in 0..GROUPS {
            if rolling >> (8 * group) & 0xff == 0 {
                continue;
            }
            let wanted = words::widen(simd, &count.0, group);
            // Dice wanted of the low halves' numbering, and of the high halves', which are one die ahead.
            let second = words::pick(words::gt(wanted, none), wanted - one, none);
            let wanted_of = words::halves(wanted | second << 32u32);
            let mut sum = words::all_halves(simd, 0);
            let mut state = Group::load(simd, self, group);
            for die in (0..most).step_by(2) {
                let word = state.next(words::gt(wanted, words::all(simd, die.into())));
                let rolled = words::halves_gt(wanted_of, words::all_halves(simd, die));
                sum = words::count_halves(simd, counts(group, word) & rolled, sum);
            }
            state.store(self, group);
            words::narrow(words::sum_of_halves(simd, sum), &mut total.0, group);
        }
        total
    }

    /// Rolls a pool of `N` dice of `sides[lane]` sides in the lanes of `which`: faces 1 to `sides[lane]`. The other lanes keep
    /// what they had.
    #[inline(always)]
    pub fn faces<const N: usize, S: Simd>(&mut self, simd: S, which: LaneMask, sides: &Row, faces: &mut [Row; N]) {
        let one = words::all(simd, 1);
        for group in 0..GROUPS {
            let lanes = (which >> (8 * group)) as u8;
            if lanes == 0 {
                continue;
            }
            let chosen = words::flags(simd, lanes);
            let sides = words::widen(simd, &sides.0, group);
            let mut state = Group::load(simd, self, group);
            for pair in faces.chunks_mut(2) {
                let word = state.next(chosen);
                let dice = [word & words::all(simd, LOW), word >> 32u32];
                for (row, die) in pair.iter_mut().zip(dice) {
                    let old = words::widen(simd, &row.0, group);
                    words::narrow(words::pick(chosen, face_index_of(sides, die) + one, old), &mut row.0, group);
                }
            }
            state.store(self, group);
        }
    }

    /// Rolls a pool of two dice in the lanes of `which`: faces 1 to 6. The other lanes keep what they had.
    #[inline(always)]
    pub fn two_faces<S: Simd>(&mut self, simd: S, which: LaneMask, faces: &mut [Row; 2]) {
        for group in 0..GROUPS {
            let lanes = (which >> (8 * group)) as u8;
            if lanes == 0 {
                continue;
            }
            let chosen = words::flags(simd, lanes);
            let mut state = Group::load(simd, self, group);
            let word = state.next(chosen);
            state.store(self, group);
            let one = words::all(simd, 1);
            let dice = [word & words::all(simd, LOW), word >> 32u32];
            for (row, die) in faces.iter_mut().zip(dice) {
                let old = words::widen(simd, &row.0, group);
                words::narrow(words::pick(chosen, face_index(die) + one, old), &mut row.0, group);
            }
        }
    }
}

/// What [`BattleKey::word`] gives in the lanes of `which`, as numbers below each of `below`: ⌊below·x/2³²⌋ of its low half and
/// of its high half.
#[inline(always)]
pub fn first_numbers<S: Simd, const N: usize>(
    simd: S,
    which: LaneMask,
    keys: &[u64; LANES],
    (turn, code): (u32, u32),
    below: [u8; N],
) -> [[Row; 2]; N] {
    let mut numbers = [[Row::ZERO; 2]; N];
    let place = words::all(simd, (u64::from(turn) << 32 | u64::from(code)).wrapping_mul(GOLDEN));
    for group in (0..GROUPS).filter(|group| which >> (8 * group) & 0xff != 0) {
        let seed = mix(simd, words::load(simd, keys, group) ^ place);
        let first = mix(simd, seed + words::all(simd, GOLDEN));
        let last = mix(simd, seed + words::all(simd, GOLDEN.wrapping_mul(4)));
        let word = words::rotate_left::<23, S>(first + last) + first;
        for (rows, below) in numbers.iter_mut().zip(below) {
            let below = words::all(simd, below.into());
            words::narrow(face_index_of(below, word & words::all(simd, LOW)), &mut rows[0].0, group);
            words::narrow(face_index_of(below, word >> 32u32), &mut rows[1].0, group);
        }
    }
    numbers
}

/// Face minus one of a 32-bit die word: ⌊6·x/2³²⌋.
#[inline(always)]
fn face_index<S: Simd>(die: Words<S>) -> Words<S> {
    ((die << 2u32) + (die << 1u32)) >> 32u32
}

/// Face minus one of a 32-bit die word on a die of so many sides: ⌊sides·x/2³²⌋.
#[inline(always)]
fn face_index_of<S: Simd>(sides: Words<S>, die: Words<S>) -> Words<S> {
    (die * sides) >> 32u32
}

#[inline(always)]
fn mix<S: Simd>(simd: S, z: Words<S>) -> Words<S> {
    let z = (z ^ (z >> 30u32)) * words::all(simd, 0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27u32)) * words::all(simd, 0x94d0_49bb_1331_11eb);
    z ^ (z >> 31u32)
}

#[cfg(test)]
mod tests;
