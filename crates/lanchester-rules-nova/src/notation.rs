//! How files and replays write arcs, modifiers and places, for a reader.

use lanchester_core::Side;
use lanchester_lanes::hex::Board;

use crate::arcs::{Arc, explained};
use crate::design::Design;

/// The arcs and the modifiers of these ships, or of any.
pub fn notation(ships: Option<&[&Design]>) -> Vec<String> {
    let has = |ships: &[&Design], arc| ships.iter().any(|ship| ship.banks().any(|(_, bank)| bank.arc == arc));
    let arcs: Vec<Arc> = Arc::all().filter(|arc| ships.is_none_or(|ships| has(ships, *arc))).collect();
    if arcs.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![
        explained(arcs),
        "An attack's modifier is +1 at short, 0 at medium and −1 at long range, less the number behind the arc (2 of FX2), the \
         target's ECM and the firer's weapon hits."
            .to_owned(),
        "Each −1 is a column further along the battery's dice; at +1 twice the second column is rolled, at +2 twice the first."
            .to_owned(),
        "A 5 or a 6 hits; a shield die that shows one of the target's shield icons stops a hit.".to_owned(),
    ];
    let harder = |ship: &&Design| ship.batteries.iter().any(|battery| battery.damage > 1);
    if ships.is_none_or(|ships| ships.iter().any(harder)) {
        lines.push("Each hit checks one box; of a battery with the trait Dx2 two, with Dx3 three.".to_owned());
    }
    lines
}

/// The board, and who starts where.
pub fn places(battle: Option<u64>) -> Vec<String> {
    let south = battle.map_or_else(
        || "A has the south edge in even battles, B in odd ones".to_owned(),
        |battle| format!("{} has the south edge", Side::in_seat(0, battle)),
    );
    vec![Board::LABELS.to_owned(), format!("{south}; N is away from it, and speed is hexes moved in the last turn.")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::staging::majestic;

    /// The book's twenty arcs, and of a ship its own alone.
    #[test]
    fn arcs_of_a_ship_and_of_any() {
        let of_any = notation(None);
        assert!(of_any[0].ends_with(", FX 8 to 4, AX 2 to 10, TR 7 to 5, TT all around."), "{}", of_any[0]);
        let majestic = majestic();
        let own = notation(Some(&[&majestic]));
        assert!(own[0].ends_with(": FF 10 to 2, PH 6 to 12, SH 12 to 6, FX 8 to 4, AX 2 to 10."), "{}", own[0]);
        assert!(notation(Some(&[])).is_empty());
        // MAJESTIC's Fusion Beams are Dx3, its Lightning Turrets Dx2.
        assert!(of_any[4].contains("Dx2 two, with Dx3 three") && own[4] == of_any[4]);
        let mut plain = majestic.clone();
        plain.batteries.iter_mut().for_each(|battery| battery.damage = 1);
        assert_eq!(notation(Some(&[&plain])), own[..4]);
    }

    #[test]
    fn seats_change_with_the_battle() {
        let south = |battle| places(battle).concat();
        assert!(south(Some(0)).contains("A has the south edge;") && south(Some(1)).contains("B has the south edge;"));
        assert!(south(None).contains("A has the south edge in even battles"));
    }
}
