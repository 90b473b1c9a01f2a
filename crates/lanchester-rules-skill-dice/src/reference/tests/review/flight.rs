//! The flight of torpedoes against every path that there is.

use std::collections::BTreeMap;

use lanchester_lanes::hex::{Facing, Hex16};

use crate::event::Position;
use crate::flight::Flight;

const FLIGHT: Flight = Flight { speed: 12, turn: 3 };

/// What every hex and facing costs from one place, up to `most` points: a point a hex, three a hexside.
fn reached(from: Position, most: u32) -> BTreeMap<(i16, i16, u8), u32> {
    let key = |at: Position| (at.hex.q, at.hex.h, at.facing.index());
    let mut costs = BTreeMap::from([(key(from), 0)]);
    let mut by_cost: Vec<Vec<Position>> = vec![Vec::new(); most as usize + 1];
    by_cost[0].push(from);
    for cost in 0..=most {
        let mut next = 0;
        while next < by_cost[cost as usize].len() {
            let at = by_cost[cost as usize][next];
            next += 1;
            if costs.get(&key(at)) != Some(&cost) {
                continue;
            }
            for (to, paid) in [(at.ahead(1), 1), (at.turned(1), 3), (at.turned(-1), 3)] {
                let total = cost + paid;
                if total <= most && costs.get(&key(to)).is_none_or(|known| total < *known) {
                    costs.insert(key(to), total);
                    by_cost[total as usize].push(to);
                }
            }
        }
    }
    costs
}

mod skilldice_2_6 {
    use super::*;

    /// The rules page counts 324 hexes and facings that a torpedo can reach in a turn.
    #[test]
    fn a_torpedo_reaches_324_states() {
        assert_eq!(reached(Position::default(), 12).len(), 324);
    }

    /// For every target near it: the least cost, whether it arrives, and that no place it could end in is nearer.
    #[test]
    fn flights_are_the_best_of_all_paths() {
        let from = Position { hex: Hex16::new(0, 0), facing: Facing::NORTH };
        let far = reached(from, 40);
        let near = reached(from, 12);
        let mut targets: Vec<(i16, i16)> = far.keys().map(|(q, h, _)| (*q, *h)).collect();
        targets.dedup();
        let cheapest = |target: Hex16| (0..6).filter_map(|facing| far.get(&(target.q, target.h, facing))).min();
        let mut arrived = 0;
        for (q, h) in targets {
            let target = Hex16::new(q, h);
            if from.hex.distance(target) > 22 {
                continue;
            }
            assert_eq!(Some(&FLIGHT.cost(from, target)), cheapest(target), "({q}, {h})");
            let (end, there) = FLIGHT.fly(from, target);
            assert_eq!(there, FLIGHT.cost(from, target) <= 12, "({q}, {h})");
            assert_eq!(there, end.hex == target);
            assert!(near.contains_key(&(end.hex.q, end.hex.h, end.facing.index())), "({q}, {h}): beyond its speed");
            let least = near.keys().map(|(q, h, facing)| {
                let at = Position { hex: Hex16::new(*q, *h), facing: Facing::new((*facing).into()) };
                FLIGHT.cost(at, target)
            });
            assert_eq!(Some(FLIGHT.cost(end, target)), least.min(), "({q}, {h}): another end is nearer");
            arrived += u32::from(there);
        }
        assert!(arrived > 50);
    }
}
