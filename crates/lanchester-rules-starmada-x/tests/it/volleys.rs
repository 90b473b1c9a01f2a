//! One-volley battles, and what their odds say.

use std::sync::Arc;

use lanchester_conformance::Random;
use lanchester_conformance::odds::Case;
use lanchester_core::{Force, Matchup};
use lanchester_lanes::hex::Facing;
use lanchester_rules_starmada_x::StarmadaX;
use lanchester_rules_starmada_x::arcs::Arcs;
use lanchester_rules_starmada_x::design::generate::random_design;
use lanchester_rules_starmada_x::design::{Design, Kind as Piece};
use lanchester_rules_starmada_x::event::{Event, Loss, Mark, ShipId};
use lanchester_rules_starmada_x::odds::Volley;
use lanchester_rules_starmada_x::options::{BOARD, Options, Station};
use lanchester_scenario::Library;

/// A ship whose every weapon bears all around, without fighters.
fn design(random: &mut Random) -> Design {
    let mut word = || random.word();
    let mut design = random_design(&mut word);
    design.equipment.retain(|piece| piece.kind != Piece::FighterBay);
    for battery in &mut design.batteries {
        let weapons = battery.weapons();
        battery.mounts.truncate(1);
        battery.mounts[0] = lanchester_rules_starmada_x::design::Mount { arcs: Arcs::ALL, weapons };
    }
    design
}

/// The case that `seed` makes, if the target is in reach and its record can be counted.
pub fn case(seed: u64) -> Option<Case<StarmadaX>> {
    let mut random = Random::new(seed);
    let ships = [design(&mut random), design(&mut random)];
    let options = Options { turn_cap: 1, armor_saves_substituted: random.one_in(2), ..Options::default() };
    let stations = [0, 1].map(|_| {
        let hex = BOARD.hex(10 + random.below(20) as u8, 8 + random.below(14) as u8).expect("on the board");
        Station { hex, facing: Facing::new(random.below(6) as i32) }
    });
    let range = stations[0].hex.distance(stations[1].hex);
    let batteries: Vec<usize> = (0..ships[0].batteries.len()).collect();
    let [firer, target] = &ships;
    let volley =
        Volley { firer, target, options: &options, range, ecm_lost: 0, shields_lost: 0, hull_lost: 0, weapons_lost: 0 };
    batteries.iter().find_map(|battery| volley.battery(*battery))?;
    let damage = match volley.damage(&batteries) {
        Ok(damage) => damage,
        Err(_) => {
            println!("seed {seed}: too many states");
            return None;
        }
    };
    let exact = vec![
        ("hull boxes hit", damage.hull.to_f64()),
        ("hull boxes marked", damage.marked.to_f64()),
        ("fate", damage.fate.to_f64()),
    ];
    let name = format!("seed {seed}, exact {}, {firer:?} at {range} hexes from {target:?}, {options:?}", damage.exact);
    let hold = Library::<StarmadaX>::shipped().policy("hold").expect("a shipped policy");
    let mut stations = stations.into_iter();
    let forces = ships.map(|ship| Force {
        name: ship.name.clone(),
        ships: vec![Arc::new(ship)],
        stations: Some(stations.next().into_iter().collect()),
        commander: Arc::clone(&hold).into(),
    });
    Some(Case { name, matchup: Matchup { name: "volley".into(), forces, options }, exact })
}

/// Hull boxes hit and marked on B's ship, and how it went out of the game.
pub fn read(events: &[Event]) -> Vec<usize> {
    let theirs = |ship: &ShipId| ship.side == lanchester_core::Side::B;
    let (mut hull, mut marked, mut fate) = (0, 0, 0);
    for event in events {
        match event {
            Event::Damage { ship, marks, .. } if theirs(ship) => {
                for mark in marks.iter() {
                    match mark {
                        Mark::Hull { cancelled: false } => hull += 1,
                        Mark::Crew => marked += 1,
                        _ => {}
                    }
                    marked = marked.max(hull);
                }
            }
            Event::Lost { ship, loss, .. } if theirs(ship) => {
                fate = match loss {
                    Loss::Destroyed => 1,
                    Loss::Crew => 2,
                    Loss::LeftBoard => usize::MAX,
                };
            }
            _ => {}
        }
    }
    vec![hull, marked, fate]
}
