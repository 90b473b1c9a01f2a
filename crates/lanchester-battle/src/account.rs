//! What recorded battles say of who hurt whom, with what and from how far, in words that all games share.

use crate::ShipId;

/// A part of a battle's account. A game makes a list of them out of a battle's events, in their order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed<'m> {
    /// A turn begins.
    Turn,
    /// A ship of the target's enemy fires, or something that it launched arrives. Harm to the target that follows is its doing, and
    /// that of the shots at the target since the harm before, in proportion to `through`.
    Shot {
        /// Who fires; `None` where the event does not say.
        by: Option<ShipId>,
        /// The weapon, as a reader knows it.
        weapon: &'m str,
        /// The target.
        target: ShipId,
        /// Hexes between them; `None` where they do not matter.
        range: Option<u32>,
        /// What went through the target's screens, in the game's own measure; only the proportion counts.
        through: u32,
    },
    /// A ship is in the explosion of another. Harm to it that follows comes from that.
    Blast {
        /// Who is hit.
        ship: ShipId,
        /// What exploded.
        from: ShipId,
    },
    /// A ship suffers from itself, such as from its own reactor. Harm to it that follows comes from that.
    Accident {
        /// Which.
        ship: ShipId,
    },
    /// A ship is harmed.
    Harm {
        /// Which.
        ship: ShipId,
        /// How much, in the game's [`HARM`](crate::game::Game::HARM).
        points: u32,
    },
    /// A ship is out of the battle.
    Gone {
        /// Which.
        ship: ShipId,
        /// It left, by its own will or not; otherwise it is lost to what harmed it last.
        left: bool,
    },
}
