//! How policies place their ships.
//!
//! Phase: before the first turn. Reads `keys`; writes `q`, `h`, `facing` and `speed` of every ship.

use std::cmp::Ordering;

use lanchester_battle::deployment::Line;
use lanchester_battle::lineup::side_in;
use lanchester_core::Side;
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::dice::lanes::first_numbers;
use lanchester_lanes::hex::{Board, Facing, Hex};
use lanchester_lanes::ops::{all, flags, gt, load, lookup16, mask, pick, store_where};
use lanchester_lanes::row::lanes_of;
use lanchester_lanes::{LaneMask, Simd};

use crate::design::MAX_SHIPS;
use crate::event::{Event, code};
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::Tables;
use crate::options::Station;

/// A station seen from the other seat: the board turned by half a circle.
pub fn reflected(board: Board, station: Station) -> Station {
    Station { hex: board.turned(station.hex), facing: station.facing.turned(3), ..station }
}

/// Sets up battles in the lanes of `which`, all their ships placed freely, and notes them.
///
/// Free placement is a line of ships in slot order, centred but for a random shift, that faces the enemy. Both seats
/// use the same recipe, so the two battles of a pair are mirror images.
#[inline(always)]
pub fn deploy_in_lines<S: Simd>(simd: S, tables: &Tables, batch: &mut Batch, scratch: &mut Scratch, which: LaneMask) {
    let first_a = places_first(simd, tables, batch, scratch, which);
    let depths = tables.options.deployment_depth;
    let lines = Side::BOTH.map(|side| line(tables, side, depths[0]));
    let shifts = first_numbers(simd, which, &batch.keys, (0, code::DEPLOYMENT), lines.map(|line| line.shifts()));
    let set = flags(simd, which);
    for side in Side::BOTH {
        let (in_front, [seat_0, seat_1]) = (&lines[side], &shifts[side]);
        let in_seat_1 = flags(simd, side.second(batch.swapped));
        let goes_first = flags(simd, if side == Side::A { first_a } else { !first_a });
        // Policies shift by at most six columns, which makes thirteen ways.
        let west: [u8; 16] = std::array::from_fn(|shift| in_front.westmost(shift as u8));
        let west = lookup16(simd, &west, pick(in_seat_1, load(simd, seat_1), load(simd, seat_0)));
        let [first, second] = depths.map(|depth| all(simd, 2 * line(tables, side, depth).row));
        let north = pick(goes_first, first, second);
        let facing = pick(in_seat_1, all(simd, 3), all(simd, 0));
        for (slot, ship) in tables.ships.side(side).enumerate() {
            let q = west + all(simd, in_front.gap() * slot as u8);
            let h = north + (q & all(simd, 1));
            // From seat 1 the board is seen turned by half a circle.
            let q = pick(in_seat_1, all(simd, tables.board.cols - 1) - q, q);
            let h = pick(in_seat_1, all(simd, 2 * tables.board.rows - 1) - h, h);
            let rows = &mut batch.ships[ship];
            for (value, row) in
                [(q, &mut rows.q), (h, &mut rows.h), (facing, &mut rows.facing), (all(simd, 0), &mut rows.speed)]
            {
                store_where(simd, set, value, row);
            }
        }
    }
    if scratch.recorder.keeps_events() {
        for lane in lanes_of(which) {
            let first = side_in(first_a, lane);
            note_placements(tables, batch, scratch, lane, first, true);
        }
    }
}

/// Lanes in which A places first, and so may go as deep as that: it has more ships, or a die says so.
#[inline(always)]
fn places_first<S: Simd>(simd: S, tables: &Tables, batch: &Batch, scratch: &mut Scratch, which: LaneMask) -> LaneMask {
    match tables.ships.side(Side::A).len().cmp(&tables.ships.side(Side::B).len()) {
        Ordering::Greater => return !0,
        Ordering::Less => return 0,
        Ordering::Equal => {}
    }
    let [[die, _]] = first_numbers(simd, which, &batch.keys, (0, code::PLACEMENT), [6]);
    if scratch.recorder.keeps_events() {
        for lane in lanes_of(which) {
            scratch.recorder.note(batch.battles[lane], Event::PlacementDie { face: die.0[lane] + 1 });
        }
    }
    // Seat 1 on a face above 3.
    let seat_1 = mask(gt(load(simd, &die), all(simd, 2)));
    !(seat_1 ^ batch.swapped)
}

/// Sets up battle `battle` in one lane in which a side stands where the matchup says, and notes it.
pub fn deploy(tables: &Tables, batch: &mut Batch, scratch: &mut Scratch, lane: usize, battle: u64) {
    let key = BattleKey(batch.keys[lane]);
    let board = tables.board;
    // Fixed ships stand before free ones are placed around them.
    let first = if tables.stations[Side::A].is_none() { Side::B } else { Side::A };
    let word = key.word(0, code::DEPLOYMENT);
    for side in [first, first.opponent()] {
        let seat = side.seat(battle);
        let depth = tables.options.deployment_depth[usize::from(side != first)];
        let random = (word >> (32 * seat)) as u32;
        for (slot, ship) in tables.ships.side(side).enumerate() {
            let station = if let Some(fixed) = &tables.stations[side] {
                if battle % 2 == 1 { reflected(board, fixed[slot]) } else { fixed[slot] }
            } else {
                let own = in_line(tables, side, slot, depth, random);
                let wanted = if seat == 1 { reflected(board, own) } else { own };
                clear_of_fixed(tables, batch, lane, ship, wanted, seat, depth)
            };
            batch.put(ship, lane, station);
        }
    }
    if scratch.recorder.keeps_events() {
        note_placements(tables, batch, scratch, lane, first, false);
    }
}

/// The line in which a side's policy places its ships, in an area so many rows deep.
fn line(tables: &Tables, side: Side, depth: u8) -> Line {
    let policy = &tables.policies[side];
    let (spacing, shift) = (policy.deploy_spacing, policy.deploy_shift);
    let row = policy.deploy_row.of(depth, tables.outreaches[side]);
    Line { first: 0, columns: tables.board.cols, ships: tables.ships.side(side).len(), spacing, shift, row }
}

/// A ship's place in its policy's line, as seen from seat 0.
pub fn in_line(tables: &Tables, side: Side, slot: usize, depth: u8, random: u32) -> Station {
    let hex = line(tables, side, depth).hex(slot, random);
    Station { hex, facing: Facing::NORTH, speed: 0 }
}

/// Moves a free ship's place to the nearest column and row of its own depth that no ship placed before it holds.
fn clear_of_fixed(
    tables: &Tables,
    batch: &Batch,
    lane: usize,
    ship: usize,
    wanted: Station,
    seat: usize,
    depth: u8,
) -> Station {
    let board = tables.board;
    let side = tables.ships.side_of(ship);
    let placed = || tables.ships.side(side.opponent()).chain(tables.ships.side(side).start..ship);
    let held = |hex: Hex| placed().any(|other| batch.station(other, lane).hex == hex);
    let rows = 0..depth;
    rows.flat_map(|r| (0..board.cols).filter_map(move |c| board.hex(c, if seat == 0 { r } else { board.rows - 1 - r })))
        .filter(|hex| !held(*hex))
        .min_by_key(|hex| wanted.hex.distance(*hex))
        .map_or(wanted, |hex| Station { hex, ..wanted })
}

/// Notes the placements in the order of NOVA 2.3: in turn when both place freely, else fixed ships before free ones.
fn note_placements(tables: &Tables, batch: &mut Batch, scratch: &mut Scratch, lane: usize, first: Side, in_turn: bool) {
    let sides = [first, first.opponent()];
    let place = |batch: &mut Batch, scratch: &mut Scratch, side: Side, slot: usize| {
        let range = tables.ships.side(side);
        if slot < range.len() {
            let index = range.start + slot;
            let event = Event::Place { ship: tables.ships.id(index), at: batch.station(index, lane) };
            scratch.recorder.note(batch.battles[lane], event);
        }
    };
    if in_turn {
        for slot in 0..MAX_SHIPS {
            sides.iter().for_each(|s| place(batch, scratch, *s, slot));
        }
    } else {
        for side in sides {
            (0..MAX_SHIPS).for_each(|slot| place(batch, scratch, side, slot));
        }
    }
}
