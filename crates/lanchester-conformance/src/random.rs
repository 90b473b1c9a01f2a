//! Random numbers for tests: a splitmix stream, so that every failure is named by its seed.

use lanchester_lanes::dice::{SplitMix, mix64};
use lanchester_scenario::{GameFiles, draw};

/// Random numbers that are the same everywhere.
#[derive(Clone, Debug)]
pub struct Random(SplitMix);

impl Random {
    /// The stream of this seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(SplitMix(mix64(seed)))
    }

    /// 64 random bits.
    pub fn word(&mut self) -> u64 {
        self.0.word()
    }

    /// 0 to `below - 1`.
    pub fn below(&mut self, below: u64) -> u64 {
        self.0.below(below)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: u64) -> bool {
        self.0.one_in(n)
    }

    /// One of these.
    pub fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        self.0.pick(from).clone()
    }

    /// Any options of a game.
    pub fn options<G: GameFiles>(&mut self) -> G::Options {
        draw::options::<G>(&mut || self.word())
    }

    /// Any policy of a game.
    pub fn policy<G: GameFiles>(&mut self) -> G::Policy {
        draw::policy::<G>(&mut || self.word())
    }

    /// A weight of a policy: zero in a third of cases and a little more, else −20 to 20.
    pub fn weight(&mut self) -> i8 {
        if self.one_in(3) { 0 } else { self.below(41) as i8 - 20 }
    }

    /// A weight that is more often above zero.
    pub fn urge(&mut self) -> i8 {
        if self.one_in(4) { self.weight() } else { 1 + self.below(20) as i8 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Failures are named by seeds, so a stream never changes: splitmix64 (Steele, Lea and Flood 2014) from a mixed seed.
    #[test]
    fn streams_are_splitmix64() {
        let finish = |mut z: u64| {
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            z ^ (z >> 31)
        };
        let mut random = Random::new(7);
        let mut state = finish(7);
        for _ in 0..10 {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            assert_eq!(random.word(), finish(state));
        }
    }
}
