//! How many lanes of a batch have something to do.

use lanchester_lanes::{LANES, LaneMask};

/// How full batches were when one kind of step was taken. Nothing hangs on it: it is counted for benches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Occupancy {
    steps: u64,
    lanes: u64,
}

impl Occupancy {
    /// Counts a step that these lanes took.
    #[inline(always)]
    pub const fn count(&mut self, lanes: LaneMask) {
        self.steps += 1;
        self.lanes += lanes.count_ones() as u64;
    }

    /// Lanes that took part in a step, of 1,000: a mean over all steps, rounded down; 0 where there was none.
    #[must_use]
    pub fn per_mille(self) -> u64 {
        1000 * self.lanes / (LANES as u64 * self.steps.max(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_and_their_lanes_are_counted() {
        let mut occupancy = Occupancy::default();
        assert_eq!(occupancy.per_mille(), 0);
        [!0, 0xFFFF_FFFF, 1].into_iter().for_each(|lanes| occupancy.count(lanes));
        assert_eq!(occupancy.per_mille(), 1000 * (64 + 32 + 1) / (3 * 64));
    }
}
