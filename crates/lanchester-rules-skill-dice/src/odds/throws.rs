//! Every throw of a handful of dice.

use lanchester_lanes::dice::exact::Dist;

use crate::formulas::damage::DamageCode;

/// Calls `each` with the faces of every throw of dice of these sides: all throws are equally likely.
pub fn every(sides: &[u8], mut each: impl FnMut(&[u8])) {
    let mut faces = vec![1u8; sides.len()];
    loop {
        each(&faces);
        let Some(next) = (0..sides.len()).find(|die| faces[*die] < sides[*die]) else { return };
        faces[..next].fill(1);
        faces[next] += 1;
    }
}

/// The distribution of a number that a throw decides.
pub fn number(sides: &[u8], of: impl Fn(&[u8]) -> usize) -> Dist {
    let mut weights = Vec::new();
    every(sides, |faces| {
        let value = of(faces);
        if weights.len() <= value {
            weights.resize(value + 1, 0);
        }
        weights[value] += 1;
    });
    Dist::from_weights(&weights)
}

/// The sum of the faces.
pub fn sum(sides: &[u8]) -> Dist {
    sides.iter().fold(Dist::always(0), |sum, sides| sum.plus(&Dist::die((*sides).into())))
}

/// What a damage code reads: before overage and screens.
pub fn damage(sides: &[u8], code: DamageCode) -> Dist {
    number(sides, |faces| usize::try_from(code.damage(faces)).unwrap_or(0))
}
