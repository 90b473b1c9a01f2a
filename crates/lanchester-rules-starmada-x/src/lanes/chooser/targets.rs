//! Targets of every mount: what a ship sees, and what its policy fires at.
//!
//! Phase: combat. Reads the ships, `before`, the flights and `blasted`; writes `declared`.

use lanchester_battle::appraisal::arc_shift;
use lanchester_lanes::hex::lanes::{bearing, crossing, distance};
use lanchester_lanes::hex::{Hex, clear_line};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, count_if, eq, flags, ge, gt, has_bits, is_zero, le, load, lookup16, lookup64, lt,
    mask, minus, mul_scores, only, pick, pick_scores, scores_gt, store, sub_scores, widen, widen_signed,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LANES, LaneMask, Row, Scores, Simd};

use crate::design::MAX_MOUNTS;
use crate::lanes::explosions::blast;
use crate::lanes::fire::Damage;
use crate::lanes::stacks::shot_down;
use crate::lanes::state::{Batch, FLIGHTS, MAX_BOTH, NONE};
use crate::lanes::tables::{OUT_OF_RANGE, Tables};
use crate::objects::MAX_OBJECT_HEXES;
use crate::options::Declare;

/// The score of a target that is lost already: below every other.
const LAST: i16 = i16::MIN;

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
pub fn declare<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, live: LaneMask) -> LaneMask {
    let side = tables.ships.side_of(me);
    let ship = &tables.ships[me];
    let weights = tables.policies[side].targets;
    let by_ship = tables.options.declare == Declare::Ship;
    let sees = by_ship && tables.ships.slot_of(me) > 0;
    let mut best = [all_scores(simd, i16::MIN); MAX_MOUNTS];
    for declared in &mut batch.declared[..ship.mounts.len()] {
        declared.target = Row([NONE; LANES]);
    }
    let rows = &batch.ships[me];
    let here = (load(simd, &rows.q), load(simd, &rows.h));
    let my_blast = blast(simd, tables, batch, here);
    let mut shooting = 0;
    for (slot, enemy) in tables.ships.side(side.opponent()).enumerate() {
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
            let damage = Damage::new(simd, battery, ft, flags(simd, batch.before[enemy].ecm)).of(index);
            let each = widen_signed(lookup16(simd, &ft.value_as_target[battery.reading], lost));
            let mut score = add_scores(appeal, mul_scores(widen(damage), each));
            if let Some(lost) = lost_already {
                score = pick_scores(simd, lost, all_scores(simd, LAST), score);
            }
            shooting |= propose(simd, tables, batch, me, mount, &aim, score, &mut best[mount]);
        }
    }
    if weights.flights > 0 {
        for (slot, flight) in tables.flights.side(side.opponent()).enumerate() {
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
    let mut near = there & mask(le(away, all(simd, ship.reach)) & !is_zero(simd, away));
    if let Some(field) = &tables.field {
        near &= !field.hidden([load(simd, &rows.q), load(simd, &rows.h)], [q, h], near);
    }
    if near & batch.blasted != 0 {
        near &= !blocked(simd, tables, batch, me, (dq, dh), near);
    }
    if near == 0 {
        return None;
    }
    let index = bearing(simd, dq, dh) + arc_shift(simd, load(simd, &rows.facing));
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
        let strong = other.exploded;
        if strong & asked == 0 {
            continue;
        }
        let off = (load(simd, &other.q) - load(simd, &rows.q), load(simd, &other.h) - load(simd, &rows.h));
        let (inside, side) = crossing(simd, line, off);
        through |= mask(inside) & strong;
        sides = count_if(simd, side & flags(simd, strong), sides);
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
        let to = Hex { q: from.q.wrapping_add(to[0].0[lane] as i8), h: from.h.wrapping_add(to[1].0[lane] as i8) };
        let mut blocking = [from; MAX_BOTH + MAX_OBJECT_HEXES];
        let mut count = objects.len();
        blocking[..count].copy_from_slice(objects);
        for (ship, other) in batch.ships[..tables.ships.len()].iter().enumerate() {
            if other.exploded >> lane & 1 == 1 {
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
    score: Scores<S>,
    best: &mut Scores<S>,
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
