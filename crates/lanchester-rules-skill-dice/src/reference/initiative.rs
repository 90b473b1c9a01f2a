//! Initiative.

use std::cmp::Reverse;

use lanchester_core::Side;
use lanchester_lanes::dice::DiceSource;

use super::ship::HINDERED;
use super::{Battle, Ship};
use crate::event::Event;
use crate::event::code::INITIATIVE;
use crate::formulas::skill::skill_die;

/// A die of a side's initiative: its sides, none without a crew for it, and what is taken off it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Die {
    pub(super) sides: Option<u8>,
    pub(super) off: i32,
}

impl Battle<'_> {
    /// The Command die of a seat: of its best commander in play. Alone, a ship may use Helm.
    ///
    /// RULING: a single ship uses Helm where that is the better die. Of equal commanders the one with least against it rolls.
    pub(super) fn command(&self, seat: usize) -> Die {
        let ships = || self.ships.iter().filter(move |ship| ship.seat == seat && ship.in_play());
        // Damaged comms count only while their ship holds the highest Command.
        let off = |ship: &Ship<'_>| ship.hindered() + if ship.comms { HINDERED } else { 0 };
        let Some(best) = ships().min_by_key(|ship| (Reverse(ship.best(|crew| crew.command)), off(ship))) else {
            return Die { sides: None, off: 0 };
        };
        let command = best.best(|crew| crew.command);
        let helm = best.pilot().map_or(0, |pilot| pilot.helm);
        if ships().count() == 1 && skill_die(helm) > skill_die(command) {
            return Die { sides: Some(skill_die(helm)), off: off(best) };
        }
        Die { sides: (command > 0).then(|| skill_die(command)), off: off(best) }
    }

    /// The Helm die of a seat: of its best pilot in play.
    pub(super) fn helm(&self, seat: usize) -> Die {
        let ships = self.ships.iter().filter(|ship| ship.seat == seat && ship.in_play());
        let helm = |ship: &&Ship<'_>| ship.pilot().map_or(0, |pilot| pilot.helm);
        let best = ships.min_by_key(|ship| (Reverse(helm(ship)), ship.hindered()));
        let sides = best.map(|ship| helm(&ship)).filter(|helm| *helm > 0).map(skill_die);
        Die { sides, off: best.map_or(0, |ship| ship.hindered()) }
    }

    /// ### SKILLDICE 2.2 Initiative (lines 18-29, corrections 1, third reading 2)
    /// Each side rolls the Command die of its best commander in play; where both are equal the die of its best Helm, and that
    /// again while they are. The side with the lower result moves a ship first. Returns its seat.
    ///
    /// RULING: damaged comms and stun of the ship that rolls take 2 off its die each. A side without a pilot rolls 0 in the
    /// second throw; where neither has one nobody moves by his own will, and seat 0 is first.
    pub(super) fn initiative(&mut self, dice: &mut dyn DiceSource) -> usize {
        dice.open(self.turn.into(), INITIATIVE);
        let mut throw = |of: [Die; 2]| -> [i32; 2] {
            of.map(|die| die.sides.map_or(0, |sides| i32::from(dice.one(sides))) - die.off)
        };
        let mut results = throw([0, 1].map(|seat| self.command(seat)));
        let helm = [0, 1].map(|seat| self.helm(seat));
        while results[0] == results[1] {
            if helm.iter().all(|die| die.sides.is_none()) {
                break;
            }
            results = throw(helm);
        }
        let first = usize::from(results[1] < results[0]);
        let of = |side: Side| results[self.seat(side)] as i8;
        let (results, side) = (Side::BOTH.map(of), Side::in_seat(first, self.number));
        self.log.record(Event::Initiative { results, first: side });
        first
    }
}
