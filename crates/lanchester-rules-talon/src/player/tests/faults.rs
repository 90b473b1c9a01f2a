//! Faults that players would laugh at: hand-made positions, and what the shipped policy `default` does in them. The expectations
//! are a player's.

use std::sync::Arc;

use lanchester_core::Side;
use lanchester_scenario::Library;

use super::{answer, discharge};
use crate::Talon;
use crate::policy::Policy;
use crate::position::Step;
use crate::reference::tests::staging::{a, b, put, stage};
use crate::reference::{Battle, Choices, Mover};

fn default() -> Arc<Policy> {
    Library::<Talon>::shipped().policy("default").expect("a shipped policy")
}

/// What A's first ship, in (0, 0) and heading north, does in impulse D, with a turn due.
fn step(ships: [&[&str]; 2], position: impl FnOnce(&mut Battle<'_>)) -> Step {
    let at_d = |battle: &mut Battle<'_>| {
        battle.impulse = 3;
        put(battle, a(0), (0, 0), "N");
        position(battle);
    };
    let ask = |player: &mut super::Player<'_>, battle: &Battle<'_>| player.mover(battle, Side::A).unwrap();
    match answer(&stage(ships[0], ships[1]), &default(), at_d, ask) {
        Some(Mover::Ship(0, step)) => step,
        other => panic!("{other:?}"),
    }
}

/// An enemy runs straight away. Four is the highest speed of all these ships but 5, which none may take from 3. From four hexes on
/// nobody follows at the speed of the enemy who could go faster.
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
            let ahead = |battle: &mut Battle<'_>| {
                battle.impulse = 2;
                put(battle, a(0), (0, 0), "N");
                put(battle, b(0), (0, 2 * gap), heading);
                battle.vessels[Side::B][0].speed = speed;
            };
            let ask = |player: &mut super::Player<'_>, battle: &Battle<'_>| player.shooter(battle, Side::A).unwrap();
            let shooter = answer(&stage(&["talon-ff"], &["talon-ff"]), &default(), ahead, ask);
            assert_eq!(shooter, Some((0, 0)), "{gap} hexes, heading {heading} at {speed}");
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
            assert_eq!(step(ships, |battle| put(battle, b(0), at, "N")), toward, "{ships:?}");
            let fired = |battle: &mut Battle<'_>| {
                put(battle, b(0), at, "N");
                discharge(battle, a(0));
            };
            assert_eq!(step(ships, fired), away, "{ships:?}");
        }
    }
}
