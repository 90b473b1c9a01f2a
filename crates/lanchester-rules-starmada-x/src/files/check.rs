//! Whether a matchup can be set up.

use lanchester_core::{Matchup, Side};
use lanchester_lanes::hex::Hex;
use lanchester_scenario::{About, Craft, Objection};

use super::codes;
use crate::StarmadaX;
use crate::design::MAX_SHIPS;
use crate::formulas::may_place;
use crate::objects::disc;
use crate::options::label;

/// Stations in objects, and set-up areas without room.
fn objects(matchup: &Matchup<StarmadaX>, objections: &mut Vec<Objection>) {
    let options = &matchup.options;
    for side in Side::BOTH {
        let force = &matchup.forces[side];
        let Some(stations) = &force.stations else {
            continue;
        };
        for (nth, station) in stations.iter().enumerate() {
            let turned = options.board.turned(station.hex);
            let message = if options.is_solid(station.hex) {
                format!("an object occupies the station `{}`", label(station.hex))
            } else if options.is_solid(turned) {
                format!("an object occupies `{}`, the station `{}` in odd battles", label(turned), label(station.hex))
            } else {
                continue;
            };
            let expected = "a hex outside objects, also when the fleets change seats and stations turn by 180 degrees";
            let about = About::Station(side.index(), nth);
            objections.push(Objection { about, code: codes::IN_OBJECT, message, expected: expected.into() });
        }
    }
    let free = matchup.forces.iter().filter(|force| force.stations.is_none());
    let ships = free.map(|force| force.ships.len()).max().unwrap_or(0);
    for seat in 0..2 {
        let open = disc(options.board, Hex::default(), u8::MAX);
        let open = open.iter().filter(|hex| may_place(options, seat, **hex)).count();
        if open < ships {
            let edge = ["south", "north"][seat];
            objections.push(Objection {
                about: About::Key("objects"),
                code: codes::NO_ROOM,
                message: format!("objects leave {open} open hexes in the set-up area at the {edge} edge"),
                expected: format!("at least {ships}, as many as the ships of a fleet"),
            });
        }
    }
}

/// Everything that forbids the matchup.
///
/// ### X 5.1.1 Flights in a fleet (p. 18)
/// As many as its ships have bays, at most 24 a side.
pub(super) fn check(matchup: &Matchup<StarmadaX>) -> Vec<Objection> {
    let mut objections = Vec::new();
    if !matchup.options.objects.is_empty() {
        objects(matchup, &mut objections);
    }
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
        if let Some((code, message, expected)) = Craft::too_many::<StarmadaX>(&force.name, &force.ships) {
            object(code, message, expected);
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
