//! What a search asks for: the scores of some policies in some matchups. It knows no game; tests answer it with functions whose
//! best value is known.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::error::StudyError;

/// Matchups by what they are for. Nothing that is played for one of them is played for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draw {
    /// To find policies: other matchups and dice in each round.
    Training,
    /// To choose among those that were found.
    Validation,
    /// To test the one that was chosen: other dice, and where there are enough other ships.
    HeldOut,
    /// To say how the policies of a population fare against each other.
    Payoffs,
}

/// A policy by its numbers: see [`crate::PolicyPoint`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The file that it began as, by its place among those the search begins with.
    pub start: usize,
    /// One number per key.
    pub values: Vec<i64>,
}

/// What is to be played: every candidate in the same matchups with the same dice.
pub struct Asked<'a> {
    /// For whom it is.
    pub what: &'a str,
    /// From where the matchups come.
    pub draw: Draw,
    /// The number of the round; each has matchups of its own.
    pub round: u32,
    /// Which matchups of the round.
    pub matchups: Range<u64>,
    /// Who plays them.
    pub candidates: &'a [Candidate],
}

/// Why a search ended before its end.
#[derive(Debug)]
pub enum Halt {
    /// Ctrl-C.
    Stopped,
    /// The journal cannot be used.
    Failed(StudyError),
}

impl From<StudyError> for Halt {
    fn from(error: StudyError) -> Self {
        Self::Failed(error)
    }
}

/// Plays, or says what was played before.
pub trait Trials {
    /// The score of each candidate in each matchup: quarter points, 0 to [`Trials::most`].
    ///
    /// # Errors
    /// See [`Halt`].
    fn play(&mut self, asked: &Asked<'_>) -> Result<Vec<Vec<u32>>, Halt>;

    /// The most quarter points in a matchup.
    fn most(&self) -> u32;

    /// The share of the budget that is used; may exceed 1.
    fn used(&self) -> f64;

    /// The share of the budget that it takes to score so many candidates, each in one matchup: at most, where the budget is in
    /// battles; as long as those so far took, where it is a time.
    fn share(&self, scored: u64) -> f64;

    /// Battles so far.
    fn battles(&self) -> u64;

    /// Whether a matchup is between fleets; else it is a duel.
    fn between_fleets(&self, draw: Draw, round: u32, matchup: u64) -> bool;
}

/// Candidates that play the same matchups, and what each scored in each so far.
#[derive(Clone, Debug)]
pub(super) struct Pool {
    pub candidates: Vec<Candidate>,
    pub scores: Vec<Vec<u32>>,
}

impl Pool {
    pub fn new(candidates: Vec<Candidate>) -> Self {
        let scores = vec![Vec::new(); candidates.len()];
        Self { candidates, scores }
    }

    /// Plays so many matchups more.
    pub fn play(&mut self, trials: &mut dyn Trials, what: &str, draw: Draw, round: u32, more: u64) -> Result<(), Halt> {
        let played = self.scores.first().map_or(0, Vec::len) as u64;
        let asked = Asked { what, draw, round, matchups: played..played + more, candidates: &self.candidates };
        let scores = trials.play(&asked)?;
        self.scores.iter_mut().zip(scores).for_each(|(all, new)| all.extend(new));
        Ok(())
    }

    /// Candidates by their sum, the best first; of equals the one named first.
    pub fn ranked(&self) -> Vec<usize> {
        let sums: Vec<u64> = self.scores.iter().map(|scores| scores.iter().copied().map(u64::from).sum()).collect();
        let mut order: Vec<usize> = (0..sums.len()).collect();
        order.sort_by_key(|place| std::cmp::Reverse(sums[*place]));
        order
    }

    /// Leaves these alone, in this order.
    pub fn keep(&mut self, places: &[usize]) {
        self.candidates = places.iter().map(|place| self.candidates[*place].clone()).collect();
        self.scores = places.iter().map(|place| self.scores[*place].clone()).collect();
    }
}
