//! Flights in one hex: who leads a stack, and who is lost of it.
//!
//! Phase: fighters, and combat, where ships fire at flights. Reads the flights; writes their `fighters` and `ready`.

use lanchester_lanes::ops::{all, eq, is_zero, load, mask, min, minus, only, store};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, Flags, LaneMask, Row, Simd};

use crate::event::Event;
use crate::lanes::state::{Batch, flight_of};
use crate::lanes::tables::Tables;
use crate::policy::LoseFighters;

/// Lanes in which a flight is the first living one of its side in its hex.
#[inline(always)]
pub fn leaders<S: Simd>(simd: S, tables: &Tables, batch: &Batch, flight: usize) -> LaneMask {
    let rows = &batch.flights[flight];
    let mut leads = !is_zero(simd, load(simd, &rows.fighters));
    for other in tables.flights.side(tables.flights.side_of(flight)).start..flight {
        let with = &batch.flights[other];
        let same = eq(load(simd, &with.q), load(simd, &rows.q)) & eq(load(simd, &with.h), load(simd, &rows.h));
        leads &= !(same & !is_zero(simd, load(simd, &with.fighters)));
    }
    mask(leads)
}

/// Lanes in which no fighter is left in the hex of a flight that led its stack when the phase began.
#[inline(always)]
pub fn shot_down<S: Simd>(simd: S, tables: &Tables, batch: &Batch, leader: usize) -> Flags<S> {
    let rows = &batch.flights[leader];
    let (q, h) = (load(simd, &rows.q), load(simd, &rows.h));
    let mut left = all(simd, 0);
    for flight in leader..tables.flights.side(tables.flights.side_of(leader)).end {
        let rows = &batch.flights[flight];
        let same = eq(load(simd, &rows.q), q) & eq(load(simd, &rows.h), h);
        left |= only(simd, same, load(simd, &rows.fighters));
    }
    is_zero(simd, left)
}

/// Takes `hits[lane]` fighters, as far as there are so many, off the stack around flight `leader`, in the order of its
/// owner's policy.
#[inline(always)]
pub fn shoot_down<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, leader: usize, hits: &Row) {
    let side = tables.flights.side_of(leader);
    let (q, h) = (load(simd, &batch.flights[leader].q), load(simd, &batch.flights[leader].h));
    let mut left = load(simd, hits);
    let stack = tables.flights.side(side);
    let last_first = tables.policies[side].lose_fighters == LoseFighters::Last;
    for nth in 0..stack.len() {
        let flight = if last_first { stack.end - 1 - nth } else { stack.start + nth };
        let rows = &batch.flights[flight];
        let here = eq(load(simd, &rows.q), q) & eq(load(simd, &rows.h), h);
        let lost = only(simd, here, min(left, load(simd, &rows.fighters)));
        left -= lost;
        lose_fighters(simd, tables, batch, flight, lost);
    }
}

#[inline(always)]
/// Takes fighters off one flight.
pub fn lose_fighters<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, flight: usize, lost: Bytes<S>) {
    let losing = mask(!is_zero(simd, lost));
    if losing == 0 {
        return;
    }
    let rows = &mut batch.flights[flight];
    let left = minus(load(simd, &rows.fighters), lost);
    store(left, &mut rows.fighters);
    rows.ready &= mask(!is_zero(simd, left));
    if batch.records() {
        let mut fighters = Row::ZERO;
        store(lost, &mut fighters);
        for lane in lanes_of(losing) {
            let event = Event::FightersLost { flight: flight_of(tables, flight), fighters: fighters.0[lane] };
            batch.note(lane, event);
        }
    }
}
