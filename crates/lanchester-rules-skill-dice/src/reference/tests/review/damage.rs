//! Hits: codes, choices, critical hits and chains of malfunctions.

use lanchester_core::Side;
use lanchester_lanes::hex::{Facing, Hex16};

use super::{Script, battle, boat, count, crew, dice, duel, fighter, put};
use crate::arcs::Arcs;
use crate::card::{Code, Critical};
use crate::design::{Design, Role};
use crate::event::{Event, Loss, Position, System};
use crate::options::{Odd, Options, StructureMarks};
use crate::reference::choices::Due;
use crate::reference::damage::Hit;
use crate::reference::{Battle, Torpedo};

/// A hit on A's ship: what the dice read and the net damage, and the dice of its critical hits. Returns who was asked for what.
fn hit(battle: &mut Battle<'_>, damage: [i32; 2], faces: &[u8], systems: &[System]) -> Vec<(Side, Due)> {
    let mut script = Script { systems: systems.iter().copied().collect(), ..Script::default() };
    battle.hit(0, damage, &mut dice(faces), &mut script).expect("legal");
    script.asked
}

/// A critical hit on A's ship by the sum of 2D12.
fn critical(battle: &mut Battle<'_>, sum: u8, systems: &[System]) -> Vec<(Side, Due)> {
    let mut script = Script { systems: systems.iter().copied().collect(), ..Script::default() };
    let faces = [sum - sum / 2, sum / 2];
    battle.critical(Hit { ship: 0, by: Side::A, rows: 0 }, &mut dice(&faces), &mut script).expect("legal");
    script.asked
}

/// A HUD damaged: a critical hit that changes nothing here.
const HUD: [u8; 2] = [6, 7];

mod skilldice_4_2 {
    use super::*;

    /// Net damage 7: XMGTTEA at structure 0, MEA at structure 1 and more.
    #[test]
    fn codes_are_resolved() {
        duel([Design { special: 1, ..fighter() }, fighter()], |battle| {
            hit(battle, [6, 7], &HUD, &[]);
            let ship = &battle.ships[0];
            assert_eq!((ship.maneuver, ship.special, ship.thrust, ship.esv, ship.asv), (2, 0, 4, 2, 1));
        });
        duel([boat(), fighter()], |battle| {
            hit(battle, [6, 7], &[], &[]);
            let ship = &battle.ships[0];
            assert_eq!((ship.maneuver, ship.thrust, ship.esv, ship.asv), (2, 6, 2, 1));
        });
    }

    #[test]
    fn nothing_falls_below_0_and_nothing_left_is_no_effect() {
        // XTTTTDDA at structure 0.
        duel([Design { thrust: 2, screen: 1, asv: 0, ..fighter() }, fighter()], |battle| {
            hit(battle, [6, 9], &HUD, &[]);
            let ship = &battle.ships[0];
            assert_eq!((ship.thrust, ship.screen, ship.asv), (0, 0, 0));
            assert_eq!(count(battle, |event| matches!(event, Event::Effect { .. })), 3);
        });
        duel([boat(), fighter()], |battle| {
            hit(battle, [6, 0], &[], &[]);
            hit(battle, [6, -2], &[], &[]);
            assert!(battle.log.events().is_empty());
        });
    }

    /// C of the defender's choice; without a living crew the ship is out (XCWD).
    #[test]
    fn the_last_crew_takes_the_ship_along() {
        duel([fighter(), fighter()], |battle| {
            hit(battle, [6, 12], &HUD, &[]);
            assert_eq!(battle.ships[0].loss, Some(Loss::CrewDead));
        });
        let two = Design { crews: vec![crew(Role::Pilot, 1), crew(Role::Gunner, 1)], ..fighter() };
        duel([two, fighter()], |battle| {
            let asked = hit(battle, [5, 12], &HUD, &[System::Crew(0)]);
            assert_eq!(
                (asked, battle.ships[0].crews),
                (vec![(Side::A, Due::Crew)], 0b10),
                "the defender, even if it is odd"
            );
        });
    }

    /// A short: thrust −5, Defensive Screen −2; they add up, and last to the end of the next turn.
    #[test]
    fn shorts_add_up_and_end_with_the_next_turn() {
        duel([boat(), fighter()], |battle| {
            hit(battle, [6, 1], &[], &[System::Screen]);
            hit(battle, [6, 1], &[], &[System::Screen]);
            assert_eq!(battle.ships[0].screen_now(), 8);
            battle.end_turn();
            assert_eq!(battle.ships[0].screen_now(), 8, "all of the next turn");
            battle.end_turn();
            assert_eq!(battle.ships[0].screen_now(), 12);
            hit(battle, [6, 1], &[], &[System::Thrust]);
            // T of both earlier hits and of this one.
            assert_eq!((battle.ships[0].thrust, battle.ships[0].thrust_in(1)), (3, 0));
            hit(battle, [6, 1], &[], &[System::Weapon(0)]);
            assert_eq!((battle.ships[0].ready(1), battle.ships[0].weapons), (0, 1));
        });
    }

    /// What is short until the end of this turn can be short in the next one too.
    #[test]
    fn a_short_that_ends_leaves_room_for_another() {
        duel([Design { screen: 2, ..boat() }, fighter()], |battle| {
            battle.ships[0].shorts.screen = [1, 0];
            assert!(battle.ships[0].shortable().contains(&System::Screen));
            battle.ships[0].shorts.screen = [0, 1];
            assert!(!battle.ships[0].shortable().contains(&System::Screen));
        });
    }
}

mod skilldice_4_3 {
    use super::*;

    /// X>W at structure 1 and more has a W; the dice were odd, or even. Net damage is 10 each time.
    #[test]
    fn odd_dice_let_the_attacker_choose() {
        let ship = || Design { tubes: 1, torpedoes: 1, ..boat() };
        for (damage, odd, by) in [(9, Odd::Dice, Side::B), (8, Odd::Dice, Side::A), (9, Odd::Net, Side::A)] {
            let options = Options { odd_damage: odd, ..Options::default() };
            battle([&[ship()], &[fighter()]], options, |battle| {
                let asked = hit(battle, [damage, 10], &HUD, &[System::Tube]);
                assert_eq!(asked, [(by, Due::Weapon)], "{damage}, {odd:?}");
                assert_eq!((battle.ships[0].tubes, battle.ships[0].weapons), (0, 1));
            });
        }
    }

    /// G is the defender's, and one parity serves a whole chain: 13 at structure 0 is XWMDTT.
    #[test]
    fn one_parity_a_hit() {
        let ship = Design { tubes: 1, torpedoes: 1, nixies: 1, countermeasures: 1, ..fighter() };
        duel([ship, fighter()], |battle| {
            // A malfunction: 4 7 8 is 7: XMGTTEA, with the G of a nixie or countermeasure.
            let asked = hit(battle, [3, 13], &[1, 2, 4, 7, 8, 6, 7], &[System::Nixie, System::Weapon(0)]);
            assert_eq!(asked, [(Side::A, Due::Special), (Side::B, Due::Weapon)]);
        });
    }
}

mod skilldice_4_4 {
    use super::*;

    #[test]
    fn structure_is_marked_in_the_upkeep() {
        duel([boat(), fighter()], |battle| {
            for _ in 0..3 {
                hit(battle, [8, 10], &HUD, &[]);
            }
            let hits = |event: &Event| matches!(event, Event::Effect { code: Code::Structure, .. });
            assert_eq!((battle.ships[0].structure, count(battle, hits)), (2, 2), "the third has nothing left to hit");
            battle.upkeep(&mut dice(&[]), &mut Script::default()).expect("legal");
            assert_eq!((battle.ships[0].structure, battle.ships[0].in_play()), (0, true));
        });
        let options = Options { structure_marks: StructureMarks::AtOnce, ..Options::default() };
        battle([&[boat()], &[fighter()]], options, |battle| {
            hit(battle, [8, 10], &HUD, &[]);
            assert_eq!(battle.ships[0].structure, 1);
        });
    }
}

mod skilldice_4_5 {
    use super::*;

    /// 2D12 of 3 is a malfunction: 3 5 8 is Med L 5, XMDT, unreduced. The inner row comes before the rest of the outer one, XTT.
    #[test]
    fn malfunctions_enter_the_index() {
        duel([fighter(), fighter()], |battle| {
            hit(battle, [6, 1], &[1, 2, 3, 5, 8, 6, 7], &[]);
            let codes: Vec<Code> = battle
                .log
                .events()
                .iter()
                .filter_map(|event| match event {
                    Event::Effect { code, .. } => Some(*code),
                    _ => None,
                })
                .collect();
            use Code::{Maneuver, Screen, Thrust};
            assert_eq!(codes, [Maneuver, Screen, Thrust, Thrust, Thrust]);
        });
        // Tied dice add: 6 6 2 has no middle die and reads 2: XDE.
        duel([fighter(), fighter()], |battle| {
            hit(battle, [6, 1], &[2, 3, 6, 6, 2, 6, 7], &[]);
            assert_eq!((battle.ships[0].screen, battle.ships[0].esv, battle.ships[0].thrust), (11, 2, 4));
        });
    }

    /// Eight rows: XTT and seven of 1 1 1, which read 3 (XTAS). The eighth malfunction does nothing.
    #[test]
    fn chains_end_with_the_eighth_row() {
        duel([Design { thrust: 20, ..fighter() }, fighter()], |battle| {
            let mut faces = Vec::new();
            (0..7).for_each(|_| faces.extend([1, 2, 1, 1, 1]));
            faces.extend([1, 2]);
            hit(battle, [6, 1], &faces, &[]);
            assert_eq!((battle.ships[0].thrust, battle.ships[0].stun), (20 - 7 - 2, [0, 7]));
        });
    }

    #[test]
    fn destroyed() {
        for sum in [2, 24] {
            duel([boat(), fighter()], |battle| {
                critical(battle, sum, &[]);
                assert_eq!(battle.ships[0].loss, Some(Loss::Destroyed));
            });
        }
    }

    /// What lasts a turn, and how long; the critical hits fall in turn 1.
    #[test]
    fn critical_hits_last_as_the_page_says() {
        let suffered = |sum: u8, check: &dyn Fn(&crate::reference::Ship<'_>)| {
            duel([Design { thrust: 9, ..boat() }, fighter()], |battle| {
                critical(battle, sum, &[]);
                check(&battle.ships[0]);
            });
        };
        suffered(4, &|ship| assert_eq!(ship.asv, 0));
        suffered(6, &|ship| assert_eq!(ship.locked, [true, false]));
        suffered(7, &|ship| assert_eq!([1, 2, 3].map(|turn| ship.esv_in(turn)), [0, 0, 3], "until after next turn"));
        suffered(8, &|ship| assert_eq!(ship.first_on, 2));
        suffered(9, &|ship| {
            assert_eq!([1, 2, 3].map(|turn| ship.ready(turn)), [0, 0, 1], "until the end of next turn")
        });
        suffered(10, &|ship| assert_eq!(ship.straight_on, 2));
        suffered(12, &|ship| assert_eq!([1, 5, 6, 30].map(|turn| ship.thrust_in(turn)), [9, 9, 0, 0], "from t + 5 on"));
        suffered(13, &|ship| assert!(ship.hud));
        suffered(14, &|ship| assert!(ship.ew));
        suffered(15, &|ship| assert!(ship.comms));
        suffered(18, &|ship| assert!(ship.creaks));
        suffered(19, &|ship| assert_eq!(ship.locked, [false, true]));
        suffered(20, &|ship| assert_eq!(ship.straight_on, 2));
        suffered(21, &|ship| assert_eq!([2, 3].map(|turn| ship.thrust_in(turn)), [5, 9]));
        suffered(22, &|ship| assert_eq!([1, 30].map(|turn| ship.esv_in(turn)), [0, 0]));
        suffered(23, &|ship| assert_eq!((ship.doomed[0], ship.crews), (3, 1)));
        duel([Design { thrust: 4, ..boat() }, fighter()], |battle| {
            critical(battle, 21, &[]);
            assert_eq!(battle.ships[0].thrust_in(2), 4, "5 at most");
        });
    }

    /// The other reading of "cannot move in 5 turns" (option `for_5_turns`): for the five turns that follow.
    #[test]
    fn a_fuel_leak_for_five_turns() {
        let options = Options { for_5_turns: true, ..Options::default() };
        battle([&[boat()], &[fighter()]], options, |battle| {
            critical(battle, 12, &[]);
            assert_eq!([1, 2, 6, 7].map(|turn| battle.ships[0].thrust_in(turn)), [6, 0, 0, 6]);
        });
    }

    /// 11: a functioning weapon of the defender's choice drops a class. Med H becomes Med L, then Low, which stays.
    #[test]
    fn damaged_weapons_drop_a_class() {
        let mut ship = boat();
        ship.weapons.push(ship.weapons[0].clone());
        ship.crews[0].weapons = 0b11;
        duel([ship, fighter()], |battle| {
            let codes = |battle: &Battle<'_>| {
                [0, 1].map(|nth| battle.ships[0].codes[nth].map(|code| code.to_string()).unwrap_or_default())
            };
            assert_eq!(critical(battle, 11, &[System::Weapon(1)]), [(Side::A, Due::Damaged)]);
            assert_eq!(codes(battle), ["MH", "ML"]);
            critical(battle, 11, &[System::Weapon(1)]);
            assert_eq!(critical(battle, 11, &[]), [], "Low stays: only the other is left");
            assert_eq!(codes(battle), ["ML", "L"]);
            battle.ships[0].shorts.weapons = [0b01, 0];
            critical(battle, 11, &[]);
            (battle.ships[0].shorts.weapons, battle.ships[0].weapons_until) = ([0; 2], battle.turn);
            critical(battle, 11, &[]);
            assert_eq!(codes(battle), ["ML", "L"], "a cannon that is short, or shut down, does not function");
        });
    }

    /// 17: one cannon of several arcs keeps one of them.
    #[test]
    fn a_locked_turret_keeps_an_arc() {
        duel([boat(), fighter()], |battle| {
            critical(battle, 17, &[System::Turret(0, 3)]);
            assert_eq!(battle.ships[0].arcs[0], Arcs::one(3));
            assert_eq!(battle.shots(0, 0).count(), 0, "the enemy is ahead, the cannon bears behind");
        });
    }

    /// 16: once, every torpedo of either side within five hexes.
    #[test]
    fn failed_iff_draws_torpedoes_near() {
        duel([boat(), boat()], |battle| {
            put(battle, 1, [0, 40], 3);
            let torpedo = |h: i16, target, from| {
                let at = Position { hex: Hex16::new(0, h), facing: Facing::NORTH };
                Torpedo { at, target, from, age: 1, arrived: false }
            };
            battle.torpedoes.insert([0, 0], torpedo(10, 1, 0));
            battle.torpedoes.insert([0, 1], torpedo(12, 1, 0));
            battle.torpedoes.insert([1, 0], torpedo(-10, 0, 1));
            critical(battle, 16, &[]);
            let targets: Vec<usize> = battle.in_flight().map(|(_, torpedo)| torpedo.target).collect();
            assert_eq!(targets, [0, 1, 0], "five hexes are near, six are not");
        });
    }

    #[test]
    fn the_list_is_the_cards() {
        duel([boat(), fighter()], |battle| {
            assert_eq!(battle.ships[0].design.card.critical(13), Critical::HudDamaged);
        });
    }
}
