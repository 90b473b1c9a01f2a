//! What a recorded battle consists of: every choice, die and effect, in order.
//!
//! Lanes and reference write the same events; a record replays when they are equal one by one.

pub use lanchester_battle::ShipId;
use lanchester_core::{Outcome, Side};
use lanchester_lanes::hex::Hex;
use serde::{Serialize, Serializer};

use crate::design::MAX_MOUNTS;
use crate::options::{Station, label};
use crate::orders::Orders;

/// A fighter flight: whose, and its number; bays are counted over the fleet's ships in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct Flight {
    /// Its fleet.
    pub side: Side,
    /// Its number, from 0.
    pub slot: u8,
}

/// What is attacked, among the enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The ship in this slot.
    Ship(u8),
    /// The flights in the hex of this one, which is the first of them (X 5.2.1).
    Flights(u8),
}

/// One box marked, or a hit that was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// A hull hit.
    Hull {
        /// Armour cancelled it.
        cancelled: bool,
    },
    /// An engine box.
    Engine,
    /// A shield hit.
    Shield {
        /// Redundant shielding cancelled it.
        cancelled: bool,
    },
    /// A box of the piece of special equipment in this place of the ship's list: the defender's choice.
    Equipment(u8),
    /// A weapon of this battery, of the mount in this place of the ship's list: the defender's choice.
    Weapon {
        /// The battery: 0 for a.
        battery: u8,
        /// The mount, counted over all batteries; 255 for a hit that armoured guns cancelled.
        mount: u8,
    },
    /// A crew casualty.
    Crew,
}

/// Most marks of one damage die: the hits of a chart entry, an extra hull hit, a crew casualty.
pub const MAX_MARKS: usize = 8;

/// What one damage die marked, in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Marks {
    marks: [Option<Mark>; MAX_MARKS],
    count: u8,
}

impl Marks {
    /// Adds a mark; one too many is dropped.
    pub fn push(&mut self, mark: Mark) {
        if let Some(place) = self.marks.get_mut(usize::from(self.count)) {
            *place = Some(mark);
            self.count += 1;
        }
    }

    /// The marks in order.
    pub fn iter(&self) -> impl Iterator<Item = Mark> + '_ {
        self.marks.iter().flatten().copied()
    }
}

impl Serialize for Marks {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// One battery's attack on one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Attack {
    /// The attacker.
    pub ship: ShipId,
    /// The battery: 0 for a.
    pub battery: u8,
    /// The target.
    pub target: Target,
    /// Weapons that take part, by mount (counted over all batteries): the choice.
    pub weapons: [u8; MAX_MOUNTS],
    /// Distance in hexes.
    pub range: u8,
    /// The number that a to-hit die needs; above 6 natural sixes are counted (X 4.2.1).
    pub need: u8,
    /// To-hit dice.
    pub dice: u8,
    /// Hits.
    pub hits: u8,
    /// Penetrations; 0 against fighters.
    pub through: u8,
}

/// How a ship went out of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// Its last hull box was hit: it explodes.
    Destroyed,
    /// Its crew was killed.
    Crew,
    /// It left the board.
    LeftBoard,
}

/// A choice, die or effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// Dice decided who places first: the lower.
    PlacementDice {
        /// How many throws it took.
        throws: u8,
        /// The last throw: A's die and B's.
        dice: [u8; 2],
        /// Who places first.
        first: Side,
    },
    /// A ship was placed (a choice when placement is free).
    Place {
        /// Which.
        ship: ShipId,
        /// Where.
        at: Station,
    },
    /// A flight was placed: a choice.
    PlaceFlight {
        /// Which.
        flight: Flight,
        /// Where.
        #[serde(serialize_with = "labelled")]
        hex: Hex,
    },
    /// A turn begins.
    Turn {
        /// Its number, from 1.
        turn: u16,
    },
    /// A ship moved as it was ordered before anything moved. The orders are a choice.
    Move {
        /// Which.
        ship: ShipId,
        /// Its orders.
        orders: Orders,
        /// Where it ended; for a ship that left the board, where it began.
        to: Station,
    },
    /// Dice decided who chooses the first flight: the higher.
    FighterDice {
        /// How many throws it took.
        throws: u8,
        /// The last throw: A's die and B's.
        dice: [u8; 2],
        /// Who chooses first.
        first: Side,
    },
    /// A flight flew. Which flight, where to and whom it attacks are choices.
    Fly {
        /// Who chose it to act.
        chooser: Side,
        /// Which.
        flight: Flight,
        /// Where it ended.
        #[serde(serialize_with = "labelled")]
        to: Hex,
        /// Whom it attacks, if anybody.
        target: Option<Target>,
    },
    /// A flight's attack on a ship.
    StrikeShip {
        /// The ship.
        ship: ShipId,
        /// The number that a die needs; above 6 natural sixes are counted (X 4.2.1).
        need: u8,
        /// Hits.
        hits: u8,
        /// Penetrations.
        through: u8,
    },
    /// A flight's attack on flights.
    StrikeFlights {
        /// The number that a die needs, as at ships.
        need: u8,
        /// Enemy fighters shot down, if there are so many.
        kills: u8,
        /// Fighters of its own lost.
        losses: u8,
    },
    /// Fighters were lost. Who loses how many of those that one attack shot down is a choice.
    FightersLost {
        /// The flight.
        flight: Flight,
        /// How many.
        fighters: u8,
    },
    /// Dice of the first combat phase decided who resolves first: the higher.
    CombatDice {
        /// How many throws it took.
        throws: u8,
        /// The last throw: A's die and B's.
        dice: [u8; 2],
        /// Who resolves first.
        first: Side,
    },
    /// One battery's attack on one target. The target and its weapons are a choice.
    Attack {
        /// The attack.
        attack: Attack,
    },
    /// A damage die.
    Damage {
        /// The ship it falls on.
        ship: ShipId,
        /// Its face.
        face: u8,
        /// What it marked.
        marks: Marks,
    },
    /// A ship in an explosion in the end phase.
    Blast {
        /// The ship.
        ship: ShipId,
        /// The ship that exploded.
        from: ShipId,
        /// Penetrations.
        through: u8,
    },
    /// A ship went out of the game.
    Lost {
        /// The ship.
        ship: ShipId,
        /// How.
        loss: Loss,
        /// Strength of the explosion that it leaves; 0 for none.
        explosion: u8,
    },
    /// The end of a turn.
    TurnEnd {
        /// The turn.
        turn: u16,
        /// Victory points of A and B so far.
        vp: [u32; 2],
    },
    /// The battle is over.
    Over {
        /// The result.
        #[serde(flatten)]
        outcome: Outcome,
        /// Neither side has a ship left.
        mutual: bool,
    },
}

fn labelled<S: Serializer>(hex: &Hex, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&label(*hex))
}

/// Activation codes: which stream of a turn a die comes from.
pub mod code {
    /// Turn 0: the placement dice.
    pub const PLACEMENT: u32 = 0;
    /// Turn 0: who resolves first in the first combat phase.
    pub const COMBAT: u32 = 1;
    /// The policies' own randomness at set-up (turn 0), not a die of the game.
    pub const DEPLOYMENT: u32 = 2;
    /// Who chooses the first flight of a turn.
    pub const FIGHTERS: u32 = 3;

    /// The fire of the ship in `slot` of the fleet in seat `seat` (both from 0).
    pub const fn fire(seat: usize, slot: usize) -> u32 {
        16 + 16 * seat as u32 + slot as u32
    }

    /// The explosions around that ship.
    pub const fn blast(seat: usize, slot: usize) -> u32 {
        48 + 16 * seat as u32 + slot as u32
    }

    /// The attack of the flight in `slot` of the fleet in seat `seat`.
    pub const fn strike(seat: usize, slot: usize) -> u32 {
        128 + 32 * seat as u32 + slot as u32
    }

    /// The policy's own randomness when that ship is ordered.
    pub const fn steer(seat: usize, slot: usize) -> u32 {
        256 + 16 * seat as u32 + slot as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_activation_has_a_stream_of_its_own() {
        use crate::design::{MAX_FLIGHTS, MAX_SHIPS};
        let mut codes = vec![code::PLACEMENT, code::COMBAT, code::DEPLOYMENT, code::FIGHTERS];
        for seat in 0..2 {
            for slot in 0..MAX_SHIPS {
                codes.extend([code::fire(seat, slot), code::blast(seat, slot), code::steer(seat, slot)]);
            }
            codes.extend((0..MAX_FLIGHTS).map(|slot| code::strike(seat, slot)));
        }
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }
}
