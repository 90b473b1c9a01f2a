//! Trials that are played, written down step by step, and read again where a search that was cut goes on.
//!
//! A search is a function of its seed and of the scores that it was given. So the journal holds those, and a search goes on by
//! being run again with what was played before: it ends as if it had never been cut, to the byte, where the budget is in battles.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::{PolicyPoint, PolicySpace};
use lanchester_core::arena::CellJob;
use lanchester_core::{Commander, Force, Matchup, Rules, Tally};
use lanchester_games::Game;
use lanchester_lanes::dice::mix64;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

use super::Method;
use super::ground::{Ground, Lineup};
use super::roles::Roles;
use super::trials::{Asked, Candidate, Draw, Halt, Trials};
use crate::cell_number::CellNumber;
use crate::error::StudyError;
use crate::journal::Journal;
use crate::price::{Named, by_share, unit};
use crate::runner::Runner;

/// Pairs of battles from each of the two places of a matchup. Matchups differ far more than the battles of one do, so that many
/// matchups of few battles say most.
// PERF: a cell of 4, 16, 64 pairs of the proving ground of Nova takes about 1, 3, 11 ms.
pub(super) const PAIRS: u64 = 4;

/// What a search may use.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Budget {
    /// So many battles at most, choice and test among them.
    Battles(u64),
    /// So much time; a step that is begun is played to its end.
    Time(Duration),
}

/// Whom a policy is to beat: each with its share of the matchups, of a sum of 1.
pub type Opponents<G> = Vec<(Named<G>, f64)>;

/// What a search is about.
pub struct Question<'q, G: Game> {
    /// Where matchups come from.
    pub ground: &'q Ground<G>,
    /// Whom to beat.
    pub opponents: &'q Opponents<G>,
    /// The game's policies.
    pub space: &'q PolicySpace<G>,
    /// The files that candidates begin as.
    pub starts: &'q [PolicyPoint],
    /// What each of these files is for.
    pub roles: &'q Roles,
    /// How much may be played.
    pub budget: Budget,
    /// How it looks for a policy.
    pub method: &'q Method,
}

/// A step of a search in its journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Step {
    draw: Draw,
    round: u32,
    matchups: [u64; 2],
    candidates: usize,
    /// Battles and seconds until its end.
    battles: u64,
    seconds: f64,
    scores: Vec<Vec<u32>>,
}

/// Plays what a search asks for.
pub struct Played<'p, G: Game> {
    runner: Runner<'p>,
    question: Question<'p, G>,
    stop: &'p AtomicBool,
    journal: Option<(Journal<'p>, PathBuf)>,
    /// What the journal holds that the search has not asked for yet.
    known: VecDeque<Step>,
    /// Steps so far.
    steps: u64,
    battles: u64,
    seconds: f64,
    /// The clock at the end of the last step.
    since: Duration,
}

impl<'p, G: Game> Played<'p, G> {
    /// Trials by a runner; with a journal and where it is, what it holds is not played again.
    ///
    /// # Errors
    /// The journal cannot be read.
    pub fn new(
        runner: Runner<'p>,
        question: Question<'p, G>,
        journal: Option<(Journal<'p>, PathBuf)>,
        stop: &'p AtomicBool,
    ) -> Result<Self, StudyError> {
        let known = journal.as_ref().map(|(journal, _)| journal.rounds::<Step>()).transpose()?.unwrap_or_default();
        let since = runner.host.now();
        Ok(Self { runner, question, stop, journal, known: known.into(), steps: 0, battles: 0, seconds: 0.0, since })
    }

    /// Pairs of battles from each of the two places of a matchup. Small steps differ little, so that dice are most of their noise, and a
    /// batch of lanes plays many battles in little more time than few.
    // PERF: cells of 32 pairs take 2.3 times as long as those of 4 in Nova and 1.3 times in Talon and Starmada X.
    fn pairs(&self) -> u64 {
        match self.question.method {
            Method::Wide => PAIRS,
            Method::Near { .. } => (G::CHUNK_PAIRS / 128).max(PAIRS),
        }
    }

    /// The matchup of a number, and the opponent in it.
    fn drawn(&self, draw: Draw, round: u32, matchup: u64) -> (Lineup<G>, &Commander<G>) {
        let number = CellNumber::Tune { draw, round, matchup, place: 0 }.get();
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix64(self.runner.seed ^ mix64(number)));
        let (_, commander) = by_share(self.question.opponents, unit(&mut rng));
        (self.question.ground.draw(draw, &mut rng), commander)
    }

    /// The scores of policies, each different, in these matchups.
    fn scores(&self, asked: &Asked<'_>, policies: &[Option<Arc<G::Policy>>]) -> Result<Vec<Vec<u32>>, Halt> {
        let mut cells: Vec<CellJob<G>> = Vec::new();
        for matchup in asked.matchups.clone() {
            let (lineup, opponent) = self.drawn(asked.draw, asked.round, matchup);
            for policy in policies.iter().flatten() {
                let candidate = Arc::clone(policy).into();
                for place in 0..2 {
                    let number = CellNumber::Tune { draw: asked.draw, round: asked.round, matchup, place }.get();
                    cells.push(CellJob {
                        number,
                        matchup: fought(&lineup, &candidate, opponent, place),
                        pairs: self.pairs(),
                    });
                }
            }
        }
        let what = format!("{:.0} %, {}", 100.0 * self.used(), asked.what);
        let (result, _) = self.runner.play(&what, &cells, self.stop, G::CHUNK_PAIRS, |_, _| ());
        if result.interrupted {
            return Err(Halt::Stopped);
        }
        let mut tallies = result.tallies.as_slice();
        let mut scores = vec![Vec::new(); policies.len()];
        for _ in asked.matchups.clone() {
            for (scores, _) in scores.iter_mut().zip(policies).filter(|(_, policy)| policy.is_some()) {
                let (both, rest) = tallies.split_at(2);
                tallies = rest;
                scores.push(score_of_first(both, self.pairs()));
            }
        }
        // A policy that the game refuses wins nothing.
        scores.iter_mut().for_each(|scores| scores.resize((asked.matchups.end - asked.matchups.start) as usize, 0));
        Ok(scores)
    }
}

/// What a policy scored from the two places of a matchup, in quarter points: 0 to 8 times the pairs.
pub(super) fn score_of_first(places: &[Tally], pairs: u64) -> u32 {
    let of_a = |tally: &Tally| (0..).zip(tally.pair_scores).map(|(quarters, n)| quarters * n).sum::<u64>();
    (of_a(&places[0]) + 4 * pairs - of_a(&places[1])) as u32
}

/// A candidate in one of the places of a line-up.
pub(super) fn fought<G: Game>(
    lineup: &Lineup<G>,
    candidate: &Commander<G>,
    opponent: &Commander<G>,
    place: usize,
) -> Matchup<G> {
    let force = |side: usize| {
        let (ships, stations) = lineup.sides[side].clone();
        let commander = if side == place { candidate } else { opponent }.clone();
        Force { name: lineup.name.clone(), ships, stations, commander }
    };
    Matchup { name: lineup.name.clone(), forces: [force(0), force(1)], options: lineup.options.clone() }
}

impl<G: Game> Trials for Played<'_, G> {
    fn play(&mut self, asked: &Asked<'_>) -> Result<Vec<Vec<u32>>, Halt> {
        let head = Step {
            draw: asked.draw,
            round: asked.round,
            matchups: [asked.matchups.start, asked.matchups.end],
            candidates: asked.candidates.len(),
            battles: 0,
            seconds: 0.0,
            scores: Vec::new(),
        };
        if let Some(step) = self.known.pop_front() {
            let same = Step { battles: 0, seconds: 0.0, scores: Vec::new(), ..step.clone() } == head;
            if let (false, Some((_, path))) = (same, &self.journal) {
                return Err(StudyError::OtherSearch { number: self.steps, path: path.clone() }.into());
            }
            (self.battles, self.seconds, self.since) = (step.battles, step.seconds, self.runner.host.now());
            self.steps += 1;
            return Ok(step.scores);
        }
        // Points that are near each other are often the same policy.
        let mut distinct: Vec<&Candidate> = Vec::new();
        let mut place = Vec::new();
        for candidate in asked.candidates {
            let known = distinct.iter().position(|other| *other == candidate);
            place.push(known.unwrap_or(distinct.len()));
            if known.is_none() {
                distinct.push(candidate);
            }
        }
        let policy = |c: &&Candidate| self.question.space.policy(&self.question.starts[c.start], &c.values);
        let policies: Vec<Option<Arc<<G as Rules>::Policy>>> = distinct.iter().map(policy).collect();
        let found = self.scores(asked, &policies)?;
        let matchups = asked.matchups.end - asked.matchups.start;
        self.battles += matchups * policies.iter().flatten().count() as u64 * 4 * self.pairs();
        let now = self.runner.host.now();
        self.seconds += now.saturating_sub(self.since).as_secs_f64();
        self.since = now;
        let scores: Vec<Vec<u32>> = place.into_iter().map(|place| found[place].clone()).collect();
        if let Some((journal, _)) = &self.journal {
            let step = Step { battles: self.battles, seconds: self.seconds, scores: scores.clone(), ..head };
            journal.log(self.steps, &step)?;
        }
        self.steps += 1;
        Ok(scores)
    }

    fn most(&self) -> u32 {
        8 * self.pairs() as u32
    }

    fn used(&self) -> f64 {
        match self.question.budget {
            Budget::Battles(most) => self.battles as f64 / most.max(1) as f64,
            Budget::Time(most) => self.seconds / most.as_secs_f64().max(1e-3),
        }
    }

    fn share(&self, scored: u64) -> f64 {
        let battles = (scored * 4 * self.pairs()) as f64;
        match self.question.budget {
            Budget::Battles(most) => battles / most.max(1) as f64,
            Budget::Time(most) => self.seconds / self.battles.max(1) as f64 * battles / most.as_secs_f64().max(1e-3),
        }
    }

    fn battles(&self) -> u64 {
        self.battles
    }

    fn between_fleets(&self, draw: Draw, round: u32, matchup: u64) -> bool {
        self.drawn(draw, round, matchup).0.between_fleets()
    }
}
