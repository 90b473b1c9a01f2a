//! A position from a player's page, answered by the shipped policy `default`: book/src/developers/people.md.

use lanchester_core::Side;
use lanchester_scenario::Library;

use super::answer;
use crate::Talon;
use crate::event::Use;
use crate::position::Step;
use crate::reference::tests::staging::{a, b, put, stage};
use crate::reference::{Battle, Choices, Mover};

/// In the manner of the developers' first puzzle (insidegmt.com, Talon Tuesday 22); the hexes are ours. A light cruiser without a
/// forward shield has a loaded destroyer ahead that shows it its stern, the one arc that its torpedo does not cover. Straight on the
/// cruiser comes into the destroyer's left arc, and its forward disruptors do not bear. A slip to the right stays astern at three hexes
/// with all disruptors bearing; in impulse E, when neither ship must move, an afterburner brings a loaded cruiser to two.
#[test]
fn a_slip_and_an_afterburner_keep_astern_of_a_loaded_torpedo() {
    let policy = Library::<Talon>::shipped().policy("default").expect("a shipped policy");
    let fleets = stage(&["talon-cl"], &["terran-dd"]);
    let lay = |impulse: u8, at: (i16, i16), slip: bool| {
        move |battle: &mut Battle<'_>| {
            battle.impulse = impulse;
            put(battle, a(0), at, "N");
            put(battle, b(0), (2, 6), "N");
            let cruiser = &mut battle.vessels[Side::A][0];
            (cruiser.power, cruiser.speed, cruiser.pending, cruiser.shields[0], cruiser.slip) = (4, 3, 1, 0, slip);
            battle.vessels[Side::B][0].speed = 2;
        }
    };
    let moved = |impulse, at, slip| {
        answer(&fleets, &policy, lay(impulse, at, slip), |player, battle| player.mover(battle, Side::A).unwrap())
    };
    let spent = answer(&fleets, &policy, lay(3, (0, 0), false), |player, battle| player.spend(battle, a(0)).unwrap());
    assert_eq!(spent, Some(Use::Slip));
    assert_eq!(moved(3, (0, 0), true), Some(Mover::Ship(0, Step::SlipRight)));
    assert_eq!(moved(4, (1, 1), false), Some(Mover::Ship(0, Step::Straight)));
}
