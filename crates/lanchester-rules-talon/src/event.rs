//! What a recorded battle consists of: every choice, die and effect, in order.
//!
//! Lanes and reference write the same events; a record replays when they are equal one by one.

pub mod code;

pub use lanchester_battle::ShipId;
use lanchester_core::{Outcome, Side};
use lanchester_lanes::hex::Facing;
use serde::{Serialize, Serializer};

use crate::arcs::Arc;
use crate::design::MAX_GROUPS;
use crate::options::Station;
use crate::position::{Position, Step};

/// A missile: its fleet, and the number of the weapon that launched it, counted over the fleet's ships and their groups in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub struct MissileId {
    /// Its fleet.
    pub side: Side,
    /// Its number, from 0.
    pub slot: u8,
}

/// What is fired at, among the enemies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The ship in this slot.
    Ship(u8),
    /// The missile of this number.
    Missile(u8),
}

/// What an action point is spent on (TALON P.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Use {
    /// A yellow box of this group's charge bar.
    Charge(u8),
    /// A marker for a side slip.
    Slip,
    /// The marker of the turn radius a hex nearer.
    PowerTurn,
    /// A shield reinforcement.
    Reinforce(Arc),
    /// A marker to change the initiative.
    ChangeInitiative,
    /// A marker to defend it.
    DefendInitiative,
    /// A battery.
    ChargeBattery,
    /// Another target for a missile.
    Redirect {
        /// The own missile of this number.
        missile: u8,
        /// The slot of the enemy ship.
        target: u8,
    },
}

/// A critical result that can be repaired (TALON 8.7), in the order in which repairs are rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Marker {
    /// No shield can be used.
    ShieldsDown,
    /// No turns and no slips.
    HelmDown,
    /// No power to spend.
    PowerLoss,
}

impl Marker {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::ShieldsDown, Self::HelmDown, Self::PowerLoss];
}

/// How a ship went out of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Loss {
    /// Its last hull box was marked.
    Destroyed,
    /// Its core was breached.
    CoreBreach,
    /// It broke apart in the Power Phase.
    BrokeApart,
    /// It retreated.
    Retreated,
}

/// How a missile went out of the game without a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spent {
    /// It was destroyed.
    Destroyed,
    /// It was too far from every enemy ship.
    Lost,
}

/// A victory by the score of both sides (TALON P.17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Less than half as much again as the loser's score.
    Minor,
    /// Less than three times it.
    Great,
    /// More.
    Devastating,
}

/// A choice, die or effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A ship was placed: a choice where the fleet is placed freely.
    Place {
        /// Which.
        ship: ShipId,
        /// Where in its fleet's zone.
        at: Station,
    },
    /// An impulse begins.
    Impulse {
        /// The round, from 1.
        round: u16,
        /// 0 for A to 5 for F.
        impulse: u8,
        /// Who has the initiative.
        first: Side,
    },
    /// An action point was spent: a choice.
    Spend {
        /// By which ship.
        ship: ShipId,
        /// A battery supplied it.
        battery: bool,
        /// On what.
        on: Use,
    },
    /// A base rotated.
    Rotate {
        /// Which.
        ship: ShipId,
        /// What it faces now.
        #[serde(serialize_with = "named")]
        facing: Facing,
    },
    /// A ship moved: which moves next, and how, are choices.
    Move {
        /// Which.
        ship: ShipId,
        /// How.
        step: Step,
        /// With an afterburner.
        afterburner: bool,
        /// Where it is now.
        to: Position,
    },
    /// A missile moved: which moves next, and how, are choices.
    Fly {
        /// Which.
        missile: MissileId,
        /// Hex sides that it turned to the right before it moved: -1, 0 or 1.
        turn: i8,
        /// Where it is now.
        to: Position,
    },
    /// A missile hit its target, and is gone.
    MissileHit {
        /// Which.
        missile: MissileId,
        /// The ship.
        ship: ShipId,
        /// The arc that it came from.
        arc: Arc,
    },
    /// A missile is gone without a hit.
    MissileSpent {
        /// Which.
        missile: MissileId,
        /// How.
        spent: Spent,
    },
    /// Two ships of a side ended a move in one hex. Damage to both follows.
    Stacked {
        /// The one that moved.
        ship: ShipId,
        /// The slot of the other.
        other: u8,
        /// The arcs hit, of the one that moved and of the other.
        arcs: [Arc; 2],
    },
    /// One weapon's shot at one target. The ship, the group and the target are choices.
    Fire {
        /// Who fires.
        ship: ShipId,
        /// The group, from 0.
        group: u8,
        /// At what.
        target: Target,
        /// Distance in hexes.
        range: u8,
        /// The arc of a target ship that is hit.
        arc: Option<Arc>,
        /// Where a wave motion gun displaces its target on a hit: a choice on the line between two directions.
        #[serde(serialize_with = "perhaps_named")]
        push: Option<Facing>,
        /// The die.
        face: u8,
        /// Damage, before shields.
        damage: u8,
    },
    /// A ship was displaced.
    Displaced {
        /// Which.
        ship: ShipId,
        /// Where it is now.
        to: Position,
    },
    /// A missile was launched. The ship, the group, the target and the facing are choices.
    Launch {
        /// By which ship.
        ship: ShipId,
        /// By which group, from 0.
        group: u8,
        /// The missile.
        missile: MissileId,
        /// The slot of its target.
        target: u8,
        /// Distance of the target in hexes.
        range: u8,
        /// Where it is.
        at: Position,
    },
    /// Damage to a ship was marked. Criticals follow.
    Damage {
        /// The ship.
        ship: ShipId,
        /// The arc.
        arc: Arc,
        /// Points that reinforcements absorbed.
        absorbed: u8,
        /// Shield boxes.
        shield: u8,
        /// Points that go on to the hull.
        hull: u8,
    },
    /// Damage to a missile that it survived.
    MissileDamaged {
        /// Which.
        missile: MissileId,
    },
    /// A critical hull box was marked.
    Critical {
        /// Of which ship.
        ship: ShipId,
        /// Both dice.
        dice: [u8; 2],
        /// The weapon group that dice chose, from 0.
        group: Option<u8>,
    },
    /// A ship went out of the game.
    Lost {
        /// Which.
        ship: ShipId,
        /// How.
        loss: Loss,
    },
    /// A ship explodes. What it does to its neighbours follows.
    Explosion {
        /// Which.
        ship: ShipId,
    },
    /// An explosion hit a ship. Damage follows.
    Blast {
        /// The ship.
        ship: ShipId,
        /// The arc.
        arc: Arc,
        /// Damage.
        damage: u8,
    },
    /// A repair was tried.
    Repair {
        /// Of which ship.
        ship: ShipId,
        /// Of what.
        marker: Marker,
        /// The die: a six repairs it.
        face: u8,
    },
    /// The initiative changed.
    Initiative {
        /// Who has it now.
        first: Side,
    },
    /// A ship's Power Phase. The speed is a choice.
    Power {
        /// Which.
        ship: ShipId,
        /// The speed.
        speed: u8,
        /// The power that is written.
        power: u8,
        /// The turn radius.
        radius: u8,
        /// Filled red and yellow boxes of each group.
        bars: [[u8; 2]; MAX_GROUPS],
    },
    /// The battle is over.
    Over {
        /// The result.
        #[serde(flatten)]
        outcome: Outcome,
        /// How large the victory is.
        grade: Option<Grade>,
    },
}

fn named<S: Serializer>(facing: &Facing, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(facing)
}

fn perhaps_named<S: Serializer>(facing: &Option<Facing>, serializer: S) -> Result<S::Ok, S::Error> {
    match facing {
        Some(facing) => named(facing, serializer),
        None => serializer.serialize_none(),
    }
}
