//! How the program ends: exit codes, and errors as a person sees them.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};

use lanchester_report::folder::FolderError;
use lanchester_scenario::Problems;
use lanchester_store::StoreError;
use lanchester_study::error::StudyError;

use crate::memory::NoRoom;
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
    /// The system does not give the memory that the command needs.
    NoRoom = 71,
    /// Nothing is wrong with the input: a store is in use, a disk is full, a part of a run was cut, or battles of other parts are
    /// missing.
    TryAgain = 75,
    /// Ctrl-C.
    Interrupted = 130,
}

impl Exit {
    /// How a command ends that ended with this error.
    #[must_use]
    pub fn of(error: &anyhow::Error) -> Self {
        if error.is::<NoRoom>() {
            Self::NoRoom
        } else if error.chain().any(passes) {
            Self::TryAgain
        } else {
            Self::BadInput
        }
    }
}

/// What the last panic said.
static LAST_WORDS: Mutex<String> = Mutex::new(String::new());

/// Runs the program and reports what went wrong. Never panics, never 101.
///
/// A panic is reported if it ends the program. Libraries panic on some damaged files; that is reported as the damage that it is.
pub fn code_of(run: impl FnOnce() -> anyhow::Result<Exit>) -> ExitCode {
    std::panic::set_hook(Box::new(|panic| {
        let backtrace = Backtrace::capture();
        let mut words = panic.to_string();
        if backtrace.status() == BacktraceStatus::Captured {
            words.push_str(&format!("\n{backtrace}"));
        }
        *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }));
    let exit = match catch_unwind(AssertUnwindSafe(run)) {
        Ok(Ok(exit)) => exit,
        Ok(Err(error)) => explain(&error),
        Err(_) => {
            let words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
            output::note(&format!(
                "{words}\nlanchester: this is a bug in lanchester; please report it with the command and the lines above"
            ));
            Exit::Bug
        }
    };
    ExitCode::from(exit as u8)
}

fn explain(error: &anyhow::Error) -> Exit {
    if let Some(WriteError(error)) = error.downcast_ref() {
        output::note(&format!("lanchester: the output cannot be written: {error}"));
    } else if let Some(problems) = error.downcast_ref::<Problems>() {
        // Frames clean what they quote.
        output::coloured_note(problems.frames(output::colour(&std::io::stderr()), output::width()).trim_end());
    } else {
        output::note(&format!("lanchester: {error:#}"));
    }
    Exit::of(error)
}

/// Whether an error may be gone the next time, with nothing changed by the user.
fn passes(error: &(dyn std::error::Error + 'static)) -> bool {
    // A study's error that says what its store says stands in for it in the chain.
    let of_store = match error.downcast_ref() {
        Some(StudyError::Store(error)) => Some(error),
        _ => error.downcast_ref::<StoreError>(),
    };
    // These say what the system says, which therefore is not in the chain.
    let of_system = match (of_store, error.downcast_ref(), error.downcast_ref()) {
        (Some(StoreError::Io { error, .. }), ..) | (_, Some(FolderError::Io { error, .. }), _) => Some(error),
        (.., Some(WriteError(error))) => Some(error),
        _ => error.downcast_ref(),
    };
    let full = |error: &std::io::Error| matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
    matches!(of_store, Some(StoreError::InUse { .. })) || of_system.is_some_and(full)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    #[test]
    fn a_full_disk_is_worth_another_try_wherever_it_is_met() {
        let of = |kind: ErrorKind| {
            let (path, error) = (PathBuf::from("x"), || std::io::Error::from(kind));
            let store = || StoreError::Io { path: path.clone(), error: error() };
            [
                anyhow::Error::from(WriteError(error())),
                anyhow::Error::from(error()).context("the folder x cannot be made"),
                anyhow::Error::from(FolderError::Io { path: path.clone(), error: error() }).context("the tables"),
                anyhow::Error::from(store()),
                anyhow::Error::from(StudyError::Store(store())),
                anyhow::Error::from(StudyError::Stopped { path: path.clone(), source: store() }),
                anyhow::Error::from(StudyError::NotKept { left: 3, path: path.clone(), source: store() }),
            ]
            .map(|error| Exit::of(&error))
        };
        assert_eq!(of(ErrorKind::StorageFull), [Exit::TryAgain; 7]);
        assert_eq!(of(ErrorKind::QuotaExceeded), [Exit::TryAgain; 7]);
        assert_eq!(of(ErrorKind::PermissionDenied), [Exit::BadInput; 7]);
    }
}
