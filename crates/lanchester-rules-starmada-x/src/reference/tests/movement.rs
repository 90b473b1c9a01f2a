//! X 3: orders and movement.

use lanchester_conformance::held;
use lanchester_lanes::hex::Facing;

use crate::event::{Event, Loss};
use crate::formulas::{end, unfit};
use crate::orders::Orders;
use crate::reference::play;
use crate::reference::staging;
use crate::reference::staging::{Plan, Stage, Staged, a, at, b, duel, key, lay_out, plain};

fn orders(text: &str) -> Orders {
    Orders::read(text).unwrap()
}

/// Where orders lead from 2010 facing north.
fn led(text: &str) -> (String, Facing) {
    let (to, left) = end(crate::options::BOARD, at("2010", Facing::NORTH), orders(text));
    assert!(!left);
    (crate::options::label(to.hex), to.facing)
}

mod x_3_1 {
    use super::*;

    #[test]
    fn as_many_points_as_engine_boxes() {
        lay_out!(mut battle, Stage::new([vec![plain()], vec![plain()]]));
        assert_eq!(battle.vessel(a(0)).movement_points(), 4);
        battle.vessel_mut(a(0)).engines = 3;
        assert_eq!(battle.vessel(a(0)).movement_points(), 1);
    }
}

mod x_3_2_1 {
    use super::*;

    #[test]
    fn maneuvers_are_separated_by_hexes_ahead() {
        for text in ["", "3P2", "PBP", "BBB", "P1S1L", "BPB", "1BP", "4"] {
            assert_eq!(unfit(orders(text), 10, true), None, "{text}");
        }
        for text in ["PP", "1PL", "RS", "2SS", "LR"] {
            assert!(unfit(orders(text), 10, true).is_some_and(|why| why.contains("in a row")), "{text}");
        }
    }

    #[test]
    fn a_maneuver_first_needs_a_hex_ahead_the_turn_before() {
        for text in ["P", "B", "L1", "S2"] {
            assert_eq!(unfit(orders(text), 10, true), None, "{text}");
            assert!(unfit(orders(text), 10, false).is_some_and(|why| why.contains("begin with")), "{text}");
        }
        for text in ["", "1", "1P", "2L"] {
            assert_eq!(unfit(orders(text), 10, false), None, "{text}");
        }
    }

    #[test]
    fn where_maneuvers_lead() {
        assert_eq!(led("3"), ("2013".into(), Facing::NORTH));
        assert_eq!(led("P").1, Facing::new(5));
        assert_eq!(led("S").1, Facing::new(1));
        // Column 20 is an odd one from zero: half a hex north of its neighbours.
        assert_eq!(led("L"), ("1911".into(), Facing::NORTH));
        assert_eq!(led("R"), ("2111".into(), Facing::NORTH));
        assert_eq!(led("B"), ("2009".into(), Facing::NORTH));
        assert_eq!(led("1L1R").0, "2013", "port, starboard and two ahead");
        assert_eq!(led("PBP"), ("2110".into(), Facing::new(4)));
    }

    #[test]
    fn orders_beyond_the_points_are_illegal() {
        assert_eq!(unfit(orders("3P2"), 6, true), None);
        assert!(unfit(orders("3P2"), 5, true).is_some());
        assert!(unfit(orders("BB"), 3, true).is_some());
    }
}

mod x_3_3 {
    use super::*;

    /// Both go through each other: all move at once.
    #[test]
    fn ships_pass_through_each_other() {
        let stage = duel([plain(), plain()], [at("2010", Facing::NORTH), at("2012", Facing::SOUTH)]).turns(1);
        let events = stage.planned(&[6, 1], Plan { orders: vec![(1, a(0), "4"), (1, b(0), "4")], ..Plan::default() });
        let ends = held!(events, Event::Move { to, .. } => *to);
        assert_eq!(ends, [at("2014", Facing::NORTH), at("2008", Facing::SOUTH)]);
    }

    /// What became of A's orders from 2010 facing north, with asteroids around: the rule they break, or where they led.
    fn ordered(asteroids: &[&str], text: &'static str) -> Result<String, &'static str> {
        let stage = duel([plain(), plain()], [at("2010", Facing::NORTH), at("3030", Facing::SOUTH)])
            .asteroids(asteroids)
            .turns(1);
        let mut plan = Plan { orders: vec![(1, a(0), text)], ..Plan::default() };
        let dice = &mut lanchester_lanes::dice::KeyedDice::new(key(0));
        let events = play(&stage.setup(), 0, dice, &mut plan).map_err(|why| why.rule)?;
        Ok(crate::options::label(held!(events, Event::Move { to, .. } => to.hex)[0]))
    }

    /// Through, into, beside and short of the asteroid in 2012; by a sideslip, a move back, and after a turn.
    #[test]
    fn orders_do_not_lead_through_objects() {
        assert_eq!(ordered(&["2012"], "1"), Ok("2011".into()));
        assert_eq!(ordered(&["2012"], "1L"), Ok("1912".into()));
        assert_eq!(ordered(&["2012"], "2"), Err("X 3.3"));
        assert_eq!(ordered(&["2012"], "4"), Err("X 3.3"));
        assert_eq!(ordered(&["1911"], "L"), Err("X 3.3"), "a sideslip enters it");
        assert_eq!(ordered(&["2009"], "B"), Err("X 3.3"), "a move back enters it");
        assert_eq!(ordered(&["1911"], "P1"), Err("X 3.3"), "a hex ahead after a turn");
        assert_eq!(ordered(&["1911"], "1"), Ok("2011".into()));
    }

    /// A ship with asteroids all around may still stay, turn, and turn again.
    #[test]
    fn nobody_is_forced_into_an_object() {
        let around = ["2011", "2111", "2110", "2009", "1910", "1911"];
        for text in ["", "P", "S"] {
            assert_eq!(ordered(&around, text), Ok("2010".into()), "{text}");
        }
        for text in ["1", "L", "R", "B", "P1", "S1", "PB"] {
            assert_eq!(ordered(&around, text), Err("X 3.3"), "{text}");
        }
    }
}

mod x_3_3_1 {
    use super::*;
    use crate::event::Target;
    use crate::reference::staging::{battery, gunboat};

    /// Ships may share a hex, and do not fire at each other there.
    #[test]
    fn no_fire_within_a_hex() {
        let armed = gunboat(battery(9, 2, 1, "ABCDEF"));
        let stage = duel([armed.clone(), armed], [at("2010", Facing::NORTH), at("2010", Facing::NORTH)]).turns(1);
        assert_eq!(
            stage.refused(&[6, 1], Plan { fire: vec![(1, a(0), 0, Target::Ship(0))], ..Plan::default() }),
            "X 4.1.2",
            "in one's own hex nothing lies in an arc"
        );
    }
}

mod x_3_3_2 {
    use super::*;

    #[test]
    fn who_leaves_the_board_is_lost_even_if_the_way_comes_back() {
        for text in ["1S", "1SB", "1B"] {
            let stage = duel([plain(), plain()], [at("2030", Facing::NORTH), at("2012", Facing::SOUTH)]);
            let events = stage.planned(&[6, 1], Plan { orders: vec![(1, a(0), text)], ..Plan::default() });
            assert!(events.contains(&Event::Lost { ship: a(0), loss: Loss::LeftBoard, explosion: 0 }), "{text}");
            assert!(events.contains(&Event::TurnEnd { turn: 1, vp: [0, 100] }));
            assert!(matches!(events.last(), Some(Event::Over { outcome, mutual: false }) if outcome.major));
        }
    }
}

mod x_2_2_1 {
    use super::*;
    use crate::reference::staging::recorded;

    /// Orders of both sides are taken on the table as it was before anything moved: a ship that is last in the list may
    /// still be ordered by where the first one was. The record has all moves in one run, after the turn's beginning.
    #[test]
    fn all_orders_come_before_all_else() {
        for seed in 0..40 {
            let events = recorded(&staging::random(seed), seed);
            let mut afloat: usize = events.iter().filter(|e| matches!(e, Event::Place { .. })).count();
            for (i, event) in events.iter().enumerate() {
                match event {
                    Event::Turn { .. } => {
                        let run = events[i + 1..].iter().take_while(|e| matches!(e, Event::Move { .. })).count();
                        assert_eq!(run, afloat, "seed {seed}");
                    }
                    Event::Lost { .. } => afloat -= 1,
                    _ => {}
                }
            }
        }
    }
}
