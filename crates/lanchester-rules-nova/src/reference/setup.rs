//! Setting up (NOVA 2): who places first, and where ships may stand.

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;
use lanchester_lanes::hex::{Board, Facing, Hex};

use super::{Battle, Choices, Illegal};
use crate::event::{Event, ShipId, code};
use crate::options::Station;

impl Battle<'_> {
    /// Places all ships: fleets with fixed stations first, then the others by turns.
    pub(super) fn set_up(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        for side in Side::BOTH {
            self.place_fixed(side)?;
        }
        let fixed = Side::BOTH.map(|side| self.setup.stations[side].is_some());
        let first = match fixed {
            [true, true] => return Ok(()),
            // The fixed fleet has placed first.
            [true, false] => Side::A,
            [false, true] => Side::B,
            [false, false] => self.first_to_place(dice),
        };
        let [far, near] = self.setup.options.deployment_depth;
        self.depth[first] = far;
        self.depth[first.opponent()] = near;
        self.place_free(first, choices)
    }

    /// The larger fleet, or with equal fleets the seat that a die names: 1-3 seat 0, 4-6 seat 1.
    fn first_to_place(&mut self, dice: &mut dyn DiceSource) -> Side {
        let sizes = Side::BOTH.map(|side| self.vessels[side].len());
        match sizes[Side::A].cmp(&sizes[Side::B]) {
            std::cmp::Ordering::Greater => Side::A,
            std::cmp::Ordering::Less => Side::B,
            std::cmp::Ordering::Equal => {
                dice.open(0, code::PLACEMENT);
                let face = dice.pool(1)[0];
                self.log.record(Event::PlacementDie { face });
                Side::in_seat(usize::from(face > 3), self.number)
            }
        }
    }

    /// ### NOVA 2.3 Placing the ships (p. 8)
    /// One ship each in turn, the first placer first, leftovers at the end; ships of a fleet in slot order.
    fn place_free(&mut self, first: Side, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let most = self.vessels.iter().map(Vec::len).max().unwrap_or(0);
        for slot in 0..most {
            for side in [first, first.opponent()] {
                if self.setup.stations[side].is_some() || slot >= self.vessels[side].len() {
                    continue;
                }
                let ship = ShipId { side, slot: slot as u8 };
                let at = choices.place(self, ship).map_err(|why| self.log.illegal("NOVA 2.3", why))?;
                if !self.may_place(side, at.hex) {
                    return Err(self.log.illegal(
                        "NOVA 2.3",
                        format!("a ship is placed in an empty hex within {} rows of its edge", self.depth[side]),
                    ));
                }
                if at.speed != 0 {
                    return Err(self.log.illegal("NOVA 2.3", "a ship starts at speed 0"));
                }
                self.put(ship, at);
            }
        }
        Ok(())
    }

    /// Whether a side may place its next ship in this hex (NOVA 2.3).
    pub fn may_place(&self, side: Side, hex: Hex) -> bool {
        let board = self.board();
        is_hex(board, hex)
            && rows_from_edge(board, side.seat(self.number), hex) < self.depth[side]
            && self.occupant(hex).is_none()
    }

    /// ### NOVA 2.4 Fixed stations (p. 8)
    /// A scenario may fix every position, facing and speed of a fleet.
    ///
    /// RULING: fixed fleets are placed before free ones, A before B; the free fleet is then the second to place. In
    /// odd battles, where the fleets have changed seats, fixed stations are reflected in the middle of the board.
    fn place_fixed(&mut self, side: Side) -> Result<(), Illegal> {
        let Some(stations) = &self.setup.stations[side] else { return Ok(()) };
        let board = self.board();
        if stations.len() != self.vessels[side].len() {
            return Err(self.log.illegal("NOVA 2.4", format!("fleet {side} needs one station a ship")));
        }
        for (ship, &given) in self.ships(side).zip(stations) {
            if !is_hex(board, given.hex) {
                return Err(self.log.illegal("NOVA 2.4", format!("ship {} of {side} starts off the board", ship.slot)));
            }
            let at = if self.number.is_multiple_of(2) { given } else { reflected(board, given) };
            if self.occupant(at.hex).is_some() {
                return Err(self.log.illegal("NOVA 2.4", format!("ship {} of {side} starts on another", ship.slot)));
            }
            self.put(ship, at);
        }
        Ok(())
    }

    fn put(&mut self, ship: ShipId, at: Station) {
        self.vessel_mut(ship).at = Some(at);
        self.log.record(Event::Place { ship, at });
    }
}

/// Whether these coordinates are a hex of the board: not off it, and not between two hexes.
fn is_hex(board: Board, hex: Hex) -> bool {
    board.contains(hex) && (hex.q + hex.h) % 2 == 0
}

/// Rows between an on-board hex and the edge of seat `seat`: 0 on the edge itself.
fn rows_from_edge(board: Board, seat: usize, hex: Hex) -> u8 {
    let (_, row) = board.place(hex);
    if seat == 0 { row } else { board.rows - 1 - row }
}

/// A station as the other seat sees it: turned by half a circle around the middle of the board. Boards have an even
/// number of columns, so hexes fall on hexes.
fn reflected(board: Board, at: Station) -> Station {
    let hex = Hex::new(board.cols as i8 - 1 - at.hex.q, 2 * board.rows as i8 - 1 - at.hex.h);
    Station { hex, facing: at.facing.turned(Facing::SOUTH.index().into()), speed: at.speed }
}
