//! Where the choices of a battle come from.

use lanchester_core::Side;
use lanchester_lanes::hex::Facing;

use super::{Battle, Recorded};
use crate::event::{Event, Loss, ShipId, Target, Use};
use crate::options::Station;
use crate::position::Step;

/// The next unit that moves, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mover {
    /// The ship in this slot.
    Ship(u8, Step),
    /// The missile of this number, after it has turned by -1, 0 or 1 hex sides to the right.
    Missile(u8, i8),
}

/// What one weapon does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shot {
    /// It fires at a target, and displaces it that way on a hit.
    At(Target, Option<Facing>),
    /// It launches a missile at the ship in this slot, which faces there.
    Launch(u8, Facing),
}

/// A player for both sides. Every method may look at the whole table; it answers with a choice, which the rules then check, or
/// with the reason why it has none.
///
/// # Errors
/// Each method: no choice can be made.
pub trait Choices {
    /// Where to place a ship. Asked only for freely placed fleets.
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String>;

    /// What to spend a ship's action point on, if on anything.
    fn spend(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Option<Use>, String>;

    /// Which unit of a side moves next; `None`: no more do.
    fn mover(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<Mover>, String>;

    /// Which ship of a side fires which group next; `None`: no more do.
    fn shooter(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<(u8, u8)>, String>;

    /// What a weapon of a group that fires does.
    fn shot(&mut self, battle: &Battle<'_>, ship: ShipId, group: u8, weapon: u8) -> Result<Shot, String>;

    /// A ship's speed for the next round.
    fn speed(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<u8, String>;

    /// Whether a ship that may retreat does.
    fn retreat(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<bool, String>;
}

impl Choices for Recorded<'_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        match self.next(&battle.log) {
            Some(Event::Place { ship: placed, at }) if *placed == ship => Ok(*at),
            _ => self.missing(&battle.log, &format!("the placement of ship {} of {}", ship.slot, ship.side)),
        }
    }

    fn spend(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Option<Use>, String> {
        match self.next(&battle.log) {
            Some(Event::Spend { ship: of, on, .. }) if *of == ship => Ok(Some(*on)),
            _ => Ok(None),
        }
    }

    fn mover(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<Mover>, String> {
        Ok(match self.next(&battle.log) {
            Some(Event::Move { ship, step, .. }) if ship.side == side => Some(Mover::Ship(ship.slot, *step)),
            Some(Event::Fly { missile, turn, .. }) if missile.side == side => Some(Mover::Missile(missile.slot, *turn)),
            _ => None,
        })
    }

    fn shooter(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<(u8, u8)>, String> {
        Ok(match self.next(&battle.log) {
            Some(Event::Fire { ship, group, .. } | Event::Launch { ship, group, .. }) if ship.side == side => {
                Some((ship.slot, *group))
            }
            _ => None,
        })
    }

    fn shot(&mut self, battle: &Battle<'_>, ship: ShipId, group: u8, _: u8) -> Result<Shot, String> {
        match self.next(&battle.log) {
            Some(Event::Fire { ship: of, group: with, target, push, .. }) if (*of, *with) == (ship, group) => {
                Ok(Shot::At(*target, *push))
            }
            Some(Event::Launch { ship: of, group: with, target, at, .. }) if (*of, *with) == (ship, group) => {
                Ok(Shot::Launch(*target, at.facing))
            }
            _ => self.missing(&battle.log, &format!("a shot of ship {} of {}", ship.slot, ship.side)),
        }
    }

    fn speed(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<u8, String> {
        match self.next(&battle.log) {
            Some(Event::Power { ship: of, speed, .. }) if *of == ship => Ok(*speed),
            _ => self.missing(&battle.log, &format!("the speed of ship {} of {}", ship.slot, ship.side)),
        }
    }

    fn retreat(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<bool, String> {
        let next = self.next(&battle.log);
        Ok(next == Some(&Event::Lost { ship, loss: Loss::Retreated }))
    }
}
