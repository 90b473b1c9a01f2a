//! Which stores of a run, if any, count otherwise than the others: a machine that plays something else must not decide a study.

use std::path::{Path, PathBuf};

use lanchester_stats::agreement::Agreement;
use lanchester_store::{Store, StoreError};

/// The chance below which a store is suspected: one run in a million of machines that all play the same.
const CHANCE: f64 = 1e-6;

/// A store that is off.
#[derive(Clone, Debug, PartialEq)]
pub struct Suspect {
    /// The store.
    pub path: PathBuf,
    /// How many standard errors what it scored is off, all cells together.
    pub z: f64,
    /// The chance that a store of the same battles is as far off.
    pub chance: f64,
    /// Some other store is off as well and nothing says which of them is wrong: there are only two, or this one is not the furthest.
    pub not_alone: bool,
}

/// The store that is furthest off, if any is, by the cells of which several stores have chunks. Chunks that two stores have are
/// taken of the first.
///
/// # Errors
/// A store cannot be read.
pub fn suspect(paths: &[impl AsRef<Path>]) -> Result<Option<Suspect>, StoreError> {
    let stores = paths.iter().map(|path| Store::read_only(path.as_ref())).collect::<Result<Vec<_>, _>>()?;
    let mut agreement = Agreement::new(stores.len());
    let mut keys: Vec<_> = stores.iter().map(|store| store.keys().peekable()).collect();
    while let Some(cell) = keys.iter_mut().filter_map(|keys| keys.peek().map(|(cell, _)| *cell)).min() {
        let mut counted: Vec<(usize, [u64; 5])> = Vec::new();
        let mut taken = std::collections::BTreeSet::new();
        for (place, (store, keys)) in stores.iter().zip(&mut keys).enumerate() {
            let mut scores = [0; 5];
            while let Some((_, chunk)) = keys.next_if(|(of, _)| *of == cell) {
                if taken.insert(chunk)
                    && let Some(tally) = store.get(cell, chunk)?
                {
                    scores.iter_mut().zip(tally.pair_scores).for_each(|(all, n)| *all += n);
                }
            }
            if scores != [0; 5] {
                counted.push((place, scores));
            }
        }
        agreement.cell(&counted);
    }
    let judged = agreement.judged();
    let of_all = judged.iter().flatten().count();
    let off = judged.iter().flatten().filter(|one| one.chance < CHANCE).count();
    let furthest = judged.iter().zip(paths).filter_map(|(one, path)| Some(((*one)?, path)));
    let furthest =
        furthest.min_by(|(a, _), (b, _)| a.chance.total_cmp(&b.chance).then(b.z.abs().total_cmp(&a.z.abs())));
    Ok(furthest.filter(|(one, _)| one.chance < CHANCE).map(|(one, path)| Suspect {
        path: path.as_ref().to_owned(),
        z: one.z,
        chance: one.chance,
        not_alone: of_all == 2 && off == 2,
    }))
}
