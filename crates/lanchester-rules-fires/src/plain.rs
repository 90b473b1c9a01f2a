//! Fires of Space without lanes: its reference and its player play every battle. Lanes take the place of this file.

use lanchester_battle::plain::{Battles, Plain};
use lanchester_core::Matchup;
use lanchester_lanes::Level;
use lanchester_lanes::dice::BattleKey;

use crate::Fires;
use crate::event::Event;
use crate::player::tables::Tables;
use crate::player::{DECISIONS, Player};

/// The memory of a thread.
pub type Workspace = Battles<Event>;

/// Works out the tables of a matchup.
pub fn tables(matchup: &Matchup<Fires>) -> Tables {
    Tables::new(matchup)
}

impl Plain for Fires {
    const DECISIONS: &'static [&'static str] = DECISIONS;

    type Player<'t> = Player<'t>;

    fn matchup(tables: &Tables) -> &Matchup<Self> {
        &tables.matchup
    }

    fn player(tables: &Tables, level: Level, key: BattleKey) -> Player<'_> {
        Player { tables, level, key }
    }
}

lanchester_battle::plain_engine!(Fires);
