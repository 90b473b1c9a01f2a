//! Intervals of the meta-regression must cover their truths in 95 % of data sets, also where the model is wrong about what
//! designs of a family share. Seeds are fixed. Run with `--nocapture` to see what was reached.

use lanchester_stats::meta::{Exponents, LogPrice, Observation, exponents};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::covered::{Coverage, data_sets};

/// 3.1 standard errors of a coverage in 2,000 data sets.
const REACH: f64 = 0.015;
const FAMILIES: u32 = 40;
const EXPONENTS: [f64; 2] = [0.58, 0.47];

/// A normal number, by G. E. P. Box and M. E. Muller.
fn normal(rng: &mut impl Rng) -> f64 {
    let [u, v] = [(); 2].map(|()| ((rng.next_u64() >> 11) as f64 + 0.5) / (1u64 << 53) as f64);
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// What prices have beyond the two parts.
#[derive(Clone, Copy)]
struct Misfit {
    /// Deviation of the effect of a family.
    family: f64,
    /// Deviation of the effect of a design.
    within: f64,
    /// Deviation of a family's own exponents from those of all: the model knows nothing of it.
    slopes: f64,
    /// Effects of families come from a two-point law instead of a normal one.
    lumpy: bool,
}

/// Families of 5 to 8 designs, priced with errors of 2 to 8 %.
fn data(misfit: Misfit, seed: u64) -> Vec<Observation> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut all = Vec::new();
    for family in 0..FAMILIES {
        let base = [5.0 + 0.6 * normal(&mut rng), 3.5 + 0.5 * normal(&mut rng)];
        let draw = normal(&mut rng);
        let shared = misfit.family * if misfit.lumpy { draw.signum() } else { draw };
        let own = EXPONENTS.map(|exponent| exponent + misfit.slopes * normal(&mut rng));
        for _ in 0..5 + family % 4 {
            let log_parts = base.map(|part| part + 0.25 * normal(&mut rng));
            let error = 0.02 + 0.06 * ((rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64);
            let value = 0.3
                + own.iter().zip(log_parts).zip(base).map(|((e, x), b)| e * (x - b)).sum::<f64>()
                + EXPONENTS.iter().zip(base).map(|(e, b)| e * b).sum::<f64>();
            let log_price = value + shared + misfit.within * normal(&mut rng) + error * normal(&mut rng);
            let log_price = LogPrice::Measured { value: log_price, error };
            all.push(Observation { family, log_price, log_parts });
        }
    }
    all
}

/// The two exponents are covered; of their spread it is said how often it is.
fn cover(misfit: Misfit, first_seed: u64, what: &str) -> Coverage {
    let [mut balance, mut scale, mut spread] = [0; 3].map(|_| Coverage::default());
    let truth = [EXPONENTS[0] - EXPONENTS[1], EXPONENTS[0] + EXPONENTS[1]];
    let tau = misfit.family.hypot(misfit.within);
    for seed in 0..u64::from(data_sets(2_000)) {
        let found: Exponents = exponents(&data(misfit, first_seed + seed)).expect("findings");
        balance.note(found.balance.interval.contains(truth[0]));
        scale.note(found.scale.interval.contains(truth[1]));
        spread.note(found.spread.contains(tau));
    }
    balance.assert_within(REACH, &format!("{what}, alpha - beta"));
    scale.assert_within(REACH, &format!("{what}, alpha + beta"));
    spread
}

#[test]
fn exponents_and_spread_are_covered_where_the_model_is_right() {
    let misfit = Misfit { family: 0.15, within: 0.10, slopes: 0.0, lumpy: false };
    cover(misfit, 0, "model right").assert_within(REACH, "model right, spread");
}

#[test]
fn exponents_are_covered_where_families_share_what_the_model_does_not_know() {
    let misfit = Misfit { family: 0.15, within: 0.05, slopes: 0.25, lumpy: true };
    cover(misfit, 10_000, "own slopes, lumpy families");
}

#[test]
fn exponents_are_covered_without_any_effect() {
    // Both variances are zero, an end of their range.
    let misfit = Misfit { family: 0.0, within: 0.0, slopes: 0.0, lumpy: false };
    cover(misfit, 20_000, "no effects").assert_edge("spread of nothing");
}
