//! Beams, point defence and damage.

use super::*;

/// Numbers to hit and to penetrate of a volley of the first ship at the first enemy, at these ranges.
fn table(fleets: [Design; 2], way: (BeamKind, Fire, u8), change: fn(&mut Battle<'_>)) -> [Option<(i32, i32)>; 9] {
    let (kind, fire, weapons) = way;
    with([&fleets[..1], &fleets[1..]], &Options::default(), |battle| {
        change(battle);
        [0, 4, 5, 8, 9, 12, 13, 16, 17].map(|range| {
            apart(battle, range);
            battle.volley([0, 1], kind, fire, weapons).map(|volley| (volley.hit, volley.pierce))
        })
    })
}

/// The same number at both ends of each bracket, and none beyond the last.
fn brackets(of: [(i32, i32); 4]) -> [Option<(i32, i32)>; 9] {
    std::array::from_fn(|nth| of.get(nth / 2).copied())
}

const PARTICLE: (BeamKind, Fire, u8) = (BeamKind::Particle, Fire::Single, 4);
#[test]
fn beams_in_every_bracket() {
    let at = |fleets, way| table(fleets, way, |_| ());
    // 13/10/7/4 − 3 − 4 + 4; 18/15/12/8 − armour 4.
    assert_eq!(at([cruiser(), escort()], PARTICLE), brackets([(10, 14), (7, 11), (4, 8), (1, 4)]));
    // 18/15/12/8 − 5 − 2 + 3; 14/11/8/5 − 12: a 1 penetrates at least.
    assert_eq!(at([escort(), dreadnought()], PARTICLE), brackets([(14, 2), (11, 1), (8, 1), (4, 1)]));
    // 15/12/9/6 − 4 − 3 + 5; mesons against screen 5, particles against armour 8.
    let meson = (BeamKind::Meson, Fire::Single, 8);
    assert_eq!(at([dreadnought(), cruiser()], meson), brackets([(13, 15), (10, 11), (7, 7), (4, 3)]));
    assert_eq!(at([dreadnought(), cruiser()], PARTICLE), brackets([(13, 10), (10, 7), (7, 4), (4, 1)]));
    // Three escorts' beams: 39/30/21/12 halved is 19/15/10/6, − 3 − 4 + 3; each penetrates by itself.
    let dispersed = (BeamKind::Particle, Fire::Dispersed, 3);
    assert_eq!(at([escort(), escort()], dispersed), brackets([(15, 10), (11, 7), (6, 4), (2, 1)]));
    // Five of a cruiser: 18/15/12/8 − 5 − 2 + 4; 90/75/60/40 by four is 22/18/15/10, − 12.
    let concentrated = (BeamKind::Particle, Fire::Concentrated, 5);
    assert_eq!(at([cruiser(), dreadnought()], concentrated), brackets([(15, 10), (12, 6), (9, 3), (5, 1)]));
}

#[test]
fn what_was_hit_is_hit_more_easily() {
    let near = |change| table([cruiser(), escort()], PARTICLE, change)[0].expect("in reach").0;
    // Cruiser 4, degraded 3, damaged 2. Escort 3 + 4, damaged 1 + 4, disabled neither.
    assert_eq!(near(|battle| battle.ships[0].results = [3, 0]), 13 - 7 + 3);
    assert_eq!(near(|battle| (battle.ships[0].permanent, battle.ships[1].results) = ([0, 1], [1, 1])), 13 - 5 + 2);
    assert_eq!(near(|battle| battle.ships[1].disabled = true), 17);
}

#[test]
fn weapons_left_are_rounded_up_by_kind() {
    let odd = Beams { count: 5, ..cruiser().beams[0] };
    let meson = Beams { kind: BeamKind::Meson, count: 3, ..odd };
    let ship = Design { beams: vec![odd, meson], batteries: 2, ..cruiser() };
    with([&[ship], &[escort()]], &Options::default(), |battle| {
        apart(battle, 3);
        let mut working = |results| {
            battle.ships[0].results = results;
            let of = |kind| battle.beams(0, kind).expect("beams").0;
            [of(BeamKind::Particle), of(BeamKind::Meson), battle.ships[0].batteries()]
        };
        // Three fourths of 5, 3 and 2 are 3.75, 2.25 and 1.5; halves 2.5, 1.5 and 1.
        assert_eq!([[0, 0], [2, 0], [1, 2]].map(&mut working), [[5, 3, 2], [4, 3, 2], [3, 2, 1]]);
        let four = Orders { shots: vec![beams(4, Fire::Single)], ..Orders::default() };
        assert!(battle.beam_fire(&mut dice(&[]), &mut { four }).is_err(), "four of three");
    });
}

#[test]
fn a_ship_fires_at_a_ship_and_at_missiles() {
    let target = Design { beams: Vec::new(), ..cruiser() };
    with([&[escort()], &[target]], &Options::default(), |battle| {
        apart(battle, 4);
        reply(battle, 3, 0);
        let missiles = Shot { mark: Mark::Salvo(0), ..beams(2, Fire::Single) };
        let mut orders = Orders { shots: vec![beams(2, Fire::Single), missiles], ..Orders::default() };
        // 15 − 4 − 3 + 3 = 11 and 14 − 8 = 6; missiles at 1 only. Number 1 (7 of 6 adds nothing), and 3 is more than 2.
        battle.beam_fire(&mut dice(&[11, 12, 6, 2, 1, 7, 3]), &mut orders).expect("legal");
        assert_eq!((left(battle), conditions(battle)), ([vec![], vec![2]], vec![Condition::Sound; 2]));
    });
}

#[test]
fn hits_of_two_ships_make_one_number() {
    with([&[escort(), escort()], &[Design { beams: Vec::new(), ..cruiser() }]], &Options::default(), |battle| {
        battle.units[2].track = track([0, 8], [0, 0]);
        let mut orders = Orders { shots: vec![beams(2, Fire::Single)], ..Orders::default() };
        // One hit of each penetrates: 2, and 1 for the 6. A 3 damages; apart, numbers 2 and 1 would not.
        battle.beam_fire(&mut dice(&[11, 12, 6, 20, 11, 6, 6, 7, 3]), &mut orders).expect("legal");
        assert_eq!(conditions(battle)[2], Condition::Damaged);
    });
}

#[test]
fn a_basic_number_of_zero() {
    with([&[escort()], &[dreadnought()]], &Options::default(), |battle| {
        let mut hit = |hits, faces: &[u8]| {
            battle.hits = vec![[0, 0], [hits, 0]];
            battle.damage(&mut dice(faces), Of::BeamDamage);
            (conditions(battle)[1], battle.ships[1].results)
        };
        // Without an increase the number is 0.
        assert_eq!(hit(3, &[13, 14, 20, 1]), (Condition::Sound, [0, 0]));
        // Number 2: 1 disables, 2 damages, 4 degrades, 5 does nothing.
        assert_eq!(hit(2, &[12, 1, 4]), (Condition::Degraded, [1, 0]));
        assert_eq!(hit(2, &[12, 1, 5]), (Condition::Degraded, [1, 0]));
        assert_eq!(hit(2, &[12, 1, 1]), (Condition::Disabled, [1, 0]));
        // Less is recorded, without effect; a second one destroys.
        assert_eq!(hit(2, &[12, 1, 2]), (Condition::Disabled, [1, 1]));
        assert_eq!(hit(4, &[12, 12, 20, 1, 1]), (Condition::Destroyed, [1, 1]));
    });
}

#[test]
fn point_defence_by_the_defence_of_missiles() {
    let tough = |of: Missiles| Missiles { kind: Missile { defence: 4, ..of.kind }, ..of };
    let raider = Design { missiles: escort().missiles.map(tough), ..escort() };
    let act = |[missiles, most]: [u8; 2], faces: &[u8]| {
        with([std::slice::from_ref(&raider), &[cruiser(), escort(), dreadnought()]], &Options::default(), |battle| {
            battle.units[3].track = track([0, 2], [0, 0]);
            launch(battle, missiles, 0).expect("legal");
            battle.salvos[0][0].aim = Some(Aim::Unit(1));
            let defence = vec![(battle.salvos[0][0].id, most)];
            battle.point_defence(&mut dice(faces), &mut Orders { defence, ..Orders::default() }).expect("legal");
            left(battle)[0][0]
        })
    };
    // 14 over 4 is 3, 12 over 4 as well. The cruiser fires although they go for the escort, the dreadnought is a hex away.
    assert_eq!(act([3, 2], &[3, 4, 3, 4]), 1);
    // Nothing is left for the escort to fire at.
    assert_eq!(act([1, 2], &[3, 3]), 0);
}
