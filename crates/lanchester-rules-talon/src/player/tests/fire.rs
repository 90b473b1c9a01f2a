//! When groups fire, and at what. Expected damage by hand, in sixths of a point: a disruptor 10 at two hexes, 4 at four; a
//! torpedo 20 at two.

use lanchester_core::Side;

use super::{answer, blank, with};
use crate::effects::Missile;
use crate::event::Target;
use crate::policy::Policy;
use crate::reference::tests::staging::{a, b, put, stage};
use crate::reference::{Battle, Choices, Shot};

/// Which group of A's first ship fires first, in impulse C.
pub fn fires(ships: [&[&str]; 2], policy: &Policy, position: impl FnOnce(&mut Battle<'_>)) -> Option<u8> {
    let at_c = |battle: &mut Battle<'_>| {
        battle.impulse = 2;
        put(battle, a(0), (0, 0), "N");
        position(battle);
    };
    let ask = |player: &mut super::Player<'_>, battle: &Battle<'_>| player.shooter(battle, Side::A).unwrap();
    answer(&stage(ships[0], ships[1]), policy, at_c, ask).map(|(_, group)| group)
}

/// What the first weapon of group 0 of A's first ship does.
fn shot(ships: [&[&str]; 2], policy: &Policy, position: impl FnOnce(&mut Battle<'_>)) -> Shot {
    let ready = |battle: &mut Battle<'_>| {
        put(battle, a(0), (0, 0), "N");
        position(battle);
    };
    answer(&stage(ships[0], ships[1]), policy, ready, |player, battle| player.shot(battle, a(0), 0, 0).unwrap())
}

const FRIGATE: [&[&str]; 2] = [&["talon-ff"], &["terran-transport"]];

/// At four hexes, closing: after the next impulse two hexes, where the disruptor does 10 sixths for 4 now. Three eighths of that
/// are 3, four are 5.
#[test]
fn patience_waits_for_the_better_shot() {
    let closing = |battle: &mut Battle<'_>| put(battle, b(0), (0, 8), "S");
    let fires = |patience| fires(FRIGATE, &with(|p| p.patience = patience), closing);
    assert_eq!([0, 3, 4, 8].map(fires), [Some(0), Some(0), None, None]);
}

/// Four hexes off, and going by. After a move ahead and a turn it is two hexes from the bow: 10 sixths for 4 now. Three eighths of
/// that are 3, four are 5.
#[test]
fn own_turns_wait_for_the_better_shot() {
    let passing = |battle: &mut Battle<'_>| {
        put(battle, b(0), (1, 7), "SE");
        for side in Side::BOTH {
            battle.vessels[side][0].speed = 6;
        }
    };
    let fires = |own_turns| fires(FRIGATE, &with(|p| (p.patience, p.own_turns) = (1, own_turns)), passing);
    assert_eq!([0, 3, 4, 8].map(fires), [Some(0), Some(0), None, None]);
}

/// Three eighths of the disruptor's best, 10, are 3; four are 5, more than the 4 that it does at four hexes.
#[test]
fn least_refuses_mediocre_shots() {
    let far = |battle: &mut Battle<'_>| put(battle, b(0), (0, 8), "S");
    let fires = |least| fires(FRIGATE, &with(|p| p.least = least), far);
    assert_eq!([3, 4].map(fires), [Some(0), None]);
}

/// A shot that is refused as mediocre, and one that waits for a better one, are fired after so many rounds without any.
#[test]
fn no_shot_is_held_when_a_decision_is_forced() {
    let far = |round, fired| {
        move |battle: &mut Battle<'_>| {
            (battle.round, battle.fired) = (round, fired);
            put(battle, b(0), (0, 8), "S");
        }
    };
    for change in [|p: &mut Policy| p.least = 4, |p: &mut Policy| p.patience = 8] {
        let policy = Policy { force: Some(2), ..with(change) };
        let fires = |(round, fired)| fires(FRIGATE, &policy, far(round, fired));
        assert_eq!([(2, 0), (3, 0), (6, 4), (7, 4)].map(fires), [None, Some(0), None, Some(0)]);
    }
}

/// The frigate that has one hull box left before a frigate's guns fires at once.
#[test]
fn who_may_not_live_to_fire_does_not_wait() {
    let policy = with(|p| (p.patience, p.least) = (8, 8));
    let fires = |hull: u8| {
        fires([&["talon-ff"], &["talon-ff"]], &policy, |battle| {
            put(battle, b(0), (0, 8), "S");
            battle.vessels[Side::A][0].hull = hull;
            battle.vessels[Side::A][0].shields[0] = 0;
        })
    };
    // Two disruptors at four hexes: 8 sixths, more than half of one box, less than half of three.
    assert_eq!((fires(2), fires(0)), (Some(0), None));
}

#[test]
fn launch_range_holds_missiles_back() {
    let far = |battle: &mut Battle<'_>| put(battle, b(0), (0, 8), "S");
    let fires = |range| fires([&["talon-dd"], &["terran-transport"]], &with(|p| p.launch_range = range), far);
    assert_eq!([3, 4].map(fires), [None, Some(0)]);
}

/// A missile in flight takes the last two boxes of the transport: another would be wasted.
#[test]
fn no_more_missiles_are_launched_than_needed() {
    let fires = |hull: u8| {
        fires([&["talon-dd"], &["terran-transport"]], &blank(), |battle| {
            put(battle, b(0), (0, 8), "S");
            let enemy = &mut battle.vessels[Side::B][0];
            (enemy.hull, enemy.shields) = (hull, [0; 4]);
            battle.missiles[Side::A][1] =
                Some(Missile { at: battle.vessels[Side::A][0].at, target: 0, damaged: false });
        })
    };
    assert_eq!((fires(2), fires(1)), (None, Some(0)));
}

/// Two transports at two hexes, the second worse off: by default the first of equals.
#[test]
fn targets_are_chosen_by_weights() {
    let ships: [&[&str]; 2] = [&["talon-ff"], &["terran-transport", "talon-transport"]];
    let target = |policy: &Policy, change: &dyn Fn(&mut Battle<'_>)| match shot(ships, policy, |battle| {
        put(battle, b(0), (0, 4), "S");
        put(battle, b(1), (1, 3), "S");
        change(battle);
    }) {
        Shot::At(Target::Ship(slot), None) => slot,
        other => panic!("{other:?}"),
    };
    let bare = |battle: &mut Battle<'_>| battle.vessels[Side::B][1].shields = [0; 4];
    let hurt = |battle: &mut Battle<'_>| battle.vessels[Side::B][1].hull = 1;
    let near = |battle: &mut Battle<'_>| put(battle, b(0), (0, 8), "S");
    // On a bare hull a point counts more, with `hull`; shields are the same to `damage` alone.
    assert_eq!(target(&with(|p| p.targets.damage = 1), &bare), 0);
    assert_eq!(target(&with(|p| (p.targets.damage, p.hull) = (1, 1)), &bare), 1);
    assert_eq!(target(&with(|p| p.targets.finish = 1), &hurt), 1);
    assert_eq!(target(&blank(), &hurt), 0);
    // The Talon transport has 36 points, the Terran 32.
    assert_eq!(target(&with(|p| p.targets.points = 1), &|_| ()), 1);
    // Four hexes for the first, two for the second.
    assert_eq!((target(&blank(), &near), target(&with(|p| p.targets.damage = 1), &near)), (0, 1));
}

/// A torpedo does its four points with five faces of six at two hexes: the missile is as good as killed. Phasers never do
/// three points.
#[test]
fn missiles_are_shot_at_when_it_pays() {
    let fires = |policy: &Policy, damaged: bool| {
        fires([&["terran-cl"], &["talon-dd"]], policy, |battle| {
            let mut at = battle.vessels[Side::A][0].at;
            at.hex = at.hex.ahead(at.facing, 2);
            battle.missiles[Side::B][0] = Some(Missile { at, target: 0, damaged });
        })
    };
    let guard = with(|p| p.targets.intercept = 1);
    assert_eq!((fires(&blank(), false), fires(&guard, false), fires(&guard, true)), (None, Some(1), Some(0)));
}
