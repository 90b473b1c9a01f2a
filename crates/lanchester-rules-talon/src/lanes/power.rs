//! The Power Phase (TALON 9).
//!
//! Phase: after impulse F. Writes `red`, `yellow`, `speed`, `power`, `radius`, and what explosions write where ships break apart.

use lanchester_core::Side;
use lanchester_lanes::ops::{all, eq, flags, ge, gt, load, lookup16, lt, mask, min, minus, pick, plus, store};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use super::chooser::power::speed;
use super::lane::Lane;
use super::state::{Batch, MAX_UNITS, apart, put};
use super::tables::Tables;
use super::victory::end;
use crate::design::MAX_LINES;
use crate::effects;
use crate::event::{Event, Marker};

/// The Power Phase of all live lanes. Nobody retreats: no policy does.
#[inline(always)]
pub fn power_phase<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch) {
    let mut unpowered = [0; MAX_UNITS];
    for half in 0..2 {
        for side in Side::BOTH {
            let lanes = batch.acts(side, half);
            for ship in tables.ships.side(side) {
                let afloat = lanes & batch.ships[ship].alive & !batch.ships[ship].has(Marker::PowerLoss);
                if afloat != 0 {
                    unpowered[ship] |= power(simd, tables, batch, ship, afloat);
                }
            }
        }
    }
    break_apart(tables, batch, &unpowered);
    let live = batch.live;
    end(tables, batch, live, 0);
}

/// One ship's Power Phase; lanes in which it cannot be powered.
#[inline(always)]
fn power<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, afloat: LaneMask) -> LaneMask {
    apart(
        simd,
        #[inline(always)]
        || {
            charge(simd, tables, batch, ship, afloat);
            let (legal, off) = speeds(simd, tables, batch, ship, afloat);
            let powered = legal.iter().fold(0, |any, lanes| any | lanes);
            if powered == 0 {
                return afloat;
            }
            let mut chosen = Row::ZERO;
            speed(simd, tables, batch, ship, powered, &legal, off, &mut chosen);
            let line = load(simd, &chosen);
            let rows = &mut batch.ships[ship];
            for (number, printed) in tables.ships[ship].design.curve.iter().enumerate() {
                let here = powered & mask(eq(line, all(simd, number as u8)));
                if here != 0 {
                    put(simd, here, all(simd, printed.speed), &mut rows.speed);
                    put(simd, here, minus(all(simd, printed.power), off), &mut rows.power);
                    put(simd, here, all(simd, printed.radius), &mut rows.radius);
                }
            }
            batch.note_each(powered, |batch, lane| {
                let rows = &batch.ships[ship];
                let bars = std::array::from_fn(|group| [rows.red[group].0[lane], rows.yellow[group].0[lane]]);
                let [speed, power, radius] = [&rows.speed, &rows.power, &rows.radius].map(|row| row.0[lane]);
                Event::Power { ship: tables.ships.id(ship), speed, power, radius, bars }
            });
            afloat & !powered
        },
    )
}

/// Fills a red box of each bar, or yellow ones where no red box is open.
#[inline(always)]
fn charge<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, afloat: LaneMask) {
    let rows = &mut batch.ships[ship];
    for (group, of) in tables.ships[ship].groups.iter().enumerate() {
        let intact = flags(simd, afloat & !rows.destroyed[group]);
        let (red, yellow) = (load(simd, &rows.red[group]), load(simd, &rows.yellow[group]));
        let open = lt(red, all(simd, of.printed.red));
        store(pick(intact & open, red + all(simd, 1), red), &mut rows.red[group]);
        let filled = min(all(simd, of.printed.yellow), plus(yellow, all(simd, of.printed.count)));
        store(pick(intact & !open, filled, yellow), &mut rows.yellow[group]);
    }
}

/// Lanes in which a ship may choose each line of its curve, and what comes off the power.
#[inline(always)]
pub fn speeds<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    ship: usize,
    afloat: LaneMask,
) -> ([LaneMask; MAX_LINES], Bytes<S>) {
    let (table, rows) = (&tables.ships[ship], &batch.ships[ship]);
    let modifier = lookup16(simd, &table.modifiers, load(simd, &rows.hull));
    let off = plus(modifier, load(simd, &rows.relays));
    let now = load(simd, &rows.speed);
    let mut legal = [0; MAX_LINES];
    for (lanes, line) in legal.iter_mut().zip(&table.design.curve) {
        let speed = all(simd, line.speed);
        let far = gt(minus(speed, now) | minus(now, speed), all(simd, 1));
        *lanes = afloat & mask(ge(all(simd, line.power), off) & !far);
    }
    (legal, off)
}

/// Ships break apart one after another, those of the player with the initiative first.
fn break_apart(tables: &Tables, batch: &mut Batch, unpowered: &[LaneMask; MAX_UNITS]) {
    if unpowered.iter().all(|lanes| *lanes == 0) {
        return;
    }
    for half in 0..2 {
        for side in Side::BOTH {
            let lanes = batch.acts(side, half);
            for ship in tables.ships.side(side) {
                for lane in lanes_of(lanes & unpowered[ship] & batch.ships[ship].alive) {
                    let first = batch.first(lane);
                    effects::break_apart(&mut Lane { tables, batch, lane }, tables.ships.id(ship), first);
                }
            }
        }
    }
}
