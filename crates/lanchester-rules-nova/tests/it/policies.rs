//! Policies: holding ships hold.

use std::sync::Arc;

use lanchester_core::{Combatant, Force, Job, Matchup, Rules, Side, Tally};
use lanchester_lanes::Level;
use lanchester_lanes::hex::Facing;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::design::Design;
use lanchester_rules_nova::event::{Event, Maneuver};
use lanchester_rules_nova::options::{Options, Station};
use lanchester_scenario::Library;

fn duel(ship: &Arc<Design>, policies: [&str; 2], stations: Option<[Station; 2]>) -> Matchup<Nova> {
    let library = Library::<Nova>::shipped();
    let forces = Side::BOTH.map(|side| Force {
        name: ship.name().to_owned(),
        ships: vec![Arc::clone(ship)],
        stations: stations.map(|s| vec![s[side]]),
        commander: library.policy(policies[side]).expect("a shipped policy").into(),
    });
    Matchup { name: "duel".into(), forces, options: Options::default() }
}

/// A station on the usual board.
pub fn at(label: &str, facing: Facing, speed: u8) -> Station {
    Station { hex: Options::default().board().by_label(label).expect("a hex"), facing, speed }
}

mod nova_4_6 {
    use super::*;

    /// At rest it stays where it is and fires every bank that bears: five of MAJESTIC's six, dead ahead.
    #[test]
    fn a_ship_at_rest_stays_and_fires_all_that_bears() {
        let majestic = Library::<Nova>::shipped().ship("majestic").expect("shipped");
        let stations = [at("1205", Facing::NORTH, 0), at("1210", Facing::SOUTH, 0)];
        let matchup = duel(&majestic, ["hold", "hold"], Some(stations));
        let record = Nova::record(&Nova::prepare(&matchup), Level::best(), 1, 0, 0..20);
        for events in &record {
            let still = Maneuver { turns: 0, legs: [0; 4] };
            assert!(events.iter().all(|e| !matches!(e, Event::Move { maneuver, .. } if *maneuver != still)));
            let fire = events.iter().position(|e| matches!(e, Event::Fire { .. })).expect("somebody fires");
            let shots = events[fire + 1..].iter().take_while(|e| matches!(e, Event::Attack { .. })).count();
            assert_eq!(shots, 5);
        }
    }

    /// Moving, it stops as fast as its thrust lets it.
    #[test]
    fn a_moving_ship_stops() {
        let majestic = Library::<Nova>::shipped().ship("majestic").expect("shipped");
        let stations = [at("0102", Facing::NORTH, 7), at("2417", Facing::SOUTH, 7)];
        let matchup = duel(&majestic, ["hold", "hold"], Some(stations));
        let record = Nova::record(&Nova::prepare(&matchup), Level::best(), 1, 0, 0..2);
        let speeds: Vec<u8> = record[0]
            .iter()
            .filter_map(|e| match e {
                Event::Move { ship, to, .. } if ship.side == Side::A => Some(to.speed),
                _ => None,
            })
            .collect();
        assert_eq!(speeds[..3], [3, 0, 0]);
    }
}

/// Golden: the first battles of seed 1. It proves *unchanged*, not *right*; a change of rules or streams that is meant
/// changes it, and raises the rules version.
#[test]
fn golden_outcomes_of_holding_ships() {
    let mut tally = Tally::new();
    let tables = Nova::prepare(&lanchester_conformance::mirror("majestic", "hold"));
    let job = Job { seed: 1, cell: 0, pairs: 0..500 };
    Nova::play(&tables, &mut Nova::workspace(), Level::best(), &job, &mut tally);
    assert_eq!((tally.wins, tally.draws, tally.turns, tally.seat_wins), GOLDEN);
}

const GOLDEN: ([u64; 2], u64, u64, [u64; 2]) = ([500, 500], 0, 4_150, [520, 480]);

/// ASTROLABE's guns reach farther than BASALT's: with `reach` it stands on its own edge, wherever it sits, and BASALT as far forward
/// as NOVA 2.3 lets it: in the fourth row if it places first, else in the third. Two of a kind both stand in front.
#[test]
fn who_reaches_farther_stands_back() {
    let library = Library::<Nova>::shipped();
    let board = Options::default().board();
    let rows = |ships: [&str; 2]| -> Vec<[u8; 2]> {
        let ships = ships.map(|ship| library.ship(ship).expect("shipped"));
        let mut matchup = duel(&ships[0], ["default", "default"], None);
        matchup.forces[Side::B].ships = vec![Arc::clone(&ships[1])];
        let record = Nova::record(&Nova::prepare(&matchup), Level::best(), 1, 0, 0..2);
        let row = |events: &[Event], of: Side, battle: u64| {
            let placed = |event: &Event| match event {
                Event::Place { ship, at } if ship.side == of => Some(board.label(at.hex)),
                _ => None,
            };
            let label = events.iter().find_map(placed).expect("it is placed");
            let row: u8 = label[2..].parse().expect("a row");
            if of.seat(battle) == 0 { row } else { board.rows + 1 - row }
        };
        record.iter().zip(0..).map(|(events, battle)| Side::BOTH.map(|side| row(events, side, battle))).collect()
    };
    assert!(matches!(rows(["astrolabe", "basalt"])[..], [[1, 3 | 4], [1, 3 | 4]]));
    assert!(matches!(rows(["basalt", "astrolabe"])[..], [[3 | 4, 1], [3 | 4, 1]]));
    assert!(matches!(rows(["basalt", "basalt"])[..], [[3, 4] | [4, 3], [3, 4] | [4, 3]]));
}
