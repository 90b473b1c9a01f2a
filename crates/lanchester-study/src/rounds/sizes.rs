//! How large the rounds of a run are: noted in its store, so that whoever looks at it later can say how much is missing.

use lanchester_core::arena::Chunks;
use lanchester_store::Store;
use serde::{Deserialize, Serialize};

/// The cells of a round, as they are noted under the number of the first: runs of cells of equally many chunks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RoundSize {
    /// How many cells, and how many chunks each of them has.
    runs: Vec<[u64; 2]>,
}

impl RoundSize {
    pub(super) fn of(cells: usize, chunks: &Chunks) -> Self {
        let mut runs: Vec<[u64; 2]> = Vec::new();
        for each in (0..cells).map(|cell| chunks.of(cell)) {
            match runs.last_mut().filter(|[_, of]| *of == each) {
                Some([cells, _]) => *cells += 1,
                None => runs.push([1, each]),
            }
        }
        Self { runs }
    }
}

/// How far the rounds are that a run has come to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoundsSoFar {
    /// Their cells.
    pub cells: u64,
    /// Those of them all of whose battles are stored.
    pub whole: u64,
    /// Their chunks.
    pub chunks: u64,
}

/// How far a run is that is kept in this store; none where it does not say, as a store of several parts united does not.
#[must_use]
pub fn rounds_so_far(store: &Store) -> Option<RoundsSoFar> {
    let mut so_far = RoundsSoFar::default();
    for (first, text) in store.rounds() {
        let size: RoundSize = serde_json::from_str(text).ok()?;
        let mut next = first;
        for [cells, chunks] in size.runs {
            so_far.cells += cells;
            so_far.chunks += cells * chunks;
            so_far.whole +=
                (next..next + cells).filter(|cell| store.missing(*cell, chunks).next().is_none()).count() as u64;
            next += cells;
        }
    }
    (so_far.cells > 0).then_some(so_far)
}
