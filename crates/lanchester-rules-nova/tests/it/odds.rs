//! The odds of an attack are what one-volley battles show.

use std::sync::Arc;

use crate::common::Random;
use lanchester_conformance::odds::{Case, odds_agree_with_battles};
use lanchester_core::{Force, Matchup, Side};
use lanchester_hex::{Bearing, Facing};
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::design::generate::random_design;
use lanchester_rules_nova::event::{Condition, Event};
use lanchester_rules_nova::odds::{Attack, together};
use lanchester_rules_nova::options::{Options, Station};
use lanchester_scenario::Library;

const CASES: usize = 48;

/// The case that `seed` makes, if any bank bears and reaches.
fn case(seed: u64) -> Option<Case<Nova>> {
    let mut random = Random::new(seed);
    let mut ships = [0, 1].map(|_| {
        let mut word = || random.word();
        random_design(&mut word)
    });
    // The target may fire first, and hits on the firer would change its odds.
    ships[1].batteries.clear();
    let options = Options { turn_cap: 1, fire_control_ecm: random.below(4) as u8, ..Options::default() };
    let board = options.board();
    let stations = [0, 1].map(|_| {
        let hex = board.hex(4 + random.below(14) as u8, 4 + random.below(10) as u8).expect("on the board");
        Station { hex, facing: Facing::new(random.below(6) as i32), speed: 0 }
    });
    let [firer, target] = &ships;
    let range = stations[0].hex.distance(stations[1].hex);
    let bearing = Bearing::of(stations[0].hex.to(stations[1].hex))?.seen_from(stations[0].facing);
    let bearing_banks = firer.banks().enumerate().filter(|(_, (_, bank))| bank.arc.clock().contains(bearing));
    let attacks: Vec<Attack<'_>> = bearing_banks
        .map(|(bank, _)| Attack {
            firer,
            target,
            bank,
            range,
            ecm_lost: 0,
            shields_lost: 0,
            weapon_hits: 0,
            track: 0,
            options: &options,
        })
        .collect();
    let boxes = together(&attacks).filter(|boxes| boxes.most() > 0)?;
    let all = usize::from(target.thresholds()[2]);
    let exact = vec![
        ("boxes checked", boxes.to_f64()),
        ("destroyed", boxes.map(|checked| usize::from(checked == all)).to_f64()),
    ];
    let name = format!("seed {seed}, {firer:?} at {range} hexes from {target:?}, {options:?}");
    let hold = Library::<Nova>::shipped().policy("hold").expect("a shipped policy");
    let mut stations = stations.into_iter();
    let forces = ships.map(|ship| Force {
        name: ship.name.clone(),
        ships: vec![Arc::new(ship)],
        stations: Some(stations.next().into_iter().collect()),
        policy: Arc::clone(&hold),
    });
    Some(Case { name, matchup: Matchup { name: "volley".into(), forces, options }, exact })
}

/// Boxes checked on B's ship, and whether that destroyed it.
fn read(events: &[Event]) -> Vec<usize> {
    let (mut checked, mut destroyed) = (0, 0);
    for event in events {
        if let Event::Damage { ship, boxes, condition } = event
            && ship.side == Side::B
        {
            checked += usize::from(*boxes);
            destroyed += usize::from(*condition == Condition::Destroyed);
        }
    }
    vec![checked, destroyed]
}

/// 48 random pairs of designs, at a false-alarm rate of 1e-6 for all of them together.
#[test]
fn odds_are_what_battles_show() {
    let cases: Vec<_> = (0..).filter_map(case).take(CASES).collect();
    let deadly = cases.iter().filter(|case| case.exact[1].1.get(1).is_some_and(|p| *p > 0.01)).count();
    assert!(deadly >= 3, "{deadly} destroyed: too few to mean anything");
    odds_agree_with_battles(&cases, read);
}
