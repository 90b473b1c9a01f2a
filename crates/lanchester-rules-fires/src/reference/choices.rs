//! What the players choose.

use lanchester_battle::Recorded;

use super::{Battle, Ship};
use crate::event::Event;

/// The players.
pub trait Choices {
    /// Hexes that a ship goes ahead.
    ///
    /// # Errors
    /// There is no such choice.
    fn ahead(&mut self, battle: &Battle<'_>, ship: &Ship<'_>) -> Result<u8, String>;

    /// The slot of a ship's target.
    ///
    /// # Errors
    /// There is no such choice.
    fn target(&mut self, battle: &Battle<'_>, ship: &Ship<'_>) -> Result<u8, String>;
}

impl Choices for Recorded<'_, Event> {
    fn ahead(&mut self, battle: &Battle<'_>, ship: &Ship<'_>) -> Result<u8, String> {
        // All ships choose before any moves, so a choice may stand behind those of other ships.
        let moves = self.rest(&battle.log).iter().map_while(|event| match event {
            Event::Move { ship, ahead, .. } => Some((*ship, *ahead)),
            _ => None,
        });
        match moves.into_iter().find(|(of, _)| *of == ship.id) {
            Some((_, ahead)) => Ok(ahead),
            None => self.missing(&battle.log, "a move"),
        }
    }

    fn target(&mut self, battle: &Battle<'_>, ship: &Ship<'_>) -> Result<u8, String> {
        match self.next(&battle.log) {
            Some(Event::Fire { ship: of, target, .. }) if *of == ship.id => Ok(*target),
            _ => self.missing(&battle.log, "a shot"),
        }
    }
}
