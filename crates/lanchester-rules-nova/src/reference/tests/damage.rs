//! Effects of damage (pages 13 and 14).

use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::Facing;

use crate::design::Design;
use crate::event::{Condition, Event};
use crate::formulas::boxes_lost;
use crate::reference::Battle;
use crate::reference::staging::{Orders, Stage, a, at, plain};

/// Does volleys of damage to one ship; the events.
fn suffer(design: Design, volleys: &[u32], dice: &[u8]) -> Vec<Event> {
    let stage = Stage::new([vec![design], vec![]]).fixed([vec![at("1008", Facing::NORTH, 0)], vec![]]);
    let setup = stage.setup();
    let mut battle = Battle::new(&setup, 0);
    let mut dice = ScriptedDice::new(dice);
    battle.set_up(&mut dice, &mut Orders::default()).unwrap();
    for points in volleys {
        battle.do_damage(a(0), *points, &mut dice);
    }
    assert_eq!(battle.vessel(a(0)).alive(), battle.vessel(a(0)).at.is_some());
    battle.events()[1..].to_vec()
}

fn damage(boxes: u8, condition: Condition) -> Event {
    Event::Damage { ship: a(0), boxes, condition }
}

mod nova_5_10 {
    use super::*;

    /// Armour 5, hull 8, four boxes checked; two more fill hull 1 and begin armour 2. The ship is damaged.
    #[test]
    fn the_book_example() {
        let ship = Design { armour: 5, hull: 8, ..plain() };
        let events = suffer(ship, &[4, 2], &[1, 6]);
        let check = Event::Check { ship: a(0), condition: Condition::Damaged, faces: [1, 6, 0, 0], lost: [2, 0, 0, 0] };
        assert_eq!(events, [damage(4, Condition::Sound), damage(2, Condition::Damaged), check]);
    }

    #[test]
    fn the_table() {
        assert_eq!([1, 2, 3, 4, 5, 6].map(boxes_lost), [2, 2, 1, 1, 1, 0]);
    }

    #[test]
    fn all_rows_in_order_damaged_then_crippled() {
        let ship = Design { hull: 9, ecm: Some([0; 5]), shields: Some([6; 5]), ..plain() };
        let events = suffer(ship, &[6], &[1, 3, 6, 2, 2, 5, 4, 1]);
        assert_eq!(
            events,
            [
                damage(6, Condition::Crippled),
                Event::Check { ship: a(0), condition: Condition::Damaged, faces: [1, 3, 6, 2], lost: [2, 1, 0, 2] },
                Event::Check { ship: a(0), condition: Condition::Crippled, faces: [2, 5, 4, 1], lost: [4, 2, 1, 4] },
            ]
        );
    }

    #[test]
    fn missing_rows_roll_no_die() {
        let ship = Design { thrust: None, ecm: Some([0; 5]), ..plain() };
        let events = suffer(ship, &[1], &[3, 2]);
        let check = Event::Check { ship: a(0), condition: Condition::Damaged, faces: [0, 3, 2, 0], lost: [0, 1, 2, 0] };
        assert_eq!(events, [damage(1, Condition::Damaged), check]);
    }

    /// One box at a time: a hull of one or two boxes is lost with the last box of its armour, not before, and is damaged
    /// and crippled on the way as its groups fill.
    #[test]
    fn a_small_hull_is_destroyed_when_all_its_boxes_are_gone() {
        for hull in [1u8, 2] {
            for armour in 0..=7u8 {
                let ship = Design { armour, hull, thrust: None, ..plain() };
                let all = u32::from(armour + hull);
                // Weapon hits are its only row: one die for each threshold that is passed before the last box.
                let checks = match (hull, armour) {
                    (1, 0 | 1) => 0,
                    (1, 2) | (2, 0..=2) => 1,
                    _ => 2,
                };
                let events = suffer(ship.clone(), &vec![1; all as usize], &vec![6; checks]);
                let hits: Vec<_> = events.iter().filter(|e| matches!(e, Event::Damage { .. })).collect();
                assert_eq!(hits.len(), all as usize, "armour {armour}, hull {hull}: {events:?}");
                assert_eq!(events.last(), Some(&damage(1, Condition::Destroyed)), "armour {armour}, hull {hull}");
                let alive = hits[..hits.len() - 1].iter().all(|e| **e != damage(1, Condition::Destroyed));
                assert!(alive, "armour {armour}, hull {hull}: {events:?}");
                let checked = events.iter().filter(|e| matches!(e, Event::Check { .. })).count();
                assert_eq!(checked, checks, "armour {armour}, hull {hull}: {events:?}");
                assert_eq!(suffer(ship, &[all], &[]), [damage(all as u8, Condition::Destroyed)]);
            }
        }
    }

    #[test]
    fn the_destroyed_make_no_checks() {
        assert_eq!(suffer(plain(), &[99], &[]), [damage(3, Condition::Destroyed)]);
        let two = Design { hull: 2, ..plain() };
        assert_eq!(suffer(two.clone(), &[2], &[]), [damage(2, Condition::Destroyed)]);
        assert_eq!(suffer(two, &[1, 1], &[6, 6]).last(), Some(&damage(1, Condition::Destroyed)));
        assert_eq!(suffer(Design { hull: 1, ..plain() }, &[1], &[]), [damage(1, Condition::Destroyed)]);
    }

    /// Two checks cannot take more than four boxes; the fifth is never checked even if something else took one before.
    #[test]
    fn the_last_box_stays() {
        let stage = Stage::new([vec![plain()], vec![]]).fixed([vec![at("1008", Facing::NORTH, 0)], vec![]]);
        let setup = stage.setup();
        let mut battle = Battle::new(&setup, 0);
        battle.set_up(&mut ScriptedDice::new(&[]), &mut Orders::default()).unwrap();
        battle.vessel_mut(a(0)).lost = [3, 4, 0, 0];
        battle.do_damage(a(0), 1, &mut ScriptedDice::new(&[1, 1]));
        assert_eq!(battle.vessel(a(0)).lost, [4, 4, 0, 0]);
        assert_eq!(battle.vessel(a(0)).thrust(), 1);
    }
}
