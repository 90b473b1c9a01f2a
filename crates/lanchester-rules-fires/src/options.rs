//! Options of a battle, and where a ship starts.

use lanchester_lanes::hex::{Board16, Facing, Hex16};
use lanchester_scenario::options;
use serde::Serialize;

/// Hexes that a ship can go in a turn.
pub const MAX_SPEED: u8 = 20;
/// Hexes between the fleets, at least and at most.
pub const DISTANCES: [i16; 2] = [10, 1000];
/// How far ahead of its line a ship can start.
pub const MAX_LEAD: i16 = 4;

options! {
    /// Options of a battle. The default is the standard game.
    pub struct Options("[options]") {
        /// Turns after which a battle is stopped.
        turn_cap: u16 [1..=200] = 40,
        /// Hexes between the fleets.
        distance: i16 [DISTANCES[0]..=DISTANCES[1]] = 60,
        /// At a distance of one hex or none, each die counts one more (FIRES 4.1).
        close_in: bool = false,
    }
}

/// Where a ship starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Station {
    /// Hexes ahead of the line of its fleet, 0 to [`MAX_LEAD`].
    pub lead: i16,
}

impl Options {
    /// The map: a ship in every second column, and rows from one line to the other.
    #[must_use]
    pub const fn board(&self) -> Board16 {
        Board16 { cols: 2 * crate::design::MAX_SHIPS as i16, rows: self.distance + 1 }
    }

    /// ### FIRES 2 Set-up (p. 1)
    /// Seat 0 begins in the southern row and faces north, seat 1 in the northern and faces south; ships stand in every second
    /// column, in fleet order.
    #[must_use]
    pub const fn start(&self, seat: usize, slot: usize, station: Station) -> Hex16 {
        let line = Hex16::new(2 * slot as i16, if seat == 0 { 0 } else { 2 * self.distance });
        line.ahead(facing(seat), station.lead as u16)
    }
}

/// Where the ships of a seat face, all through the battle.
#[must_use]
pub const fn facing(seat: usize) -> Facing {
    if seat == 0 { Facing::NORTH } else { Facing::SOUTH }
}
