//! What forbids a matchup.

use lanchester_core::{Matchup, Side};
use lanchester_scenario::{About, Objection};

use super::codes;
use crate::Talon;
use crate::design::{MAX_MISSILES, MAX_SHIPS};

/// Everything that forbids the matchup.
pub(super) fn check(matchup: &Matchup<Talon>) -> Vec<Objection> {
    let mut objections = Vec::new();
    for side in Side::BOTH {
        let force = &matchup.forces[side];
        let mut object = |about, code, message, expected| objections.push(Objection { about, code, message, expected });
        if force.ships.is_empty() || force.ships.len() > MAX_SHIPS {
            let message = format!("{} has {} ships", force.name, force.ships.len());
            let code = lanchester_scenario::code::TOO_MANY_SHIPS;
            object(About::Side(side.index()), code, message, format!("1 to {MAX_SHIPS} ships a side"));
        }
        let launchers: usize = force.ships.iter().map(|ship| ship.launchers()).sum();
        if launchers > MAX_MISSILES {
            let message = format!("{} has {launchers} missile weapons", force.name);
            let expected = format!("at most {MAX_MISSILES} missile weapons a side");
            object(About::Side(side.index()), codes::TOO_MANY_MISSILES, message, expected);
        }
        let stations = force.stations.as_deref().unwrap_or(&[]);
        for (nth, station) in stations.iter().enumerate() {
            let place = (station.column, station.row);
            if stations[..nth].iter().any(|other| (other.column, other.row) == place) {
                let message = format!("two ships of {} start in column {} of row {}", force.name, place.0, place.1);
                let expected = "a hex for each ship".to_owned();
                object(About::Station(side.index(), nth), codes::SHARED_HEX, message, expected);
            }
        }
    }
    objections
}
