//! The scalar programs that the lanes' speed is compared with play the same battles: event for event, so the ratio of their
//! speeds is one of speed alone.

use std::sync::Arc;

use crate::scalar::Benched;
use crate::{Case, DUELS, FLEETS, STARMADA_X, TALON, checksum, matchup, play};
use lanchester_core::Matchup;
use lanchester_dice::{BattleKey, DiceSource, KeyedDice};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::policy::{Anticipate, MoveWeights};
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_talon::Talon;
use lanchester_scenario::{Kind, Library};

/// Plays `battles` battles both ways and compares every event. How many programs there are.
fn same<G: Benched>(matchup: &Matchup<G>, battles: u64) -> usize {
    let tables = G::prepare(matchup);
    let record = G::record(&tables, Level::best(), 1, 0, 0..battles);
    let programs = G::programs(matchup, &tables);
    for program in &programs {
        for (battle, lanes) in (0..).zip(&record) {
            let events = program.battle(1, battle);
            if let Some(at) = (0..events.len().max(lanes.len())).find(|at| events.get(*at) != lanes.get(*at)) {
                let (got, wanted) = (events.get(at), lanes.get(at));
                let (what, which) = (&matchup.name, program.name);
                panic!("{what}, {which}, battle {battle}, event {at}: {got:?}, lanes {wanted:?}");
            }
        }
        let events = record.iter().map(Vec::len).sum::<usize>();
        assert!(events > 10 * battles as usize, "{}: {events} events", matchup.name);
    }
    programs.len()
}

/// The policies of the cases that have scalar programs.
fn played<G: Benched>(cases: &[Case]) -> Vec<&'static str> {
    let known = cases.iter().filter(|case| {
        let matchup = case.matchup::<G>();
        let battles = if matchup.forces.iter().all(|f| f.ships.len() == 1) { 400 } else { 40 };
        same(&matchup, battles) > 0
    });
    known.map(|case| case.policy).collect()
}

#[test]
fn the_scalar_programs_play_every_case_as_the_lanes_do() {
    let nova = [played::<Nova>(&DUELS), played::<Nova>(&FLEETS)].concat();
    // `foresight` looks at what the enemy will answer: it has no scalar figure.
    assert_eq!(nova.iter().filter(|policy| **policy == "greedy").count(), 5);
    assert!(nova.contains(&"charge") && nova.contains(&"hold") && !nova.contains(&"foresight"));
    let starmada_x = ["greedy", "charge", "foresight", "hold", "greedy", "greedy", "greedy"];
    assert_eq!(played::<StarmadaX>(&STARMADA_X), starmada_x);
    assert_eq!(played::<Talon>(&TALON), ["greedy", "default", "default", "default"]);
}

/// Every shipped ship against the next, under the two policies that ratios are quoted of: slow and fast ones, such as lose
/// their thrust and run off the board, and those that end on each other.
#[test]
fn every_shipped_ship_is_commanded_alike() {
    let library = Library::<Nova>::shipped();
    let ids: Vec<String> = library.ids(Kind::Ship).map(str::to_owned).collect();
    assert!(ids.len() > 10, "{ids:?}");
    for (n, id) in ids.iter().enumerate() {
        for policy in ["greedy", "charge"] {
            assert_eq!(same::<Nova>(&matchup(id, &ids[(n + 1) % ids.len()], policy), 24), 2);
        }
    }
}

/// The policies of Starmada X that no case has, in duels, lines and carrier fleets.
#[test]
fn every_policy_of_starmada_x_is_played_alike() {
    for policy in ["broadside", "counter", "default", "random", "standoff"] {
        assert_eq!(same::<StarmadaX>(&matchup("mouse", "monkey", policy), 100), 1);
        assert_eq!(same::<StarmadaX>(&matchup("league-line", "pact-line", policy), 8), 1);
        assert_eq!(same::<StarmadaX>(&matchup("league-carriers", "pact-carriers", policy), 8), 1);
    }
}

/// Captains of any weights, whom the lanes let leave out hexes without hope in every second matchup: what they leave out
/// would not have been chosen, not even by being first of equals.
#[test]
fn captains_of_any_weights_choose_alike() {
    let sides = ["majestic", "meridian-small", "basalt", "vesper-small", "karst-medium", "midge"];
    for seed in 0..60 {
        let mut dice = KeyedDice::new(BattleKey::new(seed, 0, 0));
        dice.open(0, 0);
        let mut matchup: Matchup<Nova> =
            matchup(sides[seed as usize % sides.len()], sides[(seed as usize / 6 + 1) % sides.len()], "greedy");
        for force in &mut matchup.forces {
            let faces: Vec<i8> = dice.pool(18).into_iter().map(|face| face as i8 - 1).collect();
            let weight = |nth: usize| 6 * faces[2 * nth] + faces[2 * nth + 1] - 17;
            let mut policy = (*force.policy).clone();
            policy.anticipate = if faces[0] < 3 { Anticipate::Still } else { Anticipate::Drift };
            policy.moves = MoveWeights {
                // Within what a score holds: the clamps of the lanes are not the policy.
                deal: weight(0) % 8,
                take: weight(1) % 8,
                share: 0,
                range: weight(2),
                outranged: 0,
                bow: weight(3),
                beam: weight(4),
                edge: weight(5),
                crowd: weight(6),
                fleet: 0,
                moved: weight(7),
                turned: weight(8),
                noise: 0,
            };
            if seed % 2 == 0 {
                let MoveWeights { edge, crowd, moved, turned, .. } = &mut policy.moves;
                [*edge, *crowd, *moved, *turned] = [edge.abs(), crowd.abs(), 0, turned.abs()];
            }
            force.policy = Arc::new(policy);
        }
        assert_eq!(same(&matchup, 12), 2);
    }
}

#[test]
fn the_checksums_are_the_same() {
    fn compare<G: Benched>(case: &Case) {
        let matchup = case.matchup::<G>();
        let tables = G::prepare(&matchup);
        let programs = G::programs(&matchup, &tables);
        let scalar = programs.last().expect("a scalar program").play(1, case.pairs);
        assert_eq!(checksum(&scalar), checksum(&play(&matchup, Level::best(), case.pairs)), "{}", case.name);
    }
    compare::<Nova>(&DUELS[0]);
    compare::<StarmadaX>(&STARMADA_X[0]);
    compare::<Talon>(&TALON[2]);
}
