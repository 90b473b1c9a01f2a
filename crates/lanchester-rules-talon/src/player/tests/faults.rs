//! Faults that players would laugh at: hand-made positions, and what the shipped policy `default` does in them. The expectations
//! are a player's.

use std::sync::Arc;

use lanchester_core::Side;
use lanchester_scenario::Library;

use super::fire::fires;
use super::movement::{first_move, step};
use super::{answer, discharge};
use crate::Talon;
use crate::policy::Policy;
use crate::position::Step;
use crate::reference::tests::staging::{a, b, put, stage};
use crate::reference::{Battle, Choices};

fn default() -> Arc<Policy> {
    Library::<Talon>::shipped().policy("default").expect("a shipped policy")
}

/// An enemy runs straight away at up to 3, and each ship may go 4. From four hexes on it goes faster than the enemy.
#[test]
fn a_chase_at_equal_speed_closes() {
    for (ship, enemy) in
        [("terran-ca", "talon-ff"), ("talon-ff", "talon-ff"), ("talon-ca", "terran-ca"), ("terran-dd", "talon-ff")]
    {
        for gap in [4, 6, 8, 12] {
            for runs in 1..=3 {
                let behind = |battle: &mut Battle<'_>| {
                    put(battle, a(0), (0, 0), "N");
                    put(battle, b(0), (0, 2 * gap), "N");
                    battle.vessels[Side::B][0].speed = runs;
                };
                let ask = |player: &mut super::Player<'_>, battle: &Battle<'_>| player.speed(battle, a(0)).unwrap();
                let speed = answer(&stage(&[ship], &[enemy]), &default(), behind, ask);
                assert!(speed > runs, "{ship} {gap} hexes behind {enemy} at {runs}: {speed}");
            }
        }
    }
}

/// Bow to bow or bow to stern, two and three hexes off: disruptors do the most at two.
#[test]
fn a_good_shot_is_not_held_for_a_better_one() {
    for gap in [2, 3] {
        for (heading, speed) in [("S", 3), ("N", 3), ("N", 5), ("NE", 3)] {
            let shooter = fires([&["talon-ff"], &["talon-ff"]], &default(), |battle| {
                put(battle, b(0), (0, 2 * gap), heading);
                battle.vessels[Side::B][0].speed = speed;
            });
            assert_eq!(shooter, Some(0), "{gap} hexes, heading {heading} at {speed}");
        }
    }
}

const PAIRS: [[&[&str]; 2]; 4] = [
    [&["talon-ff"], &["talon-ff"]],
    [&["talon-cl"], &["terran-ca"]],
    [&["terran-dd"], &["talon-ff"]],
    [&["talon-ca"], &["terran-dd"]],
];

/// An enemy four hexes abeam, on the same course: loaded guns are turned to it; who has fired turns away to load.
#[test]
fn loaded_guns_are_turned_to_the_enemy_and_empty_ones_away() {
    for ships in PAIRS {
        for (at, toward, away) in
            [((4, 0), Step::TurnRight, Step::TurnLeft), ((-4, 0), Step::TurnLeft, Step::TurnRight)]
        {
            let loaded = |battle: &mut Battle<'_>| put(battle, b(0), at, "N");
            assert_eq!(first_move(ships, &default(), loaded), step(toward), "{ships:?}");
            let fired = |battle: &mut Battle<'_>| {
                put(battle, b(0), at, "N");
                discharge(battle, a(0));
            };
            assert_eq!(first_move(ships, &default(), fired), step(away), "{ships:?}");
        }
    }
}
