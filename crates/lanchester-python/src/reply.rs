//! What Python is given for a command.

use std::collections::BTreeMap;

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
    /// `usage`, `scenario`, `memory`, `other` or `bug`.
    kind: &'static str,
    /// In words; of scenario files with the lines that are at fault.
    message: String,
    /// The problems of scenario files, a list in JSON; of anything else empty.
    problems: String,
}

impl Fault {
    /// What the program's failure is to Python.
    pub fn of(failure: Failure) -> Self {
        let other = |kind, message| Self { kind, message, problems: String::new() };
        match failure {
            Failure::Usage(message) => other("usage", message),
            Failure::Scenario(problems) => Self {
                kind: "scenario",
                message: problems.frames(false, WIDTH),
                // Names and numbers: there is nothing in them that could not be JSON.
                problems: serde_json::to_string(&problems).unwrap_or_default(),
            },
            Failure::NoRoom(message) => other("memory", message),
            Failure::Other(message) => other("other", message),
        }
    }

    /// A fault of the program.
    pub fn bug(message: String) -> Self {
        Self { kind: "bug", message, problems: String::new() }
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
    pub fn new(py: Python<'_>, said: Said, ended: Result<Exit, Fault>, raised: Option<PyErr>) -> PyResult<Self> {
        let table = |(name, table): (String, _)| Ok((name.clone(), Py::new(py, Table::new(name, table))?));
        let (exit, fault) = match ended {
            Ok(exit) => (exit as i32, None),
            Err(fault) => (Exit::BadInput as i32, Some(fault)),
        };
        Ok(Self {
            json: said.json,
            text: said.text,
            remarks: said.remarks,
            tables: said.tables.into_iter().map(table).collect::<PyResult<_>>()?,
            exit,
            fault,
            raised: raised.map(|error| error.into_value(py).into_any()),
        })
    }
}
