//! The choice among the policies that were found, and the one test of the one that was chosen.

use lanchester_stats::Interval;
use lanchester_stats::mean_sequence::MeanSequence;

use super::search::Milestone;
use super::trials::{Candidate, Draw, Halt, Pool, Trials};
use super::{Checkpoint, HeldOut, Tuned};

/// The share of the budget at which the choice ends.
const CHOICE_UNTIL: f64 = 0.85;
/// Policies to choose among at most, and where the search has left nothing for it.
const FINALISTS: usize = 8;
const FINALISTS_IN_HASTE: usize = 3;
/// Matchups of a look at the validation matchups, fewest and most.
const CHOICE_LOOK: u64 = 32;
const CHOICE_LEAST: u64 = 64;
const CHOICE_MOST: u64 = 512;
/// The same of the test. Fewer matchups would leave chance in who meets whom.
const TEST_LOOK: u64 = 25;
pub(super) const TEST_LEAST: u64 = 125;
const TEST_MOST: u64 = 4_000;
/// Where the whole interval lies below this the test ends: what is left to gain is next to nothing.
const FUTILE: f64 = 0.505;
/// The chance that the interval of the test ever misses.
const ALPHA: f64 = 0.05;

/// Chooses and tests.
///
/// # Errors
/// See [`Halt`]; what is known by then is in `tuned`.
pub(super) fn decide(trials: &mut dyn Trials, milestones: &[Milestone], tuned: &mut Tuned) -> Result<(), Halt> {
    let finalists = thinned(milestones, if trials.used() < CHOICE_UNTIL { FINALISTS } else { FINALISTS_IN_HASTE });
    let mut pool = Pool::new(finalists.iter().map(|milestone| milestone.candidate.clone()).collect());
    let mut matchups = 0;
    while matchups < CHOICE_LEAST || (matchups < CHOICE_MOST && trials.used() < CHOICE_UNTIL) {
        pool.play(trials, "choice", Draw::Validation, 0, CHOICE_LOOK)?;
        matchups += CHOICE_LOOK;
    }
    let most = trials.most();
    let point = |(milestone, scores): (&&Milestone, &Vec<u32>)| Checkpoint {
        battles: milestone.battles,
        stage: milestone.stage,
        score: mean(scores, most).unwrap_or(Interval::UNKNOWN_SHARE),
    };
    tuned.curve = finalists.iter().zip(&pool.scores).map(point).collect();
    let chosen = pool.ranked()[0];
    tuned.best = pool.candidates[chosen].clone();
    if tuned.curve[chosen].score.estimate <= 0.5 {
        return Ok(());
    }
    test(trials, &tuned.best.clone(), tuned)
}

/// The first, the last and as many between as there may be, evenly.
fn thinned(milestones: &[Milestone], most: usize) -> Vec<&Milestone> {
    let last = milestones.len() - 1;
    if last < most {
        return milestones.iter().collect();
    }
    (0..most).map(|i| &milestones[i * last / (most - 1)]).collect()
}

/// Plays the chosen policy on matchups that nothing was played on before, until the budget is used.
fn test(trials: &mut dyn Trials, chosen: &Candidate, tuned: &mut Tuned) -> Result<(), Halt> {
    let most = trials.most();
    let mut sequence = MeanSequence::new(ALPHA, most as usize);
    let mut pool = Pool::new(vec![chosen.clone()]);
    let mut kinds = [Vec::new(), Vec::new()];
    loop {
        let played = sequence.count();
        let enough = played >= TEST_LEAST;
        if enough && (trials.used() >= 1.0 || played >= TEST_MOST || sequence.interval().high < FUTILE) {
            return Ok(());
        }
        pool.play(trials, "test", Draw::HeldOut, 0, TEST_LOOK)?;
        for (matchup, score) in (0..).zip(&pool.scores[0]).skip(played as usize) {
            sequence.add(*score as usize);
            kinds[usize::from(trials.between_fleets(Draw::HeldOut, 0, matchup))].push(*score);
        }
        let [duels, fleets] = kinds.each_ref().map(|scores| mean(scores, most));
        tuned.held_out = Some(HeldOut { score: sequence.interval(), matchups: sequence.count(), duels, fleets });
    }
}

/// The mean score of at least two matchups, with its interval.
fn mean(scores: &[u32], most: u32) -> Option<Interval> {
    let n = scores.len() as u64;
    let shares = || scores.iter().map(|score| f64::from(*score) / f64::from(most));
    (n >= 2).then(|| lanchester_stats::interval::bounded_mean(n, shares().sum(), shares().map(|s| s * s).sum()))
}
