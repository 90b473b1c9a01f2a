//! Keys and scalar streams.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::dice::DiceSource;

/// Version of everything that decides which dice a battle sees: the mixing below, the generator, the order in a pool.
/// It is written into every result file; a change makes old seeds mean other battles.
pub const STREAM_VERSION: u32 = 1;

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64 (Steele, Lea & Flood 2014, Stafford's variant 13): a bijection of 64-bit words.
#[must_use]
pub const fn mix64(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// What the dice of all battles of a cell have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellKey(u64);

impl CellKey {
    /// Mixes the study seed and the cell (a number the study gives to a matchup).
    #[must_use]
    pub const fn new(seed: u64, cell: u64) -> Self {
        let mixed = mix64(seed.wrapping_add(GOLDEN));
        Self(mix64(mixed ^ cell.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(GOLDEN)))
    }

    /// The key of a pair's battles.
    #[must_use]
    pub const fn pair(self, pair: u64) -> BattleKey {
        BattleKey(mix64(self.0 ^ pair.wrapping_mul(0xaf25_1af3_b0f0_25b5).wrapping_add(GOLDEN)))
    }
}

/// What the dice of one battle depend on. Both battles of a pair share it: they differ only in who sits where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BattleKey(pub u64);

impl BattleKey {
    /// Mixes the study seed, the cell (a number the study gives to a matchup) and the index of the pair.
    #[must_use]
    pub const fn new(seed: u64, cell: u64, pair: u64) -> Self {
        CellKey::new(seed, cell).pair(pair)
    }

    /// The 64-bit seed of one activation's stream.
    #[must_use]
    pub const fn stream_seed(self, turn: u32, code: u32) -> u64 {
        let place = ((turn as u64) << 32) | code as u64;
        mix64(self.0 ^ place.wrapping_mul(GOLDEN))
    }

    /// The first word of one activation's stream, where no more than that is wanted.
    ///
    /// PERF: the generator's first word needs the first and the last of the four words that SplitMix64 seeds it with.
    #[must_use]
    pub const fn word(self, turn: u32, code: u32) -> u64 {
        let seed = self.stream_seed(turn, code);
        let first = mix64(seed.wrapping_add(GOLDEN));
        let last = mix64(seed.wrapping_add(GOLDEN.wrapping_mul(4)));
        first.wrapping_add(last).rotate_left(23).wrapping_add(first)
    }

    /// The generator of one activation.
    #[must_use]
    pub fn stream(self, turn: u32, code: u32) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.stream_seed(turn, code))
    }
}

/// The face (1 to `sides`) that a 32-bit word shows on a die of so many sides: ⌊sides·x/2³²⌋ + 1. No face is more likely than
/// another by more than 2⁻³², which is 5·10⁻⁹ of its probability for a die of twenty sides.
#[must_use]
pub const fn face_of(sides: u8, word: u32) -> u8 {
    ((word as u64 * sides as u64) >> 32) as u8 + 1
}

/// The face of a six-sided die.
#[must_use]
pub const fn face(word: u32) -> u8 {
    face_of(6, word)
}

/// Seeded random numbers for whatever is not a battle's dice: test cases, random players, damage to files. SplitMix64
/// (Steele, Lea & Flood 2014), the same on every machine.
///
/// ```
/// use lanchester_lanes::dice::SplitMix;
/// // The first word of seed 0, as published with the algorithm.
/// assert_eq!(SplitMix(0).word(), 0xe220_a839_7b1d_cdaf);
/// ```
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next 64 random bits.
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        mix64(self.0)
    }

    /// A number from 0 to `below - 1`; `below` must not be 0. Biased by less than `below`/2⁶⁴.
    pub const fn below(&mut self, below: u64) -> u64 {
        self.word() % below
    }

    /// True once in `n` times on average.
    pub const fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    /// One of a list, which must not be empty.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len() as u64) as usize]
    }
}

/// The dice of one battle, drawn from its keyed streams.
#[derive(Clone, Debug)]
pub struct KeyedDice {
    key: BattleKey,
    stream: Xoshiro256PlusPlus,
}

impl KeyedDice {
    /// Dice of the battle with this key; nothing can be rolled in earnest before a stream is opened.
    #[must_use]
    pub fn new(key: BattleKey) -> Self {
        Self::opened(key, 0, 0)
    }

    /// Dice of the battle with this key, whose stream of this turn and activation is open.
    #[must_use]
    pub fn opened(key: BattleKey, turn: u32, code: u32) -> Self {
        Self { key, stream: key.stream(turn, code) }
    }
}

impl DiceSource for KeyedDice {
    fn open(&mut self, turn: u32, code: u32) {
        self.stream = self.key.stream(turn, code);
    }

    fn pool_of(&mut self, sides: u8, count: usize) -> Vec<u8> {
        let mut faces = Vec::with_capacity(count + 1);
        while faces.len() < count {
            let word = self.stream.next_u64();
            faces.push(face_of(sides, word as u32));
            faces.push(face_of(sides, (word >> 32) as u32));
        }
        faces.truncate(count);
        faces
    }

    // PERF: the following without a list to hold the faces.

    fn one(&mut self, sides: u8) -> u8 {
        face_of(sides, self.stream.next_u64() as u32)
    }

    fn two(&mut self) -> [u8; 2] {
        let word = self.stream.next_u64();
        [face(word as u32), face((word >> 32) as u32)]
    }

    fn passing(&mut self, sides: u8, count: usize, most: u8) -> usize {
        let mut passing = 0;
        let mut left = count;
        while left > 0 {
            let word = self.stream.next_u64();
            passing += usize::from(face_of(sides, word as u32) <= most);
            passing += usize::from(left > 1 && face_of(sides, (word >> 32) as u32) <= most);
            left = left.saturating_sub(2);
        }
        passing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_word_is_the_generators() {
        for code in 0..200 {
            let key = BattleKey::new(3, 4, u64::from(code));
            assert_eq!(key.word(5, code), key.stream(5, code).next_u64());
        }
    }

    /// Golden vector, worked out by another program in another language: these faces of six-sided dice are what seed 1, cell 2, pair 3
    /// means for as long as [`STREAM_VERSION`] is 1.
    #[test]
    fn golden_stream_version_1() {
        assert_eq!(STREAM_VERSION, 1);
        let key = BattleKey::new(1, 2, 3);
        assert_eq!((key.0, key.stream_seed(4, 5)), (0x7e05_fa68_a3cd_e3af, 0x7bd2_3b04_ce83_a8ef));
        let mut dice = KeyedDice::new(key);
        dice.open(4, 5);
        let first = dice.pool(13);
        assert_eq!(first, [5, 2, 2, 1, 6, 6, 1, 4, 2, 2, 6, 3, 2]);
        dice.open(4, 6);
        let other = dice.pool(13);
        assert_ne!(first, other);
        dice.open(4, 5);
        assert_eq!(dice.pool(13), first, "a stream does not depend on what was rolled before it was opened");
    }

    #[test]
    fn faces_that_pass_are_those_of_the_pool() {
        for count in 0..40 {
            let mut dice = KeyedDice::opened(BattleKey::new(7, 7, count as u64), 1, 2);
            let mut other = dice.clone();
            let passing = dice.pool_of(20, count).into_iter().filter(|face| *face <= 7).count();
            assert_eq!(other.passing(20, count, 7), passing);
            assert_eq!(dice.pool(3), other.pool(3), "both took as many words");
        }
    }

    #[test]
    fn an_odd_pool_drops_its_half_word() {
        let mut dice = KeyedDice::new(BattleKey::new(9, 9, 9));
        dice.open(1, 1);
        let together = dice.pool(4);
        dice.open(1, 1);
        assert_eq!(dice.pool(1)[0], together[0]);
        assert_eq!(dice.pool(1)[0], together[2]);
        dice.open(1, 1);
        assert_eq!(dice.two(), together[..2]);
    }

    /// What Pearson's statistic of `cells` equally likely cells exceeds with a probability of at most `rate` (Laurent &
    /// Massart 2000, lemma 1, of the chi-square distribution that it tends to).
    fn pearson_limit(cells: usize, rate: f64) -> f64 {
        let (k, t) = ((cells - 1) as f64, -rate.ln());
        k + 2.0 * (k * t).sqrt() + 2.0 * t
    }

    fn pearson(counts: &[u64]) -> f64 {
        let expected = counts.iter().sum::<u64>() as f64 / counts.len() as f64;
        counts.iter().map(|n| (*n as f64 - expected).powi(2) / expected).sum()
    }

    /// Faces are uniform, and so are pairs of dice of one word and of two words. 36 tests with a false alarm of one in a
    /// million together; two hundred thousand dice each find a face that is a tenth more likely than it should be.
    #[test]
    fn dice_of_every_number_of_sides_are_uniform() {
        let kinds = [2usize, 3, 4, 6, 7, 8, 10, 12, 20, 24, 30, 100];
        let rate = 1e-6 / (3 * kinds.len()) as f64;
        for sides in kinds {
            let mut dice = KeyedDice::new(BattleKey::new(11, sides as u64, 0));
            let (mut faces, mut within, mut across) = (vec![0; sides], vec![0; sides * sides], vec![0; sides * sides]);
            for turn in 0..2000 {
                dice.open(turn, 7);
                let pool: Vec<usize> = dice.pool_of(sides as u8, 100).into_iter().map(|f| usize::from(f) - 1).collect();
                pool.iter().for_each(|face| faces[*face] += 1);
                for pairs in pool.chunks(4) {
                    within[pairs[0] * sides + pairs[1]] += 1;
                    across[pairs[0] * sides + pairs[2]] += 1;
                }
            }
            for counts in [faces, within, across] {
                let (statistic, limit) = (pearson(&counts), pearson_limit(counts.len(), rate));
                assert!(statistic < limit, "D{sides}: {statistic} in {} cells, limit {limit}", counts.len());
            }
        }
    }

    /// The exact faces: the first word of each face is ⌈face·2³²/sides⌉.
    #[test]
    fn faces_begin_where_they_should() {
        for sides in 1..=255u8 {
            for index in 0..sides {
                let first = (u64::from(index) << 32).div_ceil(u64::from(sides)) as u32;
                assert_eq!(face_of(sides, first), index + 1);
                assert!(first == 0 || face_of(sides, first - 1) == index);
            }
            assert_eq!(face_of(sides, u32::MAX), sides);
        }
    }

    /// The words of seed 1234567, as in the test vectors of other implementations.
    #[test]
    fn split_mix_is_the_published_generator() {
        let mut random = SplitMix(1_234_567);
        let words: Vec<u64> = (0..3).map(|_| random.word()).collect();
        assert_eq!(words, [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]);
    }
}
