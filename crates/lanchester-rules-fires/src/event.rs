//! What a recorded battle consists of: every choice, die and effect, in order.

pub use lanchester_battle::ShipId;
use lanchester_core::{Outcome, Side};
use lanchester_lanes::hex::{Facing, Hex16};
use serde::{Serialize, Serializer};

use crate::formulas::beams::{BeamKind, Fire};
use crate::formulas::damage::Condition;
use crate::formulas::detailed::{Hits, Mended, System};

pub mod code;

/// A unit of ships: whose, and its number in the order of the fleet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct UnitId {
    /// Whose it is.
    pub side: Side,
    /// Its number, from 0.
    pub number: u8,
}

/// A salvo: who launched it, and its number in the order of launches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct SalvoId {
    /// Who launched it.
    pub side: Side,
    /// Its number, from 0.
    pub number: u16,
}

/// A hex as records write it: columns to the east and half-hexes to the north of the centre of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(pub Hex16);

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.0.q, self.0.h).serialize(serializer)
    }
}

/// What missiles go for, of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aim {
    /// The unit of ships of this number.
    Unit(u8),
    /// The salvo of this number.
    Salvo(u16),
}

/// What beams are fired at, of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mark {
    /// The ship in this slot.
    Ship(u8),
    /// The salvo of this number.
    Salvo(u16),
}

/// A choice, die or effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A unit was placed.
    Place {
        /// Which.
        unit: UnitId,
        /// The present marker.
        present: Place,
        /// The future marker.
        future: Place,
    },
    /// The dice of initiative, with electronics.
    Initiative {
        /// Results of A and of B.
        results: [u8; 2],
        /// Who is without initiative, and acts first.
        first: Side,
    },
    /// A sub-phase of the initial thrust: a choice.
    Thrust {
        /// Which unit.
        unit: UnitId,
        /// Where its future marker goes, by one hex; `None` where it stays.
        #[serde(serialize_with = "as_facing")]
        to: Option<Facing>,
        /// The future marker afterwards.
        future: Place,
    },
    /// A turn begins, and all units move.
    Turn {
        /// Its number, from 1.
        turn: u16,
    },
    /// A unit of ships after movement.
    Move {
        /// Which.
        unit: UnitId,
        /// The present marker.
        present: Place,
    },
    /// Missiles were launched: a choice.
    Launch {
        /// By which ship.
        ship: ShipId,
        /// How many.
        missiles: u8,
        /// The maneuver that they commit to use at most.
        committed: u8,
        /// The salvo that they are part of.
        salvo: SalvoId,
    },
    /// Missiles declared a target and applied thrust: a choice.
    Course {
        /// The salvo that they were part of.
        salvo: SalvoId,
        /// The salvo that they are now: another one where the salvo split.
        part: SalvoId,
        /// How many.
        missiles: u16,
        /// Their target.
        aim: Aim,
        /// How far their future marker moved.
        thrust: Place,
        /// The future marker afterwards.
        future: Place,
    },
    /// Beams were fired: a choice.
    Fire {
        /// By which ship.
        ship: ShipId,
        /// Of which kind.
        kind: BeamKind,
        /// How many beams.
        beams: u8,
        /// How.
        fire: Fire,
        /// At whom.
        mark: Mark,
        /// Range in hexes.
        range: u16,
        /// What a roll to hit must not exceed; no die is rolled where none can.
        hit: i16,
        /// Rolls that hit.
        hits: u8,
        /// What a roll to penetrate must not exceed; of a salvo each hit destroys a missile.
        pierce: i16,
        /// Hits that penetrated, or missiles that were destroyed.
        effective: u8,
    },
    /// The damage of a phase was rolled.
    Damage {
        /// Of which ship.
        ship: ShipId,
        /// Effective hits.
        hits: u16,
        /// Its damage number.
        number: i16,
        /// What the roll did.
        result: Condition,
        /// How the ship is then.
        condition: Condition,
    },
    /// The detailed damage of a phase was rolled.
    Struck {
        /// To which ship.
        ship: ShipId,
        /// Hits that penetrated.
        effective: u16,
        /// Hits that did not.
        failed: u16,
        /// Hits on its systems, in the order of their letters.
        hits: Hits,
    },
    /// Point defence was fired: a choice.
    Defend {
        /// By which ship.
        ship: ShipId,
        /// At which salvo of the opponent.
        salvo: SalvoId,
        /// How many batteries.
        batteries: u8,
        /// What a roll must not exceed.
        hit: i16,
        /// Missiles that were destroyed.
        destroyed: u16,
    },
    /// Missiles attacked missiles and are spent.
    Intercept {
        /// Which.
        salvo: SalvoId,
        /// The salvo that they attacked.
        target: SalvoId,
        /// How many attacked.
        missiles: u16,
        /// What a roll must not exceed.
        hit: i16,
        /// Missiles that were destroyed.
        destroyed: u16,
    },
    /// Missiles attacked a ship and are spent: a choice where their target has several ships.
    Strike {
        /// Which.
        salvo: SalvoId,
        /// The ship that they attacked.
        target: ShipId,
        /// How many attacked it.
        missiles: u16,
        /// What a roll to hit must not exceed.
        hit: i16,
        /// Rolls that hit.
        hits: u16,
        /// What a roll to penetrate must not exceed.
        pierce: i16,
        /// Hits that penetrated.
        effective: u16,
    },
    /// A ship was destroyed.
    Lost {
        /// Which.
        ship: ShipId,
    },
    /// Damage control of a ship.
    Control {
        /// Which.
        ship: ShipId,
        /// Degraded and damaged results that were removed.
        removed: [u8; 2],
        /// How the ship is then.
        condition: Condition,
    },
    /// A ship tried to repair a hit: a choice where it has hits on several systems.
    Mend {
        /// Which ship.
        ship: ShipId,
        /// The system.
        system: System,
        /// What became of the hit.
        result: Mended,
    },
    /// A ship shut its power plant down: a choice.
    Shutdown {
        /// Which.
        ship: ShipId,
    },
    /// Hits on a power plant that nobody attends to were rolled for.
    Leak {
        /// Of which ship.
        ship: ShipId,
        /// How many such hits.
        unattended: u8,
        /// Further hits that they did.
        hits: Hits,
        /// It exploded.
        explodes: bool,
    },
    /// Detailed damage was repaired after the engagement; what is left is permanent.
    Overhaul {
        /// Of which ship.
        ship: ShipId,
        /// Hits that are left, with those that were permanent before.
        left: Hits,
        /// Its power plant exploded.
        explodes: bool,
    },
    /// The victory points.
    Score {
        /// Those of A and of B, in hundredths.
        hundredths: [u32; 2],
    },
    /// The battle is over.
    Over {
        /// The result.
        #[serde(flatten)]
        outcome: Outcome,
    },
}

#[expect(clippy::ref_option, reason = "serde's signature")]
fn as_facing<S: Serializer>(to: &Option<Facing>, serializer: S) -> Result<S::Ok, S::Error> {
    to.map(|facing| facing.to_string()).serialize(serializer)
}
