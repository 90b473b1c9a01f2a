//! What action points are spent on, and speeds.

use lanchester_core::Side;

use super::{answer, blank, discharge, with};
use crate::arcs::Arc;
use crate::effects::Missile;
use crate::event::Use;
use crate::policy::Policy;
use crate::reference::tests::staging::{a, b, put, stage};
use crate::reference::{Battle, Choices};

/// What A's first ship spends a point on in impulse F, in which every power gives one.
fn spent(ships: [&[&str]; 2], policy: &Policy, position: impl FnOnce(&mut Battle<'_>)) -> Option<Use> {
    let at_f = |battle: &mut Battle<'_>| {
        battle.impulse = 5;
        put(battle, a(0), (0, 0), "N");
        position(battle);
    };
    answer(&stage(ships[0], ships[1]), policy, at_f, |player, battle| player.spend(battle, a(0)).unwrap())
}

/// A policy that weighs nothing keeps its points; one that charges fills the fuller bar first.
#[test]
fn charge_fills_the_bar_that_is_nearly_full() {
    let cruiser = |bars: [[u8; 2]; 2]| {
        move |battle: &mut Battle<'_>| {
            discharge(battle, a(0));
            battle.vessels[Side::A][0].bars[..2].copy_from_slice(&bars);
        }
    };
    let ships: [&[&str]; 2] = [&["talon-ca"], &["terran-transport"]];
    let charge = with(|p| p.points.charge = 1);
    assert_eq!(spent(ships, &blank(), cruiser([[1, 0], [1, 3]])), None);
    assert_eq!(spent(ships, &charge, cruiser([[1, 0], [1, 3]])), Some(Use::Charge(1)));
    assert_eq!(spent(ships, &charge, cruiser([[1, 3], [1, 0]])), Some(Use::Charge(0)));
    assert_eq!(spent(ships, &charge, cruiser([[0, 3], [1, 3]])), Some(Use::Charge(1)), "no red box open");
}

/// The transport is out of arc straight ahead, in arc at two hexes after a slip to the right, or a turn there.
#[test]
fn maneuver_pays_for_a_slip_or_an_early_turn() {
    let spent = |at, pending| {
        spent([&["talon-ff"], &["terran-transport"]], &with(|p| (p.points.maneuver, p.moves.deal) = (8, 1)), |battle| {
            put(battle, b(0), at, "S");
            battle.vessels[Side::A][0].pending = pending;
        })
    };
    assert_eq!(spent((2, 4), 1), Some(Use::Slip));
    assert_eq!(spent((3, 3), 1), Some(Use::PowerTurn));
    assert_eq!((spent((3, 3), 2), spent((3, 3), 0)), (None, None), "out of reach, or free to turn");
}

#[test]
fn reinforce_guards_the_arc_under_threat() {
    let spent = |at, facing| {
        spent([&["terran-transport"], &["talon-ff"]], &with(|p| p.points.reinforce = 1), |battle| {
            battle.vessels[Side::A][0].speed = 1;
            put(battle, b(0), at, facing);
        })
    };
    // In impulse F the ship goes a hex ahead, and so does the enemy.
    assert_eq!(spent((0, 12), "S"), Some(Use::Reinforce(Arc::Forward)));
    assert_eq!(spent((0, -4), "N"), Some(Use::Reinforce(Arc::Rear)));
    assert_eq!(spent((0, -4), "S"), None);
}

/// A loaded frigate abeam, toward which the cruiser turns next: what it will hit then is the bow.
#[test]
fn turning_guards_the_arc_that_will_be_shown() {
    let spent = |turning| {
        let policy = with(|p| (p.moves.bow, p.points.reinforce, p.turning) = (1, 1, turning));
        spent([&["terran-ca"], &["talon-ff"]], &policy, |battle| {
            put(battle, b(0), (4, 0), "NW");
            discharge(battle, a(0));
        })
    };
    assert_eq!(spent(false), Some(Use::Reinforce(Arc::Right)));
    assert_eq!(spent(true), Some(Use::Reinforce(Arc::Forward)));
}

/// A frigate three hexes ahead with empty bars is no threat in sight; on the alert the bow is reinforced all the same.
#[test]
fn alert_guards_against_an_enemy_in_range() {
    let spent = |alert, far| {
        let policy = with(|p| (p.points.reinforce, p.alert) = (1, alert));
        spent([&["terran-transport"], &["talon-ff"]], &policy, |battle| {
            put(battle, b(0), (0, far), "N");
            discharge(battle, b(0));
        })
    };
    assert_eq!((spent(0, 6), spent(1, 6), spent(1, 30)), (None, Some(Use::Reinforce(Arc::Forward)), None));
}

/// Nothing is gained by either now, the enemy is far.
#[test]
fn slips_and_early_turns_have_a_worth_of_their_own() {
    let spent = |slip, turn| {
        let policy = with(|p| (p.points.slip, p.points.turn) = (slip, turn));
        spent([&["talon-ff"], &["terran-transport"]], &policy, |battle| battle.vessels[Side::A][0].pending = 1)
    };
    assert_eq!((spent(0, 0), spent(1, 0), spent(0, 1)), (None, Some(Use::Slip), Some(Use::PowerTurn)));
    assert_eq!((spent(2, 1), spent(1, 2)), (Some(Use::Slip), Some(Use::PowerTurn)));
}

/// The frigate passes by; with a turn it fires at the ship's right from two hexes.
#[test]
fn enemy_turns_are_guarded_against() {
    let spent = |enemy_turns| {
        let wary = with(|p| (p.points.reinforce, p.enemy_turns) = (1, enemy_turns));
        spent([&["terran-transport"], &["talon-ff"]], &wary, |battle| {
            battle.vessels[Side::A][0].speed = 1;
            put(battle, b(0), (3, 5), "S");
        })
    };
    assert_eq!((spent(0), spent(8)), (None, Some(Use::Reinforce(Arc::Right))));
}

/// A battery is charged when nothing is better, and supplies no point for what is not worth eight times its weight.
#[test]
fn battery_is_charged_and_has_a_price() {
    let ships: [&[&str]; 2] = [&["terran-dd"], &["terran-transport"]];
    assert_eq!(spent(ships, &with(|p| p.points.battery = 1), |_| ()), Some(Use::ChargeBattery));
    // A torpedo's yellow box stands for 20 sixths by two boxes; with two open it counts seven eighths of that, 8.
    let supplied = |weight| {
        spent(ships, &with(|p| (p.points.battery, p.points.charge) = (weight, 1)), |battle| {
            battle.impulse = 4;
            let destroyer = &mut battle.vessels[Side::A][0];
            (destroyer.charged, destroyer.bars[0]) = (1, [2, 0]);
        })
    };
    assert_eq!((supplied(0), supplied(1)), (Some(Use::Charge(0)), None));
}

/// Out of reach now, in reach after the next impulse.
#[test]
fn initiative_is_taken_before_a_better_shot() {
    let marker = |first: Side, far: i16| {
        spent([&["talon-ff"], &["terran-transport"]], &with(|p| p.points.initiative = 4), |battle| {
            // Speed 3 moves in impulse B; the points of impulse A come from a power of 4.
            battle.impulse = 0;
            battle.vessels[Side::A][0].power = 4;
            battle.first = first;
            put(battle, b(0), (0, far), "S");
        })
    };
    assert_eq!(marker(Side::B, 10), Some(Use::ChangeInitiative));
    assert_eq!(marker(Side::A, 10), Some(Use::DefendInitiative));
    assert_eq!(marker(Side::B, 40), None);
}

#[test]
fn redirect_gives_a_missile_another_target() {
    let spent = |weight| {
        spent([&["talon-dd"], &["terran-transport", "terran-dd"]], &with(|p| p.points.redirect = weight), |battle| {
            battle.vessels[Side::A][0].power = 1;
            battle.vessels[Side::B][0].lost = Some(crate::event::Loss::Destroyed);
            battle.missiles[Side::A][1] =
                Some(Missile { at: battle.vessels[Side::A][0].at, target: 0, damaged: false });
        })
    };
    assert_eq!((spent(0), spent(1)), (None, Some(Use::Redirect { missile: 1, target: 1 })));
}

/// The Terran CA may go 4 (power 2, radius 2), 3 (3, 2) or 2 (4, 1).
#[test]
fn speeds_are_chosen_by_power_hexes_and_radius() {
    let speed = |policy: &Policy, far: i16, charged: bool| {
        let position = |battle: &mut Battle<'_>| {
            put(battle, a(0), (0, 0), "N");
            put(battle, b(0), (0, far), "S");
            if !charged {
                discharge(battle, a(0));
            }
        };
        let ask = |player: &mut super::Player<'_>, battle: &Battle<'_>| player.speed(battle, a(0)).ok();
        answer(&stage(&["terran-ca"], &["terran-transport"]), policy, position, ask)
    };
    let power = with(|p| p.speed.power = 1);
    let (close, agile) = (with(|p| (p.speed.close, p.speed.power) = (2, 1)), with(|p| p.speed.agile = 1));
    assert_eq!(speed(&blank(), 40, true), Some(4), "the first of equals");
    assert_eq!((speed(&power, 40, false), speed(&power, 40, true)), (Some(2), Some(4)), "boxes to fill, or one alone");
    assert_eq!((speed(&close, 40, true), speed(&close, 40, false)), (Some(4), Some(2)), "charged, or not");
    assert_eq!((speed(&agile, 40, true), speed(&agile, 8, true)), (Some(4), Some(2)), "far, or near");
}

/// The Terran CA, two hexes behind a transport: with `agile` it goes slowly, but not where the transport runs.
#[test]
fn meet_reaches_an_enemy_that_runs() {
    let speed = |policy: &Policy, enemy: u8, heading: &str| {
        let position = |battle: &mut Battle<'_>| {
            put(battle, a(0), (0, 0), "N");
            put(battle, b(0), (0, 4), heading);
            battle.vessels[Side::B][0].speed = enemy;
        };
        let ask = |player: &mut super::Player<'_>, battle: &Battle<'_>| player.speed(battle, a(0)).ok();
        answer(&stage(&["terran-ca"], &["terran-transport"]), policy, position, ask)
    };
    let meet = with(|p| (p.speed.agile, p.speed.meet) = (1, 2));
    assert_eq!((speed(&meet, 4, "N"), speed(&meet, 0, "N"), speed(&meet, 1, "S")), (Some(4), Some(2), Some(2)));
    // Three hexes ahead after the round, of which one is kept: two are enough, if the enemy runs.
    let trail = with(|p| p.speed.trail = 1);
    assert_eq!((speed(&trail, 1, "N"), speed(&trail, 1, "S")), (Some(2), Some(4)));
}
