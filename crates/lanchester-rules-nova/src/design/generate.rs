//! Rows and strings for ships of our own, and random designs for tests.

use super::{
    Bank, Battery, COLUMNS, Design, MAX_BANK_MODIFIER, MAX_BANKS, MAX_BATTERIES, MAX_BOXES, MAX_DICE, MAX_ECM,
    MAX_RANGE, MAX_THRUST, Origin, ROW,
};
use crate::arcs::{ARCS, Arc};

/// `value · √½ⁿ` rounded half up, where `value` is `numerator / denominator`: exact, in integers.
///
/// The result r is the largest with r − ½ ≤ value·√½ⁿ, that is (2r − 1)²·2ⁿ·denominator² ≤ (2·numerator)².
fn thinned(numerator: u32, denominator: u32, n: u32) -> u32 {
    let square = |x: u32| u128::from(x) * u128::from(x);
    let limit = 4 * square(numerator);
    let mut rounded = 0u32;
    while (square(2 * rounded + 1) * square(denominator)) << n <= limit {
        rounded += 1;
    }
    rounded
}

/// ### NOVA 1.6 Banks (p. 6)
/// Banks are disjoint groups of the battery's guns: the arc modifier of a bank that holds `guns` of `of` guns, as
/// printed (without its minus sign). Each bank fires on its own, and banks are never merged.
///
/// RULING: the modifier is the logarithm of the share to the base √½, rounded: the m with
/// 2^(m − ½) ≤ (of / guns)² < 2^(m + ½). A bank without guns has the largest modifier there is.
pub fn bank_modifier(guns: u16, of: u16) -> u8 {
    let fourth = |x: u16| u128::from(x).pow(4);
    let fits = |m: &u8| fourth(of) < fourth(guns) << (2 * u32::from(*m) + 1);
    (0..MAX_BANK_MODIFIER).find(fits).unwrap_or(MAX_BANK_MODIFIER)
}

/// ### NOVA 1.7 Rows of our own ships (p. 5)
/// A thrust or ECM row: each number is the first one thinned by √½ a box, rounded half up.
///
/// RULING: derived from the printed displays; the construction chapter is lost.
pub fn row(first: u8) -> [u8; ROW] {
    std::array::from_fn(|i| thinned(u32::from(first), 1, i as u32) as u8)
}

/// Shield icons by how many faces block at first, 0 to 5: `6+` has one, `2+` five (NOVA 1.7). `None` for 0.
pub fn shield_icons(blocking: u8) -> Option<[u8; ROW]> {
    match blocking {
        0 => None,
        1 => Some([6, 6, 6, 6, 6]),
        2 => Some([5, 6, 6, 6, 6]),
        3 => Some([4, 5, 5, 6, 6]),
        4 => Some([3, 4, 5, 6, 6]),
        _ => Some([2, 3, 4, 5, 6]),
    }
}

/// An attack-dice string that begins with `numerator / denominator` dice, which need not be whole (NOVA 1.5, 1.7).
/// Columns above the printable 40 are cut to it.
pub fn dice_string(numerator: u16, denominator: u16) -> [u8; COLUMNS] {
    let column = |i| thinned(u32::from(numerator), u32::from(denominator.max(1)), i).min(u32::from(MAX_DICE));
    std::array::from_fn(|i| column(i as u32) as u8)
}

/// A random legal design: anything that a ship file may say can come out of it, the odd corners often.
///
/// `rng` yields 64 uniform bits a call. Ratings are 1 to 2000 and say nothing about the ship's worth.
pub fn random_design(rng: &mut impl FnMut() -> u64) -> Design {
    let mut pick = |low: u8, high: u8| low + ((rng() >> 16) % (u64::from(high - low) + 1)) as u8;
    let armour = match pick(0, 3) {
        0 => 0,
        1 => pick(1, 4),
        2 => pick(1, 15),
        _ => pick(1, MAX_BOXES / 2),
    };
    let hull = match pick(0, 3) {
        0 => pick(1, 3),
        1 | 2 => pick(3, 16),
        _ => pick(3, MAX_BOXES / 2),
    };
    let thrust = random_row(&mut pick, MAX_THRUST);
    let ecm = random_row(&mut pick, MAX_ECM / 2);
    let shields = match pick(0, 5) {
        0 => None,
        1 => Some([1, 3, 5, 5, 6]),
        2 => Some(std::array::from_fn(|_| pick(1, 6))),
        _ => shield_icons(pick(0, 5)),
    };
    let most = match pick(0, 9) {
        0 => MAX_BATTERIES as u8,
        1 => 0,
        _ => 3,
    };
    let count = if most == 0 { 0 } else { pick(1, most) };
    let mut banks_left = MAX_BANKS as u8;
    let batteries = (0..count)
        .map(|i| {
            // Every battery to come still gets a bank.
            let banks = pick(1, 4.min(banks_left - (count - 1 - i)));
            banks_left -= banks;
            random_battery(&mut pick, i, banks)
        })
        .collect();
    let [high, low, fire_control, hyperdrive] = [pick(0, 19), pick(1, 100), pick(0, 2), pick(0, 1)];
    Design {
        name: format!("RANDOM-{high}{low}"),
        class: "X".to_owned(),
        faction: String::new(),
        rating: 100 * u32::from(high) + u32::from(low),
        printed: true,
        origin: Origin::Original,
        armour,
        hull,
        thrust,
        ecm,
        shields,
        fire_control: fire_control == 0,
        hyperdrive: hyperdrive == 0,
        batteries,
    }
}

/// A thrust or ECM row: absent, zero, regular, or any that does not rise.
fn random_row(pick: &mut impl FnMut(u8, u8) -> u8, most: u8) -> Option<[u8; ROW]> {
    match pick(0, 7) {
        0 => None,
        1 => Some([0; ROW]),
        2 => {
            let mut next = pick(0, most);
            Some(std::array::from_fn(|_| {
                let now = next;
                next = pick(0, now);
                now
            }))
        }
        _ => Some(row(pick(1, most))),
    }
}

fn random_battery(pick: &mut impl FnMut(u8, u8) -> u8, index: u8, banks: u8) -> Battery {
    let banks = (0..banks)
        .filter_map(|_| {
            let arc = Arc::by_name(ARCS[usize::from(pick(0, ARCS.len() as u8 - 1))].0)?;
            let modifier = if pick(0, 9) == 0 { pick(0, MAX_BANK_MODIFIER) } else { pick(0, 3) };
            Some(Bank { arc, modifier })
        })
        .collect();
    let short = pick(1, MAX_RANGE / 3);
    let medium = short + pick(1, MAX_RANGE / 3);
    let long = medium + pick(1, MAX_RANGE - medium);
    let dice = if pick(0, 9) == 0 {
        dice_string(u16::from(pick(0, MAX_DICE)), 1)
    } else {
        dice_string(u16::from(pick(3, 48)), 4)
    };
    Battery { name: format!("Battery {}", index + 1), damage: pick(1, 3), banks, range: [short, medium, long], dice }
}

#[cfg(test)]
mod nova_1_6 {
    use super::bank_modifier;

    #[test]
    fn shares_and_modifiers() {
        assert_eq!(bank_modifier(6, 6), 0, "all guns");
        assert_eq!(bank_modifier(1, 2), 2, "half the guns");
        assert_eq!(bank_modifier(1, 4), 4, "a quarter");
        assert_eq!(bank_modifier(7, 10), 1, "about 70 %");
        assert_eq!(bank_modifier(5, 6), 1, "0.83 is nearer to √½ than to 1 on the log scale");
        assert_eq!(bank_modifier(6, 7), 0);
        assert_eq!(bank_modifier(0, 7), 11);
    }

    /// Against logarithms; no share of small integers lies on a border, which is irrational.
    #[test]
    fn agrees_with_floating_logarithms() {
        for of in 1u16..60 {
            for guns in 1..=of {
                let exact = 2.0 * (f64::from(of) / f64::from(guns)).log2();
                assert_eq!(f64::from(bank_modifier(guns, of)), exact.round().min(11.0), "{guns} of {of}");
            }
        }
    }

    /// Close Defense Cannons [FF2][PH4][SH4]: three banks of their own roll 5 + 2 + 2 dice on one target, as many as
    /// the whole battery; a column further 3 + 2 + 2 = 7, where the whole battery would roll 6.
    #[test]
    fn banks_are_never_merged() {
        use crate::formulas::attack_dice;
        let columns = [9, 6, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0];
        let together = |shift: i32| [2, 4, 4].iter().map(|m| attack_dice(&columns, -m - shift)).sum::<u32>();
        assert_eq!([together(0), attack_dice(&columns, 0)], [9, 9]);
        assert_eq!([together(1), attack_dice(&columns, -1)], [7, 6]);
    }
}

#[cfg(test)]
mod nova_1_7 {
    use super::*;

    #[test]
    fn rows_as_printed() {
        assert_eq!(row(4), [4, 3, 2, 1, 1], "the MAJESTIC's thrust");
        assert_eq!(row(1), [1, 1, 1, 0, 0], "and its ECM");
        assert_eq!(row(2), [2, 1, 1, 1, 1]);
        assert_eq!(row(0), [0; 5]);
    }

    #[test]
    fn rows_agree_with_floats() {
        for first in 0..=MAX_THRUST {
            for (i, n) in row(first).into_iter().enumerate() {
                let exact = f64::from(first) * 0.5f64.powf(i as f64 / 2.0);
                assert_eq!(f64::from(n), (exact + 0.5 + 1e-12).floor(), "{first} box {i}");
            }
        }
    }

    #[test]
    fn shield_icons_block_as_many_faces_as_they_say() {
        for blocking in 0..=5u8 {
            let design = Design { shields: shield_icons(blocking), ..random_design(&mut || 1) };
            assert_eq!(design.shield_faces(0).count_ones(), u32::from(blocking));
        }
    }

    /// Every printed string of the seed is a dice string of some fractional start, in twelfths.
    #[test]
    fn printed_dice_strings_follow_from_a_fraction() {
        for printed in [
            [7, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0],
            [6, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0],
            [9, 6, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0],
        ] {
            assert!((1..=200).any(|twelfths| dice_string(twelfths, 12) == printed), "{printed:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::design::{MAX_RATING, MAX_SHIPS};
    use lanchester_lanes::dice::mix64;

    #[test]
    fn random_designs_are_within_the_limits_and_cover_the_corners() {
        let mut state = 0u64;
        let mut rng = || {
            state += 1;
            mix64(state)
        };
        let designs: Vec<Design> = (0..2000).map(|_| random_design(&mut rng)).collect();
        for d in &designs {
            assert!((1..=2000).contains(&d.rating) && d.rating <= MAX_RATING / MAX_SHIPS as u32 * 2);
            assert!(d.armour <= MAX_BOXES && (1..=MAX_BOXES).contains(&d.hull));
            assert!(d.thrust.is_none_or(|r| r[0] <= MAX_THRUST && r.is_sorted_by(|a, b| a >= b)));
            assert!(d.ecm.is_none_or(|r| r[0] <= MAX_ECM && r.is_sorted_by(|a, b| a >= b)));
            assert!(d.shields.is_none_or(|r| r.iter().all(|f| (1..=6).contains(f))));
            assert!(d.batteries.len() <= MAX_BATTERIES && d.banks().count() <= MAX_BANKS);
            for b in &d.batteries {
                assert!(!b.banks.is_empty() && b.banks.iter().all(|bank| bank.modifier <= MAX_BANK_MODIFIER));
                assert!((1..=3).contains(&b.damage) && b.dice.iter().all(|n| *n <= MAX_DICE));
                let [s, m, l] = b.range;
                assert!(0 < s && s < m && m < l && l <= MAX_RANGE);
            }
        }
        let some = |what: &str, f: &dyn Fn(&Design) -> bool| assert!(designs.iter().any(f), "no design has {what}");
        some("no armour", &|d| d.armour == 0);
        some("one hull box", &|d| d.hull == 1);
        some("two hull boxes", &|d| d.hull == 2);
        some("no thrust row", &|d| d.thrust.is_none());
        some("a zero thrust row", &|d| d.thrust == Some([0; 5]));
        some("no ECM row", &|d| d.ecm.is_none());
        some("no shields", &|d| d.shields.is_none());
        some("odd shields", &|d| d.shields == Some([1, 3, 5, 5, 6]));
        some("eight batteries", &|d| d.batteries.len() == 8);
        some("no battery", &|d| d.batteries.is_empty());
        some("fire control", &|d| d.fire_control);
        for (arc, ..) in ARCS {
            some(arc, &|d| d.banks().any(|(_, b)| b.arc.name() == arc));
        }
    }
}
