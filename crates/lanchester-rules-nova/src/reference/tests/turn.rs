//! The sequence of play (page 9).

use lanchester_conformance::held;
use lanchester_core::Side;
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::Facing;

use crate::design::Design;
use crate::event::{Event, ShipId};
use crate::reference::play;
use crate::reference::staging::{Orders, Stage, a, at, b, gunboat, plain, straight};
use crate::reference::turn::Alternation;

/// A stage of ships that stand still, A's along column 5 and B's along column 6.
pub(super) fn still(a: Vec<Design>, b: Vec<Design>) -> Stage {
    let stand =
        |column: u8, n: usize| (1..=n).map(|row| at(&format!("{column:02}{row:02}"), Facing::NORTH, 0)).collect();
    let stations = [stand(5, a.len()), stand(6, b.len())];
    let mut stage = Stage::new([a, b]).fixed(stations);
    stage.options.turn_cap = 1;
    stage
}

mod nova_3_1 {
    use super::*;

    fn initiative(number: u64, dice: &[u8], reactive: bool) -> Event {
        let stage = still(vec![plain()], vec![plain()]);
        let mut orders = Orders { reactive, ..Orders::default() };
        let events = play(&stage.setup(), number, &mut ScriptedDice::new(dice), &mut orders).unwrap();
        events[2]
    }

    #[test]
    fn ties_are_thrown_again_and_the_higher_die_chooses() {
        let (turn, throws) = (1, 1);
        let a_wins = Event::Initiative { turn, throws, dice: [5, 2], winner: Side::A, active: Side::A };
        assert_eq!(initiative(0, &[5, 2], false), a_wins);
        let a_yields = Event::Initiative { turn, throws, dice: [5, 2], winner: Side::A, active: Side::B };
        assert_eq!(initiative(0, &[5, 2], true), a_yields);
        let third = Event::Initiative { turn, throws: 3, dice: [3, 4], winner: Side::B, active: Side::B };
        assert_eq!(initiative(0, &[1, 1, 6, 6, 3, 4], false), third);
    }

    #[test]
    fn the_first_die_is_that_of_seat_0() {
        let swapped = Event::Initiative { turn: 1, throws: 1, dice: [2, 5], winner: Side::B, active: Side::B };
        assert_eq!(initiative(1, &[5, 2], false), swapped);
    }
}

mod nova_3_2 {
    use super::*;

    /// The order of a phase, A active, in which no ship is lost.
    fn order(ships: [usize; 2]) -> String {
        let mut alternation = Alternation::new(Side::A, ships);
        let mut ready = ships;
        let mut order = String::new();
        while let Some(side) = alternation.next(ready) {
            ready[side] -= 1;
            order += &side.to_string();
        }
        order
    }

    #[test]
    fn seven_against_three() {
        assert_eq!(order([7, 3]), "AABAABAABA");
    }

    #[test]
    fn two_against_five() {
        assert_eq!(order([2, 5]), "ABBABBB");
    }

    #[test]
    fn other_numbers() {
        assert_eq!(order([1, 1]), "AB");
        assert_eq!(order([3, 2]), "ABABA");
        assert_eq!(order([2, 3]), "ABABB");
        assert_eq!(order([6, 2]), "AAABAAAB");
        assert_eq!(order([1, 12]), "ABBBBBBBBBBBB");
        assert_eq!(order([0, 3]), "BBB");
        assert_eq!(order([2, 0]), "AA");
        assert_eq!(order([0, 0]), "");
    }

    #[test]
    fn a_ship_lost_while_it_waits_drops_out() {
        let mut alternation = Alternation::new(Side::A, [2, 5]);
        assert_eq!(alternation.next([2, 5]), Some(Side::A));
        assert_eq!(alternation.next([1, 3]), Some(Side::B), "two of B's were destroyed");
        assert_eq!(alternation.next([0, 2]), Some(Side::B), "still two at a time");
        assert_eq!(alternation.next([0, 1]), Some(Side::B), "A has nobody left to move");
        assert_eq!(alternation.next([0, 0]), None);
    }

    #[test]
    fn only_the_side_whose_turn_it_is_and_every_ship_once() {
        let stage = still(vec![plain(); 2], vec![plain(); 2]);
        let moves = |order: &[ShipId]| {
            let moves: Vec<_> = order.iter().map(|ship| (*ship, straight(0))).collect();
            let result = play(&stage.setup(), 0, &mut ScriptedDice::new(&[6, 1]), &mut Orders::moves(&moves));
            result.map_err(|illegal| (illegal.rule, illegal.at))
        };
        assert!(moves(&[a(1), b(1), a(0), b(0)]).is_ok());
        assert_eq!(moves(&[b(1)]).unwrap_err(), ("NOVA 3.2", 5), "after four placements and the throw");
        assert_eq!(moves(&[a(1), b(1), a(1)]).unwrap_err(), ("NOVA 3.2", 7));
        assert_eq!(moves(&[a(2)]).unwrap_err(), ("NOVA 3.2", 5));
    }
}

mod nova_3_3 {
    use super::*;

    fn fires(events: &[Event]) -> Vec<ShipId> {
        held!(events, Event::Fire { ship } => *ship)
    }

    #[test]
    fn everybody_is_activated_even_without_a_weapon() {
        let stage = still(vec![plain(); 2], vec![plain(); 5]);
        let events = play(&stage.setup(), 0, &mut ScriptedDice::new(&[6, 1]), &mut Orders::default()).unwrap();
        assert_eq!(fires(&events), [a(0), b(0), b(1), a(1), b(2), b(3), b(4)]);
    }

    /// Two against four moves one by two; one of the two leaves the board, and then fire goes one by four.
    #[test]
    fn ships_are_counted_anew_after_movement() {
        let mut stage = still(vec![plain(); 2], vec![plain(); 4]);
        let lost = at("0118", Facing::NORTH, 20);
        stage.stations[0].as_mut().unwrap()[1] = lost;
        let events = play(&stage.setup(), 0, &mut ScriptedDice::new(&[6, 1]), &mut Orders::default()).unwrap();
        assert_eq!(fires(&events), [a(0), b(0), b(1), b(2), b(3)]);
    }
}

mod nova_3_4 {
    use super::*;
    use lanchester_core::Verdict;

    #[test]
    fn the_cap_ends_what_nothing_else_ends() {
        let mut stage = still(vec![plain()], vec![plain()]);
        stage.options.turn_cap = 3;
        let dice = &mut ScriptedDice::new(&[6, 1, 1, 6, 2, 1]);
        let events = play(&stage.setup(), 0, dice, &mut Orders::default()).unwrap();
        let ends: Vec<_> = events.iter().filter(|e| matches!(e, Event::TurnEnd { .. })).collect();
        assert_eq!(ends.len(), 3);
        let Some(Event::Over { outcome }) = events.last() else { panic!("over") };
        assert_eq!((outcome.verdict, outcome.capped, outcome.turns), (Verdict::Draw, true, 3));
        assert_eq!((outcome.left, outcome.contact, outcome.initiative), ([1000, 1000], false, Some(Side::A)));
    }
}

mod nova_5_11 {
    use super::*;

    /// A's gunboat destroys B's before it can return fire.
    #[test]
    fn a_destroyed_ship_does_not_fire() {
        let stage = still(vec![gunboat(3)], vec![gunboat(3)]);
        let fire = [(a(0), &[Some(0)][..])];
        let mut orders = Orders::fire(&fire);
        // Short range: twice column 1 (3·√½ rounds to 2) is four dice.
        let mut dice = ScriptedDice::new(&[6, 1, 5, 6, 5, 1]);
        let Ok(events) = play(&stage.setup(), 0, &mut dice, &mut orders) else { panic!("illegal") };
        assert!(events.contains(&Event::Fire { ship: a(0) }));
        assert!(!events.contains(&Event::Fire { ship: b(0) }));
    }
}
