//! What every game shares: the [`Rules`] trait, sides, outcomes, tallies and the rulebook ledger; and [`arena`], which plays
//! the battles of any game over threads.
//!
//! Absent on purpose: any concept that only one game has (shields, arcs, fighters, ratings' formulas), files, clocks,
//! terminals. Nothing here can fail while a battle is played.

pub mod arena;
mod commander;
pub mod ledger;
mod matchup;
mod outcome;
mod rules;
mod search;
mod side;
mod tally;

pub use commander::{Commander, SEARCH, Searcher};
pub use ledger::{LedgerEntry, Status};
pub use matchup::{Force, Matchup};
pub use outcome::{Outcome, Verdict};
pub use rules::{Combatant, Job, Mismatch, Points, Rules};
pub use search::{Only, ROLLOUTS, Search};
pub use side::Side;
pub use tally::{CHUNK_PAIRS, MARGIN_BINS, Tally};
