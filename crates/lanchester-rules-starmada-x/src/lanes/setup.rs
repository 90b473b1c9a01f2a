//! How policies place their ships and flights.
//!
//! Phase: before the first turn. Reads `keys`; writes `q`, `h` and `facing` of ships, `q` and `h` of flights, and
//! `first_a`.

use lanchester_battle::deployment::Line;
use lanchester_battle::rows::Begin;
use lanchester_core::Side;
use lanchester_lanes::dice::{BattleKey, DiceSource, KeyedDice};
use lanchester_lanes::hex::{Board, Facing, Hex};

use crate::event::{Event, code};
use crate::formulas::{DEPTH, reflected};
use crate::lanes::field::Field;
use crate::lanes::state::{Batch, flight_of};
use crate::lanes::tables::Tables;
use crate::options::Station;
use crate::policy::Policy;

/// Sets up battle `battle` in one lane, and notes it.
///
/// Free placement is a line of ships in slot order, centred but for a random shift, that faces the enemy; who would stand
/// in an object, or with one ahead, stands as near as it can beside. Flights start with their carriers. Both seats use the same recipe, so the two battles of a pair are mirror images.
pub fn deploy(tables: &Tables, batch: &mut Batch, lane: usize, battle: u64) {
    let key = BattleKey(batch.keys[lane]);
    let free = Side::BOTH.map(|s| tables.stations[s].is_none());
    let mut first = if free == [true, false] { Side::B } else { Side::A };
    let mut dice = KeyedDice::new(key);
    if free == [true, true] && batch.records() {
        let (throws, dice) = throw(&mut dice, code::PLACEMENT, battle);
        first = if dice[0] < dice[1] { Side::A } else { Side::B };
        batch.note(lane, Event::PlacementDice { throws, dice, first });
    }
    let board = tables.options.board;
    let word = if free == [false, false] { 0 } else { key.word(0, code::DEPLOYMENT) };
    for side in [first, first.opponent()] {
        let seat = side.seat(battle);
        let random = (word >> (32 * seat)) as u32;
        let line = line(board, &tables.policies[side], tables.ships.side(side).len(), tables.outreaches[side]);
        for (slot, ship) in tables.ships.side(side).enumerate() {
            let station = match &tables.stations[side] {
                Some(fixed) if battle % 2 == 1 => reflected(board, fixed[slot]),
                Some(fixed) => fixed[slot],
                None => {
                    let own = in_line(line, slot, random);
                    match &tables.field {
                        None => seen_from(board, seat, own),
                        Some(field) => beside(board, field, seat, own),
                    }
                }
            };
            batch.put(ship, lane, station);
            batch.note(lane, Event::Place { ship: tables.ships.id(ship), at: station });
        }
        for flight in tables.flights.side(side) {
            let hex = batch.hex(tables.flights[flight], lane);
            let rows = &mut batch.flights[flight];
            (rows.q.0[lane], rows.h.0[lane]) = (hex.q as u8, hex.h as u8);
            batch.note(lane, Event::PlaceFlight { flight: flight_of(tables, flight), hex });
        }
    }
    let (_, faces) = throw(&mut dice, code::COMBAT, battle);
    batch.first_a.begin(lane, faces[0] > faces[1]);
}

/// Two dice of turn 0, seat 0's first, thrown again while tied: how many throws, and A's die and B's.
pub fn throw(dice: &mut KeyedDice, code: u32, battle: u64) -> (u8, [u8; 2]) {
    dice.open(0, code);
    let mut throws = 0u8;
    loop {
        throws = throws.saturating_add(1);
        let [one, two] = dice.two();
        if one != two {
            return (throws, Side::BOTH.map(|side| [one, two][side.seat(battle)]));
        }
    }
}

/// The line in which a policy places so many ships, which outreach the enemy's or do not.
pub(crate) fn line(board: Board, policy: &Policy, ships: usize, outreaches: bool) -> Line {
    let row = policy.deploy_row.of(DEPTH, outreaches);
    let (spacing, shift) = (policy.deploy_spacing, policy.deploy_shift);
    Line { first: DEPTH, columns: board.cols - 2 * DEPTH, ships, spacing, shift, row }
}

/// A ship's place in a line, as seen from seat 0.
pub(crate) fn in_line(line: Line, slot: usize, random: u32) -> Station {
    Station { hex: line.hex(slot, random), facing: Facing::NORTH }
}

/// A station of seat 0 as the given seat has it.
pub(crate) fn seen_from(board: Board, seat: usize, own: Station) -> Station {
    if seat == 1 { reflected(board, own) } else { own }
}

/// The place in the set-up area nearest to one of the line that is in no object, if possible with none ahead either; of several
/// the first as seen from the seat.
fn beside(board: Board, field: &Field, seat: usize, own: Station) -> Station {
    let at = |hex: Hex| seen_from(board, seat, Station { hex, ..own });
    let open = |station: Station| !field.is_solid(station.hex);
    let free = |station: Station| !field.is_solid(station.hex.ahead(station.facing, 1));
    if open(at(own.hex)) && free(at(own.hex)) {
        return at(own.hex);
    }
    let mut best = (true, u8::MAX, own.hex);
    for row in 0..DEPTH {
        for column in DEPTH..board.cols - DEPTH {
            if let Some(hex) = board.hex(column, row).filter(|hex| open(at(*hex))) {
                best = best.min((!free(at(hex)), own.hex.distance(hex), hex));
            }
        }
    }
    at(best.2)
}
