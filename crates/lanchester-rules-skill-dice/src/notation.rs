//! How files and replays write cannon, torpedoes and places, for a reader.

use lanchester_core::Side;

use crate::design::{Against, Design, Weapon};
use crate::event::{Position, TorpedoId};

/// A cannon in a line: `twin laser 2D8 MH 4-8-12, front, less ESV`.
pub fn cannon(weapon: &Weapon) -> String {
    let [short, medium, long] = weapon.ranges;
    let against = match weapon.against {
        Against::Asv => "ASV",
        Against::Esv => "ESV",
    };
    format!(
        "{} {} {} {short}-{medium}-{long}, {}, less {against}",
        weapon.name, weapon.dice, weapon.damage, weapon.arcs
    )
}

/// What a torpedo is called.
pub fn torpedo(id: TorpedoId) -> String {
    format!("torpedo {}-t{}", id.side, u16::from(id.slot) + 1)
}

/// A hex and a facing.
pub fn place(at: Position) -> String {
    format!("({}, {}) facing {}", at.hex.q, at.hex.h, at.facing)
}

/// The cannon, damage codes and torpedoes of these ships, or of any.
pub fn notation(ships: Option<&[&Design]>) -> Vec<String> {
    let some = |has: fn(&Design) -> bool| ships.is_none_or(|ships| ships.iter().any(|ship| has(ship)));
    let mut sentences = Vec::new();
    if some(|ship| !ship.weapons.is_empty()) {
        let readings =
            "L is the lowest die, H the highest, ML and MH the middle one, All the sum; equal dice are added";
        sentences.push(format!(
            "A cannon is its dice, how they are read as damage, and its ranges: 2D8 MH 4-8-12. {readings}."
        ));
    }
    if some(|ship| ship.torpedoes > 0) {
        sentences.push("Torpedo A-t2 is the one in the second place of those that A has in flight.".to_owned());
    }
    sentences
}

/// The plane, and who starts where.
pub fn places(battle: Option<u64>) -> Vec<String> {
    let south = battle.map_or_else(
        || "fleet A in even battles and B in odd ones".to_owned(),
        |battle| format!("fleet {} of this battle", Side::in_seat(0, battle)),
    );
    vec![
        "A hex is its column and half-hexes to the north: (2, 4) is one hex north of (2, 2); the plane has no edge."
            .to_owned(),
        format!("The line of {south} begins at (0, 0) and faces N."),
    ]
}
