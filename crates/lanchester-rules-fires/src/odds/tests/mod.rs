//! Exact checks computed elsewhere, and the game's own dice.

mod checks;
mod contact;
mod frequencies;
mod table;

use lanchester_lanes::dice::exact::Dist;
use num_rational::BigRational;

use super::attack;
use crate::formulas::beams::{Fire, Target, Volley, volley};
use crate::formulas::missiles::Missile;

/// A fraction as a number.
fn number(fraction: &BigRational) -> f64 {
    // A number that is 1 with this probability.
    Dist::of(vec![BigRational::from_integer(1.into()) - fraction, fraction.clone()])
        .to_f64()
        .get(1)
        .copied()
        .unwrap_or(0.0)
}

/// Equal to figures that are printed with four decimals, each for the value beside it.
fn printed(of: &Dist, figures: &[(usize, f64)]) {
    for (value, figure) in figures {
        let p = number(&of.p(*value));
        assert!((p - figure).abs() <= 0.000_05 + 1e-12, "{value}: {p}, not {figure}");
    }
}

/// The missile of a small escort.
const MISSILE: Missile = Missile { maneuver: 6, guidance: 4, penetration: 12, bonus: 1, size: 8, defence: 2 };

/// Beams of one small escort at another, by bracket of range.
fn escorts(fire: Fire, weapons: u8, bracket: usize) -> Volley {
    let [value, penetration] = [[13, 10, 7, 4][bracket], [14, 11, 8, 5][bracket]];
    volley(fire, weapons, [value, penetration], Target { electronics: 3, maneuver: 4, defence: 4 }, 3)
}

/// What hits of beams do to an escort.
const ESCORT: [u8; 2] = [1, 12];
