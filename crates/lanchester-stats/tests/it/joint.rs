//! Joint prices on synthetic games: coverage, and what must not matter.
//!
//! Bounds of counts are exact quantiles of the binomial distribution that is claimed, at a false alarm of one in 10,000.

use crate::covered::data_sets;
use crate::navy::Navy;
use lanchester_stats::joint::misfit::misfit;
use lanchester_stats::joint::{Anchor, Finding, JointError, Limits, Search, Settings, Standing, Trial, evenness};
use lanchester_stats::two_sided_p;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use statrs::distribution::{Binomial, DiscreteCDF};

const PRINTED: [f64; 5] = [80.0, 80.0, 160.0, 160.0, 240.0];
const FALSE_ALARM: f64 = 1e-4;

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

fn free(anchor: Anchor) -> Limits {
    Limits::anchored(PRINTED.to_vec(), anchor)
}

fn estimates(finding: &Finding) -> Vec<f64> {
    finding.prices.iter().map(|price| price.estimate).collect()
}

/// `hits` of `tries` must not be what a chance of `share` makes improbable.
fn assert_share(hits: u64, tries: u64, share: f64, what: &str) {
    let claimed = Binomial::new(share, tries).expect("a share");
    println!("{what}: {hits} of {tries}");
    assert!(claimed.cdf(hits) > FALSE_ALARM / 2.0, "{what}: only {hits} of {tries}");
    assert!(hits == 0 || claimed.sf(hits - 1) > FALSE_ALARM / 2.0, "{what}: as many as {hits} of {tries}");
}

/// Two independent estimates of the same prices: no difference beyond what their errors allow, over all designs.
fn assert_same(one: &Finding, other: &Finding, what: &str) {
    let k = one.prices.len();
    for i in 0..k {
        let variance = one.covariance[(i, i)] + other.covariance[(i, i)];
        let off = (one.prices[i].estimate / other.prices[i].estimate).ln();
        println!("{what}, design {i}: {off:+.4}, error {:.4}", variance.sqrt());
        let p = if off == 0.0 { 1.0 } else { two_sided_p(off / variance.sqrt()) };
        assert!(p * k as f64 > FALSE_ALARM, "{what}: design {i} is off by {off}");
    }
}

/// The prices at the geometric anchor that a search with very many matchups finds.
fn truth(navy: &Navy, seed: u64) -> Finding {
    navy.search(free(Anchor::Geometric), 0.003, seed).expect("a navy of prices")
}

fn coverage(navy: &Navy, anchor: Anchor, truth: &[f64], seed: u64) {
    let (k, repetitions) = (truth.len(), u64::from(data_sets(400)));
    let (mut hits, mut ratios, mut width) = (vec![0; k], 0, 0.0);
    // Of the estimates: squared distance from the truth in the metric of the covariance that each reports.
    let mut spread = 0.0;
    for repetition in 0..repetitions {
        let found = navy.search(free(anchor), 0.04, seed + repetition).expect("prices");
        for (hit, (price, truth)) in hits.iter_mut().zip(found.prices.iter().zip(truth)) {
            *hit += u64::from(price.contains(*truth));
        }
        ratios += u64::from(found.ratio(0, 4).contains(truth[0] / truth[4]));
        width += found.prices.iter().map(|p| p.half_width() / p.estimate).fold(0.0, f64::max) / repetitions as f64;
        let off: Vec<f64> = found.prices.iter().zip(truth).map(|(p, t)| (p.estimate / t).ln()).collect();
        // Rank k − 1: the first k − 1 designs carry all of it.
        let block = found.covariance.view((0, 0), (k - 1, k - 1)).into_owned();
        let off = nalgebra::DVector::from_column_slice(&off[..k - 1]);
        spread += (block.try_inverse().expect("rank k − 1") * &off).dot(&off);
    }
    println!("power {}: mean widest half-width {width:.4}", navy.power);
    assert!(width < 0.04 * 1.1, "the precision asked for is reached: {width}");
    for (design, hits) in hits.into_iter().enumerate() {
        assert_share(hits, repetitions, 0.95, &format!("power {}, design {design} covered", navy.power));
    }
    assert_share(ratios, repetitions, 0.95, &format!("power {}, a ratio covered", navy.power));
    // Sums of chi-squares of k − 1 degrees: mean k − 1, variance 2(k − 1), normal over so many.
    let freedom = (k - 1) as f64;
    let off = (spread / repetitions as f64 - freedom) / (2.0 * freedom / repetitions as f64).sqrt();
    println!("power {}: mean squared distance {:.3} of {freedom}", navy.power, spread / repetitions as f64);
    assert!(two_sided_p(off) > FALSE_ALARM, "covariance against replicates: {off} errors");
}

#[test]
fn prices_that_add_are_covered() {
    let navy = Navy::new(1.0);
    let scale = PRINTED.iter().sum::<f64>() / navy.worth.iter().sum::<f64>();
    let truth: Vec<f64> = navy.worth.iter().map(|worth| worth * scale).collect();
    coverage(&navy, Anchor::Sum, &truth, 1000);
}

#[test]
fn prices_of_a_game_in_which_numbers_count_are_covered() {
    for (power, seed) in [(1.3, 2000), (0.8, 3000)] {
        let navy = Navy::new(power);
        coverage(&navy, Anchor::Geometric, &estimates(&truth(&navy, seed - 1)), seed);
    }
}

#[test]
fn the_start_does_not_matter() {
    for power in [1.0, 1.3] {
        let navy = Navy::new(power);
        let start = PRINTED.iter().enumerate().map(|(i, r)| if i % 2 == 0 { 3.0 * r } else { *r }).collect();
        let settings = Settings { precision: 0.01, most_matchups: 2_000_000 };
        let search = Search::from(start, free(Anchor::Geometric), settings).expect("limits");
        let far = navy.run(search, &mut rng(11)).expect("prices");
        let near = navy.search(free(Anchor::Geometric), 0.01, 12).expect("prices");
        assert_same(&near, &far, "started at three times the points");
    }
}

#[test]
fn ratios_do_not_know_the_anchor() {
    // The same matchups are told to both searches: those of the first, whose prices differ by one factor.
    let navy = Navy::new(1.3);
    let settings = Settings { precision: 0.03, most_matchups: 100_000 };
    let searches = [Anchor::Sum, Anchor::Geometric].map(|anchor| Search::new(free(anchor), settings).expect("limits"));
    let [mut sum, mut geometric] = searches;
    let mut rng = rng(13);
    let (one, other) = loop {
        let round = sum.round().clone();
        let trials: Vec<_> =
            (0..round.matchups).map(|i| navy.play(round.log_ratio(i), &round.prices, &mut rng)).collect();
        match (sum.take(&trials), geometric.take(&trials)) {
            (None, None) => assert_eq!(sum.round().matchups, geometric.round().matchups),
            (Some(one), Some(other)) => break (one.expect("prices"), other.expect("prices")),
            _ => panic!("one search ends before the other"),
        }
    };
    let product = |prices: &[f64]| prices.iter().map(|price| price.ln()).sum::<f64>();
    assert!((estimates(&one).iter().sum::<f64>() / PRINTED.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    assert!((product(&estimates(&other)) - product(&PRINTED)).abs() < 1e-9);
    for i in 0..5 {
        for j in 0..5 {
            let [a, b] = [one.ratio(i, j), other.ratio(i, j)];
            for (a, b) in [(a.estimate, b.estimate), (a.low, b.low), (a.high, b.high)] {
                assert!((a / b - 1.0).abs() < 1e-9, "{i} over {j}: {a} {b}");
            }
        }
    }
    assert!((one.prices[0].estimate / other.prices[0].estimate - 1.0).abs() > 0.001, "the anchors are not the same");
}

#[test]
fn a_navy_at_its_prices_is_left_as_it_is() {
    let navy = Navy::new(1.3);
    let first = navy.search(free(Anchor::Sum), 0.01, 21).expect("prices");
    let again = navy.search(Limits::anchored(estimates(&first), Anchor::Sum), 0.01, 22).expect("prices");
    assert_same(&first, &again, "priced again");
}

#[test]
fn held_prices_are_held_and_the_others_follow() {
    let navy = Navy::new(1.0);
    // One hold sets the scale: the ratios are those of the free navy.
    let limits = Limits { holds: vec![false, true, false, false, false], ..free(Anchor::Sum) };
    let found = navy.search(limits, 0.01, 31).expect("prices");
    assert_eq!((found.prices[1].low, found.prices[1].estimate, found.prices[1].high), (80.0, 80.0, 80.0));
    assert_eq!(found.standing[1], Standing::Held);
    for (design, price) in found.prices.iter().enumerate() {
        let error = found.covariance[(design, design)].sqrt();
        let off = (price.estimate / (navy.worth[design] * 80.0 / navy.worth[1])).ln();
        assert!(design == 1 || two_sided_p(off / error) * 4.0 > FALSE_ALARM, "design {design}: {off} {error}");
    }
    // Two that disagree: both are held, and fleets of the others gain nothing by either.
    let limits = Limits { holds: vec![true, false, false, false, true], ..free(Anchor::Geometric) };
    let found = navy.search(limits, 0.01, 32).expect("prices");
    assert_eq!([found.prices[0].estimate, found.prices[4].estimate], [80.0, 240.0]);
    let prices = estimates(&found);
    let trials = navy.fresh(20_000, &prices, &mut rng(33));
    for design in [1, 2, 3] {
        let gains: Vec<f64> = trials
            .iter()
            .map(|trial| {
                let share = |fleet: &[(usize, u32)]| {
                    let points = |of: Option<usize>| {
                        let own = fleet.iter().filter(|(i, _)| of.is_none_or(|of| of == *i));
                        own.map(|(i, n)| f64::from(*n) * prices[*i]).sum::<f64>()
                    };
                    points(Some(design)) / points(None)
                };
                let pairs = trial.pair_scores.iter().sum::<u64>() as f64;
                let score = trial.pair_scores.iter().enumerate().map(|(i, n)| *n as f64 * i as f64 / 4.0).sum::<f64>();
                (score / pairs - 0.5) * (share(&trial.fleets[0]) - share(&trial.fleets[1]))
            })
            .collect();
        let n = gains.len() as f64;
        let mean = gains.iter().sum::<f64>() / n;
        let error = (gains.iter().map(|g| (g - mean) * (g - mean)).sum::<f64>() / (n * n)).sqrt();
        println!("design {design} gains {mean:+.5}, error {error:.5}");
        // Prices have an error of their own: an interval of ±1 % moves a score by at most steep/4 of that, times a share.
        let own = navy.steep / 4.0 * found.covariance[(design, design)].sqrt() * 0.25;
        assert!(two_sided_p(mean / (error * error + own * own).sqrt()) * 3.0 > FALSE_ALARM, "design {design}: {mean}");
    }
}

#[test]
fn bounds_are_kept_and_wide_ones_change_nothing() {
    let navy = Navy::new(1.0);
    let within = |share: f64| PRINTED.iter().map(|r| [r * (1.0 - share), r * (1.0 + share)]).collect::<Vec<_>>();
    let bounded = |share: f64, anchor| Limits { bounds: Some(within(share)), ..free(anchor) };
    for anchor in [Anchor::Sum, Anchor::Geometric] {
        let plain = navy.search(free(anchor), 0.02, 41).expect("prices");
        assert_eq!(estimates(&navy.search(bounded(0.9, anchor), 0.02, 41).expect("prices")), estimates(&plain));
        let tight = navy.search(bounded(0.1, anchor), 0.02, 41).expect("prices");
        println!("{:?} {:?} {:?}", estimates(&plain), estimates(&tight), tight.standing);
        for (price, [low, high]) in tight.prices.iter().zip(within(0.1)) {
            assert!(low * (1.0 - 1e-9) <= price.estimate && price.estimate <= high * (1.0 + 1e-9), "{price:?}");
        }
        assert!(tight.standing.contains(&Standing::AtBound) && tight.standing.contains(&Standing::Free));
        let kept = |prices: &[f64]| match anchor {
            Anchor::Sum => prices.iter().sum::<f64>(),
            Anchor::Geometric => prices.iter().map(|p| p.ln()).sum(),
        };
        assert!((kept(&estimates(&tight)) / kept(&PRINTED) - 1.0).abs() < 1e-9, "the anchor holds within bounds");
    }
}

#[test]
fn whole_prices_keep_sum_holds_and_bounds() {
    let navy = Navy::new(1.0);
    let free_of = navy.search(free(Anchor::Sum), 0.02, 51).expect("prices");
    for step in [1.0, 5.0, 20.0] {
        let whole = free_of.whole(step);
        assert!(whole.iter().all(|price| (price / step).fract() == 0.0 && *price >= step), "{whole:?}");
        assert_eq!(whole.iter().sum::<f64>(), PRINTED.iter().sum::<f64>(), "720 is a multiple of every step");
        // Every design but the most expensive is within one step of its best price beside those rounded before it, which are off
        // by less than half a step each.
        for (rounded, best) in whole.iter().zip(estimates(&free_of)) {
            assert!((rounded - best).abs() < 2.5 * step, "{whole:?}");
        }
    }
    let holds = vec![false, true, false, false, false];
    let bounds = Some(PRINTED.iter().map(|r| [0.93 * r, 1.07 * r]).collect());
    let found = navy.search(Limits { holds, bounds, ..free(Anchor::Sum) }, 0.02, 52).expect("prices");
    let whole = found.whole(1.0);
    assert_eq!(whole[1], 80.0);
    assert!(whole.iter().zip(PRINTED).all(|(w, r)| (0.93 * r..=1.07 * r).contains(w) && w.fract() == 0.0), "{whole:?}");
}

#[test]
fn fleets_that_add_show_no_misfit_and_others_do() {
    let asked = |navy: &Navy, seed: u64| {
        let found = navy.search(free(Anchor::Geometric), 0.03, seed).expect("prices");
        let prices = estimates(&found);
        misfit(&navy.fresh(3000, &prices, &mut rng(seed + 500_000)), &prices, found.slope.estimate)
    };
    // A right model: each p-value is below 5 % in 5 % of runs, and a discovery among all that is asked is no more frequent.
    let repetitions = u64::from(data_sets(400));
    let [mut pure, mut numbers, mut pair, mut any] = [0; 4];
    for seed in 0..repetitions {
        let found = asked(&Navy::new(1.0), 6000 + seed);
        let (p, n) = (found.pure.expect("mixed fleets"), found.numbers.expect("several sizes"));
        pure += u64::from(p.p < 0.05);
        numbers += u64::from(n.p < 0.05);
        pair += u64::from(found.pairs.iter().any(|pair| pair.designs == [1, 3] && pair.effect.p < 0.05));
        any += u64::from(p.q < 0.05 || n.q < 0.05 || found.pairs_q.is_some_and(|q| q < 0.05));
    }
    assert_share(pure, repetitions, 0.05, "pure fleets");
    assert_share(numbers, repetitions, 0.05, "numbers");
    assert_share(pair, repetitions, 0.05, "a pair of designs");
    let most = Binomial::new(0.05, repetitions).expect("a share");
    println!("any discovery: {any} of {repetitions}");
    assert!(any == 0 || most.sf(any - 1) > FALSE_ALARM, "{any}");
    // Numbers count: twice the ships fight like 2^0.2 times the points.
    let found = asked(&Navy::new(1.2), 7000);
    let numbers = found.numbers.expect("several sizes");
    println!("{found:?}");
    assert!(numbers.q < 0.001 && numbers.multiplier.contains(2f64.powf(0.2)), "{numbers:?}");
    // Designs 0 and 1 help each other.
    let found = asked(&Navy { together: 1.6, ..Navy::new(1.0) }, 8000);
    assert!(found.pairs_q.expect("pairs") < 0.001 && found.pairs[0].designs == [0, 1], "{:?}", found.pairs);
    assert!(found.pairs[0].effect.multiplier.low > 1.0);
}

#[test]
fn fair_prices_make_fights_more_even() {
    let navy = Navy::new(1.0);
    let found = navy.search(free(Anchor::Sum), 0.02, 71).expect("prices");
    let at = |prices: &[f64]| evenness(&navy.fresh(4000, prices, &mut rng(72))).expect("matchups");
    let (printed, new) = (at(&PRINTED), at(&estimates(&found)));
    println!("{printed:?} {new:?}");
    assert!(new.high < printed.low);
}

/// A fleet of so many ships of a design: each is worth 100 points, but a fleet of the first fights as the cube of its number does, and
/// 1.3 times as well as one of a hundred others when it has a hundred.
fn power(design: usize, ships: f64) -> f64 {
    if design == 0 { 130.0 * (ships / 100.0).powi(3) } else { ships }
}

/// Where the price of a design moves its fleets three times as far as the fit of all matchups says, prices come to rest all the same:
/// there where 91.6 of it, the cube root of a hundred over 130, meet a hundred others.
#[test]
fn a_price_that_moves_its_fleets_further_than_others_do_settles() {
    let mut printed = vec![100.0; 8];
    printed[0] = 60.0;
    let settings = Settings { precision: 0.02, most_matchups: 200_000 };
    let holds = (0..8).map(|design| design > 0).collect();
    let limits = Limits { holds, ..Limits::anchored(printed, Anchor::Geometric) };
    let mut search = Search::new(limits, settings).expect("limits");
    let finding = loop {
        let round = search.round();
        let play = |i: u64| {
            let (a, b) = (i as usize % 8, (i as usize + 1 + i as usize / 8 % 7) % 8);
            let ships = (1e4 / round.prices[a]).round();
            let others = (ships * round.prices[a] / round.prices[b] * (-round.log_ratio(i)).exp()).round();
            let score = 1.0 / (1.0 + (power(b, others) / power(a, ships)).powi(4));
            let won = (1000.0 * score).round() as u64;
            let fleets = [vec![(a, ships as u32)], vec![(b, others as u32)]];
            Trial { fleets, pair_scores: [1000 - won, 0, 0, 0, won] }
        };
        if let Some(found) = search.take(&(0..round.matchups).map(play).collect::<Vec<_>>()) {
            break found.expect("prices that settle");
        }
    };
    let worth = 1.3f64.cbrt();
    assert!((finding.ratio(0, 1).estimate / worth - 1.0).abs() < 0.01, "{:?} is not {worth}", finding.ratio(0, 1));
}

#[test]
fn what_cannot_be_priced_is_refused() {
    let settings = Settings { precision: 0.02, most_matchups: 10_000 };
    let refused = |limits: Limits| Search::new(limits, settings).err();
    let holds = vec![true; 5];
    assert_eq!(refused(Limits { holds, ..free(Anchor::Sum) }), Some(JointError::AllHeld));
    assert_eq!(refused(Limits::anchored(vec![100.0], Anchor::Sum)), Some(JointError::Shape));
    assert_eq!(refused(Limits::anchored(vec![100.0, 0.0], Anchor::Sum)), Some(JointError::BadPoints(1)));
    let bounds = Some(PRINTED.iter().map(|r| [1.1 * r, 1.2 * r]).collect());
    assert_eq!(refused(Limits { bounds, ..free(Anchor::Geometric) }), Some(JointError::BoundsAgainstAnchor));
    // A coin decides every battle.
    let coin = Navy { steep: 0.0, scatter: 0.0, ..Navy::new(1.0) };
    let lost = coin.run(Search::new(free(Anchor::Sum), settings).expect("limits"), &mut rng(81)).err();
    assert_eq!(lost, Some(JointError::NoSlope));
    // One design that nothing can beat.
    let mut god = Navy::new(1.0);
    god.worth[3] = 1e9;
    let lost = god.search(free(Anchor::Sum), 0.02, 82).err();
    assert_eq!(lost, Some(JointError::Beyond(3)));
    // A design that is in no fleet.
    let mut search = Search::new(free(Anchor::Sum), settings).expect("limits");
    assert_eq!(search.take(&[]), Some(Err(JointError::Open(0))));
}
