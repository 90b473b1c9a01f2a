//! A player: what a [`Policy`] means, in plain code. It remembers nothing: what it chooses follows from the battle as it stands.
//!
//! - [`tables`]: what a shot is worth, worked out once a matchup. [`reach`]: where a ship can end its move.
//! - [`volley`]: what cannon do together. [`salvo`]: what torpedoes do together.
//! - [`scene`]: what the ends of a move are worth; [`hexes`]: a vector of hexes at a time. [`moves`]: which move, and which ship.
//!   [`gambles`]: turns that need a Helm roll. [`replies`]: what the enemy makes of a move; [`reply`]: its best reply, a vector at a time. [`fire`]: shots and launches.
//!   [`systems`]: what a hit falls on.

pub mod fire;
pub mod gambles;
pub mod hexes;
pub mod moves;
pub mod reach;
pub mod replies;
pub mod reply;
pub mod salvo;
pub mod scene;
pub mod systems;
pub mod tables;
#[cfg(test)]
mod tests;
pub mod volley;

use std::cell::RefCell;

use lanchester_battle::plain::{self, Answers};
use lanchester_core::Side;
use lanchester_lanes::Level;
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::hex::Facing;

use crate::event::System;
use crate::policy::Policy;
use crate::reference::Battle;
use crate::reference::choices::{Choices, Due, Leg, Shot};
use replies::Replies;
use scene::Scene;
use tables::Tables;

/// Commands both sides of a battle.
#[derive(Clone, Debug)]
pub struct Player<'t> {
    /// The tables of the matchup.
    tables: &'t Tables,
    /// By which instructions it looks at a move.
    level: Level,
    /// The dice of the pair, for random numbers of policies.
    key: BattleKey,
    /// PERF: memory of what a ship sees, which is filled anew for each choice.
    scene: RefCell<Scene>,
    /// PERF: memory of what replies are worth.
    replies: RefCell<Replies>,
}

impl<'t> Player<'t> {
    /// Plays by tables, at a level, a battle of a pair with these dice.
    pub fn new(tables: &'t Tables, level: Level, key: BattleKey) -> Self {
        Self { tables, level, key, scene: RefCell::default(), replies: RefCell::default() }
    }

    /// The policy of a side.
    fn policy(&self, side: Side) -> &'t Policy {
        &self.tables.matchup.forces[side].commander
    }
}

impl Choices for Player<'_> {
    fn mover(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<u8>, String> {
        Ok(self.next_ship(battle, side))
    }

    fn legs(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<Leg>, String> {
        Ok(self.best_move(battle, ship))
    }

    fn botched(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Facing, String> {
        Ok(self.worst_facing(battle, ship))
    }

    fn shot(&mut self, battle: &Battle<'_>, ship: usize, crew: usize) -> Result<Option<Shot>, String> {
        Ok(self.best_shot(battle, ship, crew))
    }

    fn system(
        &mut self,
        battle: &Battle<'_>,
        by: Side,
        ship: usize,
        due: Due,
        among: &[System],
    ) -> Result<System, String> {
        Ok(self.best_system(battle, by, ship, due, among))
    }

    fn nixie(&mut self, battle: &Battle<'_>, ship: usize) -> Result<bool, String> {
        Ok(self.drops_nixie(battle, ship))
    }

    fn launch(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Option<u8>, String> {
        Ok(self.best_launch(battle, ship))
    }
}

/// Each choice with whose it is, and of what.
impl Choices for Answers<Player<'_>> {
    fn mover(&mut self, battle: &Battle<'_>, side: Side) -> Result<Option<u8>, String> {
        self.answer(due(battle, side, MOVES), |player| player.mover(battle, side))
    }

    fn legs(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Vec<Leg>, String> {
        self.answer(due(battle, owner(battle, ship), MOVES), |player| player.legs(battle, ship))
    }

    fn botched(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Facing, String> {
        let opponent = owner(battle, ship).opponent();
        self.answer(due(battle, opponent, MOVES), |player| player.botched(battle, ship))
    }

    fn shot(&mut self, battle: &Battle<'_>, ship: usize, crew: usize) -> Result<Option<Shot>, String> {
        self.answer(due(battle, owner(battle, ship), FIRE), |player| player.shot(battle, ship, crew))
    }

    fn system(
        &mut self,
        battle: &Battle<'_>,
        by: Side,
        ship: usize,
        why: Due,
        among: &[System],
    ) -> Result<System, String> {
        self.answer(due(battle, by, DAMAGE), |player| player.system(battle, by, ship, why, among))
    }

    fn nixie(&mut self, battle: &Battle<'_>, ship: usize) -> Result<bool, String> {
        self.answer(due(battle, owner(battle, ship), TORPEDOES), |player| player.nixie(battle, ship))
    }

    fn launch(&mut self, battle: &Battle<'_>, ship: usize) -> Result<Option<u8>, String> {
        self.answer(due(battle, owner(battle, ship), TORPEDOES), |player| player.launch(battle, ship))
    }
}

/// What sides decide.
pub const DECISIONS: &[&str] = &["moves", "fire", "torpedoes", "damage"];
const MOVES: usize = 0;
const FIRE: usize = 1;
const TORPEDOES: usize = 2;
const DAMAGE: usize = 3;

/// A choice of this kind that a side makes now.
fn due(battle: &Battle<'_>, side: Side, decision: usize) -> plain::Due {
    plain::Due { side, part: battle.turn.into(), decision }
}

/// The side of a ship.
fn owner(battle: &Battle<'_>, ship: usize) -> Side {
    battle.ships[ship].id.side
}
