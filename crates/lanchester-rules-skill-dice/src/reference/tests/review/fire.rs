//! The order of fire, totals, and the salvos of torpedoes.

use lanchester_core::Side;

use super::{Script, battle, boat, count, crew, dice, duel, fighter, put};
use crate::design::{Design, Role};
use crate::event::{Event, Loss, Position, Spent};
use crate::formulas::damage::DamageCode;
use crate::formulas::dice::Pool;
use crate::options::{Countering, EqualSkill, Options};
use crate::reference::{Battle, Torpedo};

/// A fighter whose cannon blows up any other: four D12 added, of which 12 each hit.
fn killer(weaponry: u8) -> Design {
    let mut design = fighter();
    design.weapons[0].dice = Pool::of(4, 12);
    design.weapons[0].damage = DamageCode::parse("All").expect("a code");
    design.crews[0].weaponry = weaponry;
    design
}

const KILL: [u8; 5] = [12, 12, 12, 12, 4];

fn fire(battle: &mut Battle<'_>, faces: &[u8]) -> Vec<Side> {
    battle.cannon_fire(&mut dice(faces), &mut Script { fires: true, ..Script::default() }).expect("legal");
    let fired = battle.log.events().iter().filter_map(|event| match event {
        Event::Fire { ship, .. } => Some(ship.side),
        _ => None,
    });
    fired.collect()
}

mod skilldice_3_1 {
    use super::*;

    #[test]
    fn the_higher_weaponry_fires_first_and_its_damage_counts() {
        duel([killer(3), killer(4)], |battle| {
            assert_eq!(fire(battle, &KILL), [Side::B], "A is gone before it fires");
            assert_eq!(battle.ships[0].loss, Some(Loss::Exploded));
        });
    }

    #[test]
    fn equal_skill_fires_at_once() {
        duel([killer(3), killer(3)], |battle| {
            assert_eq!(fire(battle, &[KILL, KILL].concat()), [Side::A, Side::B]);
            assert!(battle.ships.iter().all(|ship| ship.loss == Some(Loss::Exploded)));
        });
        let options = Options { equal_skill: EqualSkill::InOrder, ..Options::default() };
        battle([&[killer(3)], &[killer(3)]], options, |battle| {
            put(battle, 1, [0, 8], 3);
            put(battle, 0, [0, 0], 0);
            assert_eq!(fire(battle, &KILL), [Side::A]);
        });
    }

    /// A gunner of skill 1 fires before a pilot of skill 10.
    #[test]
    fn gunners_fire_before_pilots() {
        let mut gunship = killer(1);
        gunship.crews = vec![crew(Role::Pilot, 0), crew(Role::Gunner, 1)];
        gunship.crews[1].weaponry = 1;
        duel([killer(10), gunship], |battle| {
            assert_eq!(fire(battle, &KILL), [Side::B]);
        });
    }

    /// A cannon on two lists fires once a turn, and a crew fires one cannon.
    #[test]
    fn a_cannon_fires_once_and_a_crew_once() {
        let mut shared = boat();
        shared.crews = vec![crew(Role::Pilot, 1), crew(Role::Gunner, 1)];
        duel([shared, boat()], |battle| {
            battle.ships[1].weapons = 0;
            assert_eq!(fire(battle, &[1, 1, 1]), [Side::A]);
        });
        let mut two = boat();
        two.weapons.push(two.weapons[0].clone());
        two.crews[0].weapons = 0b11;
        duel([two, boat()], |battle| {
            battle.ships[1].weapons = 0;
            assert_eq!(fire(battle, &[1, 1, 1]), [Side::A]);
        });
    }
}

mod skilldice_3_3 {
    use super::*;

    /// Total, damage and net damage of a shot at a boat so far away.
    fn shot(range: i16, change: fn(&mut Battle<'_>), faces: &[u8]) -> Option<(i8, u8, i16)> {
        let mut seen = None;
        duel([fighter(), boat()], |battle| {
            put(battle, 1, [0, 2 * range], 3);
            battle.ships[1].weapons = 0;
            change(battle);
            fire(battle, faces);
            seen = battle.log.events().iter().find_map(|event| match event {
                Event::Fire { total, damage, net, .. } => Some((*total, *damage, *net)),
                _ => None,
            });
        });
        seen
    }

    /// Range 4 is short: +1. 5 + 4 + 2 + 1 is 12, the Defensive Screen; Med H of 5 4 2 is 4, less ASV 2 is 2.
    #[test]
    fn shots_worked_out() {
        assert_eq!(shot(4, |_| {}, &[5, 4, 2]), Some((12, 4, 2)));
        assert_eq!(shot(8, |_| {}, &[5, 4, 2]), Some((11, 0, 0)), "medium range: a miss");
        // Long range −1: 8 + 3 + 4 − 1 is 14, two over; 4 and 2 less 2 are 4.
        assert_eq!(shot(12, |_| {}, &[8, 3, 4]), Some((14, 4, 4)));
        assert_eq!(shot(13, |_| {}, &[]), None, "out of range");
        assert_eq!(shot(8, |battle| battle.ships[0].stun = [1, 3], &[8, 4, 2]), Some((12, 4, 2)), "stun: −2, once");
        assert_eq!(shot(8, |battle| battle.ships[0].hud = true, &[8, 4, 2]), Some((12, 4, 2)), "HUD: −2");
        assert_eq!(
            shot(8, |battle| battle.ships[1].shorts.screen = [1, 0], &[5, 3, 2]),
            Some((10, 3, 1)),
            "a short: DS 10"
        );
    }
}

/// Torpedoes of B at A's ship, which arrive or do not.
fn tracked(battle: &mut Battle<'_>, arrived: &[bool]) {
    for (slot, arrived) in arrived.iter().enumerate() {
        let at = Position { hex: battle.ships[0].at.hex, ..Position::default() };
        battle.torpedoes.insert([1, slot], Torpedo { at, target: 0, from: 1, age: 1, arrived: *arrived });
    }
}

fn results(battle: &mut Battle<'_>, faces: &[u8], nixie: bool) {
    battle.results(&mut dice(faces), &mut Script { nixie, ..Script::default() }).expect("legal");
}

mod skilldice_5_1 {
    use super::*;

    /// Two torpedoes of 2D8, 1 and 1 and 1 and 4: 7 less an ASV of 2 once is 5: D.
    #[test]
    fn a_salvo_is_one_hit() {
        duel([boat(), fighter()], |battle| {
            tracked(battle, &[true, true, false]);
            results(battle, &[1, 1, 1, 4], false);
            assert!(
                battle
                    .log
                    .events()
                    .iter()
                    .any(|event| { matches!(event, Event::Salvo { torpedoes: 2, damage: 7, net: 5, .. }) })
            );
            assert_eq!((battle.ships[0].screen, battle.ships[0].asv), (11, 2));
            assert_eq!(battle.in_flight().count(), 1, "the third is under way");
        });
    }

    /// Eighteen torpedoes of two eights each: 288, less an ASV of 2 once.
    #[test]
    fn a_great_salvo_is_told_as_it_is() {
        duel([boat(), fighter()], |battle| {
            tracked(battle, &[true; 18]);
            results(battle, &[8; 36], false);
            let told = |event: &Event| matches!(event, Event::Salvo { torpedoes: 18, damage: 288, net: 286, .. });
            assert_eq!(count(battle, told), 1);
        });
    }
}

mod skilldice_5_2 {
    use super::*;

    /// 1D4 for each torpedo that tracks the ship, fooled by 1 and 2; one nixie a turn for all of them.
    #[test]
    fn a_nixie_is_for_all_torpedoes() {
        let ship = Design { nixies: 2, ..boat() };
        duel([ship, fighter()], |battle| {
            tracked(battle, &[true, false, true]);
            // Those that arrived are asked first: 2 and 3, then 1. The salvo of one: 1 + 1 less 2.
            results(battle, &[2, 3, 1, 1, 1], true);
            assert_eq!(count(battle, |event| matches!(event, Event::Spent { why: Spent::Fooled, .. })), 2);
            assert_eq!(battle.ships[0].nixies, 1);
        });
    }
}

mod skilldice_5_3 {
    use super::*;

    fn ship() -> Design {
        let mut ship = Design { countermeasures: 1, ..boat() };
        ship.crews[0].electronics = 7;
        ship
    }

    /// A D8: 4 or more removes one torpedo.
    #[test]
    fn electronic_warfare_removes_a_torpedo() {
        duel([ship(), fighter()], |battle| {
            tracked(battle, &[true, true]);
            results(battle, &[4, 1, 1], false);
            assert_eq!(count(battle, |event| matches!(event, Event::Spent { why: Spent::Countered, .. })), 1);
        });
        // Critical 14, and stun: 4 more are needed.
        duel([ship(), fighter()], |battle| {
            battle.ships[0].ew = true;
            battle.ships[0].stun = [1, 0];
            tracked(battle, &[true]);
            results(battle, &[7, 1, 1], false);
            assert_eq!(count(battle, |event| matches!(event, Event::Spent { .. })), 0);
        });
    }

    /// The other reading: in the upkeep, after those that arrived have hit.
    #[test]
    fn countermeasures_of_the_upkeep_come_too_late_for_those_that_arrived() {
        let options = Options { countermeasures: Countering::Upkeep, ..Options::default() };
        battle([&[ship()], &[fighter()]], options, |battle| {
            tracked(battle, &[true, false]);
            results(battle, &[1, 1], false);
            battle.upkeep(&mut dice(&[8]), &mut Script::default()).expect("legal");
            assert_eq!(battle.in_flight().count(), 0);
        });
    }
}

mod skilldice_5_4 {
    use super::*;

    /// One attempt more, without a countermeasure too.
    #[test]
    fn jamming_is_an_attempt_more() {
        let options = || Options { jam: true, ..Options::default() };
        battle([&[boat()], &[fighter()]], options(), |battle| {
            tracked(battle, &[true]);
            results(battle, &[4], false);
            assert_eq!(battle.in_flight().count(), 0);
        });
        let ship = Design { countermeasures: 1, ..boat() };
        battle([&[ship], &[fighter()]], options(), |battle| {
            tracked(battle, &[true, true]);
            results(battle, &[4, 4], false);
            assert_eq!(battle.in_flight().count(), 0);
        });
        battle([&[boat()], &[fighter()]], Options::default(), |battle| {
            tracked(battle, &[true]);
            results(battle, &[1, 1], false);
        });
    }
}

/// Launched in one turn, a torpedo flies in the next five; and it vanishes with its target.
mod skilldice_2_6 {
    use super::*;

    #[test]
    fn fuel_lasts_five_turns() {
        duel([boat(), fighter()], |battle| {
            put(battle, 0, [0, 400], 0);
            tracked(battle, &[false]);
            let [(which, torpedo)] = battle.in_flight().collect::<Vec<_>>()[..] else { panic!("one torpedo") };
            battle.torpedoes.insert(which, Torpedo { at: Position::default(), age: 0, ..torpedo });
            for turn in 1..=5 {
                assert_eq!(battle.in_flight().count(), 1, "turn {turn}");
                battle.quiet = 5;
                battle.fly();
                assert_eq!(battle.quiet, 0, "a turn in which a torpedo flies is not quiet");
            }
            assert_eq!(count(battle, |event| matches!(event, Event::Spent { why: Spent::Burnt, .. })), 1);
        });
    }

    #[test]
    fn a_torpedo_without_a_target_is_gone() {
        duel([boat(), fighter()], |battle| {
            tracked(battle, &[false, false]);
            battle.lose(0, Loss::Exploded);
            assert_eq!(battle.in_flight().count(), 0);
        });
    }
}

mod skilldice_5_8 {
    use super::*;

    /// One a tube, at any enemy, in the launcher's hex and facing; it flies in the next turn.
    #[test]
    fn tubes_launch_once() {
        let ship = Design { tubes: 2, torpedoes: 3, ..boat() };
        duel([ship, fighter()], |battle| {
            battle.launches(&mut Script { launches: [0, 0, 0].into(), ..Script::default() }).expect("legal");
            assert_eq!((battle.in_flight().count(), battle.ships[0].torpedoes), (2, 1));
            assert!(battle.in_flight().all(|(_, torpedo)| torpedo.at == battle.ships[0].at && torpedo.age == 0));
        });
        let ship = Design { tubes: 2, torpedoes: 3, ..boat() };
        duel([ship, fighter()], |battle| {
            battle.ships[0].weapons_until = 1;
            battle.launches(&mut Script { launches: [0].into(), ..Script::default() }).expect("legal");
            assert_eq!(battle.in_flight().count(), 0, "critical 9: weapons are down");
        });
    }
}
