//! Moving a ship in every lane that waits for it: the chosen maneuver, or what is left when nothing can be chosen.

use lanchester_core::Side;
use lanchester_hex::{Facing, Hex};

use crate::candidates::end_of;
use crate::chooser::{Choice, FACING};
use crate::event::{Arrival, Event, Maneuver};
use crate::options::Station;
use crate::state::{Batch, Desk, ship_of};
use crate::tables::Tables;

/// Carries the choice of lane `chosen` out for ship `me` in one lane: the same, or wherever that battle is at home.
pub fn arrive(
    tables: &Tables,
    batch: &mut Batch,
    desk: &mut Desk,
    choice: &Choice,
    chosen: usize,
    me: usize,
    lane: usize,
) {
    let candidates = tables.ships[me].candidates;
    let Some(end) = choice.end(candidates, desk, chosen) else {
        let maneuver = forced(tables, batch, me, lane);
        return carry_out(tables, batch, desk, me, lane, maneuver);
    };
    let (turned, [east, north]) = (usize::from(end.turned), &candidates.hexes[usize::from(end.hex)].offsets);
    let rows = &mut batch.ships[me];
    let facing = &mut rows.facing.0[lane];
    rows.q.0[lane] = rows.q.0[lane].wrapping_add(east[usize::from(*facing)]);
    rows.h.0[lane] = rows.h.0[lane].wrapping_add(north[usize::from(*facing)]);
    *facing = FACING[turned][usize::from(*facing)];
    rows.speed.0[lane] = candidates.groups[usize::from(end.group)].moved;
    if desk.record.is_some() {
        let (ship, to) = (ship_of(tables, me), batch.station(me, lane));
        let event = Event::Move { ship, maneuver: end.maneuver, arrival: Arrival::Clear, to };
        desk.note(batch.battle[lane], event);
    }
}

/// ### NOVA 4.4 Leaving the board (p. 10)
/// ### NOVA 4.5 Stacking (p. 10)
/// What is left when no move stays on the board and ends clear: one that ends in an occupied hex, else the slowest off it.
fn forced(tables: &Tables, batch: &Batch, me: usize, lane: usize) -> Maneuver {
    let at = batch.station(me, lane);
    let ship = &tables.ships[me];
    let thrust = ship.thrust[batch.ships[me].lost[0].0[lane] as usize];
    // LANES: a ship that may turn could turn in its own hex, so only straight moves get here, and if any of them stays
    // on the board the slowest does.
    Maneuver { turns: 0, legs: [at.speed.saturating_sub(thrust), 0, 0, 0] }
}

/// Carries a maneuver out that may end anywhere.
fn carry_out(tables: &Tables, batch: &mut Batch, desk: &mut Desk, me: usize, lane: usize, maneuver: Maneuver) {
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
    desk.note(batch.battle[lane], Event::Move { ship: ship_of(tables, me), maneuver, arrival, to });
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

/// Removes a ship from one lane and scores it (NOVA 7.1).
pub fn eliminate(tables: &Tables, batch: &mut Batch, ship: usize, lane: usize) {
    let gone = !(1 << lane);
    batch.ships[ship].alive &= gone;
    batch.ships[ship].ready &= gone;
    let winner: Side = tables.side_of(ship).foe();
    batch.vp[winner][lane] += 4 * tables.ships[ship].design.rating;
}
