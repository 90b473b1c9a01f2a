//! Designs and policies for tests.
#![allow(dead_code, reason = "each test file uses its part")]

use lanchester_rules_nova::arcs::Arc;
use lanchester_rules_nova::design::{Bank, Battery, Design, Origin};
use lanchester_rules_nova::policy::{
    Anticipate, DeployRow, Initiative, MoveWeights, Policy, RangeGoal, ShipOrder, TargetWeights,
};

fn bank(text: &str) -> Bank {
    Bank { arc: Arc::by_name(&text[..2]).expect("an arc"), modifier: text[2..].parse().unwrap_or(0) }
}

fn battery(name: &str, damage: u8, banks: &[&str], range: [u8; 3], dice: [u8; 12]) -> Battery {
    Battery { name: name.into(), damage, banks: banks.iter().map(|b| bank(b)).collect(), range, dice }
}

/// The published MAJESTIC, shields reconstructed.
pub fn majestic() -> Design {
    Design {
        name: "MAJESTIC".into(),
        class: "BC".into(),
        faction: "Imperial".into(),
        rating: 344,
        origin: Origin::Reconstructed(vec!["shields".into()]),
        armour: 0,
        hull: 14,
        thrust: Some([4, 3, 2, 1, 1]),
        ecm: Some([1, 1, 1, 0, 0]),
        shields: Some([5, 6, 6, 6, 6]),
        fire_control: true,
        hyperdrive: true,
        batteries: vec![
            battery("Fusion Beams", 3, &["FF"], [5, 10, 15], [7, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0]),
            battery("Lightning Turrets", 2, &["FX2", "AX2"], [5, 10, 15], [6, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0, 0]),
            battery("Close Defense Cannons", 1, &["FF2", "PH4", "SH4"], [2, 4, 6], [9, 6, 5, 3, 2, 2, 1, 1, 1, 0, 0, 0]),
        ],
    }
}

/// A policy that stands still and fires.
pub fn hold() -> Policy {
    Policy {
        name: "hold".into(),
        initiative: Initiative::Reactive,
        move_order: ShipOrder::Listed,
        fire_order: ShipOrder::Listed,
        anticipate: Anticipate::Still,
        range_goal: RangeGoal::Closest,
        deploy_row: DeployRow::Front,
        deploy_spacing: 2,
        deploy_shift: 3,
        moves: MoveWeights { moved: 10, turned: 5, ..Default::default() },
        targets: TargetWeights { damage: 4, near: 1, finish: 1, rating: 1 },
    }
}

/// The best exchange.
pub fn greedy() -> Policy {
    Policy {
        name: "greedy".into(),
        anticipate: Anticipate::Drift,
        range_goal: RangeGoal::Best,
        moves: MoveWeights { deal: 6, take: 4, range: 4, edge: 2, crowd: 1, ..Default::default() },
        ..hold()
    }
}
