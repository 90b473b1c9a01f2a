//! Damage and criticals (TALON 8.4, 8.5).
//!
//! Phase: whenever something hits a ship. Reads `acted` and `step`; writes `shields`, `reinforced`, `hull`, what criticals change,
//! `alive` and `exploding`.

use lanchester_lanes::ops::{
    all, eq, flags, half, is_zero, le, load, lookup16, mask, min, only, pick, store, store_where,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use super::lane::Lane;
use super::state::{Batch, apart};
use super::tables::Tables;
use crate::arcs::Arc;
use crate::effects;
use crate::event::{Event, Marker};
use crate::impulse::IMPULSES;

/// Damage to a ship on an arc (0 to 3) of each lane, in the lanes of `hit` in which it is in the game.
#[inline(always)]
pub fn damage<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    hit: LaneMask,
    arc: Bytes<S>,
    points: Bytes<S>,
) {
    apart(
        simd,
        #[inline(always)]
        || {
            let hit = hit & batch.ships[ship].alive;
            if hit == 0 {
                return;
            }
            batch.changed |= 1 << ship;
            let up = flags(simd, hit & !batch.ships[ship].has(Marker::ShieldsDown));
            let absorbed = absorb(simd, tables, batch, ship, hit, only(simd, up, points), arc);
            let mut left = points - absorbed;
            let mut shield = all(simd, 0);
            for (number, row) in batch.ships[ship].shields.iter_mut().enumerate() {
                let here = up & eq(arc, all(simd, number as u8));
                let stands = load(simd, row);
                let taken = only(simd, here, min(left, stands));
                store(stands - taken, row);
                shield |= taken;
            }
            left -= shield;
            if batch.records() {
                let mut rows = [Row::ZERO; 4];
                for (row, bytes) in rows.iter_mut().zip([arc, absorbed, shield, left]) {
                    store(bytes, row);
                }
                batch.note_each(hit, |_, lane| {
                    let [arc, absorbed, shield, hull] = [0, 1, 2, 3].map(|row: usize| rows[row].0[lane]);
                    Event::Damage {
                        ship: tables.ships.id(ship),
                        arc: Arc::ALL[usize::from(arc)],
                        absorbed,
                        shield,
                        hull,
                    }
                });
            }
            let marked = load(simd, &batch.ships[ship].hull);
            let plain = le(left, lookup16(simd, &tables.ships[ship].plain, marked)) & flags(simd, hit);
            store_where(simd, plain, marked + left, &mut batch.ships[ship].hull);
            let rare = hit & !mask(plain);
            if rare != 0 {
                let mut points = Row::ZERO;
                store(left, &mut points);
                for lane in lanes_of(rare) {
                    effects::mark(&mut Lane { tables, batch, lane }, tables.ships.id(ship), points.0[lane]);
                }
            }
        },
    )
}

/// What reinforcements of the arc absorb of so many points, the oldest first.
#[inline(always)]
fn absorb<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    hit: LaneMask,
    points: Bytes<S>,
    arc: Bytes<S>,
) -> Bytes<S> {
    let mut absorbed = all(simd, 0);
    let rows = &mut batch.ships[ship].reinforced;
    let any = rows.iter().fold(all(simd, 0), |sum, row| sum | load(simd, row));
    if mask(!is_zero(simd, any)) & hit == 0 {
        return absorbed;
    }
    let acted = batch.acted[tables.ships.side_of(ship)];
    for (later, lanes) in [(0, hit & !acted), (1, hit & acted)] {
        if lanes == 0 {
            continue;
        }
        for nth in 0..IMPULSES {
            let row = &mut rows[usize::from((batch.step + later + nth) % IMPULSES)];
            let value = load(simd, row);
            let here = flags(simd, lanes) & eq(value & all(simd, 3), arc) & !is_zero(simd, value);
            let stands = half(half(value));
            let taken = only(simd, here, min(points - absorbed, stands));
            let left = pick(eq(stands, taken), all(simd, 0), value - (taken + taken + taken + taken));
            store_where(simd, here, left, row);
            absorbed += taken;
        }
    }
    absorbed
}
