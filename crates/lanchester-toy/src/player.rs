//! A player: what a [`Policy`] means, in plain code.

use lanchester_battle::plain::{Answers, Due};

use crate::policy::{Policy, Target};
use crate::reference::choices::Choices;
use crate::reference::{Battle, Ship};

/// Commands both sides of a battle. It remembers nothing: what it chooses follows from the battle as it stands.
#[derive(Clone, Copy, Debug)]
pub struct Player<'t> {
    /// Who commands A and B.
    pub policies: [&'t Policy; 2],
}

impl Choices for Player<'_> {
    fn ahead(&mut self, battle: &Battle<'_>, ship: &Ship<'_>) -> Result<u8, String> {
        let nearest = battle.enemies(ship.id).map(|enemy| ship.at.distance(enemy.at)).min();
        Ok(self.policies[ship.id.side].ahead(nearest.unwrap_or(0), battle.room(ship)))
    }

    fn target(&mut self, battle: &Battle<'_>, ship: &Ship<'_>) -> Result<u8, String> {
        // The first of the least: in fleet order.
        let enemies = battle.enemies(ship.id);
        let target = match self.policies[ship.id.side].target {
            Target::Nearest => enemies.min_by_key(|enemy| ship.at.distance(enemy.at)),
            Target::Weakest => enemies.min_by_key(|enemy| enemy.hull),
        };
        target.map(|enemy| enemy.id.slot).ok_or_else(|| "no enemy is afloat".to_owned())
    }
}

/// Each choice with whose it is, and the turn, in which a side that searches decides once.
impl Choices for Answers<Player<'_>> {
    fn ahead(&mut self, battle: &Battle<'_>, ship: &Ship<'_>) -> Result<u8, String> {
        self.answer(due(battle, ship), |player| player.ahead(battle, ship))
    }

    fn target(&mut self, battle: &Battle<'_>, ship: &Ship<'_>) -> Result<u8, String> {
        self.answer(due(battle, ship), |player| player.target(battle, ship))
    }
}

/// A choice about a ship.
fn due(battle: &Battle<'_>, ship: &Ship<'_>) -> Due {
    Due { side: ship.id.side, part: battle.turn.into(), decision: 0 }
}
