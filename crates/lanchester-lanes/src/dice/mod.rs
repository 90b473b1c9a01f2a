//! Dice: where every random number of a battle comes from.
//!
//! A battle owns no generator. Each *activation* of a battle (an initiative throw, one ship's fire) opens its own
//! stream, seeded from a 64-bit mix of study seed, cell, pair, turn and activation code ([`BattleKey`]). A battle is
//! therefore a function of its key and nothing else: skipping one activation cannot shift the dice of the next.
//!
//! - [`stream`]: keys and scalar streams (Xoshiro256++ of `rand_xoshiro`), for the reference.
//! - [`lanes`]: the same streams, one per lane.
//! - [`scripted`]: dice written down in a test; a missing or left-over die fails it.
//! - [`exact`]: exact distributions of small pools, as rationals.
//! - [`joint`]: exact distributions of several numbers at once, such as one die read in two ways.
//! - [`chain`]: exact distributions over states that dice change one after another.
//! - [`logged`]: dice that write down every pool.

pub mod chain;
pub mod exact;
pub mod joint;
pub mod lanes;
pub mod logged;
pub mod scripted;
pub mod stream;

pub use logged::{DiceLog, LoggedDice, Pools};
pub use scripted::ScriptedDice;
pub use stream::{BattleKey, CellKey, KeyedDice, STREAM_VERSION, SplitMix, mix64};

/// A source of dice, opened again for every activation.
pub trait DiceSource {
    /// Opens the stream of activation `code` of turn `turn`. Whatever was left in the stream before is forgotten.
    fn open(&mut self, turn: u32, code: u32);

    /// Rolls a pool of `count` dice of `sides` sides (1 to 255), faces 1 to `sides`, in the order in which they fall.
    ///
    /// A pool takes ⌈count/2⌉ 64-bit words from the stream, whatever its sides: two dice per word, low half first. An odd
    /// pool drops the last half word, so that pools never share a word.
    fn pool_of(&mut self, sides: u8, count: usize) -> Vec<u8>;

    /// Rolls a pool and counts the faces that do not exceed `most`.
    fn passing(&mut self, sides: u8, count: usize, most: u8) -> usize {
        self.pool_of(sides, count).into_iter().filter(|face| *face <= most).count()
    }

    /// Rolls a pool of one die.
    fn one(&mut self, sides: u8) -> u8 {
        self.pool_of(sides, 1)[0]
    }

    /// Rolls a pool of two six-sided dice.
    fn two(&mut self) -> [u8; 2] {
        let faces = self.pool(2);
        [faces[0], faces[1]]
    }

    /// Rolls a pool of six-sided dice.
    fn pool(&mut self, count: usize) -> Vec<u8> {
        self.pool_of(6, count)
    }
}
