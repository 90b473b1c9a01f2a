//! A player who plays a policy for each side, in plain code: [`crate::reference::Choices`] over [`crate::reference::Battle`].
//!
//! It makes the choices that the lanes make, one battle at a time, and the tests hold the two together event for event. What
//! policies weigh it works out from designs and policies by itself; of the lanes it takes only the list of orders that a ship may
//! have ([`crate::lanes::chooser::candidates`]), which says what comes first of equals. What holds of all of it:
//!
//! - Candidates come in the order in which they are listed, and the first with the highest score wins.
//! - Scores are whole numbers. Those of the lanes are clamped to 16 bits, which shipped policies do not reach.
//!
//! **Randomness.** The weight `noise` alone uses any: a random number for each end of a ship's list, from the seed of its stream
//! [`crate::event::code::steer`]. Set-up shifts the line by a word of [`crate::event::code::DEPLOYMENT`].
//!
//! Rooms: `tables` (worked out once a matchup), `placement`, `ahead` (where enemies may be), `exchange` (what fire is worth),
//! `movement`, `flights`, `fire`, `losses` (what is given up).

mod ahead;
mod exchange;
mod fire;
mod flights;
mod losses;
mod movement;
mod placement;
mod tables;

use std::collections::BTreeMap;

use lanchester_core::Side;
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::hex::Hex;

use crate::event::{Flight, ShipId, Target};
use crate::options::Station;
use crate::orders::Orders;
use crate::policy::Policy;
use crate::reference::{Battle, Choices, Declared};

pub use tables::Tables;

/// What is known of a ship when a turn begins.
#[derive(Clone, Debug)]
struct Known {
    /// Where it begins the turn.
    began: Hex,
    /// Hexes between the beginning and the end of its last movement.
    run: u8,
    /// It is in the game.
    alive: bool,
    /// Where the other side expects it, each place as likely as the others.
    places: Vec<Station>,
    /// The ways around objects from the first of them.
    ways: BTreeMap<Hex, u8>,
}

/// Plays a policy for each side.
#[derive(Clone, Debug)]
pub struct Player<'a> {
    tables: &'a Tables,
    key: BattleKey,
    /// The turn of what is known; 0 before the first.
    turn: u16,
    known: [Vec<Known>; 2],
}

impl<'a> Player<'a> {
    /// A player for one battle, with the key of its pair.
    pub fn new(tables: &'a Tables, key: BattleKey) -> Self {
        Self { tables, key, turn: 0, known: [Vec::new(), Vec::new()] }
    }

    fn policy(&self, side: Side) -> &'a Policy {
        &self.tables.policies[side]
    }

    fn known(&self, ship: ShipId) -> &Known {
        &self.known[ship.side][usize::from(ship.slot)]
    }

    /// Notes where all ships are, when a turn begins.
    fn note(&mut self, battle: &Battle<'_>) {
        if self.turn == battle.turn {
            return;
        }
        let first = self.turn == 0;
        self.turn = battle.turn;
        let known = Side::BOTH.map(|side| {
            let ships = battle.ships(side).map(|ship| {
                let vessel = battle.vessel(ship);
                // Before its first movement a ship is expected to come on.
                let run = if first { vessel.design.engines } else { self.known(ship).began.distance(vessel.at.hex) };
                let (began, alive) = (vessel.at.hex, vessel.alive());
                Known { began, run, alive, places: Vec::new(), ways: BTreeMap::new() }
            });
            ships.collect()
        });
        self.known = known;
        for ship in battle.afloat() {
            let places = self.expect(battle, ship);
            let ways = self.tables.ways(battle.setup.options.board, places[0].hex);
            let known = &mut self.known[ship.side][usize::from(ship.slot)];
            (known.places, known.ways) = (places, ways);
        }
    }
}

impl Choices for Player<'_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        Ok(placement::station(self.policy(ship.side), self.tables.outreaches[ship.side], battle, ship, self.key))
    }

    /// Flights start with their carriers.
    fn place_flight(&mut self, battle: &Battle<'_>, flight: Flight) -> Result<Hex, String> {
        let carrier = battle.flight(flight).ok_or("there is no such flight")?.carrier;
        Ok(battle.vessel(ShipId { side: flight.side, slot: carrier }).at.hex)
    }

    fn orders(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Orders, String> {
        Ok(self.best_orders(battle, ship).0)
    }

    fn fly(&mut self, battle: &Battle<'_>, chooser: Side) -> Result<(Flight, Hex, Option<Target>), String> {
        let flight = self.next_flight(battle, chooser).ok_or("no flight waits")?;
        let (to, target) = self.sortie(battle, flight);
        Ok((flight, to, target))
    }

    fn attacks(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Declared>, String> {
        Ok(self.declare(battle, ship))
    }

    fn weapon(&mut self, battle: &Battle<'_>, ship: ShipId, battery: u8, _: usize) -> Result<u8, String> {
        self.lost_weapon(battle, ship, battery).ok_or_else(|| "no weapon is left".to_owned())
    }

    fn equipment(&mut self, battle: &Battle<'_>, ship: ShipId, _: usize) -> Result<u8, String> {
        self.lost_equipment(battle, ship).ok_or_else(|| "no equipment is left".to_owned())
    }

    fn losses(&mut self, battle: &Battle<'_>, leader: Flight, fighters: u8) -> Result<Vec<(Flight, u8)>, String> {
        Ok(self.lost_fighters(battle, leader, fighters))
    }
}
