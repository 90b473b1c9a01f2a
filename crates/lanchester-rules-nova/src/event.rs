//! What a recorded battle consists of: every choice, die and effect, in order.
//!
//! Lanes and reference write the same events; a record replays when they are equal one by one.

pub use lanchester_battle::ShipId;
use lanchester_core::{Outcome, Side};
use serde::Serialize;

use crate::options::Station;

/// How a ship moved: the legs of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Maneuver {
    /// Hexsides turned in all, positive to starboard: −3 to 3.
    pub turns: i8,
    /// Hexes moved before the first turn, after the first, after the second, after the third.
    /// Legs past the number of turns are 0.
    pub legs: [u8; 4],
}

impl Maneuver {
    /// Hexes moved in all: the new speed.
    pub const fn moved(self) -> u8 {
        self.legs[0] + self.legs[1] + self.legs[2] + self.legs[3]
    }
}

/// Where a move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Arrival {
    /// In a hex of its own.
    Clear,
    /// Off the board: removed.
    LeftBoard,
    /// In an occupied hex: the opponent shifted it one hex, in this direction (0 north to 5 north-west).
    Shifted(u8),
    /// In an occupied hex with no empty hex around it: removed.
    NoRoom,
}

/// One bank's attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Shot {
    /// The bank, counted over all batteries in firing order.
    pub bank: u8,
    /// The target's slot in the enemy fleet.
    pub target: u8,
    /// Distance in hexes.
    pub range: u8,
    /// Attack modifier.
    pub modifier: i8,
    /// Attack dice rolled, at least 1.
    pub dice: u8,
    /// Dice that hit.
    pub hits: u8,
    /// Hits that the shields let through.
    pub through: u8,
}

/// How whole a ship is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// Not yet damaged.
    Sound,
    /// The first hull group is full.
    Damaged,
    /// The second hull group is full.
    Crippled,
    /// The third hull group is full, or the ship was removed from the board.
    Destroyed,
}

/// A choice, die or effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A die decided who places first (fleets of equal size, free placement); 1-3 seat 0, 4-6 seat 1.
    PlacementDie {
        /// The face.
        face: u8,
    },
    /// A ship was placed (a choice when placement is free).
    Place {
        /// Which.
        ship: ShipId,
        /// Where.
        at: Station,
    },
    /// Initiative was thrown (again, while tied) and the winner chose.
    Initiative {
        /// The turn that begins, from 1.
        turn: u16,
        /// How many throws it took.
        throws: u8,
        /// The last throw: A's die and B's die.
        dice: [u8; 2],
        /// Who chose.
        winner: Side,
        /// Who is active this turn: the choice.
        active: Side,
    },
    /// A ship moved. Which ship, the maneuver and the shift are choices.
    Move {
        /// Which.
        ship: ShipId,
        /// How.
        maneuver: Maneuver,
        /// What came of it.
        arrival: Arrival,
        /// Where it ended, after any shift. For a ship that left the board: where its move began, with the speed of the
        /// move; for one without room: the occupied hex.
        to: Station,
    },
    /// A ship begins its attacks. Which ship is a choice.
    Fire {
        /// Which.
        ship: ShipId,
    },
    /// One bank's attack, in bank order. The target is a choice; banks without a target have no event.
    Attack {
        /// The attack.
        shot: Shot,
    },
    /// The attack of a bank on a target that was lost after it was declared: no die is rolled (NOVA 3.3).
    Wasted {
        /// The bank, counted over all batteries in firing order.
        bank: u8,
        /// The target's slot in the enemy fleet: a choice.
        target: u8,
    },
    /// The activation's damage to one target, targets in slot order. Only for targets that lost at least one box.
    Damage {
        /// The target.
        ship: ShipId,
        /// Boxes newly checked.
        boxes: u8,
        /// Its condition now.
        condition: Condition,
    },
    /// The damage checks of one target at one threshold, after its [`Event::Damage`].
    Check {
        /// The target.
        ship: ShipId,
        /// The threshold: damaged or crippled.
        condition: Condition,
        /// Dice for thrust, weapon hits, ECM, shields; 0 where the ship has no such row.
        faces: [u8; 4],
        /// Boxes checked on each row in all, now.
        lost: [u8; 4],
    },
    /// The end phase.
    TurnEnd {
        /// The turn.
        turn: u16,
        /// Victory points of A and B so far, in quarter points.
        vp: [u32; 2],
    },
    /// The battle is over.
    Over {
        /// The result.
        #[serde(flatten)]
        outcome: Outcome,
    },
}

/// Activation codes: which stream of a turn a die comes from.
pub mod code {
    /// Turn 0: the placement die.
    pub const PLACEMENT: u32 = 0;
    /// A turn's initiative throw.
    pub const INITIATIVE: u32 = 1;
    /// The policies' own randomness at set-up (turn 0), not a die of the game.
    pub const DEPLOYMENT: u32 = 2;

    /// The fire of the ship in `slot` of the fleet in seat `seat` (both from 0).
    pub const fn fire(seat: usize, slot: usize) -> u32 {
        16 + 16 * seat as u32 + slot as u32
    }

    /// The policy's own randomness when the ship in `slot` of the fleet in seat `seat` moves.
    pub const fn steer(seat: usize, slot: usize) -> u32 {
        64 + 16 * seat as u32 + slot as u32
    }
}
