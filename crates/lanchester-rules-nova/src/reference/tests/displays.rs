//! The book's examples of ship displays, the board and arcs (pages 4 to 11).

use crate::reference::staging::{majestic, plain};

mod nova_1_1 {
    use super::*;
    use lanchester_core::Combatant;

    #[test]
    fn the_printed_display_fits() {
        let ship = majestic();
        assert_eq!((Combatant::name(&ship), Combatant::rating(&ship)), ("MAJESTIC", 344));
        assert_eq!((ship.armour, ship.hull), (0, 17));
        assert_eq!(ship.thrust, Some([4, 3, 2, 1, 1]));
        assert_eq!(ship.ecm, Some([1, 1, 1, 0, 0]));
    }
}

mod nova_1_2 {
    use crate::design::groups;

    #[test]
    fn printed_groups() {
        // Five armour and eight hull boxes are the book's examples, seventeen in 6-6-5 the designer's own words.
        let printed = [[2, 2, 1], [3, 3, 2], [6, 6, 5], [0, 0, 0], [1, 0, 0], [1, 1, 0]];
        assert_eq!([5, 8, 17, 0, 1, 2].map(groups), printed);
    }

    #[test]
    fn groups_hold_all_boxes_and_shrink() {
        for n in 0..=crate::design::MAX_BOXES {
            let [x, y, z] = groups(n);
            assert!(x + y + z == n && x >= y && y >= z && x - z <= 1);
        }
    }
}

mod nova_1_3 {
    use super::*;
    use crate::design::Design;
    use crate::event::Condition;
    use crate::formulas::condition;

    /// Armour 5, hull 8: groups 2 2 1 and 3 3 2.
    #[test]
    fn thresholds_of_the_example_ship() {
        let ship = Design { armour: 5, hull: 8, ..plain() };
        assert_eq!(ship.thresholds(), [5, 10, 13]);
        assert_eq!(
            [4, 5, 9, 10, 12, 13].map(|track| condition(&ship, track)),
            [
                Condition::Sound,
                Condition::Damaged,
                Condition::Damaged,
                Condition::Crippled,
                Condition::Crippled,
                Condition::Destroyed
            ]
        );
        assert_eq!(majestic().thresholds(), [6, 12, 17]);
    }

    /// Written out by hand: boxes in fill order, as armour 1, hull 1, armour 2, hull 2, armour 3, hull 3.
    #[test]
    fn a_hull_of_one_or_two_boxes_under_armour_of_0_to_7() {
        let one = [[1, 1, 1], [2, 2, 2], [2, 3, 3], [2, 3, 4], [3, 4, 5], [3, 5, 6], [3, 5, 7], [4, 6, 8]];
        let two = [[1, 2, 2], [2, 3, 3], [2, 4, 4], [2, 4, 5], [3, 5, 6], [3, 6, 7], [3, 6, 8], [4, 7, 9]];
        for armour in 0..=7u8 {
            for (hull, thresholds) in [(1, one), (2, two)] {
                let ship = Design { armour, hull, ..plain() };
                assert_eq!(ship.thresholds(), thresholds[usize::from(armour)], "armour {armour}, hull {hull}");
                assert_eq!(ship.thresholds()[2], armour + hull, "destroyed by the last box");
            }
        }
    }
}

mod nova_1_4 {
    use super::*;
    use crate::design::Design;

    /// Thrust 4 3 2 1 1 with two boxes gone is 2; ECM 1 1 1 0 0 with three gone is 0.
    #[test]
    fn the_first_unchecked_entry_counts() {
        let ship = majestic();
        assert_eq!([0, 1, 2, 3, 4].map(|lost| ship.thrust_after(lost)), [4, 3, 2, 1, 1]);
        assert_eq!([0, 1, 2, 3, 4].map(|lost| ship.ecm_after(lost)), [1, 1, 1, 0, 0]);
        let bare = Design { thrust: None, ecm: None, ..plain() };
        assert_eq!((bare.thrust_after(0), bare.ecm_after(4)), (0, 0));
    }

    #[test]
    fn shields_block_the_faces_on_unchecked_icons() {
        let ship = Design { shields: Some([1, 3, 5, 5, 6]), ..plain() };
        let faces = |lost| (1..=6u8).filter(|f| ship.shield_faces(lost) >> (f - 1) & 1 == 1).collect::<Vec<_>>();
        assert_eq!(faces(0), [1, 3, 5, 6]);
        assert_eq!(faces(2), [5, 6]);
        assert_eq!(faces(3), [5, 6], "the second icon with a five is still there");
        assert_eq!(faces(4), [6]);
        assert_eq!(plain().shield_faces(0), 0);
    }
}

mod nova_1_5 {
    use super::*;

    #[test]
    fn banks_fire_in_print_order() {
        let ship = majestic();
        let banks: Vec<_> = ship.banks().map(|(battery, bank)| (battery, bank.arc.name(), bank.modifier)).collect();
        assert_eq!(banks, [(0, "FF", 0), (1, "FX", 2), (1, "AX", 2), (2, "FF", 2), (2, "PH", 4), (2, "SH", 4)]);
    }
}

mod nova_2_1 {
    use crate::options::{BATTLE_SIZES, Options};

    #[test]
    fn the_target_is_half_the_limit() {
        assert_eq!(BATTLE_SIZES.map(|(_, limit, _)| limit), [600, 800, 1000, 1200, 1400]);
        assert!(BATTLE_SIZES.iter().all(|(_, limit, target)| *limit == 2 * target));
        let small = Options { size: Some(1), ..Options::default() };
        assert_eq!((small.fleet_limit(), small.target_quarters()), (Some(800), Some(1600)));
        assert_eq!(Options { vp_target: Some(7), ..small }.target_quarters(), Some(28));
        assert_eq!((Options::default().fleet_limit(), Options::default().target_quarters()), (None, None));
    }
}

mod nova_2_2 {
    use crate::options::Options;

    #[test]
    fn the_board_is_24_by_18() {
        let board = Options::default().board();
        assert_eq!((board.cols, board.rows), (24, 18));
        let turned = Options { swapped_edges: true, ..Options::default() }.board();
        assert_eq!((turned.cols, turned.rows), (18, 24));
    }
}

mod nova_5_2 {
    use crate::arcs::{ARCS, Arc};
    use lanchester_lanes::hex::{Bearing, Facing, Hex};

    /// The hour on whose ray, or the two hours between which, a displacement lies, as seen from a ship facing north.
    fn covers(name: &str, q: i8, h: i8) -> bool {
        Arc::by_name(name).unwrap().clock().contains(Bearing::of(Hex::new(q, h)).unwrap().seen_from(Facing::NORTH))
    }

    #[test]
    fn twenty_arcs_of_their_sizes() {
        let hours = |name: &str| Arc::by_name(name).unwrap().clock().degrees() / 30;
        for (names, size) in [
            ("FR AR PR SR", 2),
            ("FF AA PP SS FP FS AP AS", 4),
            ("FH AH PH SH", 6),
            ("FX AX", 8),
            ("TR", 10),
            ("TT", 12),
        ] {
            for name in names.split(' ') {
                assert_eq!(hours(name), size, "{name}");
            }
        }
        assert_eq!(ARCS.len(), 20);
    }

    /// The line of hexes dead ahead lies in both the port and the starboard half.
    #[test]
    fn borders_belong_to_the_arc() {
        for ahead in 1..17 {
            assert!(covers("PH", 0, 2 * ahead) && covers("SH", 0, 2 * ahead));
        }
        // Hours 10 and 2 are the lines of hexes off the bows, hours 3 and 9 run along the beam.
        assert!(covers("FF", 3, 3) && covers("FF", -3, 3) && !covers("FF", 4, 2));
        assert!(covers("SR", 4, 0) && covers("FH", 4, 0) && covers("AH", 4, 0) && !covers("FF", 4, 0));
        assert!(covers("FX", 2, -2) && !covers("FX", 0, -2) && covers("AX", 0, -2));
        assert!(covers("TR", 1, -3) && !covers("TR", 1, -5) && covers("TT", 1, -5));
    }

    /// Every arc on its own clock face: the hours from the first to the last, and no other.
    #[test]
    fn arcs_cover_their_hours() {
        // A displacement on the ray of each hour, 12 first.
        let rays =
            [(0, 2), (1, 3), (1, 1), (2, 0), (1, -1), (1, -3), (0, -2), (-1, -3), (-1, -1), (-2, 0), (-1, 1), (-1, 3)];
        for (name, from, to) in ARCS {
            let span = (to + 12 - from) % 12;
            for (hour, (q, h)) in rays.into_iter().enumerate() {
                let inside = name == "TT" || (hour as u8 + 12 - from) % 12 <= span;
                assert_eq!(covers(name, q, h), inside, "{name} at {hour}");
            }
        }
    }
}
