//! One byte a lane in memory, and one bit a lane.

use crate::LANES;

/// One bit a lane, lane 0 lowest: which battles of a batch a step applies to.
pub type LaneMask = u64;

/// One byte a lane, aligned to a full vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Row(pub [u8; LANES]);

impl Row {
    /// All lanes zero.
    pub const ZERO: Self = Self([0; LANES]);
}

impl Default for Row {
    fn default() -> Self {
        Self::ZERO
    }
}

/// The lanes of a mask, lowest first.
pub fn lanes_of(mut mask: LaneMask) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lane = mask.trailing_zeros() as usize;
            mask &= mask - 1;
            lane
        })
    })
}
