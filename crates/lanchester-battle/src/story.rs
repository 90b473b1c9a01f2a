//! The words of a replay: lines under headings, the names of ships, dice, and the result.

use std::fmt::Write as _;

use lanchester_core::{Combatant, Outcome, Rules, Side, Verdict};

use crate::{Setup, ShipId};

/// The heading of what happens before the first turn.
pub const SETTING_UP: &str = "Setting up";
/// The heading of a movement phase.
pub const MOVEMENT: &str = "Movement";
/// The heading of a combat phase.
pub const COMBAT: &str = "Combat";

/// The text of a recorded battle so far.
#[derive(Clone, Debug, Default)]
pub struct Story {
    text: String,
    /// The heading that the last line stands under.
    part: &'static str,
}

impl Story {
    /// Writes a line under the heading `part`, and the heading if the line before stands under another. An empty heading
    /// is not written.
    pub fn line(&mut self, part: &'static str, line: &str) {
        if self.part != part {
            self.part = part;
            if !part.is_empty() {
                let _ = writeln!(self.text, " {part}");
            }
        }
        self.same_part(line);
    }

    /// Writes a line under the heading of the line before.
    pub fn same_part(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    /// Lists the fleets, called `names`: a line per fleet with its points, and a line per ship, which `class` completes.
    pub fn fleets<'a, G: Rules>(
        &mut self,
        setup: &Setup<'a, G>,
        names: [&str; 2],
        class: impl Fn(&'a G::Design) -> String,
    ) {
        for side in Side::BOTH {
            let ships = &setup.ships[side];
            let rating: u32 = ships.iter().map(|design| design.rating()).sum();
            self.line("", &format!("Fleet {side}: {}, {} {rating}", names[side], G::POINTS.name));
            for (slot, design) in ships.iter().enumerate() {
                let ship = setup.label(ShipId { side, slot: slot as u8 });
                self.same_part(&format!("  {ship}{}", class(design)));
            }
        }
    }

    /// The text.
    #[must_use]
    pub fn into_text(self) -> String {
        self.text
    }
}

impl<G: Rules> Setup<'_, G> {
    /// Side, number from 1 and class name of a ship: `A1 MAJESTIC`.
    #[must_use]
    pub fn label(&self, ship: ShipId) -> String {
        let name = self.design(ship).map_or("(unknown)", Combatant::name);
        format!("{}{} {name}", ship.side, u16::from(ship.slot) + 1)
    }
}

/// The faces of a pool in the order in which they fell: `6 2 4`.
#[must_use]
pub fn faces(pool: &[u8]) -> String {
    pool.iter().map(u8::to_string).collect::<Vec<_>>().join(" ")
}

/// A number of things whose plural ends in s: `1 hit`, `2 hits`.
#[must_use]
pub fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}

/// A number of dice: `1 die`, `3 dice`.
#[must_use]
pub fn dice(count: u8) -> String {
    if count == 1 { "1 die".to_owned() } else { format!("{count} dice") }
}

/// The faces of the first pool, if they are known: ` (6 1 2)`.
#[must_use]
pub fn in_brackets(rolls: &[Vec<u8>]) -> String {
    rolls.first().map_or_else(String::new, |pool| format!(" ({})", faces(pool)))
}

/// The throws before the last, which were tied, if they are known: ` (tied before: 4 4; 2 2)`.
#[must_use]
pub fn ties(rolls: &[Vec<u8>]) -> String {
    let ties = rolls.split_last().map_or(&[][..], |(_, ties)| ties);
    let ties: Vec<String> = ties.iter().map(|throw| faces(throw)).collect();
    if ties.is_empty() { String::new() } else { format!(" (tied before: {})", ties.join("; ")) }
}

/// The last line: who won after how many turns, and what is left. `victory` completes the words for a victory, such as ` a major
/// victory`; `remark` follows the points, such as ` Neither side has a ship left.`
#[must_use]
pub fn result(outcome: Outcome, victory: &str, remark: &str) -> String {
    let verdict = match outcome.verdict {
        Verdict::Win(side) => format!("Fleet {side} wins{victory}"),
        Verdict::Draw => "A draw".to_owned(),
    };
    let turns = counted(outcome.turns.into(), "turn");
    let limit = if outcome.capped { ", the limit" } else { "" };
    let contact = if outcome.contact { "" } else { " No shot was fired." };
    let [a, b] = outcome.left.map(|left| format!("{}.{} %", left / 10, left % 10));
    format!("\n{verdict} after {turns}{limit}. Points left: A {a}, B {b}.{remark}{contact}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_stand_once_over_their_lines() {
        let mut story = Story::default();
        for (part, line) in
            [("", "Turn 1"), (COMBAT, "  fires"), (COMBAT, "  hits"), (MOVEMENT, "  moves"), ("", "Over")]
        {
            story.line(part, line);
        }
        story.same_part("Out");
        assert_eq!(story.into_text(), "Turn 1\n Combat\n  fires\n  hits\n Movement\n  moves\nOver\nOut\n");
    }

    #[test]
    fn dice_and_numbers_in_words() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "hit")), ["0 hits", "1 hit", "2 hits"]);
        assert_eq!([1, 3].map(dice), ["1 die", "3 dice"]);
        assert_eq!(in_brackets(&[]), "");
        assert_eq!(in_brackets(&[vec![6, 1, 2], vec![4]]), " (6 1 2)");
        assert_eq!(ties(&[vec![5, 2]]), "");
        assert_eq!(ties(&[vec![3, 3], vec![1, 1], vec![5, 2]]), " (tied before: 3 3; 1 1)");
    }
}
