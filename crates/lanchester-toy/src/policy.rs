//! Policies: how far a ship goes and whom it fires at.

/// How a fleet is commanded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// What it is called.
    pub name: String,
    /// Hexes that a ship goes at most, 0 to [`crate::options::MAX_SPEED`].
    pub speed: u8,
    /// The distance to the nearest enemy that it seeks, in hexes.
    pub keep: i16,
    /// Whom it fires at.
    pub target: Target,
}

/// Whom a ship fires at; of several alike, the first in the enemy's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// The nearest enemy.
    Nearest,
    /// The enemy with the fewest hull boxes left.
    Weakest,
}

impl Policy {
    /// Hexes that a ship goes ahead whose nearest enemy is so far away: half of what is too much, as the enemy comes too.
    #[must_use]
    pub fn ahead(&self, nearest: u16, room: u16) -> u8 {
        let want = (i32::from(nearest) - i32::from(self.keep)).max(0) / 2;
        want.min(i32::from(room)).min(i32::from(self.speed)) as u8
    }
}
