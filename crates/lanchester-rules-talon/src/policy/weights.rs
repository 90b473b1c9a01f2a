//! The policy file: choices, and weights over features that [`crate::lanes::chooser`] works out.
//!
//! Damage is counted in sixths of a point: the expected damage of a weapon at a range is then a whole number, the sum of its
//! chart's row.

pub use lanchester_battle::appraisal::RangeGoal;
pub use lanchester_battle::deployment::DeployRow;

/// Weights over the features of a position after a move, each −20 to 20. Higher scores are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveWeights {
    /// Value of the best shot at one enemy, now or in the next two impulses.
    pub deal: i8,
    /// Value of the fire that enemies may answer with (a cost). The fire of each is shared out among the ships in its reach.
    pub take: i8,
    /// Hexes off the range wanted from the nearest enemy (a cost).
    pub range: i8,
    /// Hours between the bow and the nearest enemy, six where it is in the own hex (a cost).
    pub bow: i8,
    /// Friends within a hex, and the explosion ratings of cripples within a hex (a cost).
    pub spread: i8,
    /// Hexes beyond three from the nearest friend (a cost).
    pub fleet: i8,
    /// The price of an afterburner box, in units of sixteen.
    pub burn: i8,
    /// A random number of 0 to 255, on moves, action points and speeds.
    pub noise: i8,
}

/// Weights over the uses of an action point, each −20 to 20. The use with the highest score is chosen, if that is above 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointWeights {
    /// Damage of a group per yellow box, sooner for bars that are nearly full.
    pub charge: i8,
    /// An eighth of what the best slip or early turn adds to the score of this impulse's move.
    pub maneuver: i8,
    /// Value of the damage that a reinforcement would absorb.
    pub reinforce: i8,
    /// Eight for a battery to charge; also what a use must be worth before a battery supplies it.
    pub battery: i8,
    /// A quarter of what the best shot of the next impulse is better than that of this one, for a marker that changes or defends
    /// the initiative.
    pub initiative: i8,
    /// Twelve for a new target for a missile that has lost its own.
    pub redirect: i8,
}

/// Weights over the features of a speed, each −20 to 20. Higher scores are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpeedWeights {
    /// Action points of a round, as far as there are boxes to fill.
    pub power: i8,
    /// Hexes of a round toward the range wanted, for a ship that is charged.
    pub close: i8,
    /// Turn radius, near the enemy (a cost).
    pub agile: i8,
}

/// Weights over the features of a target, each −20 to 20. Higher scores are chosen, weapon by weapon.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TargetWeights {
    /// Value of the group's damage.
    pub damage: i8,
    /// Hull boxes it has left (a cost).
    pub finish: i8,
    /// Its points, in sixteenths of the highest in its fleet.
    pub points: i8,
    /// Value of killing a missile, where it is fired at at all.
    pub intercept: i8,
}

/// A policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Its name, printed with every result.
    pub name: String,
    /// The distance it seeks.
    pub range_goal: RangeGoal,
    /// How far forward it places its ships.
    pub deploy_row: DeployRow,
    /// Columns between neighbours when it places its ships, 1 to 4 (less where the zone is too narrow).
    pub deploy_spacing: u8,
    /// How many columns to either side the whole line may be shifted at random, 0 to 6.
    pub deploy_shift: u8,
    /// A shot of a coming impulse counts so many eighths of one now, 0 to 8: from 1 on a better one to come is waited for.
    pub patience: u8,
    /// A group fires when the value of its shot is so many eighths of its greatest expected damage, 0 to 8, or more.
    pub least: u8,
    /// So many points more a point on the hull counts than one on a shield, 0 to 4.
    pub hull: u8,
    /// Hexes farther than the range wanted that a ship seeks while none of its groups will be charged, 0 to 8.
    pub withdraw: u8,
    /// The longest range at which it launches missiles, 1 to 4.
    pub launch_range: u8,
    /// What it looks for in a move.
    pub moves: MoveWeights,
    /// What it spends action points on.
    pub points: PointWeights,
    /// What it looks for in a speed.
    pub speed: SpeedWeights,
    /// What it looks for in a target.
    pub targets: TargetWeights,
}
