//! Single rules: battles of nothing but movement, and of nothing but fire, lanes against the reference.

use std::sync::Arc;

use lanchester_conformance::TestLanes;
use lanchester_conformance::ladder::{change_ships, replayed, same};
use lanchester_lanes::Level;
use lanchester_lanes::hex::Board;
use lanchester_toy::event::Event;
use lanchester_toy::policy::Policy;

use crate::Tested;

impl TestLanes for Tested {
    const BOARDS: &'static [Board] = &[Board { cols: 24, rows: 18 }];
    const RULES_ALONE: [fn(Level) -> Result<(), String>; 2] = [movement, fire];
}

/// TOY 3: guns that reach nobody.
fn movement(level: Level) -> Result<(), String> {
    let moved = replayed::<Tested>(
        level,
        |matchup| {
            (matchup.options.distance, matchup.options.turn_cap) = (1000, 10);
            change_ships(matchup, |ship| ship.die = 4);
        },
        |event| matches!(event, Event::Move { ahead: 1.., .. }),
    )?;
    same(|| "ships that move".to_owned(), &(moved > 500), &true)
}

/// TOY 4: ships that stay where they are.
fn fire(level: Level) -> Result<(), String> {
    let hits = replayed::<Tested>(
        level,
        |matchup| {
            matchup.options.distance = 30;
            for force in &mut matchup.forces {
                force.commander = Arc::new(Policy { speed: 0, ..Policy::clone(&force.commander) }).into();
            }
        },
        |event| matches!(event, Event::Fire { hits: 1.., .. }),
    )?;
    same(|| "volleys that hit".to_owned(), &(hits > 500), &true)
}
