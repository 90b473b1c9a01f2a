//! Tests of the rules, one module a rule.

use std::sync::Arc;

use lanchester_battle::reference::play;
use lanchester_battle::{Illegal, Setup};
use lanchester_core::{Outcome, Side, Verdict};
use lanchester_lanes::dice::ScriptedDice;
use lanchester_scenario::Library;

use super::choices::Choices;
use super::{Battle, Ship};
use crate::Fires;
use crate::design::Design;
use crate::event::Event;
use crate::formulas::need;
use crate::options::{Options, Station};

/// Every ship goes so far and fires at so and so.
struct Orders {
    ahead: u8,
    target: u8,
}

impl Choices for Orders {
    fn ahead(&mut self, _: &Battle<'_>, _: &Ship<'_>) -> Result<u8, String> {
        Ok(self.ahead)
    }

    fn target(&mut self, _: &Battle<'_>, _: &Ship<'_>) -> Result<u8, String> {
        Ok(self.target)
    }
}

/// The shipped ship that the rules are tried on.
fn fox() -> Arc<Design> {
    Library::<Fires>::shipped().ship("fox").expect("a shipped ship")
}

/// A fox of so many points and boxes, with so many guns of a die.
fn ship(points: u32, hull: u8, guns: u8, die: u8) -> Design {
    Design { points, hull, guns, die, ..Design::clone(&fox()) }
}

/// Plays a battle of these ships, all with the same orders.
fn battle(a: &[&Design], b: &[&Design], options: &Options, orders: Orders, dice: &[u8]) -> Result<Vec<Event>, Illegal> {
    let setup = Setup { ships: [a.to_vec(), b.to_vec()], stations: [None, None], options };
    play::<Fires, _, _>(&setup, 0, &mut ScriptedDice::new(dice), &mut { orders })
}

fn over(events: &[Event]) -> Outcome {
    match events.last() {
        Some(Event::Over { outcome }) => *outcome,
        other => panic!("{other:?}"),
    }
}

const CLOSE: Options = Options { turn_cap: 1, distance: 10, close_in: false };

mod fires_1 {
    use super::*;

    #[test]
    fn a_ship_is_what_its_file_says() {
        let fox = fox();
        assert_eq!((fox.points, fox.hull, fox.guns, fox.die), (40, 10, 2, 10));
    }
}

mod fires_2 {
    use super::*;

    #[test]
    fn fleets_face_each_other_across_the_map() {
        let options = Options { distance: 300, ..Options::default() };
        let [south, north] = [0, 1].map(|seat| options.start(seat, 3, Station { lead: 4 }));
        assert_eq!((south.q, south.h, north.q, north.h), (6, 8, 6, 592));
        assert_eq!(south.distance(north), 292);
    }
}

mod fires_3 {
    use super::*;

    #[test]
    fn nobody_goes_farther_than_twenty_hexes_or_off_the_map() {
        let fox = fox();
        let far = Options { distance: 500, ..CLOSE };
        let go = |ahead, options: &Options, dice: &[u8]| {
            battle(&[&fox], &[&fox], options, Orders { ahead, target: 0 }, dice).map(|_| ()).map_err(|e| e.why)
        };
        assert_eq!(go(20, &far, &[]), Ok(()));
        assert_eq!(go(21, &far, &[]), Err("21 hexes ahead; at most 20".into()));
        assert_eq!(go(11, &CLOSE, &[]), Err("11 hexes ahead; at most 10".into()));
    }

    #[test]
    fn a_formation_goes_as_its_first_ship() {
        struct Leader;
        impl Choices for Leader {
            fn ahead(&mut self, _: &Battle<'_>, ship: &Ship<'_>) -> Result<u8, String> {
                // Ships 0, 1 and 3 of A go in formations; B's go alone.
                if ship.id.side == Side::A { Ok([7, 9, 5, 3][usize::from(ship.id.slot)]) } else { Ok(1) }
            }

            fn target(&mut self, _: &Battle<'_>, _: &Ship<'_>) -> Result<u8, String> {
                Ok(0)
            }
        }
        let fox = fox();
        let of = |formation| Design { formation, ..Design::clone(&fox) };
        let fleet = [of(Some(1)), of(Some(2)), of(None), of(Some(1))];
        let options = Options { distance: 500, ..CLOSE };
        let setup = Setup { ships: [fleet.iter().collect(), vec![&*fox]], stations: [None, None], options: &options };
        let events = play::<Fires, _, _>(&setup, 0, &mut ScriptedDice::new(&[]), &mut Leader).expect("legal");
        let ahead: Vec<u8> =
            events.iter().filter_map(|e| if let Event::Move { ahead, .. } = e { Some(*ahead) } else { None }).collect();
        assert_eq!(ahead, [7, 9, 5, 7, 1]);
    }
}

mod fires_4 {
    use super::*;

    #[test]
    fn dice_are_read_twice() {
        let (fox, bear) = (fox(), ship(60, 24, 2, 6));
        // Ten hexes need a 3. The fox rolls a hit and a critical hit with its D10, the bear hits twice with its D6.
        let events = battle(&[&fox], &[&bear], &CLOSE, Orders { ahead: 0, target: 0 }, &[3, 10, 4, 5]).expect("legal");
        let fire: Vec<&Event> = events.iter().filter(|event| matches!(event, Event::Fire { .. })).collect();
        assert!(matches!(fire[0], Event::Fire { range: 10, need: 3, hits: 2, criticals: 1, .. }), "{fire:?}");
        assert!(matches!(fire[1], Event::Fire { hits: 2, criticals: 0, .. }), "{fire:?}");
    }

    #[test]
    fn no_die_is_rolled_where_none_can_hit() {
        let (wasp, owl) = (ship(20, 5, 1, 4), ship(55, 8, 2, 20));
        let options = Options { distance: 200, ..CLOSE };
        // 200 hexes need a 15: the wasp's D4 stays in the box, the owl's D20 do not.
        let events = battle(&[&wasp], &[&owl], &options, Orders { ahead: 0, target: 0 }, &[14, 15]).expect("legal");
        assert!(events.iter().any(|event| matches!(event, Event::Fire { need: 15, hits: 1, criticals: 0, .. })));
        assert!(over(&events).contact);
    }

    #[test]
    fn the_enemy_must_be_there() {
        let fox = fox();
        let wrong = battle(&[&fox], &[&fox], &CLOSE, Orders { ahead: 0, target: 3 }, &[]);
        assert_eq!(wrong.map_err(|e| (e.rule, e.why)), Err(("FIRES 4", "no enemy afloat in slot 3".into())));
    }
}

mod fires_4_1 {
    use super::*;

    /// Fires, ten hexes apart at first, that the fox and the bear give each other when both went so far.
    fn fires(ahead: u8, close_in: bool, dice: &[u8]) -> Vec<Event> {
        let (fox, bear) = (fox(), ship(60, 24, 2, 6));
        let options = Options { close_in, ..CLOSE };
        let events = battle(&[&fox], &[&bear], &options, Orders { ahead, target: 0 }, dice).expect("legal");
        events.into_iter().filter(|event| matches!(event, Event::Fire { .. })).collect()
    }

    #[test]
    fn one_less_hits_at_one_hex_or_none() {
        let fires = fires(5, true, &[1, 2, 2, 6]);
        assert!(matches!(fires[0], Event::Fire { range: 0, need: 2, hits: 1, criticals: 0, .. }), "{fires:?}");
        assert!(matches!(fires[1], Event::Fire { range: 0, need: 2, hits: 2, criticals: 1, .. }), "{fires:?}");
    }

    #[test]
    fn what_is_added_makes_no_critical_hit() {
        let fires = fires(5, true, &[9, 10, 5, 6]);
        assert!(matches!(fires[0], Event::Fire { hits: 2, criticals: 1, .. }), "{fires:?}");
        assert!(matches!(fires[1], Event::Fire { hits: 2, criticals: 1, .. }), "{fires:?}");
    }

    #[test]
    fn nothing_is_added_farther_away_or_without_the_option() {
        assert_eq!([0, 1, 2, 15, 16].map(|range| need(range, true)), [2, 2, 3, 3, 4]);
        for fires in [fires(4, true, &[2, 3, 2, 3]), fires(5, false, &[2, 3, 2, 3])] {
            assert!(fires.iter().all(|fire| matches!(fire, Event::Fire { need: 3, hits: 1, .. })), "{fires:?}");
        }
    }
}

mod fires_5 {
    use super::*;

    #[test]
    fn at_the_turn_limit_the_larger_share_wins() {
        let (fox, wasp) = (fox(), ship(20, 5, 1, 4));
        // Two foxes fire at a wasp of five boxes and sink it; the other wasp is left, half of the points of B.
        let events =
            battle(&[&fox, &fox], &[&wasp, &wasp], &CLOSE, Orders { ahead: 0, target: 0 }, &[10, 10, 9, 2, 1, 1])
                .expect("legal");
        let outcome = over(&events);
        assert_eq!((outcome.verdict, outcome.left, outcome.capped), (Verdict::Win(Side::A), [1000, 500], true));
        assert_eq!(outcome.initiative, None);
    }

    #[test]
    fn nobody_wins_when_both_go_down() {
        let weak = Design { hull: 1, ..Design::clone(&fox()) };
        let events = battle(&[&weak], &[&weak], &CLOSE, Orders { ahead: 0, target: 0 }, &[5, 5, 5, 5]).expect("legal");
        assert_eq!((over(&events).verdict, over(&events).left, over(&events).capped), (Verdict::Draw, [0, 0], false));
    }
}
