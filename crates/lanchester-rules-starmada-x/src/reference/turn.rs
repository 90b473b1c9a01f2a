//! The sequence of play (X 2.2).

use lanchester_lanes::dice::DiceSource;

use super::{Battle, Choices, Illegal};
use crate::event::Event;

impl Battle<'_> {
    /// ### X 2.2 Sequence of play (p. 13)
    /// Orders, movement, fighters, combat, end; turn after turn until one of them ends the battle.
    pub(super) fn play(&mut self, dice: &mut dyn DiceSource, choices: &mut dyn Choices) -> Result<(), Illegal> {
        self.set_up(dice, choices)?;
        loop {
            self.turn += 1;
            self.log.record(Event::Turn { turn: self.turn });
            let orders = self.orders_phase(choices)?;
            self.movement_phase(&orders);
            self.fighter_phase(dice, choices)?;
            self.combat_phase(dice, choices)?;
            if self.end_phase(dice, choices)? {
                return Ok(());
            }
        }
    }
}
