//! Cells whose truth is known, and a clock that goes by chunks: what tests of precision play instead of battles.

use std::sync::Mutex;
use std::time::Duration;

use lanchester_core::arena::Spans;
use lanchester_core::{CHUNK_PAIRS, Tally};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::{Battles, Ended, Forecast, Round};
use crate::error::StudyError;

/// A pair's scores.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Chances of a pair's scores.
#[derive(Clone, Copy, Debug)]
pub struct Truth(pub [f64; 5]);

impl Truth {
    /// The mean score.
    pub fn score(&self) -> f64 {
        self.0.iter().zip(SCORES).map(|(chance, score)| chance * score).sum()
    }

    /// The pairs of one chunk, the same for the same key.
    fn chunk(&self, key: u64) -> [u64; 5] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(key);
        let mut counts = [0; 5];
        for _ in 0..CHUNK_PAIRS {
            let luck = (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            let mut reached = 0.0;
            let place = self.0.iter().position(|chance| {
                reached += chance;
                luck < reached
            });
            counts[place.unwrap_or(4)] += 1;
        }
        counts
    }
}

/// Synthetic cells.
pub struct Synthetic {
    /// One per cell.
    pub truths: Vec<Truth>,
    /// Key of their dice.
    pub seed: u64,
    /// Chunks played, by cell.
    pub played: Mutex<Vec<Vec<[u64; 5]>>>,
    /// What was written down.
    pub rounds: Mutex<Vec<Round>>,
    /// The clock: every chunk takes a second.
    pub seconds: Mutex<u64>,
}

impl Synthetic {
    /// Cells of these truths, none played.
    pub fn new(truths: &[Truth], seed: u64) -> Self {
        let played = Mutex::new(vec![Vec::new(); truths.len()]);
        Self { truths: truths.to_vec(), seed, played, rounds: Mutex::default(), seconds: Mutex::default() }
    }
}

impl Battles for Synthetic {
    fn play(&self, _: &Forecast, wanted: &Spans, deadline: Option<Duration>) -> Result<Ended, StudyError> {
        let mut played = self.played.lock().expect("chunks");
        for chunk in wanted.chunks() {
            let (cell, n) = (chunk.cell, chunk.pairs.start / CHUNK_PAIRS);
            if n < played[cell].len() as u64 {
                continue;
            }
            if deadline.is_some_and(|at| self.now() >= at) {
                return Ok(Ended::TimeUp);
            }
            assert_eq!(n, played[cell].len() as u64, "chunks of a cell follow each other");
            let key = lanchester_lanes::dice::mix64(self.seed.wrapping_mul(0x9e37_79b9) + ((cell as u64) << 32) + n);
            let scores = self.truths[cell].chunk(key);
            played[cell].push(scores);
            *self.seconds.lock().expect("a clock") += 1;
        }
        Ok(Ended::Done)
    }

    fn has(&self, cell: usize, chunk: u64) -> bool {
        chunk < self.played.lock().expect("chunks")[cell].len() as u64
    }

    fn chunk(&self, cell: usize, chunk: u64) -> Result<Tally, StudyError> {
        let pair_scores = self.played.lock().expect("chunks")[cell][chunk as usize];
        Ok(Tally { pairs: CHUNK_PAIRS, pair_scores, ..Tally::new() })
    }

    fn rounds(&self) -> Result<Vec<Round>, StudyError> {
        Ok(self.rounds.lock().expect("rounds").clone())
    }

    fn log(&self, number: u64, round: &Round) -> Result<(), StudyError> {
        let mut rounds = self.rounds.lock().expect("rounds");
        assert_eq!(number, rounds.len() as u64, "each is written once");
        rounds.push(round.clone());
        Ok(())
    }

    fn now(&self) -> Duration {
        Duration::from_secs(*self.seconds.lock().expect("a clock"))
    }
}
