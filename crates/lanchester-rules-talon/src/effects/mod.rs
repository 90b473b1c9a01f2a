//! What hits bring about: damage, criticals, explosions, missiles in their targets, ships that stack, repairs.
//!
//! These rules are rare in a battle and stand here once, for the reference and for the lanes: they see a battle through
//! [`Counters`], which the reference's battle with its dice is, and one lane of a batch. Damage that many lanes do at once has a second
//! text in vectors, in [`crate::lanes::damage`].

mod damage;
mod explosions;
mod missiles;
mod moves;
mod shots;

use lanchester_core::Side;
use lanchester_lanes::hex::Hex16;

use crate::arcs::Arc;
use crate::design::{Design, MAX_GROUPS};
use crate::event::{Event, Loss, Marker, MissileId, ShipId};
use crate::options::Options;
use crate::position::Position;

pub use damage::{damage, mark, repair};
pub use explosions::explode;
pub use missiles::{Missile, damage_missile, hit, meet, reach, spend};
pub use moves::{arrive, break_apart};
pub use shots::{launch, strike, sweep};

/// What criticals change of a ship.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// Groups that were destroyed.
    pub destroyed: [bool; MAX_GROUPS],
    /// Repairable criticals that it has.
    pub markers: [bool; Marker::ALL.len()],
    /// What damage to its thrusters adds to its turn radius.
    pub thrusters: u8,
    /// What damage to its relays takes off its power.
    pub relays: u8,
    /// Its FTL is offline.
    pub ftl_offline: bool,
}

/// The counters and dice of one battle.
pub trait Counters {
    /// The options of the battle.
    fn options(&self) -> &Options;

    /// A ship's class.
    fn design(&self, ship: ShipId) -> &Design;

    /// Opens the stream of an activation of a side in this moment, whose code is by seat and slot.
    fn open(&mut self, side: Side, code: fn(usize, usize) -> u32, slot: u8);

    /// Rolls a pool of dice.
    fn roll(&mut self, faces: &mut [u8]);

    /// Adds to the record.
    fn note(&mut self, event: Event);

    /// How many ships and missiles a side has at most.
    fn units(&self, side: Side) -> [u8; 2];

    /// Whether a ship is in the game.
    fn is_there(&self, ship: ShipId) -> bool;

    /// Where a ship is, or was when it went out of the game.
    fn place(&self, ship: ShipId) -> Position;

    /// Puts a ship somewhere else.
    fn put(&mut self, ship: ShipId, at: Position);

    /// Hull boxes of a ship that are marked, or shield boxes of an arc that are left.
    fn boxes(&mut self, ship: ShipId, shield: Option<Arc>) -> &mut u8;

    /// A ship's condition.
    fn condition(&self, ship: ShipId) -> Condition;

    /// Changes it. A critical that it did not have before it has since this moment.
    fn set_condition(&mut self, ship: ShipId, condition: &Condition);

    /// Takes so many points at most from the reinforcements of an arc, the oldest first; returns how many.
    fn absorb(&mut self, ship: ShipId, arc: Arc, points: u8) -> u8;

    /// A ship goes out of the game, which is recorded; one that was destroyed has yet to explode.
    fn lose(&mut self, ship: ShipId, loss: Loss);

    /// The slots of the ships of each side that have yet to explode, a bit each; from now on none has.
    fn take_exploding(&mut self) -> [u32; 2];

    /// A missile, if it is in flight.
    fn missile(&self, missile: MissileId) -> Option<Missile>;

    /// Puts a missile in flight, or takes it away.
    fn put_missile(&mut self, missile: MissileId, counter: Option<Missile>);

    /// The arc of a ship in which a hex lies; `None` for its own.
    fn arc(&self, ship: ShipId, hex: Hex16) -> Option<Arc> {
        let at = self.place(ship);
        Arc::of(at.hex, at.facing, hex, self.options().arc_boundary)
    }
}
