//! Combat (pages 11 to 14).

use lanchester_conformance::held;
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::Facing;

use crate::design::{Battery, Design};
use crate::event::{Condition, Event, Shot};
use crate::formulas::{attack_dice, attack_modifier, effective_ecm, hits, range_modifier};
use crate::options::Station;
use crate::reference::combat::roll;
use crate::reference::staging::{Orders, Stage, a, at, b, battery, gunboat, majestic, plain};
use crate::reference::{Battle, Illegal};

const NORTH: Facing = Facing::NORTH;

/// The string of the book's examples.
const EXAMPLE: [u8; 12] = [8, 6, 4, 3, 2, 1, 1, 1, 1, 0, 0, 0];

/// The fire of ship 0 of A at targets by bank, with A at 1008 facing north and B's ships at `enemies`.
fn fire(
    firer: Design,
    enemies: &[(Design, Station)],
    targets: &[Option<u8>],
    dice: &[u8],
) -> Result<Vec<Event>, Illegal> {
    let stage = Stage::new([vec![firer], enemies.iter().map(|(design, _)| design.clone()).collect()])
        .fixed([vec![at("1008", NORTH, 0)], enemies.iter().map(|(_, at)| *at).collect()]);
    let setup = stage.setup();
    let mut battle = Battle::new(&setup, 0);
    let mut orders = Orders::fire(&[(a(0), targets)]);
    let mut dice = ScriptedDice::new(dice);
    battle.set_up(&mut dice, &mut orders)?;
    let before = battle.events().len();
    let declaration = battle.declare(a(0), &mut orders)?;
    battle.resolve(declaration, &mut dice);
    Ok(battle.events()[before..].to_vec())
}

fn shots(events: &[Event]) -> Vec<Shot> {
    held!(events, Event::Attack { shot } => *shot)
}

mod nova_5_1 {
    use super::*;

    #[test]
    fn each_bank_has_a_target_of_its_own() {
        let enemies = [(plain(), at("1010", NORTH, 0)), (plain(), at("1006", NORTH, 0))];
        let firer = Design { batteries: vec![battery("Gun", 1, &["FF", "AA", "TT"], [1, 5, 9], [1; 12])], ..plain() };
        let events = fire(firer.clone(), &enemies, &[Some(0), None, Some(1)], &[1, 6, 6, 6]).unwrap();
        let aimed: Vec<_> = shots(&events).iter().map(|s| (s.bank, s.target, s.hits)).collect();
        assert_eq!(aimed, [(0, 0, 0), (2, 1, 1)]);
        // An illegal target is found before a die is rolled, and named by its place in the record: placements, fire,
        // the attack of bank 0, then this one.
        let refused = fire(firer, &enemies, &[Some(0), Some(0)], &[]).unwrap_err();
        assert_eq!((refused.rule, refused.at), ("NOVA 5.2", 5));
    }

    #[test]
    fn overkill_is_lost_and_targets_must_exist() {
        let enemies = [(plain(), at("1011", NORTH, 0))];
        let events = fire(gunboat(5), &enemies, &[Some(0)], &[5, 5, 6, 6, 5]).unwrap();
        assert_eq!(events.last(), Some(&Event::Damage { ship: b(0), boxes: 3, condition: Condition::Destroyed }));
        assert_eq!(fire(gunboat(5), &enemies, &[Some(1)], &[]).unwrap_err().rule, "NOVA 5.1");
        assert_eq!(fire(gunboat(5), &enemies, &[None, Some(0)], &[]).unwrap_err().rule, "NOVA 5.1", "no such bank");
    }

    #[test]
    fn a_target_needs_an_attack_die() {
        let enemies = [(plain(), at("1011", NORTH, 0))];
        let firer = Design { batteries: vec![battery("Gun", 1, &["TT9"], [1, 5, 9], EXAMPLE)], ..plain() };
        assert_eq!(fire(firer, &enemies, &[Some(0)], &[]).unwrap_err().rule, "NOVA 5.5");
    }
}

mod nova_5_3 {
    use super::*;

    #[test]
    fn bands() {
        let battery: Battery = battery("Gun", 1, &["TT"], [5, 10, 15], EXAMPLE);
        let by_range = [1, 5, 6, 10, 11, 15, 16, 255].map(|d| range_modifier(&battery, d));
        assert_eq!(by_range, [Some(1), Some(1), Some(0), Some(0), Some(-1), Some(-1), None, None]);
    }

    /// The illustration: a ship four hexes away.
    #[test]
    fn range_is_counted_in_hex_sides() {
        let hex = at("1008", NORTH, 0).hex;
        assert_eq!(hex.distance(hex.ahead(Facing::new(1), 3).ahead(NORTH, 1)), 4);
        let enemies =
            [(plain(), Station { hex: hex.ahead(Facing::new(1), 3).ahead(NORTH, 1), ..at("1008", NORTH, 0) })];
        let events = fire(gunboat(1), &enemies, &[Some(0)], &[1]).unwrap();
        assert_eq!(shots(&events)[0].range, 4);
    }
}

mod nova_5_4 {
    use super::*;

    /// Bank PP2, ECM 3, short range, no weapon hits.
    #[test]
    fn the_book_example() {
        assert_eq!(attack_modifier(2, 1, 3, 0), -4);
    }

    #[test]
    fn weapon_hits_and_range_count() {
        assert_eq!(attack_modifier(0, 1, 0, 0), 1);
        assert_eq!(attack_modifier(0, 0, 0, 4), -4);
        assert_eq!(attack_modifier(11, -1, 9, 4), -25);
    }
}

mod nova_5_5 {
    use super::*;

    #[test]
    fn the_book_examples() {
        assert_eq!(attack_dice(&EXAMPLE, -2), 4);
        assert_eq!(attack_dice(&EXAMPLE, -3), 3);
        assert_eq!(attack_dice(&EXAMPLE, 1), 12);
        assert_eq!(attack_dice(&EXAMPLE, 2), 16);
    }

    #[test]
    fn past_the_last_column_and_past_plus_two() {
        assert_eq!(attack_dice(&[1; 12], -11), 1);
        assert_eq!(attack_dice(&[1; 12], -12), 0);
        assert_eq!(attack_dice(&[1; 12], i32::MIN), 0);
        assert_eq!([3, 4, 5].map(|m| attack_dice(&EXAMPLE, m)), [24, 32, 48]);
    }
}

mod nova_5_6 {
    use super::*;

    #[test]
    fn fives_and_sixes_hit() {
        assert_eq!(hits(&[1, 2, 3, 4, 5, 6]), 2);
        assert_eq!(hits(&[]), 0);
    }
}

mod nova_5_7 {
    use super::*;

    /// Three hits, three shield dice, one of them on an icon: two come through.
    #[test]
    fn the_book_example() {
        assert_eq!(roll(3, majestic().shield_faces(0), &mut ScriptedDice::new(&[5, 5, 6, 2, 5, 4])), (3, 2));
    }

    #[test]
    fn without_icons_or_hits_no_shield_die_is_rolled() {
        assert_eq!(roll(2, 0, &mut ScriptedDice::new(&[6, 5])), (2, 2));
        assert_eq!(roll(2, 0b11_1111, &mut ScriptedDice::new(&[1, 4])), (0, 0));
        assert_eq!(roll(2, 0b11_1111, &mut ScriptedDice::new(&[5, 5, 1, 6])), (2, 0));
    }
}

mod nova_5_8 {
    use super::*;

    /// Two banks at one target: the first damages it, and the second still meets the shields of before. Their hits
    /// are one volley, which crosses both thresholds at once.
    #[test]
    fn damage_waits_for_the_end_of_the_activation() {
        let target = Design { shields: Some([6, 6, 6, 6, 1]), hull: 9, ..plain() };
        let enemies = [(plain(), at("1012", NORTH, 0)), (target, at("1011", NORTH, 0))];
        let firer = Design { batteries: vec![battery("Gun", 1, &["TT", "TT"], [1, 5, 9], [4; 12])], ..plain() };
        let dice = [
            [5, 5, 5, 5].as_slice(), // attack
            &[2, 2, 2, 2],           // shields
            &[5, 5, 5, 1],           // attack
            &[6, 1, 2],              // shields: both the six and the one still block
            &[1, 3, 6],              // damaged: thrust, weapons, shields
        ];
        let events = fire(firer, &enemies, &[Some(1), Some(1)], &dice.concat()).unwrap();
        let came: Vec<_> = shots(&events).iter().map(|s| (s.hits, s.through)).collect();
        assert_eq!(came, [(4, 4), (3, 1)]);
        assert_eq!(
            events[3..],
            [
                Event::Damage { ship: b(1), boxes: 5, condition: Condition::Damaged },
                Event::Check { ship: b(1), condition: Condition::Damaged, faces: [1, 3, 0, 6], lost: [2, 1, 0, 0] },
            ]
        );
    }

    #[test]
    fn targets_are_damaged_in_slot_order() {
        let enemies = [(plain(), at("1010", NORTH, 0)), (plain(), at("1006", NORTH, 0))];
        let firer = Design { batteries: vec![battery("Gun", 3, &["AA", "FF"], [1, 5, 9], [1; 12])], ..plain() };
        let events = fire(firer, &enemies, &[Some(1), Some(0)], &[6, 6]).unwrap();
        let hurt: Vec<_> = held!(events, Event::Damage { ship, .. } => *ship);
        assert_eq!(hurt, [b(0), b(1)]);
    }
}

mod nova_5_9 {
    use super::*;
    use crate::options::Options;

    #[test]
    fn dx3_checks_three_boxes_a_hit() {
        let target = Design { hull: 14, ..plain() };
        let firer = Design { batteries: vec![battery("Gun", 3, &["TT"], [1, 5, 9], [2; 12])], ..plain() };
        let events = fire(firer, &[(target, at("1011", NORTH, 0))], &[Some(0)], &[5, 1]).unwrap();
        assert_eq!(events.last(), Some(&Event::Damage { ship: b(0), boxes: 3, condition: Condition::Sound }));
    }

    #[test]
    fn fire_control_lowers_ecm_but_not_below_nothing() {
        let options = Options::default();
        assert_eq!([0, 1, 3].map(|ecm| effective_ecm(&majestic(), ecm, &options)), [0, 0, 2]);
        assert_eq!([0, 1, 3].map(|ecm| effective_ecm(&plain(), ecm, &options)), [0, 1, 3]);
        let strong = Options { fire_control_ecm: 2, ..Options::default() };
        assert_eq!(effective_ecm(&majestic(), 3, &strong), 1);
    }

    #[test]
    fn a_hyperdrive_changes_nothing() {
        let enemies = [(majestic(), at("1011", NORTH, 0))];
        let with = fire(majestic(), &enemies, &[Some(0)], &[1; 10]);
        let without = fire(Design { hyperdrive: false, ..majestic() }, &enemies, &[Some(0)], &[1; 10]);
        assert_eq!(with, without);
    }
}

mod nova_5_12 {
    use super::*;

    /// Straight ahead, and along an edge between two hexes that both hold a ship.
    #[test]
    fn ships_in_between_do_not_block_the_line_of_sight() {
        let enemies =
            [(plain(), at("1009", NORTH, 0)), (plain(), at("1010", NORTH, 0)), (plain(), at("1012", NORTH, 0))];
        assert!(fire(gunboat(1), &enemies, &[Some(2)], &[1]).is_ok());
        let beam = ["1108", "1109", "1208"].map(|hex| (plain(), at(hex, NORTH, 0)));
        let from = at("1008", NORTH, 0).hex;
        let between = |hex: usize| (from.distance(beam[hex].1.hex), beam[hex].1.hex.distance(beam[2].1.hex));
        assert_eq!([0, 1].map(between), [(1, 1); 2], "both lie at the line");
        assert!(fire(gunboat(1), &beam, &[Some(2)], &[1, 1]).is_ok());
    }
}
