//! Whether a matchup can be set up.

use std::collections::BTreeSet;

use lanchester_core::{Matchup, Side};
use lanchester_lanes::hex::Hex;
use lanchester_scenario::{About, Objection};

use super::codes;
use crate::Nova;
use crate::design::MAX_SHIPS;
use crate::options::BATTLE_SIZES;

/// Everything that forbids the matchup.
pub(super) fn check(matchup: &Matchup<Nova>) -> Vec<Objection> {
    let mut objections = Vec::new();
    for side in Side::BOTH {
        numbers(matchup, side, &mut objections);
    }
    stations(matchup, &mut objections);
    objections
}

/// ### NOVA 2.1 Battle sizes (p. 8)
/// The points of each fleet within the battle size's limit, and 1 to 12 ships.
fn numbers(matchup: &Matchup<Nova>, side: Side, objections: &mut Vec<Objection>) {
    let force = &matchup.forces[side];
    let about = About::Side(side.index());
    if force.ships.is_empty() || force.ships.len() > MAX_SHIPS {
        objections.push(Objection {
            about,
            code: lanchester_scenario::code::TOO_MANY_SHIPS,
            message: format!("{} has {} ships", force.name, force.ships.len()),
            expected: format!("1 to {MAX_SHIPS} ships a side"),
        });
    }
    let (Some(limit), Some(size)) = (matchup.options.fleet_limit(), matchup.options.size) else { return };
    let rating = force.rating();
    if rating > limit {
        let fits = BATTLE_SIZES.iter().find(|(_, limit, _)| rating <= *limit);
        let instead = fits.map_or("no size at all".to_owned(), |(name, ..)| format!("size = \"{name}\""));
        objections.push(Objection {
            about,
            code: codes::FLEET_LIMIT,
            message: format!(
                "`{}` comes to {rating} points, and a {} battle allows {limit}",
                force.name, BATTLE_SIZES[size].0
            ),
            expected: format!("a fleet of at most {limit} points, or {instead}"),
        });
    }
}

/// ### NOVA 2.3 Placing the ships (p. 8)
/// ### NOVA 2.4 Fixed stations (p. 8)
/// Fixed ships in hexes of their own; room for a fleet that is placed after a fixed one.
fn stations(matchup: &Matchup<Nova>, objections: &mut Vec<Objection>) {
    let board = matchup.options.board();
    let mut taken: BTreeSet<Hex> = BTreeSet::new();
    for side in Side::BOTH {
        for (nth, station) in matchup.forces[side].stations.iter().flatten().enumerate() {
            if !taken.insert(station.hex) {
                objections.push(Objection {
                    about: About::Station(side.index(), nth),
                    code: codes::SAME_HEX,
                    message: format!("two ships start in hex {}", board.label(station.hex)),
                    expected: "a hex of its own for every ship of both sides".into(),
                });
            }
        }
    }
    for side in Side::BOTH {
        let free = matchup.forces[side].stations.is_none() && matchup.forces[side.opponent()].stations.is_some();
        if !free {
            continue;
        }
        // The fixed fleet has placed first; A sits at row 0. Odd battles are the mirror image, so one is enough.
        let depth = matchup.options.deployment_depth[1];
        let zone = match side {
            Side::A => 0..depth,
            Side::B => board.rows - depth..board.rows,
        };
        let inside = taken.iter().filter(|hex| zone.contains(&board.place(**hex).1)).count();
        let room = usize::from(board.cols) * usize::from(depth) - inside;
        if room < matchup.forces[side].ships.len() {
            objections.push(Objection {
                about: About::Option("deployment_depth"),
                code: codes::NO_ROOM,
                message: format!("fleet {side} has {} ships and {room} free hexes", matchup.forces[side].ships.len()),
                expected: "more rows in `deployment_depth`, or fixed ships farther from that edge".into(),
            });
        }
    }
}
