//! Setting up (pages 8 and 9).

use lanchester_conformance::held;
use lanchester_core::Side;
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::{Facing, Hex};

use crate::event::{Event, ShipId};
use crate::options::{Options, Station};
use crate::reference::staging::{Orders, Stage, a, at, b, plain};
use crate::reference::{Battle, Illegal};

fn set_up(stage: &Stage, number: u64, dice: &[u8], places: &[Station]) -> Result<Vec<Event>, Illegal> {
    let setup = stage.setup();
    let mut battle = Battle::new(&setup, number);
    let mut orders = Orders { places: places.iter().copied().collect(), ..Orders::default() };
    battle.set_up(&mut ScriptedDice::new(dice), &mut orders)?;
    assert!(orders.places.is_empty(), "places left over");
    Ok(battle.log.into_events())
}

/// Ships in the order in which they were placed.
fn order(events: &[Event]) -> Vec<ShipId> {
    held!(events, Event::Place { ship, .. } => *ship)
}

const NORTH: Facing = Facing::NORTH;
const SOUTH: Facing = Facing::SOUTH;

mod nova_2_3 {
    use super::*;

    #[test]
    fn equal_fleets_roll_a_die_for_the_seats() {
        let stage = Stage::new([vec![plain()], vec![plain()]]);
        let (south, north) = (at("1004", NORTH, 0), at("1216", SOUTH, 0));
        for (number, face, first) in [(0, 3, a(0)), (0, 4, b(0)), (1, 1, b(0)), (1, 6, a(0))] {
            let in_south = Side::in_seat(0, number);
            let places =
                if first.side == in_south { [south, north] } else { [at("1215", SOUTH, 0), at("1003", NORTH, 0)] };
            let events = set_up(&stage, number, &[face], &places).unwrap();
            assert_eq!(events[0], Event::PlacementDie { face });
            assert_eq!(order(&events), [first, ShipId { side: first.side.opponent(), slot: 0 }]);
        }
    }

    #[test]
    fn the_larger_fleet_places_first_and_last() {
        let stage = Stage::new([vec![plain()], vec![plain(); 4]]);
        let places = [
            at("0115", SOUTH, 0),
            at("0101", NORTH, 0),
            at("0215", SOUTH, 0),
            at("0315", SOUTH, 0),
            at("0418", Facing::new(2), 0),
        ];
        let events = set_up(&stage, 0, &[], &places).unwrap();
        assert_eq!(order(&events), [b(0), a(0), b(1), b(2), b(3)]);
    }

    #[test]
    fn four_rows_for_the_first_three_for_the_second() {
        let stage = Stage::new([vec![plain()], vec![plain()]]);
        let refused = |first, second| set_up(&stage, 0, &[1], &[first, second]).unwrap_err().rule;
        assert_eq!(refused(at("1005", NORTH, 0), at("1216", SOUTH, 0)), "NOVA 2.3");
        assert_eq!(refused(at("1004", NORTH, 0), at("1215", SOUTH, 0)), "NOVA 2.3");
        assert_eq!(refused(at("1004", NORTH, 0), at("1201", SOUTH, 0)), "NOVA 2.3", "its own edge");
        assert_eq!(refused(at("1004", NORTH, 0), at("1216", SOUTH, 1)), "NOVA 2.3", "speed 0");
        let between = Station { hex: Hex { q: 1, h: 0 }, ..at("1004", NORTH, 0) };
        assert_eq!(refused(between, at("1216", SOUTH, 0)), "NOVA 2.3", "not a hex");
        let two = Stage::new([vec![plain(); 2], vec![plain()]]);
        let places = [at("1004", NORTH, 0), at("1216", SOUTH, 0), at("1004", NORTH, 0)];
        assert_eq!(set_up(&two, 0, &[], &places).unwrap_err().rule, "NOVA 2.3", "occupied");
    }

    #[test]
    fn the_depth_is_an_option() {
        let mut stage = Stage::new([vec![plain()], vec![plain()]]);
        stage.options = Options { deployment_depth: [1, 2], ..Options::default() };
        assert!(set_up(&stage, 0, &[1], &[at("1001", NORTH, 0), at("1217", SOUTH, 0)]).is_ok());
        assert!(set_up(&stage, 0, &[6], &[at("1217", SOUTH, 0), at("1001", NORTH, 0)]).is_err());
    }
}

mod nova_2_4 {
    use super::*;

    #[test]
    fn fixed_fleets_stand_as_given_and_reflected_in_odd_battles() {
        let given = [vec![at("0101", NORTH, 3), at("1207", Facing::new(1), 0)], vec![at("2418", Facing::new(5), 2)]];
        let stage = Stage::new([vec![plain(); 2], vec![plain()]]).fixed(given.clone());
        for number in [0, 1] {
            let events = set_up(&stage, number, &[], &[]).unwrap();
            assert_eq!(order(&events), [a(0), a(1), b(0)], "A first, whoever sits where");
            let reflect = |s: Station| Station {
                hex: Hex::new(23 - s.hex.q, 35 - s.hex.h),
                facing: s.facing.turned(3),
                speed: s.speed,
            };
            for (event, given) in events.iter().zip(given.iter().flatten()) {
                let Event::Place { at, .. } = event else { panic!("only placements") };
                assert_eq!(*at, if number == 0 { *given } else { reflect(*given) });
            }
        }
    }

    #[test]
    fn a_free_fleet_places_second_against_a_fixed_one() {
        let mut stage = Stage::new([vec![plain(); 2], vec![plain()]]);
        stage.stations[1] = Some(vec![at("1209", SOUTH, 5)]);
        let events = set_up(&stage, 0, &[], &[at("1003", NORTH, 0), at("1103", NORTH, 0)]).unwrap();
        assert_eq!(order(&events), [b(0), a(0), a(1)]);
        assert!(set_up(&stage, 0, &[], &[at("1004", NORTH, 0), at("1103", NORTH, 0)]).is_err(), "three rows");
        assert!(set_up(&stage, 1, &[], &[at("1016", NORTH, 0), at("1118", NORTH, 0)]).is_ok(), "the other edge");
    }

    #[test]
    fn every_board_maps_onto_itself() {
        for swapped_edges in [false, true] {
            let board = Options { swapped_edges, ..Options::default() }.board();
            for (c, r) in (0..board.cols).flat_map(|c| (0..board.rows).map(move |r| (c, r))) {
                let hex = board.hex(c, r).unwrap();
                let back = Hex::new(board.cols as i8 - 1 - hex.q, 2 * board.rows as i8 - 1 - hex.h);
                assert!(board.contains(back) && (back.q + back.h) % 2 == 0);
            }
        }
    }
}
