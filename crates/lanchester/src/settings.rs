//! What the options of every command come to: the one thing that all commands are handed.

use std::time::Instant;

use lanchester_games::GameName;
use lanchester_lanes::Level;

use crate::output::note;

/// What the options of every command come to.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The game, if one was asked for.
    pub game: Option<GameName>,
    /// The seed, if one was given.
    pub seed: Option<u64>,
    /// Threads that play, if there is work for all of them.
    pub threads: usize,
    /// The instruction set.
    pub level: Level,
    /// Results as JSON.
    pub json: bool,
    /// No progress, no remarks.
    pub quiet: bool,
    /// When the program was started.
    pub started: Instant,
}

impl Settings {
    /// Says something that is no result.
    pub fn remark(&self, text: &str) {
        if !self.quiet {
            note(text);
        }
    }
}
