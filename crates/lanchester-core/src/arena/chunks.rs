//! The (cell, chunk) that a study is made of, numbered or in ranges: never a list, which would grow with the battles.

use std::ops::Range;

use crate::CHUNK_PAIRS;

/// A fixed range of one cell's pairs: the unit that a thread takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk {
    /// Index of the cell in the list that the plan was made from.
    pub cell: usize,
    /// The pairs to play: as many as the plan's chunks have, or the cell's last few.
    pub pairs: Range<u64>,
}

/// Rounds in which a run goes through its cells. More would balance a run that is cut a little better and prepare every
/// cell as many times.
pub const ROUNDS: u64 = 16;

/// All chunks of a list of cells, numbered from 0 in cell order. Takes memory by the cell, not by the chunk.
///
/// ```
/// use lanchester_core::arena::{Chunk, Chunks};
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

    /// Pairs of a full chunk.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// All chunks, in [`ROUNDS`] rounds through the cells: of each cell a share at a time, so that wherever the list is cut,
    /// about the same share of every cell lies before the cut.
    ///
    /// ```
    /// use lanchester_core::arena::Chunks;
    /// let cells: Vec<usize> = Chunks::new([1000, 1000, 500], 250).in_rounds().map(|chunk| chunk.cell).collect();
    /// assert_eq!(cells, [0, 1, 2, 0, 1, 0, 1, 2, 0, 1]);
    /// ```
    pub fn in_rounds(&self) -> impl Iterator<Item = Chunk> + Send + '_ {
        (0..ROUNDS)
            .flat_map(move |round| (0..self.pairs.len()).map(move |cell| (cell, self.share(cell, round))))
            .flat_map(move |(cell, chunks)| chunks.map(move |number| self.chunk(cell, number)))
    }

    /// Numbers of a cell's chunks that belong to a round.
    fn share(&self, cell: usize, round: u64) -> Range<u64> {
        let until = |round: u64| (self.of(cell) * round).div_ceil(ROUNDS);
        until(round)..until(round + 1)
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
        Some(self.chunk(cell, number - first))
    }

    /// A chunk of a cell, by its number there.
    fn chunk(&self, cell: usize, number: u64) -> Chunk {
        let start = number * self.size;
        Chunk { cell, pairs: start..(start + self.size).min(self.pairs[cell]) }
    }
}

/// Chunks of so many pairs as ranges, in the order in which they are to be played. Takes memory per range, not per
/// chunk.
///
/// ```
/// use lanchester_core::arena::{Chunk, Spans};
/// let mut spans = Spans::new(5000);
/// spans.push(7, 1..3);
/// spans.push(2, 0..0);
/// assert_eq!((spans.count(), spans.pairs(), spans.ranges().len()), (2, 2952, 1));
/// let chunks: Vec<Chunk> = spans.chunks().collect();
/// assert_eq!(chunks, [Chunk { cell: 7, pairs: 2048..4096 }, Chunk { cell: 7, pairs: 4096..5000 }]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spans {
    /// Cells by index, and numbers of their chunks; none is empty.
    ranges: Vec<(usize, Range<u64>)>,
    /// Pairs of every cell: its last chunk ends with them.
    limit: u64,
    /// Pairs of a full chunk.
    size: u64,
}

impl Spans {
    /// No chunks yet, of cells of at most so many pairs, in chunks of [`CHUNK_PAIRS`].
    #[must_use]
    pub const fn new(limit: u64) -> Self {
        Self::of_size(limit, CHUNK_PAIRS)
    }

    /// No chunks yet, of cells of at most so many pairs, in chunks of `size`, which is at least 1: a game's
    /// [`crate::Rules::CHUNK_PAIRS`].
    #[must_use]
    pub const fn of_size(limit: u64, size: u64) -> Self {
        Self { ranges: Vec::new(), limit, size }
    }

    /// Adds chunks of a cell behind those that are there. Chunks behind the cell's last pair are left out.
    pub fn push(&mut self, cell: usize, chunks: Range<u64>) {
        let chunks = chunks.start..chunks.end.min(self.limit.div_ceil(self.size));
        if !chunks.is_empty() {
            self.ranges.push((cell, chunks));
        }
    }

    /// The cells and the numbers of their chunks, in order.
    #[must_use]
    pub fn ranges(&self) -> &[(usize, Range<u64>)] {
        &self.ranges
    }

    /// Pairs of every cell, at most.
    #[must_use]
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Pairs of a full chunk.
    #[must_use]
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Chunks in all.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.ranges.iter().map(|(_, chunks)| chunks.end - chunks.start).sum()
    }

    /// Pairs in all.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        let pairs = |chunks: &Range<u64>| self.first_pair(chunks.end) - self.first_pair(chunks.start);
        self.ranges.iter().map(|(_, chunks)| pairs(chunks)).sum()
    }

    /// The chunks, one after the other.
    pub fn chunks(&self) -> impl Iterator<Item = Chunk> + Send + '_ {
        self.ranges.iter().flat_map(|(cell, chunks)| {
            chunks.clone().map(|n| Chunk { cell: *cell, pairs: self.first_pair(n)..self.first_pair(n + 1) })
        })
    }

    /// The first pair of a chunk, or the end of the cell.
    fn first_pair(&self, chunk: u64) -> u64 {
        chunk.saturating_mul(self.size).min(self.limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_the_chunks_of_the_numbered_list() {
        let pairs = 3 * CHUNK_PAIRS + 7;
        let numbered = Chunks::new([pairs; 5], CHUNK_PAIRS);
        let mut spans = Spans::new(pairs);
        (0..5).for_each(|cell| spans.push(cell, 0..99));
        assert!((0..numbered.count()).filter_map(|n| numbered.get(n)).eq(spans.chunks()));
        assert_eq!((spans.count(), spans.pairs()), (numbered.count(), numbered.pairs()));
        let small = Chunks::new([pairs; 2], 100);
        let mut spans = Spans::of_size(pairs, 100);
        (0..2).for_each(|cell| spans.push(cell, 0..u64::MAX));
        assert!((0..small.count()).filter_map(|n| small.get(n)).eq(spans.chunks()));
        let mut endless = Spans::new(u64::MAX);
        endless.push(0, 1 << 40..(1 << 40) + 2);
        assert_eq!((endless.count(), endless.pairs()), (2, 2 * CHUNK_PAIRS));
    }

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
        let mut in_rounds: Vec<Chunk> = plan.in_rounds().collect();
        in_rounds.sort_by_key(|chunk| (chunk.cell, chunk.pairs.start));
        assert!(in_rounds.into_iter().eq((0..plan.count()).filter_map(|number| plan.get(number))));
        assert_eq!(plan.get(plan.count()), None);
    }

    #[test]
    fn wherever_a_run_is_cut_its_cells_have_about_the_same_share() {
        let cells = [1, 16, 50, 1600];
        let plan = Chunks::new(cells.map(|chunks| 10 * chunks), 10);
        let mut played = [0; 4];
        for chunk in plan.in_rounds() {
            played[chunk.cell] += 1;
            for (of, all) in played.into_iter().zip(cells) {
                for (other, all_other) in played.into_iter().zip(cells) {
                    let (share, other) = (of as f64 / all as f64, other as f64 / all_other as f64);
                    // A round of each, and a chunk where a cell has few.
                    let round = 1.0 / ROUNDS as f64 + 1.0 / all.min(all_other) as f64;
                    assert!((share - other).abs() <= round + 1e-9, "{played:?}");
                }
            }
        }
        assert_eq!(played, cells);
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
