//! What a recorded battle consists of: every choice, die and effect, in order.

pub use lanchester_battle::ShipId;
use lanchester_core::{Outcome, Side};
use lanchester_lanes::hex::{Facing, Hex16};
use serde::{Serialize, Serializer};

use crate::card::{Code, Critical};

pub mod code;

/// Where a ship or a torpedo is, and where it faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Its hex.
    pub hex: Hex16,
    /// The hexside it faces.
    pub facing: Facing,
}

impl Position {
    /// So many hexes straight ahead.
    pub const fn ahead(self, hexes: u8) -> Self {
        Self { hex: self.hex.ahead(self.facing, hexes as u16), ..self }
    }

    /// Turned by so many hexsides to the right.
    pub const fn turned(self, sides: i8) -> Self {
        Self { facing: self.facing.turned(sides as i32), ..self }
    }
}

impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.hex.q, self.hex.h, self.facing.to_string()).serialize(serializer)
    }
}

/// A torpedo: the side that launched it, and its place in the table of those in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct TorpedoId {
    /// Who launched it.
    pub side: Side,
    /// Its place, from 0.
    pub slot: u8,
}

/// What a hit falls on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// The ship as a whole, or nothing that is left.
    Hull,
    /// The cannon of this number.
    Weapon(u8),
    /// The cannon of this number, and the one cone that it keeps.
    Turret(u8, u8),
    /// A torpedo tube.
    Tube,
    /// Thrust.
    Thrust,
    /// The Defensive Screen.
    Screen,
    /// A countermeasure.
    Countermeasure,
    /// A nixie.
    Nixie,
    /// A piece of special equipment.
    Special,
    /// The crew of this number.
    Crew(u8),
    /// A turn of stun.
    Stun,
}

/// A Helm roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Helm {
    /// The face of the die.
    pub face: u8,
    /// What it needed, with what a stunned crew needs more.
    pub need: u8,
    /// Points that the turn cost.
    pub paid: u8,
    /// What became of it.
    pub result: Turned,
}

/// What becomes of a turn of several hexsides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turned {
    /// As it was wished.
    Well,
    /// As it was wished, at a higher cost.
    Late,
    /// Not at all: the ship could not pay.
    NotAtAll,
    /// The opponent chose the facing.
    Botched,
}

/// How a ship left the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// A critical hit destroyed it.
    Destroyed,
    /// It exploded.
    Exploded,
    /// None of its crews lives.
    CrewDead,
    /// It was too far from every enemy, and scores half.
    Left,
}

/// What became of a torpedo that did not hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spent {
    /// A nixie fooled it.
    Fooled,
    /// A countermeasure removed it.
    Countered,
    /// Its fuel is used up.
    Burnt,
    /// Its target is gone.
    NoTarget,
}

/// A choice, die or effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A turn begins.
    Turn {
        /// Its number, from 1.
        turn: u16,
    },
    /// A ship went straight ahead without anybody's will: it has no pilot, or its thrusters are locked.
    Drift {
        /// Which.
        ship: ShipId,
        /// How many hexes.
        hexes: u8,
        /// Where it is now.
        to: Position,
    },
    /// Both sides rolled for initiative.
    Initiative {
        /// The results of A and of B, modified.
        results: [i8; 2],
        /// Who moves a ship first.
        first: Side,
    },
    /// A side passed instead of moving a ship: a choice.
    Pass {
        /// Which.
        side: Side,
    },
    /// A ship went ahead and perhaps turned: a choice. It ends its move where it does not turn.
    Move {
        /// Which: a choice where it begins its move.
        ship: ShipId,
        /// Hexes ahead.
        ahead: u8,
        /// Hexsides to the right that it wished to turn; to the left below zero.
        turn: i8,
        /// The Helm roll for more than one hexside.
        helm: Option<Helm>,
        /// Where it is now; a choice of the opponent where the roll was botched.
        to: Position,
    },
    /// A torpedo moved.
    Fly {
        /// Which.
        torpedo: TorpedoId,
        /// Where it is now.
        to: Position,
        /// It reached its target.
        arrived: bool,
    },
    /// A torpedo is gone without a hit.
    Spent {
        /// Which.
        torpedo: TorpedoId,
        /// Why.
        why: Spent,
    },
    /// A ship dropped a nixie: a choice.
    Nixie {
        /// Which.
        ship: ShipId,
        /// Torpedoes that tracked it.
        tracked: u8,
    },
    /// A ship rolled electronic warfare against a torpedo.
    Counter {
        /// Which.
        ship: ShipId,
        /// The die, modified.
        result: i8,
    },
    /// Torpedoes hit a ship.
    Salvo {
        /// Which ship.
        ship: ShipId,
        /// How many.
        torpedoes: u8,
        /// What their dice show.
        damage: i16,
        /// What is left behind its ASV.
        net: i16,
    },
    /// A crew fired a cannon: a choice.
    Fire {
        /// Whose.
        ship: ShipId,
        /// The crew's number.
        crew: u8,
        /// The cannon's number.
        weapon: u8,
        /// The slot of the enemy.
        target: u8,
        /// Distance in hexes.
        range: u16,
        /// The total, modified.
        total: i8,
        /// The target's Defensive Screen.
        screen: u8,
        /// What the dice read as damage; 0 where it missed.
        damage: u8,
        /// Net damage; 0 or less does nothing.
        net: i16,
    },
    /// A hit has a code of the damage index.
    Effect {
        /// The ship that was hit.
        ship: ShipId,
        /// The code.
        code: Code,
        /// What it fell on: a choice where there were several.
        on: System,
    },
    /// A critical hit was rolled.
    Critical {
        /// The ship that was hit.
        ship: ShipId,
        /// What it is.
        critical: Critical,
        /// What it fell on: a choice where there were several.
        on: System,
    },
    /// A weapon malfunctions: its damage enters the index.
    Malfunction {
        /// Which ship.
        ship: ShipId,
        /// What the dice read.
        damage: u8,
    },
    /// A torpedo takes this ship as its target.
    Retarget {
        /// Which torpedo.
        torpedo: TorpedoId,
        /// The ship.
        ship: ShipId,
    },
    /// The engineers of a ship rolled.
    Engineer {
        /// Which.
        ship: ShipId,
        /// The die, modified.
        result: i8,
        /// What they cleared: a choice where there were several.
        cleared: Option<System>,
    },
    /// Structure was marked in the upkeep.
    Structure {
        /// Which ship.
        ship: ShipId,
        /// What is left.
        left: u8,
    },
    /// A hull creaked.
    Creak {
        /// Which ship.
        ship: ShipId,
        /// What the dice read.
        damage: u8,
        /// What is left behind its ASV.
        net: i16,
    },
    /// A crew died of its life support.
    Suffocated {
        /// Whose.
        ship: ShipId,
        /// Its number.
        crew: u8,
    },
    /// A torpedo was launched: a choice.
    Launch {
        /// By which ship.
        ship: ShipId,
        /// Its place in the table of those in flight.
        torpedo: u8,
        /// The slot of the enemy.
        target: u8,
    },
    /// A ship is out of the battle.
    Lost {
        /// Which.
        ship: ShipId,
        /// How.
        loss: Loss,
    },
    /// The battle is over.
    Over {
        /// The result.
        #[serde(flatten)]
        outcome: Outcome,
    },
}
