//! Initiative.

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;

use super::Battle;
use crate::event::{Event, code};

impl Battle<'_> {
    /// The best electronics of a seat's ships in play, as they are now.
    fn best_electronics(&self, seat: usize) -> u8 {
        self.in_play(seat).map(|ship| self.ships[ship].electronics()).max().unwrap_or(0)
    }

    /// ### FIRES 10.A.I Initiative (lines 51, 64)
    /// Each side adds a D6 to the best electronics of its ships; the higher result has the initiative, then the better electronics,
    /// else both roll again. The side without initiative acts first in each phase. Returns it.
    ///
    /// RULING: the initial phase has one roll of its own. Electronics count as they are now, without ships that are destroyed.
    pub(super) fn initiative(&mut self, dice: &mut dyn DiceSource) -> Side {
        let electronics = [0, 1].map(|seat| self.best_electronics(seat));
        dice.open(self.turn.into(), code::INITIATIVE);
        loop {
            let faces = dice.two();
            let results = [0, 1].map(|seat| faces[seat] + electronics[seat]);
            let [one, other] = [0, 1].map(|seat| (results[seat], electronics[seat]));
            if one == other {
                continue;
            }
            self.first = usize::from(one > other);
            let first = Side::in_seat(self.first, self.number);
            let results = Side::BOTH.map(|side| results[self.seat(side)]);
            self.log.record(Event::Initiative { results, first });
            return first;
        }
    }
}
