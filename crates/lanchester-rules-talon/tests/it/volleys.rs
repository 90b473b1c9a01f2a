//! One-volley battles, and what they show.

use std::sync::Arc as Shared;

use lanchester_battle::relation::When;
use lanchester_conformance::Random;
use lanchester_conformance::odds::Case;
use lanchester_core::{Force, Matchup};
use lanchester_rules_talon::arcs::Arc;
use lanchester_rules_talon::design::{Design, HullBox, Line};
use lanchester_rules_talon::event::{Event, Loss};
use lanchester_rules_talon::odds::Salvo;
use lanchester_rules_talon::options::{Options, Station};
use lanchester_rules_talon::policy::Policy;
use lanchester_rules_talon::weapons::Weapon;

use crate::matchups;

/// Hull boxes of the target, of which every second one is critical.
const HULL: usize = 9;

/// A ship that moves in impulse F alone, without a point to spend.
fn drifting(ship: Design) -> Design {
    let curve = vec![Line { power: 0, speed: 1, radius: 0 }];
    Design { base: false, start: 1, curve, afterburners: 0, explosion: 0, ..ship }
}

/// A's ship fires all that it has in impulse A at B's, straight ahead, which has no weapons.
pub fn case(seed: u64) -> Option<Case<lanchester_rules_talon::Talon>> {
    let mut random = Random::new(seed);
    let range = 2 + random.below(3) as u16;
    let mut firer = drifting(matchups::design(&mut random));
    firer.groups.retain(|group| {
        group.weapon != Weapon::Missile && group.weapon.reaches(range) && group.arcs.contains(Arc::Forward)
    });
    if firer.groups.is_empty() {
        return None;
    }
    // What is fired stays empty.
    firer.groups.iter_mut().for_each(|group| group.red = 1);
    let boxed = |index: usize| HullBox { modifier: 0, critical: index % 2 == 1 };
    let target = drifting(matchups::design(&mut random));
    let target = Design { hull: (0..HULL).map(boxed).collect(), groups: Vec::new(), ..target };
    let facing = random.below(6) as u8;
    let arc = [Arc::Forward, Arc::Left, Arc::Left, Arc::Rear, Arc::Right, Arc::Right][usize::from(facing)];
    let salvo = Salvo { firer: &firer, target: &target, range, arc, reinforced: 0, shields_lost: 0, hull_lost: 0 };
    let groups: Vec<usize> = (0..firer.groups.len()).collect();
    let odds = salvo.damage(&groups).ok()?;
    let exact = vec![
        ("shield boxes", odds.shield.to_f64()),
        ("hull boxes", odds.hull.to_f64()),
        ("criticals", odds.criticals.to_f64()),
        ("fate", odds.fate.to_f64()),
    ];
    let name = format!("seed {seed}: {:?} at {range} on {arc:?}", firer.groups);
    let policy = Policy { patience: 0, least: 0, when: When::default(), ..matchups::policy(&mut random) };
    let stations = [Station { column: 12, row: 2, facing: 0 }, Station { column: 13, row: 2, facing }];
    let mut stations = stations.into_iter();
    let forces = [firer, target].map(|ship| Force {
        name: ship.name.clone(),
        ships: vec![Shared::new(ship)],
        stations: stations.next().map(|station| vec![station]),
        commander: Shared::new(policy.clone()).into(),
    });
    let options = Options { turn_cap: 1, gap: range as u8 - 1, wave_displaces: false, ..Options::default() };
    Some(Case { name, matchup: Matchup { name: "volley".to_owned(), forces, options }, exact })
}

/// Shield boxes, hull boxes, criticals and the fate of the target.
pub fn read(events: &[Event]) -> Vec<usize> {
    let (mut shields, mut points, mut criticals, mut fate) = (0, 0, 0, 0);
    for event in events {
        match event {
            Event::Damage { shield, hull, .. } => {
                shields += usize::from(*shield);
                points += usize::from(*hull);
            }
            Event::Critical { dice, .. } => {
                criticals += 1;
                points += match dice[0] + dice[1] {
                    2 => 3,
                    10 => 1,
                    _ => 0,
                };
            }
            Event::Lost { loss, .. } => fate = if *loss == Loss::CoreBreach { 2 } else { 1 },
            _ => {}
        }
    }
    // A core is breached at a critical box, which is every second one; the last box takes what is left.
    let boxes = if fate == 2 { 2 * criticals } else { points.min(HULL) };
    vec![shields, boxes, criticals, fate]
}
