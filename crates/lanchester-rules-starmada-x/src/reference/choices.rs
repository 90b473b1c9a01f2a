//! Where the choices of a battle come from.

use lanchester_core::Side;
use lanchester_lanes::hex::Hex;

use super::{Battle, Recorded};
use crate::design::MAX_MOUNTS;
use crate::event::{Event, Flight, Mark, ShipId, Target};
use crate::options::Station;
use crate::orders::Orders;

/// One battery's declared attack on one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// The battery: 0 for a.
    pub battery: u8,
    /// The target.
    pub target: Target,
    /// Weapons that take part, by mount (counted over all batteries).
    pub weapons: [u8; MAX_MOUNTS],
}

/// A player for both sides. Every method may look at the whole table; it answers with a choice, which the rules then
/// check, or with the reason why it has none.
///
/// # Errors
/// Each method: no choice can be made.
pub trait Choices {
    /// Where to place a ship (X 2.1.2). Asked only for freely placed fleets.
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String>;

    /// Where to place a flight (X 2.1.2).
    fn place_flight(&mut self, battle: &Battle<'_>, flight: Flight) -> Result<Hex, String>;

    /// A ship's orders, before anything has moved (X 3.2).
    fn orders(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Orders, String>;

    /// Which flight acts next, where it flies and what it attacks, when `chooser` chooses (X 5.1.2).
    fn fly(&mut self, battle: &Battle<'_>, chooser: Side) -> Result<(Flight, Hex, Option<Target>), String>;

    /// A ship's attacks, by battery and target (X 4.1.1).
    fn attacks(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Declared>, String>;

    /// Which mount of a battery loses a weapon: mark `nth` of a damage die (X 4.2.3).
    fn weapon(&mut self, battle: &Battle<'_>, ship: ShipId, battery: u8, nth: usize) -> Result<u8, String>;

    /// Which piece of special equipment loses a box: mark `nth` of a damage die (X 4.2.3).
    fn equipment(&mut self, battle: &Battle<'_>, ship: ShipId, nth: usize) -> Result<u8, String>;

    /// Which flights of the stack around `leader` lose how many of `fighters` in all (X 5.2.1).
    fn losses(&mut self, battle: &Battle<'_>, leader: Flight, fighters: u8) -> Result<Vec<(Flight, u8)>, String>;
}

/// A mark of the damage die that is recorded next.
fn mark(record: &Recorded<'_>, battle: &Battle<'_>, nth: usize) -> Option<Mark> {
    match record.next(&battle.log) {
        Some(Event::Damage { marks, .. }) => marks.iter().nth(nth),
        _ => None,
    }
}

impl Choices for Recorded<'_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        match self.next(&battle.log) {
            Some(Event::Place { ship: placed, at }) if *placed == ship => Ok(*at),
            _ => self.missing(&battle.log, &format!("the placement of ship {} of {}", ship.slot, ship.side)),
        }
    }

    fn place_flight(&mut self, battle: &Battle<'_>, flight: Flight) -> Result<Hex, String> {
        match self.next(&battle.log) {
            Some(Event::PlaceFlight { flight: placed, hex }) if *placed == flight => Ok(*hex),
            _ => self.missing(&battle.log, &format!("the placement of flight {} of {}", flight.slot, flight.side)),
        }
    }

    /// Orders of all ships are asked for before the first move is recorded.
    fn orders(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Orders, String> {
        let moves = self.rest(&battle.log).iter().map_while(|event| match event {
            Event::Move { ship, orders, .. } => Some((ship, orders)),
            _ => None,
        });
        match moves.into_iter().find(|(moved, _)| **moved == ship) {
            Some((_, orders)) => Ok(*orders),
            None => self.missing(&battle.log, &format!("the move of ship {} of {}", ship.slot, ship.side)),
        }
    }

    fn fly(&mut self, battle: &Battle<'_>, chooser: Side) -> Result<(Flight, Hex, Option<Target>), String> {
        match self.next(&battle.log) {
            Some(Event::Fly { flight, to, target, .. }) => Ok((*flight, *to, *target)),
            _ => self.missing(&battle.log, &format!("a flight of {chooser}'s choice")),
        }
    }

    /// Attacks of all ships are asked for before the first is recorded; they stand before the turn's end.
    fn attacks(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Declared>, String> {
        let phase = self.rest(&battle.log).iter().take_while(|event| !matches!(event, Event::TurnEnd { .. }));
        let own = phase.filter_map(|event| match event {
            Event::Attack { attack } if attack.ship == ship => {
                Some(Declared { battery: attack.battery, target: attack.target, weapons: attack.weapons })
            }
            _ => None,
        });
        Ok(own.collect())
    }

    fn weapon(&mut self, battle: &Battle<'_>, _: ShipId, battery: u8, nth: usize) -> Result<u8, String> {
        match mark(self, battle, nth) {
            Some(Mark::Weapon { battery: hit, mount }) if hit == battery => Ok(mount),
            _ => self.missing(&battle.log, "a damage die that takes a weapon of this battery"),
        }
    }

    fn equipment(&mut self, battle: &Battle<'_>, _: ShipId, nth: usize) -> Result<u8, String> {
        match mark(self, battle, nth) {
            Some(Mark::Equipment(piece)) => Ok(piece),
            _ => self.missing(&battle.log, "a damage die that takes a box of special equipment"),
        }
    }

    fn losses(&mut self, battle: &Battle<'_>, leader: Flight, fighters: u8) -> Result<Vec<(Flight, u8)>, String> {
        let mut left = fighters;
        let mut losses = Vec::new();
        // The attack itself was recorded before its losses.
        for event in self.rest(&battle.log) {
            let Event::FightersLost { flight, fighters } = event else { break };
            if left == 0 || flight.side != leader.side {
                break;
            }
            left = left.saturating_sub(*fighters);
            losses.push((*flight, *fighters));
        }
        Ok(losses)
    }
}
