//! Where a ship can end its move by turns of one hexside, for every thrust and cost of a turn: worked out once, as the ship sees it.

use std::collections::HashMap;
use std::sync::LazyLock;

use lanchester_lanes::hex::{Facing, Hex, Hex16};

use crate::design::MAX_THRUST;
use crate::event::Position;
use crate::reference::choices::Leg;

/// Greatest cost of a turn that is told apart; from a thrust on, a ship cannot turn.
const MAX_COST: usize = MAX_THRUST as usize + 1;

/// An end of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Where it is, for a ship that faces in each direction, from there.
    places: [(Hex, Facing); 6],
    /// How it gets there; the last leg does not turn.
    pub legs: Vec<Leg>,
}

impl End {
    /// Where it is for a ship at a place.
    #[must_use]
    pub fn of(&self, from: Position) -> Position {
        let (by, facing) = self.places[usize::from(from.facing.index())];
        Position { hex: Hex16 { q: from.hex.q + i16::from(by.q), h: from.hex.h + i16::from(by.h) }, facing }
    }
}

/// So many hexes in the direction in which a ship faces and in the next one to the right, turned by sixths of a circle; for a ship
/// that faces in each direction.
fn places([ahead, aside]: [i8; 2], turned: i8) -> [(Hex, Facing); 6] {
    Facing::ALL.map(|facing| {
        let (one, other) = (facing.step(), facing.turned(1).step());
        let by = Hex { q: ahead * one.q + aside * other.q, h: ahead * one.h + aside * other.h };
        (by, facing.turned(turned.into()))
    })
}

/// What a ship may do: the cost of a turn, no turn to the left, none to the right, and none in the hex where it is.
type Key = (u8, u8, [bool; 2], bool);

/// The steps of one hex in each direction, as [`places`] takes them.
const STEPS: [[i8; 2]; 6] = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]];

/// Explores by cost: at each hex on, or a turn where the hex has had none.
fn explore((points, cost, locked, turned_here): Key) -> Vec<End> {
    // A state: place, facing, whether this hex has had its turn; by points spent.
    type State = ([i8; 2], i8, bool);
    let mut at: Vec<Vec<(State, Vec<Leg>)>> = vec![Vec::new(); usize::from(points) + 1];
    let mut seen: HashMap<State, ()> = HashMap::new();
    let mut ends: Vec<End> = Vec::new();
    let mut known: HashMap<([i8; 2], i8), ()> = HashMap::new();
    at[0].push((([0, 0], 0, turned_here), vec![Leg { ahead: 0, turn: 0 }]));
    for spent in 0..=usize::from(points) {
        for (state, legs) in std::mem::take(&mut at[spent]) {
            if seen.insert(state, ()).is_some() {
                continue;
            }
            let (place, facing, turned) = state;
            if known.insert((place, facing), ()).is_none() {
                ends.push(End { places: places(place, facing), legs: legs.clone() });
            }
            let step = STEPS[facing as usize];
            if spent < usize::from(points) {
                let mut on = legs.clone();
                if let Some(last) = on.last_mut() {
                    last.ahead += 1;
                }
                at[spent + 1].push((([place[0] + step[0], place[1] + step[1]], facing, false), on));
            }
            for (way, turn) in [(0, -1), (1, 1)] {
                let then = spent + usize::from(cost);
                if !turned && !locked[way] && then <= usize::from(points) {
                    let mut on = legs.clone();
                    if let Some(last) = on.last_mut() {
                        last.turn = turn;
                    }
                    on.push(Leg { ahead: 0, turn: 0 });
                    at[then].push(((place, (facing + turn).rem_euclid(6), true), on));
                }
            }
        }
    }
    ends
}

/// The ends of the moves of a ship with so many points, by what it may do: `turned_here` in the hex where it is.
#[must_use]
pub fn ends(points: u8, cost: u8, locked: [bool; 2], turned_here: bool) -> &'static [End] {
    static ENDS: LazyLock<Vec<std::sync::OnceLock<Vec<End>>>> = LazyLock::new(|| {
        std::iter::repeat_with(std::sync::OnceLock::new)
            .take((usize::from(MAX_THRUST) + 1) * (MAX_COST + 1) * 8)
            .collect()
    });
    let points = points.min(MAX_THRUST);
    let cost = cost.clamp(1, MAX_COST as u8);
    let at = ((usize::from(points) * (MAX_COST + 1) + usize::from(cost)) * 2 + usize::from(locked[0])) * 2;
    let at = (at + usize::from(locked[1])) * 2 + usize::from(turned_here);
    ENDS[at].get_or_init(|| explore((points, cost, locked, turned_here)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the rules page: thrust 6 with maneuver number 2, thrust 10 and 12 with 1.
    #[test]
    fn reachable_places_are_as_many_as_a_trial_found() {
        let count = |points, maneuver: u8| ends(points, maneuver + 1, [false; 2], false).len();
        assert_eq!([count(6, 2), count(10, 1), count(12, 1)], [27, 263, 505]);
    }

    #[test]
    fn legs_lead_to_their_ends() {
        let from = Position { hex: Hex16::new(3, 5), facing: Facing::new(4) };
        for end in ends(9, 2, [false, true], false) {
            let mut at = from;
            let mut paid = 0;
            for leg in &end.legs {
                assert!(leg.turn <= 0, "no turn to the right");
                at = at.ahead(leg.ahead).turned(leg.turn);
                paid += leg.ahead + 2 * leg.turn.unsigned_abs();
            }
            assert_eq!(at, end.of(from));
            assert!(paid <= 9 && end.legs.last().is_some_and(|leg| leg.turn == 0));
        }
    }
}
