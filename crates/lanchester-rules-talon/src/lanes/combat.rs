//! Fire (TALON 8.1 to 8.3).
//!
//! Phase: fire. Writes `sight`, `red`, `yellow`, `contact`, `missiles`, and what damage and explosions write.

use lanchester_core::Side;
use lanchester_lanes::hex::Facing;
use lanchester_lanes::ops::{
    all, all_scores, eq, gt, is_zero, load, load_scores, lookup16, lookup64, mask, min, pick, pick_scores, store,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LANES, LaneMask, Row, Simd};

use super::chooser::combat::{aim, fires};
use super::chooser::missiles::launch_facing;
use super::damage::damage;
use super::lane::Lane;
use super::state::{Batch, MAX_TARGETS, NONE, Sight, apart, arc, missile_id, put, range};
use super::tables::{GroupTable, Tables};
use crate::arcs::Arc;
use crate::design::MAX_SHIPS;
use crate::effects::{explode, launch, strike, sweep};
use crate::event::{Event, Target, code};
use crate::position::Position;

/// Sides of the dice.
static SIX: Row = Row([6; LANES]);

/// A group of a ship that fires.
#[derive(Clone, Copy, Debug)]
pub struct Firer {
    /// Whose turn it is.
    pub side: Side,
    /// The ship's place in the line-up.
    pub ship: usize,
    /// The group, from 0.
    pub group: usize,
}

/// All ships of a side fire, in slot order, their groups in print order.
#[inline(always)]
pub fn fire_step<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, lanes: LaneMask) {
    for ship in tables.ships.side(side) {
        let afloat = lanes & batch.ships[ship].alive;
        if afloat == 0
            || (0..tables.ships[ship].groups.len()).all(|g| charged(simd, tables, batch, ship, g) & afloat == 0)
        {
            continue;
        }
        look(simd, tables, batch, side, ship, afloat);
        let mut opened = 0;
        for group in 0..tables.ships[ship].groups.len() {
            let firer = Firer { side, ship, group };
            opened |= fire(simd, tables, batch, firer, afloat, opened);
        }
    }
}

/// Lanes in which a group is intact and its bar full.
#[inline(always)]
pub fn charged<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize, group: usize) -> LaneMask {
    let (printed, rows) = (&tables.ships[ship].groups[group].printed, &batch.ships[ship]);
    let red = eq(load(simd, &rows.red[group]), all(simd, printed.red));
    let full = red & eq(load(simd, &rows.yellow[group]), all(simd, printed.yellow));
    mask(full) & !rows.destroyed[group]
}

/// Measures range and arc of every target of a ship.
#[inline(always)]
pub fn look<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, ship: usize, lanes: LaneMask) {
    apart(
        simd,
        #[inline(always)]
        || {
            for target in 0..tables.ships.side(side.opponent()).len() {
                look_at(simd, tables, batch, side, ship, target);
            }
            for (number, missile) in tables.missiles.side(side.opponent()).enumerate() {
                if batch.missiles[missile].flying & lanes != 0 {
                    look_at(simd, tables, batch, side, ship, MAX_SHIPS + number);
                }
            }
        },
    )
}

/// Measures range and arc of one target.
#[inline(always)]
fn look_at<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, ship: usize, target: usize) {
    let opponent = side.opponent();
    let there = match target.checked_sub(MAX_SHIPS) {
        None => batch.ships[tables.ships.side(opponent).start + target].place.hexes(simd),
        Some(number) => batch.missiles[tables.missiles.side(opponent).start + number].place.hexes(simd),
    };
    let place = &batch.ships[ship].place;
    let here = place.hexes(simd);
    store(min(range(simd, here, there), all(simd, 15)), &mut batch.sight.range[target]);
    let facing = load(simd, &batch.ships[ship].place.facing);
    store(arc(simd, tables, here, facing, there), &mut batch.sight.arc[target]);
}

/// Works out where a group bears; lanes in which it bears on anything.
#[inline(always)]
pub fn bear<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, firer: Firer, lanes: LaneMask) -> LaneMask {
    let of = &tables.ships[firer.ship].groups[firer.group];
    let opponent = firer.side.opponent();
    let mut any = 0;
    batch.sight.bears = [0; MAX_TARGETS];
    for (slot, enemy) in tables.ships.side(opponent).enumerate() {
        let there = lanes & batch.ships[enemy].alive;
        any |= bears_on(simd, of, &mut batch.sight, slot, there);
    }
    if !of.ships_alone {
        for (number, missile) in tables.missiles.side(opponent).enumerate() {
            let flying = batch.missiles[missile].flying & lanes;
            if flying != 0 {
                any |= bears_on(simd, of, &mut batch.sight, MAX_SHIPS + number, flying);
            }
        }
    }
    any
}

/// Works out where a group bears on one target.
#[inline(always)]
fn bears_on<S: Simd>(simd: S, of: &GroupTable, sight: &mut Sight, target: usize, there: LaneMask) -> LaneMask {
    // Nothing reaches its own hex, whose arc is unspecified.
    let reached = lookup16(simd, &of.reaches, load(simd, &sight.range[target]));
    let seen = lookup16(simd, &of.arcs, load(simd, &sight.arc[target]));
    sight.bears[target] = there & mask(!is_zero(simd, reached & seen));
    sight.bears[target]
}

/// Lanes in which no missile of a weapon of a launching group is in flight.
pub fn idle(tables: &Tables, batch: &Batch, firer: Firer, weapon: u8) -> LaneMask {
    let of = &tables.ships[firer.ship].groups[firer.group];
    if of.launches { !batch.missiles[of.first_missile + usize::from(weapon)].flying } else { !0 }
}

/// Lanes in which a group that may fire does.
#[inline(always)]
pub fn begins<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, firer: Firer, afloat: LaneMask) -> LaneMask {
    let Firer { ship, group, .. } = firer;
    let ready = afloat & batch.ships[ship].alive & charged(simd, tables, batch, ship, group);
    if ready == 0 {
        return 0;
    }
    let count = tables.ships[ship].groups[group].printed.count;
    let waiting = (0..count).fold(0, |any, weapon| any | idle(tables, batch, firer, weapon));
    let can = bear(simd, tables, batch, firer, ready & waiting);
    if can == 0 { 0 } else { can & fires(simd, tables, batch, firer, can) }
}

/// One group's fire; lanes in which it fired. In the lanes of `opened` the ship's stream is open.
#[inline(always)]
fn fire<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    firer: Firer,
    afloat: LaneMask,
    opened: LaneMask,
) -> LaneMask {
    apart(
        simd,
        #[inline(always)]
        || {
            let Firer { side, ship, group } = firer;
            let of = &tables.ships[ship].groups[group];
            let firing = begins(simd, tables, batch, firer, afloat);
            if firing == 0 {
                return 0;
            }
            let slot = tables.ships.slot_of(ship).into();
            if firing & !opened != 0 {
                batch.open(simd, firing & !opened, side, |seat| code::fire(seat, slot));
            }
            let rows = &mut batch.ships[ship];
            put(simd, firing, all(simd, 0), &mut rows.red[group]);
            put(simd, firing, all(simd, 0), &mut rows.yellow[group]);
            for weapon in 0..of.printed.count {
                let rows = &batch.ships[ship];
                let lanes = firing & rows.alive & !rows.destroyed[group] & idle(tables, batch, firer, weapon);
                let shots = if lanes == 0 { 0 } else { bear(simd, tables, batch, firer, lanes) };
                if shots == 0 {
                    continue;
                }
                put(simd, shots, load(simd, &batch.round), &mut batch.fired);
                if of.sweeps {
                    lanes_of(shots).for_each(|lane| sweep_all(tables, batch, firer, lane));
                } else if of.launches {
                    launch_all(simd, tables, batch, firer, weapon, shots);
                } else {
                    shoot(simd, tables, batch, firer, shots);
                }
                for lane in lanes_of(shots) {
                    if batch.exploding[lane] != 0 {
                        explode(&mut Lane { tables, batch, lane }, side);
                    }
                }
            }
            firing
        },
    )
}

/// One weapon's shot at one target in each lane of `shots`.
#[inline(always)]
fn shoot<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, firer: Firer, shots: LaneMask) {
    apart(
        simd,
        #[inline(always)]
        || {
            let of = &tables.ships[firer.ship].groups[firer.group];
            let mut targets = Row::ZERO;
            aim(simd, tables, batch, firer, &mut targets);
            let mut faces = [Row::ZERO];
            batch.dice.faces(simd, shots, &SIX, &mut faces);
            let target = load(simd, &targets);
            let mut plain = shots & mask(gt(all(simd, MAX_SHIPS as u8), target));
            if of.displaces {
                plain = 0;
            }
            if plain != 0 {
                shoot_ships(simd, tables, batch, firer, plain, target, load(simd, &faces[0]));
            }
            for lane in lanes_of(shots & !plain) {
                let target = named(targets.0[lane]);
                let push = match target {
                    Target::Ship(slot) => push_in_lane(tables, batch, firer, slot, lane),
                    Target::Missile(_) => None,
                };
                let (ship, group) = (tables.ships.id(firer.ship), firer.group as u8);
                strike(&mut Lane { tables, batch, lane }, ship, group, target, push, faces[0].0[lane]);
                if let (Target::Ship(slot), Some(_)) = (target, push) {
                    look_in_lane(tables, batch, firer, slot.into(), lane);
                }
            }
        },
    )
}

/// What was aimed at, as events have it.
pub fn named(target: u8) -> Target {
    target.checked_sub(MAX_SHIPS as u8).map_or(Target::Ship(target), Target::Missile)
}

/// Shots at ships that displace nothing.
#[inline(always)]
fn shoot_ships<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    firer: Firer,
    plain: LaneMask,
    target: Bytes<S>,
    face: Bytes<S>,
) {
    apart(
        simd,
        #[inline(always)]
        || {
            let Firer { side, ship, group } = firer;
            let enemies = tables.ships.side(side.opponent());
            let mut there = (all_scores(simd, 0), all_scores(simd, 0));
            let (mut facing, mut hexes) = (all(simd, 0), all(simd, 0));
            for (slot, enemy) in enemies.clone().enumerate() {
                let here = eq(target, all(simd, slot as u8));
                let place = &batch.ships[enemy].place;
                there.0 = pick_scores(simd, here, load_scores(simd, &place.q), there.0);
                there.1 = pick_scores(simd, here, load_scores(simd, &place.h), there.1);
                facing = pick(here, load(simd, &place.facing), facing);
                hexes = pick(here, load(simd, &batch.sight.range[slot]), hexes);
            }
            let hit = arc(simd, tables, there, facing, batch.ships[ship].place.hexes(simd));
            let eighth = hexes + hexes;
            let place = eighth + eighth + eighth + eighth + face;
            let points = lookup64(simd, &tables.ships[ship].groups[group].damage, place);
            if batch.records() {
                let mut rows = [Row::ZERO; 5];
                for (row, bytes) in rows.iter_mut().zip([target, hexes, hit, face, points]) {
                    store(bytes, row);
                }
                batch.note_each(plain, |_, lane| {
                    let [target, range, arc, face, damage] = [0, 1, 2, 3, 4].map(|row: usize| rows[row].0[lane]);
                    let arc = Some(Arc::ALL[usize::from(arc)]);
                    let (ship, group, target) = (tables.ships.id(ship), group as u8, named(target));
                    Event::Fire { ship, group, target, range, arc, push: None, face, damage }
                });
            }
            let hits = plain & mask(!is_zero(simd, points));
            for (slot, enemy) in enemies.enumerate() {
                let struck = hits & mask(eq(target, all(simd, slot as u8)));
                if struck != 0 {
                    damage(simd, tables, batch, enemy, struck, hit, points);
                }
            }
        },
    )
}

/// The direction in which a shot displaces a ship, if it does (TALON P.14).
pub fn push_in_lane(tables: &Tables, batch: &Batch, firer: Firer, slot: u8, lane: usize) -> Option<Facing> {
    let enemy = tables.ships.side(firer.side.opponent()).start + usize::from(slot);
    if !tables.ships[firer.ship].groups[firer.group].displaces || tables.ships[enemy].design.base {
        return None;
    }
    let (from, to) = (batch.ships[firer.ship].place.hex(lane), batch.ships[enemy].place.hex(lane));
    crate::arcs::directions_away(from, to).map(|[one, _]| one)
}

/// Measures a ship again that was displaced.
fn look_in_lane(tables: &Tables, batch: &mut Batch, firer: Firer, slot: usize, lane: usize) {
    let enemy = tables.ships.side(firer.side.opponent()).start + slot;
    let hex = batch.ships[enemy].place.hex(lane);
    batch.sight.range[slot].0[lane] = batch.ships[firer.ship].place.hex(lane).distance(hex).min(15) as u8;
    let at = batch.ships[firer.ship].place.at(lane);
    if let Some(arc) = Arc::of(at.hex, at.facing, hex, tables.options.arc_boundary) {
        batch.sight.arc[slot].0[lane] = arc.index() as u8;
    }
}

/// A fusion cannon's shot at all that it bears on.
fn sweep_all(tables: &Tables, batch: &mut Batch, firer: Firer, lane: usize) {
    let (mut targets, mut count) = ([Target::Ship(NONE); MAX_TARGETS], 0);
    for (number, bears) in batch.sight.bears.iter().enumerate() {
        if bears >> lane & 1 == 1 {
            targets[count] = named(number as u8);
            count += 1;
        }
    }
    sweep(&mut Lane { tables, batch, lane }, tables.ships.id(firer.ship), firer.group as u8, &targets[..count]);
}

/// A weapon launches its missile in each lane of `shots`; it hits at once when its target is in the hex where it is placed.
#[inline(always)]
fn launch_all<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, firer: Firer, weapon: u8, shots: LaneMask) {
    let Firer { side, ship, group } = firer;
    let missile = tables.ships[ship].groups[group].first_missile + usize::from(weapon);
    let mut targets = Row::ZERO;
    aim(simd, tables, batch, firer, &mut targets);
    for lane in lanes_of(shots) {
        let target = targets.0[lane];
        let enemy = tables.ships.side(side.opponent()).start + usize::from(target);
        let begins = batch.ships[ship].place.at(lane).ahead();
        let at = Position { facing: launch_facing(begins.hex, batch.ships[enemy].place.hex(lane)), ..begins };
        let (ship, missile) = (tables.ships.id(ship), missile_id(tables, missile));
        launch(&mut Lane { tables, batch, lane }, ship, group as u8, missile, target, at);
    }
}
