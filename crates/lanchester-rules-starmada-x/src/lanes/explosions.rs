//! Ships lost, explosions, and the end phase in every lane.
//!
//! Phase: combat and fighters, where ships are lost, and end. Writes `alive`, `exploded`, `fresh` and `strength` of ships,
//! `blasted`, `dice`, and what `equipment` and `damage` write. What it says of explosions is read in every phase.

use lanchester_lanes::ops::{all, eq, flags, is_zero, load, lookup16, lt, mask, minus, only, store};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use crate::design::Abilities;
use crate::event::{Event, Loss, code};
use crate::formulas::strength;
use crate::lanes::damage::{damage, open_faces, penetrate};
use crate::lanes::equipment::look_at_armour;
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::options::Decay;

/// Takes a ship out of the game in the lanes of `beaten`; where it was `destroyed` it explodes.
fn lose(tables: &Tables, batch: &mut Batch, ship: usize, beaten: LaneMask, destroyed: LaneMask) {
    let force = strength(tables.ships[ship].design.hull);
    let rows = &mut batch.ships[ship];
    rows.alive &= !beaten;
    rows.exploded |= destroyed;
    rows.fresh |= destroyed;
    batch.blasted |= destroyed;
    for lane in lanes_of(destroyed) {
        rows.strength.0[lane] = force;
    }
    if batch.records() {
        for lane in lanes_of(beaten) {
            let (loss, explosion) = if destroyed >> lane & 1 == 1 { (Loss::Destroyed, force) } else { (Loss::Crew, 0) };
            batch.note(lane, Event::Lost { ship: tables.ships.id(ship), loss, explosion });
        }
    }
}

/// Takes a ship out of the game in the lanes of `live` where its hull or its crew is gone.
#[inline(always)]
pub fn lose_if_beaten<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, live: LaneMask) {
    let hull = all(simd, tables.ships[ship].design.hull);
    let rows = &batch.ships[ship];
    let beaten = live & rows.alive & !mask(lt(load(simd, &rows.marked), hull));
    if beaten != 0 {
        let destroyed = beaten & !mask(lt(load(simd, &rows.hull), hull));
        lose(tables, batch, ship, beaten, destroyed);
    }
}

/// The end phase in the lanes of `live`, up to the count of victory points.
#[inline(always)]
pub fn end_phase<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    let live = live & batch.blasted;
    if live == 0 {
        return;
    }
    if tables.options.explosion_decay == Decay::Before {
        decay(simd, tables, batch, live);
    }
    for ship in 0..tables.ships.len() {
        simd.vectorize(
            #[inline(always)]
            || blasts(simd, tables, batch, ship, live),
        );
    }
    if tables.options.explosion_decay == Decay::After {
        decay(simd, tables, batch, live);
    }
    // Those that go here explode after the decay, so the next end phase is their first.
    for ship in 0..tables.ships.len() {
        lose_if_beaten(simd, tables, batch, ship, live);
    }
}

/// Takes one strength off every explosion in the lanes of `live` that has seen an end phase.
#[inline(always)]
fn decay<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    let mut left = 0;
    for rows in &mut batch.ships[..tables.ships.len()] {
        let old = flags(simd, live & !rows.fresh);
        let one = only(simd, old, all(simd, 1));
        let fewer = minus(load(simd, &rows.strength), one);
        store(fewer, &mut rows.strength);
        rows.fresh &= !live;
        rows.exploded &= mask(!is_zero(simd, fewer));
        left |= rows.exploded;
    }
    batch.blasted = batch.blasted & !live | left & live;
}

/// Rolls the explosions in the hex of a ship, one after another.
#[inline(always)]
fn blasts<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, live: LaneMask) {
    let side = tables.ships.side_of(ship);
    let codes = [0, 1].map(|battle| code::blast(side.seat(battle), tables.ships.slot_of(ship).into()));
    let mut opened = 0;
    let table = open_faces(tables.ships[ship].design.shields, Abilities::default());
    // Its own side's first, so that both battles of a pair are mirror images.
    for other in tables.ships.side(side).chain(tables.ships.side(side.opponent())) {
        let (rows, wreck) = (&batch.ships[ship], &batch.ships[other]);
        let same = eq(load(simd, &rows.q), load(simd, &wreck.q)) & eq(load(simd, &rows.h), load(simd, &wreck.h));
        // LANES: a ship stays alive here until all have rolled.
        let struck = mask(same) & wreck.exploded & rows.alive & live;
        if struck == 0 {
            continue;
        }
        let mut count = Row::ZERO;
        store(only(simd, flags(simd, struck), load(simd, &wreck.strength)), &mut count);
        let mut open = Row::ZERO;
        store(lookup16(simd, &table, load(simd, &rows.shields)), &mut open);
        batch.open_stream(simd, codes, struck & !opened);
        opened |= struck;
        let through = penetrate(simd, batch, &count, &open, false);
        if batch.records() {
            let from = tables.ships.id(other);
            for lane in lanes_of(struck) {
                batch.note(lane, Event::Blast { ship: tables.ships.id(ship), from, through: through.0[lane] });
            }
        }
        look_at_armour(simd, tables, batch, ship, struck);
        damage(simd, tables, batch, ship, &through, Abilities::default());
    }
}

/// Lanes of `live` in which a hex holds an explosion.
#[inline(always)]
pub fn holds_blast<S: Simd>(simd: S, tables: &Tables, batch: &Batch, (q, h): (Bytes<S>, Bytes<S>)) -> LaneMask {
    let mut any = 0;
    for rows in &batch.ships[..tables.ships.len()] {
        if rows.exploded != 0 {
            any |= mask(eq(load(simd, &rows.q), q) & eq(load(simd, &rows.h), h)) & rows.exploded;
        }
    }
    any
}

/// Strength of all explosions in a hex together.
///
/// PERF: most ships have not exploded in any lane.
#[inline(always)]
pub fn blast<S: Simd>(simd: S, tables: &Tables, batch: &Batch, (q, h): (Bytes<S>, Bytes<S>)) -> Bytes<S> {
    let mut sum = all(simd, 0);
    for rows in &batch.ships[..tables.ships.len()] {
        if rows.exploded != 0 {
            let here = eq(load(simd, &rows.q), q) & eq(load(simd, &rows.h), h);
            sum += only(simd, here & flags(simd, rows.exploded), load(simd, &rows.strength));
        }
    }
    sum
}
