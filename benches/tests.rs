//! The scalar program that the lanes' speed is compared with plays the same battles: event for event, so the ratio of
//! their speeds is one of speed alone.

use std::sync::Arc;

use crate::scalar::{Scalar, Style};
use crate::{DUELS, FLEETS, checksum, matchup, play};
use lanchester_core::{Matchup, Rules};
use lanchester_dice::{BattleKey, DiceSource, KeyedDice};
use lanchester_lanes::Level;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::policy::{Anticipate, MoveWeights};
use lanchester_scenario::{Kind, Library};

/// Plays `battles` battles both ways and compares every event. How many there were.
fn same(matchup: &Matchup<Nova>, battles: u64) -> usize {
    let tables = Nova::prepare(matchup);
    let record = Nova::record(&tables, Level::best(), 1, 0, 0..battles);
    for style in [Style::Plain, Style::Careful] {
        let scalar = Scalar::new(matchup, &tables, style).expect("policies that the scalar program knows");
        for (battle, lanes) in (0..).zip(&record) {
            let events = scalar.battle(1, battle);
            if let Some(at) = (0..events.len().max(lanes.len())).find(|at| events.get(*at) != lanes.get(*at)) {
                let (got, wanted) = (events.get(at), lanes.get(at));
                panic!("{}, {style:?}, battle {battle}, event {at}: {got:?}, lanes {wanted:?}", matchup.name);
            }
        }
    }
    record.iter().map(Vec::len).sum()
}

#[test]
fn the_scalar_program_plays_every_case_as_the_lanes_do() {
    let mut played = Vec::new();
    for case in DUELS.iter().chain(&FLEETS) {
        let matchup = case.matchup();
        if Scalar::new(&matchup, &Nova::prepare(&matchup), Style::Plain).is_none() {
            continue;
        }
        let battles = if matchup.forces.iter().all(|f| f.ships.len() == 1) { 400 } else { 40 };
        assert!(same(&matchup, battles) > 10 * battles as usize, "{}", case.name);
        played.push(case.policy);
    }
    // `foresight` looks at what the enemy will answer: it has no scalar figure.
    assert_eq!(played.iter().filter(|policy| **policy == "greedy").count(), 5);
    assert!(played.contains(&"charge") && played.contains(&"hold") && !played.contains(&"foresight"));
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
            same(&matchup(id, &ids[(n + 1) % ids.len()], policy), 24);
        }
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
        same(&matchup, 12);
    }
}

#[test]
fn the_checksums_are_the_same() {
    let (matchup, pairs) = (DUELS[0].matchup(), DUELS[0].pairs);
    let tables = Nova::prepare(&matchup);
    let scalar = Scalar::new(&matchup, &tables, Style::Careful).expect("greedy is known").play(1, pairs);
    assert_eq!(checksum(&scalar), checksum(&play(&matchup, Level::best(), pairs)));
}
