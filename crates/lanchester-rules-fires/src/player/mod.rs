//! A player: what a [`Policy`] means, in plain code. It remembers nothing: what it chooses follows from the battle as it stands.
//!
//! - [`tables`]: what hits are worth, worked out once a matchup. [`course`]: the initial thrust. [`fire`]: beams and point defence.
//! - [`missiles`]: launches and courses. `launches`: how many go. `chances`: what that does for the chance to win. [`strikes`]: what missiles are worth, and at whom. `flight`: where they arrive. `repairs`: detailed damage.

mod chances;
pub mod course;
pub mod fire;
mod flight;
mod launches;
pub mod missiles;
mod repairs;
pub mod strikes;
pub mod tables;
#[cfg(test)]
mod tests;

use lanchester_battle::plain::{Answers, Due};
use lanchester_core::Side;
use lanchester_lanes::Level;
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::hex::Facing;

use crate::event::{Aim, SalvoId};
use crate::formulas::detailed::System;
use crate::policy::Policy;
use crate::reference::Battle;
use crate::reference::choices::{Against, Choices, Course, Launch, Shot};
use strikes::{Attack, Loads, shares};
use tables::Tables;

/// Commands both sides of a battle.
#[derive(Clone, Copy, Debug)]
pub struct Player<'t> {
    /// The tables of the matchup.
    pub tables: &'t Tables,
    /// The instructions of the machine: they change nothing but the time that a search takes.
    pub level: Level,
    /// The dice of the pair, for random numbers of policies.
    pub key: BattleKey,
}

impl<'t> Player<'t> {
    /// The policy of a side.
    fn policy(&self, side: Side) -> &'t Policy {
        &self.tables.matchup.forces[side].commander
    }

    /// Victory points that the policy of a side wants of one ship's condition at most, when it has launched missiles that cost so
    /// much more.
    fn enough(&self, battle: &Battle<'_>, side: Side, more: u32) -> f64 {
        let spent = f64::from(battle.spent[side] + more);
        self.tables.enough[side] + f64::from(self.policy(side).recoup) / 8.0 * spent
    }
}

impl Choices for Player<'_> {
    fn thrust(&mut self, battle: &Battle<'_>, unit: usize) -> Result<Option<Facing>, String> {
        Ok(self.best_thrust(battle, unit))
    }

    fn launches(&mut self, battle: &Battle<'_>, unit: usize) -> Result<Vec<Launch>, String> {
        Ok(self.best_launches(battle, unit))
    }

    fn courses(&mut self, battle: &Battle<'_>, salvo: SalvoId, against: Against) -> Result<Vec<Course>, String> {
        Ok(self.best_courses(battle, salvo, against))
    }

    fn shots(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<Shot>, String> {
        Ok(self.best_shots(battle, ship))
    }

    fn defence(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<(SalvoId, u8)>, String> {
        Ok(self.best_defence(battle, ship))
    }

    fn strikes(&mut self, battle: &Battle<'_>, id: SalvoId) -> Result<Vec<(usize, u16)>, String> {
        let salvo = battle.salvo(id).ok_or("no such salvo")?;
        let unit = match salvo.aim {
            Some(Aim::Unit(number)) => battle.unit(1 - battle.seat(id.side), number),
            _ => None,
        };
        let unit = unit.ok_or("no target")?;
        let attack = (Attack::of(salvo), salvo.missiles);
        Ok(shares(self.tables, battle, attack, unit, self.enough(battle, id.side, 0), &Loads::made(battle)).0)
    }

    fn repair(&mut self, battle: &Battle<'_>, ship: usize) -> Result<System, String> {
        Self::best_repair(battle, ship)
    }

    fn shutdown(&mut self, battle: &Battle<'_>, ship: usize) -> Result<bool, String> {
        Ok(Self::shuts_down(battle, ship))
    }
}

/// Each choice with whose it is, and of what; the initial thrust is in turn 0.
impl Choices for Answers<Player<'_>> {
    fn thrust(&mut self, battle: &Battle<'_>, unit: usize) -> Result<Option<Facing>, String> {
        self.answer(due(battle, battle.units[unit].id.side, THRUST), |player| player.thrust(battle, unit))
    }

    fn launches(&mut self, battle: &Battle<'_>, unit: usize) -> Result<Vec<Launch>, String> {
        self.answer(due(battle, battle.units[unit].id.side, MISSILES), |player| player.launches(battle, unit))
    }

    fn courses(&mut self, battle: &Battle<'_>, salvo: SalvoId, against: Against) -> Result<Vec<Course>, String> {
        self.answer(due(battle, salvo.side, MISSILES), |player| player.courses(battle, salvo, against))
    }

    fn shots(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<Shot>, String> {
        self.answer(due(battle, battle.ships[ship].id.side, FIRE), |player| player.shots(battle, ship))
    }

    fn defence(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<(SalvoId, u8)>, String> {
        self.answer(due(battle, battle.ships[ship].id.side, FIRE), |player| player.defence(battle, ship))
    }

    fn strikes(&mut self, battle: &Battle<'_>, salvo: SalvoId) -> Result<Vec<(usize, u16)>, String> {
        self.answer(due(battle, salvo.side, MISSILES), |player| player.strikes(battle, salvo))
    }

    fn repair(&mut self, battle: &Battle<'_>, ship: usize) -> Result<System, String> {
        self.answer(due(battle, battle.ships[ship].id.side, REPAIRS), |player| player.repair(battle, ship))
    }

    fn shutdown(&mut self, battle: &Battle<'_>, ship: usize) -> Result<bool, String> {
        self.answer(due(battle, battle.ships[ship].id.side, REPAIRS), |player| player.shutdown(battle, ship))
    }
}

/// What sides decide.
pub const DECISIONS: &[&str] = &["thrust", "missiles", "fire", "repairs"];
const THRUST: usize = 0;
const MISSILES: usize = 1;
const FIRE: usize = 2;
const REPAIRS: usize = 3;

/// A choice of this kind that a side makes now.
fn due(battle: &Battle<'_>, side: Side, decision: usize) -> Due {
    Due { side, part: battle.turn.into(), decision }
}
