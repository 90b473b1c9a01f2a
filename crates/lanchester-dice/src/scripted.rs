//! Dice written down in a test.

use std::collections::VecDeque;

use crate::DiceSource;

/// Dice that fall as the script says, whatever stream is opened.
///
/// Rolling past the end of the script panics, and so does dropping the dice with faces left over: a worked example of
/// a rulebook is only reproduced when exactly its dice were rolled.
#[derive(Debug)]
pub struct ScriptedDice {
    faces: VecDeque<u8>,
}

impl ScriptedDice {
    /// A script of faces 1 to 6.
    #[must_use]
    pub fn new(faces: &[u8]) -> Self {
        assert!(faces.iter().all(|f| (1..=6).contains(f)), "a scripted face is 1 to 6");
        Self { faces: faces.iter().copied().collect() }
    }
}

impl DiceSource for ScriptedDice {
    fn open(&mut self, _turn: u32, _code: u32) {}

    fn pool(&mut self, count: usize) -> Vec<u8> {
        assert!(count <= self.faces.len(), "the script has {} dice left, {count} were rolled", self.faces.len());
        self.faces.drain(..count).collect()
    }
}

impl Drop for ScriptedDice {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.faces.is_empty(), "{} scripted dice were never rolled", self.faces.len());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "1 scripted dice were never rolled")]
    fn left_over_dice_fail() {
        let mut dice = ScriptedDice::new(&[1, 2]);
        dice.pool(1);
    }

    #[test]
    #[should_panic(expected = "the script has 1 dice left, 2 were rolled")]
    fn missing_dice_fail() {
        let mut dice = ScriptedDice::new(&[1]);
        dice.pool(2);
    }
}
