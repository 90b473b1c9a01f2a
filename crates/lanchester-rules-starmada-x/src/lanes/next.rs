//! What a ship can expect of the turn after, from where it ends this one.
//!
//! Phase: movement. Reads the ships and `prospects`; writes nothing.

use lanchester_hex::Hex;
use lanchester_hex::lanes::{bearing, distance, on_board};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eighth_of_scores, flags, le, load, mask, max_scores, min, min_scores, mul_scores,
    only, store, sub_scores, widen,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Scores, Simd};

use crate::lanes::equipment::works;
use crate::lanes::exchange::{Ground, add};
use crate::lanes::field::LONGEST_WAY;
use crate::lanes::fire::{reach, volley, weighed};
use crate::lanes::friends::part;
use crate::lanes::tables::READINGS;

/// Displacements of half the movement points and of all of them straight ahead.
pub type Ahead<S> = [(Bytes<S>, Bytes<S>); 2];

/// An eighth of the best exchange next turn counts up to this, so that the highest weight times it is a score.
const MOST: i16 = 1600;
/// What a way on costs that ends in an object or off the board.
const CLOSED: i16 = 8000;

impl<S: Simd> Ground<'_, S> {
    /// Weighted exchange of the next turn by the best of seven ways on, as the ship faces by an arc shift: half or all of its
    /// points ahead, none, and a turn to either side after half of them or on the spot. Enemies are where the first of their
    /// places is.
    #[inline(always)]
    pub(super) fn next_turn(&self, simd: S, ahead: &Ahead<S>, shift: Bytes<S>, share: Scores<S>) -> Scores<S> {
        let (none, side) = (all(simd, 0), all(simd, 4));
        let here = (none, none);
        let mut best = all_scores(simd, i16::MIN);
        for (way, turn) in [
            (ahead[0], none),
            (ahead[1], none),
            (here, none),
            (ahead[0], side),
            (ahead[0], none - side),
            (here, side),
            (here, none - side),
        ] {
            best = max_scores(best, self.way_on(simd, way, shift + turn, share));
        }
        let part = max_scores(min_scores(eighth_of_scores(best), all_scores(simd, MOST)), all_scores(simd, -MOST));
        let weight = self.tables.policies[self.tables.ships.side_of(self.me)].moves.next;
        mul_scores(part, all_scores(simd, weight.into()))
    }

    /// The exchange with all enemies after one way on.
    #[inline(always)]
    fn way_on(&self, simd: S, way: (Bytes<S>, Bytes<S>), shift: Bytes<S>, share: Scores<S>) -> Scores<S> {
        let Self { tables, batch, me, .. } = *self;
        let side = tables.ships.side_of(me);
        let weights = &tables.policies[side].moves;
        let (q, h) = (self.at.0 + way.0, self.at.1 + way.1);
        let open = self.open(simd, q, h);
        let (mt, mr) = (&tables.ships[me], &batch.ships[me]);
        let my_shields = load(simd, &mr.shields);
        let none = all_scores(simd, 0);
        let (mut best, mut taken, mut shared) = (none, none, none);
        for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
            let (ft, fr) = (&tables.ships[enemy], &batch.ships[enemy]);
            let place = &batch.prospects[slot][0];
            let there = [load(simd, &place.q), load(simd, &place.h)];
            let (dq, dh) = (there[0] - q, there[1] - h);
            let mut away = distance(dq, dh);
            if tables.far {
                away = min(away, all(simd, LONGEST_WAY));
            }
            let near = mask(le(away, all(simd, mt.reach.max(ft.reach)))) & open & fr.alive;
            if near == 0 {
                continue;
            }
            if let Some(field) = &tables.field {
                away = field.seen(simd, there, [q, h], away, near)[0];
            }
            // At no distance nobody fires.
            let away = only(simd, flags(simd, near), away);
            let class = bearing(simd, dq, dh);
            let its_ecm = works(simd, ft, fr, ft.ecm);
            let mine = reach(simd, (mt, mr), ft, its_ecm, away);
            let mut dealt = [none; READINGS];
            add(mt, &mut dealt, volley(simd, (mt, mr), ft, its_ecm, &mine, class + shift));
            best = max_scores(best, weighed(simd, mt, &dealt, &ft.value_dealt, load(simd, &fr.shields)));
            let its = reach(simd, (ft, fr), mt, self.my_ecm, away);
            let mut suffered = [none; READINGS];
            let its_arc = class + load(simd, &place.arc_shift);
            add(ft, &mut suffered, volley(simd, (ft, fr), mt, self.my_ecm, &its, its_arc));
            if weights.take != 0 {
                taken = add_scores(taken, weighed(simd, ft, &suffered, &mt.value_taken, my_shields));
            }
            if weights.share != 0 {
                shared = add_scores(shared, weighed(simd, ft, &suffered, &mt.value_shared, my_shields));
            }
        }
        let own = part(shared, share);
        taken = if weights.share > 0 { add_scores(taken, own) } else { sub_scores(taken, own) };
        let closed = widen(only(simd, !flags(simd, open), all(simd, 1)));
        sub_scores(sub_scores(best, taken), mul_scores(closed, all_scores(simd, CLOSED)))
    }

    /// Lanes in which a hex is on the board and in no object.
    #[inline(always)]
    fn open(&self, simd: S, q: Bytes<S>, h: Bytes<S>) -> LaneMask {
        let mut open = mask(on_board(simd, self.tables.options.board, q, h)) & self.live;
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
