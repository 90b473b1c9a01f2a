//! The parity ladder above a single battle: how many lanes play, whether they are refilled, how a range is cut, and in
//! which seat a fleet sits changes nothing but what it must. A failure names its rung.

mod common;

use std::sync::Arc;

use common::{Random, random_matchup, shipped_policies};
use lanchester_core::{Force, Job, Matchup, Outcome, Rules, Side, Tally, Verdict};
use lanchester_lanes::{LaneMask, Level};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::engine::Play;
use lanchester_rules_nova::options::Options;
use lanchester_rules_nova::tables::Tables;
use lanchester_scenario::Library;

fn outcomes(
    tables: &Tables,
    level: Level,
    battles: std::ops::Range<u64>,
    batches: usize,
    lanes: LaneMask,
    refill: bool,
) -> Vec<Outcome> {
    let mut hall = Nova::scratch();
    let count = (battles.end - battles.start) as usize;
    level.dispatch(Play { tables, hall: &mut hall, seed: 9, cell: 4, battles, batches, lanes, refill });
    hall.desk.outcomes[..count].to_vec()
}

#[test]
fn lane_counts_refill_and_cuts_change_nothing() {
    let shipped = shipped_policies();
    for seed in 300..312 {
        let tables = Nova::prepare(&random_matchup(&mut Random::new(seed), &shipped, 4));
        let level = Level::best();
        let all = outcomes(&tables, level, 0..150, 1, !0, true);
        for (rung, batches, lanes, refill) in [
            ("one lane", 1, 1 << 13, true),
            ("seven lanes", 1, 0b1010_1100_0001_0011, true),
            ("no refill", 1, !0, false),
            ("one lane without refill", 1, 1, false),
            ("two batches", 2, !0, true),
            ("eight batches of nine lanes", 8, 0x8000_0001_00f1_0300, true),
            ("five batches without refill", 5, 0xffff_0000, false),
        ] {
            assert_eq!(all, outcomes(&tables, level, 0..150, batches, lanes, refill), "seed {seed}, rung: {rung}");
        }
        let part = |battles| outcomes(&tables, level, battles, 3, !0, true);
        let cut = [part(0..37), part(37..150)].concat();
        assert_eq!(all, cut, "seed {seed}, rung: cut in two");
        for level in Level::available() {
            assert_eq!(all, outcomes(&tables, level, 0..150, 3, !0, true), "seed {seed}, rung: level {level}");
        }
    }
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
                    Verdict::Win(side) => Verdict::Win(side.foe()),
                    Verdict::Draw => Verdict::Draw,
                },
                left: [pair[1].left[1], pair[1].left[0]],
                initiative: pair[1].initiative.foe(),
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
        let mut scratch = Nova::scratch();
        let mut tally = Tally::new();
        for start in (0..pairs).step_by(2_000) {
            let job = Job { seed: 5, cell: 0, pairs: start..(start + 2_000).min(pairs) };
            Nova::play(&tables, &mut scratch, Level::best(), &job, &mut tally);
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
    Nova::play(&tables, &mut Nova::scratch(), Level::best(), &job, &mut tally);
    assert_eq!((tally.wins, tally.draws, tally.turns, tally.seat_wins), GOLDEN);
}

const GOLDEN: ([u64; 2], u64, u64, [u64; 2]) = ([500, 500], 0, 3_450, [520, 480]);
