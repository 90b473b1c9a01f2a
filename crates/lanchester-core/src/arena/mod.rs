//! From a study's cells to tallies: cells are cut into chunks, threads play the chunks, chunks are counted into cells.
//!
//! - [`Chunks`]: the (cell, chunk) of a study by number; [`Spans`]: ranges of them. Neither is a list.
//! - [`run`]: plays it on a pool of threads, with [`Progress`] and a stop flag; [`run_chunks`] plays a part of it. A cell is a
//!   [`CellJob`], whose sides may search.
//! - [`self_check`]: refuses an instruction-set level that computes something else than the fallback does.
//!
//! Absent on purpose: the names of games (everything here is generic over [`crate::Rules`]), files, clocks,
//! terminals and floats. A result depends on cells and seed; the number of threads, their speed and the order in which
//! they finish leave no trace in it.

mod check;
mod chunks;
mod run;
mod search;

pub use check::{SELF_CHECK_PAIRS, Warning, self_check};
pub use chunks::{Chunk, Chunks, ROUNDS, Spans};
pub use run::{CellJob, NoProgress, Progress, RunOptions, RunResult, SEARCHED_PAIRS, chunk_pairs, run, run_chunks};
