//! The combat phase in every lane: every ship declares, rolls and marks, against the records of the phase's beginning.
//!
//! Phase: combat. Writes `before` and `leads` of flights when the phase begins, then `contact`, `dice`, `served`, and what
//! `targets`, `damage`, `stacks` and `explosions` write.

use lanchester_core::Side;
use lanchester_lanes::ops::{all, eq, gt, has_bits, is_zero, load, lookup16, lookup64, mask, pick, store};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Row, Simd};

use crate::design::MAX_MOUNTS;
use crate::event::{Attack, Event, Target, code};
use crate::lanes::chooser::targets::declare;
use crate::lanes::damage::{aimed_at, damage, open_faces, penetrate, times};
use crate::lanes::equipment::{look_at_armour, works};
use crate::lanes::explosions::lose_if_beaten;
use crate::lanes::stacks::{leaders, shoot_down};
use crate::lanes::state::{Batch, FLIGHTS};
use crate::lanes::tables::Tables;
use crate::options::Declare;

/// Faces that hit by needed number (bit 0: face 1): a 1 never, above 6 only natural sixes, which are pooled.
static HITTING: Row = Row(hitting());

const fn hitting() -> [u8; 64] {
    let mut table = [0; 64];
    let mut need = 0;
    while need < 64 {
        let least = if need < 2 {
            2
        } else if need > 6 {
            6
        } else {
            need
        };
        table[need] = 0b11_1111 & !((1 << (least - 1)) - 1);
        need += 1;
    }
    table
}

/// The combat phase in the lanes of `live`.
#[inline(always)]
pub fn combat_phase<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    if batch.records() {
        note_first(batch, live);
    }
    look(simd, tables, batch, live);
    for (side, lanes) in order(simd, batch) {
        for me in tables.ships.side(side) {
            let asked = live & lanes & batch.ships[me].alive;
            if asked != 0 {
                batch.served.fire.count(asked);
                simd.vectorize(
                    #[inline(always)]
                    || fire_ship(simd, tables, batch, me, asked),
                );
            }
        }
    }
    for ship in 0..tables.ships.len() {
        lose_if_beaten(simd, tables, batch, ship, live);
    }
}

/// The sides whose ships attack one after another, and in which lanes: the winner of the throw first in odd turns.
///
/// LANES: attacks slash enemies only, and nobody looks at slashes on its own side, so who goes first matters to records
/// alone; without them all lanes go together.
#[inline(always)]
fn order<S: Simd>(simd: S, batch: &Batch) -> [(Side, LaneMask); 3] {
    if !batch.records() {
        return [(Side::A, !0), (Side::B, !0), (Side::A, 0)];
    }
    let odd = mask(has_bits(simd, load(simd, &batch.turn), 1));
    let a_first = batch.first_a ^ !odd;
    [(Side::A, a_first), (Side::B, !0), (Side::A, !a_first)]
}

fn note_first(batch: &mut Batch, live: LaneMask) {
    for lane in lanes_of(live) {
        if batch.turn.0[lane] == 1 {
            let key = lanchester_lanes::dice::BattleKey(batch.keys[lane]);
            let mut dice = lanchester_lanes::dice::KeyedDice::new(key);
            let (throws, dice) = crate::lanes::setup::throw(&mut dice, code::COMBAT, batch.battles[lane]);
            let first = if dice[0] > dice[1] { Side::A } else { Side::B };
            batch.note(lane, Event::CombatDice { throws, dice, first });
        }
    }
}

/// Remembers what attacks of this phase look at, and which flights lead their stacks.
#[inline(always)]
fn look<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    for ship in 0..tables.ships.len() {
        let st = &tables.ships[ship];
        look_at_armour(simd, tables, batch, ship, live);
        let (rows, before) = (&batch.ships[ship], &mut batch.before[ship]);
        // LANES: other lanes may be in another phase, and look again before they need it.
        before.shields = rows.shields;
        if tables.options.declare == Declare::Phase {
            before.hull = rows.hull;
        }
        before.weapons[..st.mounts.len()].copy_from_slice(&rows.weapons[..st.mounts.len()]);
        before.ecm = mask(works(simd, st, rows, st.ecm));
    }
    for side in Side::BOTH {
        for flight in tables.flights.side(side) {
            batch.flights[flight].leads = leaders(simd, tables, batch, flight) & live;
        }
    }
}

/// Fires with ship `me` in the lanes of `live`.
#[inline(always)]
fn fire_ship<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, live: LaneMask) {
    let shooting = declare(simd, tables, batch, me, live);
    if shooting == 0 {
        return;
    }
    batch.contact |= shooting;
    let side = tables.ships.side_of(me);
    let codes = [0, 1].map(|battle| code::fire(side.seat(battle), tables.ships.slot_of(me).into()));
    batch.open_stream(simd, codes, shooting);
    let enemies = tables.ships.side(side.opponent());
    let flights = tables.flights.side(side.opponent());
    for battery in 0..tables.ships[me].batteries.len() {
        for (slot, enemy) in enemies.clone().enumerate() {
            attack(simd, tables, batch, me, battery, slot as u8, Some(enemy));
        }
        for slot in 0..flights.len() {
            attack(simd, tables, batch, me, battery, FLIGHTS + slot as u8, None);
        }
    }
}

/// Rolls one battery's attack on one target, where it has declared one.
#[inline(always)]
fn attack<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    me: usize,
    battery: usize,
    code: u8,
    enemy: Option<usize>,
) {
    let ship = &tables.ships[me];
    let weapon = &ship.design.batteries[battery];
    let mut weapons = all(simd, 0);
    let (mut need, mut range) = (weapons, weapons);
    for &mount in &ship.batteries[battery].mounts {
        let declared = &batch.declared[mount];
        let here = eq(load(simd, &declared.target), all(simd, code));
        weapons += aimed_at(simd, &declared.target, code, load(simd, &batch.before[me].weapons[mount]));
        need = pick(here, load(simd, &declared.need), need);
        range = pick(here, load(simd, &declared.range), range);
    }
    let firing = mask(!is_zero(simd, weapons));
    if firing == 0 {
        return;
    }
    let mut dice = Row::ZERO;
    store(times(simd, weapons, weapon.rof), &mut dice);
    let mut faces = Row::ZERO;
    store(lookup64(simd, &HITTING, need), &mut faces);
    let mut hits = batch.dice.count_faces(simd, &dice, &faces);
    let hard = firing & mask(gt(need, all(simd, 6)));
    let mut needs = Row::ZERO;
    store(need, &mut needs);
    for lane in lanes_of(hard) {
        hits.0[lane] /= needs.0[lane] - 5;
    }
    let mut through = Row::ZERO;
    if let Some(enemy) = enemy {
        let mut count = Row::ZERO;
        store(times(simd, load(simd, &hits), weapon.pen), &mut count);
        let table = open_faces(tables.ships[enemy].design.shields, weapon.abilities);
        let mut open = Row::ZERO;
        store(lookup16(simd, &table, load(simd, &batch.before[enemy].shields)), &mut open);
        through = penetrate(simd, batch, &count, &open, weapon.abilities.re_roll);
    }
    if batch.records() {
        let mut ranges = Row::ZERO;
        store(range, &mut ranges);
        note(tables, batch, me, battery, code, firing, [&ranges, &needs, &dice, &hits, &through]);
    }
    match enemy {
        Some(enemy) => {
            let mut count = Row::ZERO;
            store(times(simd, load(simd, &through), weapon.dmg), &mut count);
            damage(simd, tables, batch, enemy, &count, weapon.abilities);
        }
        None => {
            let flight = tables.flights.side(tables.ships.side_of(me).opponent()).start + usize::from(code - FLIGHTS);
            shoot_down(simd, tables, batch, flight, &hits);
        }
    }
}

fn note(
    tables: &Tables,
    batch: &mut Batch,
    me: usize,
    battery: usize,
    code: u8,
    firing: LaneMask,
    [range, need, dice, hits, through]: [&Row; 5],
) {
    for lane in lanes_of(firing) {
        let mut weapons = [0; MAX_MOUNTS];
        for &mount in &tables.ships[me].batteries[battery].mounts {
            if batch.declared[mount].target.0[lane] == code {
                weapons[mount] = batch.before[me].weapons[mount].0[lane];
            }
        }
        let target = if code < FLIGHTS { Target::Ship(code) } else { Target::Flights(code - FLIGHTS) };
        let attack = Attack {
            ship: tables.ships.id(me),
            battery: battery as u8,
            target,
            weapons,
            range: range.0[lane],
            need: need.0[lane],
            dice: dice.0[lane],
            hits: hits.0[lane],
            through: through.0[lane],
        };
        batch.note(lane, Event::Attack { attack });
    }
}
