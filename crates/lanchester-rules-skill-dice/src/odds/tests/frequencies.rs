//! Throws of the game's own dice against the odds.
//!
//! Bernstein's inequality: the frequency of N trials of probability p strays by t or more with a probability of at most
//! 2·exp(−N·t² / (2·p·(1 − p) + 2·t/3)). One false-alarm rate is shared by all comparisons of a test.

use lanchester_lanes::dice::{BattleKey, DiceSource, KeyedDice, exact::Dist};

use super::{code, pool, shot};
use crate::card::{Card, Code, Critical, MAX_CHAIN, standard};
use crate::formulas::readings::{Reading, read};
use crate::odds::rolls::{Commander, fooled, moves_first, salvo, turn};
use crate::odds::{Effects, Shot};

/// How likely a test fails although all odds are right.
const FALSE_ALARM: f64 = 1e-9;
/// Throws of each case.
const TRIALS: u32 = 100_000;

/// A number that dice decide, and its odds.
struct Case<'c> {
    what: String,
    odds: Dist,
    play: Box<dyn Fn(&mut KeyedDice) -> usize + 'c>,
}

/// Plays every case and compares the frequency of every value.
fn agree(cases: &[Case<'_>]) {
    let comparisons: usize = cases.iter().map(|case| case.odds.most() + 1).sum();
    let log = (2.0 * comparisons as f64 / FALSE_ALARM).ln() / f64::from(TRIALS);
    for (key, case) in cases.iter().enumerate() {
        let mut counts = vec![0u32; case.odds.most() + 1];
        let mut dice = KeyedDice::new(BattleKey::new(37, key as u64, 0));
        for trial in 0..TRIALS {
            dice.open(trial, 0);
            let value = (case.play)(&mut dice);
            assert!(value < counts.len(), "{}: {value} is impossible", case.what);
            counts[value] += 1;
        }
        for ((value, count), p) in counts.iter().enumerate().zip(case.odds.to_f64()) {
            let tolerance = log / 3.0 + (log * log / 9.0 + 2.0 * p * (1.0 - p) * log).sqrt();
            let seen = f64::from(*count) / f64::from(TRIALS);
            assert!((seen - p).abs() <= tolerance, "{}, value {value}: {seen} for {p} ± {tolerance}", case.what);
        }
    }
}

/// The faces of dice of these sides, equal ones from one pool.
fn faces(dice: &mut KeyedDice, sides: &[u8]) -> Vec<u8> {
    sides.chunk_by(|a, b| a == b).flat_map(|kind| dice.pool_of(kind[0], kind.len())).collect()
}

#[test]
fn shots() {
    let shots = [
        shot("2D8", 4, "L", 12, 0),
        shot("2D8", 6, "MH", 12, 3),
        shot("2D8", 10, "ML+1", 13, 5),
        Shot { modifier: -3, ..shot("2D6", 8, "H/2", 10, 1) },
        Shot { modifier: 1, ..shot("3D8", 4, "Allx2", 18, 6) },
        shot("1D12", 10, "MHx2", 11, 2),
    ];
    let cases = shots.iter().map(|shot| Case {
        what: format!("{shot:?}"),
        odds: shot.net(),
        play: Box::new(|dice| shot.net_of(&faces(dice, &shot.sides))),
    });
    let hits = shots.iter().map(|shot| Case {
        what: format!("{shot:?}: hits"),
        odds: Dist::of(vec![lanchester_lanes::dice::exact::ratio(1, 1) - shot.hit(), shot.hit()]),
        play: Box::new(|dice| {
            let total: i32 = faces(dice, &shot.sides).into_iter().map(i32::from).sum();
            usize::from(total + shot.modifier >= shot.ds)
        }),
    });
    agree(&cases.chain(hits).collect::<Vec<_>>());
}

/// A hit played row by row: how often `wanted` comes up, and whether the ship is gone at once.
fn hit(dice: &mut KeyedDice, card: &Card, structure: u8, net: i32, wanted: Code) -> (usize, bool) {
    let (mut count, mut net) = (0, net);
    for row in 1..=MAX_CHAIN {
        let codes = card.codes(structure, net);
        count += codes.iter().filter(|code| **code == wanted).count();
        if codes.contains(&Code::Boom) {
            return (count, true);
        }
        if !codes.contains(&Code::Critical) {
            break;
        }
        let sum: u8 = dice.pool_of(12, 2).iter().sum();
        match card.critical(sum) {
            Critical::Destroyed => return (count, true),
            Critical::WeaponMalfunction if row < MAX_CHAIN => net = read(&dice.pool_of(8, 3), Reading::MedLow),
            _ => break,
        }
    }
    (count, false)
}

#[test]
fn effects_of_hits() {
    let card = standard();
    let mut cases = Vec::new();
    for (structure, net, wanted) in [
        (0, 1, Code::Thrust),
        (0, 9, Code::Asv),
        (0, 12, Code::Crew),
        (1, 8, Code::Esv),
        (2, 13, Code::Special),
        (3, 18, Code::Structure),
    ] {
        let (card, effects) = (&*card, Effects { card: &card, structure });
        let always = Dist::always(net);
        cases.push(Case {
            what: format!("{wanted:?} of {net} at structure {structure}"),
            odds: effects.codes(&always, wanted),
            play: Box::new(move |dice| hit(dice, card, structure, net as i32, wanted).0),
        });
        let destroyed = effects.destroyed(&always);
        cases.push(Case {
            what: format!("destroyed by {net} at structure {structure}"),
            odds: Dist::of(vec![lanchester_lanes::dice::exact::ratio(1, 1) - &destroyed, destroyed]),
            play: Box::new(move |dice| usize::from(hit(dice, card, structure, net as i32, wanted).1)),
        });
    }
    agree(&cases);
}

#[test]
fn rolls() {
    let mut cases = Vec::new();
    for (one, other) in [([6, 4], [4, 4]), ([4, 10], [8, 6]), ([10, 8], [10, 4])] {
        let commander = |[command, helm]: [u8; 2]| Commander { command, command_modifier: 0, helm, helm_modifier: 0 };
        let first = moves_first(commander(one), commander(other)).expect("an end");
        cases.push(Case {
            what: format!("initiative of {one:?} against {other:?}"),
            odds: Dist::of(vec![lanchester_lanes::dice::exact::ratio(1, 1) - &first, first]),
            play: Box::new(move |dice| {
                let mut die = |sides: u8| dice.pool_of(sides, 1)[0];
                let mut faces = [die(one[0]), die(other[0])];
                while faces[0] == faces[1] {
                    faces = [die(one[1]), die(other[1])];
                }
                usize::from(faces[0] < faces[1])
            }),
        });
    }
    cases.push(Case {
        what: "the cost of a turn".to_owned(),
        odds: turn(8, -2, 3, 2).cost,
        play: Box::new(|dice| 3 + 7usize.saturating_sub(dice.pool_of(8, 1)[0].into())),
    });
    cases.push(Case {
        what: "a nixie".to_owned(),
        odds: fooled(3, 2),
        play: Box::new(|dice| dice.pool_of(4, 3).iter().filter(|face| **face <= 2).count()),
    });
    cases.push(Case {
        what: "a salvo".to_owned(),
        odds: salvo(3, &pool("2D8"), 5),
        play: Box::new(|dice| {
            (dice.pool_of(8, 6).iter().map(|face| usize::from(*face)).sum::<usize>()).saturating_sub(5)
        }),
    });
    cases.push(Case {
        what: "four dice, Med H".to_owned(),
        odds: crate::odds::throws::damage(&[8, 8, 8, 4], code("MH")),
        play: Box::new(|dice| read(&faces(dice, &[8, 8, 8, 4]), Reading::MedHigh) as usize),
    });
    agree(&cases);
}
