//! How policies place their ships.
//!
//! Phase: before the first turn. Reads `keys`; writes `q`, `h`, `facing` and `speed` of every ship.

use lanchester_battle::deployment::Line;
use lanchester_core::Side;
use lanchester_dice::BattleKey;
use lanchester_dice::stream::face;
use lanchester_hex::{Board, Facing, Hex};

use crate::design::MAX_SHIPS;
use crate::event::{Event, code};
use crate::lanes::state::{Batch, Scratch};
use crate::lanes::tables::Tables;
use crate::options::Station;
use crate::policy::Policy;

/// A station seen from the other seat: the board turned by half a circle.
#[must_use]
pub fn reflected(board: Board, station: Station) -> Station {
    Station { hex: board.turned(station.hex), facing: station.facing.turned(3), ..station }
}

/// Sets up battle `battle` in one lane, and notes it.
///
/// Free placement is a line of ships in slot order, centred but for a random shift, that faces the enemy. Both seats
/// use the same recipe, so the two battles of a pair are mirror images.
pub fn deploy(tables: &Tables, batch: &mut Batch, scratch: &mut Scratch, lane: usize, battle: u64) {
    let key = BattleKey(batch.keys[lane]);
    let board = tables.board;
    let counts = Side::BOTH.map(|s| tables.ships.side(s).len());
    let free = Side::BOTH.map(|s| tables.stations[s].is_none());
    // Who places first, and so how deep each may go.
    let mut first = Side::A;
    if free == [true, true] {
        if counts[0] == counts[1] {
            // The die of a pool of one.
            let face = face(key.word(0, code::PLACEMENT) as u32);
            first = Side::in_seat(usize::from(face > 3), battle);
            scratch.recorder.note(batch.battle[lane], Event::PlacementDie { face });
        } else {
            first = if counts[0] > counts[1] { Side::A } else { Side::B };
        }
    } else if free[0] {
        first = Side::B;
    }
    let word = key.word(0, code::DEPLOYMENT);
    // Fixed ships stand before free ones are placed around them. PERF: else the order does not matter, and a loop that
    // follows a die is mispredicted every other time.
    let order = if free == [true, true] { Side::BOTH } else { [first, first.opponent()] };
    for side in order {
        let seat = side.seat(battle);
        let depth = tables.options.deployment_depth[usize::from(side != first)];
        let random = (word >> (32 * seat)) as u32;
        for (slot, ship) in tables.ships.side(side).enumerate() {
            let mut station = match &tables.stations[side] {
                Some(fixed) if battle % 2 == 1 => reflected(board, fixed[slot]),
                Some(fixed) => fixed[slot],
                None => {
                    let own = in_line(board, &tables.policies[side], counts[side], slot, depth, random);
                    if seat == 1 { reflected(board, own) } else { own }
                }
            };
            if tables.stations[side].is_none() && free != [true, true] {
                station = clear_of_fixed(tables, batch, lane, ship, station, seat, depth);
            }
            batch.put(ship, lane, station);
        }
    }
    if scratch.recorder.keeps_events() {
        note_placements(tables, batch, scratch, lane, first, free == [true, true]);
    }
}

/// A ship's place in its policy's line, as seen from seat 0.
pub fn in_line(board: Board, policy: &Policy, count: usize, slot: usize, depth: u8, random: u32) -> Station {
    let row = policy.deploy_row.of(depth);
    let (spacing, shift) = (policy.deploy_spacing, policy.deploy_shift);
    let line = Line { first: 0, columns: board.cols, ships: count, spacing, shift, row };
    Station { hex: line.hex(slot, random), facing: Facing::NORTH, speed: 0 }
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
            scratch.recorder.note(batch.battle[lane], event);
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
