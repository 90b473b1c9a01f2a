//! What the options of every command come to: the one thing that all commands are handed.

use std::sync::atomic::AtomicBool;
use std::time::Instant;

use lanchester_games::{Game, GameName};
use lanchester_lanes::Level;
use lanchester_report::Frame;
use lanchester_scenario::{Documents, Library};
use serde::Serialize;

use crate::front::Front;
use crate::output;

/// What the options of every command come to.
#[derive(Clone, Copy)]
pub struct Settings<'f> {
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
    /// Where results and messages go.
    pub front: &'f dyn Front,
    /// Scenario files that are on no disk.
    pub documents: &'f Documents,
}

impl<'f> Settings<'f> {
    /// Says something that is no result, unless that is not wanted.
    pub fn remark(&self, text: &str) {
        if !self.quiet {
            self.say(text);
        }
    }

    /// Says something that has to be said and is no result.
    pub fn say(&self, text: &str) {
        self.front.note(text);
    }

    /// Hands out the result as JSON.
    ///
    /// # Errors
    /// What the front says.
    pub fn json(&self, value: &impl Serialize) -> anyhow::Result<()> {
        Ok(self.front.json(&output::json_text(value)?)?)
    }

    /// Hands out a result that is a text.
    ///
    /// # Errors
    /// What the front says.
    pub fn text(&self, text: &str) -> anyhow::Result<()> {
        Ok(self.front.text(text)?)
    }

    /// Hands out tables by the names of their files, to those who take them.
    pub fn tables(&self, mut make: impl FnMut() -> Vec<(&'static str, Frame)>) {
        self.front.tables(&mut make);
    }

    /// The flag that asks the battles to end. To be asked for when they are about to begin.
    pub fn stop(&self) -> &'f AtomicBool {
        self.front.stop()
    }

    /// The files that can be named: those inside the program, those that were handed over, any path.
    pub fn library<G: Game>(&self) -> Library<G> {
        Library::shipped().with(self.documents)
    }
}
