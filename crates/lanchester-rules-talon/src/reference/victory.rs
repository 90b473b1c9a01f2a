//! When a battle is over.

use lanchester_core::Side;

use super::Battle;
use crate::event::{Event, Loss};
use crate::formulas::outcome;

impl Battle<'_> {
    /// Whether the battle is over, which is recorded: a side has no ship left, or it is `stopped`.
    ///
    /// ### TALON P.17 Victory
    /// The last side with a ship wins; when neither has one it is a draw. A side scores the points of enemies destroyed; those that
    /// retreated score nothing.
    ///
    /// RULING: a battle is stopped after impulse F of its last round (option `turn_cap`). The larger share of points on the board then
    /// wins, equal shares draw. That a side has no ship left is seen at the end of a turn, of an impulse and of
    /// the Power Phase.
    pub(super) fn is_over(&mut self, stopped: bool) -> bool {
        let points = |counts: fn(Option<Loss>) -> bool| {
            Side::BOTH.map(|side| -> u32 {
                let ships = self.vessels[side].iter().filter(|vessel| counts(vessel.lost));
                ships.map(|vessel| vessel.design.points).sum()
            })
        };
        let stand = points(|lost| lost.is_none());
        if !stand.contains(&0) && !stopped {
            return false;
        }
        let destroyed = points(|lost| lost.is_some_and(|loss| loss != Loss::Retreated));
        let (outcome, grade) = outcome([stand, points(|_| true), destroyed], self.fired > 0, self.round, self.began);
        self.log.record(Event::Over { outcome, grade });
        true
    }
}
