//! What can go wrong with a run, in words for whoever started it.

use std::path::PathBuf;

use lanchester_store::{Shard, StoreError};
use thiserror::Error;

/// A run that cannot begin, or cannot go on.
#[derive(Debug, Error)]
pub enum StudyError {
    /// The store does not take or give what it should.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// There is a store and nobody said what to do with it.
    #[error(
        "{} exists: a run has begun there; expected --resume to go on with it, or --restart to begin again",
        .0.display()
    )]
    Begun(PathBuf),
    /// There is something else where a store should be.
    #[error("{}: this is {what}; expected the name of a store, such as {}", .path.display(), .instead.display())]
    NotForAStore {
        /// What is there.
        path: PathBuf,
        /// What it is.
        what: &'static str,
        /// A name that a store could have.
        instead: PathBuf,
    },
    /// This run cannot go on with the store that is there.
    #[error("{what}")]
    CannotGoOn {
        /// What to do.
        what: &'static str,
        /// Why.
        source: StoreError,
    },
    /// A chunk is asked for that was not played.
    #[error("cell {cell}, chunk {chunk} is not in {}", .path.display())]
    Missing {
        /// The cell.
        cell: usize,
        /// The chunk.
        chunk: u64,
        /// The store.
        path: PathBuf,
    },
    /// A decision that is written down is not what this program writes.
    #[error("round {number} of {} cannot be read", .path.display())]
    Round {
        /// Its number.
        number: u64,
        /// The store.
        path: PathBuf,
        /// Why.
        source: serde_json::Error,
    },
    /// The disk took no more.
    #[error("{left} chunks could not be kept; all before them are in {}, and --resume goes on from there", .path.display())]
    NotKept {
        /// Chunks.
        left: u64,
        /// The store.
        path: PathBuf,
        /// Why.
        source: StoreError,
    },
    /// The disk took no more for a while, which ended the run.
    #[error("the run stopped as its store could not be written; what it played is in {} now, and --resume goes on from there", .path.display())]
    Stopped {
        /// The store.
        path: PathBuf,
        /// Why.
        source: StoreError,
    },
    /// A part of a run is given where all of them are needed.
    #[error("{} is part {shard} alone; expected the store that `lanchester merge` makes of all parts", .path.display())]
    NotMerged {
        /// The store.
        path: PathBuf,
        /// Which part it is.
        shard: Shard,
    },
    /// A part of a run is not what this machine plays.
    #[error(
        "part {part}/{parts} in {} is not what is played here: battles of it that were played again went otherwise; expected \
         that part again from another machine, and this run from the beginning",
        .path.display()
    )]
    Audit {
        /// Which part, from 1.
        part: u32,
        /// Of how many.
        parts: u32,
        /// The store.
        path: PathBuf,
    },
    /// A search for a policy begins with none.
    #[error("there is no policy to begin with; expected at least one")]
    NothingToTune,
    /// The journal of a search is that of another one.
    #[error("step {number} in {} is not what this search plays there; expected --restart, or another --store", .path.display())]
    OtherSearch {
        /// Its number.
        number: u64,
        /// The store.
        path: PathBuf,
    },
    /// A comparison needs more opponents.
    #[error("the study `{study}` has {ships} in [duels] beside those compared; expected at least three opponents")]
    FewOpponents {
        /// The study.
        study: String,
        /// How many there are, in words.
        ships: String,
    },
    /// A comparison of fleets needs fleets to meet.
    #[error(
        "no fleet of the study `{study}` can meet these: none has {least} to {most} points and options under which all of them \
         may fight; expected --against with a study that has one"
    )]
    NoFleets {
        /// The study.
        study: String,
        /// Points that the fleets would have, at least.
        least: u32,
        /// And at most.
        most: u32,
    },
}
