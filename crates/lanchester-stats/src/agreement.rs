//! Whether several sources that count the same things agree: machines that play parts of one run.
//!
//! In each cell that several sources have counted, what a source scored is compared with what its share of all pairs would
//! have scored. Two sums over the cells say how far a source is off: of the residuals, which sees a source that favours a
//! side, and of their squares over their variances (Pearson's chi-squared), which sees one that is off here and there.

use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Cells whose share of a source varies less than this, in quarter points squared, are left out: the laws of the sums are
/// those of large numbers. Even pairs reach it with 200, one upset in a hundred with some 2,500.
const LEAST_VARIANCE: f64 = 400.0;

/// What each source scored beyond its share, cell by cell.
#[derive(Clone, Debug)]
pub struct Agreement {
    sources: Vec<Sums>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    residual: f64,
    variance: f64,
    chi: f64,
    cells: u32,
}

/// How far a source is off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judged {
    /// The standardised sum of residuals: positive where it scored too much.
    pub z: f64,
    /// The chance that a source that plays the same as the others is as far off in either sum, of all sources together.
    pub chance: f64,
}

impl Agreement {
    /// No cells yet.
    #[must_use]
    pub fn new(sources: usize) -> Self {
        Self { sources: vec![Sums::default(); sources] }
    }

    /// Takes a cell: of each source that counted in it (its place) how many pairs scored 0 to 4 quarter points.
    pub fn cell(&mut self, counted: &[(usize, [u64; 5])]) {
        let sum = |scores: &[u64; 5], power: i32| -> f64 {
            scores.iter().enumerate().map(|(quarters, n)| *n as f64 * (quarters as f64).powi(power)).sum()
        };
        let all = |power| counted.iter().map(|(_, scores)| sum(scores, power)).sum::<f64>();
        let pairs = all(0);
        if counted.len() < 2 || pairs < 2.0 {
            return;
        }
        let mean = all(1) / pairs;
        let spread = (all(2) - pairs * mean * mean) / (pairs - 1.0);
        for (source, scores) in counted {
            let own = sum(scores, 0);
            let residual = sum(scores, 1) - own * mean;
            let variance = own * (1.0 - own / pairs) * spread;
            if variance < LEAST_VARIANCE {
                continue;
            }
            let sums = &mut self.sources[*source];
            sums.residual += residual;
            sums.variance += variance;
            sums.chi += residual * residual / variance;
            sums.cells += 1;
        }
    }

    /// How far each source is off; none of one that shares no cell with another.
    #[must_use]
    pub fn judged(&self) -> Vec<Option<Judged>> {
        let tests = 2.0 * self.sources.iter().filter(|sums| sums.cells > 0).count() as f64;
        let judge = |sums: &Sums| {
            if sums.cells == 0 {
                return None;
            }
            let z = sums.residual / sums.variance.sqrt();
            let one = crate::two_sided_p(z);
            let other = ChiSquared::new(f64::from(sums.cells)).map_or(1.0, |law| law.sf(sums.chi));
            Some(Judged { z, chance: (tests * one.min(other)).min(1.0) })
        };
        self.sources.iter().map(judge).collect()
    }
}

#[cfg(test)]
mod tests {
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    use super::*;

    /// A uniform number from 0 up to 1.
    fn unit(random: &mut impl Rng) -> f64 {
        (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Four sources that share cells of 500 pairs each; in one share of the battles source 2 gives A the win whatever happened.
    fn played(seed: u64, cells: usize, bias: f64) -> Vec<Option<Judged>> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut agreement = Agreement::new(5);
        for cell in 0..cells {
            let chance = [0.5, 0.1, 0.9, 0.997][cell % 4];
            let mut scores = |source: usize| {
                let mut scores = [0; 5];
                for _ in 0..500 {
                    let battle = |random: &mut Xoshiro256PlusPlus| {
                        let won = unit(random) < chance;
                        won || (source == 2 && unit(random) < bias)
                    };
                    let quarters = 2 * (usize::from(battle(&mut random)) + usize::from(battle(&mut random)));
                    scores[quarters] += 1;
                }
                (source, scores)
            };
            let counted: Vec<_> = (0..4).map(&mut scores).collect();
            agreement.cell(&counted);
        }
        agreement.judged()
    }

    #[test]
    fn a_source_that_is_off_by_one_per_cent_is_found_and_it_alone_is_furthest_off() {
        for seed in 0..8 {
            let judged = played(seed, 1_600, 0.02);
            // A score that is too high by one per cent of all battles in the even cells.
            let chance: Vec<f64> = judged.iter().flatten().map(|one| one.chance).collect();
            assert!(chance[2] < 1e-6, "{judged:?}");
            assert!((0..4).all(|source| source == 2 || chance[source] > chance[2]), "{judged:?}");
            assert!(judged[2].is_some_and(|one| one.z > 5.0));
            assert_eq!(judged[4], None, "it shares no cell");
        }
    }

    #[test]
    fn sources_that_agree_are_suspected_as_seldom_as_is_said() {
        // Of 2,000 runs 5 % and what is five standard errors more; the tests are not independent, so it is fewer.
        let runs = 2_000;
        let suspected = (0..runs)
            .filter(|seed| played(1_000 + seed, 40, 0.0).iter().flatten().any(|one| one.chance < 0.05))
            .count() as f64;
        let (share, runs) = (0.05, runs as f64);
        assert!(suspected <= runs * share + 5.0 * (runs * share * (1.0 - share)).sqrt(), "{suspected}");
        assert!(suspected > 0.0);
    }

    #[test]
    fn cells_that_say_nothing_are_left_out() {
        let mut agreement = Agreement::new(2);
        agreement.cell(&[(0, [0, 0, 0, 0, 5_000])]);
        agreement.cell(&[(0, [0, 0, 0, 0, 5_000]), (1, [0, 0, 0, 0, 5_000])]);
        agreement.cell(&[(0, [1, 0, 0, 0, 1]), (1, [0, 0, 1, 0, 1])]);
        agreement.cell(&[]);
        assert_eq!(agreement.judged(), [None, None]);
    }
}
