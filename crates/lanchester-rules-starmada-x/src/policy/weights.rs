//! A policy as its file holds it: choices, and weights over shared features.

pub use lanchester_battle::appraisal::RangeGoal;
pub use lanchester_battle::deployment::DeployRow;
use lanchester_battle::relation::{self, Policies, When};
use lanchester_battle::shortlist::LONGEST;
use lanchester_scenario::{KeyTable, options, weights, words};

use crate::formulas::FLY;

words! {
    /// Where the chooser thinks an enemy will be when it fires: orders are written blind, on both sides at once.
    pub enum Anticipate("anticipation") {
        /// Where it is.
        Still = "still",
        /// As far straight on as it went last turn.
        Drift = "drift",
        /// A mixture of eight typical orders, each as likely as the others.
        Mixture = "mixture",
        /// Straight on as it went last turn, or by the seven of fifteen other typical orders with which it gains most where the other
        /// side goes straight on, each as likely as the others.
        Aim = "aim",
        /// First where it gains most of those fifteen, what it deals counted twice, then straight on, then the six next best, each as
        /// likely as the others. A ship that stood still last turn is expected straight on first.
        Best = "best",
    }
}

/// The most hexes that a flight may fly which attacks nothing and waits: the first of equals is taken.
pub const WAITS: [u8; 6] = [FLY, 8, 6, 4, 2, 0];

impl Anticipate {
    /// Whether a ship may be at eight places, and not at one.
    pub const fn looks_everywhere(self) -> bool {
        matches!(self, Self::Mixture | Self::Aim | Self::Best)
    }
}

words! {
    /// Which weapon, and which special equipment, the defender gives up (X 4.2.3).
    pub enum LoseSystem("choice") {
        /// Of weapons, those that do not bear on the nearest enemy before those that do, then those with the fewest arcs; of
        /// equipment, what does least in battle.
        LeastUseful = "least-useful",
        /// The first in the ship's list.
        Listed = "listed",
    }
}

words! {
    /// Which flight of a stack loses its fighters first (X 5.2.1).
    pub enum LoseFighters("choice") {
        /// The first in the fleet's list.
        First = "first",
        /// The last in the fleet's list.
        Last = "last",
    }
}

words! {
    /// Which flight a side makes act when it has the choice (X 5.1.2).
    pub enum FlightOrder("order") {
        /// The first of its own that is left.
        Own = "own",
        /// The first of the enemy's that is left, so that its own act last.
        Enemy = "enemy",
    }
}

weights! {
    /// Weights over the features of an end position, each −20 to 20. Higher scores are chosen.
    pub struct MoveWeights("[moves]") {
        /// For the expected worth of the damage dealt from there.
        deal,
        /// Against the expected worth of the damage taken there.
        take,
        /// Against the expected worth of its share of the damage taken there.
        // Shared out evenly among the living ships of the side: it means the same in duels and in fleets.
        share,
        /// Against hexes away from the range goal.
        range,
        /// Against hexes beyond its own reach, where the enemy's is longer.
        outranged,
        /// For the exchange of the next turn, by the best of seven ways on.
        // An eighth of it, dealt less taken and shared as these weights have it. The ways: half or all of its movement points ahead,
        // none, and a turn after half of them or on the spot.
        next,
        /// Against hours between the bow and the nearest enemy.
        bow,
        /// Against hours between the beam and the nearest enemy.
        beam,
        /// Against hexes short of three from the board edge.
        edge,
        /// Against friends within one hex.
        crowd,
        /// Against hexes from the middle of the fleet.
        fleet,
        /// Against movement points spent.
        moved,
        /// For ending with a hex ahead.
        // So that the next orders may begin with a maneuver.
        forward,
        /// Against explosions in the hex.
        blast,
        /// For a random number.
        noise,
    }
}

weights! {
    /// Weights over the features of a target, each −20 to 20. Higher scores are chosen, mount by mount.
    pub struct TargetWeights("[targets]") {
        /// For expected damage dice.
        damage,
        /// Against hexes away.
        near,
        /// Against hull boxes it has left.
        finish,
        /// For its combat rating.
        // In sixteenths of the highest in its fleet.
        rating,
        /// For fighters shot down; without it ships hold their fire at flights.
        flights,
    }
}

weights! {
    /// Weights over what a flight may attack, each −20 to 20.
    pub struct FlightWeights("[flights]") {
        /// For ships, by the chance that a hit penetrates; without it they are left alone.
        ships,
        /// For enemy fighters; without it they are left alone.
        flights,
        /// Against hexes away.
        near,
        /// Against hull boxes a ship has left.
        finish,
        /// Against fire expected where it attacks from.
        cover,
        /// Against fire expected where it ends its flight when it attacks nothing.
        // In the first half of the battle's turns, and if the nearest enemy moved in this one: then it flies ten hexes toward that, or
        // fewer.
        wait,
    }
}

options! {
    /// A policy.
    pub struct Policy("a policy") {
        /// Its name, printed with every result.
        name: String [unkeyed],
        /// Where enemies are expected.
        anticipate: Anticipate,
        /// Of how many ends, the best against enemies in the first place where they are expected, `anticipate` and `next` count.
        shortlist: Option<u8> [1..=LONGEST as u8, none "of all"],
        /// The distance it seeks; `reach`: the longest from an enemy that does not outrange it, else the best.
        range_goal: RangeGoal,
        /// The turn from which it forces a decision: until somebody fires, neither the fire that it may take nor its place in its fleet
        /// counts; 100: never.
        force: Option<u8> [1..=100, none "never"],
        /// How far forward it places its ships; `reach`: in front, but on its own edge where its guns reach farther.
        deploy_row: DeployRow,
        /// Columns between neighbours when placed.
        // Fewer where the board is too narrow.
        deploy_spacing: u8 [1..=4],
        /// Columns the line may be shifted at random.
        deploy_shift: u8 [0..=6],
        /// Which weapon it gives up (X 4.2.3).
        lose_weapon: LoseSystem,
        /// Which special equipment it gives up (X 4.2.3).
        lose_equipment: LoseSystem,
        /// Which flight of a stack loses fighters (X 5.2.1).
        lose_fighters: LoseFighters,
        /// Whose flight it makes act (X 5.1.2).
        flight_order: FlightOrder,
        /// What it looks for in a move.
        moves: MoveWeights,
        /// What it looks for in a target.
        targets: TargetWeights,
        /// What its flights look for.
        flights: FlightWeights,
        /// Other values of any keys above, for a side that stands so to its enemy; a key that several entries give has the last one's value.
        when: When [by relation::when] = When::default(),
    }
}

impl Policies for Policy {
    fn table() -> KeyTable<Self> {
        Self::keys()
    }

    fn when(&mut self) -> &mut When {
        &mut self.when
    }
}
