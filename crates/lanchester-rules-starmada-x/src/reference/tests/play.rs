//! X 1, 2 and the end phase: records, setting up, the turn, victory.

use lanchester_conformance::held;
use lanchester_core::{Outcome, Side, Verdict};
use lanchester_lanes::dice::{KeyedDice, ScriptedDice};
use lanchester_lanes::hex::Facing;

use crate::design::{Design, Kind};
use crate::event::{Event, Flight, Loss, Target};
use crate::formulas::{may_place, reflected};
use crate::options::{BOARD, MutualDestruction};
use crate::reference::staging;
use crate::reference::staging::{
    Plan, Stage, Staged, a, at, b, carrier, chart, duel, hex, key, lay_out, mouse, piece, plain, recorded,
};
use crate::reference::{Battle, Choices, play};

fn over(events: &[Event]) -> (Outcome, bool, bool) {
    match events.last() {
        Some(Event::Over { outcome, mutual }) => (*outcome, outcome.major, *mutual),
        last => panic!("{last:?}"),
    }
}

mod x_1_1 {
    use super::*;

    #[test]
    fn a_fresh_record_has_all_its_boxes() {
        lay_out!(battle, Stage::new([vec![mouse()], vec![carrier(3)]]));
        let vessel = battle.vessel(a(0));
        assert_eq!((vessel.movement_points(), vessel.shield_rating()), (5, 2));
        assert_eq!(vessel.weapons[..3], [5, 5, 0]);
        assert_eq!((vessel.hull, vessel.marked, vessel.boxes[0]), (0, 0, 1));
    }
}

mod x_1_2 {
    use super::*;
    use lanchester_core::Combatant;

    #[test]
    fn the_rating_is_as_printed() {
        assert_eq!(mouse().rating(), 133);
    }
}

mod x_1_4 {
    use super::*;

    #[test]
    fn the_last_hull_box_destroys() {
        lay_out!(mut battle, Stage::new([vec![plain()], vec![plain()]]));
        (battle.vessel_mut(b(0)).hull, battle.vessel_mut(b(0)).marked) = (5, 5);
        battle.lose_if_beaten(b(0));
        assert!(battle.vessel(b(0)).alive());
        (battle.vessel_mut(b(0)).hull, battle.vessel_mut(b(0)).marked) = (6, 6);
        battle.lose_if_beaten(b(0));
        assert_eq!(battle.vessel(b(0)).lost, Some(Loss::Destroyed));
    }
}

mod x_1_5 {
    use super::*;

    #[test]
    fn without_engine_boxes_a_ship_lies_still() {
        let hulk = Design { engines: 0, ..plain() };
        assert!(crate::formulas::unfit(crate::orders::Orders::read("1").unwrap(), hulk.engines, true).is_some());
    }
}

mod x_1_6 {
    use super::*;

    #[test]
    fn shields_count_the_boxes_left() {
        lay_out!(mut battle, Stage::new([vec![mouse()], vec![mouse()]]));
        battle.vessel_mut(a(0)).shields = 2;
        assert_eq!(battle.vessel(a(0)).shield_rating(), 0);
    }
}

mod x_1_9 {
    use super::*;

    #[test]
    fn equipment_works_to_its_last_box() {
        let ship = Design {
            equipment: vec![
                crate::design::Equipment { boxes: 2, ..piece(Kind::Ecm) },
                crate::design::Equipment { boxes: 0, ..piece(Kind::ArmorPlating) },
            ],
            ..plain()
        };
        lay_out!(mut battle, Stage::new([vec![ship], vec![plain()]]));
        for left in [2, 1] {
            battle.vessel_mut(a(0)).boxes[0] = left;
            assert_eq!(battle.vessel(a(0)).working(Kind::Ecm), Some(0));
        }
        battle.vessel_mut(a(0)).boxes[0] = 0;
        assert_eq!(battle.vessel(a(0)).working(Kind::Ecm), None);
        assert_eq!(battle.vessel(a(0)).cancels(Kind::ArmorPlating), Some(5));
        assert_eq!(battle.vessel(a(0)).working(Kind::Hyperdrive), None);
    }
}

mod x_2_1_2 {
    use super::*;

    #[test]
    fn the_set_up_area() {
        let options = crate::options::Options::default();
        let open = |seat| {
            (0..40)
                .flat_map(|c| (0..30).map(move |r| (c, r)))
                .filter(|(c, r)| may_place(&options, seat, options.board.hex(*c, *r).unwrap()))
                .collect::<Vec<_>>()
        };
        assert_eq!(open(0).len(), 30 * 5);
        assert!(open(0).iter().all(|(c, r)| (5..35).contains(c) && *r < 5));
        assert!(open(1).iter().all(|(c, r)| (5..35).contains(c) && *r >= 25));
    }

    #[test]
    fn the_lower_die_places_first_all_its_ships_and_flights() {
        let stage = Stage::new([vec![carrier(1)], vec![plain(), plain()]]).turns(1);
        for battle in 0..40 {
            let events = recorded(&stage, battle);
            let Event::PlacementDice { dice, first, .. } = events[0] else { panic!("{:?}", events[0]) };
            assert!(dice[first] < dice[first.opponent()]);
            let sides = held!(
                events,
                Event::Place { ship, .. } => ship.side,
                Event::PlaceFlight { flight, .. } => flight.side,
            );
            assert_eq!(sides.len(), 4);
            assert!(sides[..2].iter().all(|side| *side == first) && sides[2..].iter().all(|side| *side != first));
        }
    }

    /// Nothing starts in an object, and objects stay where they are when the fleets change seats.
    #[test]
    fn nothing_starts_in_an_object() {
        let stage = Stage::new([vec![carrier(1)], vec![plain()]]).asteroids(&["2001", "2030"]);
        let options = &stage.options;
        for label in ["2001", "2030"] {
            assert!([0, 1].iter().all(|seat| !may_place(options, *seat, hex(label))), "{label}");
        }
        assert!(may_place(options, 0, hex("2101")) && may_place(options, 1, hex("2130")));
        // 2001 turned by half a circle is 2130: B's station is free in even battles, and an object's in odd ones.
        let fixed = |label| vec![at(label, Facing::SOUTH)];
        let stage =
            Stage::new([vec![plain()], vec![plain()]]).fixed([fixed("1015"), fixed("2130")]).asteroids(&["2001"]);
        let played = |battle| {
            let dice = &mut KeyedDice::new(key(battle));
            play(&stage.setup(), battle, dice, &mut Plan::default()).map(drop).map_err(|illegal| illegal.rule)
        };
        assert_eq!(played(0), Ok(()));
        assert_eq!(played(1), Err("X 2.1.2"));
    }

    /// On a larger board the set-up areas lie at its own edges.
    #[test]
    fn larger_boards_have_larger_areas() {
        let board = lanchester_lanes::hex::Board { cols: 50, rows: 40 };
        let options = crate::options::Options { board, ..crate::options::Options::default() };
        let area = crate::objects::disc(board, hex("0101"), u8::MAX);
        let open = |seat| area.iter().filter(|hex| may_place(&options, seat, **hex)).count();
        assert_eq!([open(0), open(1)], [40 * 5; 2]);
        assert!(may_place(&options, 1, board.by_label("4540").unwrap()));
        assert!(!may_place(&options, 1, board.by_label("4640").unwrap()));
        assert_eq!(reflected(board, at("0601", Facing::NORTH)).hex, board.by_label("4540").unwrap());
    }

    #[test]
    fn fixed_stations_are_turned_in_odd_battles() {
        let station = at("0601", Facing::NORTH);
        assert_eq!(reflected(BOARD, station), at("3530", Facing::SOUTH));
        assert_eq!(reflected(BOARD, reflected(BOARD, station)), station);
    }
}

mod x_2_2 {
    use super::*;

    #[test]
    fn ten_turns_and_then_it_is_over() {
        let stage = duel([plain(), plain()], [at("2005", Facing::NORTH), at("2025", Facing::SOUTH)]);
        let events = stage.planned(&[6, 1], Plan::default());
        assert_eq!(events.iter().filter(|e| matches!(e, Event::Turn { .. })).count(), 10);
        let (outcome, major, mutual) = over(&events);
        assert_eq!((outcome.verdict, outcome.capped, outcome.contact), (Verdict::Draw, true, false));
        assert!(!major && !mutual);
    }

    #[test]
    fn records_replay() {
        staging::records_replay(400, (staging::random, recorded));
    }
}

mod x_2_2_2 {
    use super::*;

    #[test]
    fn a_ship_that_does_not_move_is_told_to() {
        let events = recorded(&staging::random(3), 3);
        assert!(events.iter().any(|e| matches!(e, Event::Move { .. })));
    }
}

mod x_2_3 {
    use super::*;

    /// Both last ships go in one phase: the costlier one's killer wins by the letter, nobody with the option.
    #[test]
    fn mutual_destruction_by_the_letter_and_as_a_draw() {
        use MutualDestruction::{Draw, Points};
        for (ruling, verdict) in [(Points, Verdict::Win(Side::A)), (Draw, Verdict::Draw)] {
            let mut stage = duel(
                [plain(), Design { rating: 101, ..plain() }],
                [at("2001", Facing::SOUTH), at("2030", Facing::NORTH)],
            );
            stage.options.mutual_destruction = ruling;
            let events =
                stage.planned(&[6, 1], Plan { orders: vec![(1, a(0), "1"), (1, b(0), "1")], ..Plan::default() });
            let (outcome, major, mutual) = over(&events);
            assert_eq!((outcome.verdict, major, mutual), (verdict, false, true));
            assert!(!outcome.capped);
        }
    }

    /// A's carrier is gone after the first turn; its flight of six has three hits in each turn, each through no shields, and
    /// destroys six hull boxes in two. Nothing more can be scored then, and A has the costlier prey.
    #[test]
    fn flights_without_ships_play_on_and_score() {
        let stage = duel(
            [carrier(1), Design { rating: 150, ..plain() }],
            [at("2001", Facing::SOUTH), at("2010", Facing::NORTH)],
        );
        let strike = (Flight { side: Side::A, slot: 0 }, at("2009", Facing::NORTH).hex, Some(Target::Ship(0)));
        let attack = [5, 6, 5, 1, 2, 3, 1, 1, 1, 1, 1, 1];
        let dice = [&attack[..], &[6, 1], &attack].concat();
        let events = stage
            .planned(&dice, Plan { orders: vec![(1, a(0), "1")], flights: [strike, strike].into(), ..Plan::default() });
        let (outcome, major, mutual) = over(&events);
        assert_eq!((outcome.turns, outcome.verdict, outcome.capped), (2, Verdict::Win(Side::A), false));
        assert!(!major && mutual, "150 to 100 points, and no ship left");
    }

    /// Without flights the side that has no ship is gone; with an idle one it has its ten turns.
    #[test]
    fn a_side_is_gone_without_ships_and_flights() {
        for (bays, turns) in [(0, 1), (1, 10)] {
            let ship = if bays == 0 { plain() } else { carrier(bays) };
            let stage = duel([ship, plain()], [at("2001", Facing::SOUTH), at("2010", Facing::NORTH)]);
            let events = stage.planned(&[6, 1], Plan { orders: vec![(1, a(0), "1")], ..Plan::default() });
            let (outcome, major, mutual) = over(&events);
            assert_eq!((outcome.turns, outcome.verdict), (turns, Verdict::Win(Side::B)), "{bays} flights");
            assert_eq!((outcome.capped, major, mutual), (bays > 0, true, false));
        }
    }

    #[test]
    fn equal_points_draw_and_twice_as_many_are_major() {
        let run = |ratings: [u32; 2]| {
            let stage = Stage::new(ratings.map(|rating| vec![Design { rating, ..plain() }]))
                .fixed([vec![at("2001", Facing::SOUTH)], vec![at("2030", Facing::NORTH)]]);
            over(&stage.planned(&[6, 1], Plan { orders: vec![(1, a(0), "1"), (1, b(0), "1")], ..Plan::default() }))
        };
        assert_eq!(run([100, 100]).0.verdict, Verdict::Draw);
        assert!(run([100, 200]).1);
        assert!(!run([101, 200]).1);
    }
}

mod x_2_2_5 {
    use super::*;

    /// A wreck of strength 2 in the hex of a ship: two dice against its shields, one penetrates; the explosion of this turn
    /// keeps its strength, next turn it loses one, and then it is gone.
    #[test]
    fn explosions_wear_off() {
        lay_out!(
            mut battle,
            Stage::new([vec![plain(), plain()], vec![Design { shields: 3, chart: chart("E E E E E E"), ..plain() }]])
        );
        for ship in [a(0), a(1), b(0)] {
            battle.vessel_mut(ship).at = at("2010", Facing::NORTH);
        }
        battle.vessel_mut(a(1)).at = at("2020", Facing::NORTH);
        battle.turn = 1;
        battle.lose(a(0), Loss::Destroyed);
        let end = |battle: &mut Battle<'_>, dice: &[u8]| {
            battle.end_phase(&mut ScriptedDice::new(dice), &mut Plan::default()).unwrap();
            battle.turn += 1;
            battle.vessel(a(0)).explosion
        };
        assert_eq!(end(&mut battle, &[3, 4, 1]), 2);
        assert_eq!(battle.vessel(b(0)).engines, 1);
        assert_eq!(end(&mut battle, &[1, 2]), 1);
        assert_eq!(end(&mut battle, &[3]), 0);
        assert_eq!(end(&mut battle, &[]), 0);
    }
}

/// A battery that fires less is another choice, and so is who of a stack is lost.
#[test]
fn garbled_records_are_refused() {
    let chosen = |event: &Event| matches!(event, Event::Attack { .. } | Event::FightersLost { .. });
    staging::garbled_records_are_refused((staging::random, recorded), chosen);
}

/// A player who answers nothing.
#[test]
fn a_battle_without_answers_is_refused() {
    let stage = Stage::new([vec![plain()], vec![plain()]]);
    let setup = stage.setup();
    assert!(Plan::default().place(&Battle::new(&setup, 0), a(0)).is_err());
    assert!(play(&setup, 0, &mut KeyedDice::new(key(0)), &mut Plan::default()).is_err());
}
