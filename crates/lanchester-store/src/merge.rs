//! Unites the stores of shards.

use std::path::Path;

use crate::steps::{Listener, reach};
use crate::{Store, StoreError, place};

/// Entries committed at a time: memory stays small, and the same entries make the same file.
const SLICE: u64 = 8192;

/// Unites stores of the same run into a new one at `out`, which belongs to the whole run and has the chunks and rounds
/// that any of them has. Neither the order of the stores nor how often one is named leaves a trace in its content, and
/// the result may be merged again. The stores are not changed, and may lie where nothing can be written.
///
/// Which shards these are is not checked: they may be parts of different numbers, overlap, or leave gaps.
///
/// # Errors
/// [`StoreError::Different`] names the first store whose identity is not that of the first given, but for the shard;
/// [`StoreError::Contradiction`] the one whose tally for a chunk is not that of an earlier one. [`StoreError::Exists`],
/// [`StoreError::NothingToMerge`], and for each store what [`Store::read_only`] says. There is then no `out`.
pub fn merge(paths: &[impl AsRef<Path>], out: &Path) -> Result<(), StoreError> {
    let paths: Vec<&Path> = paths.iter().map(AsRef::as_ref).collect();
    merge_heard(&paths, out, None)
}

pub(crate) fn merge_heard(paths: &[&Path], out: &Path, listener: Listener) -> Result<(), StoreError> {
    let stores = paths.iter().map(|path| Store::read_only(path)).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = stores.first() else { return Err(StoreError::NothingToMerge) };
    let mut identity = first.identity().whole();
    for store in &stores {
        let differences = store.identity().whole().difference(&identity);
        if !differences.is_empty() {
            return Err(StoreError::Different { path: store.path().to_owned(), differences });
        }
    }
    // Two runs may name the same files by different paths. Whose are kept does not depend on the order of the stores.
    identity.inputs = stores.iter().map(|store| &store.identity().inputs).min().cloned().unwrap_or_default();
    let united = place::build(out, &identity, listener.clone(), |united| {
        unite(&stores, united, &listener)?;
        united.commit()
    })?;
    united.close()
}

/// Takes every chunk in order of its key from the first store that has it, and compares it with the others.
fn unite(stores: &[Store], united: &mut Store, listener: &Listener) -> Result<(), StoreError> {
    let mut keys: Vec<_> = stores.iter().map(|store| store.keys().peekable()).collect();
    loop {
        let least = keys.iter_mut().filter_map(|keys| keys.peek().copied()).min();
        let Some((cell, chunk)) = least else { break };
        let mut taken = None;
        for (store, keys) in stores.iter().zip(&mut keys) {
            if keys.next_if_eq(&(cell, chunk)).is_none() {
                continue;
            }
            let entry = store.entry(cell, chunk)?;
            if taken.is_some() && taken != entry {
                return Err(store.contradiction(cell, chunk));
            }
            taken = entry;
        }
        taken.into_iter().for_each(|entry| united.put_entry(cell, chunk, entry));
        if united.uncommitted() == SLICE {
            united.commit()?;
            reach(listener, "merge slice").map_err(|error| united.io(error))?;
        }
    }
    for store in stores {
        for (key, text) in store.all_rounds() {
            united.log_text(*key, text.clone()).map_err(|error| match error {
                StoreError::RoundContradiction { round, .. } => {
                    StoreError::RoundContradiction { path: store.path().to_owned(), round }
                }
                other => other,
            })?;
        }
    }
    Ok(())
}
