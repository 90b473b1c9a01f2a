//! Bounds in place of prices: each step against its closed form, and simulated coverage.

use std::f64::consts::{FRAC_1_SQRT_2, PI, TAU};

use nalgebra::DMatrix;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::imputed::{SETS, fits, normal, slice, truncated};
use super::pooled::{self, Estimate};
use super::{Form, LogPrice, MetaError, Observation, Sample, coefficient, exponents, forms, held_out, robusts, tail};

const EXPONENTS: [f64; 2] = [0.58, 0.47];

/// Families of 5 designs that share half of the variance of what the parts do not explain; prices are measured to 4 %.
fn designs(families: u32, seed: u64) -> Vec<Observation> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut all = Vec::new();
    for family in 0..families {
        let base = [5.0 + 0.6 * normal(&mut rng), 3.5 + 0.5 * normal(&mut rng)];
        let shared = 0.3 + 0.12 * normal(&mut rng);
        for _ in 0..5 {
            let log_parts = base.map(|part| part + 0.25 * normal(&mut rng));
            let explained = EXPONENTS[0] * log_parts[0] + EXPONENTS[1] * log_parts[1];
            let (own, error) = (0.12 * normal(&mut rng), 0.04);
            let value = explained + shared + own + error * normal(&mut rng);
            all.push(Observation { family, log_price: LogPrice::Measured { value, error }, log_parts });
        }
    }
    all
}

/// ln price is normal among all designs, with this mean and this deviation.
fn law() -> [f64; 2] {
    let explained = EXPONENTS.iter().zip([0.6f64, 0.5]).map(|(e, s)| e * e * (s * s + 0.25 * 0.25)).sum::<f64>();
    let mean = 0.3 + EXPONENTS[0] * 5.0 + EXPONENTS[1] * 3.5;
    [mean, (explained + 2.0 * 0.12 * 0.12 + 0.04 * 0.04).sqrt()]
}

/// Prices above the cap become "at least the cap".
fn capped(all: &[Observation], cap: f64) -> Vec<Observation> {
    let bounded = |o: &Observation| match o.log_price {
        LogPrice::Measured { value, .. } if value > cap => {
            Observation { log_price: LogPrice::Within { low: cap, high: f64::INFINITY }, ..*o }
        }
        _ => *o,
    };
    all.iter().map(bounded).collect()
}

/// Shares of data sets in which α − β and α + β are covered; `upper` is the normal quantile of the cap.
fn covered(repetitions: u64, upper: f64, keep: bool) -> [f64; 2] {
    let [mean, deviation] = law();
    let mut hits = [0; 2];
    for seed in 0..repetitions {
        let mut all = capped(&designs(40, seed), mean + upper * deviation);
        if !keep {
            all.retain(|o| matches!(o.log_price, LogPrice::Measured { .. }));
        }
        let sample = Sample::of(&all).expect("numbers");
        let robusts = robusts(&fits(Form::Geometric, &sample, SETS).expect("a fit")).expect("errors");
        for (hit, (sign, truth)) in hits.iter_mut().zip([(-1.0, 0.11), (1.0, 1.05)]) {
            let found = coefficient(&robusts, &[0.0, 1.0, sign], 0.0);
            *hit += u64::from(found.interval.contains(truth));
        }
    }
    hits.map(|hits| hits as f64 / repetitions as f64)
}

/// 95 % of so many, give or take three standard errors. In 2,000 of these data sets: 94.2 % (α − β) and 95.6 % (α + β)
/// with 5 % of the designs behind the cap, 94.8 and 96.3 % with 15 %; without those 15 %, 94.0 and 73.7 %.
#[test]
fn exponents_are_covered_where_the_dearest_designs_have_bounds() {
    let repetitions = 100;
    let reach = 3.0 * (0.05f64 * 0.95 / repetitions as f64).sqrt();
    for upper in [1.644_854, 1.036_433] {
        let shares = covered(repetitions, upper, true);
        assert!(shares.iter().all(|share| (share - 0.95).abs() < reach), "{shares:?}");
    }
    let left_out = covered(repetitions, 1.036_433, false);
    assert!(left_out[1] < 0.95 - reach, "what it is for: {left_out:?}");
}

/// The mean of a chain and its standard error by batches.
fn mean_of_chain(mut next: impl FnMut() -> f64) -> [f64; 2] {
    let (batches, size) = (200, 500);
    let means: Vec<f64> = (0..batches).map(|_| (0..size).map(|_| next()).sum::<f64>() / f64::from(size)).collect();
    let mean = means.iter().sum::<f64>() / f64::from(batches);
    let variance = means.iter().map(|m| (m - mean).powi(2)).sum::<f64>() / f64::from(batches - 1);
    [mean, (variance / f64::from(batches)).sqrt()]
}

/// Means of truncated normal laws: (φ(low) − φ(high))/(Φ(high) − Φ(low)), and √(2/π) of a half. Four standard errors: a false
/// alarm in 16,000.
#[test]
fn chains_have_the_laws_that_they_are_for() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let density = |z: f64| (-z * z / 2.0).exp() / TAU.sqrt();
    let below = |z: f64| 0.5 * libm::erfc(-z * FRAC_1_SQRT_2);
    for (low, high) in [(1.0, f64::INFINITY), (-0.5, 2.0), (f64::NEG_INFINITY, -2.5), (3.0, 3.2)] {
        let expected = (density(low) - density(high)) / (below(high) - below(low));
        let mut now = if f64::is_finite(low) { low } else { high };
        let [mean, error] = mean_of_chain(|| {
            now = truncated(now, low, high, &mut rng);
            now
        });
        assert!((mean - expected).abs() < 4.0 * error, "{low} to {high}: {mean} ± {error}, {expected}");
    }
    let mut now = 5.0;
    let [mean, error] = mean_of_chain(|| {
        now = slice(now, 0.7, |z| -z * z / 2.0, &mut rng);
        now
    });
    assert!((mean - (2.0 / PI).sqrt()).abs() < 4.0 * error, "{mean} ± {error}");
}

#[test]
fn chances_behind_bounds_are_the_known_ones() {
    let half = [0.0, f64::INFINITY];
    let root = |r: f64| DMatrix::from_row_slice(2, 2, &[1.0, 0.0, r, (1.0 - r * r).sqrt()]);
    // W. F. Sheppard: ¼ + asin ρ/2π for a quadrant. The lattice is off by less than ln 256/256 where the rest is monotone.
    for r in [-0.8, 0.0, 0.5, 0.9] {
        let chance = tail::log_chance(&root(r), &[], &[half, half]).exp();
        assert!((chance - 0.25 - r.asin() / TAU).abs() < 256f64.ln() / 256.0, "{r}: {chance}");
    }
    // One given another at 1.5: normal with mean 1.5·ρ and variance 1 − ρ².
    let given = tail::log_chance(&root(0.6), &[1.5], &[[f64::NEG_INFINITY, 2.5]]).exp();
    assert!((given - 0.5 * libm::erfc(-(2.5 - 0.9) / 0.8 * FRAC_1_SQRT_2)).abs() < 1e-14, "{given}");
    // Mills: 1 − Φ(z) lies between φ(z)/z·(1 − 1/z²) and φ(z)/z.
    let far = tail::log_chance(&root(0.0), &[0.0], &[[12.0, f64::INFINITY]]);
    let most = -72.0 - 0.5 * TAU.ln() - 12f64.ln();
    assert!(far < most && far > most + (1.0f64 - 1.0 / 144.0).ln(), "{far} {most}");
    assert!(tail::log_chance(&root(0.0), &[0.0], &[[1e3, f64::INFINITY]]).is_finite());
}

/// By hand: values 1, 2, 3 with variance 2 each: between 1, times 4/3; 10/3 in all, of which 0.4 is owed to the sets. With 10
/// degrees of freedom for complete prices 11/13·10·0.6 are seen; Rubin's are 2/0.4².
#[test]
fn sets_are_pooled_by_rubins_rules() {
    let set = |value: f64| Estimate { value, variance: 2.0, degrees: 10.0 };
    let found = pooled::estimate(&[1.0, 2.0, 3.0].map(set));
    assert!((found.value - 2.0).abs() < 1e-12 && (found.variance - 10.0 / 3.0).abs() < 1e-12);
    assert!((found.degrees - 1.0 / (13.0 / 66.0 + 0.08)).abs() < 1e-12, "{found:?}");
    assert_eq!(pooled::estimate(&[set(7.0)]), set(7.0));
    let interval = |estimate: f64| crate::Interval { estimate, low: estimate - 1.0, high: estimate + 2.0 };
    let found = pooled::interval(&[5.0, 6.0, 7.0].map(interval));
    let more = 1.959_963_985f64.powi(2) * 4.0 / 3.0;
    assert!(
        (found.low - 6.0 + (1.0 + more).sqrt()).abs() < 1e-6 && (found.high - 6.0 - (4.0 + more).sqrt()).abs() < 1e-6
    );
}

#[test]
fn a_narrow_range_is_a_measurement() {
    let all = designs(12, 3);
    let narrow = |(i, o): (usize, &Observation)| match o.log_price {
        LogPrice::Measured { value, .. } if i % 7 == 0 => {
            Observation { log_price: LogPrice::Within { low: value - 1e-9, high: value + 1e-9 }, ..*o }
        }
        _ => *o,
    };
    let ranges: Vec<Observation> = all.iter().enumerate().map(narrow).collect();
    let (one, other) = (exponents(&all).expect("findings"), exponents(&ranges).expect("findings"));
    assert_eq!((one.bounds, other.bounds, other.designs), (0, 9, 60));
    for (a, b) in [(one.alpha, other.alpha), (one.beta, other.beta), (one.balance, other.balance)] {
        assert!((a.interval.estimate - b.interval.estimate).abs() < 1e-6, "{a:?} {b:?}");
        // Barnard and Rubin's degrees of freedom for nothing hidden.
        assert!((b.degrees - a.degrees * (a.degrees + 1.0) / (a.degrees + 3.0)).abs() < 1e-3, "{a:?} {b:?}");
    }
    assert!((one.spread.low - other.spread.low).abs() < 1e-5 && (one.spread.high - other.spread.high).abs() < 1e-5);
}

#[test]
fn neither_order_nor_names_matter_to_bounds() {
    let [mean, deviation] = law();
    let all = capped(&designs(10, 5), mean + deviation);
    let mut turned: Vec<Observation> = all.iter().rev().map(|o| Observation { family: 90 - o.family, ..*o }).collect();
    turned.rotate_left(17);
    let found = exponents(&all).expect("findings");
    assert!(found.bounds > 0);
    assert_eq!(exponents(&turned), Ok(found));
    // Held-out families are dealt by their order, so it must be the same.
    assert_eq!(forms(&turned), forms(&all));
}

#[test]
fn a_family_of_bounds_alone_enters_and_bounds_alone_are_refused() {
    let bound = |o: &Observation, low: f64, high: f64| Observation { log_price: LogPrice::Within { low, high }, ..*o };
    let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
    let all = designs(10, 8);
    let behind: Vec<Observation> = all.iter().map(|o| if o.family == 3 { bound(o, 4.0, most) } else { *o }).collect();
    let found = exponents(&behind).expect("findings");
    assert_eq!((found.bounds, found.designs, found.families), (5, 50, 10));
    assert!(found.scale.interval.high.is_finite() && found.scale.degrees > 1.0, "{found:?}");
    let one_end: Vec<Observation> = all.iter().map(|o| bound(o, 4.0, most)).collect();
    assert_eq!(exponents(&one_end), Err(MetaError::FewFamilies(0)));
    let few: Vec<Observation> = all.iter().map(|o| if o.family > 6 { bound(o, least, 4.0) } else { *o }).collect();
    assert_eq!(exponents(&few), Err(MetaError::FewFamilies(7)));
    for (low, high) in [(4.0, 4.0), (5.0, 4.0), (least, most), (f64::NAN, most)] {
        let mut bad = all.clone();
        bad[0] = bound(&bad[0], low, high);
        assert_eq!(exponents(&bad), Err(MetaError::BadNumber), "{low} to {high}");
    }
}

/// Prices by a weighted sum, the dearest behind a cap: the sum predicts new families better, as it does without a cap.
#[test]
fn forms_are_distinguished_behind_bounds() {
    let sum = |o: &Observation| {
        let LogPrice::Measured { value, error } = o.log_price else { return *o };
        let [a, d] = o.log_parts;
        let rest = value - EXPONENTS[0] * a - EXPONENTS[1] * d;
        let value = 0.5 * rest + 4.0 + (0.35 * (2.0 * (a - 5.0)).exp() + 0.65 * (2.0 * (d - 3.5)).exp()).ln() / 2.0;
        Observation {
            log_price: LogPrice::Measured { value, error },
            log_parts: [5.0 + 2.0 * (a - 5.0), 3.5 + 2.0 * (d - 3.5)],
            ..*o
        }
    };
    let all: Vec<Observation> = designs(20, 2).iter().map(sum).collect();
    let found = forms(&capped(&all, 4.7)).expect("forms");
    let difference = |form: Form| {
        found.iter().find(|of| of.form == form).and_then(|of| of.difference).expect("it settles, and is no reference")
    };
    assert!(difference(Form::Arithmetic).low > 0.0, "{found:?}");
}

/// The difference of two forms' held-out scores covers its mean over data sets: 95 % of so many, give or take three standard
/// errors. In 400 data sets of 40 families each it is 93 % for √(A·D) and 94 % for the weighted sum against A^α·D^β as here, where
/// a plain interval over families covers 89 and 92 %; for √(A·D) where that is true, 99 %.
#[test]
fn differences_of_scores_are_covered() {
    let repetitions = 100;
    let reach = 3.0 * (0.05f64 * 0.95 / f64::from(repetitions)).sqrt();
    let difference = |seed: u32| {
        let sample = Sample::of(&designs(30, 50_000 + u64::from(seed))).expect("numbers");
        let [printed, geometric] = [Form::Printed, Form::Geometric].map(|form| held_out::scores(form, &sample));
        held_out::difference(&printed.expect("scores"), &geometric.expect("scores")).expect("a difference")
    };
    let found: Vec<_> = (0..repetitions).map(difference).collect();
    let mean = found.iter().map(|of| of.estimate).sum::<f64>() / f64::from(repetitions);
    let share = found.iter().filter(|of| of.contains(mean)).count() as f64 / f64::from(repetitions);
    assert!((share - 0.95).abs() < reach, "{share}");
}
