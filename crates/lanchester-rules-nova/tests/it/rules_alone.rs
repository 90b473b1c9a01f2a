//! Single rules: battles of nothing but movement, and of nothing but fire and damage, lanes against the reference.

use std::sync::Arc;

use lanchester_conformance::TestLanes;
use lanchester_conformance::ladder::{change_ships, replayed, same};
use lanchester_lanes::Level;
use lanchester_lanes::hex::Board;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::event::Event;
use lanchester_scenario::Library;

use crate::Tested;

impl TestLanes for Tested {
    const BOARDS: &'static [Board] = &[Board { cols: 24, rows: 18 }, Board { cols: 18, rows: 24 }];
    const RULES_ALONE: [fn(Level) -> Result<(), String>; 2] = [movement, fire];
}

/// NOVA 4: guns that reach nobody.
fn movement(level: Level) -> Result<(), String> {
    let moved = replayed::<Tested>(
        level,
        |matchup| {
            matchup.options.turn_cap = 8;
            change_ships(matchup, |ship| ship.batteries.iter_mut().for_each(|battery| battery.range = [0; 3]));
        },
        |event| matches!(event, Event::Move { .. }),
    )?;
    same(|| "ships that move".to_owned(), &(moved > 5_000), &true)
}

/// NOVA 5: ships that stay where they are.
fn fire(level: Level) -> Result<(), String> {
    let hold = Library::<Nova>::shipped().policy("hold").expect("a shipped policy");
    let damaged = replayed::<Tested>(
        level,
        |matchup| {
            matchup.options.turn_cap = 4;
            matchup.forces.iter_mut().for_each(|force| force.commander = Arc::clone(&hold).into());
            change_ships(matchup, |ship| {
                ship.batteries.iter_mut().for_each(|battery| battery.range = [10, 30, 60]);
            });
        },
        |event| matches!(event, Event::Damage { .. } | Event::Check { .. }),
    )?;
    same(|| "damage and its checks".to_owned(), &(damaged > 1_000), &true)
}
