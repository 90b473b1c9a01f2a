//! Ctrl-C: once finishes what is being played, twice leaves at once.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::exit::Exit;
use crate::output::note;

static STOP: AtomicBool = AtomicBool::new(false);

/// Listens for Ctrl-C and returns the flag that it raises. To be called once.
pub fn listen() -> &'static AtomicBool {
    let heard = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(Exit::Interrupted as i32);
        }
        note("\nStopping: battles that have begun are played to their end. Ctrl-C again leaves at once.");
    });
    if let Err(error) = heard {
        note(&format!("lanchester: Ctrl-C will leave without writing anything: {error}"));
    }
    &STOP
}
