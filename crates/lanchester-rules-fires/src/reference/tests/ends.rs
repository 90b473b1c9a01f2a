//! The end of an engagement: damage control, victory points, and records.

use std::sync::Arc;

use lanchester_conformance::staging::{Stage, garbled_records_are_refused, records_replay};
use lanchester_core::{Outcome, Side, Verdict};
use lanchester_scenario::Library;

use super::*;
use crate::event::ShipId;
use crate::formulas::damage::Condition;
use crate::options::Repair;

/// How a battle between a cruiser and this one ends in this turn, so many hexes apart.
fn ended(
    options: &Options,
    other: &Design,
    [turn, hexes]: [u16; 2],
    faces: &[u8],
    change: fn(&mut Battle<'_>),
) -> Option<Outcome> {
    with([&[cruiser()], std::slice::from_ref(other)], options, |battle| {
        apart(battle, hexes as i16);
        battle.turn = turn;
        change(battle);
        finish(battle, faces)
    })
}

/// The result, if the engagement is over.
fn finish(battle: &mut Battle<'_>, faces: &[u8]) -> Option<Outcome> {
    let end = battle.end()?;
    battle.last_control(&mut dice(faces), &mut Orders::default()).expect("legal");
    Some(battle.outcome(end))
}

mod fires_15_a {
    use super::*;

    #[test]
    fn three_ways_to_end() {
        let standard = Options::default();
        let end = |options: &Options, turn, hexes| ended(options, &cruiser(), [turn, hexes], &[], |_| ());
        assert_eq!(end(&standard, 9, 100), None);
        assert_eq!(end(&standard, 10, 24), None);
        assert_eq!(end(&standard, 10, 25).map(|outcome| (outcome.capped, outcome.turns)), Some((false, 10)));
        assert_eq!(end(&standard, 20, 3).map(|outcome| outcome.capped), Some(false));
        assert_eq!(end(&Options { ends_apart: false, ..standard.clone() }, 10, 25), None);
        assert_eq!(end(&Options { turn_cap: 4, ..standard.clone() }, 4, 3).map(|outcome| outcome.capped), Some(true));
        let destroyed = ended(&standard, &cruiser(), [1, 3], &[], |battle| battle.ships[1].destroyed = true);
        let destroyed = destroyed.expect("an end");
        assert_eq!((destroyed.verdict, destroyed.left, destroyed.capped), (Verdict::Win(Side::A), [1000, 0], false));
        // A disabled ship is still there.
        assert_eq!(ended(&standard, &cruiser(), [1, 3], &[], |battle| battle.ships[1].disabled = true), None);
    }
}

mod fires_17_b {
    use super::*;

    #[test]
    fn every_result_is_rolled_for_once_at_the_end() {
        let change = |battle: &mut Battle<'_>| battle.ships[1].results = [2, 1];
        // Degraded 6 or less, damaged 3 or less. 4 stays: damaged, 25 % of 300.
        let outcome = ended(&Options::default(), &cruiser(), [20, 3], &[6, 7, 4], change).expect("an end");
        assert_eq!((outcome.verdict, outcome.left), (Verdict::Win(Side::A), [1000, 750]));
        // 3 is removed, a degraded one is left: 10 % of 300 is no lead of 50.
        let outcome = ended(&Options::default(), &cruiser(), [20, 3], &[6, 7, 3], change).expect("an end");
        assert_eq!((outcome.verdict, outcome.left), (Verdict::Draw, [1000, 900]));
        // A civilian ship's dice count double: 3 and 1.
        let civilian = Design { military: false, ..cruiser() };
        let outcome = ended(&Options::default(), &civilian, [20, 3], &[3, 3, 2], change).expect("an end");
        assert_eq!(outcome.left, [1000, 750]);
        // A disabled ship does not roll.
        let disabled = |battle: &mut Battle<'_>| (battle.ships[1].results, battle.ships[1].disabled) = ([2, 1], true);
        assert_eq!(ended(&Options::default(), &cruiser(), [20, 3], &[], disabled).expect("an end").left, [1000, 500]);
    }

    #[test]
    fn or_in_every_turn() {
        let options = Options { damage_control: Repair::EveryTurn, ..Options::default() };
        with([&[cruiser()], &[cruiser()]], &options, |battle| {
            battle.ships[1].results = [1, 1];
            battle.damage_control(&mut dice(&[7, 3]), &mut Orders::default()).expect("legal");
            let expected = Event::Control {
                ship: ShipId { side: Side::B, slot: 0 },
                removed: [0, 1],
                condition: Condition::Degraded,
            };
            assert_eq!((last(battle), battle.ships[1].permanent), (expected, [1, 0]));
            // What is permanent is not rolled for again, in no turn and not at the end.
            battle.damage_control(&mut dice(&[]), &mut Orders::default()).expect("legal");
            battle.turn = 20;
            assert_eq!(finish(battle, &[]).expect("an end").left, [1000, 900]);
        });
    }
}

mod fires_23_h {
    use super::*;

    #[test]
    fn the_best_award_for_each_ship_and_all_missiles() {
        let fleet = [cruiser(), cruiser(), cruiser(), cruiser(), escort()];
        with([&[escort()], &fleet], &Options::default(), |battle| {
            battle.ships[1].permanent = [1, 0];
            battle.ships[2].permanent = [1, 2];
            battle.ships[3].disabled = true;
            battle.ships[4].destroyed = true;
            launch(battle, 6, 0).expect("legal");
            // 30 + 75 + 150 + 300; six missiles of 2.
            assert_eq!([Side::A, Side::B].map(|side| battle.victory_points(side)), [55_500, 1_200]);
        });
    }

    #[test]
    fn a_lead_of_fifty_wins() {
        let damaged = |battle: &mut Battle<'_>| battle.ships[1].permanent = [0, 1];
        let win = |cost| {
            let other = Design { cost, ..cruiser() };
            ended(&Options::default(), &other, [20, 3], &[], damaged).expect("an end").verdict
        };
        assert_eq!((win(200), win(199)), (Verdict::Win(Side::A), Verdict::Draw));
    }
}

mod fires_14_b {
    use lanchester_core::{Force, Matchup};
    use lanchester_scenario::GameFiles;

    use super::*;
    use crate::files::codes;

    fn objections(stations: [Option<Vec<Station>>; 2], ship: &Design) -> Vec<&'static str> {
        let policy = Library::<Fires>::shipped().policy("hold").expect("a shipped policy");
        let forces = stations.map(|stations| Force {
            name: "fleet".to_owned(),
            ships: (0..stations.as_ref().map_or(1, Vec::len)).map(|_| Arc::new(ship.clone())).collect(),
            stations,
            commander: policy.clone().into(),
        });
        let matchup = Matchup { name: "test".to_owned(), forces, options: Options::default() };
        Fires::check(&matchup).into_iter().map(|objection| objection.code).collect()
    }

    #[test]
    fn units_too_fast_for_all_others_are_refused() {
        let fixed = |area, ahead| Some(vec![station(area, ahead)]);
        assert_eq!(objections([fixed(1, 10), fixed(4, 10)], &escort()), [""; 0]);
        assert_eq!(objections([fixed(1, 11), fixed(4, 10)], &escort()), [codes::TOO_FAST, codes::TOO_FAST]);
        // Slow enough for one of them.
        let two = Some(vec![station(4, 10), station(3, 5)]);
        assert_eq!(objections([fixed(1, 11), two], &escort()), [codes::TOO_FAST]);
        assert_eq!(objections([fixed(1, 12), None], &escort()), [""; 0]);
    }

    #[test]
    fn areas_are_of_one_side_and_units_stay_together() {
        let fixed = |area| Some(vec![station(area, 3)]);
        assert_eq!(objections([fixed(2), fixed(2)], &escort()), [codes::SHARED_AREA]);
        let all = Some((1..=6).map(|area| station(area, 3)).collect());
        assert_eq!(objections([all, None], &escort()), [codes::SHARED_AREA]);
        let formed = Design { formation: Some(1), ..escort() };
        let two = Some(vec![station(1, 3), station(1, 4)]);
        assert_eq!(objections([two, fixed(3)], &formed), [codes::ONE_UNIT]);
    }
}

mod records {
    use lanchester_battle::ShipId;
    use lanchester_core::{Force, Matchup, Rules};
    use lanchester_lanes::Level;

    use super::*;

    fn stage(battle: u64) -> Stage<Fires> {
        let ids = ["mistral", "oryx", "zephyr", "ibex"];
        let pick = |n: u64| ids[(battle + n) as usize % ids.len()];
        Stage::shipped([&[pick(0), pick(1)], &[pick(2), pick(3)]])
    }

    fn recorded(stage: &Stage<Fires>, battle: u64) -> Vec<Event> {
        let library = Library::<Fires>::shipped();
        let policy = library.policy("default").expect("a shipped policy");
        let forces = stage.fleets.clone().map(|ships| Force {
            name: "fleet".to_owned(),
            ships: ships.into_iter().map(Arc::new).collect(),
            stations: None,
            commander: policy.clone().into(),
        });
        let matchup = Matchup { name: "test".to_owned(), forces, options: stage.options.clone() };
        Fires::record(&Fires::prepare(&matchup), Level::best(), 7, 8, battle..battle + 1).remove(0)
    }

    #[test]
    fn of_battles_replay() {
        records_replay(40, (stage, recorded));
    }

    /// Launches, courses, shots and fire of point defence that may be missing: somebody chose not to.
    #[test]
    fn that_are_garbled_are_refused() {
        let may_lack = |event: &Event| {
            matches!(event, Event::Launch { .. } | Event::Course { .. } | Event::Fire { .. } | Event::Defend { .. })
        };
        garbled_records_are_refused((stage, recorded), may_lack);
        assert_eq!(ShipId { side: Side::A, slot: 0 }, lanchester_conformance::staging::a(0));
    }
}
