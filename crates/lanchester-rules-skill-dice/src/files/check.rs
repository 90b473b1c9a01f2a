//! What forbids a matchup.

use lanchester_core::{Matchup, Side};
use lanchester_scenario::{About, Objection};

use super::codes;
use crate::SkillDice;
use crate::design::MAX_SHIPS;
use crate::options::Station;

/// Everything that forbids the matchup.
pub(super) fn check(matchup: &Matchup<SkillDice>) -> Vec<Objection> {
    let mut objections = Vec::new();
    let mut taken = Vec::new();
    for side in Side::BOTH {
        let force = &matchup.forces[side];
        let ships = force.ships.len();
        if ships == 0 || ships > MAX_SHIPS {
            objections.push(Objection {
                about: About::Side(side.index()),
                code: lanchester_scenario::code::TOO_MANY_SHIPS,
                message: format!("{} has {ships} ships", force.name),
                expected: format!("1 to {MAX_SHIPS} ships a side"),
            });
        }
        let stations = force.stations.clone().unwrap_or_else(|| vec![Station::default(); ships]);
        for (slot, station) in stations.into_iter().enumerate() {
            // Odd battles are the same, turned by half a circle.
            let (hex, _) = matchup.options.start(side.index(), [slot, ships], station);
            if taken.contains(&hex) {
                let about = if force.stations.is_some() {
                    About::Station(side.index(), slot)
                } else {
                    About::Option("distance")
                };
                objections.push(Objection {
                    about,
                    code: codes::SHARED_HEX,
                    message: format!("ship {} of {} starts in the hex of another ship", slot + 1, force.name),
                    expected: "a hex for each ship".to_owned(),
                });
            }
            taken.push(hex);
        }
    }
    objections
}
