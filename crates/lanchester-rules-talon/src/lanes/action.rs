//! Action points and shield reinforcements.
//!
//! Phase: the beginning of a side's turn. Writes `reinforced`, `acted`, `yellow`, `slip`, `pending`, `charged`, `initiative` and the
//! target of a missile.

use lanchester_core::Side;
use lanchester_lanes::ops::{all, count_if, eq, gt, is_zero, load, lookup16, lt, mask};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use super::chooser::action::spend;
use super::state::{Batch, NONE, add, missile_id, put, take};
use super::tables::Tables;
use crate::arcs::Arc;
use crate::design::MAX_GROUPS;
use crate::event::{Event, Marker, Use};
use crate::options::PowerLoss;
use crate::weapons::Weapon;

/// What a point is spent on, by number.
pub mod uses {
    use super::MAX_GROUPS;

    /// A yellow box of group 0; those of the other groups follow.
    pub const CHARGE: u8 = 0;
    /// A marker for a side slip.
    pub const SLIP: u8 = MAX_GROUPS as u8;
    /// The marker of the turn radius a hex nearer.
    pub const POWER_TURN: u8 = SLIP + 1;
    /// A reinforcement of the forward arc; those of the others follow.
    pub const REINFORCE: u8 = POWER_TURN + 1;
    /// A marker to change the initiative.
    pub const CHANGE: u8 = REINFORCE + 4;
    /// A marker to defend it.
    pub const DEFEND: u8 = CHANGE + 1;
    /// A battery.
    pub const BATTERY: u8 = DEFEND + 1;
    /// Another target for a missile.
    pub const REDIRECT: u8 = BATTERY + 1;
    /// How many there are without the redirections.
    pub const COUNT: usize = REDIRECT as usize;
}

/// What a ship may spend its point on.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// Lanes in which it has a point.
    pub points: LaneMask,
    /// Lanes in which a battery supplies it.
    pub battery: LaneMask,
    /// Lanes in which each of [`uses`] is legal.
    pub legal: [LaneMask; uses::COUNT],
    /// Lanes in which it may redirect missiles, if there is one: see [`may_redirect`].
    pub redirects: LaneMask,
}

/// Reinforcements of a side expire that were placed in this impulse of the round before.
#[inline(always)]
pub fn expire<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, lanes: LaneMask) {
    for ship in tables.ships.side(side) {
        put(simd, lanes, all(simd, 0), &mut batch.ships[ship].reinforced[usize::from(batch.step)]);
    }
    batch.acted[side.index()] |= lanes;
}

/// Each ship of a side with a point spends it, in slot order.
#[inline(always)]
pub fn spend_points<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, lanes: LaneMask) {
    for ship in tables.ships.side(side) {
        let afloat = lanes & batch.ships[ship].alive;
        let (points, battery) = points(simd, tables, batch, ship, afloat);
        if points == 0 {
            continue;
        }
        let open = open(simd, tables, batch, ship, points, battery);
        spend(simd, tables, batch, ship, &open);
        apply(simd, tables, batch, ship, &open);
    }
}

/// Lanes in which a ship has an action point, and those in which a battery supplies it.
#[inline(always)]
pub fn points<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize, afloat: LaneMask) -> (LaneMask, LaneMask) {
    let rows = &batch.ships[ship];
    let blocked = if tables.options.power_loss == PowerLoss::All { rows.has(Marker::PowerLoss) } else { 0 };
    let lanes = afloat & !blocked;
    let shows = &tables.shows[usize::from(batch.step)];
    let shown = lanes & mask(!is_zero(simd, lookup16(simd, shows, load(simd, &rows.power))));
    let battery = lanes & !shown & mask(gt(load(simd, &rows.charged), all(simd, 0)));
    (shown | battery, battery)
}

/// What a ship may spend its point on.
#[inline(always)]
pub fn open<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    ship: usize,
    points: LaneMask,
    battery: LaneMask,
) -> Open {
    let (table, rows, options) = (&tables.ships[ship], &batch.ships[ship], &tables.options);
    let side = tables.ships.side_of(ship);
    let mut legal = [0; uses::COUNT];
    let mut redirects = 0;
    for (group, of) in table.groups.iter().enumerate() {
        let intact = points & !rows.destroyed[group];
        legal[usize::from(uses::CHARGE) + group] =
            intact & mask(lt(load(simd, &rows.yellow[group]), all(simd, of.printed.yellow)));
        if of.printed.weapon == Weapon::Missile {
            redirects |= intact;
        }
    }
    if !table.design.base {
        legal[usize::from(uses::SLIP)] = points & !rows.slip;
    }
    legal[usize::from(uses::POWER_TURN)] = points & mask(gt(load(simd, &rows.pending), all(simd, 0)));
    let mut on_arc = [all(simd, 0); 4];
    let mut on_ship = all(simd, 0);
    for row in &rows.reinforced {
        let value = load(simd, row);
        let placed = !is_zero(simd, value);
        on_ship = count_if(simd, placed, on_ship);
        for (arc, count) in on_arc.iter_mut().enumerate() {
            *count = count_if(simd, placed & eq(value & all(simd, 3), all(simd, arc as u8)), *count);
        }
    }
    let room = lt(on_ship, all(simd, options.reinforcements_ship));
    for (arc, count) in on_arc.into_iter().enumerate() {
        let open = mask(room & lt(count, all(simd, options.reinforcements_arc)));
        legal[usize::from(uses::REINFORCE) + arc] = points & open & !rows.has(Marker::ShieldsDown);
    }
    let first = if side == Side::A { batch.first_a } else { !batch.first_a };
    legal[usize::from(uses::CHANGE)] = points & !first;
    legal[usize::from(uses::DEFEND)] = points & first;
    let empty = mask(lt(load(simd, &rows.charged), all(simd, table.design.batteries)));
    legal[usize::from(uses::BATTERY)] = points & empty & !battery;
    Open { points, battery, legal, redirects }
}

/// Whether a ship that may redirect missiles may have this one fly at the enemy in this slot, in one lane.
pub fn may_redirect(tables: &Tables, batch: &Batch, missile: usize, target: u8, lane: usize) -> bool {
    let flying = &batch.missiles[missile];
    let enemies = tables.ships.side(tables.missiles.side_of(missile).opponent());
    let enemy = &batch.ships[enemies.start + usize::from(target)];
    flying.flying >> lane & 1 == 1
        && enemy.alive >> lane & 1 == 1
        && flying.target.0[lane] != target
        && enemy.place.hex(lane) != flying.place.hex(lane)
}

/// Does what was chosen.
#[inline(always)]
fn apply<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, open: &Open) {
    let on = load(simd, &batch.spending.on);
    let spent = open.points & mask(!eq(on, all(simd, NONE)));
    if spent == 0 {
        return;
    }
    batch.changed |= 1 << ship;
    let (impulse, left) = (usize::from(batch.step), 4 * tables.options.reinforcement);
    let rows = &mut batch.ships[ship];
    take(simd, spent & open.battery, &mut rows.charged);
    for group in 0..tables.ships[ship].groups.len() {
        add(simd, spent & chose(simd, on, uses::CHARGE + group as u8), &mut rows.yellow[group]);
    }
    rows.slip |= spent & chose(simd, on, uses::SLIP);
    take(simd, spent & chose(simd, on, uses::POWER_TURN), &mut rows.pending);
    for arc in 0..4 {
        put(simd, spent & chose(simd, on, uses::REINFORCE + arc), all(simd, left + arc), &mut rows.reinforced[impulse]);
    }
    add(simd, spent & chose(simd, on, uses::BATTERY), &mut rows.charged);
    for (number, row) in [uses::CHANGE, uses::DEFEND].into_iter().zip(&mut batch.initiative) {
        add(simd, spent & chose(simd, on, number), row);
    }
    let first = tables.missiles.side(tables.ships.side_of(ship)).start;
    for lane in lanes_of(spent & chose(simd, on, uses::REDIRECT)) {
        let missile = first + usize::from(batch.spending.missile.0[lane]);
        batch.missiles[missile].target.0[lane] = batch.spending.target.0[lane];
    }
    batch.note_each(spent, |batch, lane| {
        let on = named(tables, batch, first, lane);
        Event::Spend { ship: tables.ships.id(ship), battery: open.battery >> lane & 1 == 1, on }
    });
}

/// Lanes in which this was chosen.
#[inline(always)]
fn chose<S: Simd>(simd: S, on: Bytes<S>, number: u8) -> LaneMask {
    mask(eq(on, all(simd, number)))
}

/// What was chosen in one lane, as events have it.
pub fn named(tables: &Tables, batch: &Batch, first: usize, lane: usize) -> Use {
    let Row(on) = &batch.spending.on;
    match on[lane] {
        uses::SLIP => Use::Slip,
        uses::POWER_TURN => Use::PowerTurn,
        uses::CHANGE => Use::ChangeInitiative,
        uses::DEFEND => Use::DefendInitiative,
        uses::BATTERY => Use::ChargeBattery,
        uses::REDIRECT => {
            let missile = first + usize::from(batch.spending.missile.0[lane]);
            Use::Redirect { missile: missile_id(tables, missile).slot, target: batch.spending.target.0[lane] }
        }
        arc @ uses::REINFORCE..uses::CHANGE => Use::Reinforce(Arc::ALL[usize::from(arc - uses::REINFORCE)]),
        group => Use::Charge(group),
    }
}
