//! Frames as Arrow streams in memory, for programs that read Arrow's C interface: polars, pyarrow, DuckDB. With `parquet.rs`
//! the only file that names polars, whose Arrow arrays these are.

use polars_arrow::array::{Array, BooleanArray, PrimitiveArray, StructArray, Utf8Array};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_arrow::ffi::{ArrowArrayStream, export_iterator};

use crate::frame::{Frame, Values};

/// A frame as Arrow arrays: made once, handed out as often as somebody asks, without copies.
#[derive(Clone, Debug)]
pub struct ArrowTable(StructArray);

impl ArrowTable {
    /// The frame's columns as arrays. Text is `large_utf8`, counts are `uint64`, signed numbers `int64`, reals `float64`, flags
    /// `bool`; all may hold nulls.
    #[must_use]
    pub fn of(frame: &Frame) -> Self {
        let arrays: Vec<Box<dyn Array>> = frame.columns.iter().map(|(_, values)| array(values)).collect();
        let named = frame.columns.iter().map(|(name, _)| name.as_str()).zip(&arrays);
        let fields = named.map(|(name, array)| Field::new(name.into(), array.dtype().clone(), true)).collect();
        Self(StructArray::new(ArrowDataType::Struct(fields), frame.rows(), arrays, None))
    }

    /// Names of the columns, in order.
    #[must_use]
    pub fn columns(&self) -> Vec<&str> {
        self.0.fields().iter().map(|field| field.name.as_str()).collect()
    }

    /// Rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.0.len()
    }

    /// A stream of one batch with all rows. The buffers are shared with this table, and live as long as any of both.
    #[must_use]
    pub fn stream(&self) -> ArrowArrayStream {
        let field = Field::new("".into(), self.0.dtype().clone(), false);
        export_iterator(Box::new(std::iter::once(Ok(self.0.clone().boxed()))), field)
    }
}

fn array(values: &Values) -> Box<dyn Array> {
    match values {
        Values::Text(v) => Utf8Array::<i64>::from(v).boxed(),
        Values::Count(v) => PrimitiveArray::<u64>::from(v).boxed(),
        Values::Signed(v) => PrimitiveArray::<i64>::from(v).boxed(),
        Values::Real(v) => PrimitiveArray::<f64>::from(v).boxed(),
        Values::Flag(v) => BooleanArray::from(v).boxed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_keep_their_names_types_and_nulls() {
        let columns = vec![
            ("text".to_owned(), Values::Text(vec![Some("ä".to_owned()), None])),
            ("count".to_owned(), Values::Count(vec![Some(u64::MAX), None])),
            ("signed".to_owned(), Values::Signed(vec![Some(i64::MIN), None])),
            ("real".to_owned(), Values::Real(vec![Some(0.5), None])),
            ("flag".to_owned(), Values::Flag(vec![Some(true), None])),
        ];
        let table = ArrowTable::of(&Frame { columns });
        assert_eq!((table.rows(), table.columns()), (2, vec!["text", "count", "signed", "real", "flag"]));
        for array in table.0.values() {
            assert!(array.is_valid(0) && array.is_null(1));
        }
        // Both of two streams can be dropped unread.
        drop((table.stream(), table.stream()));
    }

    #[test]
    fn no_rows_and_no_columns_are_a_table_too() {
        let none = ArrowTable::of(&Frame { columns: vec![("count".to_owned(), Values::Count(Vec::new()))] });
        assert_eq!((none.rows(), none.columns()), (0, vec!["count"]));
    }
}
