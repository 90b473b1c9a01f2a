//! Single rules: battles of nothing but movement, and of hardly anything but fire, lanes against the reference.

use lanchester_conformance::TestLanes;
use lanchester_conformance::ladder::{change_ships, replayed, same};
use lanchester_lanes::Level;
use lanchester_lanes::hex::Board;
use lanchester_rules_talon::design::Line;
use lanchester_rules_talon::event::Event;

use crate::Tested;

impl TestLanes for Tested {
    const BOARDS: &'static [Board] = &[Board { cols: 24, rows: 18 }];
    const RULES_ALONE: [fn(Level) -> Result<(), String>; 2] = [movement, fire];
}

/// TALON P.4: ships without weapons.
fn movement(level: Level) -> Result<(), String> {
    let moved = replayed::<Tested>(
        level,
        |matchup| {
            matchup.options.turn_cap = 6;
            change_ships(matchup, |ship| ship.groups.clear());
        },
        |event| matches!(event, Event::Move { .. }),
    )?;
    same(|| "ships that move".to_owned(), &(moved > 5_000), &true)
}

/// TALON 8: ships that move once a round and cannot change it.
fn fire(level: Level) -> Result<(), String> {
    let hits = replayed::<Tested>(
        level,
        |matchup| {
            (matchup.options.turn_cap, matchup.options.gap) = (6, 2);
            change_ships(matchup, |ship| {
                (ship.start, ship.afterburners) = (1, 0);
                ship.curve = vec![Line { power: 6, speed: 1, radius: 0 }];
            });
        },
        |event| matches!(event, Event::Damage { .. }),
    )?;
    same(|| "shots that hit".to_owned(), &(hits > 1_000), &true)
}
