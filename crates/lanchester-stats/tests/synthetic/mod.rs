//! Pairs of battles with known chances.

// Every test file compiles this module for itself and uses a part of it.
#![allow(dead_code)]

use lanchester_stats::PairKinds;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::Rng;

/// A number in [0, 1).
pub fn uniform(rng: &mut Xoshiro256PlusPlus) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Chances of one battle, and how its pair hangs together: with chance `same` the second battle repeats the first, else
/// it is independent.
#[derive(Clone, Copy)]
pub struct Truth {
    pub win: f64,
    pub draw: f64,
    pub same: f64,
}

impl Truth {
    /// Davidson's chances at a difference of log strengths and a draw weight.
    pub fn davidson(delta: f64, nu: f64, same: f64) -> Self {
        let (w, l) = ((delta / 2.0).exp(), (-delta / 2.0).exp());
        let sum = w + l + nu;
        Self { win: w / sum, draw: nu / sum, same }
    }

    fn battle(self, rng: &mut Xoshiro256PlusPlus) -> usize {
        let u = uniform(rng);
        if u < self.win {
            2
        } else if u < self.win + self.draw {
            1
        } else {
            0
        }
    }

    pub fn score(self) -> f64 {
        self.win + self.draw / 2.0
    }

    /// Plays pairs.
    pub fn pairs(self, n: u64, rng: &mut Xoshiro256PlusPlus) -> PairKinds {
        let mut kinds = PairKinds::default();
        for _ in 0..n {
            let first = self.battle(rng);
            let second = if uniform(rng) < self.same { first } else { self.battle(rng) };
            *kind(&mut kinds, first, second) += 1;
        }
        kinds
    }

    /// The counts of very many pairs, as expected.
    pub fn expected(self, n: f64) -> PairKinds {
        let p = [1.0 - self.win - self.draw, self.draw, self.win];
        let mut kinds = PairKinds::default();
        for first in 0..3 {
            for second in 0..3 {
                let again = if first == second { self.same } else { 0.0 };
                let chance = p[first] * (again + (1.0 - self.same) * p[second]);
                *kind(&mut kinds, first, second) += (chance * n).round() as u64;
            }
        }
        kinds
    }
}

fn kind(kinds: &mut PairKinds, first: usize, second: usize) -> &mut u64 {
    match (first.min(second), first.max(second)) {
        (0, 0) => &mut kinds.lost_both,
        (0, 1) => &mut kinds.lost_drawn,
        (0, _) => &mut kinds.split,
        (1, 1) => &mut kinds.drawn_both,
        (1, _) => &mut kinds.drawn_won,
        _ => &mut kinds.won_both,
    }
}
