//! Which chunks are stored, in memory: ranges of chunk numbers by cell, since chunks of a cell are played side by side.

use std::collections::BTreeMap;

/// A set of (cell, chunk). Memory grows with the number of gaps, not of chunks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Coverage {
    /// By cell: ranges (first, last) of chunks, ascending, with at least one chunk missing between two.
    cells: BTreeMap<u64, Vec<(u64, u64)>>,
    /// Chunks in all.
    count: u64,
}

impl Coverage {
    /// Chunks in all.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Whether a chunk is in the set.
    pub fn has(&self, cell: u64, chunk: u64) -> bool {
        let Some(ranges) = self.cells.get(&cell) else { return false };
        let at = ranges.partition_point(|(_, last)| *last < chunk);
        ranges.get(at).is_some_and(|(first, _)| *first <= chunk)
    }

    /// Adds a chunk; false if it was there.
    pub fn insert(&mut self, cell: u64, chunk: u64) -> bool {
        let ranges = self.cells.entry(cell).or_default();
        let at = ranges.partition_point(|(_, last)| *last < chunk);
        if ranges.get(at).is_some_and(|(first, _)| *first <= chunk) {
            return false;
        }
        let touches_below = at > 0 && ranges[at - 1].1.checked_add(1) == Some(chunk);
        let touches_above = ranges.get(at).is_some_and(|(first, _)| chunk.checked_add(1) == Some(*first));
        match (touches_below, touches_above) {
            (true, true) => {
                ranges[at - 1].1 = ranges[at].1;
                ranges.remove(at);
            }
            (true, false) => ranges[at - 1].1 = chunk,
            (false, true) => ranges[at].0 = chunk,
            (false, false) => ranges.insert(at, (chunk, chunk)),
        }
        self.count += 1;
        true
    }

    /// The chunks of a cell, ascending.
    pub fn chunks_of(&self, cell: u64) -> impl Iterator<Item = u64> + '_ {
        self.cells.get(&cell).into_iter().flatten().flat_map(|(first, last)| *first..=*last)
    }

    /// All (cell, chunk), ascending.
    pub fn keys(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.cells
            .iter()
            .flat_map(|(cell, ranges)| ranges.iter().flat_map(|(a, b)| *a..=*b).map(|chunk| (*cell, chunk)))
    }

    /// The numbers below `chunks` that are not in the set, ascending.
    pub fn missing(&self, cell: u64, chunks: u64) -> impl Iterator<Item = u64> + '_ {
        let ranges = self.cells.get(&cell).map_or(&[][..], Vec::as_slice);
        // The gap before each range, and the one after the last.
        let starts = std::iter::once(0).chain(ranges.iter().map(|(_, last)| last.saturating_add(1)));
        let ends = ranges.iter().map(|(first, _)| *first).chain(std::iter::once(u64::MAX));
        starts.zip(ends).flat_map(move |(start, end)| start..end.min(chunks))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn it_agrees_with_a_plain_set_whatever_the_order() {
        // 97 generates all residues modulo 101, so every chunk of 0..101 comes once, scattered; then again, to be refused.
        let mut coverage = Coverage::default();
        let mut set = BTreeSet::new();
        for i in 0..202u64 {
            let key = (i % 3, i * 97 % 101);
            assert_eq!(coverage.insert(key.0, key.1), set.insert(key));
            assert_eq!(coverage.count(), set.len() as u64);
        }
        assert_eq!(coverage.keys().collect::<Vec<_>>(), set.iter().copied().collect::<Vec<_>>());
        for cell in 0..4 {
            let have: Vec<u64> = (0..150).filter(|chunk| set.contains(&(cell, *chunk))).collect();
            let lack: Vec<u64> = (0..150).filter(|chunk| !set.contains(&(cell, *chunk))).collect();
            assert_eq!(coverage.chunks_of(cell).collect::<Vec<_>>(), have);
            assert_eq!(coverage.missing(cell, 150).collect::<Vec<_>>(), lack);
            assert!((0..150).all(|chunk| coverage.has(cell, chunk) == have.contains(&chunk)));
        }
    }

    #[test]
    fn the_largest_numbers_fit() {
        let mut coverage = Coverage::default();
        assert!(coverage.insert(u64::MAX, u64::MAX) && coverage.insert(u64::MAX, u64::MAX - 1));
        assert!(!coverage.insert(u64::MAX, u64::MAX));
        assert_eq!(coverage.chunks_of(u64::MAX).collect::<Vec<_>>(), [u64::MAX - 1, u64::MAX]);
        assert_eq!(coverage.missing(u64::MAX, 2).collect::<Vec<_>>(), [0, 1]);
    }
}
