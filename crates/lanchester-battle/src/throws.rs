//! Dice of an activation in every lane: streams opened by seat, and throws of one die each that are repeated while tied.

use lanchester_lanes::dice::lanes::LaneStreams;
use lanchester_lanes::ops::{all, eq, flags, gt, load, mask, pick};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LANES, LaneMask, Row, Simd};

/// The code of an activation's stream (both below 256): the first where A has seat 0, the second in the lanes of `swapped`.
#[inline(always)]
pub fn seat_codes<S: Simd>(simd: S, swapped: LaneMask, codes: [u32; 2]) -> Bytes<S> {
    assert!(codes.iter().all(|code| *code < 256), "{codes:?}");
    let [first, second] = codes;
    pick(flags(simd, swapped), all(simd, second as u8), all(simd, first as u8))
}

/// What both seats threw.
#[derive(Clone, Debug)]
pub struct Throw {
    /// The last faces of seat 0 and of seat 1.
    faces: [Row; 2],
    /// How often they threw, by lane; only where they were counted.
    pub throws: [u8; LANES],
    /// Lanes in which seat 0 threw more.
    pub seat_0: LaneMask,
}

impl Throw {
    /// One die each in the lanes of `live`, again while they are tied. The throws are counted if they are `counted`.
    #[inline(always)]
    pub fn new<S: Simd>(simd: S, dice: &mut LaneStreams, live: LaneMask, counted: bool) -> Self {
        let mut faces = [Row::ZERO; 2];
        let mut throws = [0u8; LANES];
        let mut tied = live;
        while tied != 0 {
            dice.two_faces(simd, tied, &mut faces);
            if counted {
                lanes_of(tied).for_each(|lane| throws[lane] += 1);
            }
            tied &= mask(eq(load(simd, &faces[0]), load(simd, &faces[1])));
        }
        let seat_0 = mask(gt(load(simd, &faces[0]), load(simd, &faces[1])));
        Self { faces, throws, seat_0 }
    }

    /// The faces of A and of B in one lane; in the lanes of `swapped` A has seat 1.
    #[must_use]
    pub fn faces(&self, lane: usize, swapped: LaneMask) -> [u8; 2] {
        let seats = [self.faces[0].0[lane], self.faces[1].0[lane]];
        let a = (swapped >> lane & 1) as usize;
        [seats[a], seats[1 - a]]
    }
}
