//! What one effect brings about: displaced ships, explosions, criticals of blasts.

use lanchester_core::Side;
use lanchester_lanes::hex::{Facing, Hex16};

use super::staging::{AT_FIRST, Script, a, at, b, damage, dice, explode, fires, held, lay_out, put, stage, why};
use crate::arcs::Arc;
use crate::effects::Missile;
use crate::event::{Event, Loss, Marker, Target, Use, code};
use crate::position::{Position, Step};
use crate::reference::{Battle, Mover, Shot};

/// The first letters of what happened: a fire, damage, critical, loss, explosion or blast.
fn course(battle: &Battle<'_>) -> String {
    let letters = held!(
        battle.events(),
        Event::Fire { .. } => 'f',
        Event::Damage { .. } => 'd',
        Event::Critical { .. } => 'c',
        Event::Lost { .. } => 'l',
        Event::Explosion { .. } => 'e',
        Event::Blast { .. } => 'b',
    );
    letters.into_iter().collect()
}

mod talon_8_3 {
    use super::*;

    /// The first disruptor destroys a cruiser with the rating 3 beside the firer, which has one hull box left.
    #[test]
    fn a_firer_that_explodes_with_its_target_fires_no_more() {
        lay_out!(mut battle, stage(&["talon-ca"], &["terran-ca", "terran-dd"]));
        put(&mut battle, b(0), (0, 2), "S");
        put(&mut battle, b(1), (0, 6), "S");
        for (ship, hull) in [(a(0), 6), (b(0), 5)] {
            battle.vessel_mut(ship).shields = [0; 4];
            battle.vessel_mut(ship).hull = hull;
        }
        assert_eq!(fires(&mut battle, &[(0, 0)], &[AT_FIRST; 2], &[6]), "");
        assert_eq!(course(&battle), "fdlebdle");
        assert!(!battle.vessel(a(0)).alive());
        assert_eq!(battle.may_fire(a(0), 1), Err("there is no ship 0 of A".into()));
    }
}

mod talon_8_6_3 {
    use super::*;

    /// Four points at two hexes by a 1 and four at three by a 6: two shield and two hull boxes of each scout.
    #[test]
    fn what_one_cannon_destroys_explodes_when_all_its_dice_are_dealt_with() {
        lay_out!(mut battle, stage(&["talon-dn"], &["terran-sc", "terran-sc"]));
        put(&mut battle, b(0), (0, 4), "S");
        put(&mut battle, b(1), (0, 6), "S");
        // Neither scout is hit by the other's explosion, and the second cannon of the group finds nothing.
        assert_eq!(fires(&mut battle, &[(0, 1)], &[], &[1, 6]), "");
        assert_eq!(course(&battle), "fdlfdlee");
    }
}

mod talon_p_13 {
    use super::*;

    #[test]
    fn the_second_cannon_of_a_group_hits_all_that_is_left() {
        lay_out!(mut battle, stage(&["talon-dn"], &["terran-sc", "terran-bb"]));
        put(&mut battle, b(0), (0, 4), "S");
        put(&mut battle, b(1), (0, 6), "S");
        // 4 and 0 points; the scout's explosion is one point; then 4 points at the battleship alone: 8 - 1 - 4 boxes.
        assert_eq!(fires(&mut battle, &[(0, 1)], &[], &[1, 2, 6]), "");
        assert_eq!(course(&battle), "fdlfebdfd");
        assert_eq!(battle.vessel(b(1)).shields, [3, 7, 7, 7]);
    }
}

mod talon_p_14 {
    use super::*;

    /// A hex to the north of a ship that faces south is behind it.
    #[test]
    fn a_ship_that_is_displaced_into_a_missile_is_hit_by_it() {
        lay_out!(mut battle, stage(&["terran-bb", "talon-dd"], &["talon-ca"]));
        put(&mut battle, b(0), (0, 4), "S");
        let behind = Position { hex: Hex16::new(0, 6), facing: Facing::SOUTH };
        battle.missiles[Side::A][0] = Some(Missile { at: behind, target: 0, damaged: false });
        let shot = Shot::At(Target::Ship(0), Some(Facing::NORTH));
        assert_eq!(fires(&mut battle, &[(0, 1)], &[shot], &[2, 3, 4]), "");
        assert_eq!(at(&battle, b(0)), (0, 6, "S".into()));
        assert_eq!((battle.vessel(b(0)).shields, battle.vessel(b(0)).hull), ([0, 4, 1, 4], 3));
        assert_eq!(battle.flying(Side::A), []);
    }
}

mod talon_8_5 {
    use super::*;

    /// Criticals of a blast are rolled before the next ship is hit. The Talon CA's third hull box is critical.
    #[test]
    fn criticals_of_a_blast_are_rolled_at_once() {
        lay_out!(mut battle, stage(&["terran-ca"], &["talon-ca", "talon-ca"]));
        put(&mut battle, b(0), (0, 2), "S");
        put(&mut battle, b(1), (1, 1), "SW");
        battle.vessel_mut(b(0)).shields = [0; 4];
        battle.lose(a(0), Loss::CoreBreach);
        explode(&mut battle, &[3, 4]);
        assert_eq!(course(&battle), "lebdcbd");
        assert_eq!((battle.vessel(b(0)).hull, battle.vessel(b(1)).shields), (3, [4, 4, 3, 4]));
    }

    #[test]
    fn shields_down_destroys_reinforcements_for_good() {
        lay_out!(mut battle, stage(&["terran-ca"], &["talon-ca"]));
        battle.impulse = 1;
        let mut spends = Script::spends(&[(a(0), Use::Reinforce(Arc::Left))]);
        battle.spend_points(Side::A, &mut spends).expect("a point");
        // Four rear boxes and four of the hull, the fourth of them critical.
        damage(&mut battle, a(0), Arc::Rear, 8, &[2, 1]);
        battle.impulse = 2;
        battle.repairs(Side::A, &mut dice(&[6]));
        assert!(!battle.vessel(a(0)).has(Marker::ShieldsDown));
        damage(&mut battle, a(0), Arc::Left, 1, &[]);
        assert_eq!(battle.vessel(a(0)).shields, [6, 5, 0, 4]);
    }

    /// Thrusters count from the next turn of the ship on; the marker on the map lies where it was. A relay counts from the next Power
    /// Phase on, with the hull: 3-3-1 less the -1 of the fourth box and one is 1-3-1.
    #[test]
    fn thrusters_leave_the_marker_and_relays_add_to_the_hull() {
        lay_out!(mut battle, stage(&["talon-ca"], &["terran-ca"]));
        battle.vessel_mut(a(0)).pending = 1;
        damage(&mut battle, a(0), Arc::Rear, 6, &[3, 3]);
        assert_eq!((battle.vessel(a(0)).pending, battle.vessel(a(0)).turn_radius()), (1, 2));
        lay_out!(mut battle, stage(&["talon-ca"], &["terran-ca"]));
        damage(&mut battle, a(0), Arc::Rear, 6, &[4, 4]);
        assert_eq!(battle.vessel(a(0)).power, 3);
        battle.impulse = code::POWER_PHASE;
        battle.power_phase(&mut dice(&[]), &mut Script::default()).expect("legal");
        let vessel = battle.vessel(a(0));
        assert_eq!([vessel.power, vessel.speed, vessel.radius], [1, 3, 1]);
    }
}

mod talon_p_7 {
    use super::*;

    /// Two cruisers that move together damage each other in each impulse in which they move, once each time.
    #[test]
    fn a_pair_that_stays_together_is_damaged_in_each_impulse_in_which_it_moves() {
        lay_out!(mut battle, stage(&["talon-ca", "talon-ca"], &["terran-ca"]));
        put(&mut battle, a(1), (0, 0), "N");
        let movers = [Mover::Ship(0, Step::Straight), Mover::Ship(1, Step::Straight)];
        for (impulse, left) in [(0, 7), (1, 4), (2, 4), (3, 1)] {
            battle.impulse = impulse;
            // Speed 3: they move in B and D. Forward each time: 6 of 6 1 2 3.
            let (movers, faces) =
                if impulse % 2 == 1 { (&movers[..], vec![6, 1, 2, 3, 6, 1, 2, 3]) } else { (&[][..], vec![]) };
            let moved = battle.movement_step(Side::A, &mut dice(&faces), &mut Script::moves(movers));
            assert_eq!(why(moved), "");
            assert_eq!([0, 1].map(|slot| battle.vessel(a(slot)).shields[0]), [left; 2]);
        }
    }
}
