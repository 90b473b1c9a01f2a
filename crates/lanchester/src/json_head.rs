//! What every answer in JSON begins with.

use lanchester_games::Game;
use lanchester_lanes::dice::STREAM_VERSION;
use serde::Serialize;

/// By what the answer was made, so that it can be made again.
#[derive(Serialize)]
pub struct Head<'a> {
    /// The command line that repeats it.
    command: &'a str,
    tool_version: &'static str,
    game: &'static str,
    rules_version: u32,
    stream_version: u32,
}

impl<'a> Head<'a> {
    /// The head of an answer about a game to this command line.
    pub fn of<G: Game>(command: &'a str) -> Self {
        Self {
            command,
            tool_version: env!("CARGO_PKG_VERSION"),
            game: G::NAME,
            rules_version: G::VERSION,
            stream_version: STREAM_VERSION,
        }
    }
}
