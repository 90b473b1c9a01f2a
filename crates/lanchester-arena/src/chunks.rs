//! The flat list of (cell, chunk) that a study is made of.

use std::ops::Range;

use lanchester_core::CHUNK_PAIRS;

/// A fixed range of one cell's pairs: the unit that a thread takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Index of the cell in the list that the plan was made from.
    pub cell: usize,
    /// The pairs to play: as many as the plan's chunks have, or the cell's last few.
    pub pairs: Range<u64>,
}

/// All chunks of a list of cells, numbered from 0 in cell order. Takes memory by the cell, not by the chunk.
///
/// ```
/// use lanchester_arena::{Chunk, Chunks};
/// let plan = Chunks::new([3000, 0, 5], 2048);
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
    /// Pairs of a full chunk.
    size: u64,
}

impl Chunks {
    /// Cuts cells of so many pairs into chunks of `size`, which is at least 1 and at most [`CHUNK_PAIRS`].
    pub fn new(pairs: impl IntoIterator<Item = u64>, size: u64) -> Self {
        let size = size.clamp(1, CHUNK_PAIRS);
        let pairs: Vec<u64> = pairs.into_iter().collect();
        let mut end = 0;
        let ends = pairs
            .iter()
            .map(|p| {
                end += p.div_ceil(size);
                end
            })
            .collect();
        Self { pairs, ends, size }
    }

    /// Chunks of the cell at this index.
    #[must_use]
    pub fn of(&self, cell: usize) -> u64 {
        self.ends[cell] - if cell == 0 { 0 } else { self.ends[cell - 1] }
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
        let start = (number - first) * self.size;
        Some(Chunk { cell, pairs: start..(start + self.size).min(self.pairs[cell]) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_is_in_exactly_one_chunk() {
        let cells = [0, 1, CHUNK_PAIRS - 1, CHUNK_PAIRS, 0, 0, CHUNK_PAIRS + 1, 5 * CHUNK_PAIRS, 0];
        let plan = Chunks::new(cells, CHUNK_PAIRS);
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
    fn small_chunks_are_many() {
        let plan = Chunks::new([100, 7], 16);
        assert_eq!((plan.count(), plan.of(0), plan.of(1)), (8, 7, 1));
        assert_eq!(plan.get(6), Some(Chunk { cell: 0, pairs: 96..100 }));
    }

    #[test]
    fn nothing_has_no_chunks() {
        assert_eq!(Chunks::new([], 1).count(), 0);
        assert_eq!(Chunks::new([], 1).get(0), None);
        assert_eq!(Chunks::new([0, 0], 1).get(0), None);
    }
}
