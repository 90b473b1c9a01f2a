//! A command on a thread of its own, while Python's signals and the progress callback have their turn.

use std::any::Any;
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread::{Builder, ScopedJoinHandle, scope};
use std::time::{Duration, Instant};

use lanchester::{Exit, answer as answer_words};
use lanchester_scenario::Documents;
use pyo3::prelude::*;

use crate::python_front::{Progress, PythonFront};
use crate::reply::{Fault, Reply};

/// How often Python is asked whether Ctrl-C came.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// How often the progress callback is called at most.
const REPORT_EVERY: Duration = Duration::from_millis(200);
/// Stack of the command's thread: what a program's own first thread has.
const STACK: usize = 8 << 20;

/// Whether the command has ended.
#[derive(Default)]
struct Ended {
    yes: Mutex<bool>,
    changed: Condvar,
}

impl Ended {
    fn now(&self) {
        *self.yes.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// Waits for the end, but no longer than this; says whether it came.
    fn within(&self, time: Duration) -> bool {
        let yes = self.yes.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.changed.wait_timeout_while(yes, time, |yes| !*yes);
        *waited.unwrap_or_else(PoisonError::into_inner).0
    }
}

/// Raises the flag when it is dropped: at the end of the command, or at a panic.
struct AtTheEnd<'e>(&'e Ended);

impl Drop for AtTheEnd<'_> {
    fn drop(&mut self) {
        self.0.now();
    }
}

/// Does what the words of a command line say. `documents` are pairs of path and text; `progress` is called with what is played,
/// the battles that are done and how many there are. Python goes on meanwhile.
#[pyfunction]
#[pyo3(signature = (words, documents, progress=None))]
pub fn answer(
    py: Python<'_>,
    words: Vec<String>,
    documents: Vec<(PathBuf, String)>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Reply> {
    let documents: Documents = documents.into_iter().collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (front, ended) = (PythonFront::default(), Ended::default());
    let (result, raised) = scope(|threads| {
        let command = || {
            let _end = AtTheEnd(&ended);
            answer_words(&words, &documents, &front).map_err(Fault::of)
        };
        match Builder::new().name("lanchester".to_owned()).stack_size(STACK).spawn_scoped(threads, command) {
            Ok(thread) => {
                let raised = wait(py, &ended, &front, progress.as_ref());
                (py.detach(|| joined(thread)), raised)
            }
            Err(error) => (Err(Fault::bug(format!("no thread can be started: {error}"))), None),
        }
    });
    Reply::new(py, front.into_said(), documents.read().into_iter().collect(), result, raised)
}

/// Waits for the end of the command. What a signal or the callback raises ends the battles, and is returned when they have.
fn wait(py: Python<'_>, ended: &Ended, front: &PythonFront, callback: Option<&Py<PyAny>>) -> Option<PyErr> {
    let mut raised = None;
    let mut shown: Option<Progress> = None;
    let mut last = Instant::now();
    loop {
        let over = py.detach(|| ended.within(LOOK_EVERY));
        let mut look = || {
            py.check_signals()?;
            if let Some(callback) = callback.filter(|_| over || last.elapsed() >= REPORT_EVERY)
                && let Some(progress) = front.progress().filter(|progress| shown.as_ref() != Some(progress))
            {
                last = Instant::now();
                callback.call1(py, (progress.what.as_str(), progress.done, progress.battles))?;
                shown = Some(progress);
            }
            Ok(())
        };
        if raised.is_none()
            && let Err(error) = look()
        {
            front.interrupt();
            raised = Some(error);
        }
        if over {
            return raised;
        }
    }
}

/// What the thread has to say; a panic is a fault of the program.
fn joined(thread: ScopedJoinHandle<'_, Result<Exit, Fault>>) -> Result<Exit, Fault> {
    thread.join().unwrap_or_else(|panic: Box<dyn Any + Send>| {
        let words = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let words = words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default();
        Err(Fault::bug(words))
    })
}
