//! The moments at which a run may be killed, announced one by one. For tests only: they stop the process there, or let
//! the disk be full there. Nothing is announced when nobody listens.

use std::fmt::Debug;
use std::io;
use std::path::Path;
use std::sync::Arc;

pub use redb::StorageBackend;

use crate::{Identity, Store, StoreError};

/// Hears of every step of creating, committing and merging, and of every write to the file.
pub trait Steps: Debug + Send + Sync {
    /// The step of this name has been reached.
    ///
    /// # Errors
    /// To make the step fail as if the system had refused it.
    fn reach(&self, step: &'static str) -> io::Result<()>;
}

/// Somebody who listens, or nobody.
pub type Listener = Option<Arc<dyn Steps>>;

/// Announces a step.
pub(crate) fn reach(listener: &Listener, step: &'static str) -> io::Result<()> {
    listener.as_ref().map_or(Ok(()), |steps| steps.reach(step))
}

/// [`Store::create`], heard.
///
/// # Errors
/// As [`Store::create`], and those of the listener.
pub fn create(path: &Path, identity: &Identity, steps: Arc<dyn Steps>) -> Result<Store, StoreError> {
    crate::place::build(path, identity, Some(steps), |_| Ok(()))
}

/// [`Store::open`], heard.
///
/// # Errors
/// As [`Store::open`], and those of the listener.
pub fn open(path: &Path, identity: Option<&Identity>, steps: Arc<dyn Steps>) -> Result<Store, StoreError> {
    crate::place::open(path, identity, Some(steps))
}

/// [`crate::merge`], heard.
///
/// # Errors
/// As [`crate::merge`], and those of the listener.
pub fn merge(paths: &[&Path], out: &Path, steps: Arc<dyn Steps>) -> Result<(), StoreError> {
    crate::merge::merge_heard(paths, out, Some(steps))
}

/// A new store on a medium of the test's own.
///
/// # Errors
/// As [`Store::create`].
pub fn create_on(medium: Arc<dyn StorageBackend>, identity: &Identity) -> Result<Store, StoreError> {
    crate::place::create_on(medium, identity)
}

/// The store on a medium of the test's own.
///
/// # Errors
/// As [`Store::open`].
pub fn open_on(medium: Arc<dyn StorageBackend>) -> Result<Store, StoreError> {
    crate::place::open_on(medium)
}
