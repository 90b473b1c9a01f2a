//! How missiles fly, and how they are launched.
//!
//! Phase: movement and fire.

use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_lanes::ops::{all, flags, pick, pick_scores, scores_gt};
use lanchester_lanes::{Bytes, LaneMask, Scores, Simd};

/// The turns of a missile, in order: straight on, to the left, to the right.
const ORDER: [usize; 3] = [1, 0, 2];

/// How a missile turns in each lane: as near to its target as it may. Given are the lanes in which each turn is legal, and the
/// distances after it: 0 to the left, 1 not at all, 2 to the right.
#[inline(always)]
pub fn turn<S: Simd>(simd: S, legal: &[LaneMask; 3], distances: &[Scores<S>; 3]) -> Bytes<S> {
    let mut chosen = all(simd, 1);
    let mut nearest = distances[1];
    let mut open = 0;
    for turn in ORDER {
        let nearer = !flags(simd, open) | scores_gt(simd, nearest, distances[turn]);
        let better = flags(simd, legal[turn]) & nearer;
        chosen = pick(better, all(simd, turn as u8), chosen);
        nearest = pick_scores(simd, better, distances[turn], nearest);
        open |= legal[turn];
    }
    chosen
}

/// The facing, clockwise from north, in which a missile that begins here comes nearest to a hex with its first move.
pub fn launch_facing(from: Hex16, target: Hex16) -> Facing {
    Facing::ALL.into_iter().min_by_key(|facing| from.ahead(*facing, 1).distance(target)).unwrap_or(Facing::NORTH)
}
