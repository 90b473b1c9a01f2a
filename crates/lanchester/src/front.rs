//! Who asks: where results, messages and progress go, and who may ask for the end. A terminal is one, Python another.

use std::sync::atomic::AtomicBool;

use lanchester_report::Frame;
use lanchester_study::host::Meter;

pub use crate::output::WriteError;
use crate::{interrupt, meter, output};

/// Who asked for a command, and hears what comes of it. A command runs on one thread, and the battles it plays on others.
pub trait Front: Sync {
    /// Takes the result as JSON: the bytes that `--json` prints.
    ///
    /// # Errors
    /// It could not be written.
    fn json(&self, json: &str) -> Result<(), WriteError>;

    /// Takes a result that is text, which may hold what others wrote.
    ///
    /// # Errors
    /// It could not be written.
    fn text(&self, text: &str) -> Result<(), WriteError>;

    /// Takes tables of the result, each with the name of its file, such as `cells.parquet`. Left alone by default, and then not
    /// even made where nobody else asks for them.
    fn tables(&self, make: &mut dyn FnMut() -> Vec<(&'static str, Frame)>) {
        let _ = make;
    }

    /// Takes a message that is no result.
    fn note(&self, text: &str);

    /// Shows how far so many battles are, headed by what they are for; with `quiet`, nothing.
    fn meter(&self, what: &str, battles: u64, quiet: bool) -> Box<dyn Meter>;

    /// The flag that asks the battles to end; asked for when they are about to begin.
    fn stop(&self) -> &AtomicBool;

    /// Whether the process is the command's own, so that it may be started again with other settings. No by default.
    fn owns_process(&self) -> bool {
        false
    }
}

/// The program's own: stdout, stderr, Ctrl-C.
pub struct Terminal;

impl Front for Terminal {
    fn json(&self, json: &str) -> Result<(), WriteError> {
        output::own(json)
    }

    fn text(&self, text: &str) -> Result<(), WriteError> {
        output::data(text)
    }

    fn note(&self, text: &str) {
        output::note(text);
    }

    fn meter(&self, what: &str, battles: u64, quiet: bool) -> Box<dyn Meter> {
        Box::new(meter::Meter::new(what, battles, quiet))
    }

    fn stop(&self) -> &AtomicBool {
        interrupt::listen()
    }

    fn owns_process(&self) -> bool {
        true
    }
}
