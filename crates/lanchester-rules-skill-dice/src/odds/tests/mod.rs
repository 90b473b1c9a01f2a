//! The exact checks of the rules page, and hand calculations.

mod checks;

use lanchester_lanes::dice::exact::Dist;
use num_rational::BigRational;

use crate::formulas::damage::DamageCode;
use crate::formulas::dice::Pool;
use crate::odds::Shot;

/// A fraction as a number.
fn number(fraction: &BigRational) -> f64 {
    // A mean of a number that is 1 with this probability.
    let parts = fraction.to_string();
    let (numerator, denominator) = parts.split_once('/').unwrap_or((&parts, "1"));
    numerator.parse::<f64>().expect("a number") / denominator.parse::<f64>().expect("a number")
}

/// Equal to a figure that is printed with four decimals.
fn printed(fraction: &BigRational, figure: f64) {
    let number = number(fraction);
    assert!((number - figure).abs() <= 0.000_05 + 1e-12, "{fraction} is {number}, not {figure}");
}

fn code(text: &str) -> DamageCode {
    DamageCode::parse(text).expect("a code")
}

fn pool(text: &str) -> Pool {
    Pool::parse(text).expect("a pool")
}

fn shot(dice: &str, skill_die: u8, reading: &str, ds: i32, screen: i32) -> Shot {
    Shot { screen, ..Shot::new(&pool(dice), skill_die, code(reading), ds) }
}

/// The mean of a distribution as a number.
fn mean(of: &Dist) -> f64 {
    number(&of.mean())
}
