//! The page's examples, and rows worked out by hand.

use super::damage::{DamageCode, MAX_PLUS, MAX_TIMES, net_damage};
use super::dice::{MAX_DICE, Pool, SIDES, weight_2d12};
use super::readings::{Reading, read};
use super::skill::{MAX_SKILL, skill_die};

/// What a throw reads as Low, Med L, Med H, High and All.
fn readings(dice: &[u8]) -> [i32; 5] {
    Reading::ALL.map(|reading| read(dice, reading))
}

mod skilldice_1_1 {
    use super::*;

    #[test]
    fn skills_have_the_dice_of_the_table() {
        let dice: Vec<u8> = (1..=MAX_SKILL).map(skill_die).collect();
        assert_eq!(dice, [4, 4, 4, 4, 6, 6, 8, 8, 10, 10]);
    }
}

mod skilldice_3_4 {
    use super::*;

    /// The three throws of the rules page.
    #[test]
    fn the_examples_of_the_page() {
        assert_eq!(readings(&[5, 5, 2]), [2, 2, 10, 10, 12]);
        assert_eq!(readings(&[2, 2, 5]), [4, 4, 5, 5, 9]);
        assert_eq!(readings(&[4, 4, 4]), [12, 12, 12, 12, 12]);
    }

    #[test]
    fn three_different_dice_have_a_middle_one() {
        for dice in [[1, 4, 7], [7, 1, 4], [4, 7, 1]] {
            assert_eq!(readings(&dice), [1, 4, 4, 7, 12]);
        }
    }

    #[test]
    fn few_dice() {
        assert_eq!(readings(&[]), [0; 5]);
        assert_eq!(readings(&[6]), [6; 5]);
        assert_eq!(readings(&[6, 2]), [2, 2, 6, 6, 8], "no middle die");
        assert_eq!(readings(&[3, 3]), [6; 5], "one group");
    }

    /// The ruling on four dice and more: the middle of the groups of equal faces.
    #[test]
    fn groups_of_four_dice_and_more() {
        assert_eq!(readings(&[1, 2, 3, 4]), [1, 1, 4, 4, 10], "four groups: none is in the middle");
        assert_eq!(readings(&[8, 3, 3, 1]), [1, 6, 6, 8, 15], "three groups: the pair is the middle one");
        assert_eq!(readings(&[8, 8, 3, 3]), [6, 6, 16, 16, 22]);
        assert_eq!(readings(&[1, 2, 3, 4, 5]), [1, 3, 3, 5, 15]);
        assert_eq!(readings(&[2, 2, 2, 9]), [6, 6, 9, 9, 15]);
    }
}

mod skilldice_3_5 {
    use super::*;

    /// Low+1, High/2 and All x2 of the page, for the throw 5 5 2.
    #[test]
    fn the_modifiers_of_the_page() {
        let damage = |text: &str| DamageCode::parse(text).expect("a code").damage(&[5, 5, 2]);
        assert_eq!(["L+1", "H/2", "Allx2"].map(damage), [3, 5, 24]);
        assert_eq!(["L/2", "MLx3+1/2", "MHx2+9"].map(damage), [1, 3, 29]);
        let odd = DamageCode { halve: true, ..DamageCode::plain(Reading::High) };
        assert_eq!(odd.damage(&[7, 2, 1]), 3, "rounded down");
    }

    #[test]
    fn every_code_is_written_as_it_is_read() {
        let mut codes = 0;
        for reading in Reading::ALL {
            for (times, plus, halve) in (1..=MAX_TIMES)
                .flat_map(|times| (0..=MAX_PLUS).flat_map(move |plus| [(times, plus, false), (times, plus, true)]))
            {
                let code = DamageCode { reading, times, plus, halve };
                assert_eq!(DamageCode::parse(&code.to_string()), Some(code));
                codes += 1;
            }
        }
        assert_eq!(codes, 5 * 4 * 10 * 2);
    }

    #[test]
    fn other_texts_are_no_codes() {
        let texts = [
            "", "M", "mh", "MH1", "MH+", "MH+0", "MH+10", "MHx1", "MHx5", "MHx", "H/3", "H/2+1", "H+1x2", "ALL", "Low",
            "L +1", "Lö", "L+é", "H/2/2", "x2", "+1",
        ];
        for text in texts {
            assert_eq!(DamageCode::parse(text), None, "{text}");
        }
    }
}

mod skilldice_3_6 {
    use super::*;

    #[test]
    fn a_code_drops_a_class_and_keeps_its_modifiers() {
        let dropped = |text: &str| DamageCode::parse(text).expect("a code").dropped().to_string();
        assert_eq!(["All", "H", "MH", "ML", "L"].map(dropped), ["H", "MH", "ML", "L", "L"]);
        assert_eq!(dropped("Allx2+1/2"), "Hx2+1/2");
    }
}

mod skilldice_3_7 {
    use super::*;

    /// The example of the page: 17 against a Defensive Screen of 15 does two points more.
    #[test]
    fn overage_is_added_and_the_screen_taken_off() {
        assert_eq!(net_damage(4, 17, 15, 0), 6);
        assert_eq!(net_damage(4, 15, 15, 3), 1);
        assert_eq!(net_damage(1, 17, 15, 5), -2, "not floored on the way");
        assert_eq!(net_damage(2, 18, 15, 4), 1, "overage counts against the screen");
    }

    #[test]
    fn overage_is_not_doubled() {
        let code = DamageCode::parse("Lx2").expect("a code");
        assert_eq!(net_damage(code.damage(&[8, 7, 2]), 17, 15, 0), 2 * 2 + 2);
    }
}

#[test]
fn pools_are_written_as_they_are_read() {
    for text in ["1D4", "2D8", "2D8+1D6", "4D12", "1D4+1D6+1D8+1D10"] {
        let pool = Pool::parse(text).expect("a pool");
        assert_eq!(pool.to_string(), text);
        assert!(pool.sides.len() <= MAX_DICE && pool.sides.iter().all(|sides| SIDES.contains(sides)));
    }
    assert_eq!(Pool::parse("2D8+1D6").map(|pool| pool.sides), Some(vec![8, 8, 6]));
    assert_eq!(Pool::of(3, 8).kinds().collect::<Vec<_>>(), [(3, 8)]);
    let bad = [
        "",
        "D8",
        "0D8",
        "5D8",
        "3D8+2D6",
        "2D8+1D8",
        "2d8",
        "2D7",
        "2D08",
        "02D8",
        "2D8+",
        "+2D8",
        "2D8 + 1D6",
        "2D20",
        "-1D8",
        "+2D8",
    ];
    for text in bad {
        assert_eq!(Pool::parse(text), None, "{text}");
    }
}

/// k − 1 for 2 to 13, 25 − k for 14 to 24, of 144.
#[test]
fn critical_throws_have_their_weights() {
    let mut weights = [0; 27];
    for (one, other) in (1..=12).flat_map(|one| (1..=12).map(move |other| (one, other))) {
        weights[one + other] += 1;
    }
    let all: Vec<u32> = (0..27).map(weight_2d12).collect();
    assert_eq!(all, weights);
    assert_eq!([2, 13, 14, 24].map(weight_2d12), [1, 12, 11, 1]);
    assert_eq!(all.iter().sum::<u32>(), 144);
}
