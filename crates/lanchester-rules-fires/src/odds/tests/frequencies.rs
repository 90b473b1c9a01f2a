//! Dice of the game against the odds.
//!
//! Bernstein's inequality: the frequency of N trials of probability p strays by t or more with a probability of at most
//! 2·exp(−N·t² / (2·p·(1 − p) + 2·t/3)).

use lanchester_lanes::dice::{BattleKey, DiceSource, KeyedDice};

use super::attack::penetrations;
use super::{ESCORT, escorts};
use crate::formulas::beams::Fire;
use crate::formulas::damage::{damage_number, result};
use crate::formulas::dice::passes;
use crate::odds::harm::results;

/// How likely the test fails although all odds are right.
const FALSE_ALARM: f64 = 1e-9;
/// Volleys of each case.
const TRIALS: u32 = 100_000;

/// Volleys of escorts, rolled die by die as the book says, do what the odds say.
#[test]
fn volleys_rolled_die_by_die() {
    let cases = [(Fire::Single, 4, 0), (Fire::Single, 9, 1), (Fire::Dispersed, 4, 3), (Fire::Concentrated, 7, 2)];
    let log = (2.0 * 4.0 * cases.len() as f64 / FALSE_ALARM).ln() / f64::from(TRIALS);
    for (key, (fire, weapons, bracket)) in cases.into_iter().enumerate() {
        let volley = escorts(fire, weapons, bracket);
        let mut dice = KeyedDice::new(BattleKey::new(37, key as u64, 0));
        let mut counts = [0u32; 4];
        for trial in 0..TRIALS {
            dice.open(trial, 0);
            let mut passed = |count: usize, number: i32| {
                dice.pool_of(20, count).into_iter().filter(|face| passes(*face, number)).count()
            };
            let hits = passed(volley.rolls.into(), volley.hit);
            let effective = passed(hits, volley.pierce);
            let increased = passed(effective, ESCORT[1].into());
            let number = damage_number(ESCORT[0], effective as u32, increased as u32);
            counts[result(dice.pool_of(20, 1)[0], number) as usize] += 1;
        }
        let odds = results(&penetrations(&volley), ESCORT);
        for (count, p) in counts.iter().zip(odds.to_f64().into_iter().chain([0.0; 4])) {
            let tolerance = log / 3.0 + (log * log / 9.0 + 2.0 * p * (1.0 - p) * log).sqrt();
            let seen = f64::from(*count) / f64::from(TRIALS);
            assert!((seen - p).abs() <= tolerance, "{fire:?}: {seen} for {p} ± {tolerance}");
        }
    }
}
