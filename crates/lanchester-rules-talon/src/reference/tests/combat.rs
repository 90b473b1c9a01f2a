//! Fire.

use lanchester_core::Side;
use lanchester_lanes::hex::Facing;

use super::staging::{AT_FIRST, Stage, a, at, b, fires, held, lay_out, put, stage};
use crate::Talon;
use crate::arcs::Arc;
use crate::event::{Event, Target};
use crate::options::{Fusion, WaveArc};
use crate::reference::{Battle, Shot};

fn duel() -> Stage<Talon> {
    stage(&["talon-ca"], &["terran-ca"])
}

/// Damage of each shot so far.
fn damage(battle: &Battle<'_>) -> Vec<u8> {
    held!(battle.events(), Event::Fire { damage, .. } => *damage)
}

/// The arcs of shots at ships so far.
fn arcs(battle: &Battle<'_>) -> Vec<Arc> {
    held!(battle.events(), Event::Fire { arc: Some(arc), .. } => *arc)
}

mod talon_8_1_1 {
    use super::*;

    #[test]
    fn firing_empties_the_bar_and_only_a_full_one_fires() {
        lay_out!(mut battle, duel());
        put(&mut battle, b(0), (0, 4), "S");
        assert_eq!(fires(&mut battle, &[(0, 0)], &[AT_FIRST; 2], &[1, 1]), "");
        assert_eq!(battle.vessel(a(0)).bars, [[0, 0], [1, 4], [0, 0], [0, 0]]);
        assert_eq!(fires(&mut battle, &[(0, 0)], &[AT_FIRST; 2], &[]), "the weapon group is not charged");
        battle.vessel_mut(a(0)).bars[0] = [1, 3];
        assert_eq!(fires(&mut battle, &[(0, 0)], &[AT_FIRST; 2], &[]), "the weapon group is not charged");
    }
}

mod talon_8_1_3 {
    use super::*;

    #[test]
    fn ships_begin_with_full_bars() {
        lay_out!(battle, stage(&["talon-bc"], &["terran-bb"]));
        assert_eq!(battle.vessel(a(0)).bars[..3], [[1, 4], [2, 0], [1, 2]]);
        assert!((0..3).all(|group| battle.vessel(b(0)).is_charged(group)));
    }
}

mod talon_8_2_1 {
    use super::*;

    #[test]
    fn a_ship_finishes_its_fire_before_another_begins() {
        lay_out!(mut battle, stage(&["talon-ca", "talon-ca"], &["terran-ca"]));
        put(&mut battle, a(1), (1, 1), "N");
        put(&mut battle, b(0), (0, 6), "S");
        let refused = fires(&mut battle, &[(0, 0), (1, 0), (0, 1)], &[AT_FIRST; 6], &[1, 1, 1, 1]);
        assert_eq!(refused, "ship 0 of A has finished its fire");
        lay_out!(mut battle, stage(&["talon-ca", "talon-ca"], &["terran-ca"]));
        put(&mut battle, a(1), (1, 1), "N");
        put(&mut battle, b(0), (0, 6), "S");
        assert_eq!(fires(&mut battle, &[(0, 0), (0, 1), (1, 0)], &[AT_FIRST; 6], &[1; 6]), "");
    }
}

mod talon_8_2_2 {
    use super::*;

    #[test]
    fn within_arc_and_range_and_never_in_the_same_hex() {
        lay_out!(mut battle, duel());
        let mut groups = |hex: (i16, i16)| {
            put(&mut battle, b(0), hex, "S");
            [0, 1].map(|group| battle.may_fire(a(0), group).is_ok())
        };
        // The first group bears ahead and to the left, the second ahead and to the right.
        assert_eq!(groups((0, 4)), [true, true]);
        assert_eq!(groups((-2, 0)), [true, false]);
        assert_eq!(groups((2, 0)), [false, true]);
        assert_eq!(groups((0, -4)), [false, false]);
        assert_eq!(groups((0, 8)), [true, true]);
        assert_eq!(groups((0, 10)), [false, false]);
        assert_eq!(groups((0, 0)), [false, false]);
    }

    #[test]
    fn own_units_are_no_targets() {
        lay_out!(mut battle, stage(&["talon-ca", "talon-ff"], &["terran-ca"]));
        put(&mut battle, a(1), (0, 2), "N");
        assert_eq!(battle.targets(a(0), 0), []);
        put(&mut battle, b(0), (0, 4), "S");
        assert_eq!(battle.targets(a(0), 0), [Target::Ship(0)]);
        assert_eq!(
            fires(&mut battle, &[(0, 0)], &[Shot::At(Target::Ship(1), None)], &[]),
            "no such target in arc and range"
        );
        assert_eq!(
            fires(&mut battle, &[(0, 1)], &[Shot::Launch(0, Facing::NORTH)], &[]),
            "missiles alone are launched"
        );
    }
}

mod talon_8_2_3 {
    use super::*;

    #[test]
    fn a_ship_between_does_not_block_fire() {
        lay_out!(mut battle, stage(&["talon-ca"], &["terran-ca", "terran-dd"]));
        put(&mut battle, b(0), (0, 2), "S");
        put(&mut battle, b(1), (0, 4), "S");
        assert_eq!(battle.targets(a(0), 0), [Target::Ship(0), Target::Ship(1)]);
    }
}

mod talon_8_3 {
    use super::*;

    #[test]
    fn each_weapon_has_a_target_and_a_die_of_its_own() {
        lay_out!(mut battle, stage(&["talon-ca"], &["terran-ca", "terran-dd"]));
        put(&mut battle, b(0), (0, 4), "S");
        // Three hexes away, and the firer behind it.
        put(&mut battle, b(1), (0, 6), "N");
        let shots = [Shot::At(Target::Ship(1), None), AT_FIRST];
        assert_eq!(fires(&mut battle, &[(0, 0)], &shots, &[3, 2]), "");
        assert_eq!(damage(&battle), [2, 2], "3 or more at three hexes, 2 or more at two");
        assert_eq!(battle.vessel(b(0)).shields, [4, 5, 4, 5]);
        assert_eq!(battle.vessel(b(1)).shields, [3, 3, 0, 3], "the arc that the firer is in");
        assert_eq!(arcs(&battle), [Arc::Rear, Arc::Forward]);
    }

    #[test]
    fn once_a_group_fires_each_weapon_with_a_target_fires() {
        lay_out!(mut battle, duel());
        put(&mut battle, b(0), (0, 4), "S");
        assert_eq!(fires(&mut battle, &[(0, 0)], &[AT_FIRST], &[1]), "the script has no shot left");
        // The second weapon has no target left when the first destroys it; here nobody is near enough to explode upon.
        lay_out!(mut battle, duel());
        put(&mut battle, b(0), (0, 4), "S");
        battle.vessel_mut(b(0)).shields = [0; 4];
        battle.vessel_mut(b(0)).hull = 5;
        assert_eq!(fires(&mut battle, &[(0, 0)], &[AT_FIRST], &[6]), "");
        assert!(!battle.vessel(b(0)).alive());
        assert_eq!(battle.vessel(a(0)).shields, [7, 4, 3, 4]);
    }
}

mod talon_p_13 {
    use super::*;

    fn fleet(fusion: Fusion) -> Stage<Talon> {
        let mut stage = stage(&["talon-bb"], &["terran-ca", "talon-dd", "terran-dd"]);
        stage.options.fusion = fusion;
        stage
    }

    /// All that is ahead within three hexes, with a die each: 7 points on a 1 at one hex, 4 on a 6 at three.
    #[test]
    fn one_cannon_hits_every_enemy_in_its_arc() {
        lay_out!(mut battle, fleet(Fusion::All));
        put(&mut battle, b(0), (0, 2), "S");
        put(&mut battle, b(1), (0, 6), "S");
        put(&mut battle, b(2), (2, 0), "S");
        let at = battle.vessel(b(1)).at.ahead();
        battle.missiles[Side::B][1] = Some(crate::effects::Missile { at, target: 0, damaged: false });
        assert_eq!(battle.targets(a(0), 1), [Target::Ship(0), Target::Ship(1), Target::Missile(1)]);
        // The destroyer's four shield boxes ahead hold; the missile dies.
        assert_eq!(fires(&mut battle, &[(0, 1)], &[], &[1, 6, 1]), "");
        assert_eq!(damage(&battle), [7, 4, 4]);
        assert_eq!((battle.vessel(b(0)).shields[0], battle.vessel(b(0)).hull), (0, 1));
        assert_eq!((battle.vessel(b(1)).shields[0], battle.vessel(b(1)).hull), (0, 0));
        assert_eq!(battle.flying(Side::B), []);
    }

    #[test]
    fn options_spare_missiles_or_all_but_one() {
        lay_out!(mut battle, fleet(Fusion::Ships));
        put(&mut battle, b(0), (0, 2), "S");
        let at = battle.vessel(b(0)).at.ahead().ahead();
        battle.missiles[Side::B][0] = Some(crate::effects::Missile { at, target: 0, damaged: false });
        assert_eq!(battle.targets(a(0), 1), [Target::Ship(0)]);
        lay_out!(mut battle, fleet(Fusion::One));
        put(&mut battle, b(0), (0, 2), "S");
        put(&mut battle, b(1), (0, 6), "S");
        assert_eq!(fires(&mut battle, &[(0, 1)], &[Shot::At(Target::Ship(1), None)], &[6]), "");
        assert_eq!(damage(&battle), [4]);
    }
}

mod talon_p_14 {
    use super::*;

    fn battleship() -> Stage<Talon> {
        stage(&["terran-bb"], &["talon-ca"])
    }

    #[test]
    fn it_displaces_its_target_and_does_ten_points() {
        lay_out!(mut battle, battleship());
        put(&mut battle, b(0), (0, 4), "S");
        let shot = Shot::At(Target::Ship(0), Some(Facing::NORTH));
        assert_eq!(fires(&mut battle, &[(0, 1)], &[AT_FIRST], &[]), "the target is displaced directly away");
        lay_out!(mut battle, battleship());
        put(&mut battle, b(0), (0, 4), "S");
        // Seven shield boxes and three of the hull, the third of them critical: a seven has no effect.
        assert_eq!(fires(&mut battle, &[(0, 1)], &[shot], &[2, 3, 4]), "");
        assert_eq!(at(&battle, b(0)), (0, 6, "S".into()));
        assert_eq!((battle.vessel(b(0)).shields[0], battle.vessel(b(0)).hull), (0, 3));
        // A miss displaces nothing.
        battle.vessel_mut(a(0)).bars[1] = [2, 5];
        assert_eq!(fires(&mut battle, &[(0, 1)], &[shot], &[2]), "");
        assert_eq!(at(&battle, b(0)), (0, 6, "S".into()));
    }

    #[test]
    fn on_a_line_the_firer_chooses() {
        lay_out!(mut battle, battleship());
        put(&mut battle, b(0), (1, 3), "S");
        let north_east = Facing::by_name("NE").unwrap();
        assert_eq!(battle.pushes(a(0), 1, Target::Ship(0)), [Facing::NORTH, north_east]);
        let shot = Shot::At(Target::Ship(0), Some(north_east));
        assert_eq!(fires(&mut battle, &[(0, 1)], &[shot], &[6, 3, 4]), "");
        assert_eq!(at(&battle, b(0)), (2, 4, "S".into()));
    }

    /// A target on the line between north and north-east that faces south has the firer on the edge of its forward arc; a hex
    /// farther north-east, to its right.
    #[test]
    fn the_arc_is_taken_before_or_after_by_option() {
        let arcs = [WaveArc::Before, WaveArc::After].map(|moment| {
            let mut stage = battleship();
            stage.options.wave_arc = moment;
            lay_out!(mut battle, stage);
            put(&mut battle, b(0), (1, 3), "S");
            let shot = Shot::At(Target::Ship(0), Some(Facing::by_name("NE").unwrap()));
            assert_eq!(fires(&mut battle, &[(0, 1)], &[shot], &[1]), "");
            arcs(&battle)
        });
        assert_eq!(arcs, [[Arc::Forward], [Arc::Right]]);
    }

    #[test]
    fn by_option_it_displaces_nothing() {
        let mut stage = battleship();
        stage.options.wave_displaces = false;
        lay_out!(mut battle, stage);
        put(&mut battle, b(0), (0, 4), "S");
        assert_eq!(fires(&mut battle, &[(0, 1)], &[AT_FIRST], &[2, 3, 4]), "");
        assert_eq!(at(&battle, b(0)), (0, 4, "S".into()));
    }
}
