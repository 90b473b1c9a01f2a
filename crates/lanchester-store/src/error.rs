//! Every way in which a store refuses, in words for the user who reads them.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a store was not made, not opened, not read or not written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// There is a file already where a store was to be made.
    #[error("{path} exists already; it is not overwritten")]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// Another process, or another part of this one, has it open.
    #[error("{path} is in use: another run is writing to it")]
    InUse {
        /// The store.
        path: PathBuf,
    },
    /// A link or a folder has the name that a store has while it is made. A link is not followed.
    #[error(
        "{path} is in the way: a store is made under this name, and this is a link or no file; expected it to be removed"
    )]
    InTheWay {
        /// What is there.
        path: PathBuf,
    },
    /// The file is something else.
    #[error("{path} is not a store of a run: {why}")]
    NotAStore {
        /// The file.
        path: PathBuf,
        /// How that is known.
        why: String,
    },
    /// Another version of the program wrote it.
    #[error("{path} has store format {found}; this version reads format {expected}")]
    OtherVersion {
        /// The store.
        path: PathBuf,
        /// Its format.
        found: u32,
        /// The format of this version, [`crate::FORMAT`].
        expected: u32,
    },
    /// Its bytes are not those that were written. The file is left as it is.
    #[error("{path} is damaged: {why}; nothing of it is used")]
    Damaged {
        /// The store.
        path: PathBuf,
        /// What does not fit.
        why: String,
    },
    /// It belongs to another run.
    #[error("{path} belongs to another run: {}", .differences.join("; "))]
    Different {
        /// The store.
        path: PathBuf,
        /// Each difference, from [`crate::Identity::difference`].
        differences: Vec<String>,
    },
    /// Two different tallies for one chunk: they cannot both be right.
    #[error("{path}: cell {cell}, chunk {chunk} is stored with another result; the same run never gives two")]
    Contradiction {
        /// The store.
        path: PathBuf,
        /// The cell.
        cell: u64,
        /// The chunk.
        chunk: u64,
    },
    /// Two different entries of the journal for one round.
    #[error("{path}: round {round} is in the journal with another text")]
    RoundContradiction {
        /// The store.
        path: PathBuf,
        /// The round.
        round: u64,
    },
    /// The identity has fewer cells.
    #[error("{path}: there is no cell {cell}, the run has {cells}")]
    NoSuchCell {
        /// The store.
        path: PathBuf,
        /// The cell asked for.
        cell: u64,
        /// Cells of the run.
        cells: u64,
    },
    /// The tally cannot be that of one chunk, or the text not that of a round.
    #[error("{path}: cannot be stored: {why}")]
    Unstorable {
        /// The store.
        path: PathBuf,
        /// Which field does not fit.
        why: String,
    },
    /// It was opened to be read.
    #[error("{path} was opened for reading only")]
    ReadOnly {
        /// The store.
        path: PathBuf,
    },
    /// An earlier commit failed, and the store must commit again before it can be read.
    #[error("{path} cannot be read: an earlier commit failed")]
    Interrupted {
        /// The store.
        path: PathBuf,
    },
    /// No stores were given to be merged.
    #[error("no stores were given to be merged")]
    NothingToMerge,
    /// The system refused.
    #[error("{path}: {error}")]
    Io {
        /// What it was asked about.
        path: PathBuf,
        /// What it said.
        error: io::Error,
    },
}

/// Says which file an error of the system is about.
pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> StoreError {
    let path = path.to_owned();
    move |error| StoreError::Io { path: path.clone(), error }
}

/// A damaged store.
pub(crate) fn damaged(path: &Path, why: impl Into<String>) -> StoreError {
    StoreError::Damaged { path: path.to_owned(), why: why.into() }
}
