//! Movement.
//!
//! Phase: movement. Reads `speed`, `markers`; writes `place`, `pending`, `burners`, `slip`, `served`, and what damage writes where ships meet
//! missiles or stack.

use lanchester_core::Side;
use lanchester_lanes::hex::Hex16;
use lanchester_lanes::ops::{
    all, eq, flags, ge, gt, is_zero, load, lookup16, mask, minus, pick, pick_scores, plus, store, store_scores,
};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{Bytes, LaneMask, Row, Simd};

use super::chooser::movement::{in_the_way, step};
use super::lane::Lane;
use super::missiles::{ahead, fly, met, shares, turned};
use super::state::{Batch, MAX_UNITS, NONE, apart, put, take};
use super::tables::Tables;
use crate::effects::arrive;
use crate::event::{Event, Marker};
use crate::position::Step;

/// How a ship may move: lanes, by [`Step`].
#[derive(Clone, Copy, Debug)]
pub struct Moves {
    /// Lanes in which it has to.
    pub must: LaneMask,
    /// Lanes in which each step is legal.
    pub legal: [LaneMask; Step::ALL.len()],
}

/// Turns less one, by [`Step`]: 0 to the left, 2 to the right.
pub const TURNS: [u8; 16] = [1, 0, 2, 0, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];

/// The movement step of a side's turn: bases rotate, missiles fly in the order of their numbers, then ships move in slot order.
#[inline(always)]
pub fn movement_step<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, side: Side, lanes: LaneMask) {
    for ship in tables.ships.side(side) {
        if tables.ships[ship].design.base {
            let turning = lanes & batch.ships[ship].alive & must_move(simd, tables, batch, ship);
            let facing = turned(simd, load(simd, &batch.ships[ship].place.facing), all(simd, 2));
            put(simd, turning, facing, &mut batch.ships[ship].place.facing);
            batch.note_each(turning, |batch, lane| {
                let facing = batch.ships[ship].place.at(lane).facing;
                Event::Rotate { ship: tables.ships.id(ship), facing }
            });
        }
    }
    fly(simd, tables, batch, side, lanes);
    // Those that wait for a friend to go out of their way move when all others have.
    let mut turn = [lanes; MAX_UNITS];
    for waited in [false, true] {
        for ship in tables.ships.side(side).filter(|ship| !tables.ships[*ship].design.base) {
            let afloat = turn[ship] & batch.ships[ship].alive;
            if afloat == 0 {
                turn[ship] = 0;
                continue;
            }
            batch.served.moves.count(afloat);
            turn[ship] = advance(simd, tables, batch, ship, afloat, waited);
        }
    }
}

/// Lanes in which the display shows a ship's speed.
#[inline(always)]
pub fn must_move<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize) -> LaneMask {
    let shows = &tables.shows[usize::from(batch.step)];
    mask(!is_zero(simd, lookup16(simd, shows, load(simd, &batch.ships[ship].speed))))
}

/// How a ship may move, which is no base.
#[inline(always)]
pub fn moves<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize, afloat: LaneMask) -> Moves {
    let rows = &batch.ships[ship];
    let must = afloat & must_move(simd, tables, batch, ship);
    let may = must | afloat & mask(gt(load(simd, &rows.burners), all(simd, 0)));
    let bends = may & !rows.has(Marker::HelmDown);
    let turns = bends & mask(is_zero(simd, load(simd, &rows.pending)));
    let slips = bends & rows.slip;
    Moves { must, legal: [may, turns, turns, slips, slips] }
}

/// One ship's move; lanes in which it waits for a friend to go out of its way.
#[inline(always)]
fn advance<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    afloat: LaneMask,
    waited: bool,
) -> LaneMask {
    apart(
        simd,
        #[inline(always)]
        || {
            let moves = moves(simd, tables, batch, ship, afloat);
            batch.moved[ship] |= afloat;
            if moves.legal[0] == 0 {
                return 0;
            }
            let mut steps = Row::ZERO;
            let (moving, waits) = choose(simd, tables, batch, ship, &moves, waited, &mut steps);
            let chosen = load(simd, &steps);
            batch.moved[ship] &= !waits;
            if moving == 0 {
                return waits;
            }
            let old = (batch.ships[ship].place.q, batch.ships[ship].place.h);
            go(simd, tables, batch, ship, moving, moves.must, chosen);
            batch.note_each(moving, |batch, lane| Event::Move {
                ship: tables.ships.id(ship),
                step: Step::ALL[usize::from(steps.0[lane])],
                afterburner: moves.must >> lane & 1 == 0,
                to: batch.ships[ship].place.at(lane),
            });
            let rare = met(simd, tables, batch, ship, moving) | stacked(simd, tables, batch, ship, moving);
            for lane in lanes_of(rare) {
                let from = Hex16 { q: old.0[lane], h: old.1[lane] };
                arrive(&mut Lane { tables, batch, lane }, tables.ships.id(ship), from);
            }
            waits
        },
    )
}

/// Lanes in which a ship moves, each by its step, and lanes in which it waits for a friend to go out of its way.
#[inline(always)]
pub fn choose<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    moves: &Moves,
    waited: bool,
    steps: &mut Row,
) -> (LaneMask, LaneMask) {
    step(simd, tables, batch, ship, moves, waited, steps);
    let chosen = load(simd, steps);
    let moving = moves.legal[0] & mask(!eq(chosen, all(simd, NONE)));
    if waited || moving == 0 {
        return (moving, 0);
    }
    let heading = turned(simd, load(simd, &batch.ships[ship].place.facing), lookup16(simd, &TURNS, chosen));
    let to = ahead(simd, batch.ships[ship].place.hexes(simd), heading);
    let waits = in_the_way(simd, tables, batch, ship, moving, to);
    (moving & !waits, waits)
}

/// Makes the steps of the lanes of `moving`.
#[inline(always)]
fn go<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &mut Batch,
    ship: usize,
    moving: LaneMask,
    must: LaneMask,
    chosen: Bytes<S>,
) {
    let rows = &mut batch.ships[ship];
    let slips = moving & mask(ge(chosen, all(simd, Step::SlipLeft as u8)));
    let turns = moving & !slips & mask(gt(chosen, all(simd, Step::Straight as u8)));
    let facing = load(simd, &rows.place.facing);
    let heading = turned(simd, facing, lookup16(simd, &TURNS, chosen));
    let from = rows.place.hexes(simd);
    let to = ahead(simd, from, heading);
    let set = flags(simd, moving);
    rows.place.q = store_scores(pick_scores(simd, set, to.0, from.0));
    rows.place.h = store_scores(pick_scores(simd, set, to.1, from.1));
    put(simd, turns, heading, &mut rows.place.facing);
    take(simd, moving & !must, &mut rows.burners);
    let counts = if tables.options.slip_counts { moving & !turns } else { moving & !turns & !slips };
    let pending = load(simd, &rows.pending);
    let nearer = pick(flags(simd, counts), minus(pending, all(simd, 1)), pending);
    let radius = plus(load(simd, &rows.radius), load(simd, &rows.thrusters));
    store(pick(flags(simd, turns), radius, nearer), &mut rows.pending);
    rows.slip &= !slips;
}

/// Lanes in which a ship shares its hex with another of its side, and that has an effect.
#[inline(always)]
fn stacked<S: Simd>(simd: S, tables: &Tables, batch: &Batch, ship: usize, moving: LaneMask) -> LaneMask {
    let mut together = 0;
    if tables.options.stack_damage > 0 {
        let here = batch.ships[ship].place.hexes(simd);
        for other in tables.ships.side(tables.ships.side_of(ship)) {
            if other != ship && !tables.ships[other].design.base {
                let rows = &batch.ships[other];
                together |= moving & rows.alive & shares(simd, rows.place.hexes(simd), here);
            }
        }
    }
    together
}
