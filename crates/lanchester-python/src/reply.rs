//! What Python is given for a command.

use std::collections::BTreeMap;
use std::path::PathBuf;

use lanchester::{Exit, Failure};
use pyo3::prelude::*;

use crate::python_front::Said;
use crate::table::Table;

/// Columns of the text that shows problems in a file.
const WIDTH: usize = 100;

/// Why there is no result.
#[pyclass(frozen, get_all, module = "lanchester")]
#[derive(Clone)]
pub struct Fault {
    /// The program's exit code.
    exit: i32,
    /// In words; of scenario files with the lines that are at fault.
    message: String,
    /// The problems of scenario files, a list in JSON; of anything else empty.
    problems: String,
}

impl Fault {
    /// What the program's failure is to Python.
    pub fn of(failure: Failure) -> Self {
        let other = |exit, message| Self { exit: exit as i32, message, problems: String::new() };
        match failure {
            Failure::Scenario(problems) => Self {
                exit: Exit::BadInput as i32,
                message: problems.frames(false, WIDTH),
                // Names and numbers: there is nothing in them that could not be JSON.
                problems: serde_json::to_string(&problems).unwrap_or_default(),
            },
            Failure::NoRoom(message) => other(Exit::NoRoom, message),
            Failure::TryAgain(message) => other(Exit::TryAgain, message),
            Failure::Usage(message) | Failure::Other(message) => other(Exit::BadInput, message),
        }
    }

    /// A fault of the program.
    pub fn bug(message: String) -> Self {
        Self { exit: Exit::Bug as i32, message, problems: String::new() }
    }
}

/// What came of a command.
#[pyclass(frozen, get_all, module = "lanchester")]
pub struct Reply {
    /// The result as JSON, byte for byte what the program prints; empty without one.
    json: String,
    /// A result that is text.
    text: String,
    /// What is no result.
    remarks: Vec<String>,
    /// Tables by their names.
    tables: BTreeMap<String, Py<Table>>,
    /// The program's exit code.
    exit: i32,
    /// Scenario files that were read from disk: paths and texts.
    read: Vec<(PathBuf, String)>,
    /// Why there is no result.
    fault: Option<Fault>,
    /// What Ctrl-C or the progress callback raised.
    raised: Option<Py<PyAny>>,
}

impl Reply {
    /// What was said, and how it ended.
    ///
    /// # Errors
    /// Python's, for want of memory.
    pub fn new(
        py: Python<'_>,
        said: Said,
        read: Vec<(PathBuf, String)>,
        ended: Result<Exit, Fault>,
        raised: Option<PyErr>,
    ) -> PyResult<Self> {
        let table = |(name, table): (String, _)| Ok((name.clone(), Py::new(py, Table::new(name, table))?));
        let (exit, fault) = match ended {
            Ok(exit) => (exit as i32, None),
            Err(fault) => (fault.exit, Some(fault)),
        };
        Ok(Self {
            json: said.json,
            text: said.text,
            remarks: said.remarks,
            tables: said.tables.into_iter().map(table).collect::<PyResult<_>>()?,
            exit,
            read,
            fault,
            raised: raised.map(|error| error.into_value(py).into_any()),
        })
    }
}
