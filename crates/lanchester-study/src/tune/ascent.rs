//! Small steps from one policy, by simultaneous perturbation (J. C. Spall, IEEE Transactions on Automatic Control 37, 1992).
//!
//! Of two policies beside the one so far, each number is a little larger in one and a little smaller in the other, by chance which.
//! What the two score apart, over many such pairs, says of each number what a step of it is worth: all battles count for all
//! numbers. A weight of zero stays zero, as the policy does not look at what it weighs. So do choices, and what is held.

use lanchester_lanes::dice::mix64;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::axes::Axes;
use super::stages::{GENERATION, STEPS_UNTIL, Searcher};
use super::trials::{Candidate, Halt, Pool};
use crate::price::unit;

/// Pairs of policies in a generation.
const PAIRS: usize = 16;
/// How far a number is moved to try it, as a coordinate: three quarters of 1 for small numbers, a sixth of large ones.
const STEP: f64 = 0.16;
/// How far a number moves for good: this share of a step for an effect as large as the noise of all generations together; and at
/// most, in a generation.
const RATE: f64 = 0.5;
const MOST: f64 = 0.5;
/// How much faster it begins, and how much slower it ends.
const FASTER: f64 = 0.6;
/// The share of the way after which the policy is the mean of where it was.
const MEAN_FROM: f64 = 0.5;
/// Times that the policy so far is kept, for the choice.
const KEPT: f64 = 8.0;

/// Mixed into the seed.
const ASCENT: u64 = 0x6173_6365;

/// A policy on its way.
struct Ascent {
    start: Candidate,
    /// Coordinates that move.
    moves: Vec<bool>,
    point: Vec<f64>,
    /// The mean of the points from some time on, and of how many.
    mean: Vec<f64>,
    averaged: f64,
    /// The sum of the squares of an effect's noise, and over how many generations.
    noise: f64,
    generations: f64,
    rng: Xoshiro256PlusPlus,
}

impl Ascent {
    fn new(axes: &Axes, start: Candidate, held: &[usize], seed: u64) -> Self {
        let point = axes.point(&start.values);
        let rng = Xoshiro256PlusPlus::seed_from_u64(mix64(seed ^ mix64(ASCENT)));
        let (moves, mean) = (axes.free(&start.values, held), point.clone());
        Self { start, moves, point, mean, averaged: 0.0, noise: 0.0, generations: 0.0, rng }
    }

    /// Pairs of policies, each with the signs by which its first one differs from the policy so far.
    fn pairs(&mut self, axes: &Axes) -> (Vec<Vec<f64>>, Vec<Candidate>) {
        let mut signs: Vec<Vec<f64>> = Vec::new();
        let mut candidates = Vec::new();
        for _ in 0..PAIRS {
            let sign = |moves: &bool| match (moves, self.rng.next_u64() >> 63) {
                (false, _) => 0.0,
                (true, 0) => -1.0,
                (true, _) => 1.0,
            };
            let of: Vec<f64> = self.moves.iter().map(sign).collect();
            for side in [1.0, -1.0] {
                let there: Vec<f64> = self.point.iter().zip(&of).map(|(x, sign)| x + side * sign * STEP).collect();
                // Rounded by chance: else a step of less than one half would be none.
                let values = axes.values_by(&self.start.values, &there, |exact| (exact + unit(&mut self.rng)).floor());
                candidates.push(Candidate { start: self.start.start, values });
            }
            signs.push(of);
        }
        (signs, candidates)
    }

    /// Moves by what the first of each pair scored more than the second, as a share of the points, at this share of the way, of
    /// which a generation is so much.
    fn learn(&mut self, signs: &[Vec<f64>], apart: &[f64], progress: f64, each: f64) {
        let count = apart.len() as f64;
        self.noise += apart.iter().map(|d| d * d).sum::<f64>() / (count * count);
        self.generations += 1.0;
        let noise = (self.noise / self.generations).sqrt().max(1e-9);
        let rate = RATE * (1.0 + FASTER * (1.0 - 2.0 * progress)) * each.sqrt() / noise;
        for (place, x) in self.point.iter_mut().enumerate() {
            let effect = signs.iter().zip(apart).map(|(signs, apart)| signs[place] * apart).sum::<f64>() / count;
            *x += STEP * (rate * effect).clamp(-MOST, MOST);
        }
        if progress < MEAN_FROM {
            self.mean.clone_from(&self.point);
        } else {
            self.averaged += 1.0;
            let share = 1.0 / self.averaged;
            self.mean.iter_mut().zip(&self.point).for_each(|(mean, x)| *mean += share * (x - *mean));
        }
    }

    /// The policy so far.
    fn candidate(&self, axes: &Axes) -> Candidate {
        Candidate { start: self.start.start, values: axes.values(&self.start.values, &self.mean) }
    }
}

impl Searcher<'_> {
    /// The whole search; what it found is the last milestone, also where it halts.
    ///
    /// # Errors
    /// See [`Halt`].
    pub fn ascend(&mut self, start: Candidate, held: &[usize]) -> Result<(), Halt> {
        let mut ascent = Ascent::new(self.axes, start, held, self.seed);
        let (first, mut kept) = (self.trials.used(), 0.0);
        if !ascent.moves.contains(&true) {
            return Ok(());
        }
        loop {
            let used = self.trials.used();
            let matchups = self.matchups(2 * PAIRS, &GENERATION);
            if used >= STEPS_UNTIL || !self.room(2 * PAIRS, matchups) {
                return Ok(());
            }
            let (signs, candidates) = ascent.pairs(self.axes);
            let (mut pool, round) = (Pool::new(candidates), self.next_round());
            self.play(&mut pool, "small steps", round, matchups)?;
            let most = f64::from(self.trials.most()) * matchups as f64;
            let share = |scores: &Vec<u32>| scores.iter().copied().map(f64::from).sum::<f64>() / most;
            let apart: Vec<f64> = pool.scores.chunks(2).map(|both| share(&both[0]) - share(&both[1])).collect();
            let progress = ((self.trials.used() - first) / (STEPS_UNTIL - first)).clamp(0.0, 1.0);
            ascent.learn(&signs, &apart, progress, progress / (ascent.generations + 1.0));
            if (progress * KEPT).floor() > kept {
                kept = (progress * KEPT).floor();
                self.reached("small steps", ascent.candidate(self.axes));
            }
        }
    }
}
