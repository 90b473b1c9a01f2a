//! Odds against battles: the distributions that `lanchester odds` works out are those that one-volley battles show.
//!
//! Every chance P(X = v) and every tail P(X ≥ v) of every number of every case is compared with its frequency. By Chernoff's
//! bound a frequency f of n trials of probability p is so far off on one side, or farther, with a chance of at most
//! exp(−n·D), where D = f·ln(f/p) + (1 − f)·ln((1 − f)/(1 − p)). The false-alarm rate is shared by all comparisons, both
//! sides of each.

use lanchester_core::{Matchup, Rules};
use lanchester_lanes::Level;

use crate::TestGame;

/// Battles of each case: each attacks with a dice stream of its own.
const BATTLES: u64 = 16_384;
/// Random volleys.
const CASES: usize = 48;
/// How likely the test fails although all odds are right.
const FALSE_ALARM: f64 = 1e-6;

/// A matchup whose battles are one volley at one target, and what the odds say of it.
#[derive(Debug)]
pub struct Case<G: Rules> {
    /// What the failure of the test names it by.
    pub name: String,
    /// The battle: turn limit 1, nobody moves.
    pub matchup: Matchup<G>,
    /// Numbers that the volley decides: what they are called, and the probability of each value from 0 up.
    pub exact: Vec<(&'static str, Vec<f64>)>,
}

/// 48 random volleys show what their odds say, at a false-alarm rate of 1e-6 for all of them together.
///
/// # Panics
/// If one does not, or too few of them decide anything.
pub fn odds_are_what_battles_show<T: TestGame>() {
    let cases: Vec<_> = (0..).filter_map(T::volley).take(CASES).collect();
    for (number, value, least) in T::DECISIVE {
        let likely = |case: &&Case<T::Game>| case.exact[*number].1.get(*value).is_some_and(|p| *p > 0.01);
        let count = cases.iter().filter(likely).count();
        assert!(count >= *least, "{} = {value} in {count} cases: too few to mean anything", cases[0].exact[*number].0);
    }
    odds_agree_with_battles(&cases, T::shown);
}

/// Plays every case and compares. `read` finds the numbers of a case in a battle, in the order of [`Case::exact`].
pub fn odds_agree_with_battles<G: Rules>(cases: &[Case<G>], read: fn(&[G::Event]) -> Vec<usize>) {
    let comparisons: usize = cases.iter().flat_map(|case| &case.exact).map(|(_, exact)| 2 * exact.len()).sum();
    let bound = (2.0 * comparisons as f64 / FALSE_ALARM).ln();
    let mut farthest = (0.0, String::new());
    for (seed, case) in cases.iter().enumerate() {
        let battles = G::record(&G::prepare(&case.matchup), Level::best(), seed as u64, 5, 0..BATTLES);
        let seen: Vec<Vec<usize>> = battles.iter().map(|events| read(events)).collect();
        for (number, (what, exact)) in case.exact.iter().enumerate() {
            let values = seen.iter().map(|seen| seen[number]);
            let above = values.clone().filter(|value| *value >= exact.len()).count();
            assert_eq!(above, 0, "{}: {what} beyond {}", case.name, exact.len() - 1);
            for value in 0..exact.len() {
                let at = values.clone().filter(|v| *v == value).count();
                let from = values.clone().filter(|v| *v >= value).count();
                let tail: f64 = exact[value..].iter().rev().sum();
                for (sign, count, p) in [("=", at, exact[value]), ("≥", from, tail.min(1.0))] {
                    let off = BATTLES as f64 * divergence(count as f64 / BATTLES as f64, p);
                    let place = format!("{}: {what} {sign} {value}: {count} of {BATTLES} battles, odds {p}", case.name);
                    assert!(off <= bound, "{place}; {off:.1} is beyond {bound:.1}");
                    if off > farthest.0 {
                        farthest = (off, place);
                    }
                }
            }
        }
    }
    println!(
        "{} cases, {comparisons} comparisons, bound {bound:.1}; farthest {:.1}: {}",
        cases.len(),
        farthest.0,
        farthest.1
    );
}

/// The relative entropy of a frequency to a probability; infinite where one is impossible and the other happened.
fn divergence(f: f64, p: f64) -> f64 {
    let part = |f: f64, p: f64| if f == 0.0 { 0.0 } else { f * (f / p).ln() };
    // Rounding of tails that are certain can leave an error of the last digit.
    let q = if p > 1.0 - 1e-12 && f == 1.0 { 0.0 } else { 1.0 - p };
    part(f, p) + part(1.0 - f, q)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frequency_that_is_off_is_noticed() {
        assert!(divergence(0.25, 0.25).abs() < 1e-15);
        assert_eq!(divergence(0.0, 0.0), 0.0);
        assert_eq!(divergence(1.0, 1.0), 0.0);
        assert_eq!(divergence(0.01, 0.0), f64::INFINITY);
        assert_eq!(divergence(0.99, 1.0), f64::INFINITY);
        // Half of them are heads: ln 2 if none can be tails.
        assert!((divergence(1.0, 0.5) - 2.0f64.ln()).abs() < 1e-12);
    }
}
