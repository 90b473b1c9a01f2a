//! Damage and criticals (TALON 8.4, 8.5).
//!
//! Phase: whenever something hits a ship. Reads `acted` and `step`; writes `shields`, `reinforced`, `hull`, what criticals change,
//! `alive` and `exploding`.

use lanchester_lanes::ops::{
    all, eq, flags, half, is_zero, le, load, lookup16, mask, min, only, pick, store, store_where,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use super::state::{Batch, apart};
use super::tables::Tables;
use crate::arcs::Arc;
use crate::design::MAX_GROUPS;
use crate::event::{Event, Loss, Marker};
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
                    mark_in_lane(tables, batch, ship, lane, points.0[lane]);
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

/// Damage to a ship in one lane.
pub fn damage_in_lane(tables: &Tables, batch: &mut Batch, ship: usize, lane: usize, arc: Arc, points: u8) {
    batch.changed |= 1 << ship;
    let acted = batch.acted[tables.ships.side_of(ship)] >> lane & 1;
    let start = batch.step + acted as u8;
    let rows = &mut batch.ships[ship];
    if rows.alive >> lane & 1 == 0 {
        return;
    }
    let mut left = points;
    let (mut absorbed, mut shield) = (0, 0);
    if rows.has(Marker::ShieldsDown) >> lane & 1 == 0 {
        for nth in 0..IMPULSES {
            let value = &mut rows.reinforced[usize::from((start + nth) % IMPULSES)].0[lane];
            if *value == 0 || usize::from(*value & 3) != arc.index() {
                continue;
            }
            let takes = left.min(*value >> 2);
            absorbed += takes;
            left -= takes;
            *value = if takes == *value >> 2 { 0 } else { *value - 4 * takes };
        }
        let boxes = &mut rows.shields[arc.index()].0[lane];
        shield = left.min(*boxes);
        *boxes -= shield;
        left -= shield;
    }
    batch.note(lane, Event::Damage { ship: tables.ships.id(ship), arc, absorbed, shield, hull: left });
    mark_in_lane(tables, batch, ship, lane, left);
}

/// Marks hull boxes from left to right (TALON 8.4.3).
fn mark_in_lane(tables: &Tables, batch: &mut Batch, ship: usize, lane: usize, points: u8) {
    let hull = &tables.ships[ship].design.hull;
    let mut pending = points;
    while pending > 0 {
        pending -= 1;
        let marked = &mut batch.ships[ship].hull.0[lane];
        let critical = hull[usize::from(*marked)].critical;
        *marked += 1;
        if usize::from(*marked) == hull.len() {
            return lose_in_lane(tables, batch, ship, lane, Loss::Destroyed);
        }
        if critical {
            pending += critical_in_lane(tables, batch, ship, lane);
            if batch.ships[ship].alive >> lane & 1 == 0 {
                return;
            }
        }
    }
}

/// A roll on the Critical Damage Table (TALON 8.5); returns the hull damage that it adds.
fn critical_in_lane(tables: &Tables, batch: &mut Batch, ship: usize, lane: usize) -> u8 {
    let dice: [u8; 2] = batch.pool_in_lane(lane);
    let result = dice[0] + dice[1];
    let group = if matches!(result, 5 | 9) { group_in_lane(tables, batch, ship, lane) } else { None };
    batch.note(lane, Event::Critical { ship: tables.ships.id(ship), dice, group });
    let (base, most) = (tables.ships[ship].design.base, tables.options.critical_stack);
    let rows = &mut batch.ships[ship];
    let bit = 1 << lane;
    let marker = match result {
        3 => {
            rows.reinforced.iter_mut().for_each(|row| row.0[lane] = 0);
            Some(Marker::ShieldsDown)
        }
        4 if !base => Some(Marker::HelmDown),
        11 => Some(Marker::PowerLoss),
        _ => None,
    };
    if let Some(marker) = marker {
        let number = marker as usize;
        rows.received[number] |= bit & !rows.markers[number];
        rows.markers[number] |= bit;
    }
    match result {
        2 => return 3,
        5 | 9 => {
            if let Some(group) = group {
                rows.destroyed[usize::from(group)] |= bit;
            }
        }
        6 if !base => rows.thrusters.0[lane] = most.min(rows.thrusters.0[lane] + 1),
        8 => rows.relays.0[lane] = most.min(rows.relays.0[lane] + 1),
        // That its FTL is offline keeps it from a retreat, which no policy makes.
        10 => return 1,
        12 => lose_in_lane(tables, batch, ship, lane, Loss::CoreBreach),
        _ => {}
    }
    0
}

/// The weapon group that dice choose, if there is one to choose.
fn group_in_lane(tables: &Tables, batch: &mut Batch, ship: usize, lane: usize) -> Option<u8> {
    let mut groups = [0; MAX_GROUPS];
    let mut count = 0;
    for group in 0..tables.ships[ship].groups.len() {
        if tables.options.destroyed_groups_count || batch.ships[ship].destroyed[group] >> lane & 1 == 0 {
            groups[count] = group as u8;
            count += 1;
        }
    }
    highest_in_lane(batch, lane, &mut groups[..count])
}

/// One of several (four at most), by a die for each: the highest, ties rolled again among themselves.
pub fn highest_in_lane(batch: &mut Batch, lane: usize, of: &mut [u8]) -> Option<u8> {
    let mut left = of.len();
    while left > 1 {
        let mut faces = [0; 4];
        batch.dice.pool_in(lane, &mut faces[..left]);
        let most = faces.into_iter().max();
        let mut kept = 0;
        for place in 0..left {
            if Some(faces[place]) == most {
                of[kept] = of[place];
                kept += 1;
            }
        }
        left = kept;
    }
    of.first().copied()
}

/// A ship goes out of the game in one lane; one that was destroyed has yet to explode.
pub fn lose_in_lane(tables: &Tables, batch: &mut Batch, ship: usize, lane: usize, loss: Loss) {
    let rows = &mut batch.ships[ship];
    rows.alive &= !(1 << lane);
    if loss == Loss::Retreated {
        rows.retreated |= 1 << lane;
    } else {
        batch.exploding[lane] |= 1 << ship;
    }
    batch.note(lane, Event::Lost { ship: tables.ships.id(ship), loss });
}
