//! How files and replays write beams, missiles, units and places, for a reader.

use crate::design::{Beams, Design, Missiles};
use crate::event::{Place, SalvoId, UnitId};

/// Beams in a few words: `8 particle beams 18/15/12/8`.
pub fn beams(beams: &Beams) -> String {
    let penetration = beams.penetration.map(|number| number.to_string()).join("/");
    format!("{} {} beam{} {penetration}", beams.count, beams.kind.name(), if beams.count == 1 { "" } else { "s" })
}

/// Missiles in a few words: `16 missiles (maneuver 6, guidance 4, penetration 12+1)`.
pub fn missiles(missiles: &Missiles) -> String {
    let Missiles { kind, count, .. } = missiles;
    let penetration = format!("{}+{}", kind.penetration, kind.bonus);
    format!("{count} missiles (maneuver {}, guidance {}, penetration {penetration})", kind.maneuver, kind.guidance)
}

/// What a unit is called.
pub fn unit(id: UnitId) -> String {
    format!("unit {}-u{}", id.side, id.number + 1)
}

/// What a salvo is called.
pub fn salvo(id: SalvoId) -> String {
    format!("salvo {}-s{}", id.side, u32::from(id.number) + 1)
}

/// A hex.
pub fn place(Place(hex): Place) -> String {
    format!("({}, {})", hex.q, hex.h)
}

/// The beams and missiles of these ships, or of any.
pub fn notation(ships: Option<&[&Design]>) -> Vec<String> {
    let some = |has: fn(&Design) -> bool| ships.is_none_or(|ships| ships.iter().any(|ship| has(ship)));
    let mut sentences = Vec::new();
    let mut say = |text: &str| sentences.push(text.to_owned());
    if some(|ship| !ship.beams.is_empty()) {
        say(
            "Four numbers with strokes are those at 0-4, 5-8, 9-12 and 13-16 hexes: particle 18/15/12/8 is penetration.",
        );
    }
    if some(|ship| ship.missiles.is_some()) {
        say(
            "Penetration 12+1 is 12 and one more for each hex of maneuver that a missile commits not to use; salvo A-s2 is the \
             second one that A launched.",
        );
    }
    if ships.is_none() {
        say(
            "Detailed damage: B beams, D point defence, E electronics, M missiles, P power plant, S structure, T thrust.",
        );
    }
    sentences
}

/// The map, units, and what dice need.
pub fn places() -> Vec<String> {
    let lines = [
        "A hex is its column and half-hexes to the north of the centre: (2, 4) is one hex north of (2, 2); the map has no edge.",
        "Unit A-u1 is the first of A: ships of one formation, or one ship. Ships thrust only before turn 1.",
        "Dice of set-up: the entry area; the hex of it; hexes ahead in a turn; to which side.",
        "Dice of initiative: that of A first in even battles, that of B in odd ones. Who has the initiative acts second.",
        "Needs 7 and 5: a D20 of 7 or less hits, and one of 5 or less penetrates.",
        "Damage 1/6 (not of detailed damage): a hit counts 1, and 1 more at a D20 of 6 or less. One more D20 against the sum of a \
         phase: up to half of it disables the ship, up to all of it damages it, up to twice as much degrades it.",
        "A lead of 50 victory points wins. A side has 10 % of the cost of each degraded enemy ship, 25 % of a damaged one, 50 % of a \
         disabled one, 100 % of a destroyed one, and the cost of the missiles that the enemy launched.",
    ];
    lines.map(str::to_owned).to_vec()
}
