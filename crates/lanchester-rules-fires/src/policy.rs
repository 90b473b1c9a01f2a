//! Policies: how far a ship goes and whom it fires at.

use lanchester_scenario::{options, words};

use crate::options::MAX_SPEED;

words! {
    /// Whom a ship fires at; of several alike, the first in the enemy's list.
    pub enum Target("target") {
        /// The nearest enemy.
        Nearest = "nearest",
        /// The enemy with the fewest hull boxes left.
        Weakest = "weakest",
    }
}

options! {
    /// How a fleet is commanded.
    pub struct Policy("a policy") {
        /// What it is called.
        name: String [unkeyed],
        /// Hexes that a ship goes at most.
        speed: u8 [0..=MAX_SPEED],
        /// The distance to the nearest enemy that it seeks.
        keep: i16 [0..=1000],
        /// Whom it fires at.
        target: Target,
    }
}

impl Policy {
    /// Hexes that a ship goes ahead whose nearest enemy is so far away: half of what is too much, as the enemy comes too.
    #[must_use]
    pub fn ahead(&self, nearest: u16, room: u16) -> u8 {
        let want = (i32::from(nearest) - i32::from(self.keep)).max(0) / 2;
        want.min(i32::from(room)).min(i32::from(self.speed)) as u8
    }
}
