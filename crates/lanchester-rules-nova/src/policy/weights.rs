//! The policy file: choices, and weights over shared features.

pub use lanchester_battle::appraisal::RangeGoal;
pub use lanchester_battle::deployment::DeployRow;

/// Active or reactive, for the side that won the throw (NOVA 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Initiative {
    /// Always active: moves first and fires first.
    Active,
    /// Always reactive: moves last and fires last.
    Reactive,
    /// Active when its ships bear on the enemy from where they stand, else reactive.
    Score,
    /// Active when its ships and the enemies nearest to them, with half a dozen typical moves each, exchange fire with more gain
    /// if it moves and fires first than if it answers.
    Look,
}

/// Which of a side's waiting ships acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShipOrder {
    /// As the fleet file lists them.
    Listed,
    /// Highest combat rating first.
    Strongest,
    /// Lowest combat rating first.
    Weakest,
    /// The one nearest to any enemy first.
    Nearest,
    /// The one farthest from every enemy first.
    Farthest,
}

/// Where the chooser thinks an enemy that has yet to move will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anticipate {
    /// Where it is.
    Still,
    /// Straight on at its speed.
    Drift,
    /// Wherever, of a dozen typical moves, the exchange is best for it.
    Reply,
}

/// Weights over the features of an end position, each −20 to 20. Higher scores are chosen.
///
/// ### NOVA 4.6 Holding position (p. 9)
/// A policy that weighs nothing but `moved` and `turned` holds: it answers "straight 0" while its speed is 0, which is
/// legal at any thrust, and stops as fast as it can otherwise.
///
/// RULING: ours, for tests against exact distributions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveWeights {
    /// Expected worth of the damage dealt to the best target from there.
    pub deal: i8,
    /// Expected worth of the damage every enemy could do to the ship there (a cost).
    pub take: i8,
    /// The same, but the damage of every enemy shared out evenly among the ships of the side that are in its reach (a cost):
    /// it means the same in duels and in fleets.
    pub share: i8,
    /// Hexes away from the range goal (a cost).
    pub range: i8,
    /// Hexes beyond its own reach, away from an enemy with a longer one (a cost).
    pub outranged: i8,
    /// Hours between the bow and the nearest enemy (a cost).
    pub bow: i8,
    /// Hours between the beam and the nearest enemy (a cost).
    pub beam: i8,
    /// Hexes short of three from the board edge, and a hundred more where the ship would run off the board within three
    /// turns if it lost two boxes of thrust now (a cost).
    pub edge: i8,
    /// Friends within one hex (a cost).
    pub crowd: i8,
    /// Hexes from the middle of the side's other ships (a cost).
    pub fleet: i8,
    /// Hexes moved (a cost).
    pub moved: i8,
    /// Hexsides turned (a cost).
    pub turned: i8,
    /// A random number of 0 to 255.
    pub noise: i8,
}

/// Weights over the features of a target, each −20 to 20. Higher scores are chosen, bank by bank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TargetWeights {
    /// Expected boxes checked.
    pub damage: i8,
    /// Hexes away (a cost).
    pub near: i8,
    /// Boxes it has left (a cost).
    pub finish: i8,
    /// Sixteen for a target that the banks declared before, of the same ship, are expected to destroy (a cost).
    pub overkill: i8,
    /// Its combat rating, in sixteenths of the highest in its fleet.
    pub rating: i8,
}

/// A policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Its name, printed with every result.
    pub name: String,
    /// Active or reactive.
    pub initiative: Initiative,
    /// Which ship moves next.
    pub move_order: ShipOrder,
    /// Which ship fires next.
    pub fire_order: ShipOrder,
    /// Where enemies that have yet to move are expected.
    pub anticipate: Anticipate,
    /// Of how many hexes and facings, the best against enemies that go straight on, the replies are looked at too; of all without
    /// it.
    pub shortlist: Option<u8>,
    /// The distance it seeks.
    pub range_goal: RangeGoal,
    /// How far forward it places its ships.
    pub deploy_row: DeployRow,
    /// Columns between neighbours when it places its ships, 1 to 4 (less where the board is too narrow).
    pub deploy_spacing: u8,
    /// How many columns to either side the whole line may be shifted at random, 0 to 6.
    pub deploy_shift: u8,
    /// What it looks for in a move.
    pub moves: MoveWeights,
    /// What it looks for in a target.
    pub targets: TargetWeights,
}
