//! Whether a matchup can be set up.

use lanchester_core::{Matchup, Side};
use lanchester_scenario::{About, Objection};

use super::codes;
use crate::StarmadaX;
use crate::design::{MAX_FLIGHTS, MAX_SHIPS};

/// Everything that forbids the matchup.
///
/// ### X 5.1.1 Flights in a fleet (p. 18)
/// As many as its ships have bays, at most 24 a side.
pub(super) fn check(matchup: &Matchup<StarmadaX>) -> Vec<Objection> {
    let mut objections = Vec::new();
    for side in Side::BOTH {
        let force = &matchup.forces[side];
        let mut object = |code, message, expected| {
            objections.push(Objection { about: About::Side(side.index()), code, message, expected });
        };
        if force.ships.is_empty() || force.ships.len() > MAX_SHIPS {
            object(
                lanchester_scenario::code::TOO_MANY_SHIPS,
                format!("{} has {} ships", force.name, force.ships.len()),
                format!("1 to {MAX_SHIPS} ships a side"),
            );
        }
        let flights: usize = force.ships.iter().map(|ship| ship.flights()).sum();
        if flights > MAX_FLIGHTS {
            object(
                codes::TOO_MANY_FLIGHTS,
                format!("{} has {flights} fighter flights", force.name),
                format!("at most {MAX_FLIGHTS} flights a side"),
            );
        }
        if let Some(limit) = matchup.options.fleet_limit.filter(|limit| force.rating() > *limit) {
            object(
                codes::FLEET_LIMIT,
                format!("`{}` comes to {} points, and the battle allows {limit}", force.name, force.rating()),
                format!("a fleet of at most {limit} points, or a higher fleet_limit"),
            );
        }
    }
    objections
}
