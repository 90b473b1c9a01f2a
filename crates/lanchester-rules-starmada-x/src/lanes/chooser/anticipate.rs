//! Where enemies may be when fire is exchanged: all ships move at once, blind.
//!
//! Phase: movement, before any ship is given its orders. Reads where enemies are, their `run` and `engines`; writes
//! `prospects`.

use lanchester_battle::anticipation::{Prospect, along, turned};
use lanchester_core::Side;
use lanchester_lanes::hex::lanes::{on_board, room};
use lanchester_lanes::hex::{Board, Hex};
use lanchester_lanes::ops::{all, half, is_zero, load, min, minus, only, pick, store};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use crate::lanes::chooser::expected::aim;
use crate::lanes::field::Field;
use crate::lanes::state::{Batch, MIXTURE, ShipRows};
use crate::lanes::tables::Tables;
use crate::policy::Anticipate;

/// Fills `batch.prospects` for the enemies of `side`, as its policy anticipates them. Returns how many places to look at.
///
/// Nobody is expected in an object, or beyond one that lies ahead. `live` are the lanes anybody asks about.
#[inline(always)]
pub fn anticipate<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, live: LaneMask) -> usize {
    let how = tables.policies[side].anticipate;
    for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
        let rows = &batch.ships[enemy];
        let places = &mut batch.prospects[slot];
        if how == Anticipate::Still {
            places[0].set(simd, load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
            continue;
        }
        let course = Course::of(simd, tables, rows, tables.ships[enemy].design.engines, live);
        let (q, h) = course.straight_on(simd);
        places[0].set(simd, q, h, course.facing);
        match how {
            Anticipate::Still | Anticipate::Drift => continue,
            Anticipate::Mixture => course.mixture(simd, tables.options.board, places),
            Anticipate::Aim | Anticipate::Best => {
                let best = how == Anticipate::Best;
                aim(simd, tables, batch, enemy, &course, if best { 2 } else { 1 }, live);
                if best {
                    course.expect_best(simd, &mut batch.prospects[slot]);
                }
            }
        }
        if let Some(field) = &tables.field {
            let rows = &batch.ships[enemy];
            stay_out(field, &mut batch.prospects[slot], [&rows.q, &rows.h], live);
        }
    }
    if how.looks_everywhere() { MIXTURE } else { 1 }
}

/// Where a ship is and how it may go on.
pub(super) struct Course<S: Simd> {
    /// Its hex.
    pub at: (Bytes<S>, Bytes<S>),
    /// Its facing.
    pub facing: Bytes<S>,
    /// Its movement points.
    pub points: Bytes<S>,
    /// Hexes ahead to an object or the edge.
    pub ahead: Bytes<S>,
    /// Hexes that it went last turn.
    run: Bytes<S>,
}

impl<S: Simd> Course<S> {
    /// That of a ship of so many engines.
    #[inline(always)]
    pub fn of(simd: S, tables: &Tables, rows: &ShipRows, engines: u8, live: LaneMask) -> Self {
        let (q, h, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
        let ahead = match &tables.field {
            None => room(simd, tables.options.board, q, h, facing),
            Some(field) => load(simd, &field.room([&rows.q, &rows.h, &rows.facing], live)),
        };
        let points = minus(all(simd, engines), load(simd, &rows.engines));
        Self { at: (q, h), facing, points, ahead, run: load(simd, &rows.run) }
    }

    /// So many hexes along a facing.
    #[inline(always)]
    pub fn to(&self, simd: S, facing: Bytes<S>, steps: Bytes<S>) -> (Bytes<S>, Bytes<S>) {
        let (dq, dh) = along(simd, facing, steps);
        (self.at.0 + dq, self.at.1 + dh)
    }

    /// The same where that is on the board; elsewhere the ship stays.
    #[inline(always)]
    pub fn to_or_stay(&self, simd: S, board: Board, facing: Bytes<S>, steps: Bytes<S>) -> (Bytes<S>, Bytes<S>) {
        let (q, h) = self.to(simd, facing, steps);
        let stays_on = on_board(simd, board, q, h);
        (pick(stays_on, q, self.at.0), pick(stays_on, h, self.at.1))
    }

    /// As far straight on as it went last turn.
    #[inline(always)]
    pub fn straight_on(&self, simd: S) -> (Bytes<S>, Bytes<S>) {
        self.to(simd, self.facing, min(min(self.run, self.points), self.ahead))
    }

    /// Puts the place with the highest gain before straight on, where the ship did not stand still last turn.
    #[inline(always)]
    fn expect_best(&self, simd: S, places: &mut [Prospect; MIXTURE]) {
        let moved = !is_zero(simd, self.run);
        let [straight, best, ..] = places;
        for (a, b) in [
            (&mut straight.q, &mut best.q),
            (&mut straight.h, &mut best.h),
            (&mut straight.arc_shift, &mut best.arc_shift),
        ] {
            let (first, second) = (load(simd, a), load(simd, b));
            store(pick(moved, second, first), a);
            store(pick(moved, first, second), b);
        }
    }

    /// The facing turned by so many hexsides, if it has a movement point.
    #[inline(always)]
    pub fn turned(&self, simd: S, by: u8) -> Bytes<S> {
        pick(is_zero(simd, self.points), self.facing, turned(simd, self.facing, by))
    }

    /// Typical orders besides going on as it did, in all places but the first: all ahead, nothing, a turn to either side at
    /// once and the rest ahead, half ahead and then a turn, one hex back. Where a way leaves the board it stays.
    #[inline(always)]
    pub fn mixture(&self, simd: S, board: Board, places: &mut [Prospect; MIXTURE]) {
        let Self { at, facing, points, ahead, .. } = *self;
        let one = all(simd, 1);
        let (q, h) = self.to(simd, facing, min(points, ahead));
        places[1].set(simd, q, h, facing);
        places[2].set(simd, at.0, at.1, facing);
        let rest = minus(points, one);
        for (place, by) in [(3, 5), (4, 1)] {
            let new = self.turned(simd, by);
            let (q, h) = self.to_or_stay(simd, board, new, rest);
            places[place].set(simd, q, h, new);
        }
        let (q, h) = self.to(simd, facing, min(half(rest), ahead));
        for (place, by) in [(5, 5), (6, 1)] {
            places[place].set(simd, q, h, self.turned(simd, by));
        }
        let back = only(simd, !is_zero(simd, half(points)), one);
        let (q, h) = self.to_or_stay(simd, board, turned(simd, facing, 3), back);
        places[7].set(simd, q, h, facing);
    }
}

/// Places in objects become the hex where the ship is.
fn stay_out(field: &Field, places: &mut [Prospect], [q, h]: [&Row; 2], live: LaneMask) {
    for place in places {
        for lane in lanes_of(live) {
            if field.is_solid(Hex { q: place.q.0[lane] as i8, h: place.h.0[lane] as i8 }) {
                (place.q.0[lane], place.h.0[lane]) = (q.0[lane], h.0[lane]);
            }
        }
    }
}
