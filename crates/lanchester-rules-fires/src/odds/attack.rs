//! Hits that penetrate.

use lanchester_lanes::dice::exact::{Dist, ratio};
use num_rational::BigRational;

use crate::formulas::beams::Volley;
use crate::formulas::dice::{SIDES, faces};

/// The probability that a D20 shows a number or less.
pub fn chance(number: i32) -> BigRational {
    ratio(faces(number).into(), SIDES.into())
}

/// Rolls to hit that succeed.
pub fn hits(volley: &Volley) -> Dist {
    Dist::binomial(volley.rolls.into(), &chance(volley.hit))
}

/// Hits of a volley that penetrate.
pub fn penetrations(volley: &Volley) -> Dist {
    hits(volley).thinned(&chance(volley.pierce))
}

/// Missiles that are left of `missiles` after so many rolls that destroy one each with what a roll must not exceed: batteries of
/// point defence, or missiles that attack them.
pub fn survivors(missiles: usize, rolls: usize, number: i32) -> Dist {
    Dist::binomial(rolls, &chance(number)).map(|destroyed| missiles.saturating_sub(destroyed))
}

/// Missiles, of so many that attack, that hit and penetrate.
pub fn strikes(missiles: &Dist, [hit, pierce]: [i32; 2]) -> Dist {
    missiles.thinned(&(chance(hit) * chance(pierce)))
}
