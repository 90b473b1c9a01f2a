//! What a ship can expect of the turn after, from where it ends this one.
//!
//! Phase: movement. Reads the ships and `prospects`; writes what is found about hexes.

use lanchester_battle::anticipation::along;
use lanchester_lanes::hex::Hex;
use lanchester_lanes::hex::lanes::on_board;
use lanchester_lanes::ops::{
    all, all_scores, eighth_of_scores, flags, half, mask, max_scores, min_scores, mul_scores, pick_scores, store,
    sub_scores,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Scores, Simd};

use crate::lanes::chooser::exchange::Ground;
use crate::lanes::chooser::hexes::{Hexes, MAX_FACINGS, MAX_HEXES};

/// Hexes to which the ways on from one lead.
const WAYS: usize = 3;
/// Facings in them.
const FACINGS: usize = 7;
/// Hexes whose ways on are looked at together.
pub const TOGETHER: usize = 4;

const _: () = assert!(TOGETHER * WAYS <= MAX_HEXES && TOGETHER * FACINGS <= MAX_FACINGS);

/// An eighth of the best exchange next turn counts up to this, so that the highest weight times it is a score.
const MOST: i16 = 1600;
/// What a way on costs that ends in an object or off the board.
const CLOSED: i16 = 8000;

impl<S: Simd> Ground<'_, S> {
    /// Adds the ways on from a hex, as the ship faces by an arc shift, to the hexes that are looked at: none, half and all of its
    /// points ahead, and a turn to either side after none and half of them.
    #[inline(always)]
    pub(super) fn add_ways(
        &self,
        simd: S,
        (q, h): (Bytes<S>, Bytes<S>),
        shift: Bytes<S>,
        asked: LaneMask,
        ways: &mut Hexes,
    ) {
        let side = all(simd, 4);
        let facing = half(half(all(simd, 24) - shift));
        for steps in [all(simd, 0), half(self.points), self.points] {
            let (dq, dh) = along(simd, facing, steps);
            let at = (q + dq, h + dh);
            ways.add(simd, at, self.open(simd, at, asked));
            ways.face(shift);
            if !ways.count.is_multiple_of(WAYS) {
                ways.face(shift + side);
                ways.face(shift - side);
            }
        }
    }

    /// Weighted exchange of the next turn by the best of the ways that were added for one hex, of which this is the place among
    /// all for which they were. Enemies are where the first of their places is.
    #[inline(always)]
    pub(super) fn best_way(&self, simd: S, ways: &Hexes, place: usize) -> Scores<S> {
        let mut best = all_scores(simd, i16::MIN);
        for facing in place * FACINGS..(place + 1) * FACINGS {
            let way = usize::from(ways.hex_of[facing]);
            let open = flags(simd, ways.asked[way]);
            let exchange = sub_scores(ways.best[facing].load(simd), self.taken(simd, ways, way));
            // LANES: who may not go there sees anything or nothing from there.
            best = max_scores(best, pick_scores(simd, open, exchange, all_scores(simd, -CLOSED)));
        }
        let part = max_scores(min_scores(eighth_of_scores(best), all_scores(simd, MOST)), all_scores(simd, -MOST));
        mul_scores(part, all_scores(simd, self.weights().next.into()))
    }

    /// Lanes of `asked` in which a hex is on the board and in no object.
    #[inline(always)]
    fn open(&self, simd: S, (q, h): (Bytes<S>, Bytes<S>), asked: LaneMask) -> LaneMask {
        let mut open = mask(on_board(simd, self.tables.options.board, q, h)) & asked;
        if let Some(field) = &self.tables.field {
            let mut rows = [Row::ZERO; 2];
            store(q, &mut rows[0]);
            store(h, &mut rows[1]);
            for lane in lanes_of(open) {
                if field.is_solid(Hex { q: rows[0].0[lane] as i8, h: rows[1].0[lane] as i8 }) {
                    open &= !(1 << lane);
                }
            }
        }
        open
    }
}
