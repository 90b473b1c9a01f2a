//! The upkeep, and the ends of a battle.

use lanchester_core::{Side, Verdict};

use super::{Script, battle, boat, count, crew, dice, duel, fighter, put};
use crate::design::{Design, Role};
use crate::event::{Event, Loss, System};
use crate::options::Options;
use crate::reference::Battle;

fn upkeep(battle: &mut Battle<'_>, faces: &[u8]) {
    battle.upkeep(&mut dice(faces), &mut Script::default()).expect("legal");
}

mod skilldice_4_6 {
    use super::*;

    /// From the next turn's upkeep on: X (a damaged HUD), then `>`; at structure 0 it explodes.
    #[test]
    fn a_cascade_eats_the_structure() {
        duel([Design { structure: 1, ..boat() }, fighter()], |battle| {
            // 22 at structure 1: Cascade.
            battle.hit(0, [2, 22], &mut dice(&[]), &mut Script::default()).expect("legal");
            upkeep(battle, &[]);
            assert_eq!(battle.ships[0].structure, 1, "not yet");
            battle.turn = 2;
            upkeep(battle, &[6, 7]);
            assert_eq!((battle.ships[0].structure, battle.ships[0].in_play()), (0, true));
            battle.turn = 3;
            upkeep(battle, &[6, 7]);
            assert_eq!(battle.ships[0].loss, Some(Loss::Exploded));
        });
    }

    /// X is a malfunction: 5 5 8 has no middle die and reads 10, X>W. Its `>` waits for the next upkeep; that of the cascade does not.
    #[test]
    fn a_structure_hit_of_an_upkeep_waits_for_the_next() {
        duel([boat(), fighter()], |battle| {
            (battle.ships[0].cascade_from, battle.turn) = (1, 2);
            upkeep(battle, &[1, 2, 5, 5, 8, 6, 7]);
            assert_eq!((battle.ships[0].structure, battle.ships[0].marks, battle.ships[0].weapons), (1, 1, 0));
            battle.turn = 3;
            // The mark comes first, and the cascade finds no structure.
            upkeep(battle, &[6, 7]);
            assert_eq!(battle.ships[0].loss, Some(Loss::Exploded));
        });
    }

    /// X is a creaking hull (18), which creaks in the same upkeep: 2 3 4 reads 2, less an ASV of 2.
    #[test]
    fn a_hull_creaks_in_the_upkeep_of_its_critical_hit() {
        duel([boat(), fighter()], |battle| {
            (battle.ships[0].cascade_from, battle.turn) = (1, 2);
            upkeep(battle, &[9, 9, 2, 3, 4]);
            assert_eq!(count(battle, |event| matches!(event, Event::Creak { damage: 2, net: 0, .. })), 1);
        });
    }

    /// 17 at structure 0: it acts until the upkeep of the next turn, and its pieces hurt nobody.
    #[test]
    fn boom_next_turn() {
        duel([fighter(), fighter()], |battle| {
            put(battle, 1, [0, 2], 3);
            battle.hit(0, [2, 17], &mut dice(&[]), &mut Script::default()).expect("legal");
            upkeep(battle, &[]);
            assert!(battle.ships[0].in_play());
            battle.turn = 2;
            upkeep(battle, &[]);
            assert_eq!(battle.ships[0].loss, Some(Loss::Exploded));
            assert!(battle.ships[1].in_play());
        });
    }

    #[test]
    fn boom() {
        duel([fighter(), fighter()], |battle| {
            battle.hit(0, [2, 20], &mut dice(&[]), &mut Script::default()).expect("legal");
            assert_eq!(battle.ships[0].loss, Some(Loss::Exploded));
        });
    }
}

mod skilldice_5_5 {
    use super::*;

    /// One roll a ship: 4 or more clears one counter.
    #[test]
    fn engineers_clear_one_counter() {
        let mut ship = boat();
        ship.crews[0].engineering = 5;
        for (face, left) in [(4, 1), (3, 2)] {
            duel([ship.clone(), fighter()], |battle| {
                battle.ships[0].shorts.screen = [0, 2];
                upkeep(battle, &[face]);
                assert_eq!(battle.ships[0].shorts.screen[1], left, "a {face}");
            });
        }
        // Stunned engineers need a 6, and a turn of stun is what they may clear.
        for (face, left) in [(6, 0), (5, 1)] {
            duel([ship.clone(), fighter()], |battle| {
                battle.ships[0].stun = [0, 1];
                upkeep(battle, &[face]);
                assert_eq!(battle.ships[0].stun[0], left, "a {face}");
            });
        }
        duel([ship, fighter()], |battle| upkeep(battle, &[]));
    }
}

mod skilldice_5_6 {
    use super::*;

    /// 3D4 Low each turn, less ASV: 3 4 3 reads 6, less 2 is 4: EA. A damage of 6 less 2.
    #[test]
    fn a_creaking_hull_is_damaged_each_turn() {
        duel([boat(), fighter()], |battle| {
            battle.ships[0].creaks = true;
            upkeep(battle, &[3, 4, 3]);
            assert_eq!((battle.ships[0].esv, battle.ships[0].asv), (2, 1));
            // 1 2 3 reads 1, less an ASV of 1: nothing.
            upkeep(battle, &[1, 2, 3]);
            assert_eq!((battle.ships[0].esv, battle.ships[0].asv), (2, 1));
        });
    }

    /// The page: one crew dies in two turns.
    #[test]
    fn a_crew_without_life_support_dies_two_turns_later() {
        let two = Design { crews: vec![crew(Role::Pilot, 1), crew(Role::Gunner, 1)], ..boat() };
        duel([two, fighter()], |battle| {
            battle.ships[0].doomed[1] = 3;
            for turn in 1..=3 {
                assert_eq!(battle.ships[0].crews, 0b11);
                battle.turn = turn;
                upkeep(battle, &[]);
            }
            assert_eq!(battle.ships[0].crews, 0b01);
        });
    }
}

mod skilldice_5_7 {
    use super::*;

    /// A stun of this turn lasts all of the next: the upkeep takes off only what was carried into the turn.
    #[test]
    fn stun_lasts_to_the_upkeep_of_the_next_turn() {
        duel([boat(), fighter()], |battle| {
            battle.ships[0].stun = [0, 2];
            assert_eq!(battle.ships[0].hindered(), 2);
            // Engineers fail with a 1 each time.
            upkeep(battle, &[1]);
            assert_eq!((battle.ships[0].stun, battle.ships[0].hindered()), ([2, 0], 2));
            upkeep(battle, &[1]);
            assert_eq!((battle.ships[0].stun, battle.ships[0].hindered()), ([1, 0], 2));
            upkeep(battle, &[1]);
            assert_eq!(battle.ships[0].hindered(), 0);
        });
    }
}

mod skilldice_6_1 {
    use super::*;

    #[test]
    fn a_side_without_ships_or_arms_loses() {
        duel([fighter(), fighter()], |battle| {
            assert_eq!(battle.outcome(), None);
            battle.ships[0].weapons = 0;
            assert_eq!(battle.outcome().map(|outcome| outcome.verdict), Some(Verdict::Win(Side::B)), "disarmed");
            battle.ships[1].weapons = 0;
            assert_eq!(battle.outcome().map(|outcome| outcome.verdict), Some(Verdict::Draw), "both: by points");
        });
        duel([fighter(), fighter()], |battle| {
            battle.ships[1].loss = Some(Loss::Exploded);
            assert_eq!(
                battle.outcome().map(|outcome| (outcome.verdict, outcome.left)),
                Some((Verdict::Win(Side::A), [1000, 0]))
            );
        });
        let options = Options { disarmed_loses: false, ..Options::default() };
        battle([&[fighter()], &[fighter()]], options, |battle| {
            battle.ships[0].weapons = 0;
            assert_eq!(battle.outcome(), None);
        });
        // A cannon without a crew is none.
        let two = Design { crews: vec![crew(Role::Pilot, 0), crew(Role::Gunner, 1)], ..fighter() };
        duel([two, fighter()], |battle| {
            battle.ships[0].crews = 0b01;
            assert_eq!(battle.outcome().map(|outcome| outcome.verdict), Some(Verdict::Win(Side::B)));
        });
    }

    #[test]
    fn turns_and_quiet_turns_end_it_by_points() {
        let small = Design { points: 5, ..fighter() };
        let fleets: [&[Design]; 2] = [&[fighter(), small.clone()], &[fighter(), small]];
        battle(fleets, Options::default(), |battle| {
            battle.ships[3].loss = Some(Loss::Destroyed);
            (battle.turn, battle.quiet) = (29, 5);
            assert_eq!(battle.outcome(), None);
            battle.quiet = 6;
            // 10 of 15 points are left, rounded up.
            let ends = battle.outcome().expect("an end");
            assert_eq!((ends.verdict, ends.left, ends.capped), (Verdict::Win(Side::A), [1000, 667], false));
            (battle.turn, battle.quiet) = (30, 0);
            assert!(battle.outcome().is_some_and(|ends| ends.capped));
        });
    }
}

mod skilldice_6_2 {
    use super::*;

    /// 51 of 75 are 68 per cent, 70 of 103 are 67.96: both are 680 per mille.
    #[test]
    fn shares_are_compared_before_they_are_rounded() {
        let of = |points| Design { points, ..fighter() };
        let [a, b] = [[of(51), of(24)], [of(70), of(33)]];
        battle([&a, &b], Options::default(), |battle| {
            (battle.ships[1].loss, battle.ships[3].loss) = (Some(Loss::Destroyed), Some(Loss::Destroyed));
            battle.turn = 30;
            let ends = battle.outcome().expect("an end");
            assert_eq!((ends.verdict, ends.left), (Verdict::Win(Side::A), [680, 680]));
        });
    }

    /// More than 36 hexes from all enemies.
    #[test]
    fn a_ship_far_away_has_left_and_scores_half() {
        battle([&[fighter(), fighter()], &[fighter()]], Options::default(), |battle| {
            put(battle, 0, [0, 0], 0);
            put(battle, 1, [0, 2], 0);
            put(battle, 2, [0, 74], 3);
            assert_eq!(battle.outcome(), None, "37 hexes from one, 36 from the other");
            assert_eq!(count(battle, |event| matches!(event, Event::Lost { loss: Loss::Left, .. })), 1);
            battle.ships[2].loss = Some(Loss::Exploded);
            assert_eq!(battle.outcome().map(|ends| ends.left), Some([750, 0]));
        });
    }
}

/// Shorts that engineers may clear: all of them, once each kind, but not of what is destroyed.
#[test]
fn counters_of_a_ship() {
    duel([boat(), fighter()], |battle| {
        let ship = &mut battle.ships[0];
        (ship.shorts.thrust, ship.shorts.weapons, ship.stun) = ([1, 0], [0, 1], [1, 0]);
        assert_eq!(ship.counters(), [System::Stun, System::Thrust, System::Weapon(0)]);
        (ship.thrust, ship.weapons) = (0, 0);
        assert_eq!(ship.counters(), [System::Stun]);
    });
}
