//! Missiles: flight, attacks on missiles, attacks on ships.

use super::*;

/// Both sides' missiles on the markers of the second unit, with these targets.
fn meet(battle: &mut Battle<'_>, aims: [Aim; 2]) {
    for (seat, aim) in aims.into_iter().enumerate() {
        (battle.salvos[seat][0].track, battle.salvos[seat][0].aim) = (battle.units[1].track, Some(aim));
    }
}

#[test]
fn missiles_arrive_after_two_thrusts() {
    with([&[escort()], &[escort()]], &Options::default(), |battle| {
        // The launcher drifts one hex a turn; two turns after the launch its missiles are 3 + 6 hexes ahead of it.
        battle.units[0].track = track([0, -2], [0, 2]);
        battle.units[1].track = track([0, 22], [0, 0]);
        let course = Course { thrust: Hex16::new(0, 6), ..at_unit(2) };
        // To hit 13 − 3 − 4 + 3 + 4 = 13; less than 12 + 3 − 4. Number 1 (13 of 12): 2 degrades.
        for (turn, at, faces) in [(1, 0, &[][..]), (2, 8, &[]), (3, 22, &[13, 14, 10, 13, 2])] {
            battle.turn = turn;
            battle.movement();
            if turn == 1 {
                launch(battle, 2, 3).expect("legal");
            }
            battle.missile_thrust(&mut Orders { courses: vec![course], ..Orders::default() }).expect("legal");
            battle.strikes(&mut dice(faces), &mut Orders::default()).expect("legal");
            assert_eq!(battle.salvos[0][0].track.present, Hex16::new(0, at));
        }
        assert_eq!((left(battle), conditions(battle)[1]), ([vec![0], vec![]], Condition::Degraded));
    });
}

#[test]
fn missiles_launched_where_others_arrive_stop_them() {
    with([&[escort()], &[escort()]], &Options::default(), |battle| {
        apart(battle, 30);
        launch(battle, 2, 1).expect("legal");
        reply(battle, 2, 6);
        meet(battle, [Aim::Unit(0), Aim::Salvo(0)]);
        // 8 − (1 + 4) + (6 + 4) = 13. Then the one that is left: 13 − 3 − 4 + 1 + 4 = 11.
        battle.intercepts(&mut dice(&[14, 13]));
        battle.strikes(&mut dice(&[12]), &mut Orders::default()).expect("legal");
        assert_eq!(left(battle), [[0], [0]]);
    });
}

#[test]
fn duels_of_missiles_go_to_the_side_without_initiative() {
    let duel = |first, faces: &[u8]| {
        with([&[escort()], &[escort()]], &Options::default(), |battle| {
            launch(battle, 2, 6).expect("legal");
            reply(battle, 2, 1);
            meet(battle, [Aim::Salvo(0), Aim::Salvo(0)]);
            battle.first = first;
            battle.intercepts(&mut dice(faces));
            left(battle)
        })
    };
    // B first: 8 − (6 + 4) + (1 + 4) = 3. What it hits is gone, and B's missiles are spent, so that none is left to attack.
    assert_eq!(duel(1, &[3, 4]), [[1], [0]]);
    // A first: 8 − 5 + 10 = 13; the one that B has left attacks nothing, as A's are spent.
    assert_eq!(duel(0, &[13, 14]), [[0], [1]]);
}

#[test]
fn missiles_against_thick_armour() {
    let strike = |inclusive| {
        let options = Options { missile_pen_inclusive: inclusive, ..Options::default() };
        with([&[escort()], &[dreadnought()]], &options, |battle| {
            let mut of = |committed| {
                launch(battle, 1, committed).expect("legal");
                battle.to_strike(battle.salvos[0].last().expect("a salvo"), 1)
            };
            [6, 3, 0].map(&mut of)
        })
    };
    // 18 − 5 − 2 + 4 and the commitment; less than 12 − 12, 15 − 12, 18 − 12, but 1 at least.
    assert_eq!(strike(false), [[21, 1], [18, 2], [15, 5]]);
    assert_eq!(strike(true), [[21, 1], [18, 3], [15, 6]]);
}

#[test]
fn missiles_finish_what_beams_disabled_in_the_same_turn() {
    with([&[escort()], &[cruiser()]], &Options::default(), |battle| {
        launch(battle, 1, 6).expect("legal");
        battle.salvos[0][0].aim = Some(Aim::Unit(0));
        // Two hits, one increase: number 3, and 1 disables.
        battle.hits = vec![[0, 0], [2, 0]];
        battle.damage(&mut dice(&[6, 7, 1]), Of::BeamDamage);
        assert_eq!(conditions(battle)[1], Condition::Disabled);
        // It neither fires back nor evades: 15 + 10 always hits. Less than 12 − 8; number 2.
        battle.point_defence(&mut dice(&[]), &mut Orders::default()).expect("legal");
        battle.strikes(&mut dice(&[3, 6, 1]), &mut Orders::default()).expect("legal");
        assert_eq!(conditions(battle)[1], Condition::Destroyed);
    });
}

#[test]
fn missiles_outlive_their_launcher_and_not_their_target() {
    let turn = |aim, faces: &[u8]| {
        with([&[escort()], &[cruiser()]], &Options::default(), |battle| {
            launch(battle, 1, 6).expect("legal");
            battle.salvos[0][0].aim = Some(aim);
            battle.ships[0].disabled = true;
            // 13 + 4 = 17 and 18 − 4 = 14. Number 2: a second disabled result.
            let mut orders = Orders { shots: vec![beams(2, Fire::Single)], ..Orders::default() };
            battle.beam_fire(&mut dice(&[18, 17, 14, 12, 1]), &mut orders).expect("legal");
            assert_eq!(conditions(battle)[0], Condition::Destroyed);
            // 15 − 4 − 3 + 10 = 18; less than 12 − 8; number 1: 1 damages.
            battle.strikes(&mut dice(faces), &mut Orders::default()).expect("legal");
            assert!(battle.end().is_some());
            (left(battle)[0][0], conditions(battle)[1])
        })
    };
    assert_eq!(turn(Aim::Unit(0), &[18, 3, 7, 1]), (0, Condition::Damaged));
    assert_eq!(turn(Aim::Salvo(0), &[]), (1, Condition::Sound));
}
