//! Which values each variant has.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::SweptValue;
use crate::study::fleet_sampler::shuffle;

/// The values of one parameter.
#[derive(Clone, Debug)]
pub(crate) enum Range {
    /// These.
    Values(Vec<SweptValue>),
    /// Any whole number from the first to the second.
    Whole(i64, i64),
    /// Any number from the first to the second.
    Real(f64, f64),
}

/// Why a range has no list of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum NoSteps {
    /// It has too many.
    TooMany,
    /// The steps pass its end: the last before it, and the first behind it.
    Past(f64, f64),
}

/// The values from `from` to `to`, both included; whole numbers where all three are.
pub(crate) fn steps(from: f64, to: f64, step: f64, most: u64) -> Result<Vec<SweptValue>, NoSteps> {
    let count = ((to - from) / step).round();
    if count.is_nan() || count < 0.0 || count >= most as f64 {
        return Err(NoSteps::TooMany);
    }
    let at = |i: f64| tidy(from + i * step);
    // A hair's breadth, so that the steps from 0.1 to 0.3 by 0.1 meet the end.
    if ((to - from) / step - count).abs() > 1e-6 {
        let before = ((to - from) / step).floor();
        return Err(NoSteps::Past(at(before), at(before + 1.0)));
    }
    let whole = [from, to, step].iter().all(|x| x.fract() == 0.0);
    let value = |i: u64| {
        let x = at(i as f64);
        if whole { SweptValue::Whole(x as i64) } else { SweptValue::Real(x) }
    };
    Ok((0..=count as u64).map(value).collect())
}

/// A sum of steps as one would have written it: 0.3, not 0.30000000000000004.
fn tidy(x: f64) -> f64 {
    format!("{x:.9}").parse().unwrap_or(x)
}

/// Every combination, the last parameter fastest; `None` if there are more than `most`.
pub(crate) fn grid(ranges: &[Vec<SweptValue>], most: u64) -> Option<Vec<Vec<SweptValue>>> {
    let count = ranges.iter().try_fold(1u64, |n, values| n.checked_mul(values.len() as u64)).filter(|n| *n <= most)?;
    let variant = |mut n: u64| {
        let mut values: Vec<SweptValue> = ranges
            .iter()
            .rev()
            .map(|range| {
                let value = range[(n % range.len() as u64) as usize].clone();
                n /= range.len() as u64;
                value
            })
            .collect();
        values.reverse();
        values
    };
    Some((0..count).map(variant).collect())
}

/// The nth value of each together; the lists are of one length.
pub(crate) fn list(ranges: &[Vec<SweptValue>]) -> Vec<Vec<SweptValue>> {
    let count = ranges.first().map_or(0, Vec::len);
    (0..count).map(|n| ranges.iter().map(|range| range[n].clone()).collect()).collect()
}

/// So many variants in which every parameter takes a random place in each of as many equal parts of its range once, in a
/// random order of its own (M. D. McKay, R. J. Beckman and W. J. Conover, "A comparison of three methods for selecting values of input
/// variables", Technometrics 21, 1979); values of a list are taken equally often, give or take one.
pub(crate) fn latin_hypercube(ranges: &[Range], samples: u64, seed: u64) -> Vec<Vec<SweptValue>> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let columns: Vec<Vec<SweptValue>> = ranges
        .iter()
        .map(|range| {
            let mut order: Vec<u64> = (0..samples).collect();
            shuffle(&mut order, &mut rng);
            order.into_iter().map(|part| within(range, part, samples, &mut rng)).collect()
        })
        .collect();
    list(&columns)
}

/// A random place in a part of the range.
fn within(range: &Range, part: u64, parts: u64, rng: &mut Xoshiro256PlusPlus) -> SweptValue {
    // 32 bits of the part and 32 below: exact in whole numbers, whatever the machine.
    let place = (u128::from(part) << 32) | u128::from(rng.next_u64() >> 32);
    let whole = u128::from(parts) << 32;
    match range {
        Range::Values(values) => values[(place * values.len() as u128 / whole) as usize].clone(),
        Range::Whole(low, high) => {
            let width = u128::from(high.abs_diff(*low)) + 1;
            SweptValue::Whole((i128::from(*low) + (place * width / whole) as i128) as i64)
        }
        Range::Real(low, high) => SweptValue::Real(low + (high - low) * (place as f64 / whole as f64)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(values: &[i64]) -> Vec<SweptValue> {
        values.iter().map(|n| SweptValue::Whole(*n)).collect()
    }

    #[test]
    fn ranges_include_both_ends() {
        assert_eq!(steps(1.0, 3.0, 1.0, 10), Ok(whole(&[1, 2, 3])));
        assert_eq!(steps(1.0, 5.0, 2.0, 10), Ok(whole(&[1, 3, 5])));
        assert_eq!(steps(1.0, 4.0, 2.0, 10), Err(NoSteps::Past(3.0, 5.0)));
        let tenths = [0.1, 0.2, 0.3].map(SweptValue::Real).to_vec();
        assert_eq!(steps(0.1, 0.3, 0.1, 10), Ok(tenths));
        assert_eq!(steps(3.0, 1.0, 1.0, 10), Err(NoSteps::TooMany));
        assert_eq!(steps(0.0, 1e9, 1e-6, 10), Err(NoSteps::TooMany));
    }

    #[test]
    fn grids_count_like_numbers() {
        let all = grid(&[whole(&[1, 2]), whole(&[5, 6, 7])], 6).expect("six");
        assert_eq!(all.len(), 6);
        assert_eq!((all[0].clone(), all[1].clone(), all[3].clone()), (whole(&[1, 5]), whole(&[1, 6]), whole(&[2, 5])));
        assert_eq!(grid(&[whole(&[1, 2]), whole(&[5, 6, 7])], 5), None);
    }

    #[test]
    fn a_latin_hypercube_takes_every_part_once() {
        let ranges = [Range::Whole(1, 8), Range::Real(0.0, 1.0), Range::Values(whole(&[1, 2, 3]))];
        let all = latin_hypercube(&ranges, 8, 5);
        assert_eq!(all, latin_hypercube(&ranges, 8, 5), "the same seed, the same sample");
        assert_ne!(all, latin_hypercube(&ranges, 8, 6));
        let mut numbers: Vec<f64> = all.iter().filter_map(|v| v[0].number()).collect();
        numbers.sort_by(f64::total_cmp);
        assert_eq!(numbers, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]);
        for part in 0..8 {
            let inside = |x: f64| (x * 8.0).floor() as u64 == part;
            assert_eq!(all.iter().filter(|v| v[1].number().is_some_and(inside)).count(), 1);
        }
        // Eight parts over three values: the parts that two values share fall to either.
        let twos = all.iter().filter(|v| v[2] == SweptValue::Whole(2)).count();
        assert!((2..=4).contains(&twos));
        let middles = all.iter().filter_map(|v| v[1].number()).filter(|x| (x * 16.0).fract() == 0.0).count();
        assert_eq!(middles, 0, "a place within the part, not its middle");
    }
}
