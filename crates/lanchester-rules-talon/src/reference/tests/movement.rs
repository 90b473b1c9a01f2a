//! Movement, slips, afterburners, stacking, bases.

use lanchester_core::Side;

use super::staging::{Script, a, at, b, dice, held, lay_out, put, stage, why};
use crate::arcs::Arc;
use crate::event::{Event, Marker};
use crate::position::Step;
use crate::reference::{Battle, Mover};

/// A's movement step in an impulse (1 for B), with these dice.
fn moves(battle: &mut Battle<'_>, impulse: u8, steps: &[Step], faces: &[u8]) -> String {
    battle.impulse = impulse;
    let movers: Vec<Mover> = steps.iter().map(|step| Mover::Ship(0, *step)).collect();
    why(battle.movement_step(Side::A, &mut dice(faces), &mut Script::moves(&movers)))
}

mod talon_p_4 {
    use super::*;

    /// The Terran CA starts at 3-3-2: it moves in B, D and F, and after a turn two hexes straight.
    #[test]
    fn who_is_shown_moves_once_and_nobody_else() {
        lay_out!(mut battle, stage(&["terran-ca"], &["talon-ca"]));
        assert_eq!(moves(&mut battle, 1, &[], &[]), "ship 0 of A must move");
        assert_eq!(moves(&mut battle, 1, &[Step::Straight; 2], &[]), "ship 0 of A cannot move now");
        lay_out!(mut battle, stage(&["terran-ca"], &["talon-ca"]));
        assert_eq!(moves(&mut battle, 0, &[], &[]), "");
        let refused = moves(&mut battle, 0, &[Step::Straight], &[]);
        assert_eq!(refused, "its speed is not shown, and it has no afterburner left");
    }

    #[test]
    fn a_turn_waits_for_the_turn_radius() {
        lay_out!(mut battle, stage(&["terran-ca"], &["talon-ca"]));
        assert_eq!(moves(&mut battle, 1, &[Step::TurnRight], &[]), "");
        assert_eq!(at(&battle, a(0)), (1, 1, "NE".into()));
        for impulse in [3, 5] {
            assert_eq!(moves(&mut battle, impulse, &[Step::TurnRight], &[]), "its turn radius is not behind it");
            assert_eq!(moves(&mut battle, impulse, &[Step::Straight], &[]), "");
        }
        assert_eq!(at(&battle, a(0)), (3, 3, "NE".into()));
        assert_eq!(moves(&mut battle, 1, &[Step::TurnLeft], &[]), "");
        // A ship of radius 0 turns at every move.
        battle.vessel_mut(a(0)).pending = 0;
        battle.vessel_mut(a(0)).radius = 0;
        for impulse in [1, 3, 5] {
            assert_eq!(moves(&mut battle, impulse, &[Step::TurnLeft], &[]), "");
        }
    }
}

mod talon_p_5 {
    use super::*;

    /// As in a recorded game: a ship of radius 1 that has turned enables a slip, slips, and is free to turn.
    #[test]
    fn a_slip_needs_its_marker_and_counts_toward_the_turn_radius() {
        for (counts, free) in [(true, true), (false, false)] {
            let mut stage = stage(&["talon-ca"], &["terran-ca"]);
            stage.options.slip_counts = counts;
            lay_out!(mut battle, stage);
            assert_eq!(moves(&mut battle, 1, &[Step::TurnLeft], &[]), "");
            assert_eq!(moves(&mut battle, 3, &[Step::SlipRight], &[]), "it has no marker for a slip");
            battle.vessel_mut(a(0)).slip = true;
            assert_eq!(moves(&mut battle, 3, &[Step::SlipRight], &[]), "");
            assert_eq!(at(&battle, a(0)), (-1, 3, "NW".into()));
            assert!(!battle.vessel(a(0)).slip);
            assert_eq!(battle.may_move(a(0), Step::TurnLeft).is_ok(), free);
        }
    }

    #[test]
    fn the_marker_may_wait() {
        lay_out!(mut battle, stage(&["talon-ca"], &["terran-ca"]));
        battle.vessel_mut(a(0)).slip = true;
        assert_eq!(moves(&mut battle, 1, &[Step::Straight], &[]), "");
        assert!(battle.vessel(a(0)).slip && battle.may_move(a(0), Step::SlipLeft).is_ok());
        battle.vessel_mut(a(0)).markers[Marker::HelmDown as usize] = Some(8);
        assert_eq!(battle.may_move(a(0), Step::SlipLeft), Err("its helm is down".into()));
        assert_eq!(battle.may_move(a(0), Step::TurnLeft), Err("its helm is down".into()));
        assert!(battle.may_move(a(0), Step::Straight).is_ok());
    }
}

mod talon_p_6 {
    use super::*;

    #[test]
    fn two_boxes_are_two_moves_in_impulses_without_one() {
        lay_out!(mut battle, stage(&["talon-ca"], &["terran-ca"]));
        // Speed 3: E shows nothing, F shows it.
        assert_eq!(moves(&mut battle, 4, &[Step::TurnLeft], &[]), "");
        assert_eq!(battle.vessel(a(0)).burners, 1);
        assert_eq!(moves(&mut battle, 5, &[Step::Straight], &[]), "");
        assert_eq!(battle.vessel(a(0)).burners, 1);
        assert_eq!(moves(&mut battle, 0, &[Step::Straight], &[]), "");
        assert!(moves(&mut battle, 4, &[Step::Straight], &[]).contains("no afterburner left"));
    }
}

mod talon_p_7 {
    use super::*;

    /// Three points to each, on arcs by the highest of four dice.
    #[test]
    fn ships_of_a_side_that_end_in_one_hex_damage_each_other() {
        lay_out!(mut battle, stage(&["talon-ca", "talon-ca"], &["terran-ca"]));
        put(&mut battle, a(1), (0, 2), "S");
        battle.vessel_mut(a(1)).speed = 2;
        // Its own rear, after a tie of rear and left; the right of the other.
        assert_eq!(moves(&mut battle, 1, &[Step::Straight], &[1, 2, 5, 5, 4, 3, 2, 6, 1, 1]), "");
        assert_eq!(battle.vessel(a(0)).shields, [7, 4, 0, 4]);
        assert_eq!(battle.vessel(a(1)).shields, [7, 1, 3, 4]);
        assert_eq!(held!(battle.events(), Event::Stacked { arcs, .. } => *arcs), [[Arc::Rear, Arc::Right]]);
    }

    #[test]
    fn enemies_and_bases_share_hexes_in_peace() {
        lay_out!(mut battle, stage(&["talon-ca", "talon-base"], &["terran-ca"]));
        put(&mut battle, a(1), (0, 2), "S");
        put(&mut battle, b(0), (0, 2), "S");
        assert_eq!(moves(&mut battle, 1, &[Step::Straight], &[]), "");
        assert_eq!(battle.vessel(a(0)).shields, [7, 4, 3, 4]);
    }
}

mod talon_p_19 {
    use super::*;

    /// Speed 2 of a base: it rotates in C and F.
    #[test]
    fn a_base_rotates_clockwise_and_never_moves() {
        lay_out!(mut battle, stage(&["talon-base"], &["terran-ca"]));
        for impulse in 0..6 {
            assert_eq!(moves(&mut battle, impulse, &[], &[]), "");
        }
        assert_eq!(at(&battle, a(0)), (0, 0, "SE".into()));
        assert_eq!(battle.may_move(a(0), Step::Straight), Err("a base does not move".into()));
        assert_eq!(battle.speeds(a(0)), [(3, 6, 0), (2, 6, 0), (1, 6, 0)]);
    }
}
