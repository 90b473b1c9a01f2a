//! What fire is worth.
//!
//! Phase: all of a side's turn. Reads `prospects`.

use lanchester_battle::appraisal::{arc_shift, reverse_arc_shift};
use lanchester_lanes::hex::lanes;
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eq, flags, has_bits, load, lookup16, lookup64, lt, mask, max_scores, min, min_scores,
    minus, mul_scores, narrow, only, pick, pick_scores, plus, sub_scores, widen,
};
use lanchester_lanes::{Bytes, Flags, LaneMask, Scores, Simd};

use super::ahead::Prospect;
use crate::lanes::state::Place;
use crate::lanes::tables::{ShipTable, Tables};
use crate::weapons::MAX_RANGE;

/// Most that fire is worth, in sixths.
pub const MOST_VALUE: i16 = 511;

/// Displacements are kept within so many columns or half-hexes: what is farther is out of reach all the same, and a byte then
/// measures it.
const FAR: i16 = 120;

/// A hex and a facing in every lane.
#[derive(Clone, Copy)]
pub struct Spot<S: Simd> {
    /// Columns to the east.
    pub q: Scores<S>,
    /// Half-hexes to the north.
    pub h: Scores<S>,
    /// Facing, 0 to 5.
    pub facing: Bytes<S>,
}

impl<S: Simd> Spot<S> {
    /// A place in memory.
    #[inline(always)]
    pub fn of(simd: S, place: &Place) -> Self {
        let (q, h) = place.hexes(simd);
        Self { q, h, facing: load(simd, &place.facing) }
    }

    /// This place in these lanes, and another in the others.
    #[inline(always)]
    pub fn or(self, simd: S, lanes: Flags<S>, other: Self) -> Self {
        Self {
            q: pick_scores(simd, lanes, self.q, other.q),
            h: pick_scores(simd, lanes, self.h, other.h),
            facing: pick(lanes, self.facing, other.facing),
        }
    }
}

/// How a firer and its target lie.
#[derive(Clone, Copy)]
pub struct Pair<S: Simd> {
    /// Lanes in which the target is within the range of some weapon.
    pub within: LaneMask,
    /// There 4·(range − 1) + the arc of the firer.
    pub index: Bytes<S>,
    /// There the arc of the target that is hit.
    pub hit: Bytes<S>,
}

/// A displacement in bytes.
#[inline(always)]
fn near<S: Simd>(simd: S, from: Scores<S>, to: Scores<S>) -> Bytes<S> {
    let (most, least) = (all_scores(simd, FAR), all_scores(simd, -FAR));
    narrow(max_scores(min_scores(sub_scores(to, from), most), least))
}

/// Distance in hexes; exact below 60.
#[inline(always)]
pub fn distance<S: Simd>(simd: S, from: Spot<S>, to: Spot<S>) -> Bytes<S> {
    lanes::distance(near(simd, from.q, to.q), near(simd, from.h, to.h))
}

/// How two ships lie in these lanes.
#[inline(always)]
pub fn pair<S: Simd>(simd: S, tables: &Tables, lanes: LaneMask, from: Spot<S>, to: Spot<S>) -> Pair<S> {
    let (q, h) = (near(simd, from.q, to.q), near(simd, from.h, to.h));
    let step = lanes::distance(q, h) - all(simd, 1);
    let within = lanes & mask(lt(step, all(simd, MAX_RANGE as u8)));
    if within == 0 {
        return Pair { within, index: all(simd, 0), hit: all(simd, 0) };
    }
    let class = lanes::bearing(simd, q, h);
    let arc = lookup64(simd, &tables.arc_of, class + arc_shift(simd, from.facing));
    let hit = lookup64(simd, &tables.arc_of, class + reverse_arc_shift(simd, to.facing));
    let two = step + step;
    Pair { within, index: only(simd, flags(simd, within), two + two + arc), hit }
}

/// Expected damage of the groups of these bits, in sixths, at most 255.
#[inline(always)]
pub fn damage<S: Simd>(simd: S, firer: &ShipTable, groups: Bytes<S>, pair: Pair<S>) -> Bytes<S> {
    let mut sum = all(simd, 0);
    for (group, of) in firer.groups.iter().enumerate() {
        let does = lookup16(simd, &of.reach, pair.index);
        sum = plus(sum, only(simd, has_bits(simd, groups, 1 << group), does));
    }
    only(simd, flags(simd, pair.within), sum)
}

/// Expected damage of one group, in sixths.
#[inline(always)]
pub fn damage_of_one<S: Simd>(simd: S, reach: &[u8; 16], pair: Pair<S>) -> Bytes<S> {
    only(simd, flags(simd, pair.within), lookup16(simd, reach, pair.index))
}

/// Boxes before the hull of the arc that is hit, in sixths.
#[inline(always)]
pub fn guard<S: Simd>(simd: S, target: &Prospect, hit: Bytes<S>) -> Bytes<S> {
    let [forward, others @ ..] = &target.guard;
    let mut boxes = load(simd, forward);
    for (arc, row) in (1..).zip(others) {
        boxes = pick(eq(hit, all(simd, arc)), load(simd, row), boxes);
    }
    boxes
}

/// The value of so many sixths of expected damage to a ship on an arc: no more than there are boxes, and what goes through the
/// shield counts `extra` times more.
#[inline(always)]
pub fn value<S: Simd>(simd: S, damage: Bytes<S>, target: &Prospect, hit: Bytes<S>, extra: u8) -> Scores<S> {
    value_behind(simd, damage, guard(simd, target, hit), load(simd, &target.hull), extra)
}

/// The same behind so many sixths of shield boxes and hull boxes.
#[inline(always)]
pub fn value_behind<S: Simd>(simd: S, damage: Bytes<S>, shield: Bytes<S>, hull: Bytes<S>, extra: u8) -> Scores<S> {
    let damage = min(damage, shield + hull);
    let through = mul_scores(widen(minus(damage, shield)), all_scores(simd, extra.into()));
    min_scores(add_scores(widen(damage), through), all_scores(simd, MOST_VALUE))
}
