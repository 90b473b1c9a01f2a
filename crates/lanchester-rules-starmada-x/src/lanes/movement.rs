//! Movement in every lane: all ships are given orders by what is on the table, and then they all move.
//!
//! Phase: movement. Reads `chosen`; writes the ships' `q`, `h`, `facing`, `run`, `forward` and `useful`,
//! and `served`.

use lanchester_core::Side;
use lanchester_lanes::hex::lanes::distance;
use lanchester_lanes::ops::{flags, load, store_where};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Simd};

use crate::event::Event;
use crate::lanes::chooser::anticipate::anticipate;
use crate::lanes::chooser::candidates::{Candidates, Permit};
use crate::lanes::chooser::choose;
use crate::lanes::fire::useful;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;

/// Orders all ships in the lanes of `live` by what is on the table now, and then moves them all.
#[inline(always)]
pub fn move_ships<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    if batch.records() {
        for lane in lanes_of(live) {
            batch.note(lane, Event::Turn { turn: batch.turn.0[lane].into() });
        }
    }
    for side in Side::BOTH {
        let places = anticipate(simd, tables, batch, side, live);
        for me in tables.ships.side(side) {
            let asked = live & batch.ships[me].alive;
            if asked != 0 {
                batch.served.orders.count(asked);
                simd.vectorize(
                    #[inline(always)]
                    || choose(simd, tables, batch, me, places, asked),
                );
            }
        }
    }
    for me in 0..tables.ships.len() {
        arrive(simd, tables, batch, me, live & batch.ships[me].alive);
    }
    for me in 0..tables.ships.len() {
        let row = useful(simd, tables, batch, me);
        store_where(simd, flags(simd, live), row, &mut batch.ships[me].useful);
    }
}

/// Carries the chosen orders of a ship out in the lanes of `live`. They never leave the board, nor enter an object.
#[inline(always)]
fn arrive<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, live: LaneMask) {
    let Candidates { ends, .. } = tables.ships[me].candidates;
    let chosen = &batch.chosen[me];
    let rows = &mut batch.ships[me];
    let [q, h, facing] = tables.ships[me].candidates.lead(chosen, live, [&rows.q, &rows.h, &rows.facing]);
    let mut forward = 0;
    for lane in lanes_of(live) {
        let end = &ends[chosen[lane] as u16 as usize];
        assert!(end.permit == Permit::Any || (end.permit == Permit::Free) == (rows.forward >> lane & 1 == 1));
        forward |= u64::from(end.forward) << lane;
    }
    rows.forward = rows.forward & !live | forward;
    let moved = flags(simd, live);
    let run = distance(load(simd, &q) - load(simd, &rows.q), load(simd, &h) - load(simd, &rows.h));
    store_where(simd, moved, run, &mut rows.run);
    for (row, to) in [(&mut rows.q, &q), (&mut rows.h, &h), (&mut rows.facing, &facing)] {
        store_where(simd, moved, load(simd, to), row);
    }
    if batch.records() {
        for lane in lanes_of(live) {
            let (ship, orders) = (tables.ships.id(me), ends[batch.chosen[me][lane] as u16 as usize].orders);
            batch.note(lane, Event::Move { ship, orders, to: batch.station(me, lane) });
        }
    }
}
