//! Positions made by hand: what a commander would say of them.

use std::sync::Arc;

use lanchester_battle::setup;
use lanchester_core::{Force, Matchup, Side};
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::hex::{Facing, Hex16};
use lanchester_scenario::Library;

use super::Player;
use super::tables::Tables;
use crate::SkillDice;
use crate::event::{Position, System};
use crate::options::Options;
use crate::policy::{MoveWeights, Policy};
use crate::reference::choices::{Due, Leg};
use crate::reference::{Battle, Torpedo};

/// Asks a player about a battle of shipped ships, A's first, which are put somewhere; it is turn 2.
fn ask<T>(
    ships: [&[&str]; 2],
    change: impl FnOnce(&mut Policy),
    of: impl FnOnce(&Player<'_>, &mut Battle<'_>) -> T,
) -> T {
    let library = Library::<SkillDice>::shipped();
    let mut policy = Policy::clone(&library.policy("default").expect("a shipped policy"));
    change(&mut policy);
    let policy = Arc::new(policy);
    let forces = ships.map(|ids| Force {
        name: "fleet".to_owned(),
        ships: ids.iter().map(|id| library.ship(id).expect("a shipped ship")).collect(),
        stations: None,
        policy: Arc::clone(&policy),
    });
    let matchup = Matchup { name: String::new(), forces, options: Options::default() };
    let tables = Tables::new(&matchup);
    let setup = setup(&tables.matchup);
    let mut battle = Battle::new(&setup, 0);
    battle.turn = 2;
    of(&Player { tables: &tables, key: BattleKey::new(1, 1, 1) }, &mut battle)
}

fn put(battle: &mut Battle<'_>, ship: usize, [q, h]: [i16; 2], facing: i32) {
    battle.ships[ship].at = Position { hex: Hex16::new(q, h), facing: Facing::new(facing) };
    battle.ships[ship].points = battle.ships[ship].thrust_in(battle.turn);
}

/// Where a ship ends a move of these legs, without Helm rolls.
fn end(from: Position, legs: &[Leg]) -> Position {
    legs.iter().fold(from, |at, leg| at.ahead(leg.ahead).turned(leg.turn))
}

#[test]
fn a_ship_that_moves_last_takes_the_tail_of_its_enemy() {
    ask(
        [&["kestrel"], &["dart"]],
        |policy| policy.gamble = false,
        |player, battle| {
            put(battle, 0, [0, 0], 0);
            put(battle, 1, [0, 8], 0);
            battle.ships[1].moved = true;
            let to = end(battle.ships[0].at, &player.best_move(battle, 0));
            let distance = to.hex.distance(Hex16::new(0, 8));
            assert!((1..=3).contains(&distance), "{to:?}");
            // Behind the dart, which faces north, with the bow on it.
            assert!(to.hex.h < 8 && to.facing == Facing::NORTH, "{to:?}");
        },
    );
}

#[test]
fn a_ship_does_not_end_a_leg_in_an_occupied_hex() {
    ask(
        [&["kestrel", "kestrel"], &["dart"]],
        |_| {},
        |player, battle| {
            put(battle, 0, [0, 0], 0);
            for (place, h) in [(1, 16), (2, 20)] {
                put(battle, place, [0, h], 0);
            }
            for h in [4, 8, 12, 16] {
                put(battle, 1, [0, h], 0);
                let mut at = battle.ships[0].at;
                for leg in player.best_move(battle, 0) {
                    at = at.ahead(leg.ahead);
                    assert!(at.hex != Hex16::new(0, h), "a leg ends in the friend's hex at {h}");
                    at = at.turned(leg.turn);
                }
            }
        },
    );
}

#[test]
fn who_may_fire_first_is_shot_at() {
    let change = |policy: &mut Policy| policy.targets.fresh = 20;
    ask([&["kestrel"], &["dart", "dart"]], change, |player, battle| {
        put(battle, 0, [0, 0], 0);
        put(battle, 1, [-1, 5], 3);
        put(battle, 2, [1, 5], 3);
        battle.ships[1].acted = 1;
        assert_eq!(player.best_shot(battle, 0, 0).map(|shot| shot.target), Some(1));
        battle.ships[1].acted = 0;
        battle.ships[2].acted = 1;
        assert_eq!(player.best_shot(battle, 0, 0).map(|shot| shot.target), Some(0));
    });
}

#[test]
fn a_ship_that_can_do_no_harm_is_shot_at_last() {
    ask(
        [&["kestrel"], &["dart", "dart"]],
        |_| {},
        |player, battle| {
            put(battle, 0, [0, 0], 0);
            put(battle, 1, [0, 4], 3);
            put(battle, 2, [1, 15], 3);
            // The near one is easier to hit and has lost much.
            (battle.ships[1].screen, battle.ships[1].asv) = (9, 0);
            let target = |battle: &Battle<'_>| player.best_shot(battle, 0, 0).map(|shot| shot.target);
            assert_eq!(target(battle), Some(0));
            battle.ships[1].weapons = 0;
            assert_eq!(target(battle), Some(1));
        },
    );
}

#[test]
fn a_ship_without_arms_keeps_away() {
    ask(
        [&["kestrel"], &["dart"]],
        |policy| policy.gamble = false,
        |player, battle| {
            put(battle, 0, [0, 0], 0);
            put(battle, 1, [0, 16], 3);
            let distance = |battle: &Battle<'_>| {
                end(battle.ships[0].at, &player.best_move(battle, 0)).hex.distance(Hex16::new(0, 16))
            };
            assert!(distance(battle) < 8);
            battle.ships[0].weapons = 0;
            assert!(distance(battle) > 8);
        },
    );
}

#[test]
fn a_ship_slips_behind_torpedoes() {
    let change = |policy: &mut Policy| policy.gamble = false;
    ask([&["kestrel"], &["sling"]], change, |player, battle| {
        put(battle, 0, [0, 12], 3);
        put(battle, 1, [0, 30], 0);
        let reached = |battle: &Battle<'_>| {
            let to = end(battle.ships[0].at, &player.best_move(battle, 0));
            battle.flight().fly(Position { hex: Hex16::default(), facing: Facing::NORTH }, to.hex).1
        };
        assert!(reached(battle), "nothing tracks it, so it turns to the enemy");
        let at = Position { hex: Hex16::default(), facing: Facing::NORTH };
        for torpedo in &mut battle.torpedoes[1][..3] {
            *torpedo = Some(Torpedo { at, target: 0, from: 1, age: 0, arrived: false });
        }
        assert!(!reached(battle), "ten hexes south, where they would have to turn round");
    });
}

/// One hexside bears on the dart to the southeast at medium range, two on the near one astern, by half of the faces.
#[test]
fn a_helm_roll_is_worth_what_its_failures_leave() {
    let change = |policy: &mut Policy| policy.moves = MoveWeights { deal: 4, ..MoveWeights::default() };
    ask([&["kestrel"], &["dart", "dart"]], change, |player, battle| {
        put(battle, 0, [0, 0], 0);
        put(battle, 1, [6, -6], 0);
        put(battle, 2, [0, -6], 3);
        (battle.ships[1].moved, battle.ships[2].moved) = (true, true);
        battle.ships[0].maneuver = 2;
        let rolls = [3, 5].map(|points| {
            battle.ships[0].points = points;
            player.best_move(battle, 0).iter().any(|leg| leg.turn.abs() > 1)
        });
        // With three points a roll that misses is no turn at all, with five it is paid.
        assert_eq!(rolls, [false, true]);
    });
}

#[test]
fn the_owner_loses_the_least_gun_and_the_attacker_takes_the_best() {
    ask(
        [&["kestrel"], &["dart"]],
        |_| {},
        |player, battle| {
            let guns = [System::Weapon(0), System::Weapon(1)];
            // The pulse gun rolls 2D8, the autocannon 2D6.
            let chosen = |by| player.best_system(battle, by, 0, Due::Weapon, &guns);
            assert_eq!([Side::A, Side::B].map(chosen), [System::Weapon(1), System::Weapon(0)]);
            let crews = |by| player.best_system(battle, by, 0, Due::Repair, &[System::Thrust, System::Screen]);
            assert_eq!(crews(Side::A), System::Screen, "engineers mend what counts most");
        },
    );
}

#[test]
fn nixies_wait_for_as_many_torpedoes_as_the_policy_says() {
    ask(
        [&["shrike"], &["sling"]],
        |policy| policy.nixie_at = 2,
        |player, battle| {
            let torpedo = Torpedo { at: battle.ships[0].at, target: 0, from: 1, age: 1, arrived: true };
            battle.torpedoes[1][0] = Some(torpedo);
            assert!(!player.drops_nixie(battle, 0));
            battle.torpedoes[1][1] = Some(Torpedo { arrived: false, ..torpedo });
            assert!(!player.drops_nixie(battle, 0), "one is still on its way");
            battle.torpedoes[1][2] = Some(torpedo);
            assert!(player.drops_nixie(battle, 0));
        },
    );
}

#[test]
fn torpedoes_are_launched_where_they_arrive_at_once() {
    let change = |policy: &mut Policy| (policy.launch_turns, policy.salvo) = (1, 2);
    ask([&["sling"], &["anvil"]], change, |player, battle| {
        put(battle, 0, [0, 0], 0);
        // Twelve points: twelve hexes ahead, or six abeam behind two hexsides.
        for (at, launched) in [([0, 24], true), ([0, 26], false), ([4, 0], true), ([0, -8], false), ([0, -6], true)] {
            put(battle, 1, at, 3);
            assert_eq!(player.best_launch(battle, 0).is_some(), launched, "{at:?}");
        }
        battle.ships[0].tubes = 1;
        put(battle, 1, [0, 8], 3);
        assert_eq!(player.best_launch(battle, 0), None, "one tube is no salvo of two");
    });
}

#[test]
fn the_side_with_fewer_ships_to_move_passes() {
    ask(
        [&["kestrel"], &["dart", "dart"]],
        |_| {},
        |player, battle| {
            assert_eq!(player.next_ship(battle, Side::A), None);
            assert!(player.next_ship(battle, Side::B).is_some());
        },
    );
}
