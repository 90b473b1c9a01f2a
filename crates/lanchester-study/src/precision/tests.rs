//! Do the intervals that are printed hold, for all cells of a sweep together? Played with cells whose truth is known, by
//! the code that decides when a cell has enough and the code that makes the intervals of the tables.

use std::sync::Mutex;
use std::time::Duration;

use lanchester_conformance::thorough::repetitions;
use lanchester_core::Tally;
use lanchester_core::arena::Spans;
use lanchester_stats::interval::{pair_score, wilson};

use super::budget::Round;
use super::synthetic::{Synthetic, Truth};
use super::{ALPHA, Battles, Ended, Forecast, Precision, Run, known};
use crate::error::StudyError;
use crate::host::Silent;

/// Cells of a sweep.
const CELLS: usize = 16;

/// Sweeps that are played.
fn sweeps() -> u64 {
    repetitions(2_000, 2)
}

/// Standard errors: a share that is right is found wrong once in a million times.
const MILLION: f64 = 4.75;

/// Plays nothing, and remembers how it was asked.
#[derive(Default)]
struct Asked(Mutex<Vec<(usize, u64)>>);

impl Battles for Asked {
    fn play(&self, _: &Forecast, wanted: &Spans, _: Option<Duration>) -> Result<Ended, StudyError> {
        self.0.lock().expect("a list").push((wanted.ranges().len(), wanted.count()));
        Ok(Ended::Interrupted)
    }

    fn has(&self, _: usize, _: u64) -> bool {
        false
    }

    fn chunk(&self, _: usize, _: u64) -> Result<Tally, StudyError> {
        Err(StudyError::Begun("nothing was played".into()))
    }

    fn rounds(&self) -> Result<Vec<Round>, StudyError> {
        // A round of a long budget, which a kill ended.
        Ok(vec![Round { cells: (0..20_000).map(|cell| (cell, 48_829)).collect(), ..Round::default() }])
    }

    fn log(&self, _: u64, _: &Round) -> Result<(), StudyError> {
        Ok(())
    }

    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

#[test]
fn a_thousand_million_chunks_are_asked_for_as_a_range_for_each_cell() {
    let all = Precision::Pairs(100_000_000);
    for (precision, chunks) in [(all, 48_829), (Precision::Budget(Duration::from_secs(9)), 48_829)] {
        let asked = Asked::default();
        let run = Run { battles: &asked, cells: 20_000, mine: (0..20_000).collect(), precision, host: &Silent };
        assert!(run.play().expect("interrupted"));
        assert_eq!(*asked.0.lock().expect("a list"), [(20_000, 20_000 * chunks)]);
    }
    let asked = Asked::default();
    let mine: Vec<usize> = (0..20_000).skip(2).step_by(7).collect();
    let shard = Run { battles: &asked, cells: 20_000, mine, precision: all, host: &Silent };
    assert!(shard.play().expect("interrupted"));
    assert_eq!(*asked.0.lock().expect("a list"), [(2_857, 2_857 * 48_829)]);
}

/// A kill after a decision was written down, at each moment of the round. What was left of it is played, and with the same budget
/// nothing more: where it takes just the time that there is, too.
#[test]
fn a_budget_that_was_killed_is_spent_once() {
    for seconds in 1..=2 * CELLS as u64 {
        let battles = Synthetic::new(&truths(), 1);
        let first = Round { cells: (0..CELLS).map(|cell| (cell, 1)).collect(), ..Round::default() };
        battles.log(0, &first).expect("written");
        let precision = Precision::Budget(Duration::from_secs(seconds));
        let play = || {
            let run = Run { battles: &battles, cells: CELLS, mine: (0..CELLS).collect(), precision, host: &Silent };
            assert!(!run.play().expect("played"));
            battles.played.lock().expect("chunks").iter().map(Vec::len).sum::<usize>() as u64
        };
        assert_eq!([play(), play()], [seconds; 2]);
    }
}

/// Even and uneven cells, those in which both battles of a pair mostly end alike, and nearly one-sided ones.
fn truths() -> Vec<Truth> {
    let kinds = [
        [0.25, 0.0, 0.5, 0.0, 0.25],
        [0.45, 0.02, 0.06, 0.02, 0.45],
        [0.1, 0.05, 0.4, 0.1, 0.35],
        [0.002, 0.0, 0.038, 0.01, 0.95],
    ];
    (0..CELLS).map(|cell| Truth(kinds[cell % kinds.len()])).collect()
}

/// In how many of many sweeps the intervals of all cells hold: those of the tables, and plain ones of the same battles.
fn together(precision: Precision) -> [u64; 2] {
    let truths = truths();
    let mut held = [0; 2];
    for seed in 0..sweeps() {
        let battles = Synthetic::new(&truths, seed);
        let run = Run { battles: &battles, cells: CELLS, mine: (0..CELLS).collect(), precision, host: &Silent };
        assert!(!run.play().expect("played"));
        let (mut printed_hold, mut plain_hold) = (true, true);
        for (cell, truth) in truths.iter().enumerate() {
            let (tally, printed) = known(&battles, cell, CELLS).expect("kept");
            if let Precision::HalfWidth(width) = precision {
                assert!(printed.half_width() <= width, "what is printed is what was asked for");
            }
            printed_hold &= printed.contains(truth.score());
            plain_hold &= pair_score(&tally.pair_scores).contains(truth.score());
        }
        held[0] += u64::from(printed_hold);
        held[1] += u64::from(plain_hold);
    }
    held
}

/// All hold together in at least the promised share of sweeps, and plain intervals do not.
fn hold_together(what: &str, [printed, plain]: [u64; 2]) {
    let share = |held: u64| held as f64 / sweeps() as f64;
    println!(
        "{what}: all {CELLS} hold in {:.1} % of sweeps, plain ones in {:.1} %",
        100.0 * share(printed),
        100.0 * share(plain)
    );
    let allowed = 1.0 - ALPHA - MILLION * (ALPHA * (1.0 - ALPHA) / sweeps() as f64).sqrt();
    assert!(share(printed) >= allowed, "{printed} of {}; at least {allowed:.3}", sweeps());
    // The test could tell: it would refuse what was printed before.
    assert!(wilson(plain, sweeps()).high < allowed, "{plain} of {}", sweeps());
}

#[test]
fn all_cells_hold_together_when_each_is_played_to_a_half_width() {
    hold_together("half-width 0.02", together(Precision::HalfWidth(0.02)));
}

#[test]
fn all_cells_hold_together_when_the_widest_get_the_time() {
    // A second for each chunk: sixty chunks.
    hold_together("budget", together(Precision::Budget(Duration::from_secs(60))));
}
