//! Set-up, initial thrust, launches and thrust of missiles.

use std::collections::BTreeSet;

use lanchester_core::Side;

use super::*;
use crate::event::{Place, UnitId};
use crate::options::Placing;

mod fires_14_d_v {
    use super::*;

    fn markers(station: Station) -> [[i16; 2]; 2] {
        let Track { present, future } = station.track();
        [[present.q, present.h], [future.q, future.h]]
    }

    #[test]
    fn areas_hexes_and_future_markers() {
        // Areas are centred on hexes 20 from the centre, north first and clockwise.
        let fronts = [[0, 40], [20, 20], [20, -20], [0, -40], [-20, -20], [-20, 20]];
        for (area, front) in (1..).zip(fronts) {
            assert_eq!(markers(station(area, 0)), [front, front]);
        }
        let north = |hex, ahead, aside| markers(Station { area: 1, hex, ahead, aside });
        // As one faces south, left is east. Row by row: hex 1 two hexes clockwise along the ring, hex 20 three rows outward.
        assert_eq!(north(1, 4, 0), [[2, 38], [2, 30]]);
        assert_eq!(north(20, 4, 0), [[-2, 44], [-2, 36]]);
        // Around the present marker at its distance: clockwise from the south is the south-west.
        assert_eq!(north(3, 4, 1), [[0, 40], [-1, 33]]);
        assert_eq!(north(3, 4, -2), [[0, 40], [2, 34]]);
        // One hex away, two hexes around are two sixths of a circle.
        assert_eq!(north(3, 1, 2), [[0, 40], [-1, 41]]);
    }

    #[test]
    fn an_area_has_twenty_hexes_in_four_rows() {
        for area in 1..=6 {
            let hexes = (1..=20).map(|hex| Station { area, hex, ahead: 1, aside: 0 }.track().present);
            let hexes: Vec<Hex16> = hexes.collect();
            assert_eq!(hexes.iter().collect::<BTreeSet<_>>().len(), 20);
            for (nth, hex) in hexes.iter().enumerate() {
                assert_eq!(usize::from(hex.distance(Hex16::default())), 20 + nth / 5);
            }
        }
    }

    fn placed(options: &Options, fleets: [&[Design]; 2], faces: &[u8]) -> Vec<Station> {
        with(fleets, options, |battle| {
            battle.place_units(&mut dice(faces));
            // Found again among all stations.
            let find = |track: Track| {
                let all = (1..=6).flat_map(|area| (1..=20).map(move |hex| (area, hex)));
                let all = all.flat_map(|(area, hex)| (1..=6).map(move |ahead| (area, hex, ahead)));
                let mut all =
                    all.flat_map(|(area, hex, ahead)| (-2..=2).map(move |aside| Station { area, hex, ahead, aside }));
                all.find(|station| station.track() == track).expect("a station")
            };
            battle.units.iter().map(|unit| find(unit.track)).collect()
        })
    }

    #[test]
    fn dice_place_units_in_turn() {
        let fleets: [&[Design]; 2] = [&[cruiser(), cruiser()], &[escort()]];
        // A's first unit: area 3. B's: area 3 again, so 5. A's second: 5, so 3, which is its own side's.
        let faces = [3, 7, 2, 1, 3, 5, 12, 6, 4, 5, 3, 20, 1, 3];
        let expected = [
            Station { area: 3, hex: 7, ahead: 2, aside: 0 },
            Station { area: 3, hex: 20, ahead: 1, aside: 1 },
            Station { area: 5, hex: 12, ahead: 6, aside: 2 },
        ];
        assert_eq!(placed(&Options::default(), fleets, &faces), expected);
    }

    #[test]
    fn intersecting_courses_have_one_speed_and_no_side() {
        let options = Options { setup: Placing::Intersecting, ..Options::default() };
        let expected = [(1, 3), (4, 18)].map(|(area, hex)| Station { area, hex, ahead: 5, aside: 0 });
        assert_eq!(placed(&options, [&[cruiser()], &[cruiser()]], &[5, 1, 3, 4, 18]), expected);
        // Nobody throws for the speed of units that all have stations.
        with([&[cruiser()], &[cruiser()]], &options, |battle| {
            battle.stations = vec![Some(station(1, 4)), Some(station(4, 2))];
            battle.place_units(&mut dice(&[]));
            assert_eq!(battle.units[1].track, station(4, 2).track());
        });
        // Wherever two units come from, and however fast, they come within reach of beams.
        for speed in 1..=6 {
            let station = |area, hex| Station { area, hex, ahead: speed, aside: 0 }.track();
            for (one, area, other) in
                (1..=20).flat_map(|one| (2..=6).flat_map(move |area| (1..=20).map(move |x| (one, area, x))))
            {
                let (one, other) = (station(1, one), station(area, other));
                assert!((1..=20).any(|turn| one.after(turn).distance(other.after(turn)) <= 16), "{one:?} {other:?}");
            }
        }
    }
}

mod fires_14_d_vi {
    use super::*;

    #[test]
    fn units_follow_their_guide() {
        let options = Options { guide: true, ..Options::default() };
        with([&[cruiser(), escort()], &[escort()]], &options, |battle| {
            battle.place_units(&mut dice(&[2, 8, 3, 1, 6, 8, 3, 1]));
            assert_eq!(battle.units[0].track, battle.units[1].track);
            assert_ne!(battle.units[0].track, battle.units[2].track);
        });
    }
}

mod fires_11_f_iv {
    use super::*;

    #[test]
    fn units_thrust_by_sub_phases() {
        // The cruiser has 3 and 1 for electronics 4 above 3; the unit of both escorts 2, its slower one's.
        let formed = |maneuver| Design { formation: Some(1), maneuver, ..escort() };
        with([&[cruiser()], &[formed(4), formed(2)]], &Options::default(), |battle| {
            apart(battle, 40);
            battle.first = 1;
            let north = Some(Facing::NORTH);
            let thrust = vec![None, north, Some(Facing::SOUTH), north, Some(Facing::new(1)), None];
            battle.initial_thrust(&mut Orders { thrust, ..Orders::default() }).expect("legal");
            assert_eq!(battle.units.iter().map(|unit| unit.hexes).collect::<Vec<_>>(), [4, 2]);
            let [a, b] = [Side::A, Side::B].map(|side| UnitId { side, number: 0 });
            let told: Vec<_> = lanchester_conformance::held!(battle.log.events(), Event::Thrust { unit, to, future } => {
                (*unit, *to, [future.0.q, future.0.h])
            });
            let expected = [
                (b, None, [0, 80]),
                (a, north, [0, 2]),
                (b, Some(Facing::SOUTH), [0, 78]),
                (a, north, [0, 4]),
                (a, Some(Facing::new(1)), [1, 5]),
                (a, None, [1, 5]),
            ];
            assert_eq!(told, expected);
        });
    }
}

mod fires_14_f {
    use super::*;

    #[test]
    fn like_missiles_of_a_unit_are_a_salvo_and_cost_what_they_cost() {
        let formed = Design { formation: Some(1), ..escort() };
        with([&[formed.clone(), formed], &[escort()]], &Options::default(), |battle| {
            battle.units[0].track = track([5, 5], [2, 2]);
            let launches = [(0, 4, 6), (1, 3, 6), (1, 2, 0)];
            let launches = launches.map(|(ship, missiles, committed)| Launch { ship, missiles, committed }).to_vec();
            battle.launches(&mut Orders { launches, ..Orders::default() }).expect("legal");
            let salvos: Vec<_> = battle.in_flight(0).map(|salvo| (salvo.missiles, salvo.committed)).collect();
            assert_eq!(salvos, [(7, 6), (2, 0)]);
            assert!(battle.in_flight(0).all(|salvo| salvo.track == battle.units[0].track));
            assert_eq!((battle.ships[0].missiles, battle.ships[1].missiles), (2, 1));
            assert_eq!(battle.spent, [18, 0]);
        });
    }

    #[test]
    fn what_a_ship_cannot_launch_is_refused() {
        with([&[escort()], &[escort()]], &Options::default(), |battle| {
            for (missiles, committed) in [(7, 0), (0, 0), (1, 7)] {
                assert!(launch(battle, missiles, committed).is_err_and(|illegal| illegal.rule == "FIRES 14.F"));
            }
            battle.ships[0].results = [2, 1];
            assert_eq!(launch(battle, 1, 0), Ok(()));
            // A disabled ship is not asked.
            battle.ships[0].disabled = true;
            assert_eq!(launch(battle, 1, 0), Ok(()));
            assert_eq!(battle.in_flight(0).map(|salvo| salvo.missiles).sum::<u16>(), 1);
        });
    }
}

mod fires_10_b_ii_3 {
    use super::*;

    #[test]
    fn salvos_split_and_what_has_no_course_drifts() {
        with([&[escort()], &[escort(), cruiser()]], &Options::default(), |battle| {
            launch(battle, 6, 3).expect("legal");
            let by = |aim, missiles, thrust| Course { missiles, aim: Aim::Unit(aim), thrust };
            let courses = vec![by(0, 3, Hex16::new(0, 6)), by(1, 2, Hex16::new(1, 1))];
            battle.missile_thrust(&mut Orders { courses, ..Orders::default() }).expect("legal");
            let salvos: Vec<_> =
                battle.in_flight(0).map(|salvo| (salvo.missiles, salvo.aim, salvo.track.future)).collect();
            let expected = [
                (1, None, Hex16::new(0, 0)),
                (3, Some(Aim::Unit(0)), Hex16::new(0, 6)),
                (2, Some(Aim::Unit(1)), Hex16::new(1, 1)),
            ];
            assert_eq!(salvos, expected);
            assert!(matches!(last(battle), Event::Course { thrust: Place(Hex16 { q: 1, h: 1 }), missiles: 2, .. }));
        });
    }

    #[test]
    fn missiles_that_go_for_missiles_thrust_after_the_others() {
        with([&[escort()], &[escort()]], &Options::default(), |battle| {
            launch(battle, 1, 6).expect("legal");
            battle.launch(1, Launch { ship: 1, missiles: 1, committed: 6 }).expect("legal");
            battle.first = 0;
            let courses = vec![Course { missiles: 1, aim: Aim::Salvo(0), thrust: Hex16::new(0, 2) }];
            battle.missile_thrust(&mut Orders { courses, ..Orders::default() }).expect("legal");
            let aims = lanchester_conformance::held!(battle.log.events(), Event::Course { salvo, aim, .. } => (salvo.side, *aim));
            assert_eq!(aims, [(Side::A, Aim::Salvo(0)), (Side::B, Aim::Salvo(0))]);
        });
    }

    #[test]
    fn courses_that_are_not_allowed_are_refused() {
        with([&[escort()], &[escort()]], &Options::default(), |battle| {
            launch(battle, 2, 3).expect("legal");
            let wrong = [
                // Four hexes of three; no hex; three missiles of two; a unit that does not exist.
                Course { thrust: Hex16::new(0, 8), ..at_unit(2) },
                Course { thrust: Hex16 { q: 0, h: 1 }, ..at_unit(2) },
                at_unit(3),
                Course { aim: Aim::Unit(1), ..at_unit(2) },
            ];
            for course in wrong {
                let courses = vec![course];
                let refused = battle.missile_thrust(&mut Orders { courses, ..Orders::default() });
                assert!(refused.is_err_and(|illegal| illegal.rule == "FIRES 10.B.II.3"), "{course:?}");
            }
        });
    }
}
