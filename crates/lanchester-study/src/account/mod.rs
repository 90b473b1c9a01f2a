//! An account of recorded battles: who survives, who hurts whom with what and from how far, who never fires, when the first ship
//! is lost and how much that decides.
//!
//! Battles are recorded by the pair, pairs are the units of every interval: means over pairs by Wilson's interval at their effective
//! number, shares of harm, which are ratios of sums, by the delete-a-group jackknife.

mod change;
mod sums;
#[cfg(test)]
mod tests;
mod told;

use lanchester_analysis::account::Account;
use lanchester_core::Matchup;
use lanchester_games::Game;
use lanchester_lanes::Level;

pub use self::change::{Change, Figure, What, change};
use told::Told;

/// Pairs that are recorded at a time: one alone leaves lanes idle, all at once take memory.
const CHUNK: u64 = 64;

/// Records pairs of battles of a cell and accounts for them: the first of those that are counted under the same seed and number.
///
/// # Panics
/// Without a pair.
#[must_use]
pub fn account<G: Game>(matchup: &Matchup<G>, level: Level, seed: u64, cell: u64, pairs: u64) -> Account {
    assert!(pairs > 0, "an account of no battles");
    let mut told = Told::new(matchup, pairs);
    for first in (0..pairs).step_by(CHUNK as usize) {
        let last = (first + CHUNK).min(pairs);
        let battles = matchup.record(level, seed, cell, 2 * first..2 * last);
        for (pair, of) in (first..last).zip(battles.chunks(2)) {
            told.add(pair, of);
        }
    }
    told.account()
}
