//! The start-up self-check: does this machine's vector code compute what the fallback computes?
//!
//! Some compilers emit wrong AVX-512 code (rust-lang/rust#158622). The tests compare all levels, but on the machines
//! the tests ran on; this compares them here, with the battle about to be played. Where the fallback is the only level,
//! as on ARM, there is nothing to compare.

use std::fmt;

use crate::{Job, Matchup, Rules, Tally};
use lanchester_lanes::Level;

/// Pairs that a self-check plays at each level: two batches, a few milliseconds.
pub const SELF_CHECK_PAIRS: u64 = 64;

/// The seed of a self-check; any would do.
const SELF_CHECK_SEED: u64 = 0x004c_414e_4348_4553;

/// A level was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The level asked for, which computes something else than the fallback.
    pub refused: Level,
    /// The level to use instead.
    pub used: Level,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} code gives other results than the fallback on this machine (a miscompilation or a fault); using {} instead",
            self.refused, self.used
        )
    }
}

/// Plays [`SELF_CHECK_PAIRS`] pairs of a matchup at `level` and at the fallback, and steps down until both
/// count the same. Returns the level to use, and a warning if it is not the one asked for.
pub fn self_check<R: Rules>(matchup: &Matchup<R>, level: Level) -> (Level, Option<Warning>) {
    if level == Level::FALLBACK {
        return (level, None);
    }
    let prepared = R::prepare(matchup);
    let mut workspace = R::workspace();
    let mut count = |level| {
        let mut tally = Tally::new();
        let job = Job { seed: SELF_CHECK_SEED, cell: 0, pairs: 0..SELF_CHECK_PAIRS };
        R::play(&prepared, &mut workspace, level, &job, &mut tally);
        tally
    };
    let truth = count(Level::FALLBACK);
    let mut used = level;
    while used != Level::FALLBACK && count(used) != truth {
        used = used.step_down().unwrap_or(Level::FALLBACK);
    }
    (used, (used != level).then_some(Warning { refused: level, used }))
}
