//! What a reader sees of an analysis: text tables, one HTML page, Parquet files and a manifest.
//!
//! - [`sweep`]: the files and the text of a sweep.
//! - [`html`](mod@html): a study or a sweep as one HTML page for a ship designer.
//! - [`columns`], [`digits`]: text for the terminal, no digit beyond its interval.
//! - [`schema`], [`frame`]: the columns of every file, and their contents as plain vectors.
//! - [`readings`], [`robust`], [`commanders`]: prices under other readings of the rules, settings and commanders.
//! - [`why`]: why a duel ends as it does, as sentences, a table and a page.
//! - [`rebuild()`]: a stored run back into what a finished study hands over.
//! - [`parquet`]: frames to bytes and back. [`arrow`]: frames for other programs in memory. The only two files that name polars.
//! - [`manifest`], [`folder`]: what a run was made of, and its folder on disk.
//!
//! Absent on purpose: computation (`lanchester-analysis`), games, terminals and clocks. The Parquet files of a study are the same bytes whatever threads and
//! vectors played it; what may differ stands in the manifest alone. Call this from the main thread after the battles:
//! polars has a thread pool of its own.

mod actions;
pub mod arrow;
mod charge;
pub mod columns;
pub mod commanders;
pub mod digits;
mod exploited;
pub mod folder;
pub mod frame;
pub mod html;
pub mod manifest;
pub mod parquet;
pub mod readings;
mod rebuild;
pub mod robust;
mod rows;
pub mod schema;
pub mod sweep;
mod validate;
pub mod why;

pub use folder::{FolderError, Output, RunKind, StoredRun, read_run, write_run, write_sweep, write_tables};
pub use frame::Frame;
pub use html::{html, sweep_html};
pub use manifest::Manifest;
pub use rebuild::{RebuildError, rebuild};
pub use rows::{frames, price_tables, tables};
pub use validate::{
    Brief, Wanted, advice_table, brief, imprecise_prices, parity_text, price_list, price_table, price_table_with,
    size_sentence, size_text, sizes_so_far, undecided_prices, validate,
};

/// The name of a run's page.
pub const REPORT_FILE: &str = "report.html";
