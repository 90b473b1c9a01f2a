//! Coverage of parity prices and of paired differences on synthetic games whose truth is known.
//!
//! Seeds are fixed. With 2,000 repetitions the error of a coverage of 95 % is 0.49 points; the band of 94 to 96 % is
//! two of those to either side. Run with `--nocapture` to see what was reached.

use crate::synthetic::{Truth, uniform};
use lanchester_stats::bradley_terry::expected_score;
use lanchester_stats::paired::{Block, Field, Meeting, difference};
use lanchester_stats::parity::{Looks, Parity, Search, Settings, Trial};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

const REPETITIONS: u32 = 2_000;

fn assert_covers(hits: u32, what: &str) {
    let share = f64::from(hits) / f64::from(REPETITIONS);
    println!("{what}: {:.2} % of {REPETITIONS}", 100.0 * share);
    assert!((0.94..=0.96).contains(&share), "{what} covers {:.2} %", 100.0 * share);
}

/// A sum of uniform numbers with mean 0 and variance 1; its tails do not matter here.
fn scatter(rng: &mut Xoshiro256PlusPlus) -> f64 {
    (0..12).map(|_| uniform(rng)).sum::<f64>() - 6.0
}

/// A game in which a ship of the design is worth `worth` points: log odds of a battle are
/// `steep`·(ln worth − x − the opponent's own worth), opponents scatter by `sd` around their points, and the ratio that a matchup
/// has is a little off the one that was asked for.
struct Game {
    worth: f64,
    steep: f64,
    sd: f64,
}

impl Game {
    fn play(&self, asked: f64, rng: &mut Xoshiro256PlusPlus) -> Trial {
        let x = asked + 0.03 * (uniform(rng) - 0.5);
        let delta = self.steep * (self.worth.ln() - x - self.sd * scatter(rng));
        Trial {
            log_points: x,
            opponent: rng.next_u64(),
            pair_scores: Truth::davidson(delta, 0.05, 0.2).pairs(8, rng).scores(),
        }
    }
}

#[test]
fn parity_prices_cover() {
    for (number, game) in [
        Game { worth: 100.0, steep: 8.0, sd: 0.25 },
        Game { worth: 140.0, steep: 3.0, sd: 0.1 },
        Game { worth: 60.0, steep: 20.0, sd: 0.4 },
    ]
    .iter()
    .enumerate()
    {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(90 + number as u64);
        let (mut hits, mut widths) = (0, 0.0);
        for _ in 0..REPETITIONS {
            let (reach, looks) = ([4.0, 2500.0], Looks::SHORT);
            let mut search =
                Search::new(Settings { precision: 0.03, most_matchups: 10_000, start: 100.0, reach, looks });
            let finding = loop {
                let round = search.round();
                let trials: Vec<Trial> =
                    (0..round.matchups).map(|i| game.play(round.log_points(i), &mut rng)).collect();
                if let Some(finding) = search.take(&trials) {
                    break finding;
                }
            };
            let Parity::Price(m) = finding.parity else { panic!("{finding:?}") };
            hits += u32::from(m.contains(game.worth));
            widths += m.half_width() / game.worth;
        }
        let mean = widths / f64::from(REPETITIONS);
        println!("mean half-width {mean:.4}");
        assert!(mean < 0.0375, "the precision asked for is reached: {mean}");
        assert_covers(hits, &format!("parity price, worth {}", game.worth));
    }
}

/// Two entrants that share a part of their luck, opponents of several strengths.
#[test]
fn paired_differences_cover() {
    let opponents = [-0.8, -0.1, 0.3, 0.9];
    let field = Field { draw_weight: 0.2, slope: 2.5, slope_error: 0.25 };
    let (base, variant) = (0.1, 0.25);
    let mean = |theta: f64| opponents.iter().map(|t| expected_score(theta - t, field.draw_weight)).sum::<f64>() / 4.0;
    let truth = mean(variant) - mean(base);
    let points = 200.0 * (((variant - base) / field.slope).exp() - 1.0);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(97);
    let (mut scores, mut prices, mut gains) = (0, 0, 0.0);
    for _ in 0..REPETITIONS {
        let meetings: Vec<Meeting> = opponents
            .iter()
            .map(|theta| Meeting {
                theta: Some(*theta),
                blocks: (0..60).map(|_| shared(base - theta, variant - theta, &mut rng)).collect(),
            })
            .collect();
        let found = difference(&meetings).expect("blocks enough");
        scores += u32::from(found.difference.contains(truth));
        gains += found.gain;
        // k is known as well as it says.
        let fitted = Field { slope: field.slope + field.slope_error * scatter(&mut rng), ..field };
        prices += u32::from(fitted.points(&meetings, 200.0).expect("a clear slope").contains(points));
    }
    let gain = gains / f64::from(REPETITIONS);
    println!("common dice are worth {gain:.2} times the battles");
    assert!(gain > 1.5);
    assert_covers(scores, "paired difference");
    assert_covers(prices, "paired points");
}

/// A block of 16 battles in which both entrants' fates hang on the same dice two times in three.
fn shared(base: f64, variant: f64, rng: &mut Xoshiro256PlusPlus) -> Block {
    let chances = [base, variant].map(|delta| Truth::davidson(delta, 0.2, 0.0));
    let mut block = Block { pairs: 16, base: 0.0, variant: 0.0 };
    for _ in 0..16 {
        let die = uniform(rng);
        let other = if uniform(rng) < 2.0 / 3.0 { die } else { uniform(rng) };
        let score = |truth: &Truth, u: f64| {
            if u < truth.win {
                1.0
            } else if u < truth.win + truth.draw {
                0.5
            } else {
                0.0
            }
        };
        block.base += score(&chances[0], die);
        block.variant += score(&chances[1], other);
    }
    block
}
