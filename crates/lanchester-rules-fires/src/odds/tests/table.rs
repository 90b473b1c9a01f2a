//! How far a printed table of twenty rows is from real dice.
//!
//! The book has a table by which one D20 stands for several (FIRES 5), which is lost. Whatever it prints, a table of twenty equally
//! likely rows is a rounded binomial distribution.

use lanchester_lanes::dice::exact::{Dist, ratio};

use super::super::attack::chance;
use super::number;

/// The least table: each row shows the median of its twentieth of the distribution.
fn quantiles(of: &Dist) -> Dist {
    let mut rows = vec![0; of.most() + 1];
    for row in 0..20u32 {
        let middle = ratio(2 * row + 1, 40);
        rows[(0..).find(|value| ratio(1, 1) - of.at_least(value + 1) >= middle).expect("a value")] += 1;
    }
    Dist::from_weights(&rows)
}

/// The nearest table: rows go to the values with the largest remainders.
fn nearest(of: &Dist) -> Dist {
    let twentieths: Vec<_> = of.iter().map(|(_, p)| p * ratio(20, 1)).collect();
    let mut rows: Vec<u32> =
        twentieths.iter().map(|of| (0..20).rev().find(|n| ratio(*n, 1) <= *of).unwrap_or(0)).collect();
    while rows.iter().sum::<u32>() < 20 {
        let remainder = |value: &usize| &twentieths[*value] - ratio(rows[*value], 1);
        let most = (0..rows.len()).max_by_key(remainder).expect("a value");
        rows[most] += 1;
    }
    Dist::from_weights(&rows)
}

/// Half the sum of all differences of probabilities.
fn variation(one: &Dist, other: &Dist) -> f64 {
    let values = 0..=one.most().max(other.most());
    let [more, less]: [Vec<_>; 2] = [(one, other), (other, one)]
        .map(|(a, b)| values.clone().map(|at| number(&a.p(at)) - number(&b.p(at))).collect());
    more.into_iter().chain(less).filter(|difference| *difference > 0.0).sum::<f64>() / 2.0
}

/// Total variations computed elsewhere: .018 for 4 dice at 9, .064 for 8 at 10, .072 for 9 at 6, or .065 at best.
#[test]
fn tables_are_this_far_from_dice() {
    for (dice, needs, [by_quantiles, at_best]) in
        [(4, 9, [0.018, 0.018]), (8, 10, [0.064, 0.064]), (9, 6, [0.072, 0.065])]
    {
        let real = Dist::binomial(dice, &chance(needs));
        for (table, figure) in [(quantiles(&real), by_quantiles), (nearest(&real), at_best)] {
            let far = variation(&real, &table);
            assert!((far - figure).abs() <= 0.0005, "{dice} dice of {needs}: {far}, not {figure}");
        }
    }
}
