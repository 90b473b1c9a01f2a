//! The flat list of (cell, chunk) that a study is made of.

use std::ops::Range;

use lanchester_core::CHUNK_PAIRS;

/// A fixed range of one cell's pairs: the unit that a thread takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Index of the cell in the list that the plan was made from.
    pub cell: usize,
    /// The pairs to play, [`CHUNK_PAIRS`] of them or the cell's last few.
    pub pairs: Range<u64>,
}

/// All chunks of a list of cells, numbered from 0 in cell order. Takes memory by the cell, not by the chunk.
///
/// ```
/// use lanchester_arena::{Chunk, Chunks};
/// let plan = Chunks::new([3000, 0, 5]);
/// assert_eq!(plan.count(), 3);
/// assert_eq!(plan.get(1), Some(Chunk { cell: 0, pairs: 2048..3000 }));
/// assert_eq!(plan.get(2), Some(Chunk { cell: 2, pairs: 0..5 }));
/// assert_eq!(plan.get(3), None);
/// ```
#[derive(Clone, Debug)]
pub struct Chunks {
    /// Pairs of each cell.
    pairs: Vec<u64>,
    /// The number of the first chunk after each cell: sums of the cells' chunks.
    ends: Vec<u64>,
}

impl Chunks {
    /// Cuts cells of so many pairs.
    pub fn new(pairs: impl IntoIterator<Item = u64>) -> Self {
        let pairs: Vec<u64> = pairs.into_iter().collect();
        let mut end = 0;
        let ends = pairs
            .iter()
            .map(|p| {
                end += Self::of(*p);
                end
            })
            .collect();
        Self { pairs, ends }
    }

    /// Chunks in a cell of `pairs` pairs.
    #[must_use]
    pub const fn of(pairs: u64) -> u64 {
        pairs.div_ceil(CHUNK_PAIRS)
    }

    /// Chunks in all.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ends.last().copied().unwrap_or(0)
    }

    /// Pairs in all.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The chunk with this number; `None` past the end.
    #[must_use]
    pub fn get(&self, number: u64) -> Option<Chunk> {
        if number >= self.count() {
            return None;
        }
        // The first cell that ends after the chunk; cells without pairs end where the cell before them does.
        let cell = self.ends.partition_point(|end| *end <= number);
        let first = if cell == 0 { 0 } else { self.ends[cell - 1] };
        let start = (number - first) * CHUNK_PAIRS;
        Some(Chunk { cell, pairs: start..(start + CHUNK_PAIRS).min(self.pairs[cell]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_in_exactly_one_chunk() {
        let cells = [0, 1, CHUNK_PAIRS - 1, CHUNK_PAIRS, 0, 0, CHUNK_PAIRS + 1, 5 * CHUNK_PAIRS, 0];
        let plan = Chunks::new(cells);
        let mut next = [0; 9];
        for number in 0..plan.count() {
            let chunk = plan.get(number).expect("a chunk with a number below the count");
            assert_eq!(chunk.pairs.start, next[chunk.cell], "chunks of a cell follow each other");
            assert!(!chunk.pairs.is_empty() && chunk.pairs.end - chunk.pairs.start <= CHUNK_PAIRS);
            next[chunk.cell] = chunk.pairs.end;
        }
        assert_eq!(next, cells);
        assert_eq!(plan.pairs(), cells.iter().sum::<u64>());
        assert_eq!(plan.get(plan.count()), None);
    }

    #[test]
    fn nothing_has_no_chunks() {
        assert_eq!(Chunks::new([]).count(), 0);
        assert_eq!(Chunks::new([]).get(0), None);
        assert_eq!(Chunks::new([0, 0]).get(0), None);
    }
}
