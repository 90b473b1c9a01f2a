//! Fleet against fleet.

use std::fmt::{self, Debug};
use std::sync::Arc;

use crate::{Commander, Rules};

/// One side of a matchup: ships in the order the file lists them, and who commands them.
pub struct Force<R: Rules> {
    /// What to call it.
    pub name: String,
    /// Its ships; a design that stands twice is two ships.
    pub ships: Vec<Arc<R::Design>>,
    /// Fixed starting stations, one a ship; `None` lets the commander place them.
    pub stations: Option<Vec<R::Station>>,
    /// Who commands it.
    pub commander: Commander<R>,
}

// A store knows its run by this text: its words stay.
impl<R: Rules> Debug for Force<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Force")
            .field("name", &self.name)
            .field("ships", &self.ships)
            .field("stations", &self.stations)
            .field("policy", &self.commander)
            .finish()
    }
}

impl<R: Rules> Clone for Force<R> {
    fn clone(&self) -> Self {
        Self {
            name: self.name.clone(),
            ships: self.ships.clone(),
            stations: self.stations.clone(),
            commander: self.commander.clone(),
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
