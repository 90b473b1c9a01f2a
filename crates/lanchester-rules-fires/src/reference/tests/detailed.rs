//! Detailed damage and its damage control.

use super::*;
use crate::formulas::detailed::{Hits, Mended};

/// The option.
fn detailed() -> Options {
    Options { detailed_damage: true, ..Options::default() }
}

/// Hits on systems.
fn hits(on: &[(System, u8)]) -> Hits {
    let mut hits = Hits::default();
    on.iter().for_each(|(system, number)| hits.0[*system as usize] += number);
    hits
}

/// A cruiser with these open and permanent hits against an escort; what comes of it.
fn hurt<R>(open: Hits, lasting: Hits, act: impl FnOnce(&mut Battle<'_>) -> R) -> R {
    with([&[cruiser()], &[escort()]], &detailed(), |battle| {
        (battle.ships[0].open, battle.ships[0].lasting) = (open, lasting);
        act(battle)
    })
}

/// Damage control of a turn.
fn control(battle: &mut Battle<'_>, faces: &[u8], repair: Option<System>, shutdown: bool) -> Result<(), Illegal> {
    battle.damage_control(&mut dice(faces), &mut Orders { repair, shutdown, ..Orders::default() })
}

mod fires_16_a_vi {
    use super::*;

    #[test]
    fn hits_are_rolled_on_the_table() {
        // The book's example: table numbers 0 and 12, six hits, four rolls at 12 or less. Two that do not penetrate: 4 is an S, 5 is not.
        let table = DamageTable { rolls: 0, ..escort().table };
        with([&[cruiser()], &[Design { table, ..escort() }]], &detailed(), |battle| {
            let faces = [12, 1, 13, 20, 7, 8, 1, 4, 20, 11, 4, 5];
            battle.hits = vec![[0, 0], [6, 2]];
            battle.damage(&mut dice(&faces), crate::event::code::Of::BeamDamage);
            let expected = hits(&[(System::Beams, 2), (System::Thrust, 1), (System::Power, 1), (System::Structure, 1)]);
            assert_eq!(
                (battle.ships[1].open, battle.ships[1].condition()),
                (expected, crate::formulas::damage::Condition::Sound)
            );
        });
    }

    #[test]
    fn missiles_that_do_not_penetrate_shake() {
        with([&[escort()], &[escort()]], &detailed(), |battle| {
            launch(battle, 2, 6).expect("legal");
            battle.salvos[0][0].aim = Some(Aim::Unit(0));
            // Both hit (16); 8 does not penetrate: 4 makes an S.
            battle.strikes(&mut dice(&[16, 16, 8, 8, 4, 5]), &mut Orders::default()).expect("legal");
            assert_eq!(battle.ships[1].open, hits(&[(System::Structure, 1)]));
        });
    }
}

mod fires_16_a_vi_6 {
    use super::*;

    fn shape(on: &[(System, u8)]) -> [u8; 4] {
        hurt(hits(on), Hits::default(), |battle| {
            let ship = &battle.ships[0];
            [ship.working(&ship.design.beams[0]), ship.batteries(), ship.electronics(), ship.maneuver()]
        })
    }

    #[test]
    fn systems_fail() {
        assert_eq!(shape(&[]), [8, 4, 4, 3]);
        assert_eq!(shape(&[(System::Beams, 1), (System::Defence, 2)]), [4, 0, 4, 3]);
        assert_eq!(shape(&[(System::Beams, 2), (System::Defence, 1), (System::Thrust, 1)]), [0, 2, 4, 2]);
        assert_eq!(shape(&[(System::Electronics, 1), (System::Structure, 8), (System::Power, 1)]), [8, 4, 1, 3]);
        assert_eq!(shape(&[(System::Power, 2)]), [0, 0, 4, 0]);
        hurt(hits(&[(System::Missiles, 1)]), Hits::default(), |battle| assert!(!battle.ships[0].may_launch()));
        hurt(Hits::default(), Hits::default(), |battle| {
            battle.ships[0].shut = true;
            assert_eq!((battle.ships[0].maneuver(), battle.ships[0].may_launch()), (0, true));
        });
    }
}

mod fires_17_c {
    use super::*;

    #[test]
    fn one_hit_a_turn_may_be_repaired() {
        for (face, result, left, lasting) in
            [(6, Mended::Repaired, 1, 0), (7, Mended::Open, 2, 0), (18, Mended::Permanent, 1, 1)]
        {
            hurt(hits(&[(System::Beams, 2)]), Hits::default(), |battle| {
                control(battle, &[face], None, false).expect("legal");
                assert!(matches!(last(battle), Event::Mend { system: System::Beams, result: of, .. } if of == result));
                let ship = &battle.ships[0];
                assert_eq!((ship.open.on(System::Beams), ship.lasting.on(System::Beams)), (left, lasting));
            });
        }
        let two = hits(&[(System::Beams, 1), (System::Structure, 1)]);
        assert!(hurt(two, Hits::default(), |battle| control(battle, &[], Some(System::Power), false)).is_err());
        // A civilian ship repairs nothing.
        with([&[Design { military: false, ..cruiser() }], &[escort()]], &detailed(), |battle| {
            battle.ships[0].open = two;
            control(battle, &[], None, false).expect("legal");
            assert_eq!(battle.ships[0].open, two);
        });
    }

    #[test]
    fn hits_on_the_plant_leak_and_explode() {
        let three = hits(&[(System::Power, 3)]);
        // One is attended to, in vain. Of the other two one leaks at 18: a roll on the table, where 1 is B. It explodes at 4 or less.
        hurt(three, Hits::default(), |battle| {
            control(battle, &[10, 18, 17, 5, 1], None, false).expect("legal");
            assert_eq!((battle.ships[0].destroyed, battle.ships[0].open.on(System::Beams)), (false, 1));
        });
        hurt(three, Hits::default(), |battle| {
            control(battle, &[10, 18, 17, 4], None, false).expect("legal");
            assert!(battle.ships[0].destroyed && matches!(last(battle), Event::Lost { .. }));
        });
        // Permanent ones are always unattended; one alone does not explode.
        hurt(Hits::default(), hits(&[(System::Power, 1)]), |battle| {
            control(battle, &[17], None, false).expect("legal")
        });
        // Shut down after the repair: nothing more is rolled, and no power is left.
        hurt(three, Hits::default(), |battle| {
            control(battle, &[6], None, true).expect("legal");
            assert!(battle.ships[0].shut && battle.ships[0].batteries() == 0);
        });
    }
}

mod fires_17_d {
    use super::*;

    fn overhauled(open: Hits, military: bool, faces: &[u8], shutdown: bool) -> (Hits, bool) {
        with([&[Design { military, ..cruiser() }], &[escort()]], &detailed(), |battle| {
            battle.ships[0].open = open;
            battle.last_control(&mut dice(faces), &mut Orders { shutdown, ..Orders::default() }).expect("legal");
            (battle.ships[0].lasting, battle.ships[0].destroyed)
        })
    }

    #[test]
    fn hits_are_repaired_or_permanent() {
        let open = hits(&[(System::Beams, 2), (System::Structure, 1)]);
        assert_eq!(
            overhauled(open, true, &[12, 13, 20], false),
            (hits(&[(System::Beams, 1), (System::Structure, 1)]), false)
        );
        assert_eq!(overhauled(open, false, &[6, 7, 1], false), (hits(&[(System::Beams, 1)]), false));
        let power = hits(&[(System::Power, 3)]);
        assert_eq!(overhauled(power, true, &[13, 14, 15], false), (power, true));
        assert_eq!(overhauled(power, true, &[13, 14, 15], true), (power, false));
        assert_eq!(overhauled(power, true, &[13, 14, 12], false), (hits(&[(System::Power, 2)]), false));
    }
}

mod fires_23_k {
    use lanchester_core::Side;

    use super::*;

    #[test]
    fn permanent_hits_count() {
        let points = |lasting| hurt(Hits::default(), lasting, |battle| battle.victory_points(Side::B));
        // Of a cost of 300: 2.5 % for each S up to four, 5 % for each other up to fifteen.
        assert_eq!(points(hits(&[(System::Structure, 2), (System::Beams, 3)])), 300 * 5 + 300 * 15);
        assert_eq!(
            points(hits(&[(System::Structure, 9), (System::Beams, 10), (System::Power, 9)])),
            300 * 10 + 300 * 75
        );
        assert_eq!(hurt(hits(&[(System::Beams, 3)]), Hits::default(), |battle| battle.victory_points(Side::B)), 0);
    }
}
