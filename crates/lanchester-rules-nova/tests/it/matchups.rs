//! Random matchups of Nova, named by their seeds.

use std::sync::Arc;

use lanchester_conformance::Random;
use lanchester_core::{Force, Matchup, Side};
use lanchester_hex::Facing;
use lanchester_rules_nova::Nova;
use lanchester_rules_nova::design::Design;
use lanchester_rules_nova::design::generate::random_design;
use lanchester_rules_nova::options::{AtATime, BATTLE_SIZES, Options, Station};
use lanchester_rules_nova::policy::{
    Anticipate, DeployRow, Initiative, MoveWeights, Policy, RangeGoal, ShipOrder, TargetWeights,
};

/// A policy with any choices and any weights.
pub fn random_policy(random: &mut Random) -> Policy {
    let orders = [ShipOrder::Listed, ShipOrder::Strongest, ShipOrder::Weakest, ShipOrder::Nearest, ShipOrder::Farthest];
    Policy {
        name: "any".into(),
        initiative: random.pick(&[Initiative::Active, Initiative::Reactive, Initiative::Score, Initiative::Look]),
        move_order: random.pick(&orders),
        fire_order: random.pick(&orders),
        anticipate: random.pick(&[Anticipate::Still, Anticipate::Drift, Anticipate::Reply]),
        shortlist: random.one_in(2).then(|| 1 + random.below(16) as u8),
        range_goal: random.pick(&[RangeGoal::Closest, RangeGoal::Best, RangeGoal::Longest]),
        deploy_row: random.pick(&[DeployRow::Front, DeployRow::Back]),
        deploy_spacing: 1 + random.below(4) as u8,
        deploy_shift: random.below(7) as u8,
        moves: MoveWeights {
            deal: random.weight(),
            take: random.weight(),
            share: random.weight(),
            range: random.weight(),
            outranged: random.weight(),
            bow: random.weight(),
            beam: random.weight(),
            edge: random.weight(),
            crowd: random.weight(),
            fleet: random.weight(),
            moved: random.weight(),
            turned: random.weight(),
            noise: random.weight(),
        },
        targets: TargetWeights {
            damage: random.weight(),
            near: random.weight(),
            finish: random.weight(),
            overkill: random.weight(),
            rating: random.weight(),
        },
    }
}

/// Any options.
pub fn random_options(random: &mut Random) -> Options {
    Options {
        size: random.one_in(3).then(|| random.below(BATTLE_SIZES.len() as u64) as usize),
        vp_target: random.one_in(4).then(|| 1 + random.below(1500) as u32),
        swapped_edges: random.one_in(3),
        deployment_depth: [1 + random.below(6) as u8, 1 + random.below(6) as u8],
        turn_cap: 3 + random.below(28) as u16,
        partial_victory: random.one_in(3),
        fire_control_ecm: random.below(4) as u8,
        at_a_time: random.pick(&[AtATime::One, AtATime::Declared]),
    }
}

/// A matchup with any designs, any policies (shipped ones half of the time), any options, and fixed stations at times.
pub fn random_matchup(random: &mut Random, shipped: &[Arc<Policy>], most: u64) -> Matchup<Nova> {
    let options = random_options(random);
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
        Force { name: side.to_string(), ships, stations, policy }
    });
    // Fixed stations of both sides must differ in either seat; a fleet placed after fixed ships goes around them.
    Matchup { name: "any".into(), forces, options }
}
