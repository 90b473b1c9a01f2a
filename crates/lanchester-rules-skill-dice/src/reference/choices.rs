//! What the players choose.

use lanchester_battle::Recorded;
use lanchester_core::Side;
use lanchester_lanes::hex::Facing;

use super::Battle;
use crate::event::{Event, System};

/// A part of a move: ahead, then a turn. A move ends where its ship does not turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Leg {
    /// Hexes ahead.
    pub ahead: u8,
    /// Hexsides to the right, to the left below zero; 0 to end the move.
    pub turn: i8,
}

/// A shot of a crew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The cannon's number.
    pub weapon: u8,
    /// The slot of the enemy.
    pub target: u8,
}

/// Why a system of a ship is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// `W`: it is destroyed.
    Weapon,
    /// `~`: it is short.
    Short,
    /// `C`: a crew dies at once.
    Crew,
    /// `G`: it is removed.
    Special,
    /// Critical 11: its damage code drops a class.
    Damaged,
    /// Critical 17: it keeps one cone.
    Turret,
    /// Critical 23: a crew dies in two turns.
    LifeSupport,
    /// Engineers clear its counter.
    Repair,
}

/// The players. Ships are given by their places in [`Battle::ships`]; every method fails where there is no such choice.
pub trait Choices {
    /// The slot of the ship that a side moves next; `None` to pass.
    fn mover(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<u8>, String>;

    /// How a ship goes on with its move: legs up to its end or to the first Helm roll, at least one.
    fn legs(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<Leg>, String>;

    /// The facing that the opponent of a ship chooses for it.
    fn botched(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Facing, String>;

    /// What a crew fires at whom, if it does.
    fn shot(&mut self, battle: &Battle<'_>, ship: usize, crew: usize) -> Result<Option<Shot>, String>;

    /// What a side chooses among the systems of a ship, two or more.
    fn system(
        &mut self,
        battle: &Battle<'_>,
        by: Side,
        ship: usize,
        due: Due,
        among: &[System],
    ) -> Result<System, String>;

    /// Whether a ship drops a nixie.
    fn nixie(&mut self, battle: &Battle<'_>, ship: usize) -> Result<bool, String>;

    /// The slot of the enemy at which a ship launches a torpedo, if it does.
    fn launch(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Option<u8>, String>;
}

impl Choices for Recorded<'_, Event> {
    fn mover(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<u8>, String> {
        match self.next(&battle.log) {
            Some(Event::Pass { side: of }) if *of == side => Ok(None),
            Some(Event::Move { ship, .. } | Event::Drift { ship, .. }) if ship.side == side => Ok(Some(ship.slot)),
            _ => self.missing(&battle.log, &format!("a move of {side}")),
        }
    }

    fn legs(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<Leg>, String> {
        let mut legs = Vec::new();
        for event in self.rest(&battle.log) {
            let Event::Move { ship: of, ahead, turn, helm, .. } = event else { break };
            if *of != battle.ships[ship].id {
                break;
            }
            legs.push(Leg { ahead: *ahead, turn: *turn });
            if helm.is_some() || *turn == 0 {
                break;
            }
        }
        if legs.is_empty() { self.missing(&battle.log, "a move") } else { Ok(legs) }
    }

    fn botched(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Facing, String> {
        match self.next(&battle.log) {
            Some(Event::Move { ship: of, to, .. }) if *of == battle.ships[ship].id => Ok(to.facing),
            _ => self.missing(&battle.log, "a facing"),
        }
    }

    fn shot(&mut self, battle: &Battle<'_>, ship: usize, crew: usize) -> Result<Option<Shot>, String> {
        Ok(match self.next(&battle.log) {
            Some(Event::Fire { ship: of, crew: by, weapon, target, .. })
                if *of == battle.ships[ship].id && usize::from(*by) == crew =>
            {
                Some(Shot { weapon: *weapon, target: *target })
            }
            _ => None,
        })
    }

    fn system(&mut self, battle: &Battle<'_>, _: Side, ship: usize, _: Due, _: &[System]) -> Result<System, String> {
        let id = battle.ships[ship].id;
        match self.next(&battle.log) {
            Some(Event::Effect { ship, on, .. } | Event::Critical { ship, on, .. }) if *ship == id => Ok(*on),
            Some(Event::Engineer { ship, cleared: Some(on), .. }) if *ship == id => Ok(*on),
            _ => self.missing(&battle.log, "a system"),
        }
    }

    fn nixie(&mut self, battle: &Battle<'_>, ship: usize) -> Result<bool, String> {
        Ok(matches!(self.next(&battle.log), Some(Event::Nixie { ship: of, .. }) if *of == battle.ships[ship].id))
    }

    fn launch(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Option<u8>, String> {
        Ok(match self.next(&battle.log) {
            Some(Event::Launch { ship: of, target, .. }) if *of == battle.ships[ship].id => Some(*target),
            _ => None,
        })
    }
}
