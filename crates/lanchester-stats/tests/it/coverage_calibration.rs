//! Intervals of a calibration must cover their truths in 94 to 96 % of 10,000 repetitions.
//!
//! The truths are worked out here from the chances themselves, by halving, and share no code with the estimator: the
//! best-fitting slope, the side bias at that slope, and the losses of the predictions that the cross-validated slopes
//! settle at after very many pairs. At 200 pairs a cell the errors of the slopes add less than a tenth of a standard
//! error to the losses, which is checked too. Seeds are fixed; the band of one point is 4.6 errors of a coverage (0.22
//! points) to either side. Run with `--nocapture` to see what was reached.

use crate::synthetic::Seated;
use lanchester_stats::calibration::{Bin, Observation, Score, calibrate};
use lanchester_stats::{Interval, Z95};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

const REPETITIONS: u32 = 10_000;
const PAIRS: u64 = 200;

const RATINGS: [f64; 6] = [100.0, 130.0, 155.0, 200.0, 240.0, 300.0];
/// A second model, which knows less: the designs' hulls, say.
const HULLS: [f64; 6] = [10.0, 9.0, 14.0, 12.0, 20.0, 22.0];

struct Duel {
    a: usize,
    b: usize,
    log_ratios: [f64; 2],
    truth: Seated,
}

/// A round robin; each fights like its rating times its worth.
fn field(worth: [f64; 6], k: f64, bias: f64, drawn: f64) -> Vec<Duel> {
    let ratio = |values: &[f64; 6], a: usize, b: usize| (values[a] / values[b]).ln();
    (0..6)
        .flat_map(|a| (a + 1..6).map(move |b| (a, b)))
        .zip([0.0, 0.5, 0.2, 0.8].into_iter().cycle())
        .map(|((a, b), same)| {
            let logit = k * (ratio(&RATINGS, a, b) + ratio(&worth, a, b));
            let log_ratios = [ratio(&RATINGS, a, b), ratio(&HULLS, a, b)];
            Duel { a, b, log_ratios, truth: Seated::logistic(logit, bias, drawn, same) }
        })
        .collect()
}

fn sigmoid(z: f64) -> f64 {
    1.0 / (1.0 + (-z).exp())
}

/// The root of a falling function within ±50.
fn halve(f: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (-50.0, 50.0);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        *(if f(middle) > 0.0 { &mut low } else { &mut high }) = middle;
    }
    low
}

fn best_slope(duels: &[Duel], model: usize, without: Option<usize>) -> f64 {
    let rest: Vec<&Duel> = duels.iter().filter(|d| Some(d.a) != without && Some(d.b) != without).collect();
    halve(|k| rest.iter().map(|d| d.log_ratios[model] * (d.truth.score() - sigmoid(k * d.log_ratios[model]))).sum())
}

fn side_bias(duels: &[Duel], k: f64) -> f64 {
    halve(|bias| {
        duels
            .iter()
            .map(|d| {
                let z = k * d.log_ratios[0];
                let [from_0, from_1] = d.truth.seats.map(|seat| seat.score());
                from_0 + (1.0 - from_1) - sigmoid(z + bias) - sigmoid(bias - z)
            })
            .sum()
    })
}

/// Brier score and log loss of chances, one for each duel.
fn losses(duels: &[Duel], chance: impl Fn(&Duel) -> f64) -> [f64; 2] {
    let mut sums = [0.0; 2];
    for duel in duels {
        let p = chance(duel);
        for seat in duel.truth.seats {
            for (y, likely) in [(1.0, seat.win), (0.5, seat.draw), (0.0, 1.0 - seat.win - seat.draw)] {
                sums[0] += likely * (p - y) * (p - y);
                sums[1] -= likely * (y * p.ln() + (1.0 - y) * (1.0 - p).ln());
            }
        }
    }
    sums.map(|sum| sum / (2.0 * duels.len() as f64))
}

fn cross_validated(duels: &[Duel], model: usize) -> [f64; 2] {
    let slopes: Vec<f64> = (0..6).map(|out| best_slope(duels, model, Some(out))).collect();
    losses(duels, |d| {
        let x = d.log_ratios[model];
        (sigmoid(slopes[d.a] * x) + sigmoid(slopes[d.b] * x)) / 2.0
    })
}

/// Mean scores of the favourites of bins: fifteen cells of equal size by rising ratio, each where its middle falls.
fn bins(duels: &[Duel]) -> Vec<f64> {
    let mut favourites: Vec<(f64, f64)> = duels
        .iter()
        .map(|d| {
            let (x, score) = (d.log_ratios[0], d.truth.score());
            if x > 0.0 { (x, score) } else { (-x, 1.0 - score) }
        })
        .collect();
    favourites.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut bins = vec![Vec::new(); 10];
    for (i, (_, score)) in favourites.iter().enumerate() {
        bins[(2 * i + 1) * 10 / (2 * favourites.len())].push(*score);
    }
    bins.iter().map(|bin| bin.iter().sum::<f64>() / bin.len() as f64).collect()
}

/// A quantity with its truth, and how often that was covered.
struct Coverage {
    what: &'static str,
    truth: f64,
    hits: u32,
    /// Sum over repetitions of how far the estimate is off, in standard errors.
    off: f64,
}

fn check(seed: u64, name: &str, duels: &[Duel]) {
    let k = best_slope(duels, 0, None);
    let (rating, hulls, coin) = (cross_validated(duels, 0), cross_validated(duels, 1), losses(duels, |_| 0.5));
    let mut coverages = [
        ("slope", k),
        ("slope of model 1", best_slope(duels, 1, None)),
        ("side bias", side_bias(duels, k)),
        ("brier", rating[0]),
        ("log loss", rating[1]),
        ("brier of model 1", hulls[0]),
        ("log loss of model 1", hulls[1]),
        ("brier excess", hulls[0] - rating[0]),
        ("log loss excess", hulls[1] - rating[1]),
        ("coin's brier excess", coin[0] - rating[0]),
        ("coin's log loss excess", coin[1] - rating[1]),
    ]
    .map(|(what, truth)| Coverage { what, truth, hits: 0, off: 0.0 });
    let bins = bins(duels);
    let mut bin_hits = 0;
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..REPETITIONS {
        let observations: Vec<Observation> = duels
            .iter()
            .map(|d| {
                let (pairs, seat_points) = d.truth.pairs(PAIRS, &mut rng);
                Observation { a: d.a, b: d.b, log_ratios: d.log_ratios.to_vec(), pairs, seat_points }
            })
            .collect();
        let calibration = calibrate(2, &observations).expect("a slope");
        assert_eq!(calibration.reliability.len(), bins.len());
        let covered = |(bin, truth): &(&Bin, &f64)| bin.observed.contains(**truth);
        bin_hits += calibration.reliability.iter().zip(&bins).filter(covered).count();
        let some = |interval: Option<Interval>| interval.expect("six entrants");
        let losses = |score: &Score| [some(score.brier), some(score.log_loss)];
        let excess = |score: &Score| [some(score.brier_excess), some(score.log_loss_excess)];
        let [of_0, of_1] = [&calibration.models[0], &calibration.models[1]];
        let intervals = [calibration.slope, of_1.slope, calibration.side_bias]
            .into_iter()
            .chain(losses(of_0))
            .chain(losses(of_1))
            .chain(excess(of_1))
            .chain(excess(&calibration.coin));
        for (coverage, interval) in coverages.iter_mut().zip(intervals) {
            coverage.hits += u32::from(interval.contains(coverage.truth));
            coverage.off += (interval.estimate - coverage.truth) / interval.half_width() * Z95;
        }
    }
    let share = bin_hits as f64 / (bins.len() as f64 * f64::from(REPETITIONS));
    println!("{name}, bins: {:.2} %", 100.0 * share);
    assert!((0.94..=0.96).contains(&share), "{name}, bins cover {:.2} %", 100.0 * share);
    for Coverage { what, truth, hits, off } in coverages {
        let share = f64::from(hits) / f64::from(REPETITIONS);
        let off = off / f64::from(REPETITIONS);
        println!("{name}, {what} ({truth:.5}): {:.2} %, off by {off:+.3} errors", 100.0 * share);
        assert!((0.94..=0.96).contains(&share), "{name}, {what} covers {:.2} %", 100.0 * share);
        assert!(off.abs() < 0.1, "{name}, {what} is off by {off:.3} errors");
    }
}

#[test]
fn a_logistic_truth_is_covered() {
    let duels = field([1.0; 6], 2.0, 0.0, 0.0);
    assert!((best_slope(&duels, 0, None) - 2.0).abs() < 1e-9, "the truth is the model");
    check(21, "logistic", &duels);
}

#[test]
fn draws_and_a_side_bias_are_covered() {
    let duels = field([1.0; 6], 1.5, 0.3, 0.3);
    check(22, "draws and bias", &duels);
}

#[test]
fn the_best_slope_of_a_wrong_model_is_covered() {
    let duels = field([1.0, 1.4, 0.8, 1.0, 1.2, 0.7], 2.0, -0.2, 0.15);
    // The rating is wrong enough that the slope without one design differs from that without another.
    let slopes: Vec<f64> = (0..6).map(|out| best_slope(&duels, 0, Some(out))).collect();
    println!("{slopes:?}");
    assert!(slopes.iter().copied().fold(0.0, f64::max) - slopes.iter().copied().fold(9.0, f64::min) > 0.3);
    check(23, "wrong model", &duels);
}
