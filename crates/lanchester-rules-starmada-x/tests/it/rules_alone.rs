//! Single rules: battles of nothing but movement, and of nothing but fire and damage, lanes against the reference.

use std::sync::Arc;

use lanchester_conformance::TestLanes;
use lanchester_conformance::ladder::{change_ships, replayed, same};
use lanchester_lanes::Level;
use lanchester_lanes::hex::Board;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::design::{Design, Kind as Piece};
use lanchester_rules_starmada_x::event::Event;
use lanchester_rules_starmada_x::options::BOARD;
use lanchester_scenario::Library;

use crate::Tested;

impl TestLanes for Tested {
    const BOARDS: &'static [Board] = &[BOARD, Board { cols: 60, rows: 50 }];
    const RULES_ALONE: [fn(Level) -> Result<(), String>; 2] = [movement, fire];
}

/// Takes the fighters off a ship.
fn without_fighters(ship: &mut Design) {
    ship.equipment.retain(|piece| piece.kind != Piece::FighterBay);
}

/// X 3: guns that reach nobody.
fn movement(level: Level) -> Result<(), String> {
    let moved = replayed::<Tested>(
        level,
        |matchup| {
            matchup.options.turn_cap = 6;
            change_ships(matchup, |ship| {
                without_fighters(ship);
                ship.batteries.iter_mut().for_each(|battery| battery.range = 0);
            });
        },
        |event| matches!(event, Event::Move { orders, .. } if orders.cost() > 0),
    )?;
    same(|| "ships that move".to_owned(), &(moved > 2_000), &true)
}

/// X 4: ships that stay where they are.
fn fire(level: Level) -> Result<(), String> {
    let hold = Library::<StarmadaX>::shipped().policy("hold").expect("a shipped policy");
    let damaged = replayed::<Tested>(
        level,
        |matchup| {
            matchup.options.turn_cap = 1;
            matchup.forces.iter_mut().for_each(|force| force.commander = Arc::clone(&hold).into());
            change_ships(matchup, without_fighters);
        },
        |event| matches!(event, Event::Damage { .. }),
    )?;
    same(|| "damage dice".to_owned(), &(damaged > 200), &true)
}
