//! What forbids a matchup.

use lanchester_core::{Matchup, Side};
use lanchester_scenario::{About, Objection};

use super::codes;
use crate::Fires;
use crate::design::MAX_SHIPS;
use crate::options::Station;

/// Most hexes of relative speed at which units are set up.
const MAX_RELATIVE_SPEED: u16 = 20;
/// Entry areas of the map.
const AREAS: u8 = 6;

/// Everything that forbids the matchup.
pub(super) fn check(matchup: &Matchup<Fires>) -> Vec<Objection> {
    let mut objections = Vec::new();
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
        objections.extend(units(matchup, side));
    }
    let fixed = matchup.forces.each_ref().map(|force| force.stations.as_deref().unwrap_or(&[]));
    objections.extend(areas(fixed));
    objections.extend(speeds(fixed));
    objections
}

/// Ships of one formation have one station.
fn units(matchup: &Matchup<Fires>, side: Side) -> Vec<Objection> {
    let force = &matchup.forces[side];
    let Some(stations) = &force.stations else { return Vec::new() };
    let formed: Vec<_> = force.ships.iter().zip(stations).map(|(ship, station)| (ship.formation, station)).collect();
    let other = |slot: usize| {
        let (formation, station) = formed[slot];
        formation.is_some() && formed[..slot].iter().any(|(of, at)| *of == formation && *at != station)
    };
    let wrong = (0..formed.len()).filter(|slot| other(*slot));
    let objection = |slot| Objection {
        about: About::Station(side.index(), slot),
        code: codes::ONE_UNIT,
        message: format!("ship {} of {} starts apart from its unit", slot + 1, force.name),
        expected: "one station for all ships of a formation".to_owned(),
    };
    wrong.map(objection).collect()
}

/// No area is entered by both sides, and where the dice place a side there is one left for it.
fn areas(fixed: [&[Station]; 2]) -> Option<Objection> {
    let taken = |side: usize, area: u8| fixed[side].iter().any(|station| station.area == area);
    if let Some(slot) = fixed[1].iter().position(|station| taken(0, station.area)) {
        return Some(Objection {
            about: About::Station(1, slot),
            code: codes::SHARED_AREA,
            message: format!("both sides enter through area {}", fixed[1][slot].area),
            expected: "entry areas of one side each".to_owned(),
        });
    }
    let side = (0..2).find(|side| (1..=AREAS).all(|area| taken(*side, area)))?;
    Some(Objection {
        about: About::Station(side, 0),
        code: codes::SHARED_AREA,
        message: "one side enters through all six areas".to_owned(),
        expected: "an area that is left for the other side".to_owned(),
    })
}

/// ### FIRES 14.B Units that are too fast (line 134)
/// A unit whose speed relative to every opposing one is above 20 hexes is not set up.
///
/// RULING: a matchup with such a unit is refused. Dice never make one: with them the relative speed is 12 at most, and 18 against
/// fixed stations.
fn speeds(fixed: [&[Station]; 2]) -> Vec<Objection> {
    let mut objections = Vec::new();
    for side in 0..2 {
        let (own, other) = (fixed[side], fixed[1 - side]);
        for (slot, station) in own.iter().enumerate() {
            let least = other.iter().map(|other| station.track().relative_speed(other.track())).min();
            if let Some(speed) = least.filter(|speed| *speed > MAX_RELATIVE_SPEED) {
                objections.push(Objection {
                    about: About::Station(side, slot),
                    code: codes::TOO_FAST,
                    message: format!("the speed relative to every opposing ship is {speed} hexes or more"),
                    expected: format!("{MAX_RELATIVE_SPEED} hexes at most, relative to one of them"),
                });
            }
        }
    }
    objections
}
