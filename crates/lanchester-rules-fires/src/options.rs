//! Options of a battle, and where a unit starts.

use lanchester_scenario::{options, words};
use serde::Serialize;

/// Most turns of an engagement.
pub const MAX_TURNS: u16 = 20;
/// Hexes of an entry area.
pub const AREA: u8 = 20;
/// Most hexes between the present and the future marker of a fixed station.
pub const MAX_AHEAD: u8 = 12;
/// Most hexes to a side at which the future marker of a fixed station can be.
pub const MAX_ASIDE: i8 = 2;

words! {
    /// How units without a fixed station are placed (FIRES 14.D.V).
    pub enum Placing("set-up") {
        /// By the dice of the book: where nobody thrusts, 29 % of duels see nobody within reach of beams.
        Dice = "dice",
        /// By the same dice, but one roll for the speed of all units and none for the side: all courses cross near the centre.
        Intersecting = "intersecting",
    }
}

words! {
    /// When damage results are repaired (FIRES 17.A).
    pub enum Repair("time") {
        /// Once, when the engagement is over.
        End = "end",
        /// In every turn, each result once.
        EveryTurn = "every-turn",
    }
}

options! {
    /// Options of a battle. The default is the standard game.
    pub struct Options("[options]") {
        /// Turns after which the engagement ends (FIRES 15.A).
        turn_cap: u16 [1..=MAX_TURNS] = MAX_TURNS,
        /// How units without a fixed station are placed (FIRES 14.D.V).
        setup: Placing = Placing::Dice,
        /// All units of a side begin on the markers of its first one (FIRES 14.D.VI).
        guide: bool = false,
        /// From turn 10 on the engagement ends when no two opposing units are within 24 hexes (FIRES 15.A).
        ends_apart: bool = true,
        /// Beams may be fired dispersed or concentrated (FIRES 16.A.VIII).
        combined_fire: bool = true,
        /// A missile that rolls its adjusted penetration exactly penetrates, as a beam does (FIRES 16.A.XI.3).
        missile_pen_inclusive: bool = false,
        /// Hits are rolled on the damage table of the ship, and repaired in every turn (FIRES 16.A.VI).
        detailed_damage: bool = false,
        /// Without detailed damage: whether damage control comes once, at the end, or in every turn (FIRES 17.A).
        damage_control: Repair = Repair::End,
    }
}

/// Where a unit starts: what the dice of set-up would say. Ships of one unit have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Station {
    /// The entry area, 1 (north) to 6, clockwise.
    pub area: u8,
    /// The hex of the area, 1 to [`AREA`], row by row from the innermost, left to right as one faces the centre.
    pub hex: u8,
    /// Hexes from the present to the future marker, 0 to [`MAX_AHEAD`].
    pub ahead: u8,
    /// Hexes that the future marker then goes around the present one, clockwise, or counter-clockwise below zero.
    pub aside: i8,
}
