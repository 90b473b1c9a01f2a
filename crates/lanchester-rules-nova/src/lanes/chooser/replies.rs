//! The exchange with enemies that each answer a move as is best for them.
//!
//! Phase: movement. Reads the ships of a batch and `scratch.prospects`; writes nothing.

use lanchester_lanes::hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, flags, le, load, lookup64, lt, mask, max_scores, min, mul_scores, pick, pick_scores,
    plus, scores_gt, sub_scores, widen, widen_signed,
};
use lanchester_lanes::{Bytes, LaneMask, Scores, Simd};

use crate::lanes::chooser::exchange::{Ground, NOBODY, View};
use crate::lanes::fire::Enemy;
use crate::lanes::state::Reply;

/// What an enemy's best answer to a facing is.
#[derive(Clone, Copy)]
pub struct Answer<S: Simd> {
    /// Dealt less taken, weighted.
    pub net: Scores<S>,
    /// Dealt by the ship that moves, weighted.
    pub dealt: Scores<S>,
    /// Boxes that it takes.
    pub taken: Bytes<S>,
    /// The cost of its share of them, weighted.
    pub share: Scores<S>,
}

/// One of the enemy's answers, seen from a hex.
struct Seen<'a, S: Simd> {
    /// The enemy.
    enemy: usize,
    /// The number of the answer; the first is what it is expected to do.
    number: usize,
    reply: &'a Reply,
    away: Bytes<S>,
    class: Bytes<S>,
}

impl<S: Simd> View<S> {
    /// The exchange in the lanes of `free`, where enemies answer.
    #[inline(always)]
    pub(in crate::lanes) fn exchange_after_replies(
        &mut self,
        simd: S,
        ground: &Ground<'_, S>,
        enemies: &[Enemy<S>],
        (q, h): (Bytes<S>, Bytes<S>),
        shifts: &[Bytes<S>; 6],
        asked: &[LaneMask; 8],
        free: LaneMask,
    ) {
        let Ground { tables, scratch, me, value_taken, replies, fights, shares, .. } = *ground;
        let mut nearest = all(simd, NOBODY);
        self.range = all(simd, 0);
        for turned in 0..6 {
            self.exchange[turned] = all_scores(simd, 0);
            self.taken[turned] = all(simd, 0);
            if shares {
                self.shared[turned] = all_scores(simd, 0);
            }
        }
        for (slot, enemy) in tables.ships.side(tables.ships.side_of(me).opponent()).enumerate() {
            for (number, reply) in scratch.prospects[slot][..replies].iter().enumerate() {
                let (dq, dh) = (load(simd, &reply.at.q) - q, load(simd, &reply.at.h) - h);
                let (away, class) = (distance(dq, dh), bearing(simd, dq, dh));
                if number == 0 {
                    let closer = lt(away, nearest);
                    nearest = min(away, nearest);
                    self.range = pick(closer, lookup64(simd, &tables.ships[me].range_pull[slot], away), self.range);
                    self.class = pick(closer, class, self.class);
                }
                if fights && (number == 0 || reply.possible & free != 0) {
                    let seen = Seen { enemy, number, reply, away, class };
                    self.answer(simd, ground, &enemies[slot], &seen, shifts, asked, free);
                }
            }
            if !fights {
                continue;
            }
            for turned in 0..6 {
                if asked[turned] & free != 0 {
                    let best = &self.best[turned];
                    self.exchange[turned] = max_scores(self.exchange[turned], best.dealt);
                    self.taken[turned] = plus(self.taken[turned], best.taken);
                    if shares {
                        self.shared[turned] = add_scores(self.shared[turned], best.share);
                    }
                }
            }
        }
        self.seen = lt(nearest, all(simd, NOBODY));
        for turned in 0..6 {
            if fights && asked[turned] & free != 0 {
                let taken = mul_scores(widen(self.taken[turned]), value_taken);
                self.exchange[turned] = sub_scores(self.exchange[turned], taken);
                if shares {
                    self.exchange[turned] = sub_scores(self.exchange[turned], self.shared[turned]);
                }
            }
        }
    }

    /// Weighs one answer of an enemy against its best so far, by the facings asked about.
    #[inline(always)]
    fn answer(
        &mut self,
        simd: S,
        ground: &Ground<'_, S>,
        known: &Enemy<S>,
        seen: &Seen<'_, S>,
        shifts: &[Bytes<S>; 6],
        asked: &[LaneMask; 8],
        free: LaneMask,
    ) {
        let (mt, ft) = (&ground.tables.ships[ground.me], &ground.tables.ships[seen.enemy]);
        let near = ground.batch.ships[seen.enemy].alive & free;
        let (mut taken, mut deals) = (all(simd, 0), false);
        if mask(le(seen.away, all(simd, ft.reach))) & near != 0 {
            self.volley.aim(simd, ft, known.its, seen.away);
            taken = self.volley.bearing(simd, ft, seen.class + load(simd, &seen.reply.at.arc_shift));
        }
        if mask(le(seen.away, all(simd, mt.reach))) & near != 0 {
            self.volley.aim(simd, mt, known.mine, seen.away);
            deals = true;
        }
        let value = widen_signed(known.value_per_box);
        let cost = mul_scores(widen(taken), ground.value_taken);
        let shares = ground.shares;
        let share = if shares { mul_scores(widen(taken), widen_signed(known.share)) } else { all_scores(simd, 0) };
        let possible = flags(simd, seen.reply.possible);
        for turned in 0..6 {
            if asked[turned] & free == 0 {
                continue;
            }
            let mut dealt = all_scores(simd, 0);
            if deals {
                let boxes = self.volley.bearing(simd, mt, seen.class + shifts[turned]);
                dealt = mul_scores(widen(boxes), value);
            }
            let mut net = sub_scores(dealt, cost);
            if shares {
                net = sub_scores(net, share);
            }
            let best = &mut self.best[turned];
            if seen.number == 0 {
                *best = Answer { net, dealt, taken, share };
                continue;
            }
            let better = scores_gt(simd, best.net, net) & possible;
            best.net = pick_scores(simd, better, net, best.net);
            best.dealt = pick_scores(simd, better, dealt, best.dealt);
            best.taken = pick(better, taken, best.taken);
            if shares {
                best.share = pick_scores(simd, better, share, best.share);
            }
        }
    }
}
