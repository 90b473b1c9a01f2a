//! What a salvo of torpedoes does: worked out once a matchup, from the distribution of its dice.

use super::Player;
use super::tables::{ARMOURS, COLUMNS, Harm};
use crate::card::ROWS;
use crate::design::MAX_ARMOUR;
use crate::formulas::dice::Pool;
use crate::formulas::skill::skill_die;
use crate::options::{Countering, Options};
use crate::reference::{MAX_IN_FLIGHT, Ship};

/// Numbers of torpedoes that are told apart, 0 among them.
const COUNTS: usize = MAX_IN_FLIGHT + 1;
/// The sum of dice from which on even the thickest screen leaves the last row.
const TOP: usize = ROWS + MAX_ARMOUR as usize;
/// A probability of 1.
const ONE: u64 = 1 << 40;
/// In what a per mille is counted while chances are worked in.
const FINE: i32 = 1 << 10;

/// What so many torpedoes of one warhead do on average to the ships of a side, in per mille of a ship.
#[derive(Clone, Debug)]
pub struct Salvo {
    warhead: Pool,
    /// By column, ASV and the number that hits.
    values: Vec<i32>,
}

impl Salvo {
    /// By what rows do to the ships of a side.
    pub(super) fn new(warhead: &Pool, harm: &Harm) -> Self {
        let mut values = vec![0; COLUMNS * ARMOURS * COUNTS];
        // How likely each sum of all dice is; the last one stands for all above it.
        let mut chances = [0; TOP + 1];
        chances[0] = ONE;
        for count in 1..COUNTS {
            for sides in &warhead.sides {
                let before = std::mem::replace(&mut chances, [0; TOP + 1]);
                for (sum, face) in (0..=TOP).flat_map(|sum| (1..=usize::from(*sides)).map(move |face| (sum, face))) {
                    chances[TOP.min(sum + face)] += before[sum] / u64::from(*sides);
                }
            }
            for (column, asv) in (0..COLUMNS).flat_map(|column| (0..ARMOURS).map(move |asv| (column, asv))) {
                let of = |sum: usize| harm[column][sum.saturating_sub(asv).min(ROWS)] as u64;
                let mean: u64 = chances.iter().enumerate().map(|(sum, chance)| chance * of(sum)).sum();
                values[Self::at(column, asv) + count] = ((mean + ONE / 2) / ONE) as i32;
            }
        }
        Self { warhead: warhead.clone(), values }
    }

    /// Whether it is of this warhead.
    pub(super) fn is_of(&self, warhead: &Pool) -> bool {
        self.warhead == *warhead
    }

    const fn at(column: usize, asv: usize) -> usize {
        (column * ARMOURS + asv) * COUNTS
    }

    /// What 0, 1, 2 … torpedoes that hit do to a ship of this structure and ASV.
    pub(super) fn hits(&self, structure: u8, asv: u8) -> &[i32] {
        &self.values[Self::at(usize::from(structure > 0), usize::from(asv).min(ARMOURS - 1))..][..COUNTS]
    }
}

/// In whole per mille.
const fn rounded(fine: i32) -> i32 {
    (fine + FINE / 2) / FINE
}

impl Player<'_> {
    /// What so many torpedoes of one ship that reach another do to it on average, in per mille of it. A nixie that it has fools each
    /// by chance, and each of its countermeasures removes one by chance, where they act before torpedoes hit.
    pub(super) fn salvo(&self, options: &Options, from: &Ship<'_>, target: &Ship<'_>, count: usize) -> i32 {
        let Some(salvo) = self.tables.salvo(from.id.side, &from.design.warhead) else { return 0 };
        let count = count.min(MAX_IN_FLIGHT);
        let mut harm = [0; COUNTS];
        for (fine, harm) in harm.iter_mut().zip(&salvo.hits(target.structure, target.asv)[..=count]) {
            *fine = harm * FINE;
        }
        if options.countermeasures == Countering::Upkeep {
            return rounded(harm[count]);
        }
        let die = i32::from(skill_die(target.best(|crew| crew.electronics)));
        let faces = (die + 1 - i32::from(options.countered_at) - target.off_counters()).clamp(0, die);
        for _ in 0..target.ready_countermeasures() + u8::from(options.jam) {
            for left in (1..=count).rev() {
                harm[left] += (harm[left - 1] - harm[left]) * faces / die;
            }
        }
        if target.ready_nixies() == 0 {
            return rounded(harm[count]);
        }
        // One torpedo after another: it is fooled, or one more is left.
        let fooled = i32::from(options.nixie_fools);
        for known in (0..count).rev() {
            for left in 0..=known {
                harm[left] += (harm[left + 1] - harm[left]) * (4 - fooled) / 4;
            }
        }
        rounded(harm[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odds::throws::every;

    /// Net damage itself in place of what rows do, by all throws.
    #[test]
    fn a_salvo_does_the_mean_over_all_throws() {
        let harm = std::array::from_fn(|_| std::array::from_fn(|net| 100 * net as i32));
        for text in ["2D6", "1D4+1D12", "3D8"] {
            let warhead = Pool::parse(text).expect("dice");
            let salvo = Salvo::new(&warhead, &harm);
            for (count, asv) in [(1, 0), (1, 7), (2, 3), (2, 15)] {
                let (mut sum, mut throws) = (0, 0);
                every(&warhead.sides.repeat(count), |faces| {
                    let damage: usize = faces.iter().map(|face| usize::from(*face)).sum();
                    sum += 100 * damage.saturating_sub(asv).min(ROWS);
                    throws += 1;
                });
                assert_eq!(salvo.hits(0, asv as u8)[count], ((2 * sum + throws) / (2 * throws)) as i32, "{text} {asv}");
            }
            assert_eq!(salvo.hits(1, 15)[MAX_IN_FLIGHT], 100 * ROWS as i32, "{text}");
        }
    }
}
