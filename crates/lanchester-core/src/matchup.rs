//! Fleet against fleet.

use std::sync::Arc;

use crate::Rules;

/// One side of a matchup: ships in the order the file lists them, and who commands them.
#[derive(Debug)]
pub struct Force<R: Rules> {
    /// What to call it.
    pub name: String,
    /// Its ships; a design that stands twice is two ships.
    pub ships: Vec<Arc<R::Design>>,
    /// Fixed starting stations, one a ship; `None` lets the policy place them.
    pub stations: Option<Vec<R::Station>>,
    /// The policy that commands it.
    pub policy: Arc<R::Policy>,
}

impl<R: Rules> Clone for Force<R> {
    fn clone(&self) -> Self {
        Self {
            name: self.name.clone(),
            ships: self.ships.clone(),
            stations: self.stations.clone(),
            policy: Arc::clone(&self.policy),
        }
    }
}

impl<R: Rules> Force<R> {
    /// The points of all its ships.
    pub fn rating(&self) -> u32 {
        self.ships.iter().map(|s| crate::Combatant::rating(&**s)).sum()
    }
}

/// Fleet A against fleet B, with options.
#[derive(Debug)]
pub struct Matchup<R: Rules> {
    /// What to call it.
    pub name: String,
    /// A and B.
    pub forces: [Force<R>; 2],
    /// The game's options.
    pub options: R::Options,
}

impl<R: Rules> Clone for Matchup<R> {
    fn clone(&self) -> Self {
        Self { name: self.name.clone(), forces: self.forces.clone(), options: self.options.clone() }
    }
}
