//! How files and replays write arcs, charge bars, missiles and places, for a reader.

use lanchester_battle::Setup;
use lanchester_core::Side;
use lanchester_lanes::hex::Hex16;

use crate::Talon;
use crate::arcs::Arc;
use crate::design::Design;
use crate::event::MissileId;
use crate::options::COLUMNS;
use crate::position::Position;

/// What a missile is called: the ship that launches it, and which of the ship's missile weapons does.
pub fn missile(setup: &Setup<'_, Talon>, missile: MissileId) -> String {
    let mut weapon = usize::from(missile.slot);
    for (slot, design) in setup.ships[missile.side].iter().enumerate() {
        if weapon < design.launchers() {
            return format!("missile {}{}-m{}", missile.side, slot + 1, weapon + 1);
        }
        weapon -= design.launchers();
    }
    format!("missile {}-m{} (unknown)", missile.side, weapon + 1)
}

/// A hex of the plane: its column, and half-hexes to the north.
pub fn hex(hex: Hex16) -> String {
    format!("({}, {})", hex.q, hex.h)
}

/// A hex and a facing.
pub fn place(at: Position) -> String {
    format!("{} facing {}", hex(at.hex), at.facing)
}

/// The arcs, power curves and charge bars of these ships, or of any, and what their missiles are called.
pub fn notation(ships: Option<&[&Design]>) -> Vec<String> {
    let some = |has: fn(&Design) -> bool| ships.is_none_or(|ships| ships.iter().any(|ship| has(ship)));
    let mut sentences = Vec::new();
    if some(|_| true) {
        sentences.push(Arc::explained());
        sentences.push("A line of a power curve is power, speed and turn radius.".to_owned());
    }
    if some(|ship| !ship.groups.is_empty()) {
        sentences.push("A charge bar has red and yellow boxes: 1+3 of 1+4 is full but for a yellow one.".to_owned());
    }
    if some(|ship| ship.launchers() > 0) {
        sentences.push("Missile A1-m2 is the one of ship A1's second missile weapon.".to_owned());
    }
    sentences
}

/// The plane, who starts where, and stations of files.
pub fn places(battle: Option<u64>) -> Vec<String> {
    let south = battle.map_or_else(
        || "A starts in the south in even battles, B in odd ones".to_owned(),
        |battle| format!("{} starts in the south", Side::in_seat(0, battle)),
    );
    let mut sentences = vec![
        "(14, 16) is column 14, counted from the west, and 16 half-hexes to the north: a hex to the N adds 2 to the second \
         number, a hex to the NE adds 1 to both. The map floats: a number may be below 0."
            .to_owned(),
        format!("{south}, in columns 0 to {}.", COLUMNS - 1),
    ];
    if battle.is_none() {
        sentences.push(
            "Stations of files are as their owner sees them, who looks at the enemy: columns count from the left, rows from the \
             rear, `facing` is sixths of a circle to the right."
                .to_owned(),
        );
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::*;
    use lanchester_lanes::hex::Facing;

    #[test]
    fn a_ship_without_missiles_needs_no_names_for_them() {
        use lanchester_scenario::Library;
        let library = Library::<Talon>::shipped();
        let [destroyer, cruiser] = ["talon-dd", "talon-ca"].map(|id| library.ship(id).expect("a shipped ship"));
        let says = |ship: &Design, what: &str| notation(Some(&[ship])).iter().any(|sentence| sentence.contains(what));
        assert!(says(&destroyer, "A1-m2") && !says(&cruiser, "A1-m2"));
        assert!(says(
            &cruiser,
            "forward 60 degrees ahead, right 120 to the right, rear 60 behind, left 120 to the left."
        ));
        assert!(notation(Some(&[])).is_empty());
    }

    /// The example of the sentence, moved as a ship moves.
    #[test]
    fn hexes_are_where_the_sentence_says() {
        let at = Position { hex: Hex16::new(14, 16), facing: Facing::NORTH };
        assert_eq!(
            [place(at), place(at.ahead()), place(at.turned(1).ahead())],
            ["(14, 16) facing N", "(14, 18) facing N", "(15, 17) facing NE"]
        );
        assert!(places(Some(7)).concat().contains("B starts in the south, in columns 0 to 23."));
    }
}
