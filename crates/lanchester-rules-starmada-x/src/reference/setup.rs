//! Setting up (X 2.1): who places first, and where ships and flights may stand.

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;

use super::{Battle, Choices, Illegal};
use crate::event::{Event, Flight, ShipId, code};
use crate::formulas::{may_place, reflected};
use crate::options::Station;

impl Battle<'_> {
    /// ### X 2.1.2 Setting up (p. 13)
    /// Each side along its long edge, within five hexes of it and no closer than five to either side; each rolls a die and
    /// the lower one places first, ships and then flights.
    ///
    /// RULING: ties are rolled again. Within five hexes of the edge are its five rows; five columns at either side stay
    /// empty. A scenario may fix the stations of a fleet; fixed fleets are placed before free ones, A before B, without
    /// dice; in odd battles, where the fleets have changed seats, they are turned by half a circle. A flight starts in the
    /// set-up area or in the hex of its carrier. Nothing starts in an object.
    pub(super) fn set_up(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let fixed = Side::BOTH.map(|side| self.setup.stations[side].is_some());
        let first = match fixed {
            [true, _] => Side::A,
            [false, true] => Side::B,
            [false, false] => {
                let (throws, dice) = self.throw(0, code::PLACEMENT, dice);
                let first = if dice[Side::A] < dice[Side::B] { Side::A } else { Side::B };
                self.log.record(Event::PlacementDice { throws, dice, first });
                first
            }
        };
        for side in [first, first.opponent()] {
            for ship in self.ships(side) {
                let at = self.station(ship, choices)?;
                self.vessel_mut(ship).at = at;
                self.log.record(Event::Place { ship, at });
            }
            for slot in 0..self.flights[side].len() {
                let flight = Flight { side, slot: slot as u8 };
                let hex = choices.place_flight(self, flight).map_err(|why| self.log.illegal("X 2.1.2", why))?;
                let carrier = ShipId { side, slot: self.flights[side][slot].carrier };
                if !may_place(self.setup.options, side.seat(self.number), hex) && hex != self.vessel(carrier).at.hex {
                    return Err(self.log.illegal("X 2.1.2", "a flight starts in the set-up area or with its carrier"));
                }
                self.flights[side][slot].hex = hex;
                self.log.record(Event::PlaceFlight { flight, hex });
            }
        }
        Ok(())
    }

    /// Where a ship starts.
    fn station(&self, ship: ShipId, choices: &mut dyn Choices) -> Result<Station, Illegal> {
        let Some(stations) = &self.setup.stations[ship.side] else {
            let at = choices.place(self, ship).map_err(|why| self.log.illegal("X 2.1.2", why))?;
            if !may_place(self.setup.options, ship.side.seat(self.number), at.hex) {
                return Err(self
                    .log
                    .illegal("X 2.1.2", "a ship starts in the set-up area of its side, outside objects"));
            }
            return Ok(at);
        };
        let board = self.setup.options.board;
        let given = stations.get(usize::from(ship.slot)).filter(|given| board.contains(given.hex));
        let given = given.map(|given| if self.number.is_multiple_of(2) { *given } else { reflected(board, *given) });
        match given.filter(|at| self.is_open(at.hex)) {
            Some(at) => Ok(at),
            None => {
                let why = format!("ship {} of {} has no station on the board outside objects", ship.slot, ship.side);
                Err(self.log.illegal("X 2.1.2", why))
            }
        }
    }

    /// Two dice, seat 0's first, thrown again while tied: how many throws, and A's die and B's.
    pub(super) fn throw(&self, turn: u16, code: u32, dice: &mut dyn DiceSource) -> (u8, [u8; 2]) {
        dice.open(u32::from(turn), code);
        let mut throws = 0u8;
        loop {
            throws = throws.saturating_add(1);
            let faces = dice.pool(2);
            if faces[0] != faces[1] {
                return (throws, Side::BOTH.map(|side| faces[side.seat(self.number)]));
            }
        }
    }
}
