//! What the players choose.

use lanchester_battle::Recorded;
use lanchester_lanes::hex::{Facing, Hex16};

use super::Battle;
use crate::event::{Aim, Event, Mark, SalvoId};
use crate::formulas::beams::{BeamKind, Fire};
use crate::formulas::detailed::System;

/// A launch of a ship. Missiles of a unit that are alike and commit alike in one turn are one salvo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Launch {
    /// The place of the ship in [`Battle::ships`].
    pub ship: usize,
    /// How many, 1 to what it has left.
    pub missiles: u8,
    /// The maneuver that they commit to use at most, 0 to their own.
    pub committed: u8,
}

/// When missiles apply thrust.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Against {
    /// Those that go for ships, first.
    Ships,
    /// Those that go for missiles, then.
    Missiles,
}

/// The target and thrust of a part of a salvo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// How many missiles of the salvo.
    pub missiles: u16,
    /// Their target.
    pub aim: Aim,
    /// How far their future marker moves: up to the committed maneuver.
    pub thrust: Hex16,
}

/// A shot of beams of one kind of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// Of which kind.
    pub kind: BeamKind,
    /// How many beams, 1 or more; two or more where they are combined.
    pub beams: u8,
    /// How; at missiles they are fired singly.
    pub fire: Fire,
    /// At whom.
    pub mark: Mark,
}

/// The players. Units and ships are given by their places in [`Battle::units`] and [`Battle::ships`], salvos by [`SalvoId`]. An answer
/// that the rules do not allow ends the battle as a fault; every method fails where there is no such choice.
pub trait Choices {
    /// Where the future marker of a unit goes in a sub-phase of the initial thrust; `None`: it stays.
    fn thrust(&mut self, battle: &Battle<'_>, unit: usize) -> Result<Option<Facing>, String>;

    /// What ships of a unit launch this turn. Asked of units that have missiles left.
    fn launches(&mut self, battle: &Battle<'_>, unit: usize) -> Result<Vec<Launch>, String>;

    /// Targets and thrust of a salvo, in parts where it splits. Asked first against ships; what is left over is asked again against
    /// missiles, if the opponent has any, and what is then left drifts without a target.
    fn courses(&mut self, battle: &Battle<'_>, salvo: SalvoId, against: Against) -> Result<Vec<Course>, String>;

    /// What a ship fires its beams at. Asked of ships with a beam that works and an enemy in reach.
    fn shots(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<Shot>, String>;

    /// How many batteries of a ship's point defence fire at which salvos in its hex. Asked where there is one.
    fn defence(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<(SalvoId, u8)>, String>;

    /// Which ships of its target (by place) how many missiles of a salvo attack: all of them. Asked where there are two or more ships.
    fn strikes(&mut self, battle: &Battle<'_>, salvo: SalvoId) -> Result<Vec<(usize, u16)>, String>;

    /// Which system of a ship, with a hit that may be repaired, its crew tries to repair. Asked where there are two or more.
    fn repair(&mut self, battle: &Battle<'_>, ship: usize) -> Result<System, String>;

    /// Whether a ship shuts its power plant down, for good. Asked where a plant with a hit runs; after the
    /// engagement, where it may explode.
    fn shutdown(&mut self, battle: &Battle<'_>, ship: usize) -> Result<bool, String>;
}

impl Choices for Recorded<'_, Event> {
    fn thrust(&mut self, battle: &Battle<'_>, unit: usize) -> Result<Option<Facing>, String> {
        match self.next(&battle.log) {
            Some(Event::Thrust { unit: of, to, .. }) if *of == battle.units[unit].id => Ok(*to),
            _ => self.missing(&battle.log, "a thrust"),
        }
    }

    fn launches(&mut self, battle: &Battle<'_>, unit: usize) -> Result<Vec<Launch>, String> {
        let launch = |event: &Event| match *event {
            Event::Launch { ship, missiles, committed, .. } => {
                let ship = battle.place(ship).filter(|ship| battle.ships[*ship].unit == unit)?;
                Some(Launch { ship, missiles, committed })
            }
            _ => None,
        };
        Ok(self.rest(&battle.log).iter().map_while(launch).collect())
    }

    fn courses(&mut self, battle: &Battle<'_>, salvo: SalvoId, against: Against) -> Result<Vec<Course>, String> {
        let course = |event: &Event| match *event {
            Event::Course { salvo: of, missiles, aim, thrust, .. } if of == salvo && Against::from(aim) == against => {
                Some(Course { missiles, aim, thrust: thrust.0 })
            }
            _ => None,
        };
        Ok(self.rest(&battle.log).iter().map_while(course).collect())
    }

    fn shots(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<Shot>, String> {
        let id = battle.ships[ship].id;
        let shot = |event: &Event| match *event {
            Event::Fire { ship, kind, beams, fire, mark, .. } if ship == id => Some(Shot { kind, beams, fire, mark }),
            _ => None,
        };
        Ok(self.rest(&battle.log).iter().map_while(shot).collect())
    }

    fn defence(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<(SalvoId, u8)>, String> {
        let id = battle.ships[ship].id;
        let shot = |event: &Event| match *event {
            Event::Defend { ship, salvo, batteries, .. } if ship == id => Some((salvo, batteries)),
            _ => None,
        };
        Ok(self.rest(&battle.log).iter().map_while(shot).collect())
    }

    fn strikes(&mut self, battle: &Battle<'_>, salvo: SalvoId) -> Result<Vec<(usize, u16)>, String> {
        let strike = |event: &Event| match *event {
            Event::Strike { salvo: of, target, missiles, .. } if of == salvo => Some((battle.place(target)?, missiles)),
            _ => None,
        };
        Ok(self.rest(&battle.log).iter().map_while(strike).collect())
    }

    fn repair(&mut self, battle: &Battle<'_>, ship: usize) -> Result<System, String> {
        match self.next(&battle.log) {
            Some(Event::Mend { ship: of, system, .. }) if *of == battle.ships[ship].id => Ok(*system),
            _ => self.missing(&battle.log, "a repair"),
        }
    }

    fn shutdown(&mut self, battle: &Battle<'_>, ship: usize) -> Result<bool, String> {
        Ok(matches!(self.next(&battle.log), Some(Event::Shutdown { ship: of }) if *of == battle.ships[ship].id))
    }
}

impl From<Aim> for Against {
    fn from(aim: Aim) -> Self {
        match aim {
            Aim::Unit(_) => Self::Ships,
            Aim::Salvo(_) => Self::Missiles,
        }
    }
}
