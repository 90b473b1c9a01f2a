//! Synthetic games of fleets whose true prices are known.

use crate::synthetic::{Truth, uniform};
use lanchester_stats::joint::{Finding, Fleet, JointError, Limits, Search, Settings, Trial};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// Designs and how their fleets fight: the log odds of a battle are `steep` times the log of the ratio of strengths, and a
/// fleet's strength is Σ worth · shipsᵖ⁻¹; matchups scatter about that by `scatter`.
#[derive(Clone)]
pub struct Navy {
    pub worth: Vec<f64>,
    pub power: f64,
    pub steep: f64,
    pub scatter: f64,
    /// Designs 0 and 1 in one fleet: what each strengthens the other, at the most.
    pub together: f64,
}

/// Points of fleets, least and most.
const BUDGET: [f64; 2] = [400.0, 1600.0];

/// Pairs of battles of each matchup.
const PAIRS: u64 = 4;

impl Navy {
    pub fn new(power: f64) -> Self {
        Self { worth: vec![60.0, 90.0, 130.0, 190.0, 260.0], power, steep: 4.0, scatter: 0.5, together: 0.0 }
    }

    fn strength(&self, fleet: &Fleet) -> f64 {
        let sum = |f: &dyn Fn(usize) -> f64| fleet.iter().map(|(i, n)| f64::from(*n) * f(*i)).sum::<f64>();
        let worth = sum(&|i| self.worth[i]);
        let share = |design: usize| sum(&|i| if i == design { self.worth[i] } else { 0.0 }) / worth;
        worth * sum(&|_| 1.0).powf(self.power - 1.0) * (1.0 + self.together * share(0) * share(1))
    }

    /// Two random designs, and of each as much as chance gives it, of about these points.
    fn fleet(&self, points: f64, prices: &[f64], rng: &mut Xoshiro256PlusPlus) -> Fleet {
        let k = self.worth.len();
        let pick = |n: usize, rng: &mut Xoshiro256PlusPlus| (uniform(rng) * n as f64) as usize;
        let one = pick(k, rng);
        let other = (one + 1 + pick(k - 1, rng)) % k;
        let ships = (uniform(rng) * points / prices[one]).round();
        let rest = ((points - ships * prices[one]) / prices[other]).round().max(f64::from(u8::from(ships == 0.0)));
        [(one, ships as u32), (other, rest as u32)].into_iter().filter(|(_, ships)| *ships > 0).collect()
    }

    /// A matchup at this log ratio of points.
    pub fn play(&self, log_ratio: f64, prices: &[f64], rng: &mut Xoshiro256PlusPlus) -> Trial {
        let budget = BUDGET[0] * (BUDGET[1] / BUDGET[0]).powf(uniform(rng));
        let fleets = [0.5, -0.5].map(|half| self.fleet(budget * (half * log_ratio).exp(), prices, rng));
        let normal = (0..12).map(|_| uniform(rng)).sum::<f64>() - 6.0;
        let delta = self.steep * (self.strength(&fleets[0]) / self.strength(&fleets[1])).ln() + self.scatter * normal;
        Trial { fleets, pair_scores: Truth::davidson(delta, 0.1, 0.2).pairs(PAIRS, rng).scores() }
    }

    /// Matchups of equal points.
    pub fn fresh(&self, matchups: u64, prices: &[f64], rng: &mut Xoshiro256PlusPlus) -> Vec<Trial> {
        (0..matchups).map(|_| self.play(0.0, prices, rng)).collect()
    }

    /// Runs a search to its end.
    pub fn run(&self, mut search: Search, rng: &mut Xoshiro256PlusPlus) -> Result<Finding, JointError> {
        loop {
            let round = search.round().clone();
            let trials: Vec<Trial> =
                (0..round.matchups).map(|i| self.play(round.log_ratio(i), &round.prices, rng)).collect();
            if let Some(found) = search.take(&trials) {
                return found;
            }
        }
    }

    /// A search from the printed points.
    pub fn search(&self, limits: Limits, precision: f64, seed: u64) -> Result<Finding, JointError> {
        let settings = Settings { precision, most_matchups: 2_000_000 };
        self.run(Search::new(limits, settings)?, &mut Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}
