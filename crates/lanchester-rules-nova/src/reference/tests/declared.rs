//! Ships that are activated together: one after the other, or all declared first (page 9).

use lanchester_conformance::held;
use lanchester_lanes::dice::{KeyedDice, ScriptedDice};

use super::turn::still;
use crate::design::Design;
use crate::event::{Condition, Event, ShipId, Shot};
use crate::options::AtATime;
use crate::reference::staging;
use crate::reference::staging::{Orders, a, b, gunboat, key, plain, recorded};
use crate::reference::{Illegal, Recorded, play};

mod nova_3_3 {
    use super::*;

    /// One gunboat against two of three hull boxes, A active. Its side has nothing to lose; the two fire together.
    fn two_at_a_time(way: AtATime, fire: &[(ShipId, &[Option<u8>])], dice: &[u8]) -> Result<Vec<Event>, Illegal> {
        let mut stage = still(vec![plain(); 2], vec![gunboat(3); 4]);
        stage.options.at_a_time = way;
        play(&stage.setup(), 0, &mut ScriptedDice::new(dice), &mut Orders::fire(fire))
    }

    fn combat(events: &[Event]) -> Vec<Event> {
        let combat = |e: &&Event| {
            matches!(e, Event::Fire { .. } | Event::Attack { .. } | Event::Wasted { .. } | Event::Damage { .. })
        };
        events.iter().filter(combat).copied().collect()
    }

    /// B's first two both fire at A's first, which the first of them destroys. Its target was declared: the second's
    /// dice are not rolled, and it fires at nobody else.
    #[test]
    fn what_was_declared_at_a_ship_that_is_lost_by_then_is_wasted() {
        let fire: [(ShipId, &[Option<u8>]); 6] =
            [(a(0), &[]), (b(0), &[Some(0)]), (b(1), &[Some(0)]), (a(1), &[]), (b(2), &[]), (b(3), &[])];
        let events = two_at_a_time(AtATime::Declared, &fire, &[6, 1, 5, 6, 5, 1]).unwrap();
        let shot = Shot { bank: 0, target: 0, range: 1, modifier: 1, dice: 4, hits: 3, through: 3 };
        let expected = [
            Event::Fire { ship: a(0) },
            Event::Fire { ship: b(0) },
            Event::Attack { shot },
            Event::Damage { ship: a(0), boxes: 3, condition: Condition::Destroyed },
            Event::Fire { ship: b(1) },
            Event::Wasted { bank: 0, target: 0 },
            Event::Fire { ship: a(1) },
            Event::Fire { ship: b(2) },
            Event::Fire { ship: b(3) },
        ];
        assert_eq!(combat(&events), expected);
        // One after the other the same choice is no choice: nobody is there when the second is asked.
        let refused = two_at_a_time(AtATime::One, &fire, &[6, 1, 5, 6, 5, 1]).unwrap_err();
        assert_eq!(refused.rule, "NOVA 5.1");
    }

    /// Who declared together meets targets as they are by then: the first damages and opens the shields of the ship that
    /// the second fires at, which then rolls against what is left of them.
    #[test]
    fn a_later_ship_of_the_group_meets_what_the_earlier_ones_left() {
        let walled = Design { hull: 6, thrust: None, shields: Some([1, 2, 3, 4, 5]), ..plain() };
        let mut stage = still(vec![walled], vec![gunboat(3); 2]);
        stage.options.at_a_time = AtATime::Declared;
        let fire: [(ShipId, &[Option<u8>]); 3] = [(a(0), &[]), (b(0), &[Some(0)]), (b(1), &[Some(0)])];
        // B's first: three hits, two of them through; damaged, and the check on its shields takes two icons (1 and 2).
        // B's second: one hit, and a shield die of 1, which blocks no more.
        let dice = [6, 1, 5, 5, 5, 1, 6, 6, 1, 6, 2, 6, 1, 1, 1, 1];
        let events = play(&stage.setup(), 0, &mut ScriptedDice::new(&dice), &mut Orders::fire(&fire)).unwrap();
        let through = held!(events, Event::Attack { shot } => (shot.hits, shot.through));
        assert_eq!(through, [(3, 2), (1, 1)]);
    }

    /// Records replay, with the group's choices where they are in the record.
    #[test]
    fn a_record_of_a_group_replays() {
        let mut groups = 0;
        for number in 0..60 {
            let mut stage = staging::random(number);
            stage.options.at_a_time = AtATime::Declared;
            let events = recorded(&stage, number);
            let key = key(number);
            let again =
                play(&stage.setup(), number, &mut KeyedDice::new(key), &mut Recorded::new(&events)).expect("legal");
            assert_eq!(again, events, "battle {number}");
            groups += events.iter().filter(|e| matches!(e, Event::Wasted { .. })).count();
        }
        assert!(groups > 0, "no attack was wasted");
    }
}
