//! Movement (NOVA 4): maneuvers, the edge of the board, stacking.

use std::ops::RangeInclusive;

use lanchester_lanes::hex::{Facing, Hex};

use super::{Battle, Choices, Illegal};
use crate::event::{Arrival, Event, Maneuver, ShipId};
use crate::options::Station;

/// No board is longer than this: a straight move of more hexes leaves it in any case.
pub const FAR: u16 = 60;

/// The hexes that a ship may move with this many turns; `None` if it may not turn so often.
///
/// ### NOVA 4.1 Maneuvers (p. 9)
/// Straight ahead from speed less thrust to speed plus thrust; come about (one turn) up to the thrust; reverse course
/// (two or three turns) up to thrust less speed. No turn is allowed at a speed above the thrust.
///
/// ### NOVA 4.3 Without thrust (p. 9)
/// RULING: the table is read literally. At thrust 0 a moving ship goes straight on at its speed, and a stopped one may
/// turn in place.
pub fn hexes(turns: i8, thrust: u8, speed: u8) -> Option<RangeInclusive<u16>> {
    let (thr, spd) = (u16::from(thrust), u16::from(speed));
    match turns.unsigned_abs() {
        0 => Some(spd.saturating_sub(thr)..=spd + thr),
        1 if spd <= thr => Some(0..=thr),
        2 | 3 if spd <= thr => Some(0..=thr - spd),
        _ => None,
    }
}

/// Why a ship may not move like this, if it may not.
fn unfit(maneuver: Maneuver, thrust: u8, speed: u8) -> Option<String> {
    let Some(hexes) = hexes(maneuver.turns, thrust, speed) else {
        return Some(format!("{} turns at thrust {thrust} and speed {speed}", maneuver.turns.unsigned_abs()));
    };
    let moved: u16 = maneuver.legs.iter().map(|leg| u16::from(*leg)).sum();
    if !hexes.contains(&moved) {
        return Some(format!(
            "{moved} hexes with {} turns, where thrust {thrust} and speed {speed} allow {} to {}",
            maneuver.turns.unsigned_abs(),
            hexes.start(),
            hexes.end()
        ));
    }
    let after_last_turn = usize::from(maneuver.turns.unsigned_abs()) + 1;
    maneuver.legs.iter().skip(after_last_turn).any(|leg| *leg != 0).then(|| "a leg after the last turn".to_owned())
}

/// ### NOVA 4.2 Movement options (p. 10)
/// Everything a ship with this thrust and speed may do. Of the straight moves that leave any board only the shortest
/// are listed.
pub fn maneuvers(thrust: u8, speed: u8) -> Vec<Maneuver> {
    let mut all = Vec::new();
    for turns in [0, -1, 1, -2, 2, -3, 3i8] {
        let Some(hexes) = hexes(turns, thrust, speed) else { continue };
        let longest = (*hexes.end()).min(FAR).max(*hexes.start()).min(255);
        for moved in *hexes.start()..=longest {
            splits(moved as u8, usize::from(turns.unsigned_abs()) + 1, &mut |legs| all.push(Maneuver { turns, legs }));
        }
    }
    all
}

/// All ways to spread `moved` hexes over the first `count` of four legs.
fn splits(moved: u8, count: usize, each: &mut impl FnMut([u8; 4])) {
    fn fill(legs: [u8; 4], at: usize, left: u8, count: usize, each: &mut impl FnMut([u8; 4])) {
        let mut legs = legs;
        if at + 1 == count {
            legs[at] = left;
            return each(legs);
        }
        for leg in 0..=left {
            legs[at] = leg;
            fill(legs, at + 1, left - leg, count, each);
        }
    }
    fill([0; 4], 0, moved, count, each);
}

/// The corners of a maneuver's path, in doubled-height coordinates that may be far off the board: after each leg the
/// place and the facing, the last of them where the move ends.
pub fn corners(from: Station, maneuver: Maneuver) -> impl Iterator<Item = ((i32, i32), Facing)> {
    let side = i32::from(maneuver.turns.signum());
    let (mut q, mut h, mut facing) = (i32::from(from.hex.q), i32::from(from.hex.h), from.facing);
    let legs = usize::from(maneuver.turns.unsigned_abs()).min(3) + 1;
    maneuver.legs.into_iter().take(legs).enumerate().map(move |(leg, hexes)| {
        if leg > 0 {
            facing = facing.turned(side);
        }
        let step = facing.step();
        q += i32::from(step.q) * i32::from(hexes);
        h += i32::from(step.h) * i32::from(hexes);
        ((q, h), facing)
    })
}

/// Where a maneuver ends: doubled-height coordinates, which may be far off the board, and facing.
pub fn end(from: Station, maneuver: Maneuver) -> ((i32, i32), Facing) {
    let start = ((i32::from(from.hex.q), i32::from(from.hex.h)), from.facing);
    corners(from, maneuver).last().unwrap_or(start)
}

/// What awaits a ship where its move ends, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ending {
    /// A hex without another ship.
    Clear(Hex),
    /// Another ship's hex.
    Occupied(Hex),
    /// Nothing: it is off the board.
    OffBoard,
}

impl Ending {
    const fn rank(self) -> u8 {
        match self {
            Self::Clear(_) => 0,
            Self::Occupied(_) => 1,
            Self::OffBoard => 2,
        }
    }
}

impl Battle<'_> {
    /// What awaits a living ship at the end of a maneuver.
    pub fn ending(&self, ship: ShipId, from: Station, maneuver: Maneuver) -> Ending {
        let mut hex = from.hex;
        // The board is convex: a leg between two of its hexes stays on it, so the corners decide.
        for ((q, h), _) in corners(from, maneuver) {
            hex = match (i8::try_from(q), i8::try_from(h)) {
                (Ok(q), Ok(h)) => Hex { q, h },
                _ => return Ending::OffBoard,
            };
            if !self.board().contains(hex) {
                return Ending::OffBoard;
            }
        }
        if self.occupant(hex).is_some_and(|other| other != ship) { Ending::Occupied(hex) } else { Ending::Clear(hex) }
    }

    /// The maneuvers that a ship may choose from: of all its [`maneuvers`], those with the best kind of ending.
    pub fn choosable(&self, ship: ShipId) -> Vec<Maneuver> {
        let vessel = self.vessel(ship);
        let Some(from) = vessel.at else { return Vec::new() };
        let mut all = maneuvers(vessel.thrust(), from.speed);
        let rank = |m: &Maneuver| self.ending(ship, from, *m).rank();
        let best = all.iter().map(rank).min();
        all.retain(|m| Some(rank(m)) == best);
        all
    }

    /// Moves a ship by its player's choice.
    pub(super) fn move_ship(&mut self, ship: ShipId, choices: &mut dyn Choices) -> Result<(), Illegal> {
        let vessel = self.vessel(ship);
        let Some(from) = vessel.at else { return Err(self.log.illegal("NOVA 3.2", "the ship is not on the board")) };
        let thrust = vessel.thrust();
        let maneuver = choices.maneuver(self, ship).map_err(|why| self.log.illegal("NOVA 4.1", why))?;
        if let Some(why) = unfit(maneuver, thrust, from.speed) {
            return Err(self.log.illegal("NOVA 4.1", why));
        }
        let ending = self.ending(ship, from, maneuver);
        let better =
            || maneuvers(thrust, from.speed).iter().any(|m| self.ending(ship, from, *m).rank() < ending.rank());
        let (_, facing) = end(from, maneuver);
        // Legal moves of several legs are no longer than the thrust, and one leg is a byte: this cannot overflow.
        let speed = maneuver.moved();
        let (arrival, to) = match ending {
            Ending::Clear(hex) => (Arrival::Clear, Station { hex, facing, speed }),
            Ending::Occupied(_) if better() => {
                return Err(self.log.illegal("NOVA 4.5", "ends in an occupied hex, and need not"));
            }
            Ending::Occupied(hex) => self.stacked(ship, Station { hex, facing, speed }, choices)?,
            Ending::OffBoard if better() => {
                return Err(self.log.illegal("NOVA 4.4", "leaves the board, and need not"));
            }
            Ending::OffBoard => (Arrival::LeftBoard, Station { speed, ..from }),
        };
        match arrival {
            Arrival::Clear | Arrival::Shifted(_) => self.vessel_mut(ship).at = Some(to),
            Arrival::LeftBoard => self.left_board(ship),
            Arrival::NoRoom => self.remove(ship),
        }
        self.log.record(Event::Move { ship, maneuver, arrival, to });
        Ok(())
    }

    /// ### NOVA 4.4 Leaving the board (p. 10)
    /// A ship that leaves the board is removed, and scores for the enemy as if destroyed.
    ///
    /// RULING: no ship may choose to while any of its maneuvers stays on the board all the way. The record keeps the
    /// last station on the board.
    fn left_board(&mut self, ship: ShipId) {
        self.remove(ship);
    }

    /// ### NOVA 4.5 Stacking (p. 10)
    /// A ship that cannot but end in an occupied hex is shifted one hex by the opponent, into any empty hex; without
    /// one it is removed.
    ///
    /// RULING: a ship ends in an occupied hex only if every maneuver that stays on the board does. Hexes off the board
    /// are no candidates; the hex that the ship comes from is, being empty now. Facing and speed are kept.
    fn stacked(&self, ship: ShipId, at: Station, choices: &mut dyn Choices) -> Result<(Arrival, Station), Illegal> {
        if self.shifts(ship, at.hex).next().is_none() {
            return Ok((Arrival::NoRoom, at));
        }
        let direction = choices.shift(self, ship, at.hex).map_err(|why| self.log.illegal("NOVA 4.5", why))?;
        if !self.shifts(ship, at.hex).any(|empty| empty == direction) {
            return Err(self
                .log
                .illegal("NOVA 4.5", format!("the hex to the {direction} is not an empty hex of the board")));
        }
        Ok((Arrival::Shifted(direction.index()), Station { hex: at.hex.ahead(direction, 1), ..at }))
    }

    /// The directions in which `ship` can be shifted out of an occupied on-board `hex`.
    pub fn shifts(&self, ship: ShipId, hex: Hex) -> impl Iterator<Item = Facing> + '_ {
        Facing::ALL.into_iter().filter(move |direction| {
            let to = hex.ahead(*direction, 1);
            self.board().contains(to) && self.occupant(to).is_none_or(|other| other == ship)
        })
    }
}
