//! Random matchups of Nova, named by their seeds.

use std::sync::Arc;

use lanchester_conformance::Random;
use lanchester_core::{Force, Matchup, Side};
use lanchester_lanes::hex::Facing;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::design::Design;
use lanchester_rules_nova::design::generate::random_design;
use lanchester_rules_nova::options::{Options, Station};
use lanchester_rules_nova::policy::Policy;

/// Any policy; if it forces a decision, early.
pub fn random_policy(random: &mut Random) -> Policy {
    let mut policy = random.policy::<Nova>();
    policy.force = policy.force.map(|turn| 1 + turn % 12);
    policy
}

/// A matchup with any designs, any policies (shipped ones half of the time), any options, and fixed stations at times.
pub fn random_matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<Nova> {
    let options = Options { turn_cap: 3 + random.below(28) as u16, ..random.options::<Nova>() };
    let board = options.board();
    let mut taken = Vec::new();
    let forces = Side::BOTH.map(|side| {
        let ships: Vec<Arc<Design>> = (0..1 + random.below(most))
            .map(|_| {
                let mut word = || random.word();
                Arc::new(random_design(&mut word))
            })
            .collect();
        let stations = random.one_in(4).then(|| {
            ships
                .iter()
                .map(|_| {
                    loop {
                        let place =
                            board.hex(random.below(board.cols.into()) as u8, random.below(board.rows.into()) as u8);
                        let hex = place.expect("within the board");
                        if !taken.contains(&hex) {
                            taken.push(hex);
                            let facing = Facing::new(random.below(6) as i32);
                            break Station { hex, facing, speed: random.below(9) as u8 };
                        }
                    }
                })
                .collect()
        });
        let policy = if random.one_in(2) { random.pick(shipped) } else { Arc::new(random_policy(random)) };
        Force { name: side.to_string(), ships, stations, commander: policy.into() }
    });
    // Fixed stations of both sides must differ in either seat; a fleet placed after fixed ships goes around them.
    Matchup { name: "any".into(), forces, options }
}
