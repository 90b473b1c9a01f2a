//! Coverage of the difference of two prices that were read from one round with the same draws.

use lanchester_stats::parity::{Played, Round, Trial};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::covered::{Coverage, data_sets};

fn unit(rng: &mut Xoshiro256PlusPlus) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// A design whose log strength is a line in x: it scores one half at its worth. Every matchup's opponent is stronger or
/// weaker than its points say by the luck of the draw, the same for both designs; dice are each design's own.
fn played(worth: f64, steep: f64, luck: &[f64], rng: &mut Xoshiro256PlusPlus) -> Played {
    let matchups = luck.len() as u64;
    let centre = worth.ln() + 0.02;
    let round = Round { number: 0, matchups, low: centre - 0.25, high: centre + 0.25 };
    let mut trial = |i: u64| {
        let x = round.log_points(i);
        let chance = 1.0 / (1.0 + (steep * (x - worth.ln() + luck[i as usize])).exp());
        let mut pair_scores = [0; 5];
        for _ in 0..8 {
            pair_scores[2 * (usize::from(unit(rng) < chance) + usize::from(unit(rng) < chance))] += 1;
        }
        // One matchup in thirty cannot be drawn, for one design or the other.
        (unit(rng) > 1.0 / 30.0).then_some(Trial { log_points: x, opponent: i, pair_scores })
    };
    Played { round, trials: (0..matchups).map(&mut trial).collect() }
}

/// A round is read as a search reads its last: the same price, and none where too few different fleets were met.
#[test]
fn a_round_is_read_as_a_last_round() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let luck: Vec<f64> = (0..400).map(|_| 0.2 * (unit(&mut rng) - 0.5)).collect();
    let met = played(200.0, 5.0, &luck, &mut rng);
    let finding = met.finding().expect("a price");
    let price = finding.parity.price().expect("a number");
    let jackknife = met.price().expect("a number");
    assert!((price.estimate - jackknife.estimate).abs() < 1e-9, "{price:?} {jackknife:?}");
    assert!((price.half_width() / jackknife.half_width() - 1.0).abs() < 0.4, "{price:?} {jackknife:?}");
    assert_eq!(finding.matchups + finding.undrawn, 400);
    let trials = met.trials.iter().map(|trial| trial.map(|trial| Trial { opponent: trial.opponent % 19, ..trial }));
    assert_eq!(Played { round: met.round, trials: trials.collect() }.finding(), None);
}

/// The luck is symmetric, and so is the logistic curve: the price is the worth itself.
#[test]
fn the_difference_covers_and_common_draws_shorten_it() {
    let (worths, steep) = ([411.0, 514.0], 5.0);
    let [mut apart, mut prices] = [Coverage::default(), Coverage::default()];
    let [mut paired, mut alone] = [0.0, 0.0];
    for seed in 0..u64::from(data_sets(2_000)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(77_000 + seed);
        let luck: Vec<f64> = (0..256).map(|_| 0.6 * (unit(&mut rng) - 0.5)).collect();
        let [ship, refit] = worths.map(|worth| played(worth, steep, &luck, &mut rng));
        let more = refit.more_than(&ship).expect("prices");
        apart.note(more.contains(worths[1] - worths[0]));
        let price = ship.price().expect("a price");
        prices.note(price.contains(worths[0]));
        paired += more.half_width();
        // The refit's price has the same error as a share of it.
        alone += price.half_width() * 1.0f64.hypot(worths[1] / worths[0]);
    }
    apart.assert_mid("difference of two prices");
    prices.assert_mid("price of one round");
    println!("half-widths: {paired:.1} with common draws, {alone:.1} as if apart");
    assert!(paired < 0.9 * alone, "{paired} {alone}");
}
