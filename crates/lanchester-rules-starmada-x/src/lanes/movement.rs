//! Orders and movement in every lane: every legal end position is scored, the best is taken, blind.
//!
//! Phase: movement. Reads the ships, `prospects` and `barred`; writes `chosen` for all ships, then their `q`, `h`,
//! `facing`, `run`, `forward` and `useful`.

use lanchester_battle::anticipation::along;
use lanchester_battle::appraisal::{ARC_SHIFT, FACING, edge_margin, noise, noise_seed};
use lanchester_core::Side;
use lanchester_hex::Board;
use lanchester_hex::lanes::{distance, on_board};
use lanchester_lanes::ops::{
    add_scores, all, all_scores, count_if, flags, half, le, load, lookup16, lookup64, lt, mask, minus, mul_scores,
    pick_scores, plus, scores_gt, store_scores, store_where, sub_scores, widen, widen_signed,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, Flags, LANES, LaneMask, Scores, Simd};

use crate::event::{Event, code};
use crate::lanes::anticipate::anticipate;
use crate::lanes::candidates::{End, Permit, end_of};
use crate::lanes::exchange::{Fire, TURNS, exchange};
use crate::lanes::explosions::blast;
use crate::lanes::fire::useful;
use crate::lanes::friends::{find_middle, share};
use crate::lanes::state::Batch;
use crate::lanes::tables::Tables;
use crate::options::Station;

/// Orders all ships in the lanes of `live` by what is on the table now, and then moves them all.
#[inline(always)]
pub fn move_ships<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, live: LaneMask) {
    if batch.records() {
        for lane in lanes_of(live) {
            batch.note(lane, Event::Turn { turn: batch.turn.0[lane].into() });
        }
    }
    for side in Side::BOTH {
        let places = anticipate(simd, tables, batch, side, live);
        for me in tables.ships.side(side) {
            let asked = live & batch.ships[me].alive;
            if asked != 0 {
                simd.vectorize(
                    #[inline(always)]
                    || choose(simd, tables, batch, me, places, asked),
                );
            }
        }
    }
    for me in 0..tables.ships.len() {
        for lane in lanes_of(live & batch.ships[me].alive) {
            arrive(tables, batch, me, lane);
        }
    }
    for me in 0..tables.ships.len() {
        let row = useful(simd, tables, batch, me);
        store_where(simd, flags(simd, live), row, &mut batch.ships[me].useful);
    }
}

/// Writes the best orders of ship `me` in the lanes of `live` to `batch.chosen`. Doing nothing, the first end of every list,
/// is always possible.
///
/// LANES: the other lanes are overwritten too; nobody reads them.
#[inline(always)]
fn choose<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, me: usize, places: usize, live: LaneMask) {
    let side = tables.ships.side_of(me);
    let weights = &tables.policies[side].moves;
    let ship = &tables.ships[me];
    let seeds = (weights.noise != 0).then(|| noise_seeds(tables, batch, me, live));
    // What policies give up: an end all of whose listed ways are blocked, though a longer one is open; and ends before an
    // object from which the ship could not move again.
    let barred = match &tables.field {
        None => false,
        Some(field) => field.bar(batch, me, ship.design.engines, ship.candidates.ends.len(), live),
    };
    if weights.fleet != 0 {
        find_middle(tables, batch, me, live);
    }
    let board = tables.options.board;
    let table = &*batch;
    let rows = &table.ships[me];
    let (q0, h0, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
    let points = minus(all(simd, ship.design.engines), load(simd, &rows.engines));
    let margin = edge_margin(simd, board, q0, h0);
    // PERF: a fleet in which every ship is farther from every edge than it can go needs no test of ways.
    let roomy = mask(lt(margin, plus(points, all(simd, 1)))) & live == 0;
    let permits = [live, live & rows.forward, live & !rows.forward];
    let mut best = all_scores(simd, i16::MIN);
    let mut best_index = all_scores(simd, 0);
    let mut found = flags(simd, 0);
    let share = if weights.share != 0 { share(simd, tables, table, me) } else { all_scores(simd, 0) };
    let mut fire = Fire::new(simd);
    let ahead = if weights.next != 0 { ways_ahead(simd, facing, points) } else { [[(q0, h0); 2]; TURNS] };
    let mut aheads = ahead;
    for spot in &ship.candidates.spots {
        let payable = mask(le(all(simd, spot.cost), points)) & live;
        if payable == 0 {
            // Spots are in order of cost.
            break;
        }
        let q = q0 + lookup16(simd, &spot.offsets[0], facing);
        let h = h0 + lookup16(simd, &spot.offsets[1], facing);
        let asked = if roomy { payable } else { payable & mask(on_board(simd, board, q, h)) };
        if asked == 0 {
            continue;
        }
        let shifts = &arc_shifts(simd, &spot.turns, facing)[..spot.turns.len()];
        if weights.next != 0 {
            for (to, turn) in aheads.iter_mut().zip(&spot.turns) {
                *to = ahead[usize::from(*turn)];
            }
        }
        let exchange = exchange(simd, tables, table, me, places, (q, h), shifts, &aheads, asked, share, &mut fire);
        let here = place_score(simd, tables, table, me, (q, h));
        let mut turn = 0;
        for end in &ship.candidates.ends[spot.ends.0..spot.ends.1] {
            while spot.turns[turn] != end.turn {
                turn += 1;
            }
            let mut legal = le(all(simd, end.cost), points) & flags(simd, asked & permits[end.permit as usize]);
            if !roomy {
                legal &= stays_on_board(simd, board, end, (q0, h0), facing);
            }
            if barred {
                legal &= flags(simd, !table.barred[end.index]);
            }
            if mask(legal) == 0 {
                continue;
            }
            let effort =
                i16::from(weights.forward) * i16::from(end.forward) - i16::from(weights.moved) * i16::from(end.cost);
            let mut score = add_scores(add_scores(exchange.scores[turn], here), all_scores(simd, effort));
            if let Some(seeds) = &seeds {
                score = add_scores(score, noise(simd, seeds, end.index as u16, weights.noise));
            }
            let better = (scores_gt(simd, score, best) | !found) & legal;
            best = pick_scores(simd, better, score, best);
            best_index = pick_scores(simd, better, all_scores(simd, end.index as i16), best_index);
            found |= legal;
        }
    }
    batch.chosen[me] = store_scores(best_index);
}

/// How far arcs are turned after so many sides, one after the other.
#[inline(always)]
fn arc_shifts<S: Simd>(simd: S, turns: &[u8], facing: Bytes<S>) -> [Bytes<S>; TURNS] {
    let mut shifts = [facing; TURNS];
    for (shift, turn) in shifts.iter_mut().zip(turns) {
        *shift = lookup16(simd, &ARC_SHIFT[usize::from(*turn)], facing);
    }
    shifts
}

/// Half and all of its points straight ahead, by the sides turned before.
#[inline(always)]
fn ways_ahead<S: Simd>(simd: S, facing: Bytes<S>, points: Bytes<S>) -> [[(Bytes<S>, Bytes<S>); 2]; TURNS] {
    let mut ways = [[(points, points); 2]; TURNS];
    for (way, table) in ways.iter_mut().zip(&FACING) {
        let facing = lookup16(simd, table, facing);
        *way = [along(simd, facing, half(points)), along(simd, facing, points)];
    }
    ways
}

/// Whether every corner of the way to an end is on the board.
#[inline(always)]
fn stays_on_board<S: Simd>(
    simd: S,
    board: Board,
    end: &End,
    (q0, h0): (Bytes<S>, Bytes<S>),
    facing: Bytes<S>,
) -> Flags<S> {
    let mut stays = flags(simd, !0);
    for corner in &end.corners {
        let q = q0 + lookup16(simd, &corner[0], facing);
        let h = h0 + lookup16(simd, &corner[1], facing);
        stays &= on_board(simd, board, q, h);
    }
    stays
}

/// Weights on a hex itself: edge, friends around, the middle of the fleet, explosions in it.
#[inline(always)]
fn place_score<S: Simd>(simd: S, tables: &Tables, batch: &Batch, me: usize, (q, h): (Bytes<S>, Bytes<S>)) -> Scores<S> {
    let side = tables.ships.side_of(me);
    let weights = &tables.policies[side].moves;
    let mut score = all_scores(simd, 0);
    if weights.edge != 0 {
        let pull = &tables.edge_pull[side];
        score = add_scores(widen_signed(lookup64(simd, &pull[0], q)), widen_signed(lookup64(simd, &pull[1], half(h))));
    }
    if weights.crowd != 0 && tables.ships.side(side).len() > 1 {
        let mut count = all(simd, 0);
        for friend in tables.ships.side(side).filter(|friend| *friend != me) {
            let rows = &batch.ships[friend];
            let away = distance(load(simd, &rows.q) - q, load(simd, &rows.h) - h);
            let near = le(away, all(simd, 1)) & flags(simd, rows.alive);
            count = count_if(simd, near, count);
        }
        score = sub_scores(score, mul_scores(widen(count), all_scores(simd, weights.crowd.into())));
    }
    if weights.fleet != 0 {
        let away = widen(batch.fleet.away(simd, q, h));
        score = sub_scores(score, mul_scores(away, all_scores(simd, weights.fleet.into())));
    }
    if weights.blast != 0 && batch.blasted != 0 {
        let strength = widen(blast(simd, tables, batch, (q, h)));
        // A point of strength is a penetration die: about as much as a weapon.
        score = sub_scores(score, mul_scores(strength, all_scores(simd, 16 * i16::from(weights.blast))));
    }
    score
}

/// The policy's random numbers for this activation.
fn noise_seeds(tables: &Tables, batch: &Batch, me: usize, live: LaneMask) -> [i16; LANES] {
    let mut seeds = [1; LANES];
    for lane in lanes_of(live) {
        let code = code::steer(tables.ships.side_of(me).seat(batch.battle[lane]), tables.ships.slot_of(me).into());
        seeds[lane] = noise_seed(batch.keys[lane], batch.turn.0[lane], code);
    }
    seeds
}

/// Carries the chosen orders out in one lane. They never leave the board, nor enter an object.
fn arrive(tables: &Tables, batch: &mut Batch, me: usize, lane: usize) {
    let end = &tables.ships[me].candidates.ends[batch.chosen[me][lane] as u16 as usize];
    debug_assert!(
        end.permit == Permit::Any || (end.permit == Permit::Free) == (batch.ships[me].forward >> lane & 1 == 1)
    );
    let at = batch.station(me, lane);
    let (hex, facing) = end_of(end.orders, at.hex, at.facing);
    let to = Station { hex, facing };
    batch.put(me, lane, to);
    let rows = &mut batch.ships[me];
    rows.run.0[lane] = at.hex.distance(hex);
    let bit = 1 << lane;
    rows.forward = rows.forward & !bit | if end.forward { bit } else { 0 };
    if batch.records() {
        let event = Event::Move { ship: tables.ships.id(me), orders: end.orders, to };
        batch.note(lane, event);
    }
}
