//! What effective hits do to a ship.

use lanchester_lanes::dice::exact::{Dist, ratio};

use super::attack::chance;
use crate::formulas::damage::{Condition, damage_number, result};
use crate::formulas::dice::SIDES;

/// How a ship takes hits: its basic damage number and its roll to increase.
pub type Toughness = [u8; 2];

/// The damage number of a phase's effective hits.
pub fn number(hits: &Dist, [basic, increase]: Toughness) -> Dist {
    let mut sum = vec![ratio(0, 1)];
    for (count, p) in hits.iter() {
        for (increased, q) in Dist::binomial(count, &chance(increase.into())).iter() {
            let number = damage_number(basic, count as u32, increased as u32) as usize;
            if sum.len() <= number {
                sum.resize(number + 1, ratio(0, 1));
            }
            sum[number] += p * q;
        }
    }
    Dist::of(sum)
}

/// The result of a phase, by its place in [`Condition::ALL`]: one roll by the damage number of all its hits.
///
/// RULING: all hits of a phase on a target make one damage number.
pub fn results(hits: &Dist, toughness: Toughness) -> Dist {
    let mut weights = vec![ratio(0, 1); Condition::ALL.len()];
    for (number, p) in number(hits, toughness).iter() {
        for face in 1..=SIDES {
            weights[result(face, number as i32) as usize] += p * ratio(1, SIDES.into());
        }
    }
    Dist::of(weights)
}

/// Conditions after one more result, each by its place in [`Condition::ALL`].
pub fn after(conditions: &Dist, results: &Dist) -> Dist {
    let mut weights = vec![ratio(0, 1); Condition::ALL.len()];
    for (condition, p) in conditions.iter() {
        for (result, q) in results.iter() {
            weights[Condition::ALL[condition].after(Condition::ALL[result]) as usize] += p * q;
        }
    }
    Dist::of(weights)
}
