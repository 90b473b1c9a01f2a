//! Beams, point defence, attacks of missiles, and damage.

use lanchester_core::Side;

use super::*;
use crate::formulas::damage::Condition;

mod fires_16_a_i {
    use super::*;

    #[test]
    fn fire_takes_effect_when_all_have_fired() {
        with([&[cruiser()], &[cruiser()]], &Options::default(), |battle| {
            apart(battle, 4);
            // Both are damaged already.
            for ship in [0, 1] {
                battle.ships[ship].results = [0, 1];
            }
            battle.first = 0;
            // Damaged: 4 beams, electronics 2. To hit 15 − 2 − 3 + 2 = 12, to penetrate 18 − 8 = 10. Each: two hits of four, one
            // penetrates; number 1 + 1 (6 of 6); D20 1 disables.
            let volley = [12, 13, 20, 1, 10, 11];
            let faces = [volley.as_slice(), &volley, &[6, 1], &[7, 2]].concat();
            let mut orders = Orders { shots: vec![beams(4, Fire::Single)], ..Orders::default() };
            battle.beam_fire(&mut dice(&faces), &mut orders).expect("legal");
            assert_eq!(
                [0, 1].map(|ship: usize| battle.ships[ship].condition()),
                [Condition::Disabled, Condition::Damaged]
            );
            assert!(battle.contact);
        });
    }

    #[test]
    fn volleys_are_rolled_as_they_are_declared() {
        let target = Design { electronics: 5, armour: 2, beams: Vec::new(), ..escort() };
        with([&[cruiser()], &[target]], &Options::default(), |battle| {
            apart(battle, 13);
            battle.first = 0;
            // Dispersed: 4 · 4 / 2 − 5 − 4 + 4 = 3. Concentrated and single: 4 − 5 − 4 + 4 is below 1, so no die is rolled. The hit
            // penetrates at 8 − 2; number 1, and 3 does nothing.
            let shots = vec![beams(4, Fire::Dispersed), beams(3, Fire::Concentrated), beams(1, Fire::Single)];
            battle.beam_fire(&mut dice(&[3, 6, 13, 3]), &mut Orders { shots, ..Orders::default() }).expect("legal");
            let told = lanchester_conformance::held!(battle.log.events(), Event::Fire { hit, hits, pierce, effective, .. } => {
                (*hit, *hits, *pierce, *effective)
            });
            // Concentrated: 3 · 8 / 4 − 2.
            assert_eq!(told, [(3, 1, 6, 1), (-1, 0, 4, 0), (-1, 0, 6, 0)]);
            assert_eq!(battle.ships[1].condition(), Condition::Sound);
        });
    }

    #[test]
    fn shots_that_are_not_allowed_are_refused() {
        let plain = Options { combined_fire: false, ..Options::default() };
        let refused = |hexes, options: &Options, shot: Shot| {
            with([&[cruiser()], &[Design { beams: Vec::new(), ..escort() }]], options, |battle| {
                apart(battle, hexes);
                let shots = vec![shot];
                let result = battle.beam_fire(&mut dice(&[]), &mut Orders { shots, ..Orders::default() });
                result.is_err_and(|illegal| illegal.rule == "FIRES 16.A.I")
            })
        };
        let standard = Options::default();
        assert!(refused(4, &standard, beams(9, Fire::Single)), "nine of eight beams");
        assert!(refused(4, &standard, beams(0, Fire::Single)), "no beam");
        assert!(refused(4, &standard, beams(1, Fire::Dispersed)), "one beam combined");
        assert!(refused(4, &plain, beams(4, Fire::Concentrated)), "an option that is off");
        assert!(refused(4, &standard, Shot { kind: BeamKind::Meson, ..beams(1, Fire::Single) }), "no meson gun");
        assert!(refused(4, &standard, Shot { mark: Mark::Ship(1), ..beams(1, Fire::Single) }), "no such ship");
    }
}

mod fires_16_a_vii {
    use super::*;

    fn fire(hexes: i16, faces: &[u8]) -> Result<Vec<u16>, Illegal> {
        with([&[escort()], &[cruiser()]], &Options::default(), |battle| {
            apart(battle, hexes);
            launch(battle, 3, 6)?;
            battle.ships[0].disabled = true;
            let shots = vec![Shot { mark: Mark::Salvo(0), ..beams(8, Fire::Single) }];
            battle.beam_fire(&mut dice(faces), &mut Orders { shots, ..Orders::default() })?;
            Ok(battle.salvos[0].iter().map(|salvo| salvo.missiles).collect())
        })
    }

    #[test]
    fn a_one_destroys_a_missile_within_four_hexes() {
        assert_eq!(fire(4, &[2, 1, 20, 3, 1, 2, 2, 2]), Ok(vec![1]));
        // More hits than missiles.
        assert_eq!(fire(0, &[1, 1, 1, 1, 2, 2, 2, 2]), Ok(vec![0]));
        assert!(fire(5, &[]).is_err_and(|illegal| illegal.rule == "FIRES 16.A.I"));
    }
}

mod fires_10_b_ii_7 {
    use super::*;

    #[test]
    fn missiles_destroy_missiles_and_are_spent() {
        with([&[escort()], &[escort()]], &Options::default(), |battle| {
            launch(battle, 3, 6).expect("legal");
            battle.launch(1, Launch { ship: 1, missiles: 4, committed: 1 }).expect("legal");
            battle.salvos[0][0].aim = Some(Aim::Salvo(0));
            // Size 8 − (1 + 4) + (6 + 4) = 13.
            battle.intercepts(&mut dice(&[13, 14, 1]));
            assert_eq!([0, 1].map(|seat: usize| battle.salvos[seat][0].missiles), [0, 2]);
            assert!(matches!(last(battle), Event::Intercept { missiles: 3, hit: 13, destroyed: 2, .. }));
        });
    }

    #[test]
    fn those_elsewhere_attack_nothing() {
        with([&[escort()], &[escort()]], &Options::default(), |battle| {
            apart(battle, 1);
            launch(battle, 3, 6).expect("legal");
            battle.launch(1, Launch { ship: 1, missiles: 4, committed: 1 }).expect("legal");
            battle.salvos[0][0].aim = Some(Aim::Salvo(0));
            battle.intercepts(&mut dice(&[]));
            assert_eq!(battle.salvos[0][0].missiles, 3);
        });
    }
}

mod fires_10_b_ii_8 {
    use super::*;

    #[test]
    fn missiles_hit_penetrate_and_damage() {
        with([&[escort()], &[escort()]], &Options::default(), |battle| {
            launch(battle, 3, 6).expect("legal");
            battle.salvos[0][0].aim = Some(Aim::Unit(0));
            // To hit 13 − 3 − 4 + 6 + 4 = 16. To penetrate less than 12 − 4: a 7 does, an 8 does not. Number 1 + 1 (12 of 12); 1
            // disables.
            battle.strikes(&mut dice(&[16, 17, 3, 7, 8, 12, 1]), &mut Orders::default()).expect("legal");
            assert_eq!((battle.salvos[0][0].missiles, battle.ships[1].condition()), (0, Condition::Disabled));
        });
    }

    #[test]
    fn hits_of_a_phase_are_one_damage_number_and_ships_are_chosen() {
        let formed = Design { formation: Some(1), ..escort() };
        let options = Options { missile_pen_inclusive: true, ..Options::default() };
        with([&[escort()], &[formed.clone(), formed]], &options, |battle| {
            launch(battle, 2, 6).expect("legal");
            launch(battle, 2, 0).expect("legal");
            battle.salvos[0].iter_mut().for_each(|salvo| salvo.aim = Some(Aim::Unit(0)));
            let wrong = Orders { strikes: vec![(1, 1)], ..Orders::default() };
            assert!(
                battle.strikes(&mut dice(&[]), &mut { wrong }).is_err_and(|illegal| illegal.rule == "FIRES 10.B.II.8")
            );
            // First salvo: to hit 16, to penetrate 8. Second: to hit 10, to penetrate 18 − 4 = 14. The first ship takes two hits, the
            // second one two: number 2 and 1 (13 misses, 12 increases): D20 7 degrades at 4 · 2; the second 2 + 0, D20 5: nothing.
            let faces = [1, 8, 16, 8, 10, 14, 10, 14, 13, 12, 6, 13, 13, 5];
            let mut orders = Orders { strikes: vec![(1, 1), (2, 1)], ..Orders::default() };
            battle.strikes(&mut dice(&faces), &mut orders).expect("legal");
            assert_eq!(
                [1, 2].map(|ship: usize| battle.ships[ship].condition()),
                [Condition::Degraded, Condition::Sound]
            );
        });
    }
}

mod fires_16_a_ix {
    use super::*;

    #[test]
    fn batteries_destroy_missiles_in_their_hex() {
        with([&[escort()], &[cruiser()]], &Options::default(), |battle| {
            launch(battle, 5, 6).expect("legal");
            let salvo = battle.salvos[0][0].id;
            assert_eq!(salvo, SalvoId { side: Side::A, number: 0 });
            // Strength 14 over defence 2.
            let mut orders = Orders { defence: vec![(salvo, 4)], ..Orders::default() };
            battle.point_defence(&mut dice(&[7, 8, 1, 7]), &mut orders).expect("legal");
            assert_eq!(battle.salvos[0][0].missiles, 2);
            for defence in [vec![(salvo, 5)], vec![(salvo, 2), (salvo, 3)], vec![(salvo, 0)]] {
                assert!(battle.point_defence(&mut dice(&[]), &mut Orders { defence, ..Orders::default() }).is_err());
            }
        });
    }
}
