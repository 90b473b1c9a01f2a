//! The toy without lanes: its reference and its player play every battle. This is all that a game needs to be played by every
//! command. Lanes take its place.

use lanchester_battle::plain::{Battles, Plain};
use lanchester_core::Matchup;
use lanchester_lanes::Level;
use lanchester_lanes::dice::BattleKey;

use crate::Toy;
use crate::event::Event;
use crate::player::Player;

/// What is known of a matchup before its first battle: the matchup.
pub type Tables = Matchup<Toy>;
/// The memory of a thread.
pub type Workspace = Battles<Event>;

/// Works out the tables of a matchup.
#[must_use]
pub fn tables(matchup: &Matchup<Toy>) -> Tables {
    matchup.clone()
}

impl Plain for Toy {
    const DECISIONS: &'static [&'static str] = &["turns"];

    type Player<'t> = Player<'t>;

    fn matchup(tables: &Tables) -> &Matchup<Self> {
        tables
    }

    fn player(tables: &Tables, _: Level, _: BattleKey) -> Player<'_> {
        Player { policies: tables.forces.each_ref().map(|force| &*force.commander) }
    }
}

lanchester_battle::plain_engine!(Toy);
