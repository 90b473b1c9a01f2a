//! Where ships will be, straight on or after a turn, and which of their groups will be charged, if nothing happens.
//!
//! Of the ship that decides, time 0 is after its move in this impulse, time 1 and 2 after its next moves. Of an enemy, time 0 is
//! now, time 1 after its next turn, time 2 after the one that follows. So a ship fires at time t at enemies at time t, and enemies
//! at time t + 1 answer it at its time t.
//!
//! Phase: all of a side's turn. Reads `ships`; writes `prospects` and `changed`.

use lanchester_core::Side;
use lanchester_lanes::hex::lanes16::step;
use lanchester_lanes::ops::{
    add_scores, all, count_if, eighth_of_scores, eq, flags, half, is_zero, le, load, lookup16, lt, mask, minus,
    mul_scores, only, pick, pick_scores, plus, store, store_scores, widen,
};
use lanchester_lanes::{Bytes, LANES, LaneMask, Row, Scores, Simd};

use super::exchange::{MOST_VALUE, Spot, distance};
use crate::event::Marker;
use crate::impulse::IMPULSES;
use crate::lanes::missiles::turned;
use crate::lanes::state::{Batch, Place, ShipRows, apart};
use crate::lanes::tables::Tables;

/// Times that are looked at.
pub const TIMES: usize = 3;

/// Sixty-fourths of one part of so many, to the nearest: an enemy's fire shared among so many ships.
const SHARE: [u8; 13] = [64, 64, 32, 21, 16, 13, 11, 9, 8, 7, 6, 6, 5];

/// Hexes to a ship that an enemy may fire at within its next two turns.
const REACH: u8 = 6;

/// A coming impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coming {
    /// 0 for A to 5 for F.
    pub impulse: u8,
    /// A Power Phase lies before it.
    pub crossed: bool,
}

/// The impulse so many impulses after this one.
pub const fn coming(impulse: u8, after: u8) -> Coming {
    let next = impulse + after;
    if next >= IMPULSES {
        Coming { impulse: next - IMPULSES, crossed: true }
    } else {
        Coming { impulse: next, crossed: false }
    }
}

/// How a ship may bend its course with a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bends {
    /// Lanes in which it may turn.
    pub turns: LaneMask,
    /// Lanes in which a point lets it turn a hex earlier.
    pub early: LaneMask,
    /// Lanes in which it has, or a point buys, a slip.
    pub slips: LaneMask,
}

lanchester_battle::rows! {
    /// What is expected of a ship.
    pub struct Prospect {
        /// Where an enemy of the side that has the move is at times 1 and 2.
        later: [Place; TIMES - 1],
        /// Lanes in which it moves, or a base rotates, before times 1 and 2.
        moves: [LaneMask; TIMES - 1],
        /// Lanes in which it gets an action point before times 1 and 2.
        served: [LaneMask; TIMES - 1],
        /// How an enemy may bend its course with its move before times 1 and 2, as far as the policy looks at it.
        bends: [Bends; TIMES - 1],
        /// Its charged groups at each time, a bit each.
        charged: [Row; TIMES],
        /// Boxes before the hull of each arc, in sixths.
        guard: [Row; 4],
        /// Hull boxes left, in sixths.
        hull: Row,
        /// One part of so many as there are ships of the side that has the move in its reach, in sixty-fourths.
        share: Row = Row([SHARE[1]; LANES]),
    }
}

/// Six times a byte.
#[inline(always)]
pub fn six_times<S: Simd>(of: Bytes<S>) -> Bytes<S> {
    let two = of + of;
    two + two + two
}

/// Works out the prospects of all ships at the beginning of a side's turn, which is the first (0) or the second (1) of the
/// impulse.
#[inline(always)]
pub fn survey<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, half: u8) {
    batch.mover = (side, half);
    batch.changed = (1 << tables.ships.len()) - 1;
    catch_up(simd, tables, batch);
}

/// Works out the prospects of ships that have changed.
#[inline(always)]
pub fn catch_up<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch) {
    while batch.changed != 0 {
        let ship = batch.changed.trailing_zeros() as usize;
        batch.changed &= batch.changed - 1;
        refresh(simd, tables, batch, ship);
    }
}

#[inline(always)]
fn refresh<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, ship: usize) {
    apart(
        simd,
        #[inline(always)]
        || {
            let (side, nth) = batch.mover;
            let own = tables.ships.side_of(ship) == side;
            let first = if own { 1 } else { nth };
            let turns = [coming(batch.step, first), coming(batch.step, first + 1)];
            let (table, rows) = (&tables.ships[ship], &batch.ships[ship]);
            let prospect = &mut batch.prospects[ship];
            for (moves, turn) in prospect.moves.iter_mut().zip(turns) {
                *moves = shown(simd, &tables.shows[usize::from(turn.impulse)], &rows.speed);
            }
            if !own {
                let [one, two] = &mut prospect.later;
                go_on(simd, table.design.base, prospect.moves[0], &rows.place, one);
                go_on(simd, table.design.base, prospect.moves[1], one, two);
            }
            let powered = !rows.has(Marker::PowerLoss);
            let mut charged = [all(simd, 0); TIMES];
            let mut points = [all(simd, 0); TIMES - 1];
            let mut sum = all(simd, 0);
            for ((points, served), turn) in points.iter_mut().zip(&mut prospect.served).zip(turns) {
                *served = powered & shown(simd, &tables.shows[usize::from(turn.impulse)], &rows.power);
                sum = count_if(simd, flags(simd, *served), sum);
                *points = sum;
            }
            prospect.bends = Default::default();
            if !own && !table.design.base {
                prospect.bends = bends_of(simd, rows, prospect, load(simd, &rows.pending));
                let policy = &tables.policies[side];
                for bends in &mut prospect.bends {
                    if policy.enemy_turns == 0 {
                        bends.turns = 0;
                    }
                    if policy.enemy_points == 0 {
                        (bends.early, bends.slips) = (0, 0);
                    }
                }
            }
            for (group, of) in table.groups.iter().enumerate() {
                let intact = flags(simd, !rows.destroyed[group]);
                let red = all(simd, of.printed.red) - load(simd, &rows.red[group]);
                let yellow = all(simd, of.printed.yellow) - load(simd, &rows.yellow[group]);
                let bit = all(simd, 1 << group);
                let no_red = is_zero(simd, red);
                let now = no_red & is_zero(simd, yellow);
                charged[0] |= only(simd, intact & now, bit);
                for (time, turn) in turns.into_iter().enumerate() {
                    let mut full = no_red & le(yellow, points[time]);
                    if turn.crossed {
                        let passive = only(simd, no_red, all(simd, of.printed.count));
                        let in_phase = lt(red, all(simd, 2)) & le(yellow, plus(points[time], passive));
                        full = (full & !flags(simd, powered)) | (in_phase & flags(simd, powered));
                    }
                    charged[time + 1] |= only(simd, intact & full, bit);
                }
            }
            for (row, bits) in prospect.charged.iter_mut().zip(charged) {
                store(bits, row);
            }
            store(six_times(all(simd, table.design.hull.len() as u8) - load(simd, &rows.hull)), &mut prospect.hull);
            let any = rows.reinforced.iter().fold(all(simd, 0), |sum, row| sum | load(simd, row));
            let up = flags(simd, !rows.has(Marker::ShieldsDown));
            let reinforced = mask(is_zero(simd, any)) != LaneMask::MAX;
            for (arc, guard) in prospect.guard.iter_mut().enumerate() {
                let mut boxes = load(simd, &rows.shields[arc]);
                if reinforced {
                    for row in &rows.reinforced {
                        let value = load(simd, row);
                        let here = eq(value & all(simd, 3), all(simd, arc as u8));
                        boxes += only(simd, here, half(half(value)));
                    }
                }
                store(only(simd, up, six_times(boxes)), guard);
            }
        },
    )
}

/// Lanes in which the display of an impulse shows a value.
#[inline(always)]
fn shown<S: Simd>(simd: S, shows: &[u8; 16], value: &Row) -> LaneMask {
    mask(!is_zero(simd, lookup16(simd, shows, load(simd, value))))
}

/// A ship's place after its next move, in the lanes in which it has one.
#[inline(always)]
fn go_on<S: Simd>(simd: S, base: bool, moves: LaneMask, from: &Place, to: &mut Place) {
    let set = flags(simd, moves);
    let facing = load(simd, &from.facing);
    if base {
        (to.q, to.h) = (from.q, from.h);
        store(pick(set, turned(simd, facing, all(simd, 2)), facing), &mut to.facing);
        return;
    }
    let (q, h) = step(simd, facing);
    let here = from.hexes(simd);
    to.q = store_scores(pick_scores(simd, set, add_scores(here.0, q), here.0));
    to.h = store_scores(pick_scores(simd, set, add_scores(here.1, h), here.1));
    to.facing = from.facing;
}

/// Where a ship of the side that has the move is at each time, if it is here at time 0.
#[inline(always)]
pub fn spots<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize, here: Spot<S>) -> [Spot<S>; TIMES] {
    let mut spots = [here; TIMES];
    let (q, h) = step(simd, here.facing);
    for time in 1..TIMES {
        let before = spots[time - 1];
        let set = flags(simd, batch.prospects[ship].moves[time - 1]);
        spots[time] = if tables.ships[ship].design.base {
            Spot { facing: pick(set, turned(simd, before.facing, all(simd, 2)), before.facing), ..before }
        } else {
            Spot {
                q: pick_scores(simd, set, add_scores(before.q, q), before.q),
                h: pick_scores(simd, set, add_scores(before.h, h), before.h),
                ..before
            }
        };
    }
    spots
}

/// Lanes in which a ship of the side that has the move may turn with its move before times 1 and 2, if it has so many hexes to fly
/// before its next turn; none where its policy does not look at that.
#[inline(always)]
pub fn turns<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    ship: usize,
    pending: Bytes<S>,
) -> [LaneMask; TIMES - 1] {
    if tables.policies[tables.ships.side_of(ship)].own_turns == 0 || tables.ships[ship].design.base {
        return [0; TIMES - 1];
    }
    bends_of(simd, &batch.ships[ship], &batch.prospects[ship], pending).map(|bends| bends.turns)
}

#[inline(always)]
fn bends_of<S: Simd>(simd: S, rows: &ShipRows, prospect: &Prospect, mut pending: Bytes<S>) -> [Bends; TIMES - 1] {
    let mut all_bends = [Bends::default(); TIMES - 1];
    let mut points = 0;
    for ((bends, moves), served) in all_bends.iter_mut().zip(prospect.moves).zip(prospect.served) {
        let may = moves & !rows.has(Marker::HelmDown);
        points |= served;
        bends.turns = may & mask(is_zero(simd, pending));
        bends.early = may & points & mask(eq(pending, all(simd, 1)));
        bends.slips = may & (points | rows.slip);
        pending = minus(pending, only(simd, flags(simd, moves), all(simd, 1)));
    }
    all_bends
}

/// Where an enemy is at a time.
#[inline(always)]
pub fn enemy_spot<S: Simd>(simd: S, batch: &Batch, enemy: usize, time: usize) -> Spot<S> {
    if time == 0 {
        Spot::of(simd, &batch.ships[enemy].place)
    } else {
        Spot::of(simd, &batch.prospects[enemy].later[time - 1])
    }
}

/// Works out among how many ships each enemy's fire is shared.
#[inline(always)]
pub fn share<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side) {
    let friends = tables.ships.side(side);
    if friends.len() == 1 {
        for enemy in tables.ships.side(side.opponent()) {
            batch.prospects[enemy].share = Row([SHARE[1]; LANES]);
        }
        return;
    }
    let parts: [u8; 16] = std::array::from_fn(|count| SHARE.get(count).copied().unwrap_or(0));
    for enemy in tables.ships.side(side.opponent()) {
        let there = Spot::of(simd, &batch.ships[enemy].place);
        let mut count = all(simd, 0);
        for friend in friends.clone() {
            let near = le(distance(simd, Spot::of(simd, &batch.ships[friend].place), there), all(simd, REACH));
            count = count_if(simd, near & flags(simd, batch.ships[friend].alive), count);
        }
        store(lookup16(simd, &parts, count), &mut batch.prospects[enemy].share);
    }
}

// A share fits 16 bits before its sixty-fourth is taken.
const _: () = assert!(MOST_VALUE as i32 * SHARE[0] as i32 <= i16::MAX as i32);

/// An enemy's share of a value: sixty-fourths, rounded down.
#[inline(always)]
pub fn shared<S: Simd>(simd: S, batch: &Batch, enemy: usize, value: Scores<S>) -> Scores<S> {
    let parts = widen(load(simd, &batch.prospects[enemy].share));
    eighth_of_scores(eighth_of_scores(mul_scores(value, parts)))
}
