//! Check values computed elsewhere, and figures worked out by hand.

use lanchester_lanes::dice::exact::{Dist, ratio};

use super::attack::{chance, hits, penetrations, strikes, survivors};
use super::{ESCORT, MISSILE, escorts, number, printed};
use crate::formulas::beams::Fire;
use crate::formulas::missiles::{to_hit, to_pierce};
use crate::odds::harm::{self, after, results};

/// Six hits on a ship of basic number 1 and increase 12: nothing, degraded, damaged, disabled.
#[test]
fn six_hits() {
    printed(&results(&Dist::always(6), ESCORT), &[(0, 0.0680), (1, 0.4520), (2, 0.2525), (3, 0.2275)]);
}

/// The book's example, with a damage number of ten.
#[test]
fn a_damage_number_of_ten() {
    let ten = results(&Dist::always(10), [1, 0]);
    assert_eq!([0, 1, 2, 3].map(|at| ten.p(at)), [ratio(0, 20), ratio(10, 20), ratio(5, 20), ratio(5, 20)]);
    assert_eq!(harm::number(&Dist::always(10), [1, 0]), Dist::always(10));
}

/// Escorts at 0-4 hexes hit on 9 and penetrate on 10: what one volley of four does.
#[test]
fn a_volley_of_an_escort() {
    let volley = escorts(Fire::Single, 4, 0);
    assert_eq!([volley.hit, volley.pierce], [9, 10]);
    printed(&results(&penetrations(&volley), ESCORT), &[(1, 0.0720), (2, 0.0428), (3, 0.0292)]);
}

/// At 13-16 hexes an escort cannot hit another with one weapon; four dispersed hit on 4.
#[test]
fn escorts_at_long_range() {
    assert_eq!(hits(&escorts(Fire::Single, 4, 3)), Dist::always(0));
    assert_eq!(hits(&escorts(Fire::Dispersed, 4, 3)).p(1), ratio(4, 20));
}

/// The chances of one missile by its commitment, at an escort (6 to 0), a cruiser and a dreadnought (0, which is best there).
#[test]
fn one_missile() {
    let of = |[value, electronics, maneuver, armour]: [u8; 4], committed| {
        let numbers = [
            to_hit(value, [electronics, maneuver], &MISSILE, committed),
            to_pierce(&MISSILE, committed, armour, false),
        ];
        number(&strikes(&Dist::always(1), numbers).p(1))
    };
    let escort = [6, 5, 4, 3, 2, 1, 0].map(|committed| of([13, 3, 4, 4], committed));
    assert_eq!(escort, [0.28, 0.30, 0.315, 0.325, 0.33, 0.33, 0.325]);
    for (ship, figure) in [([15, 4, 3, 8], 0.27), ([18, 5, 2, 12], 0.1875)] {
        let all: Vec<f64> = (0..=6).map(|committed| of(ship, committed)).collect();
        assert_eq!(all[0], figure);
        assert!(all[1..].iter().all(|other| *other < figure), "{all:?}");
    }
}

/// Two batteries of strength 12 against a defence of 2: each destroys one on 6 or less.
#[test]
fn point_defence() {
    let left = survivors(3, 2, 6);
    assert_eq!([1, 2, 3].map(|missiles| left.p(missiles)), [ratio(9, 100), ratio(42, 100), ratio(49, 100)]);
    assert_eq!(survivors(1, 2, 6).p(0), ratio(51, 100), "one missile is destroyed once");
}

#[test]
fn a_second_disabled_result_destroys() {
    let results = Dist::of(vec![ratio(1, 2), ratio(0, 1), ratio(1, 4), ratio(1, 4)]);
    let once = after(&Dist::always(0), &results);
    let twice = after(&once, &results);
    assert_eq!(once, results);
    // Disabled once in two: 2 × 1/4 × 3/4. Both: 1/16.
    assert_eq!([0, 2, 3, 4].map(|at| twice.p(at)), [ratio(1, 4), ratio(5, 16), ratio(6, 16), ratio(1, 16)]);
}

#[test]
fn numbers_beyond_the_die_are_certain_or_impossible() {
    assert_eq!([-2, 0, 7, 20, 31].map(chance), [ratio(0, 1), ratio(0, 1), ratio(7, 20), ratio(1, 1), ratio(1, 1)]);
}
