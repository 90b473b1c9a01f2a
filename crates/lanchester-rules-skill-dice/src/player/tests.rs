//! Positions made by hand: what a commander would say of them.

use std::sync::Arc;

use lanchester_battle::setup;
use lanchester_battle::weights::noise;
use lanchester_core::{Force, Matchup, Side};
use lanchester_lanes::Level;
use lanchester_lanes::dice::BattleKey;
use lanchester_lanes::hex::{Bearing, Facing, Hex16};
use lanchester_scenario::Library;

use super::Player;
use super::reach::reach;
use super::scene::{Scene, off_bow};
use super::tables::Tables;
use super::volley::{CrewShot, Gun, shared, together};
use crate::SkillDice;
use crate::arcs::Arcs;
use crate::design::Design;
use crate::event::code::{Of, of};
use crate::event::{Position, System};
use crate::formulas::skill::skill_die;
use crate::options::{Countering, Options};
use crate::policy::{MoveWeights, Policy};
use crate::reference::choices::{Due, Leg};
use crate::reference::{Battle, Torpedo};

/// Asks a player about a battle of shipped ships, A's first, which are put somewhere; it is turn 2.
fn ask<T>(
    ships: [&[&str]; 2],
    change: impl FnOnce(&mut Policy),
    of: impl FnOnce(&Player<'_>, &mut Battle<'_>) -> T,
) -> T {
    ask_of(ships, |_| {}, change, of)
}

/// The same, of ships that are rebuilt.
fn ask_of<T>(
    ships: [&[&str]; 2],
    rebuild: impl Fn(&mut Design),
    change: impl FnOnce(&mut Policy),
    of: impl FnOnce(&Player<'_>, &mut Battle<'_>) -> T,
) -> T {
    let library = Library::<SkillDice>::shipped();
    let mut policy = Policy::clone(&library.policy("default").expect("a shipped policy"));
    change(&mut policy);
    let policy = Arc::new(policy);
    let ship = |id: &&str| {
        let mut ship = Design::clone(&library.ship(id).expect("a shipped ship"));
        rebuild(&mut ship);
        Arc::new(ship)
    };
    let forces = ships.map(|ids| Force {
        name: "fleet".to_owned(),
        ships: ids.iter().map(ship).collect(),
        stations: None,
        commander: policy.clone().into(),
    });
    let matchup = Matchup { name: String::new(), forces, options: Options::default() };
    let tables = Tables::new(&matchup);
    let setup = setup(&tables.matchup);
    let mut battle = Battle::new(&setup, 0);
    battle.turn = 2;
    let player = Player::new(&tables, Level::best(), BattleKey::new(1, 1, 1));
    of(&player, &mut battle)
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

/// The cannon of a harrier reach ten hexes, and its thrust is nine: who fears them stays beyond ten and what it is expected nearer,
/// in half of its thrust 14, in all of it 19. Else it closes from twenty hexes by its own thrust, which is eight.
#[test]
fn an_enemy_is_expected_nearer_until_it_has_moved() {
    let away = |closing, moved| {
        let change = |policy: &mut Policy| {
            (policy.moves.take, policy.gamble, policy.closing, policy.replies) = (20, false, closing, 0);
        };
        ask([&["dart"], &["harrier"]], change, |player, battle| {
            put(battle, 0, [0, 0], 0);
            put(battle, 1, [0, 40], 3);
            battle.ships[1].moved = moved;
            end(battle.ships[0].at, &player.best_move(battle, 0)).hex.distance(Hex16::new(0, 40))
        })
    };
    assert_eq!(
        [(0, false), (8, false), (16, false), (16, true)].map(|(closing, moved)| away(closing, moved)),
        [12, 15, 20, 12]
    );
}

/// A ship that fears fire stays out of it, and goes in where nobody has fired by the turn from which it forces a decision.
#[test]
fn a_decision_is_forced_until_somebody_fires() {
    let at = |turn, force, contact| {
        let change = |policy: &mut Policy| (policy.moves.take, policy.gamble, policy.force) = (20, false, force);
        ask([&["dart"], &["harrier"]], change, |player, battle| {
            put(battle, 0, [0, 0], 0);
            put(battle, 1, [0, 40], 3);
            (battle.turn, battle.contact) = (turn, contact);
            end(battle.ships[0].at, &player.best_move(battle, 0)).hex.distance(Hex16::new(0, 40))
        })
    };
    let away = |force, contact| at(2, force, contact);
    let stays = away(None, false);
    assert!(away(Some(2), false) < stays, "{stays}");
    assert_eq!([away(Some(3), false), away(Some(2), true)], [stays; 2]);
    // 100 is never, in the longest battle too.
    assert!(at(100, Some(99), false) < stays);
    assert_eq!(at(100, Some(100), false), stays);
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
        for slot in 0..3 {
            battle.torpedoes.insert([1, slot], Torpedo { at, target: 0, from: 1, age: 0, arrived: false });
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
            battle.torpedoes.insert([1, 0], torpedo);
            assert!(!player.drops_nixie(battle, 0));
            battle.torpedoes.insert([1, 1], Torpedo { arrived: false, ..torpedo });
            assert!(!player.drops_nixie(battle, 0), "one is still on its way");
            battle.torpedoes.insert([1, 2], torpedo);
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
        battle.ships[0].shorts.tubes = [0, 2];
        put(battle, 1, [0, 8], 3);
        assert_eq!(player.best_launch(battle, 0), None, "one tube is no salvo of two, and the others are short");
        battle.ships[0].tubes = 1;
        battle.ships[0].shorts.tubes = [0, 0];
        assert_eq!(player.best_launch(battle, 0), Some(0), "it has no other tube");
    });
}

/// Two dice of six sides do seven points on average and twelve at most: what they do past eleven of armour is little, but something.
#[test]
fn a_salvo_is_launched_for_what_its_best_throws_do() {
    ask(
        [&["sling"], &["dart"]],
        |_| {},
        |player, battle| {
            put(battle, 0, [0, 0], 0);
            put(battle, 1, [0, 8], 3);
            battle.ships[0].torpedoes = 1;
            for (asv, launched) in [(7, true), (11, true), (12, false)] {
                battle.ships[1].asv = asv;
                assert_eq!(player.best_launch(battle, 0).is_some(), launched, "{asv}");
            }
        },
    );
}

/// A nixie fools half of the torpedoes, a countermeasure of electronic warfare 4 removes one by a quarter of the D4's faces.
#[test]
fn decoys_take_their_share_of_a_salvo() {
    ask(
        [&["sling"], &["anvil"]],
        |_| {},
        |player, battle| {
            let target = &mut battle.ships[1];
            (target.crews, target.asv) = (0b0001, 3);
            let mut harm = |count, nixies, countermeasures, countering| {
                (battle.ships[1].nixies, battle.ships[1].countermeasures) = (nixies, countermeasures);
                let options = Options { countermeasures: countering, ..Options::default() };
                player.salvo(&options, &battle.ships[0], &battle.ships[1], count)
            };
            let results = Countering::Results;
            let alone = [0, 1, 2].map(|count| harm(count, 0, 0, results));
            assert!(alone[0] == 0 && alone[1] > 0 && alone[2] > 2 * alone[1], "armour counts once: {alone:?}");
            let near = |one: i32, other: i32| (4 * one - other).abs() <= 6;
            assert!(near(harm(1, 1, 0, results), 2 * alone[1]));
            assert!(near(harm(1, 0, 1, results), 3 * alone[1]));
            assert!(near(harm(2, 1, 0, results), 2 * alone[1] + alone[2]), "none, one, one, both");
            assert!(near(harm(2, 0, 1, results), alone[1] + 3 * alone[2]));
            assert_eq!(harm(2, 1, 1, Countering::Upkeep), alone[2], "they act when it has hit");
        },
    );
}

/// The heavy gun does most, but the pilot has no other: with the turret in the gunner's hands both fire.
#[test]
fn a_gunner_leaves_the_pilots_gun_to_the_pilot() {
    for assign in [true, false] {
        ask(
            [&["anvil"], &["dart"]],
            |policy| policy.assign = assign,
            |player, battle| {
                put(battle, 0, [0, 0], 0);
                put(battle, 1, [0, 8], 3);
                let gun = |battle: &Battle<'_>, crew| player.best_shot(battle, 0, crew).map(|shot| shot.weapon);
                assert_eq!(gun(battle, 1), Some(if assign { 1 } else { 0 }));
                // Nobody is left to fire it: the pilot had its turn, is dead, or has no enemy before the bow.
                battle.ships[0].acted = 1;
                assert_eq!(gun(battle, 1), Some(0));
                (battle.ships[0].acted, battle.ships[0].crews) = (0, 0b1110);
                assert_eq!(gun(battle, 1), Some(0));
                battle.ships[0].crews = 0b1111;
                put(battle, 1, [0, -8], 3);
                assert_eq!(gun(battle, 1), Some(1), "the turret alone bears astern");
            },
        );
    }
}

/// A gunner of Weaponry 1 and a pilot of 10 have one gun: the pilot's D10 hits more often and does more, so the gunner waits.
#[test]
fn a_crew_leaves_its_gun_to_one_that_does_more_with_it() {
    let change = |design: &mut Design| {
        if let [pilot, gunner, ..] = &mut design.crews[..] {
            (pilot.weaponry, pilot.weapons) = (10, 0b10);
            (gunner.weaponry, gunner.weapons) = (1, 0b10);
        }
    };
    ask_of(
        [&["anvil"], &["dart"]],
        change,
        |_| {},
        |player, battle| {
            put(battle, 0, [0, 0], 0);
            put(battle, 1, [0, 8], 3);
            assert_eq!(player.best_shot(battle, 0, 1), None);
            battle.ships[0].crews = 0b1110;
            assert_eq!(player.best_shot(battle, 0, 1).map(|shot| shot.weapon), Some(1));
        },
    );
}

/// What crews do together with guns that are not among those that were fired, a bit each.
fn all_of(shots: &[[i32; 6]], fired: u8) -> i32 {
    let each = (0u8..).zip(shots).flat_map(|(crew, guns)| {
        (0u8..).zip(guns).map(move |(weapon, worth)| CrewShot { crew, weapon, worth: [*worth] })
    });
    let shots: Vec<_> = each.filter(|shot| fired >> shot.weapon & 1 == 0).collect();
    together(&shots, shared(&shots), &mut Vec::new())[0]
}

/// The bow gun fires once a turn, whoever fires it: a place ahead is worth the guns that two crews fire there.
#[test]
fn a_place_is_worth_each_gun_once() {
    let shots = [[9, 5, 0, 0, 0, 0], [8, 0, 0, 0, 0, 0], [7, 6, 0, 0, 0, 0], [0; 6], [0; 6], [0; 6]];
    assert_eq!(all_of(&shots, 0), 9 + 6);
    assert_eq!(all_of(&shots, 0b01), 6, "the first gun was fired");
    assert_eq!(all_of(&shots, 0b11), 0);
    let shots = [[9, 8, 0, 0, 0, 0], [9, 1, 0, 0, 0, 0], [0; 6], [0; 6], [0; 6], [0; 6]];
    assert_eq!(all_of(&shots, 0), 8 + 9);
}

#[test]
fn ships_without_arms_move_first() {
    ask(
        [&["kestrel", "osprey", "kestrel"], &["dart", "dart", "dart"]],
        |_| {},
        |player, battle| {
            for (place, q) in [(0, 0), (1, 2), (2, 4)] {
                put(battle, place, [q, 0], 0);
                put(battle, place + 3, [q, 48], 3);
            }
            let first = player.next_ship(battle, Side::A);
            assert!(first.is_some_and(|slot| slot != 1), "the costly one waits");
            battle.ships[1].weapons = 0;
            assert_eq!(player.next_ship(battle, Side::A), Some(1));
        },
    );
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

/// What some guns come to at a target at a distance in these cones, crew by crew and one gun after the other.
fn fire(guns: &[Gun], distance: u16, cones: Arcs) -> i32 {
    let bearing = guns.iter().filter(|gun| gun.arcs.meets(cones));
    let worth =
        |gun: &Gun| gun.ranges.iter().position(|range| distance <= (*range).into()).map_or(0, |band| gun.worth[band]);
    let shots: Vec<_> =
        bearing.map(|gun| CrewShot { crew: gun.crew, weapon: gun.weapon, worth: [worth(gun)] }).collect();
    together(&shots, shared(&shots), &mut Vec::new())[0]
}

/// What a place is worth to a ship, one enemy after the other.
fn worth(scene: &Scene, at: Position) -> i32 {
    let (mut deal, mut take, mut tail) = (0, 0, 0);
    let off = |from: Position, to: Hex16| {
        Bearing::of(from.hex.to(to)).map_or(0, |bearing| off_bow(bearing.seen_from(from.facing)))
    };
    for enemy in &scene.enemies {
        let distance = at.hex.distance(enemy.at.hex);
        let [own, its] = [&enemy.own, &enemy.its].map(|guns| &scene.guns[guns.clone()]);
        deal = deal.max(fire(own, distance, Arcs::of(at.hex, at.facing, enemy.at.hex)) * enemy.eighths / 8);
        let astern = off(enemy.at, at.hex);
        take += if enemy.moved {
            fire(its, distance, Arcs::of(enemy.at.hex, enemy.at.facing, at.hex))
        } else {
            let closer = distance.saturating_sub(enemy.closes).max(1);
            fire(its, closer, Arcs::ALL) * enemy.eighths * [8, 7, 5, 3][astern as usize] / 64
        };
        tail += if distance <= 12 { astern } else { 0 };
    }
    let nearest =
        scene.enemies.iter().map(|enemy| enemy.at.hex).min_by_key(|hex| hex.distance(at.hex)).expect("an enemy");
    let away = (i32::from(nearest.distance(at.hex)) - scene.keep).abs();
    let lone = scene.friends.iter().map(|friend| i32::from(friend.distance(at.hex))).min().unwrap_or(0);
    let MoveWeights { deal: deals, take: takes, range, bow, tail: tails, fleet, .. } = scene.moves;
    let weigh = |weight: i8, feature: i32| i32::from(weight) * feature;
    weigh(deals, deal) - weigh(takes, take)
        + 8 * (weigh(tails, tail) - weigh(range, away) - weigh(fleet, (lone - 3).max(0)) - weigh(bow, off(at, nearest)))
}

/// Random positions of five ships with random weights of their moves, some enemies having moved.
fn at_random(noise: i8, gamble: bool, mut test: impl FnMut(&Player<'_>, &mut Battle<'_>)) {
    let mut random = lanchester_lanes::dice::SplitMix(3);
    let fleets: [&[&str]; 2] = [&["citadel", "lance"], &["albatross", "kestrel", "shrike"]];
    for _ in 0..60 {
        let mut weight = |most: u64| random.below(2 * most + 1) as i8 - most as i8;
        let moves = MoveWeights {
            deal: weight(8),
            take: weight(8),
            bow: weight(8),
            tail: weight(4),
            range: weight(4),
            fleet: weight(4),
            risk: weight(4),
            noise,
        };
        let places: Vec<[i16; 2]> = (0..5)
            .map(|_| {
                let q = random.below(17) as i16 - 8;
                [q, 2 * (random.below(17) as i16 - 8) + q.rem_euclid(2)]
            })
            .collect();
        let moved = random.below(8);
        let change = |policy: &mut Policy| (policy.moves, policy.gamble, policy.replies) = (moves, gamble, 0);
        ask(fleets, change, |player, battle| {
            for (ship, place) in places.iter().enumerate() {
                put(battle, ship, *place, ship as i32);
                battle.ships[ship].moved = moved >> (ship % 3) & 1 == 1;
            }
            let distinct = (0..5).all(|ship| !battle.occupied(battle.ships[ship].at.hex, ship));
            if distinct {
                test(player, battle);
            }
        });
    }
}

/// Hexes that are looked at together are worth what each is alone, by all instructions; and none is worth more than it promises.
#[test]
fn hexes_that_are_looked_at_together_are_worth_what_each_is() {
    let (mut seen, mut less) = (0, 0);
    at_random(0, true, |player, battle| {
        let reach = reach(battle.ships[0].points, 2, [false; 2], false);
        for level in Level::available() {
            let (mut scene, player) = (Scene::default(), Player { level, ..player.clone() });
            player.see(&mut scene, (battle, 0), player.policy(Side::A), (reach, reach.hexes));
            for number in 0..reach.hexes as u16 {
                let hex = reach.hex(scene.from, number);
                for facing in Facing::ALL.into_iter().filter(|_| !battle.occupied(hex, 0)) {
                    let score = scene.score(number, facing);
                    assert_eq!(score, worth(&scene, Position { hex, facing }), "{level} {hex:?} {facing}");
                    assert!(score <= scene.most(number));
                    seen += 1;
                    less += u32::from(score < scene.most(number));
                }
            }
        }
    });
    // A build of the dev profile has one level.
    assert!(seen > 5_000 * Level::available().len() as u32 && less * 2 > seen && less < seen, "{less} of {seen}");
}

/// The best move, one candidate after the other: the first of the best ends, or the first Helm roll that promises more.
fn plainly(player: &Player<'_>, battle: &Battle<'_>, scene: &Scene, policy: &Policy) -> Vec<Leg> {
    let ship = &battle.ships[0];
    let code = of(ship.seat, 0, Of::Policy(0));
    let seed = player.key.stream_seed(battle.turn.into(), code) as i16 | 1;
    let mut best = (i32::MIN, Vec::new());
    for (end, nth) in reach(ship.points, ship.turn_cost(), ship.locked, ship.turned_here).ends.iter().zip(0..) {
        let mut at = ship.at;
        let free = end.legs.iter().all(|leg| {
            at = at.ahead(leg.ahead);
            let free = leg.ahead == 0 || !battle.occupied(at.hex, 0);
            at = at.turned(leg.turn);
            free
        });
        let score = worth(scene, at) + i32::from(noise(policy.moves.noise, seed, nth));
        if free && score > best.0 {
            best = (score, end.legs.clone());
        }
    }
    let die = i32::from(skill_die(ship.pilot().expect("a pilot").helm));
    let need = |turn: i8| i32::from(turn.unsigned_abs() + ship.maneuver);
    let mut straight = i32::MIN;
    for ahead in (0..=ship.points).rev().filter(|_| policy.gamble) {
        let (at, left) = (ship.at.ahead(ahead), ship.points - ahead);
        if ahead > 0 && battle.occupied(at.hex, 0) {
            continue;
        }
        straight = straight.max(worth(scene, at));
        for turn in [-2, 2, 3] {
            let well = die - need(turn) + 1;
            if left < ship.turn_cost() || well <= 0 {
                continue;
            }
            let on = (0..=left - ship.turn_cost()).map(|on| at.turned(turn).ahead(on));
            let on = on.filter(|to| to.hex == at.hex || !battle.occupied(to.hex, 0));
            let good = on.map(|to| worth(scene, to)).max().expect("the hex of the turn");
            let botched =
                Facing::ALL.map(|facing| worth(scene, Position { facing, ..at })).into_iter().min().expect("six");
            let late = i32::from(left - ship.turn_cost()).min(need(turn) - 2).max(0);
            let sum = good * well + botched + worth(scene, at.turned(turn)) * late + straight * (need(turn) - 2 - late);
            let score = sum / die - i32::from(policy.moves.risk) * 64 / die;
            if score > best.0 {
                best = (score, vec![Leg { ahead, turn }]);
            }
        }
    }
    best.1
}

/// What is left out because it cannot be the best is not, whatever is added to an end by its number.
#[test]
fn the_best_move_is_the_first_of_the_best() {
    let mut gambles = 0;
    for (noise, gamble) in [(0, false), (20, false), (-20, false), (0, true), (3, true)] {
        at_random(noise, gamble, |player, battle| {
            let (policy, mut scene) = (player.policy(Side::A), Scene::default());
            player.see(&mut scene, (battle, 0), policy, (reach(battle.ships[0].points, 2, [false; 2], false), 0));
            let best = plainly(player, battle, &scene, policy);
            assert_eq!(player.best_move(battle, 0), best, "{noise} {gamble}: {:?}", policy.moves);
            gambles += u32::from(best.iter().any(|leg| leg.turn.abs() > 1));
        });
    }
    assert!(gambles > 10, "{gambles}");
}

/// Two fighters come near each other, and the first to move has to end its move before the other: not where the other will have a shot at
/// it and it will have none.
#[test]
fn who_moves_first_does_not_fly_where_only_the_enemy_will_have_a_shot() {
    let shots = |ships: &str, apart: i16, replies: u8| {
        ask(
            [&[ships], &[ships]],
            |policy| (policy.replies, policy.gamble) = (replies, false),
            |player, battle| {
                put(battle, 0, [0, 0], 0);
                put(battle, 1, [0, 2 * apart], 3);
                for ship in [0, 1] {
                    battle.ships[ship].at = end(battle.ships[ship].at, &player.best_move(battle, ship));
                    battle.ships[ship].moved = true;
                }
                [0, 1].map(|ship| {
                    battle.ships[ship].living().any(|(crew, _)| player.best_shot(battle, ship, crew).is_some())
                })
            },
        )
    };
    for (ships, distances) in [("kestrel", 9..=14), ("harrier", 8..=12)] {
        for apart in distances {
            assert_eq!(
                [shots(ships, apart, 0), shots(ships, apart, 32)],
                [[false, true], [true, true]],
                "{ships} {apart}"
            );
        }
    }
}
