//! Random matchups, and one-volley battles.

use std::sync::Arc;

use lanchester_conformance::Random;
use lanchester_conformance::odds::Case;
use lanchester_core::{Force, Matchup};
use lanchester_scenario::{Library, Provenance};
use lanchester_toy::Toy;
use lanchester_toy::design::{DICE, Design, MAX_GUNS};
use lanchester_toy::formulas::need;
use lanchester_toy::odds::{boxes, volley};
use lanchester_toy::options::{DISTANCES, MAX_LEAD, Options, Station};
use lanchester_toy::policy::Policy;

/// Any ship, in a formation or not.
pub fn design(random: &mut Random) -> Design {
    Design {
        name: format!("SHIP {}", random.below(100)),
        points: 1 + random.below(200) as u32,
        origin: Provenance::Original,
        hull: 1 + random.below(30) as u8,
        guns: 1 + random.below(MAX_GUNS as u64) as u8,
        die: random.pick(&DICE),
        formation: random.one_in(2).then(|| 1 + random.below(3) as u8),
    }
}

/// Any policy that seeks a distance at which ships meet.
pub fn policy(random: &mut Random) -> Policy {
    Policy { keep: random.below(80) as i16, ..random.policy::<Toy>() }
}

/// Any matchup of up to `most` ships a side.
pub fn matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<Toy> {
    let far = random.one_in(8);
    let distance = if far { DISTANCES[1] } else { DISTANCES[0] + random.below(120) as i16 };
    let options = Options { turn_cap: 1 + random.below(60) as u16, distance, close_in: random.one_in(2) };
    let forces = ["A", "B"].map(|name| {
        let ships: Vec<_> = (0..1 + random.below(most)).map(|_| Arc::new(design(random))).collect();
        let lead = |random: &mut Random| Station { lead: random.below(MAX_LEAD as u64 + 1) as i16 };
        let stations = random.one_in(3).then(|| ships.iter().map(|_| lead(random)).collect());
        let policy = if random.one_in(2) { random.pick(shipped) } else { Arc::new(policy(random)) };
        Force { name: name.to_owned(), ships, stations, commander: policy.into() }
    });
    Matchup { name: "random".to_owned(), forces, options }
}

/// One volley of A's ship at B's, which cannot be destroyed by it; `None` where no die can hit.
pub fn case(seed: u64) -> Option<Case<Toy>> {
    let mut random = Random::new(seed);
    let firer = design(&mut random);
    // Where they charge, they meet: at one hex or none.
    let charge = random.one_in(3);
    let distance = DISTANCES[0] + random.below(if charge { 30 } else { 180 }) as i16;
    let range = if charge { distance % 2 } else { distance };
    let options = Options { turn_cap: 1, distance, close_in: random.one_in(2) };
    let need = need(range as u16, options.close_in);
    if need > firer.die {
        return None;
    }
    let odds = volley(firer.guns, firer.die, need);
    let exact = vec![
        ("hits", odds.marginal(0).to_f64()),
        ("critical hits", odds.marginal(1).to_f64()),
        ("hull boxes", boxes(&odds).to_f64()),
    ];
    let name = format!("seed {seed}: {} D{} at {range} hexes, {options:?}", firer.guns, firer.die);
    let policy = Library::<Toy>::shipped().policy(if charge { "charge" } else { "hold" }).expect("a shipped policy");
    let target = Design { hull: 100, ..design(&mut random) };
    let forces = [firer, target].map(|ship| Force {
        name: ship.name.clone(),
        ships: vec![Arc::new(ship)],
        stations: None,
        commander: policy.clone().into(),
    });
    Some(Case { name, matchup: Matchup { name: "volley".to_owned(), forces, options }, exact })
}
