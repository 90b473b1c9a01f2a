//! Movement in every lane: all ships are given orders by what is on the table, and then they all move.
//!
//! Phase: movement. Reads `chosen`; writes the ships' `q`, `h`, `facing`, `run`, `forward` and `useful`.

use lanchester_core::Side;
use lanchester_lanes::ops::{flags, store_where};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Simd};

use crate::event::Event;
use crate::lanes::anticipate::anticipate;
use crate::lanes::candidates::{Permit, end_of};
use crate::lanes::chooser::choose;
use crate::lanes::fire::useful;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::options::Station;

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
                simd.vectorize(
                    #[inline(always)]
                    || choose(simd, tables, batch, me, places, asked),
                );
            }
        }
    }
    for me in 0..tables.ships.len() {
        for lane in lanes_of(live & batch.ships[me].alive) {
            arrive(tables, batch, me, lane);
        }
    }
    for me in 0..tables.ships.len() {
        let row = useful(simd, tables, batch, me);
        store_where(simd, flags(simd, live), row, &mut batch.ships[me].useful);
    }
}

/// Carries the chosen orders out in one lane. They never leave the board, nor enter an object.
fn arrive(tables: &Tables, batch: &mut Batch, me: usize, lane: usize) {
    let end = &tables.ships[me].candidates.ends[batch.chosen[me][lane] as u16 as usize];
    debug_assert!(
        end.permit == Permit::Any || (end.permit == Permit::Free) == (batch.ships[me].forward >> lane & 1 == 1)
    );
    let at = batch.station(me, lane);
    let (hex, facing) = end_of(end.orders, at.hex, at.facing);
    let to = Station { hex, facing };
    batch.put(me, lane, to);
    let rows = &mut batch.ships[me];
    rows.run.0[lane] = at.hex.distance(hex);
    let bit = 1 << lane;
    rows.forward = rows.forward & !bit | if end.forward { bit } else { 0 };
    if batch.records() {
        let event = Event::Move { ship: tables.ships.id(me), orders: end.orders, to };
        batch.note(lane, event);
    }
}
