//! What the program around a run offers it: the time, a place for messages, meters. This crate has no clock and no terminal.

use std::path::Path;
use std::time::Duration;

/// A clock that only goes forward. It is handed to those who stop by it, so that tests can hand them another.
pub trait Clock: Sync {
    /// Time since a fixed moment.
    fn now(&self) -> Duration;
}

/// The program around a run.
pub trait Host: Clock {
    /// The date and time in UTC, such as `2026-11-21T09:30:00Z`, if it is known.
    fn date(&self) -> Option<String>;

    /// Shows a message that is no result.
    fn note(&self, text: &str);

    /// A meter for so many battles, headed by what they are for; without a heading, a plain one.
    fn meter(&self, what: &str, battles: u64) -> Box<dyn Meter>;

    /// Writes the heartbeat of the run that is kept in this store. If it cannot be written, that is no reason to stop.
    fn heartbeat(&self, store: &Path, text: &[u8]);
}

/// Shows how far battles are, from whichever thread played them.
pub trait Meter: Sync {
    /// So many more battles were played.
    fn add(&self, battles: u64);

    /// Says more about the run.
    fn say(&self, more: &str);

    /// No more is to be shown.
    fn finish(&self);
}

/// Says and shows nothing; its time stands still.
#[cfg(test)]
pub struct Silent;

#[cfg(test)]
impl Clock for Silent {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

#[cfg(test)]
impl Host for Silent {
    fn date(&self) -> Option<String> {
        None
    }

    fn note(&self, _: &str) {}

    fn meter(&self, _: &str, _: u64) -> Box<dyn Meter> {
        Box::new(Self)
    }

    fn heartbeat(&self, _: &Path, _: &[u8]) {}
}

#[cfg(test)]
impl Meter for Silent {
    fn add(&self, _: u64) {}

    fn say(&self, _: &str) {}

    fn finish(&self) {}
}
