//! Who wins.

use lanchester_core::{Outcome, Side};

use super::Battle;
use crate::formulas::{outcome, per_mille};

impl Battle<'_> {
    /// ### FIRES 5 Victory (p. 1)
    /// A fleet wins that is alone afloat. At the turn limit the one wins that has the larger share of its points left.
    ///
    /// RULING: equal shares are a draw.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        let left = Side::BOTH.map(|side| {
            let fleet = || self.ships.iter().filter(move |ship| ship.id.side == side);
            let all: u32 = fleet().map(|ship| ship.design.points).sum();
            let afloat: u32 = fleet().filter(|ship| ship.hull > 0).map(|ship| ship.design.points).sum();
            per_mille(afloat, all)
        });
        outcome(self.turn, self.options.turn_cap, left, self.contact)
    }
}
