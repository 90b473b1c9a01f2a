//! 95 % intervals must cover the truth in 94 to 96 % of many repetitions on synthetic pairs whose truth is known.
//!
//! Seeds are fixed, so a run either always passes or always fails. With 10,000 repetitions the error of a coverage is
//! 0.22 points; the band of one point to either side is 4.6 of those. Run with `--nocapture` to see what was reached.

use crate::covered::Coverage;
use crate::synthetic::{Truth, uniform};
use lanchester_stats::bradley_terry::{Contest, fit};
use lanchester_stats::interval::{levels, pair_score, wilson};
use lanchester_stats::price::{Implied, Pricing, Verdict, price};
use lanchester_stats::standing::{Meeting, standings};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

const REPETITIONS: u32 = 10_000;

#[test]
fn wilson_covers() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for (p, n) in [(0.5, 400), (0.3, 400), (0.1, 1000)] {
        let mut coverage = Coverage::default();
        for _ in 0..REPETITIONS {
            let successes = (0..n).filter(|_| uniform(&mut rng) < p).count() as u64;
            coverage.note(wilson(successes, n).contains(p));
        }
        coverage.assert_mid(&format!("wilson p = {p}, n = {n}"));
    }
}

#[test]
fn pair_scores_cover() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let truths = [(0.5, 0.0, 0.0), (0.4, 0.1, 0.0), (0.3, 0.2, 0.7), (0.6, 0.05, 0.3), (0.75, 0.1, 0.2)];
    for (win, draw, same) in truths {
        let truth = Truth { win, draw, same };
        for n in [200, 1000] {
            let (mut score, mut wins, mut draws) = (Coverage::default(), Coverage::default(), Coverage::default());
            for _ in 0..REPETITIONS {
                let pairs = truth.pairs(n, &mut rng);
                score.note(pair_score(&pairs.scores()).contains(truth.score()));
                wins.note(levels(&pairs.by_wins()).contains(win));
                draws.note(levels(&pairs.by_draws()).contains(draw));
            }
            let what = format!("win {win}, draw {draw}, same {same}, {n} pairs");
            score.assert_mid(&format!("pair score, {what}"));
            wins.assert_mid(&format!("win rate, {what}"));
            if draw >= 0.1 {
                draws.assert_mid(&format!("draw rate, {what}"));
            } else {
                draws.assert_edge(&format!("draw rate, {what}"));
            }
        }
    }
}

#[test]
fn pair_scores_hold_at_the_edge() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for (win, draw, same) in [(0.99, 0.0, 0.0), (0.995, 0.003, 1.0), (0.98, 0.02, 0.5), (0.002, 0.001, 0.2)] {
        let truth = Truth { win, draw, same };
        let mut coverage = Coverage::default();
        for _ in 0..REPETITIONS {
            coverage.note(pair_score(&truth.pairs(200, &mut rng).scores()).contains(truth.score()));
        }
        coverage.assert_edge(&format!("pair score, win {win}, draw {draw}, same {same}, 200 pairs"));
    }
}

#[test]
fn standings_cover() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let truths = [(0.5, 0.1, 0.0), (0.3, 0.1, 0.6), (0.8, 0.1, 0.2), (0.97, 0.0, 0.1)].map(|(win, draw, same)| Truth {
        win,
        draw,
        same,
    });
    let truth = truths.iter().map(|t| t.score()).sum::<f64>() / 4.0;
    let mut coverage = Coverage::default();
    for _ in 0..REPETITIONS {
        let meetings: Vec<Meeting> = truths
            .iter()
            .zip(1..)
            .map(|(t, b)| Meeting { a: 0, b, pair_scores: t.pairs(150, &mut rng).scores() })
            .collect();
        coverage.note(standings(5, &meetings)[0].score.contains(truth));
    }
    coverage.assert_mid("standing over four cells");
}

/// A round robin of designs with these ratings; each fights like its rating times its worth.
fn field(ratings: &[f64], worth: &[f64], k: f64, nu: f64) -> Vec<(usize, usize, Truth)> {
    let theta: Vec<f64> = ratings.iter().zip(worth).map(|(r, w)| k * (r * w).ln()).collect();
    let n = ratings.len();
    (0..n)
        .flat_map(|a| (a + 1..n).map(move |b| (a, b)))
        .zip([0.0, 0.5, 0.2, 0.8].into_iter().cycle())
        .map(|((a, b), same)| (a, b, Truth::davidson(theta[a] - theta[b], nu, same)))
        .collect()
}

#[test]
fn strengths_and_prices_cover() {
    let ratings = [100.0, 130.0, 155.0, 200.0, 240.0, 300.0];
    // All are worth something between the lowest and the highest of them: what lies beyond has a bound, not an interval.
    let cells = field(&ratings, &[1.25, 1.0, 0.9, 1.0, 1.0, 0.8], 2.2, 0.3);
    let population: Vec<Contest> =
        cells.iter().map(|(a, b, t)| Contest { a: *a, b: *b, pairs: t.expected(1e9) }).collect();
    let true_strengths = fit(6, &population).expect("connected");
    let Pricing::Priced { slope: true_slope, prices: true_prices } = price(&true_strengths, &ratings) else {
        panic!("the truth has a slope")
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let (mut slope_covers, mut differences) = (Coverage::default(), Coverage::default());
    let mut residuals: Vec<Coverage> = (0..6).map(|_| Coverage::default()).collect();
    for _ in 0..REPETITIONS {
        let contests: Vec<Contest> =
            cells.iter().map(|(a, b, t)| Contest { a: *a, b: *b, pairs: t.pairs(100, &mut rng) }).collect();
        let strengths = fit(6, &contests).expect("connected");
        differences.note(strengths.difference(0, 3).contains(true_strengths.difference(0, 3).estimate));
        let Pricing::Priced { slope, prices } = price(&strengths, &ratings) else { panic!("a clear slope") };
        slope_covers.note(slope.contains(true_slope.estimate));
        for ((coverage, price), truth) in residuals.iter_mut().zip(&prices).zip(&true_prices) {
            let (Implied::Rating(implied), Implied::Rating(truth)) = (price.implied, truth.implied) else {
                panic!("all are in the core")
            };
            coverage.note(implied.contains(truth.estimate));
        }
    }
    differences.assert_mid("difference of strengths");
    slope_covers.assert_mid("slope");
    for (i, coverage) in residuals.iter().enumerate() {
        coverage.assert_mid(&format!("implied rating of design {i}"));
    }
}

#[test]
fn honest_ratings_are_seldom_called_mispriced() {
    let ratings = [100.0, 130.0, 155.0, 200.0, 240.0, 300.0];
    let cells = field(&ratings, &[1.0; 6], 2.0, 0.2);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    let mut alarms = 0;
    let repetitions = 3000;
    for _ in 0..repetitions {
        let contests: Vec<Contest> =
            cells.iter().map(|(a, b, t)| Contest { a: *a, b: *b, pairs: t.pairs(100, &mut rng) }).collect();
        let Pricing::Priced { prices, .. } = price(&fit(6, &contests).expect("connected"), &ratings) else {
            panic!("a clear slope")
        };
        let wrong = |v| matches!(v, Verdict::Overpriced | Verdict::Underpriced);
        alarms += u32::from(prices.iter().any(|p| wrong(p.verdict)));
    }
    // If all are honest every discovery is false, so the rate is the chance of any; 5 % + 3 errors of 0.4 points.
    let share = f64::from(alarms) / f64::from(repetitions);
    println!("runs with a false discovery: {:.2} %", 100.0 * share);
    assert!(share <= 0.062, "{share}");
}
