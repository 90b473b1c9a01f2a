//! A table of a result, handed out by Arrow's PyCapsule interface.

use lanchester_report::arrow::ArrowTable;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyAny, PyCapsule};

/// What to do instead of walking over rows: pandas walks over what it does not know.
const BY_ROWS: &str = "a table of lanchester is read by columns; expected `pandas.DataFrame.from_arrow(table)` (pandas 3 or \
                       later), `pyarrow.table(table).to_pandas()` or `polars.DataFrame(table)`";

/// A table of a result. Whatever reads Arrow's PyCapsule interface reads it without a copy: `polars.DataFrame(table)`,
/// `pandas.DataFrame.from_arrow(table)`, `pyarrow.table(table)`, and DuckDB by the name of a variable that holds it as `pyarrow.table(table)`.
#[pyclass(frozen, module = "lanchester")]
pub struct Table {
    /// Its name, such as `cells`.
    #[pyo3(get)]
    name: String,
    table: ArrowTable,
}

impl Table {
    /// A table by this name.
    pub const fn new(name: String, table: ArrowTable) -> Self {
        Self { name, table }
    }
}

#[pymethods]
impl Table {
    /// Names of the columns, in order.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.table.columns()
    }

    /// Rows.
    fn __len__(&self) -> usize {
        self.table.rows()
    }

    /// Rows one by one are not offered.
    fn __iter__(&self) -> PyResult<Py<PyAny>> {
        Err(PyTypeError::new_err(BY_ROWS))
    }

    fn __repr__(&self) -> String {
        format!("<lanchester.Table {}: {} rows, {} columns>", self.name, self.table.rows(), self.table.columns().len())
    }

    /// The table as an Arrow stream of one batch. Another schema than its own is not offered, which the interface allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        PyCapsule::new_with_value(py, self.table.stream(), c"arrow_array_stream")
    }
}
