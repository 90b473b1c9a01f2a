//! The sequence of play, and the end of a battle.

use lanchester_core::{Outcome, Side, Verdict};
use lanchester_lanes::dice::{BattleKey, KeyedDice};

use super::staging::{Stage, a, b, held, lay_out, put, stage, table};
use crate::Talon;
use crate::event::{Event, Grade, Loss, ShipId};
use crate::formulas::grade;
use crate::options::Station;
use crate::reference::random::RandomLegal;
use crate::reference::{Battle, play};

/// Two transports a side, which cannot hurt the others.
fn unarmed() -> Stage<Talon> {
    let mut stage = stage(&["terran-transport"; 2], &["talon-transport"; 2]);
    (stage.options.turn_cap, stage.options.stack_damage) = (2, 0);
    stage
}

fn played(stage: &Stage<Talon>) -> Vec<Event> {
    let mut dice = KeyedDice::new(BattleKey::new(1, 2, 3));
    play(&stage.setup(), 0, &mut dice, &mut RandomLegal::new(5)).expect("legal")
}

mod talon_p_1 {
    use super::*;

    #[test]
    fn six_impulses_each_first_the_player_with_the_initiative() {
        let events = played(&unarmed());
        let (mut first, mut second_acted) = (Side::A, false);
        for event in &events {
            let actor = match event {
                Event::Impulse { first: has, .. } => {
                    (first, second_acted) = (*has, false);
                    continue;
                }
                Event::Spend { ship, .. } | Event::Move { ship, .. } => ship.side,
                _ => continue,
            };
            assert!(!(second_acted && actor == first), "{event:?}");
            second_acted |= actor != first;
        }
        let letters = held!(events, Event::Impulse { impulse, .. } => *impulse);
        assert_eq!(letters, [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5]);
    }
}

mod talon_p_16 {
    use super::*;

    /// The Talon have the initiative, and both have a hex for each ship.
    #[test]
    fn the_player_with_the_initiative_places_first_and_never_two_in_a_hex() {
        let events = played(&unarmed());
        assert_eq!(held!(events[..4], Event::Place { ship, .. } => *ship), [b(0), b(1), a(0), a(1)]);
        lay_out!(mut battle, unarmed());
        let at = |column, row, facing| Station { column, row, facing };
        battle.vessel_mut(a(0)).at = battle.setup.options.position(0, at(5, 2, 0));
        assert_eq!(battle.may_place(a(1), at(5, 2, 3)), Err("another ship starts there".into()));
        assert_eq!(battle.may_place(a(1), at(5, 1, 3)), Ok(()));
        for outside in [at(0, 1, 0), at(25, 1, 0), at(1, 3, 0), at(1, 1, 6)] {
            assert!(battle.may_place(a(1), outside).is_err());
        }
    }

    #[test]
    fn by_option_ships_start_behind_a_turn() {
        for (turned, pending) in [(false, 0), (true, 2)] {
            let mut stage = stage(&["terran-ca"], &["talon-ca"]);
            stage.options.start_turned = turned;
            let setup = stage.setup();
            assert_eq!(table(&setup).vessel(a(0)).pending, pending);
        }
    }
}

mod talon_9_4 {
    use super::*;

    #[test]
    fn a_power_phase_and_then_the_next_round() {
        let events = played(&unarmed());
        let place = |test: fn(&Event) -> bool| events.iter().position(test).expect("an event");
        let powers = events.iter().filter(|event| matches!(event, Event::Power { .. })).count();
        assert_eq!(powers, 4, "one for each of four ships, after the first round alone");
        let power = place(|event| matches!(event, Event::Power { .. }));
        assert!(place(|event| matches!(event, Event::Impulse { round: 1, impulse: 5, .. })) < power);
        assert!(power < place(|event| matches!(event, Event::Impulse { round: 2, impulse: 0, .. })));
    }
}

/// The end of a battle in which these ships were lost.
fn end(battle: &mut Battle<'_>, lost: &[(ShipId, Loss)], stopped: bool) -> Option<(Outcome, Option<Grade>)> {
    for (ship, loss) in lost {
        battle.lose(*ship, *loss);
    }
    if !battle.is_over(stopped) {
        return None;
    }
    match battle.events().last() {
        Some(Event::Over { outcome, grade }) => Some((*outcome, *grade)),
        other => panic!("{other:?}"),
    }
}

mod talon_p_17 {
    use super::*;

    /// By how much the winner's score is greater: under 50 %, to 199 %, from 200 % on.
    #[test]
    fn degrees_of_victory() {
        let scores = [(149, 100), (150, 100), (299, 100), (300, 100), (50, 0), (0, 0)];
        assert_eq!(scores.map(|(winner, loser)| grade(winner, loser)), {
            use Grade::{Devastating, Great, Minor};
            [Minor, Great, Great, Devastating, Devastating, Minor]
        });
    }

    #[test]
    fn the_last_side_with_a_ship_wins() {
        let stage = stage(&["terran-ca", "terran-dd"], &["talon-ca"]);
        let setup = stage.setup();
        assert_eq!(end(&mut table(&setup), &[(a(0), Loss::Destroyed)], false), None);
        let (outcome, grade) =
            end(&mut table(&setup), &[(a(1), Loss::Destroyed), (b(0), Loss::CoreBreach)], false).expect("over");
        assert_eq!((outcome.verdict, outcome.left, outcome.capped), (Verdict::Win(Side::A), [677, 0], false));
        // 115 points for A and 55 for B: more than twice, less than three times.
        assert_eq!((grade, outcome.major, outcome.initiative), (Some(Grade::Great), true, Some(Side::B)));
        let all = [(a(0), Loss::Destroyed), (a(1), Loss::Destroyed), (b(0), Loss::Destroyed)];
        assert_eq!(end(&mut table(&setup), &all, false).map(|(outcome, _)| outcome.verdict), Some(Verdict::Draw));
        // Who retreats scores nothing for the enemy.
        let (_, grade) = end(&mut table(&setup), &[(b(0), Loss::Retreated)], false).expect("over");
        assert_eq!(grade, Some(Grade::Minor));
    }

    #[test]
    fn at_the_turn_limit_the_larger_share_wins() {
        let stage = stage(&["terran-ca", "terran-dd"], &["talon-ca"]);
        let setup = stage.setup();
        let (outcome, _) = end(&mut table(&setup), &[(a(1), Loss::Destroyed)], true).expect("over");
        assert_eq!((outcome.verdict, outcome.left, outcome.capped), (Verdict::Win(Side::B), [677, 1000], true));
        let (outcome, grade) = end(&mut table(&setup), &[], true).expect("over");
        assert_eq!((outcome.verdict, grade), (Verdict::Draw, None));
    }

    /// One point of a thousand and one is lost: less than a per mille, and yet the enemy has the larger share.
    #[test]
    fn shares_are_compared_as_they_are() {
        let mut stage = stage(&["terran-ca", "terran-dd"], &["talon-ca"]);
        (stage.fleets[0][0].points, stage.fleets[0][1].points) = (1000, 1);
        let setup = stage.setup();
        let (outcome, _) = end(&mut table(&setup), &[(a(1), Loss::Destroyed)], true).expect("over");
        assert_eq!(outcome.verdict, Verdict::Win(Side::B));
    }
}

mod talon_7_5_2 {
    use super::*;

    #[test]
    fn nobody_must_retreat_but_by_option_who_strays_for_a_round_has() {
        for (option, expected) in [(None, None), (Some(12), Some(Loss::Retreated))] {
            let mut stage = stage(&["terran-ca", "terran-dd"], &["talon-ca"]);
            stage.options.stray_at = option;
            lay_out!(mut battle, stage);
            put(&mut battle, a(1), (0, 78), "N");
            for impulse in 0..6 {
                assert_eq!(battle.vessel(a(0)).lost, None);
                battle.impulse = impulse;
                battle.stray();
            }
            assert_eq!(battle.vessel(a(0)).lost, expected);
            assert!(battle.vessel(a(1)).alive() && battle.vessel(b(0)).alive(), "eleven hexes apart");
        }
    }
}
