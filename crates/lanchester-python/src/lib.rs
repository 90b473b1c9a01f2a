//! The part of the Python package `lanchester` that is compiled: it hands the words of a command to the program's library and
//! its answer back. What a Python programmer sees is written in Python, in `python/lanchester`.
//!
//! - `call`: a command on a thread of its own, while Python's signals and the progress callback have their turn.
//! - `python_front`: who asks: keeps what the command says. `reply`: what Python is given. `table`: tables by Arrow's interface.
//!
//! Without the feature `extension` there is nothing here, so that `cargo test --workspace` asks for no Python. Absent on purpose:
//! commands, options, JSON and text of any of them: they are the program's, and a test compares the bytes.

#[cfg(feature = "extension")]
mod call;
#[cfg(feature = "extension")]
mod python_front;
#[cfg(feature = "extension")]
mod reply;
#[cfg(feature = "extension")]
mod table;

/// The module `lanchester._lanchester`.
#[cfg(feature = "extension")]
#[pyo3::pymodule(gil_used = false)]
mod _lanchester {
    use pyo3::exceptions::PyValueError;
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::call::answer;
    #[pymodule_export]
    use crate::reply::{Fault, Reply};
    #[pymodule_export]
    use crate::table::Table;

    /// The version of the program that is inside.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");

    /// TOML as JSON, for those versions of Python that read no TOML.
    #[pyfunction]
    fn toml_as_json(text: &str) -> PyResult<String> {
        let document: toml::Table =
            text.parse().map_err(|error: toml::de::Error| PyValueError::new_err(error.to_string()))?;
        serde_json::to_string(&document).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}
