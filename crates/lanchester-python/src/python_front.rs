//! Python as the one who asks: what a command says is kept for the reply.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use lanchester::front::{Front, WriteError};
use lanchester_report::Frame;
use lanchester_report::arrow::ArrowTable;
use lanchester_study::host::Meter;

/// Text and tables of an answer.
#[derive(Debug, Default)]
pub struct Said {
    /// The result as JSON, byte for byte what the program prints.
    pub json: String,
    /// A result that is text.
    pub text: String,
    /// What is no result.
    pub remarks: Vec<String>,
    /// Tables by their names.
    pub tables: Vec<(String, ArrowTable)>,
}

/// How far battles are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// What they are for; may be empty.
    pub what: String,
    /// Battles played.
    pub done: u64,
    /// Battles to play.
    pub battles: u64,
}

/// Keeps what a command says.
#[derive(Debug, Default)]
pub struct PythonFront {
    said: Mutex<Said>,
    stop: AtomicBool,
    meter: Mutex<Option<(String, u64, Arc<AtomicU64>)>>,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl PythonFront {
    /// Asks the battles to end.
    pub fn interrupt(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How far the battles are that are played now, or were last; none before the first.
    pub fn progress(&self) -> Option<Progress> {
        let meter = locked(&self.meter);
        let (what, battles, done) = meter.as_ref()?;
        Some(Progress { what: what.clone(), done: done.load(Ordering::Relaxed), battles: *battles })
    }

    /// All that was said.
    pub fn into_said(self) -> Said {
        self.said.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Front for PythonFront {
    fn json(&self, json: &str) -> Result<(), WriteError> {
        locked(&self.said).json.push_str(json);
        Ok(())
    }

    fn text(&self, text: &str) -> Result<(), WriteError> {
        locked(&self.said).text.push_str(text);
        Ok(())
    }

    fn tables(&self, make: &mut dyn FnMut() -> Vec<(&'static str, Frame)>) {
        let named = make();
        let name = |file: &str| file.strip_suffix(".parquet").unwrap_or(file).to_owned();
        locked(&self.said).tables.extend(named.iter().map(|(file, frame)| (name(file), ArrowTable::of(frame))));
    }

    fn note(&self, text: &str) {
        locked(&self.said).remarks.push(text.trim().to_owned());
    }

    fn meter(&self, what: &str, battles: u64, _quiet: bool) -> Box<dyn Meter> {
        let done = Arc::new(AtomicU64::new(0));
        *locked(&self.meter) = Some((what.to_owned(), battles, Arc::clone(&done)));
        Box::new(Counter(done))
    }

    fn stop(&self) -> &AtomicBool {
        &self.stop
    }
}

/// Counts battles; whoever wants to know looks.
struct Counter(Arc<AtomicU64>);

impl Meter for Counter {
    fn add(&self, battles: u64) {
        self.0.fetch_add(battles, Ordering::Relaxed);
    }

    fn say(&self, _: &str) {}

    fn finish(&self) {}
}
