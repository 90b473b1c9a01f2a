//! Weaknesses of a known size, and searches that are cut, spread over threads or read from files.

use crate::DesignGenerator;
use crate::PolicySpace;
use std::collections::HashSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::{PolicyKey, PolicyValues};
use lanchester_conformance::thorough::repetitions;
use lanchester_core::Combatant;
use lanchester_games::{Game, GameName, Nova, Visitor};
use lanchester_lanes::Level;
use lanchester_lanes::dice::mix64;
use lanchester_scenario::{Kind, Library};
use lanchester_store::Identity;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::decide::TEST_LEAST;
use super::*;
use crate::host::{Clock, Host, Meter};
use crate::journal::{Journal, Start};
use crate::runner::Runner;

/// Five weights, a distance and two choices.
fn keys() -> Vec<PolicyKey> {
    let weight = || PolicyValues::Weight { table: 0, most: 20 };
    let words = |n: usize| PolicyValues::Choice((0..n).map(|word| word.to_string()).collect());
    let level = PolicyValues::Level { least: 0, most: 100 };
    let all = vec![weight(), weight(), weight(), weight(), weight(), level, words(3), words(4)];
    all.into_iter().map(|values| PolicyKey { path: String::new(), values }).collect()
}

/// Opponents with a weakness of a known size. The best response has its weights in one ratio, its distance and two choices; others
/// gain the less the further they are from it, and may lose.
struct Planted {
    seed: u64,
    weakness: f64,
    budget: u64,
    battles: u64,
}

const MOST: u32 = 32;

impl Planted {
    /// What a policy gains on average.
    fn gain(&self, values: &[i64]) -> f64 {
        let wanted = [20.0, -5.0, 10.0, 0.0, 2.0];
        let weights = values.iter().take(5).map(|w| *w as f64);
        let dot: f64 = weights.clone().zip(wanted).map(|(w, v)| w * v).sum();
        let [length, of_wanted] =
            [weights.map(|w| w * w).sum::<f64>(), wanted.iter().map(|v| v * v).sum()].map(f64::sqrt);
        let alike = if length > 0.0 { dot / (length * of_wanted) } else { 0.0 };
        let off =
            (values[5] as f64 - 12.0).abs() / 40.0 + 0.3 * f64::from(values[6] != 2) + 0.3 * f64::from(values[7] != 1);
        self.weakness - 0.15 * (1.0 - alike) - 0.1 * off.min(1.5)
    }

    fn unit(&self, parts: &[u64]) -> f64 {
        let word = parts.iter().fold(self.seed, |word, part| mix64(word ^ mix64(*part)));
        (word >> 11) as f64 / (1u64 << 53) as f64
    }
}

impl Trials for Planted {
    fn play(&mut self, asked: &Asked<'_>) -> Result<Vec<Vec<u32>>, Halt> {
        self.battles += 16 * asked.candidates.len() as u64 * (asked.matchups.end - asked.matchups.start);
        let score = |candidate: &Candidate, matchup: u64| {
            let mut parts = vec![asked.draw as u64, asked.round.into(), matchup];
            // The matchup, the same for all; then what a policy makes of it.
            let lucky = 0.4 * (self.unit(&parts) - 0.5);
            parts.extend(candidate.values.iter().map(|value| *value as u64));
            let own = 0.2 * (self.unit(&parts) - 0.5);
            parts.push(0);
            let exact = (0.5 + self.gain(&candidate.values).max(-0.2) + lucky + own) * f64::from(MOST);
            // Rounded by chance, which leaves the mean as it is.
            (exact + self.unit(&parts)).floor() as u32
        };
        Ok(asked.candidates.iter().map(|c| asked.matchups.clone().map(|m| score(c, m)).collect()).collect())
    }

    fn most(&self) -> u32 {
        MOST
    }

    fn used(&self) -> f64 {
        self.battles as f64 / self.budget as f64
    }

    fn share(&self, scored: u64) -> f64 {
        (16 * scored) as f64 / self.budget as f64
    }

    fn battles(&self) -> u64 {
        self.battles
    }

    fn between_fleets(&self, _: Draw, _: u32, matchup: u64) -> bool {
        matchup % 2 == 1
    }
}

fn near() -> Method {
    Method::Near { held: Vec::new() }
}

/// The fewest hits of so many runs that more than one in 40 would explain with a chance below one in a million: binomial.
fn too_many(runs: u64) -> u64 {
    let (p, mut chance) = (0.025f64, 0.975f64.powi(runs as i32));
    let mut at_most = chance;
    for hits in 1..=runs {
        chance *= (runs - hits + 1) as f64 / hits as f64 * p / (1.0 - p);
        at_most += chance;
        if 1.0 - at_most < 1e-6 {
            return hits + 1;
        }
    }
    runs
}

#[test]
fn bounds_stay_below_planted_weaknesses() {
    let runs = repetitions(120, 4);
    let start = vec![1, 1, 0, 0, 0, 40, 0, 0];
    let mut found = Vec::new();
    for weakness in [0.0, 0.02, 0.05, 0.1] {
        let (mut above, mut above_own, mut proven) = (0, 0, 0);
        for seed in 0..runs {
            let mut planted = Planted { seed: mix64(seed), weakness, budget: 200_000, battles: 0 };
            let (starts, roles) = (std::slice::from_ref(&start), Roles::begin_with_all(1));
            let tuned = tune(&mut planted, &keys(), starts, &roles, &Method::Wide, seed).expect("a search");
            let bound = tuned.exploitability();
            above += u64::from(bound > weakness);
            above_own += u64::from(bound > planted.gain(&tuned.best.values).max(0.0));
            proven += u64::from(bound > 0.0);
            if let Some(test) = &tuned.held_out {
                assert!(test.matchups >= TEST_LEAST);
            }
        }
        let limit = too_many(runs);
        assert!(above < limit && above_own < limit, "weakness {weakness}: {above} and {above_own} of {runs}");
        found.push(proven);
    }
    // A weakness of five points is proven more often than none at all by more than chance, and one of ten nearly always.
    assert!(found[0] < too_many(runs) && found[2] > runs / 2 && found[3] > runs * 9 / 10, "{found:?}");
}

/// A policy that competes as it is wins where the search finds nothing as good, at any budget, and nothing is played beyond it.
#[test]
fn what_competes_as_it_is_is_chosen_and_tested_where_nothing_better_is_found() {
    // The search begins far off; the first rival is worse still, the second is the best response itself.
    let starts = [vec![1, 1, 0, 0, 0, 40, 0, 0], vec![-1, 1, -1, 0, 0, 90, 0, 0], vec![20, -5, 10, 0, 2, 12, 2, 1]];
    let roles = Roles { begin: 1, rivals: vec![1, 2] };
    for budget in [20_000, 25_000, 40_000, 200_000] {
        for seed in 0..10 {
            let mut planted = Planted { seed: mix64(seed), weakness: 0.1, budget, battles: 0 };
            let tuned = tune(&mut planted, &keys(), &starts, &roles, &Method::Wide, seed).expect("a search");
            assert!(tuned.battles <= budget && tuned.battles == planted.battles, "{} of {budget}", tuned.battles);
            let [first, second] = tuned.rivals.as_slice() else { panic!("two rivals: {:?}", tuned.rivals) };
            assert_eq!((first.start, second.start), (2, 1), "the better first");
            // What was chosen scored at least as well as the best rival in the same matchups, and that one wins where it is equal.
            let best = tuned.curve.iter().map(|point| point.score.estimate).fold(0.0, f64::max);
            assert_eq!(tuned.best.start == 2, first.score.estimate >= best, "{tuned:?}");
            assert!(budget > 25_000 || tuned.best.values == starts[2], "{budget} {seed}: {:?}", tuned.best);
            assert!(tuned.held_out.as_ref().is_some_and(|test| test.matchups >= TEST_LEAST), "{tuned:?}");
        }
    }
}

/// From a policy near the best response small steps come nearer, on average by more than half of the way; what it does not look at it
/// goes on to leave aside.
#[test]
fn small_steps_come_nearer() {
    let start = vec![20, 5, 10, 0, 2, 30, 2, 1];
    let runs = repetitions(12, 2);
    let (mut before, mut after) = (0.0, 0.0);
    for seed in 0..runs {
        let mut planted = Planted { seed: mix64(seed), weakness: 0.1, budget: 1_000_000, battles: 0 };
        let (starts, roles) = ([start.clone()], Roles::begin_with_all(1));
        let tuned = tune(&mut planted, &keys(), &starts, &roles, &near(), seed).expect("a search");
        assert!(tuned.battles <= planted.budget && tuned.restarts == 0 && tuned.best.values[3] == 0, "{tuned:?}");
        assert!(tuned.curve.len() > 1 && tuned.curve[1..].iter().all(|point| point.stage == "small steps"));
        before += 0.1 - planted.gain(&start);
        after += 0.1 - planted.gain(&tuned.best.values);
    }
    assert!(after < before / 2.0, "{after} of {before} is left");
}

/// Reads every shipped policy of a game as a point and makes it again.
struct ThereAndBack;

impl Visitor for ThereAndBack {
    type Output = ();

    fn visit<G: Game>(self) {
        let library = Library::<G>::shipped();
        let space = PolicySpace::of(&library);
        assert!(space.keys().iter().any(|key| matches!(key.values, PolicyValues::Choice(_))), "{}", G::NAME);
        for id in library.ids(Kind::Policy) {
            let point = space.point_of(&library, id).expect("a shipped policy");
            let again = space.policy(&point, &point.values).expect("the same policy");
            assert_eq!(format!("{again:?}"), format!("{:?}", library.policy(id).expect("the policy")));
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("again.toml");
            let text = space.file(&point, &point.values, "Again", "Two\nlines.").expect("a file");
            std::fs::write(&path, text).expect("a file");
            let path = path.to_str().expect("a path");
            assert_eq!(space.point_of(&library, path).expect("the file").values, point.values);
            assert_eq!(library.headline(Kind::Policy, path).expect("the file").notes, "Two\nlines.");
        }
    }
}

#[test]
fn every_shipped_policy_is_a_point_of_its_games_space() {
    GameName::ALL.iter().for_each(|game| game.visit(ThereAndBack));
}

/// A host that stops the run at the nth meter.
struct Cut<'s> {
    left: AtomicU64,
    stop: &'s AtomicBool,
}

impl Clock for Cut<'_> {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Host for Cut<'_> {
    fn date(&self) -> Option<String> {
        None
    }

    fn note(&self, _: &str) {}

    fn meter(&self, _: &str, _: u64) -> Box<dyn Meter> {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.stop.store(true, Ordering::Relaxed);
        }
        Box::new(crate::host::Silent)
    }

    fn heartbeat(&self, _: &Path, _: &[u8]) {}
}

/// A small search for an answer to a policy that charges, cut after so many steps.
struct Small<'j> {
    method: Method,
    threads: usize,
    steps: u64,
    journal: Option<(&'j Path, Start)>,
}

impl Visitor for Small<'_> {
    type Output = Tuned;

    fn visit<G: Game>(self) -> Tuned {
        let library = Library::<G>::shipped();
        let space = PolicySpace::of(&library);
        let starts = ["hold", "standoff"].map(|id| space.point_of(&library, id).expect("a shipped policy"));
        let matchup = library.matchup("majestic-mirror").expect("a shipped matchup");
        let ground = Ground::Lineups(vec![Lineup::from(&matchup)]);
        let charge = library.policy_and_id("charge").expect("a shipped policy");
        let opponents = vec![(charge, 1.0)];
        let stop = AtomicBool::new(false);
        let host = Cut { left: AtomicU64::new(self.steps), stop: &stop };
        let runner =
            Runner { host: &host, seed: 7, level: Level::best(), threads: self.threads, rounds: None, branch: 0 };
        let method = &self.method;
        let budget = Budget::Battles(if *method == Method::Wide { 60_000 } else { 200_000 });
        let roles = Roles::begin_with_all(starts.len());
        let question = Question {
            ground: &ground,
            opponents: &opponents,
            space: &space,
            starts: &starts,
            roles: &roles,
            budget,
            method,
        };
        let journal = self.journal.map(|(path, start)| {
            let identity = Identity { study: "tune".into(), seed: 7, ..Identity::default() };
            (Journal::open(&host, path, &identity, start).expect("a journal"), path.to_owned())
        });
        let mut played = Played::new(runner, question, journal, &stop).expect("a journal");
        let values: Vec<Vec<i64>> = starts.iter().map(|start| start.values.clone()).collect();
        tune(&mut played, space.keys(), &values, &roles, method, 7).expect("a search")
    }
}

fn small(method: &Method, threads: usize, steps: u64, journal: Option<(&Path, Start)>) -> Tuned {
    Small { method: method.clone(), threads, steps, journal }.visit::<Nova>()
}

/// The ships of a study's fights by their names: what is trained on, and what is kept back.
struct Docks {
    seed: u64,
}

impl Visitor for Docks {
    type Output = ();

    fn visit<G: Game>(self) {
        let library = Library::<G>::shipped();
        let study = library.ships_of_study("default").expect("a shipped study");
        let settings = study.prices.clone().expect("the default study has prices");
        let ships = Ships::new(&settings, Fights::Duels, self.seed);
        let owned = |ids: Vec<&str>| ids.into_iter().map(str::to_owned).collect::<Vec<_>>();
        let [known, choice, kept] = [ships.known(), ships.for_choice(), ships.kept_back()].map(owned);
        assert_eq!(known.len() + choice.len() + kept.len(), study.designs.len());
        assert!(
            [&known, &choice, &kept].iter().all(|ids| ids.len() >= study.designs.len() / 4),
            "{known:?} {choice:?}"
        );
        let mut reversed = settings.clone();
        reversed.designs.reverse();
        let turned = Ships::new(&reversed, Fights::Duels, self.seed);
        assert_eq!(
            [turned.known(), turned.for_choice(), turned.kept_back()].map(owned),
            [&known, &choice, &kept].map(Vec::clone)
        );
        let generator = |ids: &[&str]| DesignGenerator::new(&library, &study, ids);
        let turned = turned.with_variants(generator, self.seed).text();
        let ground = Ground::Ships(Box::new(ships.with_variants(generator, self.seed)));
        if let Ground::Ships(ships) = &ground {
            assert_eq!(ships.text(), turned, "{}: the order of ships moves nothing", G::NAME);
        }
        let name = |id: &String| {
            study.designs.iter().find(|design| design.id == *id).expect("one of them").design.name().to_owned()
        };
        let [known, choice, kept] = [known, choice, kept].map(|ids| ids.iter().map(name).collect::<Vec<_>>());
        let met = |draw: Draw| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
            let fights = (0..400).map(|_| ground.draw(draw, &mut rng));
            fights.flat_map(|fight| fight.sides.map(|side| side.0[0].name().to_owned())).collect::<HashSet<_>>()
        };
        let (training, validation, test) = (met(Draw::Training), met(Draw::Validation), met(Draw::HeldOut));
        let made = training.iter().filter(|name| name.starts_with("Variant ")).count();
        // A game without a formula for ratings cannot rate what is made, and trains on its ships alone.
        let rated = study.designs.iter().any(|design| G::rating_parts(&design.design).is_some());
        let least = if rated { known.len() } else { 0 };
        assert!(made >= least, "{}: {made} designs are made of {} ships", G::NAME, known.len());
        assert!(training.iter().all(|name| name.starts_with("Variant ") || known.contains(name)), "{training:?}");
        let made = validation.iter().filter(|name| name.starts_with("Variant ")).count();
        assert!(made >= if rated { choice.len() } else { 0 }, "{}: {made} designs for the choice", G::NAME);
        assert!(validation.iter().all(|name| name.starts_with("Variant ") || choice.contains(name)), "{validation:?}");
        assert!(test.iter().all(|name| kept.contains(name)), "{test:?}");
    }
}

#[test]
fn ships_of_the_choice_and_of_the_test_never_fought_before() {
    GameName::ALL.iter().for_each(|game| (1..=repetitions(2, 2)).for_each(|seed| game.visit(Docks { seed })));
}

#[test]
fn threads_and_cuts_leave_no_trace() {
    for method in [Method::Wide, near()] {
        let small = |threads, steps, journal| small(&method, threads, steps, journal);
        let whole = format!("{:?}", small(1, u64::MAX, None));
        assert_eq!(format!("{:?}", small(3, u64::MAX, None)), whole);
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("search.store");
        let first = small(2, 3, Some((&path, Start::New)));
        assert!(first.interrupted && first.held_out.is_none());
        let second = small(2, 9, Some((&path, Start::Resume)));
        assert!(second.interrupted && second.battles > first.battles);
        assert_eq!(format!("{:?}", small(1, u64::MAX, Some((&path, Start::Resume)))), whole);
        // Everything is in the journal by now.
        assert_eq!(format!("{:?}", small(1, 1, Some((&path, Start::Resume)))), whole);
    }
}
