//! Where the choices of a battle come from.

use lanchester_core::Side;
use lanchester_lanes::hex::{Facing, Hex};

use super::{Battle, Recorded};
use crate::event::{Arrival, Event, Maneuver, ShipId};
use crate::options::Station;

/// A player for both sides. Every method may look at the whole table; it answers with a choice, which the rules then
/// check, or with the reason why it has none.
pub trait Choices {
    /// Where to place a ship (NOVA 2.3). Asked only for freely placed fleets.
    ///
    /// # Errors
    /// No choice can be made.
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String>;

    /// Which side the winner of the throw makes the active one (NOVA 3.1).
    ///
    /// # Errors
    /// No choice can be made.
    fn active(&mut self, battle: &Battle<'_>, winner: Side) -> Result<Side, String>;

    /// Which ready ship of `side` moves next (NOVA 3.2).
    ///
    /// # Errors
    /// No choice can be made.
    fn next_to_move(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String>;

    /// How a ship moves (NOVA 4.1).
    ///
    /// # Errors
    /// No choice can be made.
    fn maneuver(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Maneuver, String>;

    /// In which direction the opponent of `ship` shifts it out of the occupied `hex` (NOVA 4.5).
    ///
    /// # Errors
    /// No choice can be made.
    fn shift(&mut self, battle: &Battle<'_>, ship: ShipId, hex: Hex) -> Result<Facing, String>;

    /// Which ready ship of `side` fires next (NOVA 3.3).
    ///
    /// # Errors
    /// No choice can be made.
    fn next_to_fire(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String>;

    /// The target of each bank in firing order: a slot of the enemy fleet, or none (NOVA 5.1). Banks past the end of
    /// the list have none.
    ///
    /// # Errors
    /// No choice can be made.
    fn targets(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Vec<Option<u8>>, String>;
}

/// The record from the fire of the ship on that declares next: ships that declared before it fire before it.
fn firing<'r>(record: &Recorded<'r>, battle: &Battle<'_>) -> &'r [Event] {
    let rest = record.rest(&battle.log);
    let mut fires = rest.iter().enumerate().filter(|(_, event)| matches!(event, Event::Fire { .. }));
    match battle.declared() {
        // It is due at once: whatever stands there has to be it.
        0 => rest,
        before => fires.nth(before).map_or(&[], |(at, _)| &rest[at..]),
    }
}

impl Choices for Recorded<'_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        match self.next(&battle.log) {
            Some(Event::Place { ship: placed, at }) if *placed == ship => Ok(*at),
            _ => self.missing(&battle.log, &format!("the placement of ship {} of {}", ship.slot, ship.side)),
        }
    }

    fn active(&mut self, battle: &Battle<'_>, _winner: Side) -> Result<Side, String> {
        match self.next(&battle.log) {
            Some(Event::Initiative { active, .. }) => Ok(*active),
            _ => self.missing(&battle.log, "an initiative throw"),
        }
    }

    fn next_to_move(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        match self.next(&battle.log) {
            Some(Event::Move { ship, .. }) => Ok(*ship),
            _ => self.missing(&battle.log, &format!("a move of {side}")),
        }
    }

    fn maneuver(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Maneuver, String> {
        match self.next(&battle.log) {
            Some(Event::Move { maneuver, .. }) => Ok(*maneuver),
            _ => self.missing(&battle.log, &format!("a move of ship {} of {}", ship.slot, ship.side)),
        }
    }

    fn shift(&mut self, battle: &Battle<'_>, _ship: ShipId, _hex: Hex) -> Result<Facing, String> {
        match self.next(&battle.log) {
            Some(Event::Move { arrival: Arrival::Shifted(direction), .. }) if *direction < 6 => {
                Ok(Facing::new(i32::from(*direction)))
            }
            _ => self.missing(&battle.log, "a move that the opponent ends by a shift to one of the six sides"),
        }
    }

    fn next_to_fire(&mut self, battle: &Battle<'_>, side: Side) -> Result<ShipId, String> {
        match firing(self, battle).first() {
            Some(Event::Fire { ship }) => Ok(*ship),
            _ => self.missing(&battle.log, &format!("the fire of a ship of {side}")),
        }
    }

    /// The attacks that follow the fire event; a bank that stands there out of order cannot be a declared one.
    fn targets(&mut self, battle: &Battle<'_>, _ship: ShipId) -> Result<Vec<Option<u8>>, String> {
        let mut targets = Vec::new();
        for event in firing(self, battle).iter().skip(1) {
            let (bank, target) = match event {
                Event::Attack { shot } => (usize::from(shot.bank), shot.target),
                Event::Wasted { bank, target } => (usize::from(*bank), *target),
                _ => break,
            };
            if bank < targets.len() {
                return Err(format!("bank {bank} stands after a later bank"));
            }
            targets.resize(bank, None);
            targets.push(Some(target));
        }
        Ok(targets)
    }
}
