//! The parity ladder, from single operations to threads: primitive, one rule, one battle as the reference plays it, batch
//! widths, refill, cuts, levels, threads. A failure names the lowest rung that broke. More battles stand on the rung of the
//! reference in [`crate::agreement`].
//!
//! Beside it: in which seat a fleet sits changes nothing but what it must.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lanchester_battle::{LaneEngine, Layout, Part, Play};
use lanchester_core::arena::{CellJob, NoProgress, RunOptions, run};
use lanchester_core::{Job, Matchup, Outcome, Rules, Side, Tally};
use lanchester_lanes::{LaneMask, Level};
use lanchester_scenario::{DEFAULT_POLICY, Library};

use crate::thorough::repetitions;
use crate::{Random, TestGame, TestLanes, mirror, primitive, shipped_policies, suite};

/// Battles of each matchup.
const BATTLES: u64 = 150;
/// Study seed and cell of all battles.
const KEY: (u64, u64) = (9, 4);
/// Nine lanes of a batch: fewer than the battles of a test need, so that every batch is used.
const NINE: LaneMask = 0x8000_0001_00f1_0300;
const SEVEN: LaneMask = 0b1010_1100_0001_0011;

type Prepared<T> = <<T as TestGame>::Game as Rules>::Prepared;
/// The events of a battle.
type Events<T> = Vec<<<T as TestGame>::Game as Rules>::Event>;
type Rung = (&'static str, fn() -> Result<(), String>);

/// `Ok` if both are the same, else what differs.
pub fn same<V: PartialEq + Debug>(what: impl FnOnce() -> String, lanes: &V, plain: &V) -> Result<(), String> {
    if lanes == plain { Ok(()) } else { Err(format!("{}: lanes {lanes:?}, plain code {plain:?}", what())) }
}

/// Climbs the ladder. The lowest broken rung is the one to mend first, and the one that a failure names.
///
/// # Panics
/// If a rung breaks.
pub fn the_parity_ladder_holds<T: TestLanes>() {
    // Each leans on those below it and on nothing above: up to "cuts" everything is played at the best level by one thread.
    let rungs: [Rung; 10] = [
        ("primitive: dice", || primitive::dice(Level::best())),
        ("primitive: geometry", || primitive::geometry(Level::best(), T::BOARDS)),
        ("one rule: movement", || T::RULES_ALONE[0](Level::best())),
        ("one rule: fire and damage", || T::RULES_ALONE[1](Level::best())),
        ("one battle, as the reference plays it", one_battle::<T>),
        ("batch widths", widths::<T>),
        ("refill on and off", refill::<T>),
        ("cuts", cuts::<T>),
        ("levels", levels::<T>),
        ("threads", threads::<T>),
    ];
    for (number, (name, rung)) in (1..).zip(rungs) {
        // A rung that panics is named too, by the last line of the output.
        println!("rung {number}, {name}");
        if let Err(why) = rung() {
            panic!("rung {number} of {}, {name}: {why}", rungs.len());
        }
    }
}

/// Plays battles in a layout: their outcomes, and their events if they are recorded.
fn played<T: TestGame>(
    tables: &Prepared<T>,
    level: Level,
    battles: Range<u64>,
    layout: Layout,
    recorded: bool,
) -> (Vec<Outcome>, Vec<Events<T>>) {
    let mut workspace = T::Game::workspace();
    let count = (battles.end - battles.start) as usize;
    if recorded {
        T::Game::recorder(&mut workspace).keep_events(count);
    }
    let (seed, cell) = KEY;
    let part = Part::Whole;
    T::Game::dispatch(level, Play { tables, workspace: &mut workspace, seed, cell, battles, layout, part });
    let recorder = T::Game::recorder(&mut workspace);
    (recorder.outcomes(count).to_vec(), recorder.take_events())
}

/// Records battles of random matchups that were `changed` until little else than one rule is left, compares them with the
/// reference and counts the events that show something.
///
/// # Errors
/// The first difference.
pub fn replayed<T: TestGame>(
    level: Level,
    change: impl Fn(&mut Matchup<T::Game>),
    shows: impl Fn(&&<T::Game as Rules>::Event) -> bool,
) -> Result<usize, String> {
    let shipped = shipped_policies::<T::Game>();
    let mut shown = 0;
    for seed in 0..40 {
        let mut matchup = T::random_matchup(&mut Random::new(seed), &shipped, 4);
        change(&mut matchup);
        let record = T::Game::record(&T::Game::prepare(&matchup), level, seed, 0, 0..16);
        for (battle, events) in (0..).zip(&record) {
            T::Game::verify(&matchup, seed, 0, battle, events)
                .map_err(|mismatch| format!("seed {seed}, battle {battle} at {level}: {mismatch}"))?;
            shown += events.iter().filter(&shows).count();
        }
    }
    Ok(shown)
}

/// Changes every ship of a matchup.
pub fn change_ships<G: Rules>(matchup: &mut Matchup<G>, change: impl Fn(&mut G::Design))
where
    G::Design: Clone,
{
    matchup.forces.iter_mut().flat_map(|force| &mut force.ships).for_each(|ship| change(Arc::make_mut(ship)));
}

fn outcomes<T: TestGame>(tables: &Prepared<T>, level: Level, battles: Range<u64>, layout: Layout) -> Vec<Outcome> {
    played::<T>(tables, level, battles, layout, false).0
}

fn batches(batches: usize) -> Layout {
    Layout { batches, ..Layout::default() }
}

/// The matchups of the upper rungs, by seed. Every other one is what users play: the default policy on both sides.
fn matchups<T: TestGame>() -> impl Iterator<Item = (u64, Matchup<T::Game>)> {
    let shipped = shipped_policies::<T::Game>();
    let default = Library::<T::Game>::shipped().policy(DEFAULT_POLICY).expect("a shipped policy");
    (300..300 + repetitions(12, 3)).map(move |seed| {
        let mut matchup = T::random_matchup(&mut Random::new(seed), &shipped, 4);
        if seed % 2 == 0 {
            matchup.forces.iter_mut().for_each(|force| force.commander = Arc::clone(&default).into());
        }
        (seed, matchup)
    })
}

/// The first battles, played in one lane of one batch, one after the other: what all other ways must agree with.
fn alone<T: TestGame>(tables: &Prepared<T>) -> Vec<Outcome> {
    outcomes::<T>(tables, Level::best(), 0..BATTLES, Layout { batches: 1, lanes: 1, refill: false })
}

fn one_battle<T: TestGame>() -> Result<(), String> {
    for (seed, matchup) in matchups::<T>() {
        let tables = T::Game::prepare(&matchup);
        for battle in 0..12 {
            let one = Layout { batches: 1, lanes: 1, refill: false };
            let (counted, events) = played::<T>(&tables, Level::best(), battle..battle + 1, one, true);
            let events = events.concat();
            T::Game::verify(&matchup, KEY.0, KEY.1, battle, &events)
                .map_err(|m| format!("seed {seed}, battle {battle}: {m}"))?;
            let over = events.last().and_then(T::Game::outcome);
            same(|| format!("seed {seed}, battle {battle} ends as it is counted"), &over, &counted.first().copied())?;
        }
    }
    Ok(())
}

/// An engine with fewer batches than asked for uses all that it has.
fn layouts(refill: bool) -> [(&'static str, Layout); 6] {
    let every = Layout::default().batches;
    [
        ("one lane", 1, 1 << 13),
        ("seven lanes", 1, SEVEN),
        ("a batch", 1, !0),
        ("two batches", 2, !0),
        ("every batch, nine lanes of each", every, NINE),
        ("as many batches as are filled", every, !0),
    ]
    .map(|(name, batches, lanes)| (name, Layout { batches, lanes, refill }))
}

fn widths<T: TestGame>() -> Result<(), String> {
    in_layouts::<T>(&layouts(false))
}

fn in_layouts<T: TestGame>(layouts: &[(&'static str, Layout)]) -> Result<(), String> {
    for (seed, matchup) in matchups::<T>() {
        let tables = T::Game::prepare(&matchup);
        let truth = alone::<T>(&tables);
        for (name, layout) in layouts {
            let played = outcomes::<T>(&tables, Level::best(), 0..BATTLES, *layout);
            same(|| format!("seed {seed}, {name}"), &played, &truth)?;
        }
    }
    Ok(())
}

/// Refilled lanes, and with them what the game's own calls do: with a record and without one.
fn refill<T: TestGame>() -> Result<(), String> {
    in_layouts::<T>(&layouts(true))?;
    for (seed, matchup) in matchups::<T>() {
        let tables = T::Game::prepare(&matchup);
        let record = T::Game::record(&tables, Level::best(), KEY.0, KEY.1, 0..BATTLES);
        let recorded: Vec<Outcome> =
            record.iter().filter_map(|events| events.last().and_then(T::Game::outcome)).collect();
        same(|| format!("seed {seed}, recorded"), &recorded, &alone::<T>(&tables))?;
    }
    Ok(())
}

fn cuts<T: TestGame>() -> Result<(), String> {
    for (seed, matchup) in matchups::<T>() {
        let tables = T::Game::prepare(&matchup);
        let truth = alone::<T>(&tables);
        let part = |battles| outcomes::<T>(&tables, Level::best(), battles, batches(3));
        for cut in [1, 37, 128] {
            let parts = [part(0..cut), part(cut..BATTLES)].concat();
            same(|| format!("seed {seed}, cut at {cut}"), &parts, &truth)?;
        }
    }
    Ok(())
}

fn levels<T: TestLanes>() -> Result<(), String> {
    let grounds: Vec<_> = matchups::<T>()
        .map(|(seed, matchup)| {
            let tables = T::Game::prepare(&matchup);
            let truth = alone::<T>(&tables);
            (seed, tables, truth)
        })
        .collect();
    for level in Level::available() {
        primitive::dice(level)?;
        primitive::geometry(level, T::BOARDS)?;
        for rule in T::RULES_ALONE {
            rule(level)?;
        }
        for (seed, tables, truth) in &grounds {
            let played = outcomes::<T>(tables, level, 0..BATTLES, batches(3));
            same(|| format!("seed {seed} at {level}"), &played, truth)?;
        }
    }
    Ok(())
}

fn threads<T: TestGame>() -> Result<(), String> {
    let matchups: Vec<(u64, Matchup<T::Game>)> = matchups::<T>().collect();
    let truth: Vec<Tally> = matchups
        .iter()
        .map(|(_, matchup)| {
            let mut tally = Tally::new();
            let battles = alone::<T>(&T::Game::prepare(matchup));
            battles.chunks_exact(2).for_each(|pair| tally.record_pair([pair[0], pair[1]]));
            tally
        })
        .collect();
    // All have the number that the other rungs play: it is part of the key of their dice.
    let cells: Vec<CellJob<T::Game>> =
        matchups.into_iter().map(|(_, matchup)| CellJob { number: KEY.1, matchup, pairs: BATTLES / 2 }).collect();
    for threads in [1, 2, 5] {
        for chunk_pairs in [7, 2048] {
            let options = RunOptions { seed: KEY.0, level: Level::best(), threads, chunk_pairs };
            let result = run(&cells, &options, &AtomicBool::new(false), &NoProgress);
            same(|| format!("{threads} threads, chunks of {chunk_pairs} pairs"), &result.tallies, &truth)?;
        }
    }
    Ok(())
}

/// The two battles of a pair are each other's mirror image: in a mirror match, what A does in seat 0 of the first B does
/// in seat 0 of the second. Whatever bias is left is the seat's and the dice's, not the fleet's name.
///
/// # Panics
/// If a pair differs.
pub fn a_mirror_match_is_symmetric_to_the_last_battle<T: TestGame>() {
    for (fleet, policy, _) in T::MIRRORS {
        let tables = T::Game::prepare(&mirror(fleet, policy));
        for pair in outcomes::<T>(&tables, Level::best(), 0..200, batches(4)).chunks_exact(2) {
            assert_eq!(pair[0], suite::reflected(pair[1]), "{fleet} by {policy}");
        }
    }
}

/// Neither seat of a mirror match wins more often than chance allows: |wins − losses| within 6 standard errors, a false
/// alarm of 2·10⁻⁹ a matchup. Where the rules let one seat begin, wins are only counted, and the game has a test of its own.
///
/// # Panics
/// If a seat does.
pub fn a_mirror_match_has_no_seat_bias<T: TestGame>() {
    for (fleet, policy, pairs) in T::MIRRORS {
        let tally = tallied(&mirror::<T::Game>(fleet, policy), *pairs);
        // Both battles of a mirror pair say the same, so a pair is one observation of ±1 or 0.
        let [first, second] = tally.seat_wins.map(|wins| wins as f64 / 2.0);
        let fair = (first - second).abs() <= 6.0 * (first + second).sqrt();
        assert!(fair || T::ONE_SEAT_BEGINS, "{fleet}: seats won {:?}", tally.seat_wins);
        assert_eq!(tally.seat_wins[0] + tally.seat_wins[1], 2 * tally.pairs - tally.draws);
        assert_eq!(tally.wins[Side::A], tally.wins[Side::B]);
    }
}

/// So many pairs of battles of a matchup, counted.
#[must_use]
pub fn tallied<G: Rules>(matchup: &Matchup<G>, pairs: u64) -> Tally {
    let (tables, mut workspace, mut tally) = (G::prepare(matchup), G::workspace(), Tally::new());
    for start in (0..pairs).step_by(2_000) {
        let job = Job { seed: 5, cell: 0, pairs: start..(start + 2_000).min(pairs) };
        G::play(&tables, &mut workspace, Level::best(), &job, &mut tally);
    }
    tally
}
