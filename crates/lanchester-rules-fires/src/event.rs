//! What a recorded battle consists of: every choice and effect, in order.

use lanchester_battle::ShipId;
use lanchester_core::Outcome;
use serde::Serialize;

/// A choice or an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A turn begins.
    Turn {
        /// Its number, from 1.
        turn: u16,
    },
    /// A ship went ahead.
    Move {
        /// Which.
        ship: ShipId,
        /// How many hexes: a choice.
        ahead: u8,
        /// The half-hexes between it and the southern edge afterwards.
        north: i16,
    },
    /// A ship fired, or would have if it could hit.
    Fire {
        /// Which.
        ship: ShipId,
        /// The slot of its target: a choice.
        target: u8,
        /// Distance in hexes.
        range: u16,
        /// The face that a die must show; no die is rolled where none shows it.
        need: u8,
        /// Dice that hit.
        hits: u8,
        /// Dice that showed their highest face.
        criticals: u8,
    },
    /// A ship was destroyed.
    Lost {
        /// Which.
        ship: ShipId,
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
    /// The fire of the ship in `slot` of the fleet in seat `seat` (both from 0).
    #[must_use]
    pub const fn fire(seat: usize, slot: usize) -> u32 {
        16 + 16 * seat as u32 + slot as u32
    }
}
