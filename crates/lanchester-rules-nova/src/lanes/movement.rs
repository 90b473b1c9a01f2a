//! Moving a ship in every lane that waits for it: the chosen maneuver, or what is left when nothing can be chosen.
//!
//! Phase: movement. Reads, of the scratch, `legal` and `open`; writes `q`, `h`, `facing` and `speed` of the ship that
//! moves, and what `victory` writes of one that leaves the board.

use lanchester_battle::appraisal::FACING;
use lanchester_lanes::hex::{Facing, Hex};
use lanchester_lanes::ops::{all, flags, load, lookup16, pick, store_where};
use lanchester_lanes::{Bytes, LaneMask, Simd};

use crate::design::THRUST;
use crate::event::{Arrival, Event, Maneuver};
use crate::lanes::chooser::Choice;
use crate::lanes::chooser::candidates::end_of;
use crate::lanes::chooser::legality::reached;
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::Tables;
use crate::lanes::victory::eliminate;
use crate::options::Station;

/// Where a ship is after its move: the rows east, north, facing and speed.
pub type Arrivals<S> = [Bytes<S>; 4];

/// Where every lane goes by its choice; lanes that found nothing stay where they are.
///
/// PERF: lanes that chose the same go there together: the 62 lanes of a duel choose 25 ends or spots on average.
#[inline(always)]
pub fn arrivals<S: Simd>(
    simd: S,
    tables: &Tables,
    batch: &Batch,
    scratch: &Scratch,
    choice: &Choice,
    me: usize,
) -> Arrivals<S> {
    let (candidates, rows) = (tables.ships[me].candidates, &batch.ships[me]);
    let (q, h, facing) = (load(simd, &rows.q), load(simd, &rows.h), load(simd, &rows.facing));
    let mut to = [q, h, facing, load(simd, &rows.speed)];
    let mut left = choice.found;
    while left != 0 {
        let lane = left.trailing_zeros() as usize;
        let together = choice.alike(simd, lane);
        left &= !together;
        let ways = choice.ways(candidates, lane);
        let (set, turned) = (flags(simd, together), usize::from(ways[0].turned) % 6);
        let [east, north] = &candidates.hexes[usize::from(ways[0].hex)].offsets;
        to[0] = pick(set, q + lookup16(simd, east, facing), to[0]);
        to[1] = pick(set, h + lookup16(simd, north, facing), to[1]);
        to[2] = pick(set, lookup16(simd, &FACING[turned], facing), to[2]);
        for way in ways.iter().rev() {
            let moved = all(simd, candidates.groups[usize::from(way.group)].moved);
            to[3] = pick(flags(simd, together & reached(scratch, way)), moved, to[3]);
        }
    }
    to
}

/// Puts ship `me` where the lanes of `live` go.
#[inline(always)]
pub fn arrive<S: Simd>(simd: S, batch: &mut Batch, me: usize, live: LaneMask, to: Arrivals<S>) {
    let (set, rows) = (flags(simd, live), &mut batch.ships[me]);
    let [q, h, facing, speed] = to;
    store_where(simd, set, q, &mut rows.q);
    store_where(simd, set, h, &mut rows.h);
    store_where(simd, set, facing, &mut rows.facing);
    store_where(simd, set, speed, &mut rows.speed);
}

/// Does in one lane what is left when lane `chosen` of a choice, the same or where that battle is put together with
/// others, found nothing; and notes a move that was found.
pub fn conclude(
    tables: &Tables,
    batch: &mut Batch,
    scratch: &mut Scratch,
    choice: &Choice,
    chosen: usize,
    me: usize,
    lane: usize,
) {
    let Some(end) = choice.end(tables.ships[me].candidates, scratch, chosen) else {
        let maneuver = forced(tables, batch, me, lane);
        return carry_out(tables, batch, scratch, me, lane, maneuver);
    };
    let (ship, to) = (tables.ships.id(me), batch.station(me, lane));
    scratch
        .recorder
        .note(batch.battles[lane], Event::Move { ship, maneuver: end.maneuver, arrival: Arrival::Clear, to });
}

/// ### NOVA 4.4 Leaving the board (p. 10)
/// ### NOVA 4.5 Stacking (p. 10)
/// What is left when no move stays on the board and ends clear: one that ends in an occupied hex, else the slowest off it.
fn forced(tables: &Tables, batch: &Batch, me: usize, lane: usize) -> Maneuver {
    let at = batch.station(me, lane);
    let ship = &tables.ships[me];
    let thrust = ship.thrust[batch.ships[me].lost[THRUST].0[lane] as usize];
    // LANES: a ship that may turn could turn in its own hex, so only straight moves get here, and if any of them stays
    // on the board the slowest does.
    Maneuver { turns: 0, legs: [at.speed.saturating_sub(thrust), 0, 0, 0] }
}

/// Carries a maneuver out that may end anywhere.
fn carry_out(tables: &Tables, batch: &mut Batch, scratch: &mut Scratch, me: usize, lane: usize, maneuver: Maneuver) {
    let at = batch.station(me, lane);
    let moved = maneuver.moved();
    let ahead = tables.board.room(at.hex, at.facing);
    let mut to = Station { speed: moved, ..at };
    let mut arrival = Arrival::LeftBoard;
    if maneuver.turns != 0 || moved <= ahead {
        let (hex, facing) = end_of(maneuver, at.hex, at.facing);
        if tables.board.contains(hex) {
            to = Station { hex, facing, speed: moved };
            arrival = if holder(tables, batch, me, lane, hex) {
                shift(tables, batch, me, lane, &mut to)
            } else {
                Arrival::Clear
            };
        }
    }
    batch.put(me, lane, to);
    scratch.recorder.note(batch.battles[lane], Event::Move { ship: tables.ships.id(me), maneuver, arrival, to });
    if matches!(arrival, Arrival::LeftBoard | Arrival::NoRoom) {
        eliminate(tables, batch, me, lane);
    }
}

fn holder(tables: &Tables, batch: &Batch, me: usize, lane: usize, hex: Hex) -> bool {
    (0..tables.ships.len()).any(|o| o != me && batch.is_alive(o, lane) && batch.station(o, lane).hex == hex)
}

/// The opponent's choice for a ship that ends on another: the first empty hex clockwise from dead astern.
fn shift(tables: &Tables, batch: &Batch, me: usize, lane: usize, to: &mut Station) -> Arrival {
    for turn in 3..9 {
        let way: Facing = to.facing.turned(turn);
        let hex = to.hex.ahead(way, 1);
        if tables.board.contains(hex) && !holder(tables, batch, me, lane, hex) {
            to.hex = hex;
            return Arrival::Shifted(way.index());
        }
    }
    Arrival::NoRoom
}
