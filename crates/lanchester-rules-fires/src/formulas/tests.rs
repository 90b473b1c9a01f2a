//! The book's examples, sample ships, and rows worked out by hand.

use super::beams::{BeamKind, Fire, Target, to_hit, to_pierce, volley};
use super::damage::{Condition, damage_number, result};
use super::dice::{faces, passes};
use super::missiles::{self, Missile};
use super::range::{MAX_RANGE, bracket};
use super::repair::to_repair;
use super::thrust::hexes;

/// The missile of the sample escort.
const ESCORT_MISSILE: Missile = Missile { maneuver: 6, guidance: 4, penetration: 12, bonus: 1, size: 8, defence: 2 };

/// A target of an electronic suite, a maneuver rating and an armour or screen.
const fn target([electronics, maneuver, defence]: [u8; 3]) -> Target {
    Target { electronics, maneuver, defence }
}

#[test]
fn dice_pass_a_number_or_less() {
    for number in -3..30 {
        let count = (1..=20).filter(|face| passes(*face, number)).count();
        assert_eq!(usize::from(faces(number)), count, "{number}");
    }
}

#[test]
fn ranges_have_four_brackets() {
    let of = |range| bracket(range);
    assert_eq!([0, 4, 5, 8, 9, 12, 13, MAX_RANGE].map(of), [0, 0, 1, 1, 2, 2, 3, 3].map(Some));
    assert_eq!([-1, 17].map(of), [None, None]);
}

mod fires_10_b_ii_2 {
    use super::*;

    #[test]
    fn what_a_missile_does_not_move_adds_penetration() {
        assert_eq!([6, 5, 1, 0].map(|committed| ESCORT_MISSILE.penetration_at(committed)), [12, 13, 17, 18]);
    }
}

mod fires_11_f_iii {
    use super::*;

    #[test]
    fn electronics_above_the_lowest_add_hexes() {
        assert_eq!([hexes(4, 3, 3), hexes(3, 4, 3), hexes(2, 5, 3), hexes(2, 2, 3)], [4, 4, 4, 2]);
        assert_eq!(hexes(0, 5, 3), 0, "a unit that cannot maneuver");
    }
}

mod fires_11_f_v {
    use super::*;

    /// Thrusts move the future marker, so that the second counts once in its first turn and twice in all.
    #[test]
    fn missiles_reach_as_far_as_sums_of_their_thrusts() {
        assert_eq!([0, 1, 2, 3, 4].map(|thrusts| missiles::reach(1, thrusts)), [0, 1, 3, 6, 10]);
        assert_eq!(missiles::reach(6, 3), 36);
        assert_eq!(missiles::reach(0, 9), 0);
    }
}

mod fires_16_a_ii_1 {
    use super::*;

    #[test]
    fn escorts_at_each_other() {
        // Target values 13, 10, 7, 4; electronics 3 both, maneuver 4.
        assert_eq!([13, 10, 7, 4].map(|value| to_hit(value, [3, 4], 3)), [9, 6, 3, 0]);
    }
}

mod fires_16_a_ii_2 {
    use super::*;

    #[test]
    fn one_always_penetrates() {
        assert_eq!([14, 11, 8, 5].map(|penetration| to_pierce(penetration, 4)), [10, 7, 4, 1]);
        assert_eq!(to_pierce(2, 12), 1);
        assert_eq!(BeamKind::ALL.map(|kind| kind.defence([12, 8])), [12, 8]);
    }
}

mod fires_16_a_iii {
    use super::*;

    /// The book's example: six hits, four of their rolls increase it.
    #[test]
    fn the_example_of_the_book() {
        assert_eq!(damage_number(1, 6, 4), 10);
        assert_eq!(damage_number(0, 6, 4), 4);
        assert_eq!(damage_number(2, 3, 0), 6);
    }
}

mod fires_16_a_iv {
    use super::*;

    /// The book's example: with 10, 1 to 5 disables, 6 to 10 damages, 11 to 20 degrades.
    #[test]
    fn the_example_of_the_book() {
        let all: Vec<Condition> = (1..=20).map(|face| result(face, 10)).collect();
        assert!(all[..5].iter().all(|of| *of == Condition::Disabled));
        assert!(all[5..10].iter().all(|of| *of == Condition::Damaged));
        assert!(all[10..].iter().all(|of| *of == Condition::Degraded));
    }

    #[test]
    fn small_numbers() {
        assert_eq!([1, 2, 3].map(|face| result(face, 1)), [Condition::Damaged, Condition::Degraded, Condition::Sound]);
        assert_eq!(
            [1, 2, 3].map(|face| result(face, 3)),
            [Condition::Disabled, Condition::Damaged, Condition::Damaged]
        );
        assert_eq!(result(1, 0), Condition::Sound);
    }
}

mod fires_16_a_iv_4 {
    use super::*;

    #[test]
    fn a_second_disabled_result_destroys_and_others_are_not_added() {
        let Condition::Disabled = Condition::Damaged.after(Condition::Disabled) else { panic!("disabled") };
        assert_eq!(Condition::Disabled.after(Condition::Disabled), Condition::Destroyed);
        assert_eq!(Condition::Disabled.after(Condition::Damaged), Condition::Disabled);
        assert_eq!(Condition::Degraded.after(Condition::Degraded), Condition::Degraded);
        assert_eq!(Condition::Degraded.after(Condition::Damaged), Condition::Damaged);
    }
}

mod fires_16_a_iv_5 {
    use super::*;

    #[test]
    fn fewer_weapons_and_less_electronics() {
        let weapons = |count| Condition::ALL.map(|condition| condition.weapons(count));
        assert_eq!(weapons(8), [8, 6, 4, 0, 0]);
        assert_eq!(weapons(6), [6, 5, 3, 0, 0], "rounded up");
        assert_eq!(weapons(1), [1, 1, 1, 0, 0]);
        assert_eq!(Condition::ALL.map(|condition| condition.electronics(4)), [4, 3, 2, 0, 0]);
        assert_eq!(Condition::Damaged.electronics(1), 0);
        assert_eq!(Condition::ALL.map(|condition| condition.maneuver(3)), [3, 3, 3, 0, 0]);
    }
}

mod fires_16_a_viii {
    use super::*;

    /// The two examples of the book: 8 × 3 / 2 + 3 − 5 = 10, and 16 × 7 / 4 − 12 = 16.
    #[test]
    fn the_examples_of_the_book() {
        let dispersed = volley(Fire::Dispersed, 8, [3, 10], target([5, 0, 4]), 3);
        assert_eq!((dispersed.rolls, dispersed.hit, dispersed.pierce), (1, 10, 6));
        assert_eq!(volley(Fire::Single, 8, [3, 10], target([5, 0, 4]), 3).hit, 1);
        let concentrated = volley(Fire::Concentrated, 16, [9, 7], target([4, 2, 12]), 4);
        assert_eq!((concentrated.rolls, concentrated.hit, concentrated.pierce), (1, 7, 16));
        assert_eq!(volley(Fire::Single, 16, [9, 7], target([4, 2, 12]), 4).pierce, 1);
    }

    /// Dispersed fire begins to pay at three weapons, concentrated fire at five.
    #[test]
    fn too_few_weapons_gain_nothing() {
        let of = |fire, weapons| volley(fire, weapons, [8, 8], target([0; 3]), 0);
        assert_eq!([2, 3].map(|weapons| of(Fire::Dispersed, weapons).hit), [8, 12]);
        assert_eq!([4, 5].map(|weapons| of(Fire::Concentrated, weapons).pierce), [8, 10]);
        assert_eq!(of(Fire::Dispersed, 0).rolls, 0);
    }
}

mod fires_16_a_ix {
    use super::*;

    #[test]
    fn strength_over_defence() {
        assert_eq!([12, 14, 13].map(|strength| missiles::point_defence(strength, 2)), [6, 7, 6]);
    }
}

mod fires_16_a_x {
    use super::*;

    /// Anti-missiles of maneuver 6 hit commitment 1 on 13 of 20, commitment 6 on 8.
    #[test]
    fn slow_missiles_are_easy_to_hit() {
        let of = |committed| missiles::to_intercept((&ESCORT_MISSILE, 6), (&ESCORT_MISSILE, committed));
        assert_eq!([1, 6].map(of), [13, 8]);
    }
}

mod fires_16_a_xi_2 {
    use super::*;

    #[test]
    fn an_escort_is_hit_by_its_own_missile() {
        // 13 − 3 − 4 + 6 + 4.
        assert_eq!(missiles::to_hit(13, [3, 4], &ESCORT_MISSILE, 6), 16);
    }
}

mod fires_16_a_xi_3 {
    use super::*;

    /// Less than 12 − 4, and 12 − 4 where missiles are as beams.
    #[test]
    fn missiles_need_less_than_the_difference() {
        let of = |committed, armour, inclusive| missiles::to_pierce(&ESCORT_MISSILE, committed, armour, inclusive);
        assert_eq!([of(6, 4, false), of(6, 4, true), of(0, 4, false)], [7, 8, 13]);
        assert_eq!(of(6, 12, false), 1, "a 1 always penetrates");
    }

    /// The chances of one missile against an escort, by its commitment from 6 to 0.
    #[test]
    fn commitments_against_an_escort() {
        let chance = |committed| {
            let hit = faces(missiles::to_hit(13, [3, 4], &ESCORT_MISSILE, committed));
            let pierce = faces(missiles::to_pierce(&ESCORT_MISSILE, committed, 4, false));
            u32::from(hit) * u32::from(pierce) * 1000 / 400
        };
        assert_eq!([6, 5, 4, 3, 2, 1, 0].map(chance), [280, 300, 315, 325, 330, 330, 325]);
    }
}

mod fires_17_a {
    use super::*;

    #[test]
    fn degraded_and_damaged_results_may_be_repaired() {
        assert_eq!(Condition::ALL.map(|result| to_repair(result, true)), [0, 6, 3, 0, 0]);
        // Twice the die, up to 6 and 3: 1 to 3, and 1.
        assert_eq!(Condition::ALL.map(|result| to_repair(result, false)), [0, 3, 1, 0, 0]);
    }
}

mod fires_23 {
    use super::*;

    #[test]
    fn shares_of_the_cost() {
        assert_eq!(Condition::ALL.map(Condition::percent), [0, 10, 25, 50, 100]);
    }
}
