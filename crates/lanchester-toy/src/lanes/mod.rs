//! A batch of battles at once.
//!
//! - [`mod@tables`]: what is the same in every lane.
//! - [`state`]: what differs.
//! - [`engine`]: the loop, and the end of a turn.
//! - [`movement`], [`combat`]: the phases, each beside the reference's file of the same name.
//! - [`search`]: what a search needs.

use lanchester_core::Matchup;

use crate::Toy;

pub use tables::Tables;

pub mod combat;
pub mod engine;
pub mod movement;
pub mod search;
pub mod state;
pub mod tables;

/// The memory of a thread.
pub type Workspace = Box<state::Batch>;

/// Works out the tables of a matchup.
#[must_use]
pub fn tables(matchup: &Matchup<Toy>) -> Tables {
    Tables::new(matchup)
}

lanchester_battle::lane_engine!(Toy, recorder, engine::run);
