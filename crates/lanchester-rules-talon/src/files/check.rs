//! What forbids a matchup.

use lanchester_core::{Matchup, Side};
use lanchester_scenario::{About, Craft, Objection};

use super::codes;
use crate::Talon;
use crate::design::MAX_SHIPS;

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
        if let Some((code, message, expected)) = Craft::too_many::<Talon>(&force.name, &force.ships) {
            object(About::Side(side.index()), code, message, expected);
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
