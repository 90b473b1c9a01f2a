//! Damage, criticals and repairs.

use lanchester_core::Side;

use super::staging::{Stage, a, b, damage, dice, held, lay_out, stage};
use crate::Talon;
use crate::arcs::Arc;
use crate::event::{Event, Loss, Marker};
use crate::reference::Battle;

/// The Talon CA: hull 0 0 -1* -1 -2* -2 -2, shields 7/4/3/4.
fn cruiser() -> Stage<Talon> {
    stage(&["talon-ca"], &["terran-ca"])
}

/// Damage astern that leaves three hull boxes marked, the third critical, with these dice.
fn critical(battle: &mut Battle<'_>, faces: &[u8]) {
    damage(battle, a(0), Arc::Rear, 6, faces);
}

mod talon_8_4_1 {
    use super::*;

    #[test]
    fn the_shield_of_the_arc_first_and_the_hull_after_it() {
        lay_out!(mut battle, cruiser());
        damage(&mut battle, a(0), Arc::Left, 3, &[]);
        damage(&mut battle, a(0), Arc::Left, 3, &[]);
        let vessel = battle.vessel(a(0));
        assert_eq!((vessel.shields, vessel.hull), ([7, 4, 3, 0], 2));
        let marked = held!(battle.events(), Event::Damage { shield, hull, .. } => (*shield, *hull));
        assert_eq!(marked, [(3, 0), (1, 2)]);
    }
}

mod talon_8_4_3 {
    use super::*;

    #[test]
    fn two_dice_the_moment_that_a_critical_box_is_marked() {
        lay_out!(mut battle, cruiser());
        // Five hull boxes: the third and the fifth are critical.
        damage(&mut battle, a(0), Arc::Rear, 8, &[3, 4, 1, 6]);
        assert_eq!(battle.vessel(a(0)).hull, 5);
        // A secondary explosion marks three more, of which the second is critical again.
        lay_out!(mut battle, cruiser());
        critical(&mut battle, &[1, 1, 3, 4]);
        assert_eq!(battle.vessel(a(0)).hull, 6);
    }

    #[test]
    fn nothing_is_rolled_for_the_last_box() {
        let mut stage = cruiser();
        stage.fleets[0][0].hull.iter_mut().for_each(|hull_box| hull_box.critical = true);
        lay_out!(mut battle, stage);
        battle.vessel_mut(a(0)).hull = 6;
        damage(&mut battle, a(0), Arc::Rear, 9, &[]);
        assert_eq!(battle.vessel(a(0)).lost, Some(Loss::Destroyed));
    }
}

mod talon_8_5 {
    use super::*;

    /// The battle after a critical with these dice.
    fn after<T>(faces: &[u8], look: impl Fn(&Battle<'_>) -> T) -> T {
        lay_out!(mut battle, cruiser());
        critical(&mut battle, faces);
        look(&battle)
    }

    #[test]
    fn all_eleven_results() {
        assert_eq!(after(&[1, 1, 3, 4], |battle| battle.vessel(a(0)).hull), 6);
        assert!(after(&[1, 2], |battle| battle.vessel(a(0)).has(Marker::ShieldsDown)));
        assert!(after(&[1, 3], |battle| battle.vessel(a(0)).has(Marker::HelmDown)));
        // One die a group; ties are rolled again.
        assert_eq!(after(&[1, 4, 2, 5], |battle| battle.vessel(a(0)).destroyed[..2].to_vec()), [false, true]);
        assert_eq!(after(&[4, 5, 3, 3, 6, 1], |battle| battle.vessel(a(0)).destroyed[..2].to_vec()), [true, false]);
        assert_eq!(after(&[2, 4], |battle| battle.vessel(a(0)).turn_radius()), 2);
        assert_eq!(after(&[3, 4], |battle| battle.vessel(a(0)).markers), [None; 3]);
        assert_eq!(after(&[4, 4], |battle| (battle.vessel(a(0)).relays, battle.vessel(a(0)).power)), (1, 3));
        assert_eq!(after(&[5, 5], |battle| (battle.vessel(a(0)).ftl_offline, battle.vessel(a(0)).hull)), (true, 4));
        assert!(after(&[5, 6], |battle| battle.vessel(a(0)).has(Marker::PowerLoss)));
        assert_eq!(after(&[6, 6], |battle| battle.vessel(a(0)).lost), Some(Loss::CoreBreach));
    }

    /// The book's example: a ship with a power loss rolls an 11 again, and nothing happens.
    #[test]
    fn a_second_power_loss_does_nothing() {
        lay_out!(mut battle, cruiser());
        critical(&mut battle, &[5, 6]);
        let before = battle.vessel(a(0)).markers;
        battle.impulse = 3;
        damage(&mut battle, a(0), Arc::Rear, 2, &[6, 5]);
        assert_eq!(battle.vessel(a(0)).markers, before);
        assert_eq!(battle.vessel(a(0)).hull, 5);
    }

    #[test]
    fn thrusters_and_relays_count_twice_at_most_and_of_one_group_no_die_is_rolled() {
        for (most, expected) in [(2, 2), (1, 1)] {
            let mut stage = cruiser();
            stage.options.critical_stack = most;
            lay_out!(mut battle, stage);
            critical(&mut battle, &[2, 4]);
            damage(&mut battle, a(0), Arc::Rear, 2, &[4, 2]);
            assert_eq!(battle.vessel(a(0)).thrusters, expected);
        }
        lay_out!(mut battle, cruiser());
        critical(&mut battle, &[1, 4, 6, 1]);
        damage(&mut battle, a(0), Arc::Rear, 2, &[1, 4]);
        assert_eq!(battle.vessel(a(0)).destroyed[..2], [true, true]);
    }

    #[test]
    fn shields_that_are_down_protect_nothing_and_come_back() {
        lay_out!(mut battle, cruiser());
        critical(&mut battle, &[1, 2]);
        damage(&mut battle, a(0), Arc::Forward, 1, &[]);
        let vessel = battle.vessel(a(0));
        assert_eq!((vessel.shields, vessel.hull), ([7, 4, 0, 4], 4));
        battle.impulse = 1;
        battle.repairs(Side::A, &mut dice(&[6]));
        damage(&mut battle, a(0), Arc::Forward, 3, &[]);
        assert_eq!(battle.vessel(a(0)).shields, [4, 4, 0, 4]);
    }

    /// A base takes no damage to its helm or its thrusters.
    #[test]
    fn bases_shrug_off_four_and_six() {
        lay_out!(mut battle, stage(&["talon-base"], &["terran-ca"]));
        // The fifth and the seventh hull box are critical.
        damage(&mut battle, a(0), Arc::Forward, 14, &[1, 3, 2, 4]);
        let vessel = battle.vessel(a(0));
        assert_eq!((vessel.hull, vessel.markers, vessel.thrusters), (7, [None; 3], 0));
    }
}

mod talon_8_6_1 {
    use super::*;

    #[test]
    fn with_the_last_hull_box_the_ship_is_gone() {
        lay_out!(mut battle, stage(&["terran-sc"], &["talon-ca"]));
        damage(&mut battle, a(0), Arc::Forward, 3, &[]);
        assert!(battle.vessel(a(0)).alive());
        damage(&mut battle, a(0), Arc::Forward, 30, &[]);
        assert_eq!(battle.vessel(a(0)).lost, Some(Loss::Destroyed));
        assert_eq!(battle.there(Side::A, 0), None);
        // What is gone takes no more.
        let events = battle.events().len();
        damage(&mut battle, a(0), Arc::Forward, 3, &[]);
        assert_eq!(battle.events().len(), events);
        assert!(battle.vessel(b(0)).alive());
    }
}

mod talon_8_7 {
    use super::*;

    #[test]
    fn a_six_repairs_from_the_next_impulse_on() {
        lay_out!(mut battle, cruiser());
        battle.impulse = 2;
        critical(&mut battle, &[1, 3]);
        battle.repairs(Side::A, &mut dice(&[]));
        battle.impulse = 3;
        damage(&mut battle, a(0), Arc::Rear, 2, &[5, 6]);
        // The helm alone is old enough.
        battle.repairs(Side::A, &mut dice(&[5]));
        battle.impulse = 4;
        battle.repairs(Side::A, &mut dice(&[6, 1]));
        let vessel = battle.vessel(a(0));
        assert_eq!((vessel.has(Marker::HelmDown), vessel.has(Marker::PowerLoss)), (false, true));
        let tried = held!(battle.events(), Event::Repair { marker, face, .. } => (*marker, *face));
        assert_eq!(tried, [(Marker::HelmDown, 5), (Marker::HelmDown, 6), (Marker::PowerLoss, 1)]);
    }
}
