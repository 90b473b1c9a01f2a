//! Frames as Parquet bytes and back. With `arrow.rs` the only file that names polars.
//!
//! The bytes are a function of frame and metadata alone: no writer option depends on the machine, and columns are
//! written one after the other.

use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};

use polars::io::parquet::read::ParallelStrategy;
use polars::io::parquet::write::{KeyValueMetadata, ParquetCompression};
use polars::prelude::{
    Column, DataFrame, DataType, ParquetReader, ParquetWriter, PolarsResult, SerReader, StatisticsOptions,
};
use thiserror::Error;

use crate::frame::{Frame, Values};

/// Rows of a row group.
const ROW_GROUP: usize = 1 << 18;

/// Why bytes are not a frame, or a frame not bytes.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct ParquetError(String);

/// A file's own key-value pairs, in order.
pub type Metadata = Vec<(String, String)>;

/// Writes a frame, with key-value pairs for the file's footer.
///
/// # Errors
/// If polars refuses, which no frame of this crate gives it reason to.
pub fn write(frame: &Frame, metadata: &[(String, String)]) -> Result<Vec<u8>, ParquetError> {
    guarded(|| {
        let columns = frame.columns.iter().map(|(name, values)| column(name, values)).collect();
        let mut data = DataFrame::new(frame.rows(), columns)?;
        let mut bytes = Vec::new();
        ParquetWriter::new(&mut bytes)
            .with_compression(ParquetCompression::Zstd(None))
            .with_statistics(StatisticsOptions::default())
            .with_row_group_size(Some(ROW_GROUP))
            .with_key_value_metadata(Some(KeyValueMetadata::from_static(metadata.to_vec())))
            .set_parallel(false)
            .finish(&mut data)?;
        Ok(bytes)
    })
}

/// Reads a frame and the file's key-value pairs, polars' own left out. Check the bytes against their hash first:
/// Parquet does not protect itself: of single flipped bits some read back as other data, some make polars panic (which
/// is caught here), and some make it ask for 2 EiB of memory, which ends the process and cannot be caught.
///
/// # Errors
/// If the bytes are not Parquet, or hold a type that this crate does not write.
pub fn read(bytes: &[u8]) -> Result<(Frame, Metadata), ParquetError> {
    guarded(|| {
        let mut reader = ParquetReader::new(Cursor::new(bytes)).read_parallel(ParallelStrategy::None);
        let metadata = reader
            .get_metadata()?
            .key_value_metadata()
            .iter()
            .flatten()
            .filter(|pair| pair.key != "ARROW:schema")
            .map(|pair| (pair.key.clone(), pair.value.clone().unwrap_or_default()))
            .collect();
        let data = reader.finish()?;
        let columns = data
            .columns()
            .iter()
            .map(|column| Ok((column.name().to_string(), values(column)?)))
            .collect::<PolarsResult<_>>()?;
        Ok((Frame { columns }, metadata))
    })
}

fn column(name: &str, values: &Values) -> Column {
    let name = name.into();
    match values {
        Values::Text(v) => Column::new(name, v),
        Values::Count(v) => Column::new(name, v),
        Values::Signed(v) => Column::new(name, v),
        Values::Real(v) => Column::new(name, v),
        Values::Flag(v) => Column::new(name, v),
    }
}

fn values(column: &Column) -> PolarsResult<Values> {
    Ok(match column.dtype() {
        DataType::String => Values::Text(column.str()?.iter().map(|v| v.map(str::to_owned)).collect()),
        DataType::UInt64 => Values::Count(column.u64()?.iter().collect()),
        DataType::Int64 => Values::Signed(column.i64()?.iter().collect()),
        DataType::Float64 => Values::Real(column.f64()?.iter().collect()),
        DataType::Boolean => Values::Flag(column.bool()?.iter().collect()),
        other => {
            let text = format!("column `{}` has the type {other}, which is none of ours", column.name());
            return Err(polars::error::PolarsError::SchemaMismatch(text.into()));
        }
    })
}

/// Turns polars' errors, and its panics on foreign files, into ours.
fn guarded<T>(work: impl FnOnce() -> PolarsResult<T>) -> Result<T, ParquetError> {
    match catch_unwind(AssertUnwindSafe(work)) {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err(ParquetError(error.to_string())),
        Err(_) => Err(ParquetError("the Parquet library gave up on this file".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame() -> Frame {
        let columns = vec![
            ("text".to_owned(), Values::Text(vec![Some("</script>\"\n".to_owned()), None, Some(String::new())])),
            ("count".to_owned(), Values::Count(vec![Some(u64::MAX), Some(0), None])),
            ("signed".to_owned(), Values::Signed(vec![Some(i64::MIN), None, Some(7)])),
            ("real".to_owned(), Values::Real(vec![Some(0.1), None, Some(-0.0)])),
            ("flag".to_owned(), Values::Flag(vec![Some(true), Some(false), None])),
        ];
        Frame { columns }
    }

    #[test]
    fn there_and_back_in_the_same_bytes() {
        let metadata = vec![("seed".to_owned(), "42".to_owned()), ("tool".to_owned(), "ünïcode".to_owned())];
        let bytes = write(&frame(), &metadata).expect("written");
        assert_eq!(bytes, write(&frame(), &metadata).expect("written"));
        assert_eq!(read(&bytes).expect("read"), (frame(), metadata));
    }

    #[test]
    fn no_rows_keep_their_columns() {
        let empty = Frame { columns: vec![("count".to_owned(), Values::Count(vec![]))] };
        let (back, _) = read(&write(&empty, &[]).expect("written")).expect("read");
        assert_eq!(back, empty);
    }

    #[test]
    fn foreign_bytes_are_errors() {
        let bytes = write(&frame(), &[]).expect("written");
        assert!(read(b"").is_err());
        assert!(read(b"PAR1 not parquet at all PAR1").is_err());
        assert!(read(&bytes[..bytes.len() / 2]).is_err());
    }
}
