//! A policy as its file holds it: choices, and weights over features that [`crate::lanes::chooser`] works out.
//!
//! Damage is counted in sixths of a point: the expected damage of a weapon at a range is then a whole number, the sum of its
//! chart's row.

pub use lanchester_battle::appraisal::RangeGoal;
pub use lanchester_battle::deployment::DeployRow;
use lanchester_battle::relation::{self, Policies, When};

use lanchester_scenario::{KeyTable, options, weights};

weights! {
    /// Weights over the features of a position after a move, each −20 to 20. Higher scores are chosen.
    pub struct MoveWeights("[moves]") {
        /// For the value of the best shot, now or in the next two impulses.
        deal,
        /// Against the value of its share of the fire that may answer.
        // The fire of each enemy is shared out among the ships in its reach.
        take,
        /// Against hexes off the range wanted from the nearest enemy.
        range,
        /// Against hours between the bow and the nearest enemy.
        // Six where it is in the own hex.
        bow,
        /// For hours between that enemy's bow and the ship.
        // Three where it is in the own hex.
        tail,
        /// For the boxes of the shield that faces it.
        // In units of two thirds of a box.
        face,
        /// Against friends, and cripples that may explode, within a hex.
        // A cripple counts as many times as its explosion rating.
        spread,
        /// Against hexes beyond three from the nearest friend.
        fleet,
        /// The price of an afterburner box.
        // In units of sixteen.
        burn,
        /// For a random number.
        // Of 0 to 255, on moves, action points and speeds.
        noise,
    }
}

weights! {
    /// Weights over the uses of an action point, each −20 to 20. The use with the highest score is chosen, if that is above 0.
    pub struct PointWeights("[points]") {
        /// For the damage that a yellow box stands for.
        // Sooner for bars that are nearly full.
        charge,
        /// For what a slip or an early turn adds to the move.
        // An eighth of what the best of them adds to the score of this impulse's move.
        maneuver,
        /// For the damage that a shield reinforcement would absorb.
        reinforce,
        /// For a battery, and the price of a charged one.
        // Eight for a battery to charge; also what a use must be worth before a battery supplies it.
        battery,
        /// For how much better the shots of the next impulse are.
        // A quarter of what the best one is better, for a marker that changes or defends the initiative.
        initiative,
        /// For another target for a missile that has none.
        redirect,
        /// For a slip marker, whatever it adds.
        slip,
        /// For an early turn, whatever it adds.
        turn,
    }
}

weights! {
    /// Weights over the features of a speed, each −20 to 20. Higher scores are chosen.
    pub struct SpeedWeights("[speed]") {
        /// For action points that there is a use for.
        // Those of a round, as far as there are boxes to fill.
        power,
        /// For hexes toward the range wanted, when charged.
        close,
        /// Against hexes too few to reach the range wanted in the round, when charged.
        // If the nearest enemy keeps its course and speed, and the ship flies straight at it.
        meet,
        /// Against hexes too many behind an enemy that runs.
        // So that it is not overtaken, but followed at the range wanted.
        trail,
        /// Against the turn radius, near the enemy.
        agile,
    }
}

weights! {
    /// Weights over the features of a target, each −20 to 20. Higher scores are chosen, weapon by weapon.
    pub struct TargetWeights("[targets]") {
        /// For the value of the group's damage.
        damage,
        /// Against hull boxes it has left.
        finish,
        /// For its points.
        // In sixteenths of the highest in its fleet.
        points,
        /// For a missile that may be killed.
        // By the value of killing it, where it is fired at at all.
        intercept,
    }
}

options! {
    /// A policy.
    pub struct Policy("a policy") {
        /// Its name, printed with every result.
        name: String [unkeyed],
        /// The distance it seeks; `reach`: the longest from an enemy that does not outrange it, else the best.
        range_goal: RangeGoal,
        /// How far forward it places its ships; `reach`: in front, but on its own edge where its guns reach farther.
        deploy_row: DeployRow,
        /// Columns between neighbours when placed.
        // Fewer where the zone is too narrow.
        deploy_spacing: u8 [1..=4],
        /// Columns the line may be shifted at random.
        deploy_shift: u8 [0..=6],
        /// Eighths of a shot now that one of a coming impulse counts.
        // From 1 on a better one to come is waited for.
        patience: u8 [0..=8],
        /// Eighths of a shot now that one counts which it may have after a turn.
        // A turn with one of the next two moves, as the turn radius allows.
        own_turns: u8 [0..=8] = 0,
        /// Eighths of an enemy's shot that one counts which the enemy may have after a turn.
        enemy_turns: u8 [0..=8] = 0,
        /// Eighths of an enemy's shot that one counts which the enemy may have after a slip or an early turn.
        // Where it has a slip marker or will have an action point.
        enemy_points: u8 [0..=8] = 0,
        /// Eighths of `moves.take` that come off in each round after those of `careful`.
        bold: u8 [0..=8] = 0,
        /// Rounds before `bold` begins.
        careful: u8 [0..=24] = 3,
        /// Eighths of its greatest expected damage that a shot is worth when a group fires.
        least: u8 [0..=8],
        /// Rounds without a shot after which it forces a decision: neither the fire that it may take nor a place behind the enemy counts,
        /// and no better shot is waited for; 100: never.
        force: Option<u8> [1..=100, none "never"],
        /// It reinforces shields for where its best move leads, not for straight on.
        turning: bool = false,
        /// Sixths of a point of fire for which it reinforces at least against every enemy in range.
        alert: u8 [0..=36] = 0,
        /// Points more that one on the hull counts than one on a shield.
        hull: u8 [0..=4],
        /// Hexes farther that a ship seeks while nothing is charged.
        withdraw: u8 [0..=8],
        /// The longest range at which it launches missiles.
        launch_range: u8 [1..=4],
        /// What it looks for in a move.
        moves: MoveWeights,
        /// What it spends action points on.
        points: PointWeights,
        /// What it looks for in a speed.
        speed: SpeedWeights,
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
