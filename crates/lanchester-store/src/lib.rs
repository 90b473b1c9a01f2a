//! Keeps the tally of every (cell, chunk) of a long run in one file, so that a run killed at any moment goes on where
//! it was and ends with the same bytes, shards can be united, and damage is never used in silence.
//!
//! - [`Store`]: one run's file. [`Store::put`] collects, [`Store::commit`] makes durable, [`Store::has`] and
//!   [`Store::missing`] say what is left to play.
//! - [`Identity`]: what a store belongs to, compared field by field.
//! - [`merge`]: unites the stores of shards.
//! - [`set_aside`]: moves a store out of the way, whatever is wrong with it.
//! - [`StoreError`]: every way in which that can go wrong.
//!
//! Three things guard the data. The database library (redb) makes each commit atomic and keeps a checksum of every page
//! in its parent. Every entry carries a check of its own over its key and bytes. And a *seal*, rewritten with each
//! commit, holds the number of entries and a sum of their hashes, so that an entry that is missing, doubled or taken
//! from another moment is noticed as well. All three are verified before a store is used; a store that fails is
//! left on disk as it was found. The library panics on some damaged pages: that is caught, and nothing is asked of it
//! afterwards, not even to close. Each commit is followed by one that repeats it, because the library falls back to the
//! commit before the last when the last is damaged: so it falls back to the same data.
//!
//! Absent on purpose: games, threads, clocks, terminals. When to commit is the caller's choice.
//!
//! ```
//! use lanchester_core::Tally;
//! use lanchester_store::{Identity, Store, StoreError};
//! # fn main() -> Result<(), StoreError> {
//! # let folder = tempfile::tempdir().unwrap();
//! # let path = folder.path().join("run.store");
//! let identity = Identity { study: "default".into(), seed: 1, cells: 1, plan: "6000 pairs".into(), ..Identity::default() };
//! let mut store = Store::create(&path, &identity)?;
//! store.put(0, 0, &Tally::new())?;
//! store.commit()?;
//! drop(store);
//!
//! let store = Store::open(&path, Some(&identity))?;
//! assert_eq!(store.missing(0, 3).collect::<Vec<_>>(), [1, 2]);
//! # Ok(())
//! # }
//! ```

mod coverage;
mod database;
mod disk;
mod encode;
mod error;
mod export;
mod identity;
mod merge;
mod place;
mod seal;
#[doc(hidden)]
pub mod steps;
mod store;

pub use error::StoreError;
pub use identity::{Identity, InputFile, Shard};
pub use merge::merge;
pub use store::Store;

/// Moves a store out of the way of a new one: to `‹name›.old`, or `.old-2` and so on if that is taken. The store is
/// not opened, so it may be damaged. Says where it is now.
///
/// # Errors
/// [`StoreError::NotAStore`] if it is something else, which stays; [`StoreError::InUse`] if a run is writing to it; or the
/// system's.
pub fn set_aside(path: &std::path::Path) -> Result<std::path::PathBuf, StoreError> {
    place::set_aside(path)
}

/// Whether a file is a store, perhaps a damaged one.
///
/// # Errors
/// The system's.
pub fn is_store(path: &std::path::Path) -> Result<bool, StoreError> {
    place::is_store(path)
}

/// The form of the file; raised when an entry changes its bytes or its meaning. Stores of another form are refused.
pub const FORMAT: u32 = 3;
