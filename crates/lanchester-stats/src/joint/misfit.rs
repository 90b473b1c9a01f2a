//! What no price can carry: the ways in which fleets of equal points are not equal.
//!
//! On the round that fitted them the equations hold by design, so this wants *fresh* fleets of equal points at the prices
//! found. Each test asks whether the residuals, score − P, go with a property of the fleets that points do not see. The
//! property is first cleared of what the prices themselves could still take up (the shares of the designs and the points),
//! so that errors of the prices are no misfit: Neyman's C(α) test (J. Neyman, "Optimal asymptotic tests of composite
//! statistical hypotheses", in "Probability and Statistics", 1959), its variance by matchup.

use nalgebra::{DMatrix, DVector};
use serde::Serialize;

use super::quadratic::{Conditions, best_step};
use super::trial::{Sides, Trial};
use crate::multiple::{Dependence, q_values};
use crate::{Interval, logistic, two_sided_p};

/// A way in which fleets of equal points may differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// The fleet fights as if it had so many times its points.
    pub multiplier: Interval,
    /// The p-value of "as if it had just its points".
    pub p: f64,
    /// The same, corrected for all that was asked beside it.
    pub q: f64,
}

/// Two designs in one fleet.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Together {
    /// Their indices, the lower first.
    pub designs: [usize; 2],
    /// A fleet of the two, half of its points each, against what they are worth apart; q is over all pairs.
    pub effect: Effect,
}

/// What was found on fresh fleets. The three headline questions (`pure`, `numbers`, `pairs_q`) are corrected for each other.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Misfit {
    /// Matchups.
    pub matchups: u64,
    /// A fleet of one design against a fleet of two, half of its points each.
    pub pure: Option<Effect>,
    /// A fleet of twice as many ships for the same points.
    pub numbers: Option<Effect>,
    /// Every pair of designs that enough fleets had, most significant first.
    pub pairs: Vec<Together>,
    /// The q-value of "no two designs are worth more or less together".
    pub pairs_q: Option<f64>,
}

impl Misfit {
    /// The same, where the design of each index is at that of these places.
    #[must_use]
    pub fn at(self, places: &[usize]) -> Self {
        let at = |pair: Together| {
            let mut designs = pair.designs.map(|design| places[design]);
            designs.sort_unstable();
            Together { designs, ..pair }
        };
        Self { pairs: self.pairs.into_iter().map(at).collect(), ..self }
    }
}

/// Fewer fleets with both designs tell nothing of them.
const FEWEST_FLEETS: usize = 24;

/// Beside information, which is near 0.01 to 1: what a design in no fleet has.
const RIDGE: f64 = 1e-9;

/// Asks fresh matchups, played at these prices, what the prices and κ leave unexplained.
#[must_use]
pub fn misfit(trials: &[Trial], prices: &[f64], slope: f64) -> Misfit {
    let fresh = Fresh::of(trials, prices, slope);
    let k = prices.len();
    let square = |share: f64| share * share;
    let concentration =
        |_: &Trial, sides: &Sides| sides.spread(square).iter().map(|(_, difference)| difference).sum::<f64>();
    let ships = |trial: &Trial, _: &Sides| {
        let [a, b] = trial.fleets.each_ref().map(|f| f.iter().map(|(_, ships)| f64::from(*ships)).sum::<f64>());
        libm::log(a / b)
    };
    let mut pure = fresh.effect(concentration, 0.5);
    let mut numbers = fresh.effect(ships, std::f64::consts::LN_2);
    let mut pairs: Vec<Together> = Vec::new();
    for i in 0..k {
        for j in i + 1..k {
            let both = |fleet: &[(usize, f64)]| {
                let share = |design: usize| fleet.iter().find(|(known, _)| *known == design).map_or(0.0, |(_, s)| *s);
                share(i) * share(j)
            };
            let fleets = fresh.sides.iter().flat_map(|sides| &sides.shares).filter(|fleet| both(fleet) > 0.0).count();
            let product = |_: &Trial, sides: &Sides| both(&sides.shares[0]) - both(&sides.shares[1]);
            if let Some(effect) = (fleets >= FEWEST_FLEETS).then(|| fresh.effect(product, 0.25)).flatten() {
                pairs.push(Together { designs: [i, j], effect });
            }
        }
    }
    let of_pairs: Vec<f64> = pairs.iter().map(|pair| pair.effect.p).collect();
    for (pair, q) in pairs.iter_mut().zip(q_values(&of_pairs, Dependence::Any)) {
        pair.effect.q = q;
    }
    pairs.sort_by(|one, other| one.effect.p.total_cmp(&other.effect.p).then(one.designs.cmp(&other.designs)));
    // The least of m p-values, times m, is a p-value however they depend on each other (C. E. Bonferroni, 1936).
    let mut pairs_q = pairs.first().map(|pair| (pair.effect.p * pairs.len() as f64).min(1.0));

    let headline = [pure.map(|e| e.p), numbers.map(|e| e.p), pairs_q];
    let asked: Vec<f64> = headline.iter().flatten().copied().collect();
    let mut q = q_values(&asked, Dependence::Any).into_iter();
    for effect in [&mut pure, &mut numbers].into_iter().flatten() {
        effect.q = q.next().unwrap_or(1.0);
    }
    pairs_q = pairs_q.and_then(|_| q.next());
    Misfit { matchups: fresh.trials.len() as u64, pure, numbers, pairs, pairs_q }
}

/// Fresh matchups with their residuals.
struct Fresh<'t> {
    trials: Vec<&'t Trial>,
    sides: Vec<Sides>,
    /// Score − P and P(1 − P).
    residuals: Vec<[f64; 2]>,
    /// Mean weighted products of what prices could take up: share differences, then the log ratio.
    products: DMatrix<f64>,
    slope: f64,
}

impl<'t> Fresh<'t> {
    fn of(trials: &'t [Trial], prices: &[f64], slope: f64) -> Self {
        let k = prices.len();
        let scored: Vec<(&Trial, f64)> = trials.iter().filter_map(|t| Some((t, t.score()?))).collect();
        let sides: Vec<Sides> = scored.iter().map(|(trial, _)| trial.at(prices)).collect();
        let residual = |((_, score), sides): (&(&Trial, f64), &Sides)| {
            let p = logistic(slope * sides.log_ratio);
            [score - p, p * (1.0 - p)]
        };
        let residuals: Vec<[f64; 2]> = scored.iter().zip(&sides).map(residual).collect();
        let n = residuals.len() as f64;
        let mut products = DMatrix::zeros(k + 1, k + 1);
        for (sides, [_, weight]) in sides.iter().zip(&residuals) {
            let known = known(sides, k);
            for (i, x) in &known {
                for (j, y) in &known {
                    products[(*i, *j)] += weight * x * y / n;
                }
            }
        }
        (0..=k).for_each(|i| products[(i, i)] += RIDGE);
        Self { trials: scored.into_iter().map(|(trial, _)| trial).collect(), sides, residuals, products, slope }
    }

    /// The effect of a property of the fleets (of the first less that of the second), for so much of it.
    fn effect(&self, property: impl Fn(&Trial, &Sides) -> f64, much: f64) -> Option<Effect> {
        let k = self.products.nrows() - 1;
        let n = self.residuals.len() as f64;
        let values: Vec<f64> =
            self.trials.iter().zip(&self.sides).map(|(trial, sides)| property(trial, sides)).collect();
        let mut with = DVector::zeros(k + 1);
        for ((value, sides), [_, weight]) in values.iter().zip(&self.sides).zip(&self.residuals) {
            for (i, x) in known(sides, k) {
                with[i] += weight * value * x / n;
            }
        }
        let taken = best_step(&self.products, &with, &Conditions::default())?.step;
        let [mut pull, mut information, mut variance, mut whole] = [0.0; 4];
        for ((value, sides), [residual, weight]) in values.iter().zip(&self.sides).zip(&self.residuals) {
            let left = value - known(sides, k).iter().map(|(i, x)| taken[*i] * x).sum::<f64>();
            pull += residual * left;
            information += weight * left * left;
            variance += residual * residual * left * left;
            whole += weight * value * value;
        }
        let freedom = n - k as f64 - 1.0;
        // Shares and points say all of the property: nothing is left to ask.
        if freedom < 1.0 || information <= 1e-6 * whole || variance <= 0.0 {
            return None;
        }
        let error = (variance * n / freedom).sqrt();
        let scale = much / (information * self.slope);
        let multiplier = Interval::normal(pull * scale, error * scale).map_rising(libm::exp);
        let p = two_sided_p(pull / error);
        Some(Effect { multiplier, p, q: p })
    }
}

/// What prices could take up: the differences of shares, and the log ratio of points at place k.
fn known(sides: &Sides, k: usize) -> Vec<(usize, f64)> {
    let mut known = sides.differences();
    known.push((k, sides.log_ratio));
    known
}
