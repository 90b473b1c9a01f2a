//! Initiative, turns, torpedoes, nixies, and rolls against a number.

use lanchester_lanes::dice::exact::{Dist, ratio};
use num_rational::BigRational;

use crate::formulas::dice::Pool;
use crate::odds::throws;

/// The probability that a die of so many sides with a modifier shows `need` or more: of engineers (SKILLDICE 5.5) and
/// countermeasures (SKILLDICE 5.3).
#[must_use]
pub fn at_least(sides: u8, modifier: i32, need: i32) -> BigRational {
    Dist::die(sides.into()).at_least(usize::try_from(need - modifier).unwrap_or(0))
}

/// A side's dice for the initiative.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commander {
    /// Sides of the die of the best Command.
    pub command: u8,
    /// What is added to it.
    pub command_modifier: i32,
    /// Sides of the die of the highest Helm.
    pub helm: u8,
    /// What is added to it.
    pub helm_modifier: i32,
}

/// The probability that the first side shows the lower result and moves first; Helm decides a tie, as often as it takes.
/// `None` if two tied sides could not differ.
#[must_use]
pub fn moves_first(one: Commander, other: Commander) -> Option<BigRational> {
    let (first, tied) = lower([one.command, other.command], one.command_modifier - other.command_modifier);
    if tied == ratio(0, 1) {
        return Some(first);
    }
    let (helm, again) = lower([one.helm, other.helm], one.helm_modifier - other.helm_modifier);
    (again != ratio(1, 1)).then(|| first + tied * helm / (ratio(1, 1) - again))
}

/// The probabilities that the first of two dice, with what is added to it, shows less than the other, and the same.
fn lower([one, other]: [u8; 2], added: i32) -> (BigRational, BigRational) {
    let compare = throws::number(&[one, other], |faces| match (i32::from(faces[0]) + added).cmp(&faces[1].into()) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    });
    (compare.p(0), compare.p(1))
}

/// What a Helm roll for a turn of several hexsides comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// It succeeds.
    pub succeeds: BigRational,
    /// It fails on a natural 1: the opponent chooses the facing.
    pub botched: BigRational,
    /// Points that it costs, 1 + the maneuver number and what a failed roll lacks.
    pub cost: Dist,
}

/// The odds of a Helm roll against `hexsides` + `maneuver`. A natural 1 always fails, and costs no less than a success.
#[must_use]
pub fn turn(sides: u8, modifier: i32, hexsides: u8, maneuver: u8) -> Turn {
    let need = i32::from(hexsides) + i32::from(maneuver);
    let lacking = |face: usize| usize::try_from(need - modifier - face as i32).unwrap_or(0);
    let die = Dist::die(sides.into());
    let failed = die.map(|face| usize::from(face == 1 || lacking(face) > 0));
    Turn { succeeds: failed.p(0), botched: die.p(1), cost: die.map(|face| 1 + usize::from(maneuver) + lacking(face)) }
}

/// Of so many torpedoes that track a ship, those that a nixie fools: a D4 each, up to the face `fools`.
#[must_use]
pub fn fooled(torpedoes: usize, fools: u8) -> Dist {
    Dist::binomial(torpedoes, &ratio(fools.min(4).into(), 4))
}

/// The net damage of a salvo: the dice of all its torpedoes added, less `asv` once.
#[must_use]
pub fn salvo(torpedoes: usize, warhead: &Pool, asv: usize) -> Dist {
    throws::sum(&warhead.sides).times(torpedoes).map(|sum| sum.saturating_sub(asv))
}
