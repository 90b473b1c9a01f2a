//! Movement (pages 9 to 11).

use lanchester_core::Side;
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::{Facing, Hex};

use crate::design::Design;
use crate::event::{Arrival, Condition, Event, Maneuver, ShipId};
use crate::options::Station;
use crate::reference::movement::{end, hexes, maneuvers};
use crate::reference::staging::{Orders, Stage, a, at, b, plain, straight};
use crate::reference::{Battle, Illegal};

/// Moves ship 0 of A, with these stations, and says what came of it and where the ship is then.
fn moved(
    design: Design,
    stations: [&[Station]; 2],
    maneuver: Maneuver,
    shift: Facing,
) -> Result<(Arrival, Station, Option<Station>), Illegal> {
    let fleets = [0, 1].map(|i: usize| vec![design.clone(); stations[i].len()]);
    let stage = Stage::new(fleets).fixed(stations.map(<[_]>::to_vec));
    let setup = stage.setup();
    let mut battle = Battle::new(&setup, 0);
    let mut orders = Orders { shift, ..Orders::moves(&[(a(0), maneuver)]) };
    battle.set_up(&mut ScriptedDice::new(&[]), &mut orders)?;
    battle.move_ship(a(0), &mut orders)?;
    let Some(Event::Move { arrival, to, .. }) = battle.events().last().copied() else { panic!("a move") };
    let vessel = battle.vessel(a(0));
    assert_eq!(vessel.at.is_none(), vessel.condition == Condition::Destroyed);
    Ok((arrival, to, vessel.at))
}

const NORTH: Facing = Facing::NORTH;

mod nova_4_1 {
    use super::*;

    #[test]
    fn the_table() {
        for thrust in 0..=10u8 {
            for speed in 0..=30u8 {
                let (thr, spd) = (u16::from(thrust), u16::from(speed));
                assert_eq!(hexes(0, thrust, speed), Some(spd.saturating_sub(thr)..=spd + thr));
                for side in [-1, 1] {
                    let may = spd <= thr;
                    assert_eq!(hexes(side, thrust, speed), may.then_some(0..=thr));
                    assert_eq!(hexes(2 * side, thrust, speed), may.then(|| 0..=thr - spd));
                    assert_eq!(hexes(3 * side, thrust, speed), may.then(|| 0..=thr - spd));
                    assert_eq!(hexes(4 * side, thrust, speed), None);
                }
            }
        }
        assert_eq!(hexes(-128, 5, 0), None);
    }

    /// The first illustration: two ahead, a turn to port, one ahead; speed 3.
    #[test]
    fn two_ahead_port_one_ahead() {
        let maneuver = Maneuver { turns: -1, legs: [2, 1, 0, 0] };
        let to = Station {
            hex: at("1008", NORTH, 0).hex.ahead(NORTH, 2).ahead(Facing::new(5), 1),
            facing: Facing::new(5),
            speed: 3,
        };
        assert_eq!(moved(plain(), [&[at("1008", NORTH, 0)], &[]], maneuver, NORTH), Ok((Arrival::Clear, to, Some(to))));
    }

    /// The second illustration: two ahead, starboard, one ahead, starboard, one ahead; speed 4.
    #[test]
    fn two_turns_to_starboard() {
        let maneuver = Maneuver { turns: 2, legs: [2, 1, 1, 0] };
        let from = at("1008", NORTH, 0);
        let ((q, h), facing) = end(from, maneuver);
        let hex = from.hex.ahead(NORTH, 2).ahead(Facing::new(1), 1).ahead(Facing::new(2), 1);
        assert_eq!((q, h, facing), (i32::from(hex.q), i32::from(hex.h), Facing::new(2)));
        let (_, to, _) = moved(plain(), [&[from], &[]], maneuver, NORTH).unwrap();
        assert_eq!(to, Station { hex, facing, speed: 4 });
    }

    #[test]
    fn illegal_maneuvers_are_refused() {
        // Thrust 4, speed 2.
        let try_it = |turns, legs| moved(plain(), [&[at("1008", NORTH, 2)], &[]], Maneuver { turns, legs }, NORTH);
        let refused = |turns, legs| assert_eq!(try_it(turns, legs).unwrap_err().rule, "NOVA 4.1", "{turns} {legs:?}");
        assert!(try_it(0, [6, 0, 0, 0]).is_ok() && try_it(1, [0, 4, 0, 0]).is_ok() && try_it(-3, [0, 1, 0, 1]).is_ok());
        refused(0, [7, 0, 0, 0]);
        refused(0, [3, 1, 0, 0]);
        refused(1, [4, 1, 0, 0]);
        refused(1, [1, 1, 1, 0]);
        refused(2, [1, 1, 1, 0]);
        refused(2, [0, 0, 0, 1]);
        refused(4, [0; 4]);
        refused(-128, [0; 4]);
        refused(0, [255; 4]);
        refused(3, [255; 4]);
    }
}

mod nova_4_2 {
    use super::*;

    /// Fewest and most hexes by number of turns.
    fn options(thrust: u8, speed: u8) -> [Option<(u8, u8)>; 4] {
        [0, 1, 2, 3].map(|turns| {
            let moved =
                maneuvers(thrust, speed).into_iter().filter(|m| m.turns.unsigned_abs() == turns).map(Maneuver::moved);
            moved.clone().min().zip(moved.max())
        })
    }

    #[test]
    fn thrust_5_speed_3() {
        assert_eq!(options(5, 3), [Some((0, 8)), Some((0, 5)), Some((0, 2)), Some((0, 2))]);
    }

    #[test]
    fn thrust_3_speed_5() {
        assert_eq!(options(3, 5), [Some((2, 8)), None, None, None]);
    }

    /// Turns come anywhere on the path: with n hexes and t turns there are as many paths as ways to split n in t + 1.
    #[test]
    fn every_path_is_listed_once() {
        let all = maneuvers(5, 3);
        let mut seen = std::collections::HashSet::new();
        assert!(all.iter().all(|m| seen.insert(*m)));
        // 9 straight; two sides of 1 + 2 + … + 6; of 1 + 3 + 6; of 1 + 4 + 10.
        assert_eq!(all.len(), 9 + 2 * (21 + 10 + 15));
        assert!(maneuvers(10, 255).iter().all(|m| m.turns == 0 && m.legs[0] == 245), "far off any board: one of them");
    }
}

mod nova_4_3 {
    use super::*;

    #[test]
    fn adrift_a_ship_goes_on_at_its_speed() {
        assert_eq!(maneuvers(0, 4), [straight(4)]);
    }

    #[test]
    fn at_rest_it_may_turn_in_place() {
        let turns: Vec<_> = maneuvers(0, 0).into_iter().map(|m| (m.turns, m.legs)).collect();
        assert_eq!(turns, [0, -1, 1, -2, 2, -3, 3].map(|turns| (turns, [0; 4])));
        let bare = Design { thrust: None, ..plain() };
        let (_, to, _) =
            moved(bare, [&[at("1008", NORTH, 0)], &[]], Maneuver { turns: 3, legs: [0; 4] }, NORTH).unwrap();
        assert_eq!(to, at("1008", Facing::SOUTH, 0));
    }
}

mod nova_4_4 {
    use super::*;

    #[test]
    fn a_ship_that_cannot_stay_is_lost() {
        let from = at("1018", NORTH, 9);
        // Thrust 4, speed 9: five hexes at least.
        let (arrival, to, now) = moved(plain(), [&[from], &[]], straight(7), NORTH).unwrap();
        assert_eq!((arrival, now), (Arrival::LeftBoard, None));
        assert_eq!(to, Station { speed: 7, ..from }, "hex and facing are the last on the board");
    }

    #[test]
    fn a_ship_that_can_stay_must() {
        let from = [at("1016", NORTH, 4)];
        assert_eq!(moved(plain(), [&from, &[]], straight(3), NORTH).unwrap_err().rule, "NOVA 4.4");
        assert!(moved(plain(), [&from, &[]], straight(2), NORTH).is_ok());
    }

    /// South-west over the edge and north-west back onto the board: the ship was gone in between.
    #[test]
    fn a_path_that_crosses_the_edge_leaves_the_board() {
        let from = [at("0501", Facing::SOUTH, 0)];
        let maneuver = Maneuver { turns: 2, legs: [0, 1, 1, 0] };
        assert_eq!(moved(plain(), [&from, &[]], maneuver, NORTH).unwrap_err().rule, "NOVA 4.4");
        let inland = [at("0502", Facing::SOUTH, 0)];
        assert!(moved(plain(), [&inland, &[]], maneuver, NORTH).is_ok());
    }

    #[test]
    fn no_distance_is_too_far_to_leave() {
        let from = at("1018", NORTH, 255);
        let (arrival, to, _) = moved(plain(), [&[from], &[]], straight(255), NORTH).unwrap();
        assert_eq!((arrival, to.speed), (Arrival::LeftBoard, 255));
    }

    #[test]
    fn it_scores_as_if_destroyed() {
        let stage =
            Stage::new([vec![plain()], vec![plain()]]).fixed([vec![at("1018", NORTH, 9)], vec![at("0101", NORTH, 0)]]);
        let mut dice = ScriptedDice::new(&[6, 1]);
        let events = crate::reference::play(&stage.setup(), 0, &mut dice, &mut Orders::default()).unwrap();
        assert!(events.contains(&Event::TurnEnd { turn: 1, vp: [0, 400] }));
    }
}

mod nova_4_5 {
    use super::*;

    /// A ship without thrust at speed 2 must end two ahead.
    fn adrift(others: &[&str], shift: Facing) -> Result<(Arrival, Station, Option<Station>), Illegal> {
        let bare = Design { thrust: None, ..plain() };
        let others: Vec<_> = others.iter().map(|label| at(label, NORTH, 0)).collect();
        moved(bare, [&[at("1006", NORTH, 2)], &others], straight(2), shift)
    }

    #[test]
    fn ships_pass_through_each_other() {
        let (arrival, to, _) = adrift(&["1007"], NORTH).unwrap();
        assert_eq!((arrival, to), (Arrival::Clear, at("1008", NORTH, 2)));
    }

    #[test]
    fn the_opponent_shifts_a_ship_out_of_an_occupied_hex() {
        let (arrival, to, now) = adrift(&["1008"], Facing::new(1)).unwrap();
        let hex = at("1008", NORTH, 0).hex.ahead(Facing::new(1), 1);
        assert_eq!((arrival, to), (Arrival::Shifted(1), Station { hex, facing: NORTH, speed: 2 }));
        assert_eq!(now, Some(to), "facing and speed are kept");
    }

    #[test]
    fn only_into_an_empty_hex() {
        assert_eq!(adrift(&["1008", "1009"], NORTH).unwrap_err().rule, "NOVA 4.5");
        assert!(adrift(&["1008", "1009"], Facing::SOUTH).is_ok());
    }

    #[test]
    fn only_on_the_board() {
        let bare = Design { thrust: None, ..plain() };
        let stations = [&[at("1016", NORTH, 2)][..], &[at("1018", NORTH, 0)]];
        assert_eq!(moved(bare.clone(), stations, straight(2), NORTH).unwrap_err().rule, "NOVA 4.5");
        assert!(moved(bare, stations, straight(2), Facing::SOUTH).is_ok());
    }

    #[test]
    fn the_hex_it_came_from_is_empty() {
        let bare = Design { thrust: None, ..plain() };
        let stations = [&[at("1007", NORTH, 1)][..], &[at("1008", NORTH, 0)]];
        let (arrival, to, _) = moved(bare, stations, straight(1), Facing::SOUTH).unwrap();
        assert_eq!((arrival, to), (Arrival::Shifted(3), at("1007", NORTH, 1)));
    }

    #[test]
    fn without_room_it_is_lost() {
        let around = at("1008", NORTH, 0).hex.neighbours().map(|hex| Station { hex, ..at("1008", NORTH, 0) });
        let enemies: Vec<_> = [vec![at("1008", NORTH, 0)], around.to_vec()].concat();
        let bare = Design { thrust: None, ..plain() };
        let (arrival, to, now) = moved(bare, [&[at("1006", NORTH, 2)], &enemies], straight(2), NORTH).unwrap();
        assert_eq!((arrival, to, now), (Arrival::NoRoom, at("1008", NORTH, 2), None));
    }

    /// Whoever can end alone must, even if it takes another maneuver.
    #[test]
    fn a_ship_that_can_end_alone_must() {
        let stations = [&[at("1006", NORTH, 2)][..], &[at("1008", NORTH, 0)]];
        assert_eq!(moved(plain(), stations, straight(2), NORTH).unwrap_err().rule, "NOVA 4.5");
        assert!(moved(plain(), stations, straight(3), NORTH).is_ok());
    }

    #[test]
    fn choosable_maneuvers_share_the_best_ending() {
        let stage =
            Stage::new([vec![plain()], vec![plain()]]).fixed([vec![at("1017", NORTH, 4)], vec![at("1018", NORTH, 0)]]);
        let setup = stage.setup();
        let mut battle = Battle::new(&setup, 0);
        battle.set_up(&mut ScriptedDice::new(&[]), &mut Orders::default()).unwrap();
        let ship: ShipId = a(0);
        let all = battle.choosable(ship);
        assert!(all.contains(&straight(0)) && !all.contains(&straight(1)) && !all.contains(&straight(2)));
        assert_eq!(battle.occupant(Hex::new(9, 35)), Some(b(0)));
        assert_eq!(battle.ships(Side::A).count(), 1);
    }
}
