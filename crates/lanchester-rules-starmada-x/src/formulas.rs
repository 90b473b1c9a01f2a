//! What the book works out of numbers and places alone: for the reference, the lanes, the player, odds and words.

use lanchester_lanes::hex::{Board, Facing, Hex};

use crate::design::{Abilities, Battery};
use crate::options::{Options, Station};
use crate::orders::{Orders, Step};

/// Hexes that a flight may fly.
pub const FLY: u8 = 10;
/// Hexes from the long edge within which ships are placed, and hexes that stay empty at either side.
pub const DEPTH: u8 = 5;

/// What range does to the to-hit die: short +1, medium 0, long −1; `None` beyond, and in the firer's own hex.
pub fn range_modifier(battery: &Battery, distance: u8) -> Option<i8> {
    let [short, medium, long] = battery.bands();
    match distance {
        0 => None,
        d if d <= short => Some(1),
        d if d <= medium => Some(0),
        d if d <= long => Some(-1),
        _ => None,
    }
}

/// ### X 4.2.1 To-hit roll (p. 16)
/// Hits among these dice when `need` is needed: a natural 1 always fails; above 6, two natural sixes a hit for 7, three for
/// 8, and so on.
pub fn hits(dice: &[u8], need: u8) -> u8 {
    if need > 6 {
        let sixes = dice.iter().filter(|face| **face == 6).count() as u8;
        return sixes / (need - 5);
    }
    dice.iter().filter(|face| **face >= need.max(2)).count() as u8
}

/// The shield rating that an attack meets.
pub const fn effective_shields(shields: u8, abilities: Abilities) -> u8 {
    if abilities.halves_shields { shields.div_ceil(2) } else { shields }
}

/// ### X 4.3.1 Destroyed ships (p. 17)
/// Strength of the explosion of a ship with so many hull boxes: 1 to 3 boxes 1, to 8 2, to 15 3, to 24 4, more 5.
///
/// RULING: it weakens the attacks of flights on ships too (X 5.3.1), those on flights only by option (X 5.3.2). One of the
/// fighter or combat phase keeps its strength at the end of its turn, one of the end phase at the end of the next.
pub const fn strength(hull: u8) -> u8 {
    match hull {
        0..=3 => 1,
        4..=8 => 2,
        9..=15 => 3,
        16..=24 => 4,
        _ => 5,
    }
}

/// Whether the side in seat `seat` may place a ship in this hex (X 2.1.2).
pub fn may_place(options: &Options, seat: usize, hex: Hex) -> bool {
    in_set_up_area(options.board, seat, hex) && !options.is_solid(hex)
}

/// Whether a hex lies in the set-up area of seat `seat`, objects aside.
pub fn in_set_up_area(board: Board, seat: usize, hex: Hex) -> bool {
    if !board.contains(hex) || (hex.q ^ hex.h) & 1 != 0 {
        return false;
    }
    let (column, row) = board.place(hex);
    let from_edge = if seat == 0 { row } else { board.rows - 1 - row };
    from_edge < DEPTH && (DEPTH..board.cols - DEPTH).contains(&column)
}

/// A station as the other seat sees it: turned by half a circle around the middle of the board.
pub fn reflected(board: Board, station: Station) -> Station {
    Station { hex: board.turned(station.hex), facing: station.facing.turned(3) }
}

/// ### X 3.2.1 Maneuvers (p. 14)
/// Why a ship with so many movement points may not have these orders, if it may not. No two maneuvers in a row, at least a
/// hex ahead between them; a move back needs none before or after it. Orders may begin with a maneuver only if the last
/// thing the ship did in the movement phase before was to move ahead.
///
/// RULING: before its first move a ship may begin with one. A move back is a maneuver when it begins the orders, and a ship
/// that did not move did not move ahead.
pub fn unfit(orders: Orders, movement_points: u8, forward: bool) -> Option<String> {
    if orders.cost() > movement_points {
        return Some(format!("orders of {} movement points, of which the ship has {movement_points}", orders.cost()));
    }
    let steps: Vec<Step> = orders.steps().collect();
    if !forward && steps.first().is_some_and(|step| *step != Step::Forward) {
        return Some("orders begin with a maneuver, and the ship did not end its last movement ahead".to_owned());
    }
    let bound = |step: &Step| !matches!(step, Step::Forward | Step::Back);
    steps.windows(2).any(|two| two.iter().all(bound)).then(|| "two maneuvers in a row".to_owned())
}

/// Where one step leads. Coordinates may be off the board, but are never far from it.
pub fn after(at: Station, step: Step) -> Station {
    let ahead = |turn: i32| -> Hex { at.hex.ahead(at.facing.turned(turn), 1) };
    let turned = |by: i32| -> Facing { at.facing.turned(by) };
    match step {
        Step::Forward => Station { hex: ahead(0), ..at },
        Step::Port => Station { facing: turned(-1), ..at },
        Step::Starboard => Station { facing: turned(1), ..at },
        Step::Left => Station { hex: ahead(-1), ..at },
        Step::Right => Station { hex: ahead(1), ..at },
        Step::Back => Station { hex: ahead(3), ..at },
    }
}

/// Where orders lead, and whether the way there leaves the board.
pub fn end(board: Board, from: Station, orders: Orders) -> (Station, bool) {
    orders.steps().fold((from, false), |(at, left), step| {
        let to = after(at, step);
        (to, left || !board.contains(to.hex))
    })
}

/// The first object hex that orders would enter. A sideslip and a move back enter hexes like a move ahead.
pub fn obstacle(options: &Options, from: Station, orders: Orders) -> Option<Hex> {
    let mut at = from;
    let way = orders.steps().map(|step| {
        at = after(at, step);
        at.hex
    });
    way.into_iter().find(|hex| options.is_solid(*hex))
}
