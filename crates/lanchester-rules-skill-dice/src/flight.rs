//! The flight of a torpedo to its target, worked out in one step.

use lanchester_lanes::hex::{Facing, Hex16};

use crate::event::Position;

/// What a torpedo pays for its path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flight {
    /// Points of a turn.
    pub speed: u8,
    /// Points that a hexside costs.
    pub turn: u8,
}

/// A displacement as steps along a direction and along the next one to the right of it.
fn steps(to: Hex16) -> (Facing, u16, u16) {
    for facing in Facing::ALL {
        let (one, other) = (facing.step(), facing.turned(1).step());
        // to = a·one + b·other, by Cramer's rule; the determinant of two neighbouring directions is −2.
        let [q, h] = [i32::from(to.q), i32::from(to.h)];
        let [oq, oh, nq, nh] = [one.q, one.h, other.q, other.h].map(i32::from);
        let determinant = oq * nh - oh * nq;
        let (a, b) = ((q * nh - h * nq) / determinant, (oq * h - oh * q) / determinant);
        if a > 0 && b >= 0 {
            return (facing, a as u16, b as u16);
        }
    }
    (Facing::NORTH, 0, 0)
}

/// The least-cost path: sides turned first (to the right above zero), steps ahead, one side more, steps ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Path {
    turn: i8,
    first: u16,
    side: i8,
    second: u16,
}

/// A path turns one way only: it goes along the two directions between which its target lies, in the order in which they come.
fn path(from: Position, target: Hex16) -> Path {
    let (facing, a, b) = steps(from.hex.to(target));
    let off = |to: Facing| (to.index() + 6 - from.facing.index()) as i8 % 6;
    if a + b == 0 {
        return Path { turn: 0, first: 0, side: 1, second: 0 };
    }
    if b == 0 {
        let right = off(facing);
        let turn = if right <= 3 { right } else { right - 6 };
        return Path { turn, first: a, side: 1, second: 0 };
    }
    // To the right: the left one of both directions first. To the left: the right one first.
    let (right, left) = (off(facing), (6 - off(facing.turned(1))) % 6);
    if right <= left {
        Path { turn: right, first: a, side: 1, second: b }
    } else {
        Path { turn: -left, first: b, side: -1, second: a }
    }
}

impl Flight {
    /// Points that a torpedo needs to reach a hex, however many turns it takes.
    pub fn cost(self, from: Position, target: Hex16) -> u32 {
        let path = path(from, target);
        let sides = u32::from(path.turn.unsigned_abs()) + u32::from(path.second > 0);
        sides * u32::from(self.turn) + u32::from(path.first) + u32::from(path.second)
    }

    /// ### SKILLDICE 2.6 Torpedo movement (third reading)
    /// Where a torpedo is after a turn, and whether it reached its target: a point a hex, three a hexside (option
    /// `torpedo_turn`), twelve a turn (option `torpedo_speed`). What cannot arrive ends where the least of its path is left.
    ///
    /// RULING: the numbers are the parent game's. A target straight behind is turned to by the right.
    pub fn fly(self, from: Position, target: Hex16) -> (Position, bool) {
        let path = path(from, target);
        let mut left = u16::from(self.speed);
        let mut at = from;
        for _ in 0..path.turn.unsigned_abs() {
            if left < self.turn.into() {
                return (at, false);
            }
            left -= u16::from(self.turn);
            at = at.turned(path.turn.signum());
        }
        let first = path.first.min(left);
        at = at.ahead(first as u8);
        left -= first;
        if path.second == 0 || first < path.first || left < self.turn.into() {
            return (at, at.hex == target);
        }
        at = at.turned(path.side);
        left -= u16::from(self.turn);
        at = at.ahead(path.second.min(left) as u8);
        (at, at.hex == target)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The points that each place costs, by trying all paths.
    fn costs(from: Position, flight: Flight, most: u32) -> BTreeMap<Position, u32> {
        let mut costs = BTreeMap::from([(from, 0)]);
        let mut next = vec![from];
        while let Some(at) = next.pop() {
            let paid = costs[&at];
            for (to, price) in
                [(at.ahead(1), 1), (at.turned(1), flight.turn.into()), (at.turned(-1), flight.turn.into())]
            {
                let cost = paid + price;
                if cost <= most && costs.get(&to).is_none_or(|known| cost < *known) {
                    costs.insert(to, cost);
                    next.push(to);
                }
            }
        }
        costs
    }

    mod skilldice_2_6 {
        use super::*;

        /// Arrives where a path of twelve exists, else ends where the least is left.
        #[test]
        fn the_flight_is_the_cheapest_of_all_paths() {
            let flight = Flight { speed: 12, turn: 3 };
            let from = Position { hex: Hex16::default(), facing: Facing::new(1) };
            let reach = costs(from, flight, 12);
            // The rules page counts the places that a torpedo can be in.
            assert_eq!(reach.len(), 324);
            for q in -14i16..=14 {
                for h in (-28i16..=28).filter(|h| (q + h) % 2 == 0) {
                    let target = Hex16::new(q, h);
                    let best = reach.iter().filter(|(at, _)| at.hex == target).map(|(_, cost)| *cost).min();
                    let (to, arrived) = flight.fly(from, target);
                    assert_eq!(best.is_some(), arrived, "{target:?}");
                    assert!(reach.contains_key(&to), "{target:?}: {to:?}");
                    if let Some(best) = best {
                        assert_eq!(best, flight.cost(from, target), "{target:?}");
                        continue;
                    }
                    let left = reach.keys().map(|at| flight.cost(*at, target)).min();
                    assert_eq!(Some(flight.cost(to, target)), left, "{target:?}: {to:?}");
                }
            }
        }
    }
}
