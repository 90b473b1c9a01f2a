//! A player who plays a policy for each side, in plain code: [`crate::reference::Choices`] over [`crate::reference::Battle`].
//!
//! This is the specification of the lanes' choosers, choice for choice. What holds of all of it:
//!
//! - Candidates come in the order in which they are listed here, and the first with the highest score wins.
//! - Features and scores are whole numbers that fit 16 bits. Damage is counted in sixths of a point.
//! - Nothing is planned further than two impulses ahead, with every ship going straight on at its speed (`ahead`).
//! - Friends decide one after another, in slot order.
//!
//! **Randomness.** The weight `noise` alone uses any. A ship has one random number a moment, the low 16 bits of the seed of its
//! stream [`crate::event::code::steer`] with the lowest bit set; candidate number n of a decision gets the high byte of its product
//! with a scramble of n (`noise`). Set-up shifts the line by a word of [`crate::event::code::DEPLOYMENT`].
//!
//! Rooms: `tables` (worked out once a matchup), `ahead`, `exchange` (what fire is worth), `placement`, `points`,
//! `movement`, `missiles`, `fire`, `power`.

pub(crate) mod ahead;
pub(crate) mod exchange;
pub(crate) mod fire;
mod missiles;
pub(crate) mod movement;
pub(crate) mod noise;
pub(crate) mod placement;
pub(crate) mod points;
pub(crate) mod power;
pub(crate) mod tables;
#[cfg(test)]
mod tests;

use lanchester_battle::weights::first_best;
use lanchester_core::Side;
use lanchester_dice::BattleKey;

use crate::design::MAX_SHIPS;
use crate::event::{ShipId, Use};
use crate::options::Station;
use crate::policy::Policy;
use crate::reference::{Battle, Choices, Mover, Shot};

pub use tables::Tables;

/// How far the units of a side have got in its present turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Turn {
    /// Round, impulse and side.
    of: (u16, u8, Side),
    /// The next missile to fly, by number.
    missile: u8,
    /// The next ship to move, by slot; from [`MAX_SHIPS`] on those that waited.
    ship: u8,
    /// Ships that wait for a friend to go out of their way.
    waits: [bool; MAX_SHIPS],
    /// Ships that have moved, or do not.
    moved: [bool; MAX_SHIPS],
    /// The next ship and group to fire.
    fire: (u8, u8),
}

/// Plays a policy for each side.
#[derive(Clone, Debug)]
pub struct Player<'a> {
    tables: &'a Tables,
    policies: [&'a Policy; 2],
    key: BattleKey,
    turn: Turn,
}

impl<'a> Player<'a> {
    /// A player for one battle: the policies of A and of B, and the key of the battle's pair.
    #[must_use]
    pub fn new(tables: &'a Tables, policies: [&'a Policy; 2], key: BattleKey) -> Self {
        Self { tables, policies, key, turn: Turn::new((0, 0, Side::A)) }
    }

    /// Notes which turn it is.
    fn note(&mut self, battle: &Battle<'_>, side: Side) {
        let of = (battle.round, battle.impulse, side);
        if self.turn.of != of {
            self.turn = Turn::new(of);
        }
    }

    fn policy(&self, side: Side) -> &'a Policy {
        self.policies[side]
    }
}

impl Turn {
    fn new(of: (u16, u8, Side)) -> Self {
        Self { of, missile: 0, ship: 0, waits: [false; MAX_SHIPS], moved: [false; MAX_SHIPS], fire: (0, 0) }
    }
}

impl Choices for Player<'_> {
    fn place(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Station, String> {
        let ships = battle.vessels[ship.side].len();
        Ok(placement::station(self.policy(ship.side), ships, ship.slot, self.key, battle.seat(ship.side)))
    }

    fn spend(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<Option<Use>, String> {
        self.note(battle, ship.side);
        Ok(self.choose_use(battle, ship))
    }

    fn mover(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<Mover>, String> {
        self.note(battle, side);
        Ok(self.next_missile(battle, side).or_else(|| self.next_ship(battle, side)))
    }

    fn shooter(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<(u8, u8)>, String> {
        self.note(battle, side);
        Ok(self.next_group(battle, side))
    }

    fn shot(&mut self, battle: &Battle<'_>, ship: ShipId, group: u8, weapon: u8) -> Result<Shot, String> {
        self.choose_shot(battle, ship, group, weapon).ok_or_else(|| "no shot at a target".to_owned())
    }

    fn speed(&mut self, battle: &Battle<'_>, ship: ShipId) -> Result<u8, String> {
        self.choose_speed(battle, ship).ok_or_else(|| "no speed to choose".to_owned())
    }

    /// Nobody retreats: who leaves the board scores nothing for either side.
    fn retreat(&mut self, _: &Battle<'_>, _: ShipId) -> Result<bool, String> {
        Ok(false)
    }
}
