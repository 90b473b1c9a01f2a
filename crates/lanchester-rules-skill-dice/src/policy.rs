//! A policy as its file holds it: choices, and weights over features that [`crate::player`] works out.
//!
//! Fire is counted in one unit, whoever suffers it: what a shot does to a ship on average, in per mille of the ship (destroyed is
//! 1000), times the ship's points in 64ths of the costliest ship's of the battle, over 40.

use lanchester_battle::relation::{self, Policies, When};
use lanchester_scenario::{KeyTable, options, weights};

weights! {
    /// Weights over the features of a place at the end of a move, each −20 to 20. Higher scores are chosen.
    pub struct MoveWeights("[moves]") {
        /// For the fire that the ship may deal from there.
        deal,
        /// Against its share of the fire that it may take there.
        // The fire of an enemy is shared out among the ships in its reach.
        take,
        /// Against hexes off the distance wanted from the nearest enemy.
        // In units of eight.
        range,
        /// Against hexsides between the bow and the nearest enemy.
        // In units of eight.
        bow,
        /// For hexsides between the bow of a near enemy and the ship: to sit on its tail.
        // In units of eight, for enemies within twelve hexes.
        tail,
        /// Against hexes beyond three from the nearest friend.
        // In units of eight.
        fleet,
        /// Against a Helm roll that may be botched.
        // In units of sixteen for a botch, by its chance.
        risk,
        /// For a random number.
        // Of 0 to 255.
        noise,
    }
}

weights! {
    /// Weights over the features of the ship that moves next, each −20 to 20. The highest score moves.
    pub struct OrderWeights("[order]") {
        /// For its points.
        // In sixteenths of the most in its fleet: below zero, the best ships move last.
        points,
        /// For hexes to the nearest enemy.
        distance,
        /// For being in the reach of enemies that have moved.
        // Ten for each.
        covered,
        /// For having nothing left that can fire: no enemy waits for its move.
        // Forty-eight.
        unarmed,
    }
}

weights! {
    /// Weights over the features of a shot, each −20 to 20. The highest score is fired.
    pub struct TargetWeights("[targets]") {
        /// For the fire that it deals.
        damage,
        /// For what the target has lost.
        // Of structure, screens and crews, up to 64.
        finish,
        /// For the points of the target.
        // In sixteenths of the most in its fleet.
        points,
        /// For crews of the target that have yet to fire.
        // In units of eight.
        fresh,
    }
}

options! {
    /// A policy.
    pub struct Policy("a policy") {
        /// Its name, printed with every result.
        name: String [unkeyed],
        /// Hexes from the nearest enemy that a ship seeks.
        keep: u8 [1..=30],
        /// Sixteenths of its thrust that it uses at most.
        haste: u8 [0..=16] = 16,
        /// Eighths that the exchange with an enemy counts that has yet to move.
        unmoved: u8 [0..=8] = 5,
        /// Sixteenths of its thrust by which an enemy that has yet to move is expected to come nearer.
        closing: u8 [0..=16] = 8,
        /// Hexes, at most, whose ends of a move it weighs by the best reply of the nearest enemy that has yet to move.
        // The reply that costs most by the weights of the fire dealt and taken, without Helm rolls.
        replies: u8 [0..=64] = 0,
        /// Ships of its side in play, at most, while it weighs replies.
        few: u8 [1..=30] = 4,
        /// The turn from which it forces a decision: until somebody fires, the fire that it may take counts nothing;
        /// 100: never.
        force: Option<u8> [1..=100, none "never"],
        /// It tries turns of several hexsides.
        gamble: bool = true,
        /// It passes where it may, so that its ships move later.
        pass: bool = true,
        /// Crews of a ship share out its cannon, so that together they do most; else each takes the best that is left.
        assign: bool = false,
        /// Turns of flight, at most, of a torpedo that it launches.
        launch_turns: u8 [0..=5] = 1,
        /// Torpedoes of the side, at least, that are ready together when it launches; fewer where it has no more tubes and torpedoes.
        salvo: u8 [1..=12] = 2,
        /// Torpedoes that reach a ship, at least, when it drops a nixie.
        nixie_at: u8 [1..=9] = 1,
        /// What it looks for in a move.
        moves: MoveWeights,
        /// Which ship it moves first.
        order: OrderWeights,
        /// What it looks for in a shot.
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
