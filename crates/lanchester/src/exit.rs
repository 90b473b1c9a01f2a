//! How the program ends: exit codes, and errors as a person sees them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use lanchester_scenario::Problems;

use crate::output::{self, WriteError};

/// What a command has to say by its exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It is done, and the answer, if there was a question, is yes.
    Done = 0,
    /// The answer is no.
    No = 1,
    /// Bad input or usage, or a file or pipe that cannot be used.
    BadInput = 2,
    /// A bug.
    Bug = 70,
    /// Ctrl-C.
    Interrupted = 130,
}

/// Runs the program and tells what went wrong. Never panics, never 101.
pub fn code_of(run: impl FnOnce() -> anyhow::Result<Exit>) -> ExitCode {
    let exit = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(exit)) => exit,
        Ok(Err(error)) => explain(&error),
        Err(_) => {
            output::note(
                "lanchester: this is a bug in lanchester; please report it with the command and the lines above",
            );
            Exit::Bug
        }
    };
    ExitCode::from(exit as u8)
}

fn explain(error: &anyhow::Error) -> Exit {
    if let Some(WriteError(error)) = error.downcast_ref() {
        output::note(&format!("lanchester: the output cannot be written: {error}"));
    } else if let Some(problems) = error.downcast_ref::<Problems>() {
        output::note(problems.frames(output::colour(&std::io::stderr()), output::width()).trim_end());
    } else {
        output::note(&format!("lanchester: {error:#}"));
    }
    Exit::BadInput
}
