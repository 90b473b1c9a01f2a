//! How files and replays write arcs, charts, orders and places, for a reader.

use lanchester_core::Side;
use lanchester_lanes::hex::Board;

use crate::design::{Design, chart};
use crate::{arcs, orders};

/// The arcs and the charts of these ships, or of any.
pub fn notation(ships: Option<&[&Design]>) -> Vec<String> {
    let mut sentences = Vec::new();
    if ships.is_none_or(|ships| ships.iter().any(|ship| !ship.batteries.is_empty())) {
        sentences.push(arcs::explained());
        sentences.push(
            "5xAB is five weapons of which each bears in A and in B; dice at 4+ hit with a 4 or more.".to_owned(),
        );
    }
    if ships.is_none_or(|ships| !ships.is_empty()) {
        sentences.push(chart::explained());
    }
    sentences
}

/// The board, who starts where, and how ships move.
pub fn places(battle: Option<u64>) -> Vec<String> {
    let south = battle.map_or_else(
        || "A has the south edge in even battles, B in odd ones".to_owned(),
        |battle| format!("{} has the south edge", Side::in_seat(0, battle)),
    );
    vec![Board::LABELS.to_owned(), format!("{south}; N is away from it."), orders::explained()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference::staging::mouse;

    /// A ship without weapons needs no arcs.
    #[test]
    fn arcs_charts_and_orders() {
        let mut mouse = mouse();
        assert_eq!(notation(Some(&[&mouse])), notation(None));
        assert!(notation(None)[0].ends_with(": A 10 to 12, B 12 to 2, C 8 to 10, D 2 to 4, E 6 to 8, F 4 to 6."));
        mouse.batteries.clear();
        assert_eq!(notation(Some(&[&mouse])), [chart::explained()]);
        assert!(chart::explained().contains("H hull, E engine, S shield, Q special equipment, a battery a,"));
        assert!(orders::explained().ends_with(
            "a number so many hexes ahead, P a turn to port, S a turn to starboard, L a sideslip to the left, R a sideslip to the right, B a hex back."
        ));
    }

    #[test]
    fn seats_change_with_the_battle() {
        let south = |battle| places(battle).concat();
        assert!(south(Some(2)).contains("A has the south edge;") && south(Some(3)).contains("B has the south edge;"));
    }
}
