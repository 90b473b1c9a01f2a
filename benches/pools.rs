//! Dice alone: pools of dice thrown and counted in every lane.

use lanchester_lanes::dice::lanes::LaneStreams;
use lanchester_lanes::{Kernel, LANES, Row, Simd};

/// Dice of a pool.
pub const POOL: u8 = 100;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// Dice that show 5 or 6.
    Hits,
    /// Dice that show a face of a set (bit 0: face 1).
    Faces(u8),
}

/// Throws so many pools of [`POOL`] dice in every lane and adds up what they show.
#[derive(Clone, Copy, Debug)]
pub struct Pools {
    /// Pools of each lane.
    pub pools: usize,
    /// What is counted.
    pub count: Count,
}

impl Pools {
    /// Dice thrown in all lanes together.
    #[must_use]
    pub const fn dice(&self) -> u64 {
        POOL as u64 * (LANES * self.pools) as u64
    }
}

impl Kernel for Pools {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> u64 {
        let keys = core::array::from_fn(|lane| lane as u64);
        let mut streams = LaneStreams::default();
        streams.open(simd, !0, &keys, &Row::ZERO, &Row([1; LANES]));
        let (pool, mut total) = (Row([POOL; LANES]), 0);
        for _ in 0..self.pools {
            let counted = match self.count {
                Count::Hits => streams.count_hits(simd, &pool),
                Count::Faces(set) => streams.count_faces(simd, &pool, &Row([set; LANES])),
            };
            total += counted.0.iter().map(|lane| u64::from(*lane)).sum::<u64>();
        }
        total
    }
}
