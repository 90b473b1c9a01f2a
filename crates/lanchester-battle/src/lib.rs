//! What every game's engine and reference need and no rulebook knows.
//!
//! A game writes its rules twice and joins both to what is here:
//!
//! - **Lanes.** The workspace holds a [`Recorder`]; the loop that plays batches is [`LaneEngine::run`]. [`engine::play`] and
//!   [`engine::record`] follow.
//! - **Reference.** The table of a battle holds an [`EventLog`]; [`Reference::run`] plays one battle from a [`Setup`] with
//!   choices of any kind, and the game implements its trait of choices for [`Recorded`]. [`reference::play`],
//!   [`reference::replay`] and [`reference::rolls`] follow.
//! - **Story.** The text of a replay is a [`Story`], line by line under headings.
//!
//! Inside the game's `impl Rules`, [`rules_by_engine_and_reference!`] writes the four methods that play, record, verify and
//! give the dice.
//!
//! What happens in a battle, in which phases, and who chooses what is the game's: there is no common loop, event, choice or
//! table here.

pub mod engine;
pub mod recorder;
pub mod reference;
mod ship_id;
pub mod story;

pub use engine::{LaneEngine, Layout, Play};
pub use recorder::Recorder;
pub use reference::{EventLog, Illegal, Recorded, Reference, Setup, setup};
pub use ship_id::ShipId;
pub use story::Story;

/// What the macro names; for it alone.
#[doc(hidden)]
pub mod signatures {
    pub use std::ops::Range;

    pub use lanchester_core::{Job, Matchup, Mismatch, Tally};
    pub use lanchester_dice::{BattleKey, Pools};
    pub use lanchester_lanes::Level;
}

/// The methods `play`, `record`, `verify` and `rolls` of `Rules`, which are the same in every game that has a
/// [`LaneEngine`] and a [`Reference`]: to be written inside its `impl Rules`.
#[macro_export]
macro_rules! rules_by_engine_and_reference {
    () => {
        fn play(
            tables: &Self::Prepared,
            workspace: &mut Self::Workspace,
            level: $crate::signatures::Level,
            job: &$crate::signatures::Job,
            tally: &mut $crate::signatures::Tally,
        ) {
            $crate::engine::play::<Self>(tables, workspace, level, job, tally);
        }

        fn record(
            tables: &Self::Prepared,
            level: $crate::signatures::Level,
            seed: u64,
            cell: u64,
            battles: $crate::signatures::Range<u64>,
        ) -> Vec<Vec<Self::Event>> {
            $crate::engine::record::<Self>(tables, level, seed, cell, battles)
        }

        fn verify(
            matchup: &$crate::signatures::Matchup<Self>,
            seed: u64,
            cell: u64,
            battle: u64,
            events: &[Self::Event],
        ) -> Result<(), $crate::signatures::Mismatch> {
            let key = $crate::signatures::BattleKey::new(seed, cell, battle / 2);
            $crate::reference::replay(&$crate::setup(matchup), key, battle, events)
        }

        fn rolls(
            matchup: &$crate::signatures::Matchup<Self>,
            seed: u64,
            cell: u64,
            battle: u64,
            events: &[Self::Event],
        ) -> Vec<$crate::signatures::Pools> {
            let key = $crate::signatures::BattleKey::new(seed, cell, battle / 2);
            $crate::reference::rolls(&$crate::setup(matchup), key, battle, events)
        }
    };
}
