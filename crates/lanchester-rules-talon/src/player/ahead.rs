//! Where ships will be, and which of their groups will be charged, if all go straight on and nothing happens.
//!
//! Of the ship that decides, time 0 is after its move in this impulse, time 1 and 2 after its next moves. Of an enemy, time 0 is
//! now, time 1 after its next turn, time 2 after the one that follows. So a ship fires at time t at enemies at time t, and enemies
//! at time t + 1 answer it at its time t.

use crate::design::MAX_GROUPS;
use crate::event::{Marker, ShipId};
use crate::impulse::{IMPULSES, shows};
use crate::position::Position;
use crate::reference::{Battle, Vessel};

/// Times that are looked at.
pub const TIMES: usize = 3;

/// A coming impulse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coming {
    /// 0 for A to 5 for F.
    pub impulse: u8,
    /// A Power Phase lies before it.
    pub crossed: bool,
}

/// The impulse so many impulses after this one.
pub const fn coming(impulse: u8, after: u8) -> Coming {
    let next = impulse + after;
    if next >= IMPULSES {
        Coming { impulse: next - IMPULSES, crossed: true }
    } else {
        Coming { impulse: next, crossed: false }
    }
}

/// The impulse of a ship's own turn number `time` (1 or 2).
pub const fn own_turn(battle: &Battle<'_>, time: u8) -> Coming {
    coming(battle.impulse, time)
}

/// The impulse of an enemy's turn number `time` (1 or 2) as seen in the turn of the side that has the move.
pub fn enemy_turn(battle: &Battle<'_>, time: u8) -> Coming {
    coming(battle.impulse, if battle.first == battle.current { time - 1 } else { time })
}

/// A ship's hexes straight on and its charged groups by time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ahead {
    /// Moves from time 0 to each time; of a base, rotations.
    pub moves: [u8; TIMES],
    /// Charged groups at each time.
    pub charged: [[bool; MAX_GROUPS]; TIMES],
    base: bool,
}

impl Ahead {
    /// What lies ahead of a ship whose turns 1 and 2 are in these impulses.
    pub fn new(vessel: &Vessel<'_>, turns: [Coming; TIMES - 1]) -> Self {
        let mut moves = [0; TIMES];
        let mut charged = [std::array::from_fn(|group| vessel.is_charged(group)); TIMES];
        let mut ap = 0;
        let powered = !vessel.has(Marker::PowerLoss);
        for (before, turn) in turns.into_iter().enumerate() {
            moves[before + 1] = moves[before] + u8::from(shows(turn.impulse, vessel.speed));
            ap += u8::from(powered && shows(turn.impulse, vessel.power));
            let phases = u8::from(powered && turn.crossed);
            charged[before + 1] = std::array::from_fn(|group| will_be_charged(vessel, group, ap, phases));
        }
        Self { moves, charged, base: vessel.design.base }
    }

    /// Where a ship that is at `from` at time 0 will be.
    pub fn at(&self, from: Position, time: usize) -> Position {
        let moves = self.moves[time];
        if self.base {
            return from.turned(moves.into());
        }
        Position { hex: from.hex.ahead(from.facing, moves.into()), ..from }
    }
}

/// Whether a group's bar is full after so many action points, all spent on it, and so many Power Phases, none or one.
fn will_be_charged(vessel: &Vessel<'_>, group: usize, points: u8, phases: u8) -> bool {
    let Some(printed) = vessel.design.groups.get(group).filter(|_| !vessel.destroyed[group]) else { return false };
    let [red, yellow] = [printed.red - vessel.bars[group][0], printed.yellow - vessel.bars[group][1]];
    let passive = if red == 0 { phases * printed.count } else { 0 };
    red <= phases && yellow <= points + passive
}

/// An enemy as a ship that decides sees it.
#[derive(Clone, Copy, Debug)]
pub struct Enemy {
    /// Which.
    pub ship: ShipId,
    /// Where it is at each time.
    pub at: [Position; TIMES],
    /// Its charged groups at each time.
    pub charged: [[bool; MAX_GROUPS]; TIMES],
    /// Ships of the deciding side that are in its reach, in sixty-fourths of one.
    pub share: i16,
}

/// Sixty-fourths of one part of so many, to the nearest: an enemy's fire shared among so many ships.
pub const SHARE: [i16; 13] = [64, 64, 32, 21, 16, 13, 11, 9, 8, 7, 6, 6, 5];

/// Hexes to a ship that an enemy may fire at within its next two turns.
pub const REACH: u16 = 6;

/// The enemies of the side that has the move, in slot order.
pub fn enemies(battle: &Battle<'_>, side: lanchester_core::Side) -> Vec<Enemy> {
    let friends = battle.afloat(side);
    let seen = battle.afloat(side.opponent()).into_iter().map(|ship| {
        let vessel = battle.vessel(ship);
        let ahead = Ahead::new(vessel, std::array::from_fn(|turn| enemy_turn(battle, turn as u8 + 1)));
        let near = friends.iter().filter(|own| battle.vessel(**own).at.hex.distance(vessel.at.hex) <= REACH);
        let share = SHARE[near.count()];
        Enemy { ship, at: std::array::from_fn(|time| ahead.at(vessel.at, time)), charged: ahead.charged, share }
    });
    seen.collect()
}
