//! Whether to begin: the exchange one activation ahead, under either order.
//!
//! Phase: initiative. Reads the ships of a batch; writes `scratch.prospects`.

use lanchester_core::Side;
use lanchester_lanes::hex::lanes::{bearing, distance};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eighth_of_scores, flags, half_of_scores, le, load, lookup16, mask, max_scores, min,
    min_scores, minus, mul_scores, pick, pick_scores, scores_gt, sub_scores, widen,
};
use lanchester_lanes::{Bytes, LaneMask, Scores, Simd};

use crate::design::SHIELDS;
use crate::lanes::chooser::anticipate::typical_moves;
use crate::lanes::fire::{Enemy, Volley};
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::Tables;

/// Places in `scratch.prospects` for the typical moves of the two ships.
const MINE: usize = 0;
const ITS: usize = 1;

/// The typical moves that are looked at: on at its speed and faster, and to either side a turn before and after a run.
///
/// PERF: 36 pairs of moves instead of 144. With all twelve, mirror duels are won by half a per cent more.
const LOOKED_AT: [usize; 6] = [0, 1, 3, 4, 6, 7];

/// Lanes of `live` in which `side` had better be active: its exchange one activation ahead is the better for it.
#[inline(always)]
pub fn prefers_to_begin<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &mut Scratch,
    side: Side,
    live: LaneMask,
) -> LaneMask {
    let mut gain = all_scores(simd, 0);
    for me in tables.ships.side(side) {
        let mut left = batch.ships[me].alive & live;
        if left == 0 {
            continue;
        }
        typical_moves(simd, tables, batch, me, &mut scratch.prospects[MINE]);
        let nearest = nearest(simd, tables, batch, me);
        for enemy in tables.ships.side(side.opponent()) {
            let chosen = left & mask(le(away(simd, batch, me, enemy), nearest)) & batch.ships[enemy].alive;
            if chosen == 0 {
                continue;
            }
            left &= !chosen;
            typical_moves(simd, tables, batch, enemy, &mut scratch.prospects[ITS]);
            let [first, second] = orders(simd, tables, batch, scratch, [me, enemy], chosen);
            let by = eighth_of_scores(sub_scores(first, second));
            gain = pick_scores(simd, flags(simd, chosen), add_scores(gain, by), gain);
        }
    }
    mask(scores_gt(simd, gain, all_scores(simd, 0))) & live
}

#[inline(always)]
fn away<S: Simd>(simd: S, batch: &Batch, me: usize, enemy: usize) -> Bytes<S> {
    let (mine, its) = (&batch.ships[me], &batch.ships[enemy]);
    distance(load(simd, &its.q) - load(simd, &mine.q), load(simd, &its.h) - load(simd, &mine.h))
}

#[inline(always)]
fn nearest<S: Simd>(simd: S, tables: &Tables, batch: &Batch, me: usize) -> Bytes<S> {
    let mut nearest = all(simd, 255);
    for enemy in tables.ships.side(tables.ships.side_of(me).opponent()) {
        let away = away(simd, batch, me, enemy);
        nearest = pick(flags(simd, batch.ships[enemy].alive), min(nearest, away), nearest);
    }
    nearest
}

/// What it takes to know how much of a ship's fire is left after another's.
struct Hurt<S: Simd> {
    /// Twice the open faces.
    open: Scores<S>,
    /// Nine times the boxes left.
    left: Scores<S>,
}

impl<S: Simd> Hurt<S> {
    #[inline(always)]
    fn new(simd: S, tables: &Tables, batch: &Batch, ship: usize) -> Self {
        let (rows, of) = (&batch.ships[ship], &tables.ships[ship]);
        let open = lookup16(simd, &of.open, load(simd, &rows.lost[SHIELDS]));
        let left = minus(all(simd, of.thresholds[2]), load(simd, &rows.track));
        Self { open: widen(open + open), left: mul_scores(widen(left), all_scores(simd, 9)) }
    }

    /// What is left of `fire` of the ship after it is shot at with so many boxes.
    #[inline(always)]
    fn after(&self, simd: S, boxes: Scores<S>, fire: Scores<S>) -> Scores<S> {
        let struck = mul_scores(boxes, self.open);
        let (mut need, mut kept) = (all_scores(simd, 0), all_scores(simd, 4));
        for _ in 0..4 {
            need = add_scores(need, self.left);
            let less = sub_scores(kept, all_scores(simd, 1));
            kept = pick_scores(simd, scores_gt(simd, need, struck), kept, less);
        }
        half_of_scores(half_of_scores(mul_scores(fire, kept)))
    }
}

/// The best exchange of the first ship with the second if it moves and fires first, and if it does so second.
#[inline(always)]
fn orders<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &Scratch,
    [me, enemy]: [usize; 2],
    live: LaneMask,
) -> [Scores<S>; 2] {
    let (mt, ft) = (&tables.ships[me], &tables.ships[enemy]);
    let known = Enemy::new(simd, tables, batch, me, enemy);
    let hurt = [Hurt::new(simd, tables, batch, me), Hurt::new(simd, tables, batch, enemy)];
    let worth =
        |ship: usize| widen(lookup16(simd, &tables.ships[ship].worth, load(simd, &batch.ships[ship].lost[SHIELDS])));
    let worth = [worth(me), worth(enemy)];
    let (least, most) = (all_scores(simd, -i16::MAX), all_scores(simd, i16::MAX));
    let mut volley = Volley::new(simd);
    let mut first = least;
    let mut answers = [least; LOOKED_AT.len()];
    for number in LOOKED_AT {
        let mine = &scratch.prospects[MINE][number];
        if mine.possible & live == 0 {
            continue;
        }
        let (q, h, shift) = (load(simd, &mine.at.q), load(simd, &mine.at.h), load(simd, &mine.at.arc_shift));
        let possible = flags(simd, mine.possible);
        let shift = shift - all(simd, 12);
        let mut worst = most;
        for (number, answer) in LOOKED_AT.into_iter().zip(&mut answers) {
            let its = &scratch.prospects[ITS][number];
            if its.possible & live == 0 {
                continue;
            }
            let (dq, dh) = (load(simd, &its.at.q) - q, load(simd, &its.at.h) - h);
            let (away, class) = (distance(dq, dh), bearing(simd, dq, dh));
            let (mut dealt, mut taken) = (all_scores(simd, 0), all_scores(simd, 0));
            if mask(le(away, all(simd, mt.reach))) & live != 0 {
                volley.aim(simd, mt, known.mine, away);
                dealt = widen(volley.bearing(simd, mt, class + shift));
            }
            if mask(le(away, all(simd, ft.reach))) & live != 0 {
                volley.aim(simd, ft, known.its, away);
                taken = widen(volley.bearing(simd, ft, class + load(simd, &its.at.arc_shift)));
            }
            let begun = mul_scores(hurt[1].after(simd, dealt, taken), worth[0]);
            let begun = sub_scores(mul_scores(dealt, worth[1]), begun);
            let answered = mul_scores(hurt[0].after(simd, taken, dealt), worth[1]);
            let answered = sub_scores(answered, mul_scores(taken, worth[0]));
            worst = pick_scores(simd, flags(simd, its.possible), min_scores(worst, begun), worst);
            *answer = pick_scores(simd, possible, max_scores(*answer, answered), *answer);
        }
        first = pick_scores(simd, possible, max_scores(first, worst), first);
    }
    let mut second = most;
    for (number, answer) in LOOKED_AT.into_iter().zip(answers) {
        let possible = flags(simd, scratch.prospects[ITS][number].possible);
        second = pick_scores(simd, possible, min_scores(second, answer), second);
    }
    [first, second]
}
