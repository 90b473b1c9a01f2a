//! Initiative, drift and movement.

use lanchester_core::Side;
use lanchester_lanes::hex::{Facing, Hex16};

use super::{Script, battle, boat, dice, duel, fighter, put};
use crate::design::Design;
use crate::event::{Event, Turned};
use crate::options::Options;
use crate::reference::choices::Leg;

/// A fighter whose pilot has these skills.
fn pilot(command: u8, helm: u8) -> Design {
    let mut design = fighter();
    (design.crews[0].command, design.crews[0].helm) = (command, helm);
    design
}

mod skilldice_2_2 {
    use super::*;

    /// The lower result moves first. Two ships a side, so that Helm cannot stand in for Command.
    #[test]
    fn the_lower_command_die_moves_first() {
        let (good, bad) = ([pilot(9, 3), pilot(1, 10)], [pilot(4, 3), pilot(4, 3)]);
        // A D10 and a D4: the script refuses a 9 of a smaller die.
        battle([&good, &bad], Options::default(), |battle| {
            assert_eq!(battle.initiative(&mut dice(&[9, 4])), 1);
            assert_eq!(battle.initiative(&mut dice(&[2, 4])), 0);
        });
    }

    /// Lines 20-25: a tie is rolled again with the highest Helm, and a second tie with the Helm dice again.
    #[test]
    fn ties_are_rolled_with_helm_until_they_differ() {
        let (one, other) = ([pilot(9, 3), pilot(1, 10)], [pilot(4, 3), pilot(4, 5)]);
        battle([&one, &other], Options::default(), |battle| {
            assert_eq!(battle.initiative(&mut dice(&[3, 3, 6, 6, 5, 5, 10, 1])), 1);
        });
    }

    /// Lines 27-29. It counts the ships that are in play now.
    #[test]
    fn a_single_ship_can_use_helm() {
        let (one, other) = ([pilot(1, 10), pilot(1, 10)], [pilot(4, 3), pilot(4, 3)]);
        battle([&one, &other], Options::default(), |battle| {
            battle.ships[1].loss = Some(crate::event::Loss::Exploded);
            assert_eq!(battle.initiative(&mut dice(&[9, 4])), 1, "a D10");
        });
    }

    /// Critical 15: 2 off while the ship has the highest Command of its side.
    #[test]
    fn damaged_comms_count_with_the_best_commander_only() {
        let (one, other) = ([pilot(9, 3), pilot(5, 3)], [pilot(4, 3), pilot(4, 3)]);
        battle([&one, &other], Options::default(), |battle| {
            battle.ships[1].comms = true;
            assert_eq!(battle.initiative(&mut dice(&[5, 4])), 1, "the other ship's are damaged");
            battle.ships[0].comms = true;
            assert_eq!(battle.initiative(&mut dice(&[5, 4])), 0, "5 less 2");
        });
    }

    /// RULING: of equal commanders, the one with nothing against him.
    #[test]
    fn of_equal_commanders_the_one_without_a_malus_rolls() {
        let (one, other) = ([pilot(9, 3), pilot(9, 3)], [pilot(4, 3), pilot(4, 3)]);
        battle([&one, &other], Options::default(), |battle| {
            battle.ships[0].stun = [1, 0];
            assert_eq!(battle.initiative(&mut dice(&[5, 4])), 1);
        });
    }
}

mod skilldice_2_1 {
    use super::*;

    #[test]
    fn a_ship_without_a_pilot_goes_on_as_last_turn() {
        duel([fighter(), fighter()], |battle| {
            battle.ships[0].crews = 0;
            battle.ships[0].drift = 3;
            battle.drift();
            assert_eq!((battle.ships[0].at.hex, battle.ships[0].moved), (Hex16::new(0, 6), true));
            assert!(!battle.ships[1].moved);
            battle.ships[0].thrust = 1;
            battle.drift();
            assert_eq!(battle.ships[0].at.hex, Hex16::new(0, 6), "the next hex is occupied");
        });
    }
}

/// Criticals 10 and 20 without a pilot: all thrust, whatever it went last turn.
#[test]
fn locked_thrusters_need_no_pilot() {
    duel([fighter(), fighter()], |battle| {
        put(battle, 1, [3, 41], 3);
        (battle.ships[0].crews, battle.ships[0].drift, battle.ships[0].straight_on) = (0, 2, 1);
        battle.drift();
        assert_eq!(battle.ships[0].at.hex, Hex16::new(0, 12));
    });
}

mod skilldice_2_3 {
    use super::*;

    fn moved(battle: &crate::reference::Battle<'_>) -> Vec<(Side, u8)> {
        let of = |event: &Event| match event {
            Event::Move { ship, .. } => Some((ship.side, ship.slot)),
            Event::Pass { side } => Some((*side, 99)),
            _ => None,
        };
        battle.log.events().iter().filter_map(of).collect()
    }

    /// The side with the lower initiative first, then in turn; what is left of the larger fleet at the end.
    #[test]
    fn sides_move_a_ship_in_turn() {
        let options = Options { may_pass: false, ..Options::default() };
        battle([&[fighter(), fighter(), fighter()], &[fighter()]], options, |battle| {
            battle.movement(1, &mut dice(&[]), &mut Script::default()).expect("legal");
            assert_eq!(moved(battle), [(Side::B, 0), (Side::A, 0), (Side::A, 1), (Side::A, 2)]);
        });
    }

    /// A side with fewer ships to move may pass, and then moves last.
    #[test]
    fn the_smaller_fleet_may_pass() {
        battle([&[fighter(), fighter()], &[fighter()]], Options::default(), |battle| {
            let mut script = Script { next: [None, Some(1), Some(0)].into(), ..Script::default() };
            battle.movement(1, &mut dice(&[]), &mut script).expect("legal");
            assert_eq!(moved(battle), [(Side::B, 99), (Side::A, 1), (Side::B, 0), (Side::A, 0)]);
        });
    }

    /// Critical 8: before all others, and without a slot of the alternation.
    #[test]
    fn knocked_out_communications_move_first() {
        battle([&[fighter(), fighter()], &[fighter(), fighter()]], Options::default(), |battle| {
            (battle.ships[0].first_on, battle.ships[3].first_on) = (1, 1);
            battle.movement(1, &mut dice(&[]), &mut Script::default()).expect("legal");
            assert_eq!(moved(battle), [(Side::B, 1), (Side::A, 0), (Side::B, 0), (Side::A, 1)]);
        });
    }
}

/// Moves A's ship by these legs.
fn go(
    battle: &mut crate::reference::Battle<'_>,
    legs: &[&[(u8, i8)]],
    faces: &[u8],
    facing: Option<i32>,
) -> Result<(), String> {
    let leg = |(ahead, turn): &(u8, i8)| Leg { ahead: *ahead, turn: *turn };
    let legs = legs.iter().map(|plan| plan.iter().map(leg).collect());
    let facings = facing.map(Facing::new).into_iter().collect();
    let mut script = Script { legs: legs.collect(), facings, ..Script::default() };
    // A first, and its one ship is not asked for.
    battle.movement(0, &mut dice(faces), &mut script).map_err(|illegal| illegal.to_string())
}

mod skilldice_2_4 {
    use super::*;

    /// Thrust 6 and maneuver number 1: two hexes, a hexside, two hexes.
    #[test]
    fn hexes_cost_1_and_hexsides_1_and_the_maneuver_number() {
        duel([fighter(), fighter()], |battle| {
            go(battle, &[&[(2, 1), (2, 0)]], &[], None).expect("legal");
            // Two north, two north-east: a hex to the north-east is 1 in both numbers.
            assert_eq!((battle.ships[0].at.hex, battle.ships[0].points), (Hex16::new(2, 6), 0));
        });
        duel([fighter(), fighter()], |battle| {
            assert!(go(battle, &[&[(2, 1), (3, 0)]], &[], None).is_err());
        });
    }

    /// Three in a hex, one turn a hex: two single turns in one hex are not allowed.
    #[test]
    fn one_turn_a_hex() {
        duel([fighter(), fighter()], |battle| {
            assert!(go(battle, &[&[(0, 1), (0, 1), (0, 0)]], &[], None).is_err());
        });
        duel([fighter(), fighter()], |battle| {
            go(battle, &[&[(0, 1), (1, 1), (0, 0)]], &[], None).expect("one in the first hex, one in the next");
            assert_eq!(battle.ships[0].at.facing, Facing::new(2));
        });
    }

    /// B is two hexes ahead.
    #[test]
    fn occupied_hexes_are_passed_only() {
        for (legs, legal) in [(&[(2, 0)][..], false), (&[(2, 1), (1, 0)], false), (&[(3, 0)], true)] {
            duel([fighter(), fighter()], |battle| {
                put(battle, 1, [0, 4], 3);
                assert_eq!(go(battle, &[legs], &[], None).is_ok(), legal, "{legs:?}");
            });
        }
    }

    /// Criticals 10 and 20: all thrust straight ahead, stopping before an occupied hex.
    #[test]
    fn full_speed_stops_in_the_last_free_hex() {
        duel([fighter(), fighter()], |battle| {
            put(battle, 1, [0, 12], 3);
            battle.ships[0].straight_on = 1;
            go(battle, &[], &[], None).expect("legal");
            assert_eq!(battle.ships[0].at.hex, Hex16::new(0, 10), "five hexes: the sixth is occupied");
        });
        duel([fighter(), fighter()], |battle| {
            battle.ships[0].straight_on = 1;
            go(battle, &[], &[], None).expect("legal");
            assert_eq!(battle.ships[0].at.hex, Hex16::new(0, 12), "through the occupied fourth hex");
        });
    }
}

mod skilldice_2_5 {
    use super::*;

    /// Two hexsides with a maneuver number of 1 need 3. A Helm of 5 rolls a D6.
    #[test]
    fn helm_rolls_cost_what_they_lack() {
        let ship = || Design { thrust: 8, ..pilot(3, 5) };
        for (face, result, facing, left) in
            [(3, Turned::Well, 2, 6), (6, Turned::Well, 2, 6), (2, Turned::Late, 2, 5), (1, Turned::Botched, 5, 4)]
        {
            duel([ship(), fighter()], |battle| {
                go(battle, &[&[(0, 2)], &[(0, 0)]], &[face], Some(5)).expect("legal");
                let ship = &battle.ships[0];
                assert_eq!((ship.at.facing, ship.points), (Facing::new(facing), left), "face {face}");
                let helm = battle.log.events().iter().find_map(|event| match event {
                    Event::Move { helm, .. } => *helm,
                    _ => None,
                });
                assert_eq!(helm.map(|helm| helm.result), Some(result));
            });
        }
    }

    /// With two points a turn that lacks 1 costs 3: no turn, the points stay, and there is no second attempt.
    #[test]
    fn what_cannot_be_paid_is_no_turn() {
        let ship = || Design { thrust: 2, ..pilot(3, 5) };
        duel([ship(), fighter()], |battle| {
            go(battle, &[&[(0, 2)], &[(2, 0)]], &[2], None).expect("legal");
            assert_eq!((battle.ships[0].at.hex, battle.ships[0].at.facing), (Hex16::new(0, 4), Facing::new(0)));
        });
        duel([ship(), fighter()], |battle| {
            assert!(go(battle, &[&[(0, 2)], &[(0, 1)]], &[2], None).is_err());
        });
        // A botched turn pays what is there.
        duel([ship(), fighter()], |battle| {
            go(battle, &[&[(0, 3)]], &[1], Some(4)).expect("legal");
            assert_eq!((battle.ships[0].points, battle.ships[0].at.facing), (0, Facing::new(4)));
        });
    }

    /// Stun takes 2 off the Helm die: 3 hexsides, 1 and 2 are 6.
    #[test]
    fn a_stunned_pilot_rolls_2_less() {
        duel([Design { thrust: 8, ..pilot(3, 5) }, boat()], |battle| {
            battle.ships[0].stun = [1, 0];
            go(battle, &[&[(0, 3)], &[(0, 0)]], &[5], None).expect("legal");
            assert_eq!(battle.ships[0].points, 8 - 2 - 1, "5 fails by 1");
        });
    }

    /// Criticals 6 and 19.
    #[test]
    fn locked_thrusters_turn_one_way() {
        for (locked, turn, legal) in
            [([true, false], 1, true), ([true, false], -1, false), ([false, true], -1, true), ([false, true], 1, false)]
        {
            duel([fighter(), fighter()], |battle| {
                battle.ships[0].locked = locked;
                assert_eq!(go(battle, &[&[(0, turn), (0, 0)]], &[], None).is_ok(), legal);
            });
        }
    }
}
