//! The choice among the policies that were found, and the one test of the one that was chosen.

use lanchester_stats::Interval;
use lanchester_stats::mean_sequence::MeanSequence;

use super::stages::Milestone;
use super::trials::{Candidate, Draw, Halt, Pool, Trials};
use super::{Checkpoint, HeldOut, Rival, Tuned};

/// The share of the budget at which the choice ends.
const CHOICE_UNTIL: f64 = 0.85;
/// Policies to choose among at most, and where the search has left nothing for it.
const FINALISTS: usize = 8;
const FINALISTS_IN_HASTE: usize = 3;
/// Rivals that are left after the screening, and its matchups; fewer where the search has left nothing for it.
const RIVALS: usize = 2;
const SCREEN: u64 = 32;
const SCREEN_IN_HASTE: u64 = 16;
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

/// What choice and test take at least with so many rivals: candidates, each in one matchup.
pub(super) fn least(rivals: usize) -> u64 {
    let screened = (FINALISTS_IN_HASTE + rivals) as u64 * SCREEN_IN_HASTE;
    let chosen = (FINALISTS_IN_HASTE + rivals.min(RIVALS)) as u64 * (CHOICE_LEAST - SCREEN_IN_HASTE);
    screened + chosen + TEST_LEAST
}

/// Chooses and tests. Of the rivals, which compete as they are, those that do best in the first matchups play on; of equals the
/// rival is chosen.
///
/// # Errors
/// See [`Halt`]; what is known by then is in `tuned`.
pub(super) fn decide(
    trials: &mut dyn Trials,
    milestones: &[Milestone],
    rivals: Vec<Candidate>,
    tuned: &mut Tuned,
) -> Result<(), Halt> {
    let all = (FINALISTS + rivals.len()) as u64 * CHOICE_LEAST + TEST_LEAST;
    let haste = trials.used() >= CHOICE_UNTIL || trials.used() + trials.share(all) > 1.0;
    let (count, screen) = if haste { (FINALISTS_IN_HASTE, SCREEN_IN_HASTE) } else { (FINALISTS, SCREEN) };
    let finalists = thinned(milestones, count);
    let mut pool = Pool::new(rivals);
    pool.candidates.extend(finalists.iter().map(|milestone| milestone.candidate.clone()));
    pool.scores.resize(pool.candidates.len(), Vec::new());
    pool.play(trials, "choice", Draw::Validation, 0, screen)?;
    let first = pool.candidates.len() - finalists.len();
    let most = trials.most();
    let rival = |(candidate, scores): (&Candidate, &Vec<u32>)| Rival {
        start: candidate.start,
        score: mean(scores, most).unwrap_or(Interval::UNKNOWN_SHARE),
        matchups: scores.len() as u64,
    };
    let places = pool.ranked();
    let mut on: Vec<usize> = places.into_iter().filter(|place| *place < first).collect();
    let behind = on.split_off(on.len().min(RIVALS));
    let behind: Vec<Rival> =
        behind.iter().map(|place| rival((&pool.candidates[*place], &pool.scores[*place]))).collect();
    let kept = on.len();
    pool.keep(&on.into_iter().chain(first..pool.candidates.len()).collect::<Vec<_>>());
    let mut matchups = screen;
    while matchups < CHOICE_MOST && (matchups < CHOICE_LEAST || goes_on(trials, pool.candidates.len())) {
        let look = if matchups < CHOICE_LEAST { CHOICE_LEAST - matchups } else { CHOICE_LOOK };
        pool.play(trials, "choice", Draw::Validation, 0, look)?;
        matchups += look;
    }
    tuned.rivals = pool.candidates.iter().zip(&pool.scores).take(kept).map(rival).chain(behind).collect();
    let point = |(milestone, scores): (&&Milestone, &Vec<u32>)| Checkpoint {
        battles: milestone.battles,
        stage: milestone.stage,
        score: mean(scores, most).unwrap_or(Interval::UNKNOWN_SHARE),
    };
    tuned.curve = finalists.iter().zip(&pool.scores[kept..]).map(point).collect();
    let chosen = pool.ranked()[0];
    tuned.best = pool.candidates[chosen].clone();
    if mean(&pool.scores[chosen], most).is_none_or(|score| score.estimate <= 0.5) {
        return Ok(());
    }
    test(trials, &tuned.best.clone(), tuned)
}

/// Whether so many candidates may play another look at the validation matchups.
fn goes_on(trials: &dyn Trials, candidates: usize) -> bool {
    let used = trials.used();
    used < CHOICE_UNTIL && used + trials.share(candidates as u64 * CHOICE_LOOK + TEST_LEAST) <= 1.0
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
        let full = trials.used() + trials.share(TEST_LOOK) > 1.0;
        if enough && (full || played >= TEST_MOST || sequence.interval().high < FUTILE) {
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
