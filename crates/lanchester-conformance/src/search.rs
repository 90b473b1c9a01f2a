//! Sides that search: its battles are legal ones, what it plays out is the battle that it plays, and it finds the better of
//! two policies.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lanchester_battle::{LaneEngine, Layout, Part, Play, Searchable};
use lanchester_core::arena::{CellJob, NoProgress, RunOptions, run};
use lanchester_core::{Matchup, Only, Outcome, ROLLOUTS, Rules, Search, Searcher, Side, Tally, Verdict};
use lanchester_lanes::Level;
use lanchester_scenario::Library;

use crate::thorough::{is_thorough, repetitions};
use crate::{Policies, Random, TestGame, mirror, shipped_policies};

/// Study seed and cell of all battles.
const KEY: (u64, u64) = (11, 6);

type Tables<T> = <<T as TestGame>::Game as Rules>::Prepared;
type Events<T> = Vec<<<T as TestGame>::Game as Rules>::Event>;

/// Random matchups by their seeds, small ones: a search plays them thousands of times.
fn matchups<T: TestGame>(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, Matchup<T::Game>)> {
    let shipped = shipped_policies::<T::Game>();
    seeds.map(move |seed| (seed, T::random_matchup(&mut Random::new(seed), &shipped, 2)))
}

/// A matchup with each of these policies on one side, whose opponent is known.
fn proposals<T: TestGame>(matchup: &Matchup<T::Game>, side: Side, portfolio: &Policies<T::Game>) -> Search<Tables<T>> {
    believing::<T>(matchup, side, portfolio, None)
}

/// The same, but the search plays its opponent out by another policy.
fn believing<T: TestGame>(
    matchup: &Matchup<T::Game>,
    side: Side,
    portfolio: &Policies<T::Game>,
    belief: Option<Arc<<T::Game as Rules>::Policy>>,
) -> Search<Tables<T>> {
    searching(matchup, [side], Searcher { belief, ..Searcher::among(portfolio.to_vec()) }).search()
}

/// A matchup in which these sides search so.
fn searching<G: Rules>(matchup: &Matchup<G>, sides: impl IntoIterator<Item = Side>, search: Searcher<G>) -> Matchup<G> {
    let (mut matchup, search) = (matchup.clone(), Arc::new(search));
    for side in sides {
        let commander = &mut matchup.forces[side].commander;
        *commander = commander.clone().searching(&search);
    }
    matchup
}

/// The simplest level, where this build has another than the best.
fn simplest() -> Option<Level> {
    Level::available().into_iter().skip(1).last()
}

fn searched<T: TestGame>(search: &Search<Tables<T>>, level: Level, battle: u64) -> (Events<T>, Outcome) {
    T::Game::search(search, level, KEY.0, KEY.1, battle..battle + 1).pop().expect("one battle")
}

/// Every choice of a searched battle is legal, every die is the battle's own and it ends as it is counted, in either seat of either
/// side.
///
/// # Panics
/// If the reference disagrees.
pub fn searched_battles_verify<T: TestGame>() {
    let shipped = shipped_policies::<T::Game>();
    for (seed, matchup) in matchups::<T>(40..43) {
        for side in Side::BOTH {
            let tables = proposals::<T>(&matchup, side, &shipped);
            for battle in 0..2 {
                let (events, outcome) = searched::<T>(&tables, Level::best(), battle);
                let verified = T::Game::verify(&matchup, KEY.0, KEY.1, battle, &events);
                assert_eq!(verified, Ok(()), "seed {seed}, {side} searches, battle {battle}");
                assert_eq!(events.last().and_then(T::Game::outcome), Some(outcome), "seed {seed}");
            }
        }
    }
}

/// A search among one policy plays as that policy does, and so does one among copies of it.
///
/// # Panics
/// If an event differs.
pub fn a_search_among_one_policy_is_that_policy<T: TestGame>() {
    for (seed, matchup) in matchups::<T>(60..60 + repetitions(12, 4)) {
        let tables = T::Game::prepare(&matchup);
        for battle in 0..2 {
            let plain = T::Game::record(&tables, Level::best(), KEY.0, KEY.1, battle..battle + 1);
            for side in Side::BOTH {
                let policy = Arc::clone(&matchup.forces[side].commander.policy);
                for portfolio in [vec![Arc::clone(&policy)], vec![Arc::clone(&policy), policy]] {
                    let tables = proposals::<T>(&matchup, side, &portfolio);
                    let (events, _) = searched::<T>(&tables, Level::best(), battle);
                    let copies = portfolio.len();
                    assert!(events == plain[0], "seed {seed}, {side} searches among {copies}, battle {battle}");
                }
            }
        }
    }
}

/// What a search believes changes what it plays out and nothing else: a belief in the truth is knowledge, and under a false one the
/// opponent fights as its own policy has it. That a false belief leads to other choices is seen in some battle.
///
/// # Panics
/// If an event differs where none may, or none does.
pub fn a_belief_is_about_the_opponent_alone<T: TestGame>() {
    // Few, as each is played out by each.
    let few: Vec<_> = shipped_policies::<T::Game>().into_iter().take(3).collect();
    let mut misled = 0;
    for (seed, matchup) in matchups::<T>(160..163) {
        // Until one is misled where the tests are not thorough.
        if misled > 0 && !is_thorough() {
            break;
        }
        let truth = Arc::clone(&matchup.forces[Side::B].commander.policy);
        let play = |portfolio: &Policies<T::Game>, belief| {
            let search = Search { rollouts: [64; 2], ..believing::<T>(&matchup, Side::A, portfolio, belief) };
            searched::<T>(&search, Level::best(), 0)
        };
        let knows = play(&few, None);
        same(&play(&few, Some(truth.clone())), &knows, &format!("seed {seed}, the truth"));
        let own = [Arc::clone(&matchup.forces[Side::A].commander.policy)];
        let plain = T::Game::record(&T::Game::prepare(&matchup), Level::best(), KEY.0, KEY.1, 0..1);
        for other in &few {
            assert!(play(&own, Some(Arc::clone(other))).0 == plain[0], "seed {seed}: the opponent fights otherwise");
            misled += usize::from(play(&few, Some(Arc::clone(other))) != knows);
        }
    }
    assert!(misled > 0, "no belief changes any battle");
}

/// A search that is kept to one decision leaves all others to one policy: kept to one that never comes it is that policy, and what it
/// is kept to is a legal battle. The decisions together are all that a search decides.
///
/// # Panics
/// If an event differs, the reference disagrees, or no decision is worth a search.
pub fn a_search_may_be_kept_to_one_decision<T: TestGame>() {
    let few: Vec<_> = shipped_policies::<T::Game>().into_iter().take(3).collect();
    let kinds = T::Game::decisions().len();
    let mut decides = 0;
    for (seed, matchup) in matchups::<T>(180..180 + repetitions(3, 3)) {
        let kept = |decision, otherwise| {
            let search =
                Search { only: [Some(Only { decision, otherwise }); 2], ..proposals::<T>(&matchup, Side::A, &few) };
            searched::<T>(&search, Level::best(), 0).0
        };
        for (otherwise, policy) in few.iter().enumerate() {
            let mut forces = matchup.forces.clone();
            forces[Side::A].commander = Arc::clone(policy).into();
            let tables = T::Game::prepare(&Matchup { forces, ..matchup.clone() });
            let plain = &T::Game::record(&tables, Level::best(), KEY.0, KEY.1, 0..1)[0];
            assert!(kept(kinds, otherwise) == *plain, "seed {seed}: no decision, {otherwise} commands");
            for decision in 0..kinds {
                let events = kept(decision, otherwise);
                let verified = T::Game::verify(&matchup, KEY.0, KEY.1, 0, &events);
                assert_eq!(verified, Ok(()), "seed {seed}, decision {decision}");
                decides += usize::from(events != *plain);
            }
        }
    }
    assert!(decides > 0, "no decision changes any battle");
}

/// How often proposals are played out changes what is chosen and nothing else: with fewer roll-outs than lanes and with more than two
/// batches of them a battle is legal and the same on every level, and one among copies of a policy is that policy's.
///
/// # Panics
/// If the reference disagrees, levels differ, or no number of roll-outs changes any battle.
pub fn a_budget_is_about_roll_outs_alone<T: TestGame>() {
    let shipped = shipped_policies::<T::Game>();
    let few: Vec<_> = shipped.iter().take(3).cloned().collect();
    let play = |matchup: &Matchup<T::Game>, portfolio: &Policies<T::Game>, rollouts, level| {
        let search = Search { rollouts: [rollouts; 2], ..proposals::<T>(matchup, Side::A, portfolio) };
        searched::<T>(&search, level, 0)
    };
    for (seed, matchup) in matchups::<T>(200..200 + repetitions(3, 3)) {
        for rollouts in [1, 5, 2 * ROLLOUTS + 3] {
            let truth = play(&matchup, &few, rollouts, Level::best());
            let verified = T::Game::verify(&matchup, KEY.0, KEY.1, 0, &truth.0);
            assert_eq!(verified, Ok(()), "seed {seed}, {rollouts} roll-outs");
            if let Some(simplest) = simplest() {
                let other = play(&matchup, &few, rollouts, simplest);
                same(&other, &truth, &format!("seed {seed}, {rollouts} roll-outs"));
            }
        }
        let own = Arc::clone(&matchup.forces[Side::A].commander.policy);
        let plain = T::Game::record(&T::Game::prepare(&matchup), Level::best(), KEY.0, KEY.1, 0..1);
        let among_copies = play(&matchup, &vec![own; 2], 2, Level::best()).0;
        assert!(among_copies == plain[0], "seed {seed}: a search among copies plays otherwise");
    }
    let changed = matchups::<T>(200..240).any(|(_, matchup)| {
        let [one, usual] = [1, ROLLOUTS].map(|rollouts| play(&matchup, &shipped, rollouts, Level::best()));
        one != usual
    });
    assert!(changed, "no number of roll-outs changes any battle");
}

/// Two that search play legal battles, the same on every level, and each chooses as it would against the policy that it takes its
/// opponent for, as long as that is who it meets: of two who have one policy to choose, that policy's battle is played, and whoever has a
/// choice changes some battle.
///
/// # Panics
/// If the reference disagrees, an event differs where none may, or none does.
pub fn both_sides_may_search<T: TestGame>() {
    let few: Vec<_> = shipped_policies::<T::Game>().into_iter().take(3).collect();
    let mut changed = 0;
    for (seed, matchup) in matchups::<T>(220..220 + repetitions(3, 3)) {
        let play = |sides: &[Side], portfolio: &Policies<T::Game>, level| {
            let belief = Some(Arc::clone(&few[0]));
            let sides = sides.iter().copied();
            let search = Searcher { belief, rollouts: 8, ..Searcher::among(portfolio.to_vec()) };
            searched::<T>(&searching(&matchup, sides, search).search(), level, 1)
        };
        let both = play(&Side::BOTH, &few, Level::best());
        let verified = T::Game::verify(&matchup, KEY.0, KEY.1, 1, &both.0);
        assert_eq!(verified, Ok(()), "seed {seed}");
        if let Some(simplest) = simplest() {
            same(&play(&Side::BOTH, &few, simplest), &both, &format!("seed {seed}"));
        }
        changed += Side::BOTH.into_iter().filter(|one| play(&[*one], &few, Level::best()) != both).count();
        let mut forces = matchup.forces.clone();
        forces.iter_mut().for_each(|force| force.commander = Arc::clone(&few[0]).into());
        let plain = T::Game::record(
            &T::Game::prepare(&Matchup { forces, ..matchup.clone() }),
            Level::best(),
            KEY.0,
            KEY.1,
            1..2,
        );
        assert!(
            play(&Side::BOTH, &few[..1], Level::best()).0 == plain[0],
            "seed {seed}: one policy each plays otherwise"
        );
    }
    assert!(changed > 0, "that the other searches changes no battle");
}

/// Plays a part of battle `battle` in the first batch of a workspace.
fn advance<T: TestGame>(tables: &Tables<T>, workspace: &mut <T::Game as Rules>::Workspace, battle: u64, part: Part) {
    let layout = Layout { batches: 1, lanes: !0, refill: false };
    let (seed, cell) = KEY;
    let battles = battle..battle + 1;
    T::Game::dispatch(Level::best(), Play { tables, workspace, seed, cell, battles, layout, part });
}

/// Wherever a battle stands, a copy of it that goes on with the same dice has the same end, in every lane: what is copied is all
/// that a battle is, and what came before is the same for all roll-outs.
///
/// # Panics
/// If a copy ends otherwise.
pub fn a_copy_of_a_battle_goes_on_as_the_battle_does<T: TestGame>() {
    let (mut in_all, mut turns) = (0, 0);
    for (seed, matchup) in matchups::<T>(80..80 + repetitions(24, 4)) {
        let tables = T::Game::prepare(&matchup);
        for battle in 0..2 {
            let (mut played, mut copy) = (T::Game::workspace(), T::Game::workspace());
            let events = &T::Game::record(&tables, Level::best(), KEY.0, KEY.1, battle..battle + 1)[0];
            let over = events.last().and_then(T::Game::outcome).expect("a battle ends");
            advance::<T>(&tables, &mut played, battle, Part::Opening);
            let mut steps = 0;
            while T::Game::choices(&tables, &played).is_some() {
                T::Game::copy(&played, &mut copy);
                advance::<T>(&tables, &mut copy, battle, Part::Rest);
                let outcomes = T::Game::recorder(&mut copy).outcomes(128);
                assert!(
                    outcomes.iter().step_by(2).all(|outcome| *outcome == over),
                    "seed {seed}, battle {battle}, after {steps} steps"
                );
                advance::<T>(&tables, &mut played, battle, Part::Step);
                steps += 1;
            }
            in_all += steps;
            turns += usize::from(over.turns);
            assert_eq!(T::Game::recorder(&mut played).outcomes(1), [over]);
        }
    }
    // A turn of one battle may be without a choice.
    assert!(in_all >= turns, "{in_all} steps in {turns} turns: too few to mean anything");
}

/// A searched battle is the same on every level.
///
/// # Panics
/// If an event differs.
pub fn every_level_searches_alike<T: TestGame>() {
    let Some(simplest) = simplest() else { return };
    let shipped = shipped_policies::<T::Game>();
    for (seed, matchup) in matchups::<T>(120..123) {
        let tables = proposals::<T>(&matchup, Side::B, &shipped);
        let truth = searched::<T>(&tables, simplest, 1);
        for level in Level::available() {
            same(&searched::<T>(&tables, level, 1), &truth, &format!("seed {seed} at {level}"));
        }
    }
}

fn same<V: PartialEq + Debug>(one: &V, other: &V, what: &str) {
    assert!(one == other, "{what}: {one:?} is not {other:?}");
}

/// Where `hold`, which stays where it is, is bad and `charge` is good, a search among both scores at least what `charge` does:
/// on the same battles of a ship against itself under `hold`.
///
/// # Panics
/// If it scores less.
pub fn finds_the_better_policy<T: TestGame>(ship: &str) {
    let library = Library::<T::Game>::shipped();
    let [hold, charge] = ["hold", "charge"].map(|id| library.policy(id).expect("a shipped policy"));
    let matchup = mirror::<T::Game>(ship, "hold");
    let of = |portfolio: &Policies<T::Game>| -> u32 {
        let tables = Search { rollouts: [64; 2], ..proposals::<T>(&matchup, Side::A, portfolio) };
        (0..40).map(|battle| half_points(searched::<T>(&tables, Level::best(), battle).1)).sum()
    };
    let [still, forward] = [&hold, &charge].map(|policy| of(&[Arc::clone(policy)]));
    let both = of(&[hold, charge]);
    assert!(still < forward && forward <= both, "{ship}: {both} of 80, hold {still}, charge {forward}");
}

fn half_points(outcome: Outcome) -> u32 {
    match outcome.verdict {
        Verdict::Win(Side::A) => 2,
        Verdict::Draw => 1,
        Verdict::Win(Side::B) => 0,
    }
}

/// Cells in which sides search count what their battles come to one by one, at any size of chunks, whether roll-outs leave lanes free
/// that several battles share or need more than a batch.
///
/// # Panics
/// If they count something else.
pub fn searched_cells_count_their_battles<T: TestGame>() {
    let few: Vec<_> = shipped_policies::<T::Game>().into_iter().take(2).collect();
    let sides = [vec![Side::B], Side::BOTH.to_vec()];
    for ((seed, matchup), (rollouts, sides)) in matchups::<T>(240..242).zip([3, 70].into_iter().zip(sides)) {
        let search = Searcher { rollouts, secret: !T::Game::secret().is_empty(), ..Searcher::among(few.clone()) };
        let matchup = searching(&matchup, sides, search);
        let of = matchup.search();
        let alone: Vec<_> = (0..6).map(|battle| searched::<T>(&of, Level::FALLBACK, battle)).collect();
        let together = T::Game::search(&of, Level::best(), KEY.0, KEY.1, 0..6);
        assert!(together == alone, "seed {seed}: battles searched together are others");
        let mut truth = Tally::new();
        alone.chunks(2).for_each(|pair| truth.record_pair([pair[0].1, pair[1].1]));
        for (threads, chunk_pairs) in [(1, u64::MAX), (2, 1)] {
            let cell = CellJob { number: KEY.1, matchup: matchup.clone(), pairs: 3 };
            let options = RunOptions { seed: KEY.0, level: Level::best(), threads, chunk_pairs };
            let counted = run(&[cell], &options, &AtomicBool::new(false), &NoProgress);
            same(&counted.tallies[0], &truth, &format!("seed {seed}, {threads} threads"));
        }
    }
}

/// A search that takes secret choices as secret plays legal battles, the same on every level; among one policy, against that policy, it is
/// that policy; and it chooses otherwise than one that foresees, where the game has such choices, and nowhere else.
///
/// # Panics
/// If the reference disagrees, levels differ, or a battle is not what it should be.
pub fn secret_choices_are_taken_as_secret<T: TestGame>() {
    let shipped = shipped_policies::<T::Game>();
    let few: Vec<_> = shipped.iter().take(3).cloned().collect();
    let secret = !T::Game::secret().is_empty();
    let play = |matchup: &Matchup<T::Game>, portfolio: &Policies<T::Game>, secret, level| {
        let search = Searcher { rollouts: 4, secret, ..Searcher::among(portfolio.to_vec()) };
        searched::<T>(&searching(matchup, [Side::B], search).search(), level, 1)
    };
    for (seed, matchup) in matchups::<T>(260..260 + repetitions(3, 3)) {
        let found = play(&matchup, &few, true, Level::best());
        let verified = T::Game::verify(&matchup, KEY.0, KEY.1, 1, &found.0);
        assert_eq!(verified, Ok(()), "seed {seed}");
        if let Some(simplest) = simplest() {
            same(&play(&matchup, &few, true, simplest), &found, &format!("seed {seed}"));
        }
        assert!(secret || play(&matchup, &few, false, Level::best()) == found, "seed {seed}: nothing is secret");
        let own = Arc::clone(&matchup.forces[Side::B].commander.policy);
        let plain = T::Game::record(&T::Game::prepare(&matchup), Level::best(), KEY.0, KEY.1, 1..2);
        assert!(play(&matchup, &[own], true, Level::best()).0 == plain[0], "seed {seed}: one policy plays otherwise");
    }
    assert!(T::Game::secret().iter().all(|name| T::Game::decisions().contains(name)));
    let changed = || {
        matchups::<T>(260..300).any(|(_, matchup)| {
            let [foresees, does_not] = [false, true].map(|secret| play(&matchup, &shipped, secret, Level::best()));
            foresees != does_not
        })
    };
    assert!(!secret || changed(), "no battle differs");
}
