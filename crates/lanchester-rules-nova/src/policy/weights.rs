//! A policy as its file holds it: choices, and weights over shared features.

pub use lanchester_battle::appraisal::RangeGoal;
pub use lanchester_battle::deployment::DeployRow;
use lanchester_battle::relation::{self, Policies, When};
use lanchester_battle::shortlist::LONGEST;
use lanchester_scenario::{KeyTable, options, weights, words};

words! {
    /// Active or reactive, for the side that won the throw (NOVA 3.1).
    pub enum Initiative("initiative") {
        /// Always active: moves first and fires first.
        Active = "active",
        /// Always reactive: moves last and fires last.
        Reactive = "reactive",
        /// Active when its ships bear on the enemy from where they stand, else reactive.
        Score = "score",
        /// Active when its ships and the enemies nearest to them, with half a dozen typical moves each, exchange fire with more gain
        /// if it moves and fires first than if it answers.
        Look = "look",
    }
}

words! {
    /// Which of a side's waiting ships acts next.
    pub enum ShipOrder("order") {
        /// As the fleet file lists them.
        Listed = "listed",
        /// Highest combat rating first.
        Strongest = "strongest",
        /// Lowest combat rating first.
        Weakest = "weakest",
        /// The one nearest to any enemy first.
        Nearest = "nearest",
        /// The one farthest from every enemy first.
        Farthest = "farthest",
    }
}

words! {
    /// Where the chooser thinks an enemy that has yet to move will be.
    pub enum Anticipate("anticipation") {
        /// Where it is.
        Still = "still",
        /// Straight on at its speed.
        Drift = "drift",
        /// Wherever, of a dozen typical moves, the exchange is best for it.
        Reply = "reply",
    }
}

weights! {
    /// Weights over the features of an end position, each −20 to 20. Higher scores are chosen.
    ///
    /// ### NOVA 4.6 Holding position (p. 9)
    /// A policy that weighs nothing but `moved` and `turned` holds: it answers "straight 0" while its speed is 0, which is
    /// legal at any thrust, and stops as fast as it can otherwise.
    ///
    /// RULING: ours, for tests against exact distributions.
    pub struct MoveWeights("[moves]") {
        /// For the expected worth of the damage dealt from there.
        deal,
        /// Against the expected worth of the damage taken there.
        take,
        /// Against the expected worth of its share of the damage taken there.
        // The damage of every enemy is shared out evenly among the ships of the side that are in its reach: it means the same in
        // duels and in fleets.
        share,
        /// Against hexes away from the range goal.
        range,
        /// Against hexes beyond its own reach, where the enemy's is longer.
        outranged,
        /// Against hours between the bow and the nearest enemy.
        bow,
        /// Against hours between the beam and the nearest enemy.
        beam,
        /// Against hexes short of three from the board edge.
        // And a hundred more where the ship would run off the board within three turns if it lost two boxes of thrust now.
        edge,
        /// Against friends within one hex.
        crowd,
        /// Against hexes from the middle of the fleet.
        fleet,
        /// Against hexes moved.
        moved,
        /// Against hexsides turned.
        turned,
        /// For a random number.
        noise,
    }
}

weights! {
    /// Weights over the features of a target, each −20 to 20. Higher scores are chosen, bank by bank.
    pub struct TargetWeights("[targets]") {
        /// For expected boxes checked.
        damage,
        /// Against hexes away.
        near,
        /// Against boxes it has left.
        finish,
        /// Against one that banks before are expected to destroy.
        // Sixteen for a target that the banks declared before, of the same ship, are expected to destroy.
        overkill,
        /// For its combat rating.
        // In sixteenths of the highest in its fleet.
        rating,
    }
}

options! {
    /// A policy.
    pub struct Policy("a policy") {
        /// Its name, printed with every result.
        name: String [unkeyed],
        /// Active or reactive, when the choice is won (NOVA 3.1).
        initiative: Initiative,
        /// Which ship moves next (NOVA 3.2).
        move_order: ShipOrder,
        /// Which ship fires next (NOVA 3.3).
        fire_order: ShipOrder,
        /// Where enemies that have yet to move are expected.
        anticipate: Anticipate,
        /// Of how many hexes and facings, the best against enemies that go straight on, replies are looked at.
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
        /// What it looks for in a move.
        moves: MoveWeights,
        /// What it looks for in a target.
        targets: TargetWeights,
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
