//! The policy file: choices, and weights over shared features.

pub use lanchester_battle::appraisal::RangeGoal;
pub use lanchester_battle::deployment::DeployRow;

/// Where the chooser thinks an enemy will be when it fires: orders are written blind, on both sides at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anticipate {
    /// Where it is.
    Still,
    /// As far straight on as it went last turn.
    Drift,
    /// A mixture of eight typical orders, each as likely as the others.
    Mixture,
    /// Straight on as it went last turn, or by the seven of fifteen other typical orders with which it gains most where the other
    /// side goes straight on, each as likely as the others.
    Aim,
}

/// Which weapon, and which special equipment, the defender gives up (X 4.2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoseSystem {
    /// Of weapons, those that do not bear on the nearest enemy before those that do, then those with the fewest arcs; of
    /// equipment, what does least in battle.
    LeastUseful,
    /// The first in the ship's list.
    Listed,
}

/// Which flight of a stack loses its fighters first (X 5.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LoseFighters {
    /// The first in the fleet's list.
    First,
    /// The last in the fleet's list.
    Last,
}

/// Which flight a side makes act when it has the choice (X 5.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlightOrder {
    /// The first of its own that is left.
    Own,
    /// The first of the enemy's that is left, so that its own act last.
    Enemy,
}

/// Weights over the features of an end position, each −20 to 20. Higher scores are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveWeights {
    /// Expected worth of the damage dealt to the best target from there.
    pub deal: i8,
    /// Expected worth of the damage every enemy could do to the ship there (a cost).
    pub take: i8,
    /// The same, but shared out evenly among the living ships of the side (a cost): it means the same in duels and in fleets.
    pub share: i8,
    /// Hexes away from the range goal (a cost).
    pub range: i8,
    /// Hexes beyond its own reach, away from an enemy with a longer one (a cost).
    pub outranged: i8,
    /// An eighth of the exchange of the next turn, dealt less taken and shared as these weights have it, by the best of seven ways on:
    /// half or all of its movement points ahead, none, and a turn after half of them or on the spot.
    pub next: i8,
    /// Hours between the bow and the nearest enemy (a cost).
    pub bow: i8,
    /// Hours between the beam and the nearest enemy (a cost).
    pub beam: i8,
    /// Hexes short of three from the board edge (a cost).
    pub edge: i8,
    /// Friends within one hex (a cost).
    pub crowd: i8,
    /// Hexes from the middle of the side's other ships (a cost).
    pub fleet: i8,
    /// Movement points spent (a cost).
    pub moved: i8,
    /// Ending with a hex ahead, so that the next orders may begin with a maneuver.
    pub forward: i8,
    /// Strength of the explosions in the hex (a cost).
    pub blast: i8,
    /// A random number of 0 to 255.
    pub noise: i8,
}

/// Weights over the features of a target, each −20 to 20. Higher scores are chosen, mount by mount.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TargetWeights {
    /// Expected damage dice.
    pub damage: i8,
    /// Hexes away (a cost).
    pub near: i8,
    /// Hull boxes it has left (a cost).
    pub finish: i8,
    /// Its combat rating, in sixteenths of the highest in its fleet.
    pub rating: i8,
    /// For fighters shot down; with 0 or less ships never fire at flights.
    pub flights: i8,
}

/// Weights over what a flight may attack, each −20 to 20.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FlightWeights {
    /// For a ship, by the chance that a hit penetrates; with 0 or less ships are left alone.
    pub ships: i8,
    /// For enemy fighters; with 0 or less they are left alone.
    pub flights: i8,
    /// Hexes away (a cost).
    pub near: i8,
    /// Hull boxes a ship has left (a cost).
    pub finish: i8,
    /// Fire expected from enemy ships in the hex it attacks from (a cost).
    pub cover: i8,
}

/// A policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Its name, printed with every result.
    pub name: String,
    /// Where enemies are expected.
    pub anticipate: Anticipate,
    /// Of how many ends, the best against enemies that go straight on, their other places and the next turn count too; of all
    /// without it.
    pub shortlist: Option<u8>,
    /// The distance it seeks.
    pub range_goal: RangeGoal,
    /// How far forward it places its ships.
    pub deploy_row: DeployRow,
    /// Columns between neighbours when it places its ships, 1 to 4 (less where the board is too narrow).
    pub deploy_spacing: u8,
    /// How many columns to either side the whole line may be shifted at random, 0 to 6.
    pub deploy_shift: u8,
    /// Which weapon it gives up.
    pub lose_weapon: LoseSystem,
    /// Which special equipment it gives up.
    pub lose_equipment: LoseSystem,
    /// Which flight loses its fighters first.
    pub lose_fighters: LoseFighters,
    /// Which flight it makes act.
    pub flight_order: FlightOrder,
    /// What it looks for in a move.
    pub moves: MoveWeights,
    /// What it looks for in a target.
    pub targets: TargetWeights,
    /// What its flights look for.
    pub flights: FlightWeights,
}
