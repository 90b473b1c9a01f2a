//! Pairs of battles with known chances.

// Every test file compiles this module for itself and uses a part of it.

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

    /// Points of A in half points, from a number in [0, 1).
    fn battle(self, u: f64) -> usize {
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
            let first = self.battle(uniform(rng));
            let second = if uniform(rng) < self.same { first } else { self.battle(uniform(rng)) };
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

/// Chances of A from seat 0 and from seat 1; with chance `same` both battles of a pair have the same luck.
#[derive(Clone, Copy)]
pub struct Seated {
    pub seats: [Truth; 2],
    pub same: f64,
}

impl Seated {
    /// Logistic chances: A's logit is raised by `bias` in seat 0 and lowered by it in seat 1. Of what could be drawn
    /// without touching the mean score the share `drawn` is.
    pub fn logistic(logit: f64, bias: f64, drawn: f64, same: f64) -> Self {
        let seats = [logit + bias, logit - bias].map(|z| {
            let score = 1.0 / (1.0 + (-z).exp());
            let draw = drawn * 2.0 * score.min(1.0 - score);
            Truth { win: score - draw / 2.0, draw, same: 0.0 }
        });
        Self { seats, same }
    }

    /// A's mean score.
    pub fn score(&self) -> f64 {
        (self.seats[0].score() + self.seats[1].score()) / 2.0
    }

    /// Plays pairs; also gives the points that seat 0 scored.
    pub fn pairs(&self, n: u64, rng: &mut Xoshiro256PlusPlus) -> (PairKinds, f64) {
        let (mut kinds, mut seat_points) = (PairKinds::default(), 0.0);
        for _ in 0..n {
            let luck = uniform(rng);
            let again = if uniform(rng) < self.same { luck } else { uniform(rng) };
            let [first, second] = [self.seats[0].battle(luck), self.seats[1].battle(again)];
            *kind(&mut kinds, first, second) += 1;
            seat_points += (first + 2 - second) as f64 / 2.0;
        }
        (kinds, seat_points)
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
