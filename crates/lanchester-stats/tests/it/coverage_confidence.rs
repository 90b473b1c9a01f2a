//! The intervals of a confidence sequence must hold at all looks together, in at least 95 % of runs.
//!
//! Seeds are fixed, so a run either always passes or always fails. Run with `--nocapture` to see what was reached.

use crate::synthetic::Truth;
use lanchester_stats::confidence::Sequence;
use lanchester_stats::interval::{pair_score, wilson};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

const REPETITIONS: u64 = 2_000;
const CHUNK: u64 = 32;
const LOOKS: u64 = 128;

/// 4.75 standard errors: a share that is right is found wrong once in a million.
const MILLION: f64 = 4.75;

/// Win, draw, and how often the second battle of a pair repeats the first: fair ones, unfair ones, and one-sided ones.
const TRUTHS: [(f64, f64, f64); 6] =
    [(0.5, 0.0, 0.0), (0.4, 0.2, 0.0), (0.3, 0.2, 0.7), (0.6, 0.05, 0.3), (0.94, 0.02, 0.5), (0.03, 0.04, 0.0)];

#[test]
fn the_truth_stays_inside_at_every_look() {
    let allowed = 0.05 + MILLION * (0.05 * 0.95 / REPETITIONS as f64).sqrt();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
    for (win, draw, same) in TRUTHS {
        let truth = Truth { win, draw, same };
        let (mut missed, mut cried_wolf) = (0, 0);
        let mut widths = 0.0;
        for _ in 0..REPETITIONS {
            let mut sequence = Sequence::new(0.05);
            let (mut sequence_missed, mut plain_missed) = (false, false);
            let mut counts = [0; 5];
            for _ in 0..LOOKS {
                let chunk = truth.pairs(CHUNK, &mut rng).scores();
                counts.iter_mut().zip(chunk).for_each(|(sum, count)| *sum += count);
                sequence.add(&chunk);
                sequence_missed |= !sequence.interval().contains(truth.score());
                plain_missed |= !pair_score(&counts).contains(truth.score());
            }
            missed += u64::from(sequence_missed);
            cried_wolf += u64::from(plain_missed);
            widths += sequence.interval().half_width() / pair_score(&counts).half_width();
        }
        let share = missed as f64 / REPETITIONS as f64;
        let width = widths / REPETITIONS as f64;
        println!(
            "win {win}, draw {draw}, same {same}: ever outside {:.2} %, plain intervals {:.1} %, width × {width:.2}",
            100.0 * share,
            100.0 * cried_wolf as f64 / REPETITIONS as f64
        );
        assert!(share <= allowed, "ever outside in {:.2} % of runs", 100.0 * share);
        // Far more often: four times the most that the sequence is allowed, beyond the doubt of the repetitions.
        assert!(wilson(cried_wolf, REPETITIONS).low > 4.0 * 0.05, "plain intervals missed in {cried_wolf} runs only");
        assert!(width < 1.8, "{width}");
    }
}

#[test]
fn the_width_is_less_than_twice_that_of_one_look() {
    for (win, draw, same) in TRUTHS {
        let truth = Truth { win, draw, same };
        let ratio = |pairs: u64| {
            let counts = truth.expected(pairs as f64).scores();
            let mut sequence = Sequence::new(0.05);
            sequence.add(&counts);
            sequence.interval().half_width() / pair_score(&counts).half_width()
        };
        let ratios: Vec<String> = (0..12).map(|i| format!("{:.2}", ratio(2048 << i))).collect();
        println!("win {win}, draw {draw}, same {same}: {}", ratios.join(" "));
        assert!((0..8).all(|i| ratio(2048 << i) <= 1.8), "{ratios:?}");
        assert!((0..12).all(|i| ratio(2048 << i) < 2.0), "{ratios:?}");
    }
    for i in 0..8 {
        let sweeps = [0, 0, 0, 0, 2048 << i];
        let mut sequence = Sequence::new(0.05);
        sequence.add(&sweeps);
        let ratio = sequence.interval().half_width() / pair_score(&sweeps).half_width();
        println!("{} sweeps: × {ratio:.2}", sweeps[4]);
        assert!(ratio < 2.0, "{ratio}");
    }
}

#[test]
fn a_hundred_cells_widen_it_little() {
    let counts = Truth { win: 0.5, draw: 0.1, same: 0.2 }.expected(8192.0).scores();
    let width = |alpha| {
        let mut sequence = Sequence::new(alpha);
        sequence.add(&counts);
        sequence.interval().half_width()
    };
    let ratio = width(0.05 / 100.0) / width(0.05);
    println!("a hundred cells: × {ratio:.2}");
    // The capital of one best stake would widen it by the root of ln(2·100/α)/ln(2/α); spreading makes both wider.
    assert!(ratio > 1.0 && ratio < (4000f64.ln() / 40f64.ln()).sqrt(), "{ratio}");
}

#[test]
fn spread_stakes_beat_stakes_that_follow_the_variance() {
    // Waudby-Smith and Ramdas' predictable stakes √(2 ln(2/α)/(σ² t ln(1 + t))), at most 1, for coins whose variance is
    // known: capital and target meet, to second order, at a distance of (ln(2/α) + Σλ²σ²/2)/Σλ from the mean.
    let (target, variance) = (40f64.ln(), 0.25);
    let (mut sum, mut squares, mut from) = (0.0, 0.0, 1);
    for pairs in [2048u64, 65_536] {
        for t in from..=pairs {
            let t = t as f64;
            let stake = (2.0 * target / (variance * t * t.ln_1p())).sqrt().min(1.0);
            sum += stake;
            squares += stake * stake;
        }
        from = pairs + 1;
        let counts = [pairs / 2, 0, 0, 0, pairs / 2];
        let plain = pair_score(&counts).half_width();
        let mut sequence = Sequence::new(0.05);
        sequence.add(&counts);
        let (follow, spread) =
            ((target + squares * variance / 2.0) / sum / plain, sequence.interval().half_width() / plain);
        println!("{pairs} pairs: following × {follow:.2}, spread × {spread:.2}");
        assert!(spread < follow, "{spread} against {follow}");
    }
}
