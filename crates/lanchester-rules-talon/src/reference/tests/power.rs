//! The Power Phase.

use lanchester_core::Side;

use super::staging::{Script, Stage, a, b, dice, held, lay_out, stage, table, why};
use crate::Talon;
use crate::event::{Event, Loss, Marker, ShipId, code};
use crate::reference::Battle;

/// A Power Phase with these speeds.
fn phase(battle: &mut Battle<'_>, speeds: &[(ShipId, u8)]) -> String {
    battle.impulse = code::POWER_PHASE;
    let mut script = Script { speeds: speeds.iter().copied().collect(), ..Script::default() };
    why(battle.power_phase(&mut dice(&[]), &mut script))
}

/// What is written: power, speed, turn radius.
fn written(battle: &Battle<'_>, ship: ShipId) -> [u8; 3] {
    let vessel = battle.vessel(ship);
    [vessel.power, vessel.speed, vessel.radius]
}

fn duel() -> Stage<Talon> {
    stage(&["terran-ca"], &["talon-bc"])
}

mod talon_8_4_2 {
    use super::*;

    /// The book's example: the Napoleon, a Terran CA, has three hull boxes destroyed, so that the left-most is a -1. At speed 3
    /// (3-3-2) it has a power of 2. The example writes a turn radius of 1 there; the curve's is 2.
    #[test]
    fn the_left_most_box_takes_off_the_power() {
        lay_out!(mut battle, duel());
        battle.vessel_mut(a(0)).hull = 3;
        assert_eq!(written(&battle, a(0)), [3, 3, 2], "not before the Power Phase");
        assert_eq!(phase(&mut battle, &[]), "");
        assert_eq!(written(&battle, a(0)), [2, 3, 2]);
        // Again in every Power Phase, never twice.
        assert_eq!(phase(&mut battle, &[]), "");
        assert_eq!(written(&battle, a(0)), [2, 3, 2]);
    }
}

mod talon_5_4_5 {
    use super::*;

    /// The book's example: a Terran CA at 1-5-3 with one box left, a -2, slows down to 0-4-2.
    #[test]
    fn a_ship_must_slow_down_to_what_it_can_power() {
        lay_out!(mut battle, duel());
        let vessel = battle.vessel_mut(a(0));
        (vessel.hull, vessel.speed, vessel.power, vessel.radius) = (5, 5, 1, 3);
        assert_eq!(phase(&mut battle.clone(), &[]), "it cannot have speed 5");
        assert_eq!(phase(&mut battle, &[(a(0), 4)]), "");
        assert_eq!(written(&battle, a(0)), [0, 4, 2]);
    }

    #[test]
    fn what_cannot_slow_down_enough_breaks_apart_and_explodes() {
        lay_out!(mut battle, duel());
        let vessel = battle.vessel_mut(a(0));
        (vessel.hull, vessel.speed, vessel.relays) = (5, 5, 1);
        assert_eq!(phase(&mut battle, &[]), "");
        assert_eq!(battle.vessel(a(0)).lost, Some(Loss::BrokeApart));
        assert_eq!(battle.events().last(), Some(&Event::Explosion { ship: a(0) }));
        // A power loss leaves it as it is.
        lay_out!(mut battle, duel());
        let vessel = battle.vessel_mut(a(0));
        (vessel.hull, vessel.speed, vessel.relays) = (5, 5, 1);
        vessel.markers[Marker::PowerLoss as usize] = Some(8);
        assert_eq!(phase(&mut battle, &[]), "");
        assert!(battle.vessel(a(0)).alive());
    }
}

mod talon_9_1 {
    use super::*;

    #[test]
    fn the_player_with_the_initiative_finishes_first() {
        let stage = stage(&["terran-ca", "terran-dd"], &["talon-bc"]);
        let setup = stage.setup();
        for (first, expected) in [(Side::A, [a(0), a(1), b(0)]), (Side::B, [b(0), a(0), a(1)])] {
            let mut battle = table(&setup);
            battle.first = first;
            assert_eq!(phase(&mut battle, &[]), "");
            assert_eq!(held!(battle.events(), Event::Power { ship, .. } => *ship), expected);
        }
    }
}

mod talon_9_2_1 {
    use super::*;

    /// The book's example: two disruptors with the red box filled have two yellow boxes filled.
    #[test]
    fn as_many_yellow_boxes_as_the_group_has_weapons() {
        lay_out!(mut battle, duel());
        battle.vessel_mut(b(0)).bars[0] = [1, 0];
        for yellow in [2, 4, 4] {
            assert_eq!(phase(&mut battle, &[]), "");
            assert_eq!(battle.vessel(b(0)).bars[0], [1, yellow]);
        }
        battle.vessel_mut(b(0)).bars[0] = [1, 3];
        assert_eq!(phase(&mut battle, &[]), "");
        assert_eq!(battle.vessel(b(0)).bars[0], [1, 4]);
    }
}

mod talon_9_2_2 {
    use super::*;

    #[test]
    fn one_red_box_and_then_no_yellow_one() {
        lay_out!(mut battle, duel());
        battle.vessel_mut(b(0)).bars = [[0, 1], [0, 0], [0, 0], [0, 0]];
        battle.vessel_mut(b(0)).destroyed[2] = true;
        assert_eq!(phase(&mut battle, &[]), "");
        assert_eq!(battle.vessel(b(0)).bars[..3], [[1, 1], [1, 0], [0, 0]]);
        assert_eq!(phase(&mut battle, &[]), "");
        assert_eq!(battle.vessel(b(0)).bars[..3], [[1, 3], [2, 0], [0, 0]]);
    }
}

mod talon_9_3 {
    use super::*;

    #[test]
    fn the_speed_changes_by_one_and_a_marker_stays_where_it_is() {
        lay_out!(mut battle, duel());
        battle.vessel_mut(a(0)).pending = 2;
        assert_eq!(phase(&mut battle.clone(), &[(a(0), 5)]), "it cannot have speed 5");
        assert_eq!(phase(&mut battle.clone(), &[(a(0), 0)]), "it cannot have speed 0");
        // The curve of the Terran CA: speed 4 is 2-4-2, speed 2 4-2-1.
        assert_eq!(phase(&mut battle, &[(a(0), 4)]), "");
        assert_eq!(written(&battle, a(0)), [2, 4, 2]);
        lay_out!(mut battle, duel());
        battle.vessel_mut(a(0)).pending = 2;
        assert_eq!(phase(&mut battle, &[(a(0), 2)]), "");
        assert_eq!(written(&battle, a(0)), [4, 2, 1]);
        assert_eq!(battle.vessel(a(0)).pending, 2);
    }

    /// A power loss does not change the power; it forbids charging and another line of the curve.
    #[test]
    fn a_power_loss_leaves_all_as_it_is() {
        lay_out!(mut battle, duel());
        battle.vessel_mut(a(0)).markers[Marker::PowerLoss as usize] = Some(8);
        battle.vessel_mut(a(0)).bars[0] = [0, 0];
        battle.vessel_mut(a(0)).hull = 3;
        assert_eq!(phase(&mut battle, &[(a(0), 4)]), "");
        assert_eq!(written(&battle, a(0)), [3, 3, 2]);
        assert_eq!(battle.vessel(a(0)).bars[0], [0, 0]);
    }
}

mod talon_p_18 {
    use super::*;

    /// A Terran CA has six hull boxes.
    #[test]
    fn after_as_many_rounds_as_hull_boxes_with_the_ftl_online() {
        let mut stage = duel();
        let retreats = |stage: &Stage<Talon>, round, offline| {
            lay_out!(mut battle, stage);
            (battle.round, battle.impulse) = (round, code::POWER_PHASE);
            battle.vessel_mut(a(0)).ftl_offline = offline;
            let mut script = Script { retreats: vec![a(0)], ..Script::default() };
            battle.power_phase(&mut dice(&[]), &mut script).expect("legal");
            battle.vessel(a(0)).lost == Some(Loss::Retreated)
        };
        assert!(!retreats(&stage, 6, false), "off by default");
        stage.options.retreat = true;
        assert!(!retreats(&stage, 5, false));
        assert!(retreats(&stage, 6, false));
        assert!(!retreats(&stage, 6, true));
        stage.fleets[0][0].base = true;
        assert!(!retreats(&stage, 6, false), "a base stays");
    }
}
