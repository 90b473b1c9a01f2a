//! A command asked for by another program: its words in, its result as JSON out.

use lanchester_scenario::{Documents, Problems};

use crate::cli::{obey, parsed};
use crate::exit::Exit;
use crate::front::Front;

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The words are none of a command: what the program says of them.
    Usage(String),
    /// Everything that is wrong with the scenario files.
    Scenario(Problems),
    /// The system does not give the memory that the command needs.
    NoRoom(String),
    /// Nothing is wrong with the input: a store is in use, a disk is full.
    TryAgain(String),
    /// Anything else: words that do not go together, a file that cannot be written.
    Other(String),
}

/// Does what the words of a command line say, without the program's name, as with `--json`. `documents` are files that the
/// words may name besides those on disk; `front` is given the answer.
///
/// Nothing here is shared between calls: several may run at once, each on a thread of its own.
///
/// # Errors
/// What `lanchester` would have said on stderr.
pub fn answer(words: &[&str], documents: &Documents, front: &dyn Front) -> Result<Exit, Failure> {
    let all: Vec<&str> = std::iter::once("lanchester").chain(words.iter().copied()).collect();
    let (mut cli, scenarios) = parsed(&all).map_err(|error| Failure::Usage(error.render().to_string()))?;
    cli.global.json = true;
    obey(&cli, &scenarios, documents, front).map_err(|error| match error.downcast::<Problems>() {
        Ok(problems) => Failure::Scenario(problems),
        Err(error) => match Exit::of(&error) {
            Exit::NoRoom => Failure::NoRoom(error.to_string()),
            Exit::TryAgain => Failure::TryAgain(format!("{error:#}")),
            _ => Failure::Other(format!("{error:#}")),
        },
    })
}
