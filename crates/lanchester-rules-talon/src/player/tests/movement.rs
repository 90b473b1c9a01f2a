//! How ships move. A hex ahead of a ship that faces north is two half-hexes up.

use lanchester_core::Side;

use super::{answer, blank, discharge, with};
use crate::policy::Policy;
use crate::position::Step;
use crate::reference::tests::staging::{a, b, put, stage};
use crate::reference::{Battle, Choices, Mover};

/// The first move of A in impulse D, in which a speed of 3 moves.
pub fn first_move(ships: [&[&str]; 2], policy: &Policy, position: impl FnOnce(&mut Battle<'_>)) -> Option<Mover> {
    let at_d = |battle: &mut Battle<'_>| {
        battle.impulse = 3;
        put(battle, a(0), (0, 0), "N");
        position(battle);
    };
    answer(&stage(ships[0], ships[1]), policy, at_d, |player, battle| player.mover(battle, Side::A).unwrap())
}

pub fn step(step: Step) -> Option<Mover> {
    Some(Mover::Ship(0, step))
}

const FRIGATE: [&[&str]; 2] = [&["talon-ff"], &["terran-transport"]];

/// After a turn to the right the transport is two hexes dead ahead of the frigate, whose disruptors bear forward alone.
#[test]
fn deal_turns_toward_a_shot() {
    let there = |battle: &mut Battle<'_>| put(battle, b(0), (3, 3), "S");
    assert_eq!(first_move(FRIGATE, &blank(), there), step(Step::Straight));
    assert_eq!(first_move(FRIGATE, &with(|p| p.moves.deal = 1), there), step(Step::TurnRight));
}

/// To the right there is a shot at three hexes, 8 sixths; straight on, one at two hexes after a turn, 10.
#[test]
fn own_turns_look_for_a_shot_after_a_turn() {
    let there = |battle: &mut Battle<'_>| put(battle, b(0), (3, 5), "S");
    let moved = |own_turns| first_move(FRIGATE, &with(|p| (p.moves.deal, p.own_turns) = (1, own_turns)), there);
    assert_eq!((moved(0), moved(8)), (step(Step::TurnRight), step(Step::Straight)));
}

/// The frigate passes by; with a turn it fires at two hexes at a ship that goes straight on, at three at one that turns away.
#[test]
fn enemy_turns_are_feared() {
    let ships: [&[&str]; 2] = [&["terran-transport"], &["talon-ff"]];
    let moved = |enemy_turns| {
        first_move(ships, &with(|p| (p.moves.take, p.enemy_turns) = (1, enemy_turns)), |battle| {
            battle.vessels[Side::A][0].speed = 3;
            put(battle, b(0), (3, 5), "S");
        })
    };
    assert_eq!((moved(0), moved(8)), (step(Step::Straight), step(Step::TurnLeft)));
}

/// As above, but the frigate is a hex short of its next turn: only a point lets it turn, and without power it gets none.
#[test]
fn enemy_points_are_feared() {
    let ships: [&[&str]; 2] = [&["terran-transport"], &["talon-ff"]];
    let moved = |enemy_points, power| {
        let policy = with(|p| (p.moves.take, p.enemy_turns, p.enemy_points) = (1, 8, enemy_points));
        first_move(ships, &policy, |battle| {
            battle.vessels[Side::A][0].speed = 3;
            (battle.vessels[Side::B][0].pending, battle.vessels[Side::B][0].power) = (1, power);
            put(battle, b(0), (3, 5), "S");
        })
    };
    let careless = step(Step::Straight);
    assert_eq!((moved(0, 3), moved(8, 0), moved(8, 3)), (careless, careless, step(Step::TurnLeft)));
}

/// Straight on, the transport comes to three hexes from the frigate's bow, to which turned away it is four. Bold, it goes on from the
/// fourth round.
#[test]
fn take_turns_away_from_fire_until_bold() {
    let ships: [&[&str]; 2] = [&["terran-transport"], &["talon-ff"]];
    let moved = |policy: &Policy, round| {
        first_move(ships, policy, |battle| {
            battle.round = round;
            battle.vessels[Side::A][0].speed = 3;
            put(battle, b(0), (0, 10), "S");
        })
    };
    let wary = with(|p| (p.moves.take, p.patience) = (1, 8));
    let bold = Policy { bold: 8, ..wary.clone() };
    assert_eq!(moved(&blank(), 1), step(Step::Straight));
    assert_eq!((moved(&wary, 1), moved(&wary, 12)), (step(Step::TurnLeft), step(Step::TurnLeft)));
    assert_eq!((moved(&bold, 3), moved(&bold, 4)), (step(Step::TurnLeft), step(Step::Straight)));
}

/// The positions of the tests beside this one: after three rounds without a shot, whenever they began, neither the frigate's fire nor
/// the base's bow counts.
#[test]
fn a_decision_is_forced_after_rounds_without_a_shot() {
    let moved = |enemy: &str, policy: &Policy, position: &dyn Fn(&mut Battle<'_>)| {
        [(3, 0), (4, 0), (5, 2), (6, 2), (20, 20)].map(|(round, fired)| {
            first_move([&["terran-transport"], &[enemy]], policy, |battle| {
                (battle.round, battle.fired) = (round, fired);
                battle.vessels[Side::A][0].speed = 3;
                position(battle);
            })
        })
    };
    let expected =
        [false, true, false, true, false].map(|forced| step(if forced { Step::Straight } else { Step::TurnLeft }));
    let wary = with(|p| (p.moves.take, p.patience, p.force) = (1, 8, Some(3)));
    assert_eq!(moved("talon-ff", &wary, &|battle| put(battle, b(0), (0, 10), "S")), expected);
    let behind = with(|p| (p.moves.tail, p.force) = (1, Some(3)));
    let base = |battle: &mut Battle<'_>| {
        battle.vessels[Side::B][0].speed = 1;
        put(battle, b(0), (0, 6), "SE");
    };
    assert_eq!(moved("terran-base", &behind, &base), expected);
}

/// The base is three hexes due north and its bow points to the south-east: a ship that turns to the left comes farther from it.
#[test]
fn tail_keeps_out_of_the_enemys_bow() {
    let moved = |tail| {
        let policy = with(|p| p.moves.tail = tail);
        first_move([&["talon-ff"], &["terran-base"]], &policy, |battle| {
            battle.vessels[Side::B][0].speed = 1;
            put(battle, b(0), (0, 6), "SE");
        })
    };
    assert_eq!((moved(0), moved(1)), (step(Step::Straight), step(Step::TurnLeft)));
}

/// Both ways to turn are as far from the frigate's fire; the one on the left would show an arc whose shield is gone.
#[test]
fn a_fresh_shield_is_shown() {
    let ships: [&[&str]; 2] = [&["terran-ca"], &["talon-ff"]];
    let shown = |policy: &Policy, gone: usize| {
        first_move(ships, policy, |battle| {
            put(battle, b(0), (0, 8), "S");
            discharge(battle, a(0));
            battle.vessels[Side::A][0].shields = [0; 4].map(|_: i32| 5);
            battle.vessels[Side::A][0].shields[0] = 0;
            battle.vessels[Side::A][0].shields[gone] = 0;
        })
    };
    // Turned to the left the enemy is on the right.
    for policy in [with(|p| (p.moves.take, p.patience, p.hull) = (1, 8, 2)), with(|p| p.moves.face = 1)] {
        assert_eq!((shown(&policy, 1), shown(&policy, 3)), (step(Step::TurnRight), step(Step::TurnLeft)));
    }
}

/// The enemy is ten hexes due west: only a turn to the left comes nearer.
#[test]
fn range_and_bow_turn_toward_an_enemy_far_away() {
    let there = |battle: &mut Battle<'_>| put(battle, b(0), (-10, 0), "S");
    for policy in [with(|p| p.moves.range = 1), with(|p| p.moves.bow = 1)] {
        assert_eq!(first_move(FRIGATE, &policy, there), step(Step::TurnLeft));
    }
}

/// The frigate comes closer as long as it is charged, and goes off with empty bars.
#[test]
fn withdraw_keeps_away_with_empty_bars() {
    let policy = with(|p| (p.moves.range, p.withdraw) = (1, 8));
    let moved = |charged: bool| {
        first_move(FRIGATE, &policy, |battle| {
            put(battle, b(0), (0, 12), "S");
            if !charged {
                discharge(battle, a(0));
            }
        })
    };
    assert_eq!((moved(true), moved(false)), (step(Step::Straight), step(Step::TurnLeft)));
}

/// A friend two hexes ahead: straight on the ships would be neighbours. A friend six hexes to the right: turned there it is nearer.
#[test]
fn spread_keeps_apart_and_fleet_together() {
    let ships: [&[&str]; 2] = [&["talon-ff", "terran-base"], &["terran-transport"]];
    let friend = |at| move |battle: &mut Battle<'_>| put(battle, a(1), at, "N");
    assert_eq!(first_move(ships, &blank(), friend((0, 4))), step(Step::Straight));
    assert_eq!(first_move(ships, &with(|p| p.moves.spread = 1), friend((0, 4))), step(Step::TurnLeft));
    assert_eq!(first_move(ships, &with(|p| p.moves.fleet = 1), friend((6, 0))), step(Step::TurnRight));
}

/// Two ships in file: the rear one waits until the front one has gone, then follows it.
#[test]
fn who_is_behind_waits() {
    let (ships, policy) = (stage(&["talon-ff", "talon-ff"], &["terran-transport"]), blank());
    let file = |battle: &mut Battle<'_>| {
        battle.impulse = 3;
        put(battle, a(0), (0, 0), "N");
        put(battle, a(1), (0, 2), "N");
    };
    let first = answer(&ships, &policy, file, |player, battle| player.mover(battle, Side::A).unwrap());
    assert_eq!(first, Some(Mover::Ship(1, Step::Straight)));
}

/// Nobody ends a move in the hex of a friend that stays where it is.
#[test]
fn nobody_stacks() {
    let ships: [&[&str]; 2] = [&["talon-ff", "talon-ca"], &["terran-transport"]];
    let ahead = |battle: &mut Battle<'_>| {
        battle.vessels[Side::A][1].speed = 2;
        put(battle, a(1), (0, 2), "N");
    };
    assert_eq!(first_move(ships, &blank(), ahead), step(Step::TurnLeft));
}

/// In impulse E the cruiser need not move. With an afterburner its three disruptors fire at two hexes instead of three, for
/// twelve sixths of a point more; a box costs sixteen.
#[test]
fn burn_is_the_price_of_an_afterburner() {
    let moved = |burn: i8| {
        let policy = with(|p| (p.moves.deal, p.moves.burn) = (1, burn));
        first_move([&["talon-cl"], &["terran-base"]], &policy, |battle| {
            battle.impulse = 4;
            put(battle, b(0), (0, 6), "S");
        })
    };
    assert_eq!((moved(0), moved(1)), (step(Step::Straight), None));
}

/// Noise alone moves each ship by itself, the same way in the same battle.
#[test]
fn noise_scatters() {
    let policy = with(|p| p.moves.noise = 1);
    let fleet = stage(&["talon-ff"; 12], &["terran-transport"]);
    let steps = || {
        let ask = |player: &mut super::Player<'_>, battle: &Battle<'_>| -> Vec<Step> {
            let movers = (0..12).map(|_| player.mover(battle, Side::A).unwrap());
            let steps =
                movers.map(|mover| if let Some(Mover::Ship(_, step)) = mover { step } else { panic!("{mover:?}") });
            steps.collect()
        };
        answer(&fleet, &policy, |battle| battle.impulse = 3, ask)
    };
    assert_eq!(steps(), steps());
    for expected in [Step::Straight, Step::TurnLeft, Step::TurnRight] {
        assert!(steps().contains(&expected), "{:?}", steps());
    }
}

/// Straight on the frigate would share the hex of the base, where nobody can fire: any turn shows it an hour that is nearer.
#[test]
fn bow_keeps_out_of_an_enemys_hex() {
    let moved = |bow: i8| {
        let policy = with(|p| p.moves.bow = bow);
        first_move([&["talon-ff"], &["terran-base"]], &policy, |battle| put(battle, b(0), (0, 2), "S"))
    };
    assert_eq!((moved(0), moved(1)), (step(Step::Straight), step(Step::TurnLeft)));
}
