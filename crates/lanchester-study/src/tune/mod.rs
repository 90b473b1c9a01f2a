//! A best response: the policy that does best against a policy or a mixture of policies, as far as a budget finds it; and a lower
//! bound of what those lose to it, their exploitability.
//!
//! Policies are found on training matchups (`stages.rs`, or `ascent.rs` near one policy), chosen on validation matchups, where
//! shipped ones compete as they are, and the one that was chosen is tested once on matchups that were never used before
//! (`decide.rs`). What is played is drawn in `ground.rs`, played and written down in `played.rs`. `axes.rs` makes a space of a policy's whole numbers; which there are is the game's own list of keys.

mod ascent;
mod axes;
mod decide;
mod ground;
mod identity;
mod meetings;
mod played;
mod roles;
mod stages;
#[cfg(test)]
mod tests;
mod trials;

use crate::PolicyKey;
use lanchester_stats::Interval;
use serde::Serialize;

use axes::Axes;
use stages::Searcher;

pub use ground::{Fights, Ground, Lineup, Ships};
pub use identity::identity;
pub use meetings::Meetings;
pub use played::{Budget, Opponents, Played, Question};
pub use roles::Roles;
pub use trials::{Asked, Candidate, Draw, Halt, Trials};

use crate::error::StudyError;

/// How a search looks for a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// Far and wide: from several policies, their choices too (`stages.rs`).
    Wide,
    /// In small steps from the first one (`ascent.rs`).
    Near {
        /// Places of keys that stay as they are.
        held: Vec<usize>,
    },
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Tuned {
    /// The best policy that was found, tested or not.
    pub best: Candidate,
    /// How the best so far scored on the validation matchups as the search went on.
    pub curve: Vec<Checkpoint>,
    /// Policies that competed as they are, and how they scored on validation matchups: those that were soon behind in fewer of
    /// them.
    pub rivals: Vec<Rival>,
    /// The test; none if nothing better than the opponents was found on the validation matchups, or if Ctrl-C came before.
    pub held_out: Option<HeldOut>,
    /// Ctrl-C came before the end.
    pub interrupted: bool,
    /// Policies that were scored on training matchups, each time counted.
    pub evaluations: u64,
    /// Searches for weights that were begun.
    pub restarts: u32,
    /// Battles of all stages.
    pub battles: u64,
}

impl Tuned {
    /// The policy that was found has passed its test.
    #[must_use]
    pub fn better(&self) -> bool {
        self.held_out.as_ref().is_some_and(HeldOut::better)
    }

    /// How much more than half of the points the opponents lose to a best response at least, with 97.5 % confidence, whenever the
    /// test was stopped.
    #[must_use]
    pub fn exploitability(&self) -> f64 {
        self.held_out.as_ref().map_or(0.0, |test| (test.score.low - 0.5).max(0.0))
    }
}

/// The best policy at some moment of the search, on the validation matchups. All of these met the same matchups, and the best of
/// them was chosen by them: they are no test.
#[derive(Clone, Debug, Serialize)]
pub struct Checkpoint {
    /// Battles played until then.
    pub battles: u64,
    /// What found it: `begin`, `files`, `choices`, `weights`, `steps` or `small steps`.
    pub stage: &'static str,
    /// Its score, with a 95 % interval over matchups.
    pub score: Interval,
}

/// A policy that competed as it is.
#[derive(Clone, Debug)]
pub struct Rival {
    /// Its file, by its place among the files of the search.
    pub start: usize,
    /// Its score on validation matchups, with a 95 % interval over matchups.
    pub score: Interval,
    /// How many of them it played.
    pub matchups: u64,
}

/// The one test.
#[derive(Clone, Debug, Serialize)]
pub struct HeldOut {
    /// The score, with an interval that holds whenever the test is stopped (95 %).
    pub score: Interval,
    /// Matchups; each was played from both places and both seats.
    pub matchups: u64,
    /// The scores in duels and between fleets with 95 % intervals over matchups, where there are at least two.
    pub duels: Option<Interval>,
    /// See `duels`.
    pub fleets: Option<Interval>,
}

impl HeldOut {
    /// The policy beats the opponents.
    #[must_use]
    pub fn better(&self) -> bool {
        self.score.low > 0.5
    }
}

/// Looks for the best response with these policies, which lie in the space of these keys.
///
/// # Errors
/// The journal cannot be used. Ctrl-C is no error: it ends the search with the best so far.
pub fn tune(
    trials: &mut dyn Trials,
    keys: &[PolicyKey],
    starts: &[Vec<i64>],
    roles: &Roles,
    method: &Method,
    seed: u64,
) -> Result<Tuned, StudyError> {
    let axes = match method {
        Method::Wide => Axes::new(keys.to_vec()),
        Method::Near { held } => Axes::with_small_numbers(keys.to_vec(), held),
    };
    let mut starts: Vec<Candidate> =
        starts.iter().enumerate().map(|(start, values)| Candidate { start, values: values.clone() }).collect();
    let rivals: Vec<Candidate> = roles.rivals.iter().filter_map(|place| starts.get(*place).cloned()).collect();
    starts.truncate(roles.begin);
    let Some(first) = starts.first().cloned() else { return Err(StudyError::NothingToTune) };
    let mut searcher = Searcher::new(trials, &axes, seed, first.clone());
    searcher.reserved = decide::least(rivals.len());
    let halt = match method {
        Method::Wide => searcher.run(starts),
        Method::Near { held } => searcher.ascend(first.clone(), held),
    }
    .err();
    let Searcher { evaluations, restarts, milestones, .. } = searcher;
    let best = milestones.last().map_or(first, |last| last.candidate.clone());
    let mut tuned = Tuned {
        best,
        curve: Vec::new(),
        rivals: Vec::new(),
        held_out: None,
        interrupted: false,
        evaluations,
        restarts,
        battles: trials.battles(),
    };
    let halt = match halt {
        None => decide::decide(trials, &milestones, rivals, &mut tuned).err(),
        halt => halt,
    };
    tuned.battles = trials.battles();
    match halt {
        None => Ok(tuned),
        Some(Halt::Stopped) => Ok(Tuned { interrupted: true, ..tuned }),
        Some(Halt::Failed(error)) => Err(error),
    }
}
