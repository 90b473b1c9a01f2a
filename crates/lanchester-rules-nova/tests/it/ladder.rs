//! The parity ladder, from single operations to threads: primitive, one rule, one battle as the reference plays it, batch
//! widths, refill, cuts, levels, threads. A failure names the lowest rung that broke. More battles stand on the rung of the
//! reference in `agreement.rs`; the rungs of other crates alone are in their own tests.
//!
//! Beside it: in which seat a fleet sits changes nothing but what it must.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::common::{Random, random_matchup, shipped_policies};
use lanchester_arena::{CellJob, NoProgress, RunOptions, run};
use lanchester_battle::{Layout, Play};
use lanchester_core::{Force, Job, Matchup, Outcome, Rules, Side, Tally, Verdict};
use lanchester_lanes::{LaneMask, Level};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::event::Event;
use lanchester_rules_nova::lanes::compaction::BATCHES;
use lanchester_rules_nova::lanes::tables::Tables;
use lanchester_rules_nova::options::Options;
use lanchester_scenario::Library;

fn outcomes(
    tables: &Tables,
    level: Level,
    battles: std::ops::Range<u64>,
    batches: usize,
    lanes: LaneMask,
    refill: bool,
) -> Vec<Outcome> {
    let mut workspace = Nova::workspace();
    let count = (battles.end - battles.start) as usize;
    let layout = Layout { batches, lanes, refill };
    level.dispatch(Play::<Nova> { tables, workspace: &mut workspace, seed: 9, cell: 4, battles, layout });
    workspace.scratch.recorder.outcomes(count).to_vec()
}

/// A rung: what it is called, and why it breaks.
type Rung = (&'static str, fn() -> Result<(), String>);

/// From the lowest to the highest. Each leans on those below it and on nothing above: up to "cuts" everything is played at
/// the best level by one thread.
const RUNGS: [Rung; 10] = [
    ("primitive: dice", || crate::rungs::primitive::dice(Level::best())),
    ("primitive: geometry", || crate::rungs::primitive::geometry(Level::best())),
    ("one rule: movement", || crate::rungs::rule::movement(Level::best())),
    ("one rule: fire and damage", || crate::rungs::rule::fire(Level::best())),
    ("one battle, as the reference plays it", one_battle),
    ("batch widths", widths),
    ("refill on and off", refill),
    ("cuts", cuts),
    ("levels", levels),
    ("threads", threads),
];

/// The lowest broken rung is the one to mend first, and the one that a failure names.
#[test]
fn the_parity_ladder_holds() {
    for (number, (name, rung)) in (1..).zip(RUNGS) {
        // A rung that panics is named too, by the last line of the output.
        println!("rung {number}, {name}");
        if let Err(why) = rung() {
            panic!("rung {number} of {}, {name}: {why}", RUNGS.len());
        }
    }
}

/// Battles of each matchup.
const BATTLES: u64 = 150;

/// The matchups of the upper rungs, by seed.
fn matchups() -> impl Iterator<Item = (u64, Matchup<Nova>)> {
    let shipped = shipped_policies();
    (300..312).map(move |seed| (seed, random_matchup(&mut Random::new(seed), &shipped, 4)))
}

/// The first battles, played in one lane of one batch, one after the other: what all other ways must agree with.
fn alone(tables: &Tables) -> Vec<Outcome> {
    outcomes(tables, Level::best(), 0..BATTLES, 1, 1, false)
}

fn one_battle() -> Result<(), String> {
    for (seed, matchup) in matchups() {
        let tables = Nova::prepare(&matchup);
        for battle in 0..12 {
            let mut workspace = Nova::workspace();
            workspace.scratch.recorder.keep_events(1);
            let play = Play::<Nova> {
                tables: &tables,
                workspace: &mut workspace,
                seed: 9,
                cell: 4,
                battles: battle..battle + 1,
                layout: Layout { batches: 1, lanes: 1, refill: false },
            };
            Level::best().dispatch(play);
            let events = workspace.scratch.recorder.take_events().concat();
            Nova::verify(&matchup, 9, 4, battle, &events).map_err(|m| format!("seed {seed}, battle {battle}: {m}"))?;
            let over = events.last() == Some(&Event::Over { outcome: workspace.scratch.recorder.outcomes(1)[0] });
            crate::rungs::same(|| format!("seed {seed}, battle {battle} ends as it is counted"), &over, &true)?;
        }
    }
    Ok(())
}

/// Nine lanes of a batch: fewer than the battles of a test need, so that every batch is used.
const NINE: LaneMask = 0x8000_0001_00f1_0300;

fn widths() -> Result<(), String> {
    for (seed, matchup) in matchups() {
        let tables = Nova::prepare(&matchup);
        let truth = alone(&tables);
        for (name, batches, lanes) in [
            ("another lane", 1, 1 << 13),
            ("seven lanes", 1, 0b1010_1100_0001_0011),
            ("a batch", 1, !0),
            ("two batches", 2, !0),
            ("every batch, nine lanes of each", BATCHES, NINE),
            ("as many batches as are filled", BATCHES, !0),
        ] {
            let played = outcomes(&tables, Level::best(), 0..BATTLES, batches, lanes, false);
            crate::rungs::same(|| format!("seed {seed}, {name}"), &played, &truth)?;
        }
    }
    Ok(())
}

fn refill() -> Result<(), String> {
    for (seed, matchup) in matchups() {
        let tables = Nova::prepare(&matchup);
        let truth = alone(&tables);
        for (name, batches, lanes) in [
            ("one lane", 1, 1 << 13),
            ("seven lanes", 1, 0b1010_1100_0001_0011),
            ("a batch", 1, !0),
            ("two", 2, !0),
            ("every batch, nine lanes of each", BATCHES, NINE),
        ] {
            let played = outcomes(&tables, Level::best(), 0..BATTLES, batches, lanes, true);
            crate::rungs::same(|| format!("seed {seed}, {name}"), &played, &truth)?;
        }
    }
    Ok(())
}

fn cuts() -> Result<(), String> {
    for (seed, matchup) in matchups() {
        let tables = Nova::prepare(&matchup);
        let part = |battles| outcomes(&tables, Level::best(), battles, 3, !0, true);
        for cut in [1, 37, 128] {
            let parts = [part(0..cut), part(cut..BATTLES)].concat();
            crate::rungs::same(|| format!("seed {seed}, cut at {cut}"), &parts, &alone(&tables))?;
        }
    }
    Ok(())
}

fn levels() -> Result<(), String> {
    for level in Level::available() {
        crate::rungs::primitive::dice(level)?;
        crate::rungs::primitive::geometry(level)?;
        crate::rungs::rule::movement(level)?;
        crate::rungs::rule::fire(level)?;
        for (seed, matchup) in matchups() {
            let tables = Nova::prepare(&matchup);
            let played = outcomes(&tables, level, 0..BATTLES, 3, !0, true);
            crate::rungs::same(|| format!("seed {seed} at {level}"), &played, &alone(&tables))?;
        }
    }
    Ok(())
}

fn threads() -> Result<(), String> {
    let matchups: Vec<(u64, Matchup<Nova>)> = matchups().collect();
    let truth: Vec<Option<Tally>> = matchups
        .iter()
        .map(|(_, matchup)| {
            let mut tally = Tally::new();
            let battles = alone(&Nova::prepare(matchup));
            battles.chunks_exact(2).for_each(|pair| tally.record_pair([pair[0], pair[1]]));
            Some(tally)
        })
        .collect();
    // All have the number that the other rungs play: it is part of the key of their dice.
    let cells: Vec<CellJob<Nova>> =
        matchups.into_iter().map(|(_, matchup)| CellJob { number: 4, matchup, pairs: BATTLES / 2 }).collect();
    for threads in [1, 2, 5] {
        for chunk_pairs in [7, 2048] {
            let options = RunOptions { seed: 9, level: Level::best(), threads, chunk_pairs };
            let result = run(&cells, &options, &AtomicBool::new(false), &NoProgress);
            crate::rungs::same(
                || format!("{threads} threads, chunks of {chunk_pairs} pairs"),
                &result.tallies,
                &truth,
            )?;
        }
    }
    Ok(())
}

fn mirror(fleet: &str, policy: &str) -> Matchup<Nova> {
    let library = Library::<Nova>::shipped();
    let ships = match library.fleet(fleet) {
        Ok(fleet) => fleet.ships.iter().map(|(_, ship)| Arc::clone(ship)).collect(),
        Err(_) => vec![library.ship(fleet).expect("a shipped ship")],
    };
    let force = Force { name: fleet.into(), ships, stations: None, policy: library.policy(policy).expect("shipped") };
    Matchup { name: "mirror".into(), forces: [force.clone(), force], options: Options::default() }
}

/// The two battles of a pair are each other's mirror image: in a mirror match, what A does in seat 0 of the first B does
/// in seat 0 of the second. Whatever bias is left is the seat's and the dice's, not the fleet's name.
#[test]
fn a_mirror_match_is_symmetric_to_the_last_battle() {
    for (fleet, policy) in [("majestic", "greedy"), ("vesper-small", "foresight"), ("karst-small", "charge")] {
        let tables = Nova::prepare(&mirror(fleet, policy));
        for pair in outcomes(&tables, Level::best(), 0..200, 4, !0, true).chunks_exact(2) {
            let reflected = Outcome {
                verdict: match pair[1].verdict {
                    Verdict::Win(side) => Verdict::Win(side.opponent()),
                    Verdict::Draw => Verdict::Draw,
                },
                left: [pair[1].left[1], pair[1].left[0]],
                initiative: pair[1].initiative.map(Side::opponent),
                ..pair[1]
            };
            assert_eq!(pair[0], reflected, "{fleet} by {policy}");
        }
    }
}

/// Neither seat of a mirror match wins more often than chance allows: |wins − losses| within 6 standard errors, a false
/// alarm of 2·10⁻⁹ a matchup.
#[test]
fn a_mirror_match_has_no_seat_bias() {
    for (fleet, pairs) in [("majestic", 20_000), ("caracal", 20_000), ("vesper-very-small", 1_000)] {
        let tables = Nova::prepare(&mirror(fleet, "greedy"));
        let mut workspace = Nova::workspace();
        let mut tally = Tally::new();
        for start in (0..pairs).step_by(2_000) {
            let job = Job { seed: 5, cell: 0, pairs: start..(start + 2_000).min(pairs) };
            Nova::play(&tables, &mut workspace, Level::best(), &job, &mut tally);
        }
        // Both battles of a mirror pair say the same, so a pair is one observation of ±1 or 0.
        let [first, second] = tally.seat_wins.map(|wins| wins as f64 / 2.0);
        let decided = first + second;
        assert!((first - second).abs() <= 6.0 * decided.sqrt(), "{fleet}: seats won {:?}", tally.seat_wins);
        let expected = [tally.seat_wins[0] + tally.seat_wins[1], 2 * tally.pairs - tally.draws];
        assert_eq!(expected[0], expected[1]);
        assert_eq!(tally.wins[Side::A], tally.wins[Side::B]);
    }
}

/// Golden: the first battles of seed 1. It proves *unchanged*, not *right*; a change of rules or streams that is meant
/// changes it, and raises the rules version.
#[test]
fn golden_outcomes_of_holding_ships() {
    let mut tally = Tally::new();
    let tables = Nova::prepare(&mirror("majestic", "hold"));
    let job = Job { seed: 1, cell: 0, pairs: 0..500 };
    Nova::play(&tables, &mut Nova::workspace(), Level::best(), &job, &mut tally);
    assert_eq!((tally.wins, tally.draws, tally.turns, tally.seat_wins), GOLDEN);
}

const GOLDEN: ([u64; 2], u64, u64, [u64; 2]) = ([500, 500], 0, 4_150, [520, 480]);
