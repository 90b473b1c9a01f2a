//! The combat phase in every lane: every ship declares, rolls and marks, against the records of the phase's beginning.

use lanchester_core::Side;
use lanchester_hex::clear_line;
use lanchester_hex::lanes::{bearing, crossing, distance};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, eq, flags, ge, gt, has_bits, is_zero, load, lookup16, lookup64, lt, mask, minus,
    mul_scores, only, pick, pick_scores, scores_gt, store, sub_scores, widen, widen_signed,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, Flags, LANES, LaneMask, Row, Simd};

use crate::design::MAX_MOUNTS;
use crate::event::{Attack, Event, Target, code};
use crate::lanes::damage::{aimed_at, damage, look_at_armour, open_faces, penetrate, times};
use crate::lanes::exchange::works;
use crate::lanes::movement::blast;
use crate::lanes::state::{Batch, MAX_BOTH, ship_of};
use crate::lanes::tables::{OUT_OF_RANGE, Tables};
use crate::objects::MAX_OBJECT_HEXES;
use crate::options::Declare;

/// The target of a mount that does not fire.
const NONE: u8 = 255;
/// Targets from here on are flights.
const FLIGHTS: u8 = 16;
/// The score of a target that is lost already: below every other.
const LAST: i16 = i16::MIN;

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
        for me in tables.side(side) {
            let asked = live & lanes & batch.ships[me].alive;
            if asked != 0 {
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
            let key = lanchester_dice::BattleKey(batch.keys[lane]);
            let mut dice = lanchester_dice::KeyedDice::new(key);
            let (throws, dice) = crate::lanes::setup::throw(&mut dice, code::COMBAT, batch.battle[lane]);
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
        for flight in tables.flights(side) {
            let rows = &batch.flights[flight];
            let (q, h) = (load(simd, &rows.q), load(simd, &rows.h));
            let mut leads = !is_zero(simd, load(simd, &rows.fighters));
            for other in tables.flights(side).start..flight {
                let with = &batch.flights[other];
                let same = eq(load(simd, &with.q), q) & eq(load(simd, &with.h), h);
                leads &= !(same & !is_zero(simd, load(simd, &with.fighters)));
            }
            batch.flights[flight].leads = mask(leads) & live;
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
    let side = tables.side_of(me);
    let codes = [0, 1].map(|battle| code::fire(side.seat(battle), tables.slot_of(me).into()));
    open_stream(simd, batch, codes, shooting);
    let enemies = tables.side(side.opponent());
    let flights = tables.flights(side.opponent());
    for battery in 0..tables.ships[me].batteries.len() {
        for (slot, enemy) in enemies.clone().enumerate() {
            attack(simd, tables, batch, me, battery, slot as u8, Some(enemy));
        }
        for slot in 0..flights.len() {
            attack(simd, tables, batch, me, battery, FLIGHTS + slot as u8, None);
        }
    }
}

/// Opens the stream of an activation in the lanes that roll: the first code (both below 256) where A has seat 0, the second
/// elsewhere.
#[inline(always)]
pub fn open_stream<S: Simd>(simd: S, batch: &mut Batch, codes: [u32; 2], rolling: LaneMask) {
    debug_assert!(codes.iter().all(|code| *code < 256), "{codes:?}");
    let [unswapped, swapped] = codes.map(|code| all(simd, code as u8));
    let mut codes = Row::ZERO;
    store(pick(flags(simd, batch.swapped), swapped, unswapped), &mut codes);
    batch.dice.open(simd, rolling, &batch.keys, &batch.turn, &codes);
}

/// A candidate target of the firing ship, the same for all its mounts.
struct Aim<S: Simd> {
    code: u8,
    away: Bytes<S>,
    arcs: Bytes<S>,
    penalty: Bytes<S>,
    near: LaneMask,
}

/// Chooses a target for every mount, by the policy's weights. Returns the lanes in which at least one mount fires.
///
/// Where ships declare one after another, those after the first see the slashes that their own side has made: fewer hull
/// boxes left, and targets that are lost, which they take only where there is no other.
#[inline(always)]
fn declare<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, live: LaneMask) -> LaneMask {
    let side = tables.side_of(me);
    let ship = &tables.ships[me];
    let weights = tables.policies[side].targets;
    let by_ship = tables.options.declare == Declare::Ship;
    let sees = by_ship && tables.slot_of(me) > 0;
    let mut best = [all_scores(simd, i16::MIN); MAX_MOUNTS];
    for declared in &mut batch.declared[..ship.mounts.len()] {
        declared.target = Row([NONE; LANES]);
    }
    let rows = &batch.ships[me];
    let here = (load(simd, &rows.q), load(simd, &rows.h));
    let my_blast = blast(simd, tables, batch, here);
    let mut shooting = 0;
    for (slot, enemy) in tables.side(side.opponent()).enumerate() {
        let (ft, other) = (&tables.ships[enemy], &batch.ships[enemy]);
        let there = (load(simd, &other.q), load(simd, &other.h));
        let alive = live & other.alive;
        let Some(mut aim) = aim(simd, tables, batch, me, there, alive, slot as u8) else { continue };
        let ecm = only(simd, flags(simd, batch.before[enemy].ecm), all(simd, 1));
        aim.penalty = my_blast + blast(simd, tables, batch, there) + ecm;
        let lost = load(simd, &batch.before[enemy].shields);
        let hull = load(simd, if by_ship { &other.hull } else { &batch.before[enemy].hull });
        let left = minus(all(simd, ft.design.hull), hull);
        let lost_already = sees.then(|| ge(load(simd, &other.marked), all(simd, ft.design.hull)));
        let mut appeal = all_scores(simd, ft.target_rating);
        appeal = sub_scores(appeal, mul_scores(widen(aim.away), all_scores(simd, weights.near.into())));
        appeal = sub_scores(appeal, mul_scores(widen(left), all_scores(simd, weights.finish.into())));
        for mount in 0..ship.mounts.len() {
            let battery = &ship.batteries[ship.mounts[mount]];
            let weapons = load(simd, &batch.before[me].weapons[mount]);
            let index = lookup64(simd, &battery.band, aim.away) | weapons;
            let plain = lookup64(simd, &battery.worth[0], index);
            let worth = if ft.ecm.is_none() {
                plain
            } else {
                pick(flags(simd, batch.before[enemy].ecm), lookup64(simd, &battery.worth[1], index), plain)
            };
            let each = widen_signed(lookup16(simd, &ft.worth_target[battery.reading], lost));
            let mut score = add_scores(appeal, mul_scores(widen(worth), each));
            if let Some(lost) = lost_already {
                score = pick_scores(simd, lost, all_scores(simd, LAST), score);
            }
            shooting |= propose(simd, tables, batch, me, mount, &aim, score, &mut best[mount]);
        }
    }
    if weights.flights > 0 {
        for (slot, flight) in tables.flights(side.opponent()).enumerate() {
            let other = &batch.flights[flight];
            let there = (load(simd, &other.q), load(simd, &other.h));
            let leads = live & other.leads;
            let Some(mut aim) = aim(simd, tables, batch, me, there, leads, FLIGHTS + slot as u8) else { continue };
            aim.penalty = my_blast + blast(simd, tables, batch, there) + all(simd, 1);
            let near = mul_scores(widen(aim.away), all_scores(simd, weights.near.into()));
            let lost_already = sees.then(|| shot_down(simd, tables, batch, flight));
            for mount in 0..ship.mounts.len() {
                let battery = ship.mounts[mount];
                if ship.design.batteries[battery].abilities.spares_fighters() {
                    continue;
                }
                let tables_of = &ship.batteries[battery];
                let weapons = load(simd, &batch.before[me].weapons[mount]);
                let index = lookup64(simd, &tables_of.band, aim.away) | weapons;
                let kills = widen(lookup64(simd, &tables_of.kills, index));
                let mut score = sub_scores(mul_scores(kills, all_scores(simd, 4 * i16::from(weights.flights))), near);
                if let Some(lost) = lost_already {
                    score = pick_scores(simd, lost, all_scores(simd, LAST), score);
                }
                shooting |= propose(simd, tables, batch, me, mount, &aim, score, &mut best[mount]);
            }
        }
    }
    shooting
}

/// Lanes in which no fighter is left in the hex of a flight that led its stack when the phase began.
#[inline(always)]
fn shot_down<S: Simd>(simd: S, tables: &Tables, batch: &Batch, leader: usize) -> Flags<S> {
    let rows = &batch.flights[leader];
    let (q, h) = (load(simd, &rows.q), load(simd, &rows.h));
    let mut left = all(simd, 0);
    for flight in leader..tables.flights(tables.side_of_flight(leader)).end {
        let rows = &batch.flights[flight];
        let same = eq(load(simd, &rows.q), q) & eq(load(simd, &rows.h), h);
        left |= only(simd, same, load(simd, &rows.fighters));
    }
    is_zero(simd, left)
}

/// What the firing ship sees of a target, if any lane has it in range and in sight.
#[inline(always)]
fn aim<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    me: usize,
    (q, h): (Bytes<S>, Bytes<S>),
    there: LaneMask,
    code: u8,
) -> Option<Aim<S>> {
    let (ship, rows) = (&tables.ships[me], &batch.ships[me]);
    let (dq, dh) = (q - load(simd, &rows.q), h - load(simd, &rows.h));
    let away = distance(dq, dh);
    let mut near = there & mask(lanchester_lanes::ops::le(away, all(simd, ship.reach)) & !is_zero(simd, away));
    if let Some(field) = &tables.field {
        near &= !field.hidden([load(simd, &rows.q), load(simd, &rows.h)], [q, h], near);
    }
    if near & batch.blasted != 0 {
        near &= !blocked(simd, tables, batch, me, (dq, dh), near);
    }
    if near == 0 {
        return None;
    }
    let facing = load(simd, &rows.facing);
    let index = bearing(simd, dq, dh) + all(simd, 24) - (facing + facing + facing + facing);
    Some(Aim { code, away, arcs: lookup64(simd, &ship.arcs, index), penalty: away, near })
}

/// Lanes of `asked` in which an explosion blocks the line along `line` from ship `me`, or an explosion and an object do
/// together.
#[inline(always)]
fn blocked<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    me: usize,
    line: (Bytes<S>, Bytes<S>),
    asked: LaneMask,
) -> LaneMask {
    let rows = &batch.ships[me];
    let (mut through, mut beside) = (0, 0);
    let mut sides = all(simd, 0);
    for other in &batch.ships[..tables.ships.len()] {
        let strong = !other.alive & mask(!is_zero(simd, load(simd, &other.strength)));
        if strong & asked == 0 {
            continue;
        }
        let off = (load(simd, &other.q) - load(simd, &rows.q), load(simd, &other.h) - load(simd, &rows.h));
        let (inside, side) = crossing(simd, line, off);
        through |= mask(inside) & strong;
        sides = lanchester_lanes::ops::count_if(simd, side & flags(simd, strong), sides);
        beside |= mask(side) & strong;
    }
    // One explosion beside the line is not enough, unless an object is; with two it depends on which.
    let objects = tables.field.as_ref().map_or(&[][..], |field| &field.hexes);
    let enough = if objects.is_empty() { all(simd, 1) } else { all(simd, 0) };
    let doubtful = beside & mask(gt(sides, enough)) & asked & !through;
    for lane in lanes_of(doubtful) {
        let from = batch.hex(me, lane);
        let mut to = [Row::ZERO; 2];
        store(line.0, &mut to[0]);
        store(line.1, &mut to[1]);
        let to = lanchester_hex::Hex {
            q: from.q.wrapping_add(to[0].0[lane] as i8),
            h: from.h.wrapping_add(to[1].0[lane] as i8),
        };
        let mut blocking = [from; MAX_BOTH + MAX_OBJECT_HEXES];
        let mut count = objects.len();
        blocking[..count].copy_from_slice(objects);
        for (ship, other) in batch.ships[..tables.ships.len()].iter().enumerate() {
            if other.strength.0[lane] > 0 && other.alive >> lane & 1 == 0 {
                blocking[count] = batch.hex(ship, lane);
                count += 1;
            }
        }
        if !clear_line(from, to, &blocking[..count]) {
            through |= 1 << lane;
        }
    }
    through & asked
}

/// Lets a mount take a target where it bears and the score is better. Returns the lanes in which it may fire at it.
#[inline(always)]
fn propose<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    me: usize,
    mount: usize,
    aim: &Aim<S>,
    score: lanchester_lanes::Scores<S>,
    best: &mut lanchester_lanes::Scores<S>,
) -> LaneMask {
    let battery = &tables.ships[me].batteries[tables.ships[me].mounts[mount]];
    let band = lookup64(simd, &battery.band, aim.away);
    let armed = !is_zero(simd, load(simd, &batch.before[me].weapons[mount]));
    let bears =
        flags(simd, aim.near) & has_bits(simd, aim.arcs, 1 << mount) & armed & lt(band, all(simd, OUT_OF_RANGE));
    let may = mask(bears);
    if may == 0 {
        return 0;
    }
    let declared = &mut batch.declared[mount];
    let idle = eq(load(simd, &declared.target), all(simd, NONE));
    let better = (scores_gt(simd, score, *best) | idle) & bears;
    *best = pick_scores(simd, better, score, *best);
    let need = lookup16(simd, &battery.need, band >> 4u32) + aim.penalty;
    for (row, value) in
        [(&mut declared.target, all(simd, aim.code)), (&mut declared.need, need), (&mut declared.range, aim.away)]
    {
        store(pick(better, value, load(simd, row)), row);
    }
    may
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
            let flight = tables.flights(tables.side_of(me).opponent()).start + usize::from(code - FLIGHTS);
            crate::lanes::fighters::shoot_down(simd, tables, batch, flight, &hits);
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
            ship: ship_of(tables, me),
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

/// Takes a ship out of the game in the lanes of `live` where its hull or its crew is gone.
#[inline(always)]
pub fn lose_if_beaten<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize, live: LaneMask) {
    let hull = all(simd, tables.ships[ship].design.hull);
    let rows = &batch.ships[ship];
    let beaten = live & rows.alive & !mask(lt(load(simd, &rows.marked), hull));
    if beaten != 0 {
        let destroyed = beaten & !mask(lt(load(simd, &rows.hull), hull));
        crate::lanes::explosions::lose(tables, batch, ship, beaten, destroyed);
    }
}
