//! X 4.1 and 4.2.1, 4.2.2: targets, arcs, range, line of sight, to-hit and penetration.

use lanchester_conformance::held;
use lanchester_lanes::dice::ScriptedDice;
use lanchester_lanes::hex::Facing;

use crate::design::{Abilities, Design, Kind};
use crate::event::{Attack, Event, Target};
use crate::formulas::{effective_shields, hits, range_modifier};
use crate::options::Station;
use crate::reference::combat::penetrations;
use crate::reference::staging::{Plan, Stage, Staged, a, at, b, battery, duel, gunboat, lay_out, mouse, piece, plain};
use crate::reference::{Battle, Declared};

/// One turn in which the ship of A fires its battery a at the ship of B; its attack and the dice that fell.
fn fired(firer: Design, target: Design, stations: [Station; 2], dice: &[u8]) -> Attack {
    let stage = duel([firer, target], stations).turns(1);
    let plan = Plan { fire: vec![(1, a(0), 0, Target::Ship(0))], ..Plan::default() };
    // Who resolves first is thrown before.
    let script = [&[6, 1], dice].concat();
    held!(stage.planned(&script, plan), Event::Attack { attack } => *attack)[0]
}

fn facing_each_other(hexes: u8) -> [Station; 2] {
    [at("2005", Facing::NORTH), at(&format!("20{:02}", 5 + hexes), Facing::SOUTH)]
}

mod x_4_1_3 {
    use super::*;

    #[test]
    fn bands_are_thirds_rounded_up() {
        for (range, bands) in [(12, [4, 8, 12]), (9, [3, 6, 9]), (10, [4, 7, 10]), (11, [4, 8, 11]), (1, [1, 1, 1])] {
            assert_eq!(battery(range, 4, 1, "A").bands(), bands);
        }
        let gun = battery(9, 4, 1, "A");
        let modifiers: Vec<Option<i8>> = [0, 1, 3, 4, 6, 7, 9, 10].map(|d| range_modifier(&gun, d)).to_vec();
        assert_eq!(modifiers, [None, Some(1), Some(1), Some(0), Some(0), Some(-1), Some(-1), None]);
    }
}

mod x_4_2 {
    use super::*;

    /// Hits, penetrations and damage dice, each as many as the one before says.
    #[test]
    fn one_roll_after_another() {
        let mut gun = battery(9, 4, 3, "AB");
        (gun.pen, gun.dmg) = (2, 2);
        let attack = fired(
            gunboat(gun),
            Design { hull: 60, shields: 4, ..plain() },
            facing_each_other(5),
            &[4, 5, 1, 5, 4, 6, 2, 1, 1, 1, 1],
        );
        assert_eq!((attack.dice, attack.hits, attack.through), (3, 2, 2));
    }
}

mod x_4_2_1 {
    use super::*;

    /// The book's laser cannons: three dice 3 4 6 at 4+, range 9, seven hexes away: one hit; at short range all three.
    #[test]
    fn three_lasers_at_long_and_at_short_range() {
        let lasers = gunboat(battery(9, 4, 3, "AB"));
        let far = fired(lasers.clone(), plain(), facing_each_other(7), &[3, 4, 6, 6, 2]);
        assert_eq!((far.range, far.need, far.dice, far.hits), (7, 5, 3, 1));
        let near = fired(lasers, plain(), facing_each_other(3), &[3, 4, 6, 1, 1, 1, 1, 1, 1]);
        assert_eq!((near.range, near.need, near.hits), (3, 3, 3));
    }

    /// The book's example: five weapons at 5+ at long range against ECM need 7: 1 3 4 6 6 is one hit.
    #[test]
    fn two_sixes_hit_where_seven_is_needed() {
        let hidden = Design { equipment: vec![piece(Kind::Ecm)], ..plain() };
        let attack = fired(gunboat(battery(9, 5, 5, "AB")), hidden, facing_each_other(7), &[1, 3, 4, 6, 6, 3, 1]);
        assert_eq!((attack.need, attack.dice, attack.hits, attack.through), (7, 5, 1, 1));
    }

    #[test]
    fn needs_beyond_six_and_natural_ones() {
        for (need, sixes, expected) in [(7, 5, 2), (8, 5, 1), (8, 6, 2), (9, 4, 1), (10, 4, 0), (13, 8, 1)] {
            let mut dice = vec![6; sixes];
            dice.extend([1, 2, 3, 4, 5]);
            assert_eq!(hits(&dice, need), expected, "{sixes} sixes at {need}+");
        }
        assert_eq!(hits(&[1, 1, 2, 3], 1), 2, "a one never hits");
        assert_eq!(hits(&[1, 2], 2), 1);
    }

    /// P(hit) = (7 − N)/6 for 2 ≤ N ≤ 6, 5/6 below.
    #[test]
    fn every_face_of_one_die() {
        for need in 1..=6u8 {
            let hitting = (1..=6u8).map(|face| hits(&[face], need)).sum::<u8>();
            assert_eq!(hitting, if need == 1 { 5 } else { 7 - need });
        }
    }
}

mod x_4_2_2 {
    use super::*;

    #[test]
    fn dice_must_exceed_the_shields() {
        let roll = |faces: &[u8], shields, again| {
            let count = if again { faces.len() / 2 } else { faces.len() };
            penetrations(&mut ScriptedDice::new(faces), count as u8, shields, again)
        };
        assert_eq!(roll(&[3, 4, 5], 3, false), 2);
        assert_eq!(roll(&[5, 6], 5, false), 1);
        assert_eq!(roll(&[1, 6], 0, false), 2, "without shields every die penetrates");
        // Both of the first two penetrate; of the two rolled again one does.
        assert_eq!(roll(&[4, 6, 2, 5], 3, true), 1);
        for shields in 0..=5u8 {
            let through: u8 =
                (1..=6u8).map(|face| penetrations(&mut ScriptedDice::new(&[face]), 1, shields, false)).sum();
            assert_eq!(through, 6 - shields);
        }
    }

    #[test]
    fn pen_dice_are_rolled_for_each_hit() {
        let mut gun = battery(9, 4, 2, "AB");
        gun.pen = 2;
        let attack = fired(gunboat(gun), mouse(), facing_each_other(5), &[4, 5, 2, 3, 6, 1, 3, 3]);
        assert_eq!((attack.hits, attack.through), (2, 2));
    }
}

mod x_b {
    use super::*;

    #[test]
    fn halved_shields_round_up() {
        let halves = Abilities { halves_shields: true, ..Abilities::default() };
        assert_eq!([0, 1, 2, 3, 4, 5].map(|s| effective_shields(s, halves)), [0, 1, 1, 2, 2, 3]);
        assert_eq!(effective_shields(3, Abilities::default()), 3);
    }
}

mod x_4_1 {
    use super::*;

    /// Both ships kill each other: neither loses its fire to the other's.
    #[test]
    fn combat_is_simultaneous() {
        let mut gun = battery(9, 2, 1, "AB");
        (gun.pen, gun.dmg) = (1, 5);
        let armed = Design { hull: 1, ..gunboat(gun) };
        let stage = duel([armed.clone(), armed], facing_each_other(3));
        let fire = vec![(1, a(0), 0, Target::Ship(0)), (1, b(0), 0, Target::Ship(0))];
        let dice = [1, 6, 2, 1, 1, 1, 2, 1, 1, 1];
        let events = stage.planned(&dice, Plan { fire, ..Plan::default() });
        assert!(matches!(events.last(), Some(Event::Over { mutual: true, .. })));
    }
}

mod x_2_2_4 {
    use super::*;

    #[test]
    fn the_order_is_thrown_once() {
        let stage = duel([plain(), plain()], facing_each_other(9)).turns(3);
        let events = stage.planned(&[4, 4, 2, 5], Plan::default());
        let thrown: Vec<_> = events.iter().filter(|e| matches!(e, Event::CombatDice { .. })).collect();
        assert_eq!(thrown, [&Event::CombatDice { throws: 2, dice: [2, 5], first: lanchester_core::Side::B }]);
    }
}

mod x_4_1_1 {
    use super::*;

    fn attack(mount: usize, weapons: u8, target: Target) -> Declared {
        let mut all = [0; crate::design::MAX_MOUNTS];
        all[mount] = weapons;
        Declared { battery: 0, target, weapons: all }
    }

    #[test]
    fn what_may_not_be_declared() {
        lay_out!(mut battle, Stage::new([vec![mouse()], vec![mouse()]]));
        let [here, there] = facing_each_other(12);
        battle.vessel_mut(a(0)).at = here;
        battle.vessel_mut(b(0)).at = there;
        let rule = |battle: &Battle<'_>, declared| battle.aim(a(0), declared).map_err(|(rule, _)| rule);
        assert!(rule(&battle, attack(0, 5, Target::Ship(0))).is_ok());
        assert_eq!(rule(&battle, attack(0, 6, Target::Ship(0))), Err("X 4.1.1"), "more than it has");
        assert_eq!(rule(&battle, attack(1, 1, Target::Ship(0))), Err("X 4.1.1"), "a mount of the other battery");
        assert_eq!(rule(&battle, attack(0, 0, Target::Ship(0))), Err("X 4.1.1"));
        assert_eq!(rule(&battle, attack(0, 1, Target::Ship(1))), Err("X 4.1.1"));
        assert_eq!(rule(&battle, attack(0, 1, Target::Flights(0))), Err("X 4.1.1"));
        let lasers = Declared { battery: 1, weapons: [0, 5, 0, 0, 0, 0, 0, 0], target: Target::Ship(0) };
        assert_eq!(rule(&battle, lasers), Err("X 4.1.3"));
        battle.vessel_mut(a(0)).at.facing = Facing::SOUTH;
        assert_eq!(rule(&battle, attack(0, 5, Target::Ship(0))), Err("X 4.1.2"));
    }
}

mod x_4_1_4 {
    use super::*;
    use crate::event::Loss;

    fn need(battle: &Battle<'_>) -> Result<u8, &'static str> {
        let declared = Declared { battery: 0, weapons: [5, 0, 0, 0, 0, 0, 0, 0], target: Target::Ship(0) };
        battle.aim(a(0), declared).map(|aim| aim.need).map_err(|(rule, _)| rule)
    }

    /// A battle with asteroids, and wrecks of A's plain ships, at these labels.
    fn asteroids(labels: &[&str], wrecks: &[&str], then: impl Fn(&Battle<'_>)) {
        let fleet = [mouse()].into_iter().chain(wrecks.iter().map(|_| plain())).collect();
        let stage = Stage::new([fleet, vec![mouse()]]);
        lay_out!(mut battle, if labels.is_empty() { stage } else { stage.asteroids(labels) });
        let [here, there] = facing_each_other(12);
        battle.vessel_mut(a(0)).at = here;
        battle.vessel_mut(b(0)).at = there;
        for (ship, label) in (1..).map(a).zip(wrecks) {
            battle.vessel_mut(ship).at = at(label, Facing::NORTH);
            battle.lose(ship, Loss::Destroyed);
        }
        then(&battle);
    }

    fn wrecks(labels: &[&str], then: impl Fn(&Battle<'_>)) {
        asteroids(&[], labels, then);
    }

    /// An asteroid between the two blocks, one beside the line does not, and nothing about the dice changes.
    #[test]
    fn objects_block_and_have_no_modifier() {
        asteroids(&["3030"], &[], |battle| assert_eq!(need(battle), Ok(4)));
        asteroids(&["2010"], &[], |battle| assert_eq!(need(battle), Err("X 4.1.4")));
        asteroids(&["2110", "1910", "2111", "1911"], &[], |battle| assert_eq!(need(battle), Ok(4)));
    }

    /// Along a shared side both neighbours must block: two asteroids, or an asteroid and an explosion.
    #[test]
    fn an_object_and_an_explosion_block_along_a_side_together() {
        let (from, to) = (crate::reference::staging::hex("2010"), crate::reference::staging::hex("2210"));
        asteroids(&["2110"], &[], |battle| assert!(battle.in_sight(from, to)));
        asteroids(&["2111"], &[], |battle| assert!(battle.in_sight(from, to)));
        asteroids(&["2110", "2111"], &[], |battle| assert!(!battle.in_sight(from, to)));
        asteroids(&["2110"], &["2111"], |battle| assert!(!battle.in_sight(from, to)));
        asteroids(&["2110"], &["2210"], |battle| assert!(battle.in_sight(from, to)));
    }

    #[test]
    fn explosions_block_between_and_cost_at_the_ends() {
        wrecks(&[], |battle| assert_eq!(need(battle), Ok(4)));
        wrecks(&["2010"], |battle| assert_eq!(need(battle), Err("X 4.1.4")));
        wrecks(&["2110"], |battle| assert_eq!(need(battle), Ok(4)));
        // Six hull boxes leave an explosion of strength 2.
        wrecks(&["2005"], |battle| assert_eq!(need(battle), Ok(6)));
        wrecks(&["2017"], |battle| assert_eq!(need(battle), Ok(6)));
        wrecks(&["2017", "2005", "2005"], |battle| assert_eq!(need(battle), Ok(10)));
    }

    #[test]
    fn along_a_side_both_neighbours_must_block() {
        let (from, to) = (crate::reference::staging::hex("2010"), crate::reference::staging::hex("2210"));
        wrecks(&["2110"], |battle| assert!(battle.in_sight(from, to)));
        wrecks(&["2111"], |battle| assert!(battle.in_sight(from, to)));
        wrecks(&["2110", "2111"], |battle| assert!(!battle.in_sight(from, to)));
    }
}
